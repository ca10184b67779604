// The tree as an outline, for screen readers and for whoever reads rather than looks.

import { useEffect, useRef, useState } from "preact/hooks"
import { statusOf, labelOf } from "./drawing"
import type { Item, Layout } from "./layout"
import { type Search, STATUS_WORDS } from "./model"
import { Mark } from "./panel"

const ROWS = 400

function inOrder(layout: Layout): { item: Item; level: number }[] {
  const rows: { item: Item; level: number }[] = []
  const todo: { item: Item; level: number }[] = layout.items[0] ? [{ item: layout.items[0], level: 1 }] : []
  for (let at = todo.pop(); at; at = todo.pop()) {
    rows.push(at)
    const level = at.level + 1
    todo.push(...[...at.item.children].reverse().map((item) => ({ item, level })))
  }
  return rows
}

export function Outline({ search, layout, step, selected, choose, fold, move }: {
  search: Search
  layout: Layout
  step: number
  selected: string
  choose: (key: string) => void
  fold: (key: string) => void
  move: (event: KeyboardEvent) => void
}) {
  const [count, setCount] = useState(ROWS)
  const tree = useRef<HTMLUListElement>(null)
  const rows = inOrder(layout).filter(({ item }) => statusOf(search, item, step) !== "absent")
  const inside = useRef(false)
  useEffect(() => {
    if (inside.current) tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [selected, layout])
  const shown = rows.slice(0, count)
  const first = shown.some(({ item }) => item.thing.key === selected) ? selected : shown[0]?.item.thing.key
  return (
    <>
      <ul role="tree" aria-label="Search as an outline" class="outline" ref={tree} onKeyDown={move}
        onFocusIn={() => { inside.current = true }} onFocusOut={() => { inside.current = false }}>
        {shown.map(({ item, level }) => {
          const { thing } = item
          const status = statusOf(search, item, step)
          const folded = thing.kind === "goal" && thing.hidden > 0
          const expanded = folded ? "false" : item.children.length > 0 ? "true" : undefined
          const kind = thing.kind === "tactic" ? "tactic" : thing.seen ? "goal found before" : "goal"
          return (
            <li key={thing.key} role="treeitem" aria-level={level} aria-expanded={expanded}
              aria-selected={thing.key === selected} tabIndex={thing.key === first ? 0 : -1}
              class={thing.kind} style={{ paddingInlineStart: `${Math.min(level, 24) * 0.9}rem` }}
              onClick={() => choose(thing.key)} onDblClick={() => fold(thing.key)}>
              <Mark status={status} /> <span class="faint">{kind}, {STATUS_WORDS[status]}:</span>{" "}
              <code>{labelOf(search, item)}</code>
              {folded && <span class="faint"> {thing.kind === "goal" && thing.hidden} more below</span>}
            </li>
          )
        })}
      </ul>
      {rows.length > count && (
        <button type="button" onClick={() => setCount(count + ROWS)}>
          Show more of {rows.length - count}
        </button>
      )}
    </>
  )
}
