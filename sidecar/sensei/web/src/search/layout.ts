// Where things stand: goals and tactics in columns from left to right, by the algorithm of Reingold
// and Tilford (d3-hierarchy). Places do not depend on the step, so that nothing moves as it grows.

import { type HierarchyPointNode, hierarchy, tree } from "d3-hierarchy"
import type { Search } from "./model"

export const GOAL_WIDTH = 210
export const TACTIC_WIDTH = 150
export const HEIGHT = 28
const ROW = 38
const GAP = 28
const MARGIN = 24
// As many goals are shown of a large search to begin with.
const FIRST_GOALS = 120

// A thing that can be chosen. `seen` is a goal that stands elsewhere, and is not unfolded here.
export type Thing =
  | { kind: "goal"; id: number; key: string; seen: boolean; hidden: number }
  | { kind: "tactic"; id: number; key: string }

export interface Item {
  thing: Thing
  // The left edge, the middle line.
  x: number
  y: number
  width: number
  parent: Item | undefined
  children: Item[]
}

export interface Layout {
  // Parents before children.
  items: Item[]
  byKey: Map<string, Item>
  width: number
  height: number
}

export const goalKey = (id: number): string => `g${id}`
export const tacticKey = (id: number): string => `t${id}`

interface Datum {
  thing: Thing
  children: Datum[]
}

function datum(search: Search, folded: Set<number>): Datum {
  const root: Datum = { thing: { kind: "goal", id: 0, key: goalKey(0), seen: false, hidden: 0 }, children: [] }
  const todo = [root]
  for (let at = todo.pop(); at; at = todo.pop()) {
    if (at.thing.kind !== "goal" || at.thing.seen) continue
    if (folded.has(at.thing.id)) {
      at.thing.hidden = search.below(at.thing.id)
      continue
    }
    for (const tactic of search.ran[at.thing.id] ?? []) {
      const group: Datum = { thing: { kind: "tactic", id: tactic.id, key: tacticKey(tactic.id) }, children: [] }
      at.children.push(group)
      tactic.children?.forEach((id, place) => {
        const seen = search.isSeen(tactic, place)
        const key = seen ? `s${tactic.id}.${place}` : goalKey(id)
        const child: Datum = { thing: { kind: "goal", id, key, seen, hidden: 0 }, children: [] }
        group.children.push(child)
        todo.push(child)
      })
    }
  }
  return root
}

export function arrange(search: Search, folded: Set<number>): Layout {
  const placed = tree<Datum>().nodeSize([ROW, 1]).separation((a, b) => (a.parent === b.parent ? 1 : 1.2))(
    hierarchy(datum(search, folded)),
  )
  let top = 0
  let bottom = 0
  placed.each((point) => {
    top = Math.min(top, point.x)
    bottom = Math.max(bottom, point.x)
  })
  const items: Item[] = []
  const byKey = new Map<string, Item>()
  const found = new Map<HierarchyPointNode<Datum>, Item>()
  let width = 0
  placed.each((point) => {
    const goal = point.data.thing.kind === "goal"
    const pair = Math.floor(point.depth / 2) * (GOAL_WIDTH + TACTIC_WIDTH + 2 * GAP)
    const item: Item = {
      thing: point.data.thing,
      x: MARGIN + pair + (goal ? 0 : GOAL_WIDTH + GAP),
      y: MARGIN + HEIGHT + point.x - top,
      width: goal ? GOAL_WIDTH : TACTIC_WIDTH,
      parent: point.parent ? found.get(point.parent) : undefined,
      children: [],
    }
    item.parent?.children.push(item)
    found.set(point, item)
    items.push(item)
    byKey.set(item.thing.key, item)
    width = Math.max(width, item.x + item.width)
  })
  return { items, byKey, width: width + MARGIN, height: bottom - top + 2 * (MARGIN + HEIGHT) }
}

// What is folded to begin with: nothing in a small search; of a large one all but the proof and,
// breadth first, what is nearest to the theorem.
export function firstFolded(search: Search): Set<number> {
  const inner = search.data.nodes.filter((node) => (search.ran[node.id]?.length ?? 0) > 0)
  if (search.data.nodes.length <= FIRST_GOALS) return new Set()
  const unfolded = new Set(search.onProof.nodes)
  let shown = 1
  const queue = [0]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const tactics = search.ran[at] ?? []
    const children = tactics.flatMap((t) => (t.children ?? []).filter((_, place) => !search.isSeen(t, place)))
    const rows = tactics.reduce((sum, t) => sum + Math.max(1, t.children?.length ?? 0), 0)
    if (shown + rows > FIRST_GOALS && !unfolded.has(at)) continue
    unfolded.add(at)
    shown += rows
    queue.push(...children)
  }
  return new Set(inner.map((node) => node.id).filter((id) => !unfolded.has(id)))
}
