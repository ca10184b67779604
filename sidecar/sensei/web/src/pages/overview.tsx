// How much there is of everything, what runs, and how the workers are.

import { useState } from "preact/hooks"
import { post, useData } from "../api"
import { useLive } from "../live"
import type { PageProps } from "../pages"
import { Badge, Confirm, Empty, Failure, Shown, Table, When, bytes, number } from "../parts"
import { href } from "../router"
import type { SnapshotLine } from "./data"

interface Tally {
  attempts: Record<string, number>
  verdicts: Record<string, number>
  tried: number
  claimed: number
  verified: number
  waiting: number
}

interface ServerRun {
  id: string
  kind: string
  state: string
  arguments: string[]
  started_unix_ms: string
  exit_code: number
  line: string
}

interface Worker {
  file: string
  pid: number
  rss_bytes: number
  opened: number
  in_use: boolean
}

interface Overview {
  snapshots: SnapshotLine[]
  tally: Tally
  trainings: { id: number; kind: string; status: string; started_at: string }[]
  evaluations: { id: number; benchmark: string; results: number; verified: number; created_at: string; finished_at: string | null }[]
  workers: { workers: Worker[]; started: number; deaths: Record<string, number> } | null
  status: {
    version: string
    project: string
    lean_version: string
    lean_kind: string
    models: { name: string; kind: string; ready: boolean }[]
    load: { searches: number; queued: number; pending_goals: number; requests: string; model_calls: string }
    last_error: string
    limits: { searches: number; runs: number }
  }
  runs: ServerRun[]
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0)

export default function OverviewPage(_: PageProps) {
  const overview = useData<Overview>("v1/dashboard/overview", useLive().version)
  return (
    <>
      <h1>Overview</h1>
      <Shown of={overview}>{(data) => <Whole data={data} />}</Shown>
    </>
  )
}

function Whole({ data }: { data: Overview }) {
  const newest = data.snapshots.filter((one, at) =>
    data.snapshots.findIndex((other) => other.repository === one.repository && other.package === one.package) === at)
  const traced = newest.reduce((total, one) => total + one.theorems, 0)
  const proved = newest.reduce((total, one) => total + one.proved, 0)
  const attempts = sum(data.tally.attempts)
  const claims = data.tally.attempts["claimed"] ?? 0
  const rejected = sum(data.tally.verdicts) - (data.tally.verdicts["verified"] ?? 0)
  const cards: [string, number, string][] = [
    ["Traced", traced, "theorems in the newest traces"],
    ["Proved", proved, "of these with a whole proof of their own"],
    ["Tried", data.tally.tried, `theorems, in ${number(attempts)} attempts`],
    ["Claimed", data.tally.claimed, `theorems; ${number(data.tally.waiting)} claims wait for a verdict`],
    ["Verified", data.tally.verified, "theorems with a verdict that accepts"],
    ["Rejected", rejected, "verdicts that do not accept"],
    ["Failed", attempts - claims, "attempts without a claim"],
  ]
  return (
    <>
      <dl class="cards">
        {cards.map(([title, value, note]) => (
          <div class="card" key={title}>
            <dt>{title}</dt>
            <dd id={`count-${title.toLowerCase()}`}>{number(value)}<small>{note}</small></dd>
          </div>
        ))}
      </dl>
      <Jobs data={data} />
      <Workers data={data} />
      <h2>Traces</h2>
      {data.snapshots.length === 0
        ? <Empty>Nothing is traced yet: <code>sensei trace</code> and <code>sensei ingest</code> fill this page.</Empty>
        : <Table label="Traces" rows={data.snapshots} row={(one) => one.id} columns={[
            { title: "Repository", cell: (one) => <a href={href("data", ["snapshot", one.id])}>{one.repository || one.package}</a> },
            { title: "Commit", cell: (one) => <code>{one.commit?.slice(0, 12) ?? "–"}</code> },
            { title: "Lean", cell: (one) => `${one.lean_version} (${one.toolchain_kind})` },
            { title: "Modules", number: true, cell: (one) => number(one.modules) },
            { title: "Theorems", number: true, cell: (one) => number(one.theorems) },
            { title: "Steps", number: true, cell: (one) => number(one.steps) },
            { title: "Failed modules", number: true, cell: (one) => number(one.failures) },
            { title: "When", tight: true, cell: (one) => <When at={one.completed_at} /> },
          ]} />}
    </>
  )
}

function Jobs({ data }: { data: Overview }) {
  const [starting, setStarting] = useState(false)
  const [ending, setEnding] = useState<ServerRun>()
  const [error, setError] = useState("")
  const act = async (path: string, body: unknown) => {
    setError("")
    try {
      await post(path, body)
    } catch (problem) {
      setError((problem as Error).message)
    }
  }
  const evaluations = data.evaluations.filter((one) => one.finished_at === null)
  const nothing = data.runs.length + data.trainings.length + evaluations.length === 0
  return (
    <>
      <h2>Jobs</h2>
      {error && <Failure text={error} />}
      {nothing && <Empty>Nothing runs.</Empty>}
      {data.runs.length > 0 && <Table label="Jobs of this server" rows={data.runs} row={(run) => run.id} columns={[
        { title: "Job", cell: (run) => <><code>{verb(run.kind)}</code> {run.arguments.join(" ")}</> },
        { title: "State", cell: (run) => <RunState run={run} /> },
        { title: "Progress", cell: (run) => <Progress line={run.line} running={run.state === "RUN_STATE_RUNNING"} /> },
        { title: "Since", tight: true, cell: (run) => <When at={new Date(Number(run.started_unix_ms)).toISOString()} /> },
        { title: "", cell: (run) => run.state === "RUN_STATE_RUNNING" &&
          <button type="button" class="quiet" onClick={() => setEnding(run)}>Cancel…</button> },
      ]} />}
      {data.trainings.length > 0 && <Table label="Trainings" rows={data.trainings} row={(run) => run.id} columns={[
        { title: "Training", cell: (run) => `${run.kind} ${run.id}` },
        { title: "State", cell: (run) => <Badge kind="warn">{run.status}</Badge> },
        { title: "Since", tight: true, cell: (run) => <When at={run.started_at} /> },
      ]} />}
      {evaluations.length > 0 && <Table label="Evaluations" rows={evaluations} row={(one) => one.id} columns={[
        { title: "Evaluation", cell: (one) => <a href={href("attempts", [], { evaluation: one.id })}>{`${one.benchmark} ${one.id}`}</a> },
        { title: "Results", number: true, cell: (one) => number(one.results) },
        { title: "Verified", number: true, cell: (one) => number(one.verified) },
        { title: "Since", tight: true, cell: (one) => <When at={one.created_at} /> },
      ]} />}
      <p><button type="button" class="quiet" onClick={() => setStarting(true)}>Start a job…</button></p>
      {ending && (
        <Confirm title="Cancel this job?" action="Cancel it" cancel={() => setEnding(undefined)} done={() => {
          void act(`v1/runs/${ending.id}/cancel`, {})
          setEnding(undefined)
        }}>
          <p><code>sensei {verb(ending.kind)} {ending.arguments.join(" ")}</code> ends; what it has stored stays.</p>
        </Confirm>
      )}
      {starting && <StartJob cancel={() => setStarting(false)} start={(kind, words) => {
        setStarting(false)
        void act("v1/runs", { kind, arguments: words })
      }} />}
    </>
  )
}

const verb = (kind: string): string => kind.replace("RUN_KIND_", "").toLowerCase().replace("_", " ")

function StartJob({ start, cancel }: { start: (kind: string, words: string[]) => void; cancel: () => void }) {
  const [kind, setKind] = useState("prove")
  const [words, setWords] = useState("--split test")
  return (
    <Confirm title="Start a job?" action="Start" cancel={cancel}
      done={() => start(kind, words.split(/\s+/).filter((word) => word !== ""))}>
      <p>It runs <code>sensei</code> in the project, on this server's machine.</p>
      <div class="row">
        <label>Verb
          <select value={kind} onChange={(event) => setKind((event.target as HTMLSelectElement).value)}>
            <option value="prove">prove</option>
            <option value="train_sft">train sft</option>
          </select>
        </label>
        <label class="grow">Arguments
          <input value={words} onInput={(event) => setWords((event.target as HTMLInputElement).value)} />
        </label>
      </div>
    </Confirm>
  )
}

function RunState({ run }: { run: ServerRun }) {
  const state = run.state.replace("RUN_STATE_", "").toLowerCase()
  const kind = { running: "warn", done: "good", failed: "bad" }[state] ?? ""
  return <Badge kind={kind}>{state}</Badge>
}

function Progress({ line, running }: { line: string; running: boolean }) {
  const found = /(\d+)\/(\d+)/.exec(line)
  const total = Number(found?.[2] ?? 0)
  return (
    <>
      {running && total > 0 && <><progress value={Number(found?.[1])} max={total} aria-label="Progress" /> </>}
      <span class="mono">{line}</span>
    </>
  )
}

function Workers({ data }: { data: Overview }) {
  const { status, workers } = data
  const deaths = Object.entries(workers?.deaths ?? {})
  const ended = deaths.map(([kind, times]) => `${kind} ${times}`).join(", ")
  return (
    <>
      <h2>Server and workers</h2>
      <p>
        Sensei {status.version}, Lean {status.lean_version || "none"}{status.lean_kind && ` (${status.lean_kind})`};
        {" "}{number(status.load.searches)} of {number(status.limits.searches)} searches,
        {" "}{number(status.load.queued)} waiting, {number(status.load.pending_goals)} goals wait for the model.
        {" "}Models: {status.models.map((model) => `${model.name} (${model.kind})`).join(", ")}.
      </p>
      {status.last_error && <Failure text={`The last error: ${status.last_error}`} />}
      {workers === null
        ? <Empty>No Lean to search with.</Empty>
        : <>
            <p id="worker-health">
              {number(workers.started)} step servers started, {number(deaths.reduce((total, [, times]) => total + times, 0))} died
              {ended && ` (${ended})`}.
            </p>
            {workers.workers.length > 0 && <Table label="Step servers" rows={workers.workers} row={(one) => one.pid} columns={[
              { title: "File", cell: (one) => <code>{one.file}</code> },
              { title: "Process", number: true, cell: (one) => one.pid },
              { title: "Memory", number: true, cell: (one) => bytes(one.rss_bytes) },
              { title: "Theorems opened", number: true, cell: (one) => number(one.opened) },
              { title: "State", cell: (one) => <Badge kind={one.in_use ? "warn" : ""}>{one.in_use ? "busy" : "idle"}</Badge> },
            ]} />}
          </>}
    </>
  )
}
