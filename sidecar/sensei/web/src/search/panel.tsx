// What is chosen in the tree, in full.

import { number } from "../parts"
import { href } from "../router"
import type { Thing } from "./layout"
import { type ReplayTactic, type Search, STATUS_WORDS } from "./model"

const fixed = (value: number | null): string => (value === null ? "–" : value.toFixed(2))
const at = (seconds: number): string => `${seconds.toFixed(3)} s`

export function Panel({ search, thing, step, choose }: {
  search: Search
  thing: Thing
  step: number
  choose: (key: string) => void
}) {
  return thing.kind === "goal"
    ? <GoalPanel search={search} id={thing.id} step={step} choose={choose} />
    : <TacticPanel search={search} tactic={search.tactic(thing.id)} step={step} choose={choose} />
}

export function GoalText({ text }: { text: string }) {
  return (
    <pre class="goal">
      {text.split("\n").map((line, place) => (
        <span key={place} class={line.startsWith("⊢") ? "turnstile-line" : undefined}>{line}{"\n"}</span>
      ))}
    </pre>
  )
}

function GoalPanel({ search, id, step, choose }: {
  search: Search
  id: number
  step: number
  choose: (key: string) => void
}) {
  const node = search.node(id)
  const status = search.status(id, step)
  const ran = (search.ran[id] ?? []).filter((tactic) => tactic.at <= step)
  const failed = (search.failed[id] ?? []).filter((tactic) => tactic.at <= step)
  const from = node.parent === null ? undefined : search.tactic(node.parent)
  return (
    <>
      <h2>{id === 0 ? "The theorem" : `Goal ${id}`}</h2>
      <p><Mark status={status} /> {STATUS_WORDS[status]}{search.onProof.nodes.has(id) && ", on the proof’s path"}</p>
      {node.goals.map((goal, place) => (
        <div key={place}>
          {goal.case && <p class="faint">case {goal.case}</p>}
          <GoalText text={goal.text} />
        </div>
      ))}
      {node.goals.length > 1 && <p class="faint">They share metavariables and are proved together.</p>}
      <dl class="facts">
        <dt>score</dt><dd>{fixed(node.score)}</dd>
        <dt>critic’s value</dt><dd>{fixed(node.value)}</dd>
        <dt>log-probability of its path</dt><dd>{fixed(node.log_prob)}</dd>
        <dt>visits</dt><dd>{number(node.visits)}</dd>
        <dt>reached by tactics</dt><dd>{number(node.reached)}</dd>
        <dt>depth</dt><dd>{number(node.depth)}</dd>
        <dt>found</dt><dd>step {number(node.at + 1)}, {at(node.at_s)}</dd>
      </dl>
      {from && (
        <p>From <button type="button" class="link" onClick={() => choose(`t${from.id}`)}><code>{from.text}</code></button></p>
      )}
      {ran.length > 0 && <h3>Tactics that ran</h3>}
      <ul class="tactics">
        {ran.map((tactic) => (
          <li key={tactic.id}>
            <Mark status={search.tacticStatus(tactic.id, step)} />{" "}
            <button type="button" class="link" onClick={() => choose(`t${tactic.id}`)}><code>{tactic.text}</code></button>{" "}
            <span class="faint">{fixed(tactic.log_prob)}, {goalsLeft(tactic)}</span>
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <details>
          <summary>{number(failed.length)} that failed</summary>
          <ul class="tactics">
            {failed.slice(0, 200).map((tactic) => (
              <li key={tactic.id}>
                <code>{tactic.text}</code> <span class="faint">{fixed(tactic.log_prob)}, {tactic.failure}</span>
                <pre class="said">{search.data.messages[tactic.message ?? -1]}</pre>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function TacticPanel({ search, tactic, step, choose }: {
  search: Search
  tactic: ReplayTactic
  step: number
  choose: (key: string) => void
}) {
  const status = search.tacticStatus(tactic.id, step)
  return (
    <>
      <h2>Tactic</h2>
      <pre class="goal">{tactic.text}</pre>
      <p><Mark status={status} /> {STATUS_WORDS[status]}{search.onProof.tactics.has(tactic.id) && ", on the proof’s path"}</p>
      <dl class="facts">
        <dt>log-probability</dt><dd>{fixed(tactic.log_prob)}</dd>
        <dt>ran</dt><dd>step {number(tactic.at + 1)}, {at(tactic.at_s)}</dd>
        <dt>leaves</dt><dd>{goalsLeft(tactic)}</dd>
      </dl>
      <p>On <button type="button" class="link" onClick={() => choose(`g${tactic.node}`)}>
        {tactic.node === 0 ? "the theorem" : `goal ${tactic.node}`}
      </button></p>
      <ul class="tactics">
        {tactic.children?.map((child, place) => (
          <li key={place}>
            <Mark status={search.status(child, step)} />{" "}
            <button type="button" class="link" onClick={() => choose(`g${child}`)}>goal {child}</button>
            {search.isSeen(tactic, place) && <span class="faint"> found before</span>}
            {search.node(child).goals.map((goal, which) => <GoalText key={which} text={goal.text} />)}
          </li>
        ))}
      </ul>
    </>
  )
}

function goalsLeft(tactic: ReplayTactic): string {
  const left = tactic.children?.length ?? 0
  return left === 0 ? "no goals" : left === 1 ? "one goal" : `${left} goals, all to be proved`
}

export function Mark({ status }: { status: string }) {
  const glyph = { open: "○", tried: "●", proved: "■", dead: "▼", absent: "·" }[status] ?? "·"
  return <span aria-hidden="true" class={`mark is-${status}`}>{glyph}</span>
}

export function AttemptLink({ id }: { id: number }) {
  return <a href={href("attempts", [id])}>attempt {id}</a>
}
