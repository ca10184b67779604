// One declaration: its source, and at each step the goals before and after, as in the infoview.

import { useEffect, useRef, useState } from "preact/hooks"
import { useData } from "../api"
import { Goal, Source, byteIndex, type Mark, type Span } from "../lean"
import { Badge, Empty, Shown, number } from "../parts"
import { href } from "../router"

interface Step {
  parent: number | null
  text: string
  range: Span | null
  kind: string
  before: number[]
  after: number[]
}

interface Premise {
  name: string
  defined_in: string
  declaration_id: number | null
  use: Span | null
  step: number | null
}

interface Declaration {
  id: number
  snapshot_id: number
  module_id: number
  module: string
  file: string
  name: string
  kind: string
  signature: string
  doc: string
  source: string
  source_start: number
  range: Span | null
  proof_kind: string
  has_sorry: boolean
  has_error: boolean
  axioms: string[]
  attributes: string[]
  steps: Step[]
  goals: { name: string; pretty: string }[]
  premises: Premise[]
  parts: { split: string; part: string }[]
  attempts: number
  before: number | null
  after: number | null
}

interface Answer {
  declaration: Declaration
  difficulty: { level: string; steps: number } | null
}

export function DeclarationView({ id, step }: { id: number; step: string | null }) {
  const found = useData<Answer>(`v1/dashboard/data/declarations/${id}`)
  return <Shown of={found}>{(data) => <Whole {...data} first={Number(step ?? 0) || 0} />}</Shown>
}

function Whole({ declaration: d, difficulty, first }: Answer & { first: number }) {
  const [chosen, setChosen] = useState(Math.min(first, Math.max(d.steps.length - 1, 0)))
  const index = byteIndex(d.source, d.source_start)
  const step = d.steps[chosen]
  const linked = d.premises.filter((premise) => premise.use !== null)
  const marks: Mark[] = linked.map((premise) => ({
    start: index(premise.use![0]),
    end: index(premise.use![1]),
    show: (inner) => premise.declaration_id !== null
      ? <a class="premise" href={href("data", ["declaration", premise.declaration_id])} title={`${premise.name} (${premise.defined_in})`}>{inner}</a>
      : <span class="premise" title={`${premise.name} (${premise.defined_in})`}>{inner}</span>,
  }))
  if (step?.range) {
    marks.push({
      start: index(step.range[0]),
      end: index(step.range[1]),
      show: (inner) => <mark>{inner}</mark>,
    })
  }
  return (
    <>
      <p class="crumbs">
        <a href={href("data")}>Repositories</a> / <a href={href("data", ["snapshot", d.snapshot_id])}>Modules</a>
        {" "}/ <a href={href("data", ["module", d.module_id])}>{d.module}</a> /
      </p>
      <h1>{d.name}</h1>
      <p class="row">
        <Badge kind="">{d.kind}</Badge>
        {d.has_sorry && <Badge kind="bad">sorry</Badge>}
        {d.has_error && <Badge kind="bad">error</Badge>}
        {difficulty && <Badge kind="">{`${difficulty.level}: ${number(difficulty.steps)} ${difficulty.steps === 1 ? "step" : "steps"}`}</Badge>}
        {d.parts.map((part) => <Badge key={part.split} kind="">{`${part.part} of split ${part.split}`}</Badge>)}
        {d.attempts > 0 && <a href={href("attempts", [], { theorem: d.name })}>{d.attempts === 1 ? "1 attempt" : `${number(d.attempts)} attempts`}</a>}
        {d.range && <span class="faint">{d.file}, line {d.range[2]}</span>}
        <a href={href("proof", ["declaration", d.id])}>Proof view</a>
        {d.before !== null && <a href={href("data", ["declaration", d.before])}>Previous</a>}
        {d.after !== null && <a href={href("data", ["declaration", d.after])}>Next</a>}
      </p>
      {d.doc && <p class="doc">{d.doc}</p>}
      <div class="split">
        <div>
          <h2>Source</h2>
          {d.source ? <Source text={d.source} marks={nested(marks)} label="Source of the declaration" />
            : <Empty>It has no source of its own: Lean made it.</Empty>}
          <h2>Steps</h2>
          {d.steps.length === 0 ? <Empty>It has no tactics.</Empty>
            : <Steps steps={d.steps} chosen={chosen} choose={setChosen} />}
        </div>
        <div class="sticky" aria-live="polite">
          {step && <Goals step={step} goals={d.goals} />}
          <h2>Premises {step && "of the step"}</h2>
          <Premises of={d.premises.filter((premise) => !step || premise.step === chosen)} />
          {d.axioms.length > 0 && <p class="faint">Axioms: {d.axioms.join(", ")}</p>}
        </div>
      </div>
    </>
  )
}

// Without those that cross another: the trace of a macro may have such.
function nested(marks: Mark[]): Mark[] {
  const kept: Mark[] = []
  for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const crosses = kept.some((other) => other.start < mark.start && mark.start < other.end && mark.end > other.end)
    const twice = kept.some((other) => other.start === mark.start && other.end === mark.end && other.show === mark.show)
    if (!crosses && !twice) kept.push(mark)
  }
  return kept
}

function depth(steps: Step[], at: number): number {
  let found = 0
  for (let up = steps[at]?.parent ?? null; up !== null && found < 12; up = steps[up]?.parent ?? null) found++
  return found
}

function Steps({ steps, chosen, choose }: { steps: Step[]; chosen: number; choose: (step: number) => void }) {
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current) list.current?.querySelector<HTMLElement>("[aria-current]")?.focus()
    moved.current = false
  }, [chosen])
  const key = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -steps.length, End: steps.length }[event.key]
    if (by === undefined) return
    event.preventDefault()
    moved.current = true
    choose(Math.min(Math.max(chosen + by, 0), steps.length - 1))
  }
  return (
    <ol class="tactic-list" ref={list} onKeyDown={key}>
      {steps.map((step, at) => (
        <li key={at} class={`depth-${depth(steps, at)}`}>
          <button type="button" class={at === chosen ? "step chosen" : "step"} tabIndex={at === chosen ? 0 : -1}
            aria-current={at === chosen ? "step" : undefined} onClick={() => choose(at)}>
            <code>{line(step.text)}</code>
          </button>
        </li>
      ))}
    </ol>
  )
}

const line = (text: string): string => {
  const [first = "", ...rest] = text.split("\n")
  return rest.length > 0 ? `${first} …` : first
}

function Goals({ step, goals }: { step: Step; goals: Declaration["goals"] }) {
  const known = new Set(step.before.flatMap((at) => goals[at]?.pretty.split("\n") ?? []))
  return (
    <>
      <h2>Before</h2>
      {step.before.length === 0 && <Empty>No goals.</Empty>}
      {step.before.map((at) => <Goal key={at} pretty={goals[at]?.pretty ?? ""} />)}
      <h2>After</h2>
      {step.after.length === 0 && <p class="done">No goals are left.</p>}
      {step.after.map((at) => <Goal key={at} pretty={goals[at]?.pretty ?? ""} known={known} />)}
    </>
  )
}

function Premises({ of }: { of: Premise[] }) {
  const once = [...new Map(of.map((premise) => [`${premise.defined_in} ${premise.name}`, premise])).values()]
  if (once.length === 0) return <Empty>None.</Empty>
  return (
    <ul class="premises">
      {once.map((premise) => (
        <li key={`${premise.defined_in} ${premise.name}`}>
          {premise.declaration_id !== null
            ? <a href={href("data", ["declaration", premise.declaration_id])}>{premise.name}</a>
            : <code>{premise.name}</code>} <span class="faint">{premise.defined_in}</span>
        </li>
      ))}
    </ul>
  )
}
