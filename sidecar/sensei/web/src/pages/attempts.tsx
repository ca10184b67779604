// Searches: found by what they are, looked at one by one or two beside each other.

import { useState } from "preact/hooks"
import { address, useData } from "../api"
import { useLive } from "../live"
import { PAGES, type PageProps } from "../pages"
import { Badge, Empty, Shown, Table, When, number, seconds } from "../parts"
import { go, href } from "../router"

interface AttemptLine {
  id: number
  theorem: string
  module: string
  prover: string
  status: string
  seconds: number
  model_calls: number
  tactic_calls: number
  accepted: boolean | null
  reason: string | null
  created_at: string
}

interface Attempt extends Omit<AttemptLine, "prover" | "accepted" | "reason"> {
  declaration_id: number | null
  generator: string
  checkpoint: string | null
  seed: number
  budget: Record<string, unknown>
  detail: string
  tokens: number
  tactics: string[]
  proof: string | null
  verdicts: { accepted: boolean; reason: string; detail: string; axioms: string[]; seconds: number; lean_version: string; created_at: string }[]
  events: Record<string, number>
  others: AttemptLine[]
}

interface Facets {
  status: Record<string, number>
  reason: Record<string, number>
  prover: Record<string, number>
  evaluation: Record<string, string>
}

export default function AttemptsPage({ parts, query }: PageProps) {
  const [one, two] = parts
  if (one === undefined) return <Attempts query={query} />
  if (two === undefined) return <One key={one} id={one} />
  return <Compared one={one} two={two} />
}

// A checkpoint is named by its folder.
const prover = (name: string): string => name.split("/").filter((part) => part !== "").pop() ?? name
const words = (status: string): string => status.replaceAll("_", " ")

function Outcome({ status, reason, accepted }: { status: string; reason: string | null; accepted: boolean | null }) {
  if (accepted === true) return <Badge kind="good">verified</Badge>
  if (accepted === false) return <Badge kind="bad">{`rejected: ${words(reason ?? "")}`}</Badge>
  return <Badge kind={status === "claimed" ? "warn" : ""}>{words(status)}</Badge>
}

const FILTERS = ["theorem", "status", "reason", "prover", "evaluation"] as const

function Attempts({ query }: { query: URLSearchParams }) {
  const version = useLive().version
  const values = Object.fromEntries(FILTERS.map((key) => [key, query.get(key) ?? ""]))
  const before = query.get("before") ?? ""
  const facets = useData<Facets>("v1/dashboard/attempts/facets", version)
  const found = useData<{ rows: AttemptLine[]; more: boolean }>(
    address("v1/dashboard/attempts", { ...values, before }), before ? "" : version)
  const [picked, setPicked] = useState<AttemptLine[]>([])
  const change = (event: Event) => {
    const form = new FormData((event.currentTarget as HTMLElement).closest("form")!)
    go(href("attempts", [], Object.fromEntries([...form].map(([key, value]) => [key, String(value)]))))
  }
  const choice = (name: keyof Facets, title: string, shown: (key: string) => string) => (
    <label>{title}
      <select name={name} onChange={change}>
        <option value="">any</option>
        {Object.entries(facets.data?.[name] ?? {}).map(([key, count]) => (
          <option key={key} value={key} selected={key === values[name]}>
            {name === "evaluation" ? `${count} ${key}` : `${shown(key)} (${number(Number(count))})`}
          </option>
        ))}
      </select>
    </label>
  )
  const pick = (line: AttemptLine) => setPicked((old) =>
    old.some((other) => other.id === line.id) ? old.filter((other) => other.id !== line.id)
      : [...old.filter((other) => other.theorem === line.theorem), line].slice(-2))
  return (
    <>
      <h1>Attempts</h1>
      <form class="row" role="search" onSubmit={(event) => { event.preventDefault(); change(event) }}>
        <label class="grow">Theorem<input name="theorem" type="search" key={values["theorem"]} defaultValue={values["theorem"]} /></label>
        {choice("status", "Search", words)}
        {choice("reason", "Verdict", (key) => key === "none" ? "no verdict" : words(key))}
        {choice("prover", "Prover", prover)}
        {Object.keys(facets.data?.evaluation ?? {}).length > 0 && choice("evaluation", "Evaluation", words)}
        <button type="submit">Search</button>
        {FILTERS.some((key) => values[key] !== "") && <a href={href("attempts")}>All attempts</a>}
      </form>
      <p class="row" role="status">
        {picked.length === 0 && <span class="faint">Pick two attempts of one theorem to compare them.</span>}
        {picked.length === 1 && <span class="faint">One attempt of {picked[0]!.theorem} is picked; pick another.</span>}
        {picked.length === 2 && <a href={href("attempts", picked.map((line) => line.id))}>
          {`Compare ${picked[0]!.id} and ${picked[1]!.id}`}</a>}
      </p>
      <Shown of={found}>{(data) => data.rows.length === 0
        ? <Empty>{FILTERS.some((key) => values[key] !== "") ? "No attempt has these."
            : <>No attempt yet: <code>sensei prove</code> makes them.</>}</Empty>
        : <>
            <Table label="Attempts" rows={data.rows} row={(line) => line.id} columns={[
              { title: "Pick", cell: (line) => <input type="checkbox" aria-label={`Pick attempt ${line.id}`}
                checked={picked.some((other) => other.id === line.id)} onChange={() => pick(line)} /> },
              ...columns(),
            ]} />
            <p class="row">
              {before && <a href={href("attempts", [], values)}>Newest</a>}
              {data.more && <a href={href("attempts", [], { ...values, before: data.rows[data.rows.length - 1]!.id })}>Older</a>}
            </p>
          </>}
      </Shown>
    </>
  )
}

function columns() {
  return [
    { title: "Attempt", cell: (line: AttemptLine) => <a href={href("attempts", [line.id])}>{line.id}</a> },
    { title: "Theorem", cell: (line: AttemptLine) => line.theorem },
    { title: "Outcome", tight: true as const, cell: (line: AttemptLine) => <Outcome {...line} /> },
    { title: "Prover", cell: (line: AttemptLine) => prover(line.prover) },
    { title: "Time", number: true as const, cell: (line: AttemptLine) => seconds(line.seconds) },
    { title: "Tactics", number: true as const, cell: (line: AttemptLine) => number(line.tactic_calls) },
    { title: "When", tight: true as const, cell: (line: AttemptLine) => <When at={line.created_at} /> },
  ]
}

function useAttempt(id: string) {
  return useData<Attempt>(`v1/dashboard/attempts/${encodeURIComponent(id)}`, useLive().version)
}

function facts(a: Attempt): [string, string][] {
  const events = Object.entries(a.events).map(([kind, count]) => `${number(count)} ${words(kind)}`).join(", ")
  return [
    ["Outcome", words(a.status)],
    ["Detail", a.detail || "–"],
    ["Prover", a.checkpoint ?? a.generator],
    ["Seed", String(a.seed)],
    ["Budget", Object.entries(a.budget).map(([name, value]) => `${words(name)} ${value ?? "without limit"}`).join(", ")],
    ["Time", seconds(a.seconds)],
    ["Calls of the model", number(a.model_calls)],
    ["Tactics tried", number(a.tactic_calls)],
    ["Events", events || "–"],
  ]
}

function Verdicts({ of }: { of: Attempt["verdicts"] }) {
  if (of.length === 0) return <Empty>No verdict.</Empty>
  return <>{of.map((verdict, at) => (
    <div class="card" key={at}>
      <p><Outcome status="claimed" reason={verdict.reason} accepted={verdict.accepted} />
        {" "}by Lean {verdict.lean_version} in {seconds(verdict.seconds)}, <When at={verdict.created_at} /></p>
      {verdict.detail && <pre>{verdict.detail}</pre>}
      {verdict.axioms.length > 0 && <p class="faint">Axioms: {verdict.axioms.join(", ")}</p>}
    </div>
  ))}</>
}

function Head({ attempt }: { attempt: Attempt }) {
  // Pages that look at a search whole, where they are.
  const views = PAGES.filter((page) => page.path === "replay" || page.path === "proof")
  return (
    <p class="row">
      {attempt.declaration_id !== null
        ? <a href={href("data", ["declaration", attempt.declaration_id])}>{attempt.theorem}</a> : attempt.theorem}
      <span class="faint">{attempt.module}</span>
      {views.map((page) => <a key={page.path} href={href(page.path, [attempt.id])}>{page.title}</a>)}
    </p>
  )
}

function One({ id }: { id: string }) {
  const found = useAttempt(id)
  return (
    <>
      <p class="crumbs"><a href={href("attempts")}>Attempts</a> /</p>
      <h1>Attempt {id}</h1>
      <Shown of={found}>{(attempt) => <>
        <Head attempt={attempt} />
        <div class="split">
          <div>
            <dl class="attempt-facts">{facts(attempt).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
            <h2>Verdicts</h2>
            <Verdicts of={attempt.verdicts} />
          </div>
          <div>
            <h2>Tactics</h2>
            {attempt.tactics.length === 0 ? <Empty>No proof was found.</Empty>
              : <ol>{attempt.tactics.map((tactic, at) => <li key={at}><code>{tactic}</code></li>)}</ol>}
            {attempt.proof && <><h2>Proof</h2><pre class="source">{attempt.proof}</pre></>}
          </div>
        </div>
        <h2>Other attempts of this theorem</h2>
        {attempt.others.length === 0 ? <Empty>None.</Empty>
          : <Table label="Other attempts" rows={attempt.others} row={(line) => line.id} columns={[
              ...columns(),
              { title: "", cell: (line) => <a href={href("attempts", [attempt.id, line.id])}
                aria-label={`Compare with attempt ${line.id}`}>Compare</a> },
            ]} />}
      </>}</Shown>
    </>
  )
}

function Compared({ one, two }: { one: string; two: string }) {
  const first = useAttempt(one)
  const second = useAttempt(two)
  return (
    <>
      <p class="crumbs"><a href={href("attempts")}>Attempts</a> /</p>
      <h1>Attempts {one} and {two}</h1>
      <Shown of={first}>{(a) => <Shown of={second}>{(b) => <Both a={a} b={b} />}</Shown>}</Shown>
    </>
  )
}

function Both({ a, b }: { a: Attempt; b: Attempt }) {
  const left = facts(a)
  const right = facts(b)
  const length = Math.max(a.tactics.length, b.tactics.length)
  return (
    <>
      {a.theorem !== b.theorem && <p class="failure">They are of two theorems.</p>}
      <Table label="Facts" rows={left} row={([name]) => name} columns={[
        { title: "", cell: ([name]) => name },
        { title: `Attempt ${a.id}`, cell: ([, value]) => value },
        { title: `Attempt ${b.id}`, cell: ([name, value]) => {
          const other = right.find(([known]) => known === name)?.[1] ?? ""
          return other === value ? other : <mark>{other}</mark>
        } },
      ]} />
      <h2>Tactics</h2>
      {length === 0 ? <Empty>Neither found a proof.</Empty>
        : <Table label="Tactics" rows={Array.from({ length }, (_, at) => at)} row={(at) => at} columns={[
            { title: "Step", number: true, cell: (at) => at + 1 },
            { title: `Attempt ${a.id}`, cell: (at) => <code>{a.tactics[at] ?? ""}</code> },
            { title: `Attempt ${b.id}`, cell: (at) => a.tactics[at] === b.tactics[at]
              ? <code>{b.tactics[at]}</code> : <mark><code>{b.tactics[at] ?? ""}</code></mark> },
          ]} />}
      <div class="split">
        {[a, b].map((attempt) => (
          <div key={attempt.id}>
            <h2>Verdicts of {attempt.id}</h2>
            <Head attempt={attempt} />
            <Verdicts of={attempt.verdicts} />
            {attempt.proof && <pre class="source">{attempt.proof}</pre>}
          </div>
        ))}
      </div>
    </>
  )
}
