// Runs: their figures by step, side by side, what they came from, and rounds with their yields.

import { useEffect, useMemo, useState } from "preact/hooks"
import { get, useData } from "../api"
import { Chart, type Series } from "../chart"
import { useLive } from "../live"
import type { PageProps } from "../pages"
import { Badge, Empty, Failure, Shown, Table, Waiting, When, number, seconds } from "../parts"
import { go, href } from "../router"

interface Outcomes {
  attempts: number
  claimed: number
  verified: number
}

interface RunLine {
  id: number
  kind: string
  name: string
  status: string
  seed: number
  started_at: string
  seconds: number | null
  split: string
  steps: number | null
  loss: number | null
  error: string | null
  code_version: string
  checkpoints: { id: number; name: string; kind: string; outcomes: Outcomes | null }[]
}

interface LineageNode {
  id: string
  kind: string
  label: string
  detail: string
}

interface RunShown extends RunLine {
  config: Record<string, unknown>
  metrics: Record<string, string | number | null>
  curve: Record<string, (number | null)[]>
  rounds: Record<string, unknown>[]
  lineage: { nodes: LineageNode[]; edges: [string, string][] }
}

const title = (run: RunLine): string => `${run.kind} ${run.id}${run.name ? ` ${run.name}` : ""}`
const STATUS: Record<string, string> = { done: "good", failed: "bad", interrupted: "warn", running: "" }
const percent = (part: number, of: number): string => (of > 0 ? `${((100 * part) / of).toFixed(1)} %` : "–")

export default function RunsPage({ parts }: PageProps) {
  const ids = parts.map(Number).filter((id) => id > 0)
  if (ids.length === 0) return <Runs />
  return ids.length === 1 ? <OneRun id={ids[0] as number} /> : <Compared ids={ids} />
}

function Runs() {
  const loaded = useData<RunLine[]>("v1/dashboard/trainings", useLive().version)
  const [picked, setPicked] = useState<number[]>([])
  const pick = (id: number, on: boolean) => setPicked(on ? [...picked, id] : picked.filter((other) => other !== id))
  return (
    <>
      <h1>Runs</h1>
      <Shown of={loaded}>
        {(runs) => runs.length === 0
          ? <Empty>Nothing was trained yet: <code>sensei train sft</code> or <code>sensei loop</code> do.</Empty>
          : <>
            <div class="row">
              <button type="button" disabled={picked.length < 2} onClick={() => go(href("runs", picked))}>
                Compare {picked.length > 0 && picked.length}
              </button>
            </div>
            <Table label="Runs" rows={runs} row={(run) => run.id} columns={[
              { title: "Compare", cell: (run) => <input type="checkbox" aria-label={`compare ${title(run)}`}
                checked={picked.includes(run.id)} onChange={(event) => pick(run.id, event.currentTarget.checked)} /> },
              { title: "Run", cell: (run) => <a href={href("runs", [run.id])}>{title(run)}</a> },
              { title: "Status", cell: (run) => <Badge kind={STATUS[run.status] ?? ""}>{run.status}</Badge> },
              { title: "Split", cell: (run) => run.split || "–" },
              { title: "Steps", number: true, cell: (run) => (run.steps === null ? "–" : number(run.steps)) },
              { title: "Loss", number: true, cell: (run) => (run.loss === null ? "–" : run.loss.toFixed(3)) },
              { title: "Verified", number: true, cell: verifiedRate },
              { title: "Checkpoint", cell: (run) => run.checkpoints.map((made) => made.name).join(", ") || "–" },
              { title: "Time", number: true, cell: (run) => (run.seconds === null ? "–" : seconds(run.seconds)) },
              { title: "Begun", cell: (run) => <When at={run.started_at} /> },
            ]} />
          </>}
      </Shown>
    </>
  )
}

function verifiedRate(run: RunLine): string {
  const came = run.checkpoints.map((made) => made.outcomes).filter((one) => one !== null)
  const attempts = came.reduce((sum, one) => sum + one.attempts, 0)
  return percent(came.reduce((sum, one) => sum + one.verified, 0), attempts)
}

function OneRun({ id }: { id: number }) {
  const loaded = useData<RunShown>(`v1/dashboard/trainings/${id}`, useLive().version)
  return (
    <Shown of={loaded}>
      {(run) => (
        <>
          <p class="crumbs"><a href={href("runs")}>Runs</a> /</p>
          <h1>{title(run)} <Badge kind={STATUS[run.status] ?? ""}>{run.status}</Badge></h1>
          <p>Begun <When at={run.started_at} />{run.seconds !== null && <>, {seconds(run.seconds)}</>}, seed {run.seed}, Sensei {run.code_version}</p>
          {run.error && <Failure text={run.error} />}
          <Curves runs={[run]} />
          {run.rounds.length > 0 && <Rounds rounds={run.rounds} />}
          {run.checkpoints.length > 0 && <Checkpoints run={run} />}
          <h2>Lineage</h2>
          <Lineage of={run.lineage} />
          <div class="split">
            <Figures heading="Figures" of={run.metrics} />
            <Figures heading="Configuration" of={run.config} />
          </div>
        </>
      )}
    </Shown>
  )
}

function Compared({ ids }: { ids: number[] }) {
  const [runs, setRuns] = useState<RunShown[]>()
  const [error, setError] = useState("")
  const asked = ids.join("/")
  useEffect(() => {
    const controller = new AbortController()
    Promise.all(ids.map((id) => get<RunShown>(`v1/dashboard/trainings/${id}`, controller.signal))).then(
      setRuns, (problem: Error) => { if (!controller.signal.aborted) setError(problem.message) },
    )
    return () => controller.abort()
  }, [asked])
  if (error) return <Failure text={error} />
  if (!runs) return <Waiting />
  const names = [...new Set(runs.flatMap((run) => [...Object.keys(run.metrics), ...Object.keys(run.config)]))]
  const value = (run: RunShown, name: string): string => said(run.metrics[name] ?? run.config[name])
  const different = names.filter((name) => new Set(runs.map((run) => value(run, name))).size > 1)
  return (
    <>
      <p class="crumbs"><a href={href("runs")}>Runs</a> /</p>
      <h1>{runs.length} runs</h1>
      <Curves runs={runs} />
      <h2>What differs</h2>
      <Table label="What differs" rows={different} row={(name) => name} columns={[
        { title: "Figure", cell: (name) => name },
        ...runs.map((run) => ({ title: title(run), cell: (name: string) => value(run, name) })),
      ]} />
    </>
  )
}

// One chart a figure that any of the runs has by step.
function Curves({ runs }: { runs: RunShown[] }) {
  const charts = useMemo(() => {
    const names = [...new Set(runs.flatMap((run) => Object.keys(run.curve)))].filter((name) => name !== "step")
    return names.map((name) => {
      const having = runs.filter((run) => run.curve[name])
      const steps = [...new Set(having.flatMap((run) => run.curve["step"] ?? []))]
        .filter((step) => step !== null).sort((a, b) => a - b)
      const series: Series[] = having.map((run) => {
        const at = new Map((run.curve["step"] ?? []).map((step, place) => [step, run.curve[name]?.[place] ?? null]))
        return { label: title(run), values: steps.map((step) => at.get(step) ?? null) }
      })
      return { name, steps, series }
    })
  }, [runs])
  return (
    <>
      {charts.map(({ name, steps, series }) => (
        <section key={name} aria-label={name}>
          <h2>{name.replace(/_/g, " ")} by step</h2>
          <Chart label={`${name} by step, of ${series.map((one) => one.label).join(", ")}`} x={steps} xLabel="step" series={series} />
          <details>
            <summary>As a table</summary>
            <Table label={`${name} by step`} rows={steps.filter((_, at) => at % Math.ceil(steps.length / 50) === 0)} row={(step) => step} columns={[
              { title: "Step", number: true, cell: (step) => number(step) },
              ...series.map((one) => ({ title: one.label, number: true as const, cell: (step: number) => one.values[steps.indexOf(step)]?.toPrecision(4) ?? "–" })),
            ]} />
          </details>
        </section>
      ))}
    </>
  )
}

function Rounds({ rounds }: { rounds: Record<string, unknown>[] }) {
  const names = [...new Set(rounds.flatMap((made) => Object.keys(made)))]
  const rate = useMemo(() => {
    const done = rounds.filter((made) => typeof made["verified"] === "number" && Number(made["tried"]) > 0)
    return { x: done.map((made) => Number(made["round"])), y: done.map((made) => (100 * Number(made["verified"])) / Number(made["tried"])) }
  }, [rounds])
  const series = useMemo(() => [{ label: "verified, %", values: rate.y }], [rate])
  return (
    <>
      <h2>Rounds</h2>
      {rate.x.length > 1 && <Chart label="Verified of those tried, by round" x={rate.x} xLabel="round" series={series} />}
      <Table label="Rounds" rows={rounds} row={(made, at) => String(made["round"] ?? at)} columns={[
        ...names.map((name) => ({ title: name.replace(/_/g, " "), cell: (made: Record<string, unknown>) => said(made[name]) })),
        { title: "yield", number: true as const, cell: yielded },
      ]} />
    </>
  )
}

// Verified of those tried; in self-play, proved of the statements and of the conjectures.
function yielded(made: Record<string, unknown>): string {
  if (typeof made["conjectures"] !== "number") return percent(Number(made["verified"] ?? 0), Number(made["tried"] ?? 0))
  const statements = percent(Number(made["proved"] ?? 0), Number(made["statements"] ?? 0))
  return `${statements}; conjectures ${percent(Number(made["conjectures_proved"] ?? 0), Number(made["conjectures"]))}`
}

function Checkpoints({ run }: { run: RunShown }) {
  return (
    <>
      <h2>Checkpoints</h2>
      <Table label="Checkpoints" rows={run.checkpoints} row={(made) => made.id} columns={[
        { title: "Name", cell: (made) => made.name },
        { title: "Kind", cell: (made) => made.kind.replace(/_/g, " ") },
        { title: "Searches", number: true, cell: (made) => number(made.outcomes?.attempts ?? 0) },
        { title: "Claimed", number: true, cell: (made) => number(made.outcomes?.claimed ?? 0) },
        { title: "Verified", number: true, cell: (made) => number(made.outcomes?.verified ?? 0) },
        { title: "Rate", number: true, cell: (made) => percent(made.outcomes?.verified ?? 0, made.outcomes?.attempts ?? 0) },
      ]} />
    </>
  )
}

// From what it came, column by column; each says what it was made from.
function Lineage({ of }: { of: RunShown["lineage"] }) {
  const names = new Map(of.nodes.map((node) => [node.id, node]))
  const level = new Map<string, number>()
  const parents = (id: string): string[] => of.edges.filter(([, to]) => to === id).map(([from]) => from)
  const depth = (id: string, above: Set<string> = new Set()): number => {
    const known = level.get(id)
    if (known !== undefined) return known
    if (above.has(id)) return 0
    const from = parents(id).map((parent) => depth(parent, new Set([...above, id])) + 1)
    const found = Math.max(0, ...from)
    level.set(id, found)
    return found
  }
  const columns: LineageNode[][] = []
  for (const node of of.nodes) (columns[depth(node.id)] ??= []).push(node)
  return (
    <ol class="lineage" aria-label="Lineage, from traces on">
      {columns.map((nodes, at) => (
        <li key={at}>
          {(nodes ?? []).map((node) => (
            <div key={node.id} class={`made of-${node.kind}`}>
              <span class="faint">{node.kind}</span>
              <b>{linked(node)}</b>
              {node.detail && <span class="faint">{node.detail}</span>}
              {parents(node.id).length > 0 && <span class="faint from">from {parents(node.id).map((id) => names.get(id)?.label ?? id).join(", ")}</span>}
            </div>
          ))}
        </li>
      ))}
    </ol>
  )
}

function linked(node: LineageNode) {
  const id = Number(node.id.slice(node.id.indexOf(":") + 1))
  if (node.kind === "run") return <a href={href("runs", [id])}>{node.label}</a>
  if (node.kind === "traces") return <a href={href("data", ["snapshot", id])}>{node.label}</a>
  if (node.kind === "evaluation" || node.kind === "found") return <a href={href("attempts", [], { evaluation: id })}>{node.label}</a>
  return node.label
}

function Figures({ heading, of }: { heading: string; of: Record<string, unknown> }) {
  const names = Object.keys(of).sort()
  return (
    <section>
      <h2>{heading}</h2>
      {names.length === 0 ? <Empty>None.</Empty> : (
        <dl class="facts">
          {names.map((name) => [<dt key={name}>{name.replace(/_/g, " ")}</dt>, <dd key={`${name}.`}>{said(of[name])}</dd>])}
        </dl>
      )}
    </section>
  )
}

function said(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–"
  if (typeof value === "number") return Number.isInteger(value) ? number(value) : value.toPrecision(5)
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
