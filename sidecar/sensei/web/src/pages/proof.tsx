// A proof in the manner of Paperproof: in each scope hypotheses grow downwards from its top and goals
// upwards from its bottom, until they meet; what is proved on its own is a scope of its own, shaded.

import { useState } from "preact/hooks"
import { useData } from "../api"
import type { PageProps } from "../pages"
import { Empty, Shown, number } from "../parts"
import { href } from "../router"

interface Hypothesis {
  name: string
  type: string
  value: string
}

interface Row {
  step: number
  tactic: string
  line: number | null
  uses: string[]
  new: Hypothesis[]
  gone: string[]
  target: string | null
  scopes: Scope[]
}

interface Scope {
  case: string
  hypotheses: Hypothesis[]
  target: string
  rows: Row[]
  open: boolean
}

interface ProofView {
  declaration: number | null
  attempt?: number
  name: string
  module: string
  kind: string
  type: string
  proof: string
  steps: number
  scopes: Scope[]
}

export default function ProofPage({ parts }: PageProps) {
  const ofDeclaration = parts[0] === "declaration"
  const id = Number(ofDeclaration ? parts[1] : parts[0])
  const asked = id > 0 ? `v1/dashboard/proof/${ofDeclaration ? "declaration" : "attempt"}/${id}` : null
  const loaded = useData<ProofView>(asked)
  if (asked === null) {
    return <><h1>Proof view</h1><Empty>
      Choose a theorem in the <a href={href("data")}>data</a>, or a proved <a href={href("attempts")}>attempt</a>.
    </Empty></>
  }
  return <Shown of={loaded}>{(view) => <View key={asked} view={view} />}</Shown>
}

function View({ view }: { view: ProofView }) {
  const [lit, setLit] = useState("")
  return (
    <>
      <p class="crumbs">
        <span class="mono">{view.module}</span>
        {view.declaration !== null && <> / <a href={href("data", ["declaration", view.declaration])}>source and steps</a></>}
        {view.attempt && <> / <a href={href("replay", [view.attempt])}>search {view.attempt}</a></>}
      </p>
      <h1>{view.name}</h1>
      <pre class="goal">{view.type}</pre>
      {view.scopes.length === 0
        ? <Empty>{view.attempt ? "This search found no proof." : view.proof === "tactic" ? "No step of its proof was traced." : "It is not proved by tactics."}</Empty>
        : <>
          <p class="faint">
            {number(view.steps)} tactics. Read hypotheses from the top down and goals from the bottom up; a shaded box is proved on its own.
          </p>
          <div class="paper" onPointerOver={(event) => setLit(nameAt(event.target))} onFocusIn={(event) => setLit(nameAt(event.target))}>
            {view.scopes.map((scope, at) => <ScopeBox key={at} scope={scope} depth={0} lit={lit} />)}
          </div>
        </>}
    </>
  )
}

function nameAt(target: EventTarget | null): string {
  return (target as Element | null)?.closest("[data-name]")?.getAttribute("data-name") ?? ""
}

function ScopeBox({ scope, depth, lit }: { scope: Scope; depth: number; lit: string }) {
  const closing = scope.rows.at(-1)
  // Targets from the last to the first: the goal that the scope begins with is at the bottom.
  const targets = scope.rows.filter((row) => row.target !== null)
  return (
    <section class={`scope depth-${depth % 4}`} aria-label={scope.case ? `case ${scope.case}` : depth === 0 ? "proof" : "scope"}>
      {scope.case && <p class="case">case {scope.case}</p>}
      <Hypotheses these={scope.hypotheses} lit={lit} />
      {scope.rows.slice(0, scope.open ? undefined : -1).map((row) => (
        <div key={row.step} class="down">
          {row.scopes.length > 0 && <Inner scopes={row.scopes} depth={depth} lit={lit} />}
          {(row.new.length > 0 || row.gone.length > 0 || row.scopes.length > 0) && <>
            <Tactic row={row} lit={lit} />
            <Hypotheses these={row.new} lit={lit} />
            {row.gone.filter((name) => !row.new.some((one) => one.name === name)).length > 0 &&
              <p class="gone">gone: {row.gone.filter((name) => !row.new.some((one) => one.name === name)).join(", ")}</p>}
          </>}
        </div>
      ))}
      {closing && !scope.open && (
        <div class="meet">
          {closing.scopes.length > 0 && <Inner scopes={closing.scopes} depth={depth} lit={lit} />}
          <Tactic row={closing} lit={lit} />
        </div>
      )}
      {scope.open && <p class="failure">nothing closes this goal</p>}
      {[...targets].reverse().map((row) => (
        <div key={row.step} class="up">
          <Target text={row.target ?? ""} />
          <Tactic row={row} lit={lit} />
        </div>
      ))}
      <Target text={scope.target} />
    </section>
  )
}

function Inner({ scopes, depth, lit }: { scopes: Scope[]; depth: number; lit: string }) {
  return <div class="inner">{scopes.map((scope, at) => <ScopeBox key={at} scope={scope} depth={depth + 1} lit={lit} />)}</div>
}

function Hypotheses({ these, lit }: { these: Hypothesis[]; lit: string }) {
  if (these.length === 0) return null
  return (
    <ul class="hypotheses" aria-label="Hypotheses">
      {these.map((one, at) => (
        <li key={at} data-name={one.name} class={one.name === lit ? "lit" : undefined}>
          <b>{one.name}</b> : {one.type}{one.value && <> := {one.value}</>}
        </li>
      ))}
    </ul>
  )
}

function Tactic({ row, lit }: { row: Row; lit: string }) {
  return (
    <p class="tactic" title={row.line === null ? undefined : `line ${row.line}`}>
      <code class={row.uses.includes(lit) ? "lit" : undefined}>{row.tactic}</code>
    </p>
  )
}

function Target({ text }: { text: string }) {
  return <p class="target"><span class="turnstile">⊢</span> {text}</p>
}
