// A recorded search as the server tells it (sensei/views/replay.py), and what is so at a step.

export interface ReplayNode {
  id: number
  // The tactic by which it was first reached: its place in the tree. null for the theorem.
  parent: number | null
  goals: { case: string; text: string }[]
  at: number
  at_s: number
  depth: number
  log_prob: number
  score: number | null
  value: number | null
  expanded: number | null
  visits: number
  reached: number
  proved: number | null
  dead: number | null
}

export interface ReplayTactic {
  id: number
  node: number
  text: string
  log_prob: number
  at: number
  at_s: number
  // Those that ran have children; those that failed a kind and a message.
  children?: number[]
  proved?: number | null
  dead?: number | null
  failure?: string
  message?: number
}

export type Phase = "model" | "lean" | "both" | "search" | ""

export interface Replay {
  format: number
  attempt: number
  theorem: string
  module: string
  search: string
  options: Record<string, unknown>
  status: string | null
  detail: string
  steps: number
  nodes: ReplayNode[]
  tactics: ReplayTactic[]
  messages: string[]
  events: [string, number, Phase][]
  time: Record<string, number>
  proof: { nodes: number[]; tactics: number[] } | null
}

// "absent" is what has not come to be yet.
export type Status = "absent" | "open" | "tried" | "proved" | "dead"

export const STATUS_WORDS: Record<Status, string> = {
  absent: "not there yet",
  open: "open",
  tried: "tried",
  proved: "proved",
  dead: "no way to a proof",
}

const by = (step: number, at: number | null | undefined): boolean => at != null && at <= step

export class Search {
  // Of each node, the tactics that ran, in order, and those that failed.
  readonly ran: ReplayTactic[][]
  readonly failed: ReplayTactic[][]
  readonly onProof: { nodes: Set<number>; tactics: Set<number> }

  constructor(readonly data: Replay) {
    this.ran = data.nodes.map(() => [])
    this.failed = data.nodes.map(() => [])
    for (const tactic of data.tactics) {
      (tactic.children ? this.ran : this.failed)[tactic.node]?.push(tactic)
    }
    this.onProof = { nodes: new Set(data.proof?.nodes), tactics: new Set(data.proof?.tactics) }
  }

  node(id: number): ReplayNode {
    return this.data.nodes[id] as ReplayNode
  }

  tactic(id: number): ReplayTactic {
    return this.data.tactics[id] as ReplayTactic
  }

  status(id: number, step: number): Status {
    const node = this.node(id)
    if (node.at > step) return "absent"
    if (by(step, node.proved)) return "proved"
    if (by(step, node.dead)) return "dead"
    return by(step, node.expanded) ? "tried" : "open"
  }

  tacticStatus(id: number, step: number): Status {
    const tactic = this.tactic(id)
    if (tactic.at > step) return "absent"
    if (by(step, tactic.proved)) return "proved"
    return by(step, tactic.dead) ? "dead" : "open"
  }

  // Whether the child of a tactic stands in the tree elsewhere: it was reached before.
  isSeen(tactic: ReplayTactic, place: number): boolean {
    const child = tactic.children?.[place] as number
    return this.node(child).parent !== tactic.id || tactic.children?.indexOf(child) !== place
  }

  // How many goals stand below one in the tree.
  readonly below = (() => {
    let counts: number[] | undefined
    return (id: number): number => {
      if (!counts) {
        counts = this.data.nodes.map(() => 0)
        // What is first reached from a node has a greater number than it.
        for (let at = this.data.nodes.length - 1; at > 0; at--) {
          const parent = this.node(at).parent
          if (parent === null) continue
          const above = this.tactic(parent).node
          counts[above] = (counts[above] ?? 0) + 1 + (counts[at] ?? 0)
        }
      }
      return counts[id] ?? 0
    }
  })()
}

// The line that stands for a goal: what is to be proved.
export function target(goals: { text: string }[]): string {
  const first = goals[0]
  if (!first) return "no goals"
  const at = first.text.lastIndexOf("⊢")
  const line = (at < 0 ? first.text : first.text.slice(at)).replace(/\s+/g, " ").trim()
  return goals.length > 1 ? `${goals.length} goals: ${line}` : line
}

export function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ⏎ ")
}

export function cut(text: string, length: number): string {
  const letters = [...text]
  return letters.length <= length ? text : `${letters.slice(0, length - 1).join("")}…`
}

// Seconds by what they went into, up to a step.
export function timeUntil(data: Replay, step: number): Record<"model" | "lean" | "both" | "search", number> {
  const spent = { model: 0, lean: 0, both: 0, search: 0 }
  let before = 0
  for (const [, at, phase] of data.events.slice(1, step + 1)) {
    if (phase) spent[phase] += Math.max(0, at - before)
    before = Math.max(before, at)
  }
  return spent
}
