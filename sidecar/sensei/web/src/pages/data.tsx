// What was traced: repository, module, declaration, proof.

import { address, useData } from "../api"
import { Source, byteIndex, type Mark, type Span } from "../lean"
import { useLive } from "../live"
import type { PageProps } from "../pages"
import { Badge, Empty, Failure, Shown, Table, When, bytes, number, seconds } from "../parts"
import { go, href } from "../router"
import { DeclarationView } from "./declaration"

export interface SnapshotLine {
  id: number
  package: string
  repository: string
  commit: string | null
  lean_version: string
  toolchain_kind: string
  completed_at: string
  modules: number
  declarations: number
  theorems: number
  proved: number
  steps: number
  failures: number
}

interface ModuleLine {
  id: number
  name: string
  file: string
  declarations: number
  steps: number
  seconds: number
  peak_rss_bytes: number
}

interface DeclarationLine {
  id: number
  name: string
  kind: string
  module_id: number
  module: string
  signature: string
  steps: number
  has_sorry: boolean
  has_error: boolean
  range: Span | null
}

interface Lines<Row> {
  rows: Row[]
  more: boolean
}

export default function DataPage({ parts, query }: PageProps) {
  const [what, text] = parts
  const id = Number(text)
  if (what === undefined) return <Snapshots />
  if (!Number.isInteger(id)) return <Failure text="There is no such page." />
  if (what === "snapshot") return <Snapshot key={id} id={id} query={query} />
  if (what === "module") return <Module key={id} id={id} />
  if (what === "declaration") return <DeclarationView key={id} id={id} step={query.get("step")} />
  return <Failure text="There is no such page." />
}

function Snapshots() {
  const snapshots = useData<SnapshotLine[]>("v1/dashboard/data/snapshots", useLive().version)
  return (
    <>
      <h1>Traced repositories</h1>
      <Shown of={snapshots}>{(rows) => rows.length === 0
        ? <Empty>Nothing is traced yet: <code>sensei trace</code> and <code>sensei ingest</code> fill this page.</Empty>
        : <Table label="Traced repositories" rows={rows} row={(one) => one.id} columns={[
            { title: "Repository", cell: (one) => <a href={href("data", ["snapshot", one.id])}>{one.repository || one.package}</a> },
            { title: "Commit", cell: (one) => <code>{one.commit?.slice(0, 12) ?? "–"}</code> },
            { title: "Lean", cell: (one) => one.lean_version },
            { title: "Modules", number: true, cell: (one) => number(one.modules) },
            { title: "Declarations", number: true, cell: (one) => number(one.declarations) },
            { title: "Theorems", number: true, cell: (one) => number(one.theorems) },
            { title: "Steps", number: true, cell: (one) => number(one.steps) },
            { title: "When", tight: true, cell: (one) => <When at={one.completed_at} /> },
          ]} />}
      </Shown>
    </>
  )
}

function Snapshot({ id, query }: { id: number; query: URLSearchParams }) {
  const base = `v1/dashboard/data/snapshots/${id}`
  const about = useData<{ kinds: Record<string, number>; failures: { module: string; reason: string; message: string }[] }>(base)
  const values = Object.fromEntries(["name", "text", "kind", "sorry"].map((key) => [key, query.get(key) ?? ""]))
  const at = Number(query.get("at") ?? 0) || 0
  const searching = Object.values(values).some((value) => value !== "")
  const submit = (event: Event) => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    go(href("data", ["snapshot", id], Object.fromEntries([...form].map(([key, value]) => [key, String(value)]))))
  }
  return (
    <>
      <p class="crumbs"><a href={href("data")}>Repositories</a> /</p>
      <h1>{searching ? "Declarations" : "Modules"}</h1>
      <form class="row" role="search" onSubmit={submit} key={query.toString()}>
        <label class="grow">Name<input name="name" type="search" defaultValue={values["name"]} /></label>
        <label class="grow">Statement or comment<input name="text" type="search" defaultValue={values["text"]} /></label>
        <label>Kind
          <select name="kind" defaultValue={values["kind"]}>
            <option value="">any</option>
            {Object.entries(about.data?.kinds ?? {}).map(([kind, count]) => (
              <option key={kind} value={kind} selected={kind === values["kind"]}>{`${kind} (${number(count)})`}</option>
            ))}
          </select>
        </label>
        <label>Proof
          <select name="sorry">
            <option value="">any</option>
            <option value="true" selected={values["sorry"] === "true"}>with sorry</option>
          </select>
        </label>
        <button type="submit">Search</button>
        {searching && <a href={href("data", ["snapshot", id])}>All modules</a>}
      </form>
      {searching
        ? <Found path={address(`${base}/declarations`, { ...values, at })} at={at}
            link={(to) => href("data", ["snapshot", id], { ...values, at: to || "" })} />
        : <Modules path={address(`${base}/modules`, { at })} at={at}
            link={(to) => href("data", ["snapshot", id], { at: to || "" })} />}
      {(about.data?.failures.length ?? 0) > 0 && <>
        <h2>Modules that failed</h2>
        <Table label="Modules that failed" rows={about.data?.failures ?? []} row={(one) => one.module} columns={[
          { title: "Module", cell: (one) => <code>{one.module}</code> },
          { title: "Reason", cell: (one) => <Badge kind="bad">{one.reason}</Badge> },
          { title: "Message", cell: (one) => <pre>{one.message}</pre> },
        ]} />
      </>}
    </>
  )
}

function Pages({ at, more, link }: { at: number; more: boolean; link: (at: number) => string }) {
  if (at === 0 && !more) return null
  return (
    <nav class="row" aria-label="Pages of the list">
      {at > 0 && <a href={link(at - 1)}>Previous page</a>}
      <span class="faint">Page {at + 1}</span>
      {more && <a href={link(at + 1)}>Next page</a>}
    </nav>
  )
}

function Modules({ path, at, link }: { path: string; at: number; link: (at: number) => string }) {
  const found = useData<Lines<ModuleLine>>(path)
  return (
    <Shown of={found}>{(data) => <>
      <Table label="Modules" rows={data.rows} row={(one) => one.id} columns={[
        { title: "Module", cell: (one) => <a href={href("data", ["module", one.id])}>{one.name}</a> },
        { title: "File", cell: (one) => <code>{one.file}</code> },
        { title: "Declarations", number: true, cell: (one) => number(one.declarations) },
        { title: "Steps", number: true, cell: (one) => number(one.steps) },
        { title: "Traced in", number: true, cell: (one) => seconds(one.seconds) },
        { title: "Memory", number: true, cell: (one) => bytes(one.peak_rss_bytes) },
      ]} />
      <Pages at={at} more={data.more} link={link} />
    </>}</Shown>
  )
}

function Found({ path, at, link }: { path: string; at: number; link: (at: number) => string }) {
  const found = useData<Lines<DeclarationLine>>(path)
  return (
    <Shown of={found}>{(data) => data.rows.length === 0 ? <Empty>Nothing has these.</Empty> : <>
      <Declarations rows={data.rows} module />
      <Pages at={at} more={data.more} link={link} />
    </>}</Shown>
  )
}

function Declarations({ rows, module = false }: { rows: DeclarationLine[]; module?: boolean }) {
  return <Table label="Declarations" rows={rows} row={(one) => one.id} columns={[
    { title: "Name", cell: (one) => <a href={href("data", ["declaration", one.id])}>{one.name}</a> },
    { title: "Kind", tight: true, cell: (one) => <>
      {one.kind} {one.has_sorry && <Badge kind="bad">sorry</Badge>} {one.has_error && <Badge kind="bad">error</Badge>}
    </> },
    { title: "Statement", cell: (one) => <code>{short(one.signature)}</code> },
    ...(module ? [{ title: "Module", cell: (one: DeclarationLine) => <a href={href("data", ["module", one.module_id])}>{one.module}</a> }] : []),
    { title: "Steps", number: true, cell: (one) => number(one.steps) },
  ]} />
}

const short = (text: string): string => text.length > 300 ? `${text.slice(0, 300)}…` : text

interface ModuleShown {
  id: number
  snapshot_id: number
  name: string
  file: string
  imports: string[]
  source: string
  declarations: DeclarationLine[]
  messages: { severity: string; text: string; range: Span | null }[]
}

function Module({ id }: { id: number }) {
  const module = useData<ModuleShown>(`v1/dashboard/data/modules/${id}`)
  return <Shown of={module}>{(data) => <ModuleWhole module={data} />}</Shown>
}

function ModuleWhole({ module }: { module: ModuleShown }) {
  const index = byteIndex(module.source)
  const marks: Mark[] = module.declarations.filter((one) => one.range !== null).map((one) => ({
    start: index(one.range![0]),
    // The first line only: whole declarations as links cannot be read.
    end: Math.min(index(one.range![1]), lineEnd(module.source, index(one.range![0]))),
    show: (inner) => <a class="plain" href={href("data", ["declaration", one.id])}>{inner}</a>,
  }))
  return (
    <>
      <p class="crumbs">
        <a href={href("data")}>Repositories</a> / <a href={href("data", ["snapshot", module.snapshot_id])}>Modules</a> /
      </p>
      <h1>{module.name}</h1>
      <p class="faint"><code>{module.file}</code>{module.imports.length > 0 && <> imports {module.imports.join(", ")}</>}</p>
      {module.messages.length > 0 && <details>
        <summary>{number(module.messages.length)} messages of Lean</summary>
        {module.messages.map((said, at) => (
          <pre key={at}><Badge kind={said.severity === "error" ? "bad" : "warn"}>{said.severity}</Badge>
            {said.range && ` line ${said.range[2]}`} {said.text}</pre>
        ))}
      </details>}
      <div class="split">
        <div><h2>Declarations</h2><Declarations rows={module.declarations} /></div>
        <div class="long"><h2>Source</h2><Source text={module.source} marks={marks} label="Source" /></div>
      </div>
    </>
  )
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from)
  return end < 0 ? text.length : end
}
