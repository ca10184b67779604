// A search as it grew: the tree, the slider, what is chosen, where the time went.

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { useData } from "../api"
import type { PageProps } from "../pages"
import { Empty, Shown, Waiting, number, seconds } from "../parts"
import { href } from "../router"
import { Drawing, statusOf } from "../search/drawing"
import { type Item, type Layout, arrange, firstFolded } from "../search/layout"
import { type Replay, STATUS_WORDS, Search, timeUntil } from "../search/model"
import { Outline } from "../search/outline"
import { AttemptLink, Mark, Panel } from "../search/panel"
import { save, toJson, toSvg } from "../search/save"

// A search plays for about so long, whatever its length.
const PLAY_MS = 12_000
const TICK_MS = 60

export default function SearchPage({ parts }: PageProps) {
  const id = Number(parts[0])
  const loaded = useData<Replay>(Number.isInteger(id) && id > 0 ? `v1/dashboard/replay/${id}` : null)
  if (!(id > 0)) {
    return <><h1>Search replay</h1><Empty>Choose a search among the <a href={href("attempts")}>attempts</a>.</Empty></>
  }
  return (
    <Shown of={loaded}>
      {(data) => data.attempt !== id ? <Waiting /> : data.nodes.length > 0
        ? <Replayed key={id} data={data} />
        : <><h1>Search replay</h1><Empty>
            <AttemptLink id={id} /> ended before its theorem was open: nothing was recorded.
          </Empty></>}
    </Shown>
  )
}

function Replayed({ data }: { data: Replay }) {
  const search = useMemo(() => new Search(data), [data])
  const last = data.steps - 1
  const [step, setStep] = useState(last)
  const [playing, setPlaying] = useState(false)
  const [folded, setFolded] = useState(() => firstFolded(search))
  const [selected, setSelected] = useState("g0")
  const [{ zoom, stretch }, setScale] = useState({ zoom: 1, stretch: 1 })
  const setZoom = (to: number) => setScale({ zoom: to, stretch: 1 })
  const [outlined, setOutlined] = useState(false)
  const layout = useMemo(() => arrange(search, folded), [search, folded])
  const item = layout.byKey.get(selected) ?? (layout.items[0] as Item)

  useEffect(() => {
    if (!playing) return
    const by = Math.max(1, Math.round((data.steps * TICK_MS) / PLAY_MS))
    const timer = setInterval(() => setStep((now) => Math.min(last, now + by)), TICK_MS)
    return () => clearInterval(timer)
  }, [playing, data])
  useEffect(() => {
    if (step >= last) setPlaying(false)
  }, [step])

  // So much of it as can be read.
  useEffect(() => setZoom(Math.max(0.6, wholeScale(layout).zoom)), [search])

  const play = () => {
    if (step >= last) setStep(0)
    setPlaying(!playing)
  }
  // Unfolds whatever hides a thing, so that it can be shown.
  const choose = useCallback((key: string) => {
    setFolded((now) => unfoldedFor(search, key, now))
    setSelected(key)
  }, [search])
  const fold = useCallback((key: string) => {
    const thing = layout.byKey.get(key)?.thing
    if (thing?.kind !== "goal" || thing.seen || !search.ran[thing.id]?.length) return
    setFolded((now) => {
      const next = new Set(now)
      if (!next.delete(thing.id)) next.add(thing.id)
      return next
    })
  }, [layout, search])
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === "Enter" || event.key === " ") fold(item.thing.key)
    else {
      const to = neighbour(event.key, item, layout, (at) => statusOf(search, at, step) !== "absent")
      if (!to) return
      setSelected(to.thing.key)
    }
    event.preventDefault()
  }
  const label = item.thing.kind === "goal" ? `goal, ${STATUS_WORDS[statusOf(search, item, step)]}` : "tactic"
  return (
    <>
      <p class="crumbs">
        <AttemptLink id={data.attempt} /> of <span class="mono">{data.module}</span>
      </p>
      <h1>{data.theorem}</h1>
      <p>
        {data.search.replace(/_/g, " ")} search, {data.status ? data.status.replace(/_/g, " ") : "not ended"}:{" "}
        {number(data.nodes.length)} goals, {number(data.tactics.length)} tactics tried
        {data.detail && <>; {data.detail}</>}
      </p>
      <Steps data={data} step={step} setStep={(to) => { setPlaying(false); setStep(to) }} playing={playing} play={play} />
      <Spent data={data} step={step} />
      <div class="row" role="group" aria-label="View">
        <button type="button" class={outlined ? "quiet" : undefined} aria-pressed={!outlined} onClick={() => setOutlined(false)}>Drawing</button>
        <button type="button" class={outlined ? undefined : "quiet"} aria-pressed={outlined} onClick={() => setOutlined(true)}>Outline</button>
        {!outlined && <>
          <button type="button" class="quiet" aria-label="Zoom out" onClick={() => setZoom(Math.max(0.005, zoom / 1.5))}>−</button>
          <button type="button" class="quiet" aria-label="Zoom in" onClick={() => setZoom(Math.min(2, zoom * 1.5))}>+</button>
          <button type="button" class="quiet" onClick={() => setScale(wholeScale(layout))}>Whole tree</button>
        </>}
        <button type="button" class="quiet" onClick={() => setFolded(new Set())}>Unfold all</button>
        <button type="button" class="quiet" onClick={() => setFolded(firstFolded(search))}>Fold</button>
        <button type="button" class="quiet" onClick={() => save(`search-${data.attempt}.svg`, "image/svg+xml", toSvg(search, layout, step, document.body))}>Save SVG</button>
        <button type="button" class="quiet" onClick={() => save(`search-${data.attempt}.json`, "application/json", toJson(data))}>Save JSON</button>
      </div>
      <Legend />
      <div class="replay">
        {outlined
          ? <Outline search={search} layout={layout} step={step} selected={item.thing.key} choose={choose} fold={fold} move={move} />
          : <Tree search={search} layout={layout} step={step} selected={item.thing.key} zoom={zoom} stretch={stretch} choose={choose} move={move} />}
        <section class="chosen" aria-label="Chosen" aria-live="polite">
          <span class="skip">{label}</span>
          <Panel search={search} thing={item.thing} step={step} choose={choose} />
        </section>
      </div>
    </>
  )
}

function Tree({ search, layout, step, selected, zoom, stretch, choose, move }: {
  search: Search
  layout: Layout
  step: number
  selected: string
  zoom: number
  stretch: number
  choose: (key: string) => void
  move: (event: KeyboardEvent) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing | null>(null)
  useLayoutEffect(() => {
    const made = new Drawing(place.current as HTMLElement, choose)
    drawing.current = made
    return () => made.end()
  }, [choose])
  useLayoutEffect(() => {
    drawing.current?.show({ search, layout, step, selected, zoom, stretch })
  }, [search, layout, step, selected, zoom, stretch, choose])
  return (
    <div class="tree" ref={place} tabIndex={0} role="application" aria-roledescription="search tree"
      aria-label="Search tree: arrow keys choose goals and tactics, Enter folds and unfolds. The outline tells the same."
      onKeyDown={move} />
  )
}

function Steps({ data, step, setStep, playing, play }: {
  data: Replay
  step: number
  setStep: (step: number) => void
  playing: boolean
  play: () => void
}) {
  const [kind, at] = data.events[step] ?? ["", 0]
  const said = `Step ${number(step + 1)} of ${number(data.steps)}: ${kind}, ${at.toFixed(2)} s`
  return (
    <div class="steps">
      <button type="button" onClick={play}>{playing ? "Pause" : "Play"}</button>
      <button type="button" class="quiet" aria-label="One step back" disabled={step === 0} onClick={() => setStep(step - 1)}>◀</button>
      <input type="range" min={0} max={data.steps - 1} value={step} aria-label="Step" aria-valuetext={said}
        onInput={(event) => setStep(Number(event.currentTarget.value))} />
      <button type="button" class="quiet" aria-label="One step on" disabled={step >= data.steps - 1} onClick={() => setStep(step + 1)}>▶</button>
      <output>{said}</output>
    </div>
  )
}

const PHASES = [
  ["model", "model"], ["lean", "Lean"], ["both", "model and Lean"], ["search", "search"],
] as const

function Spent({ data, step }: { data: Replay; step: number }) {
  const spent = timeUntil(data, step)
  const all = spent.model + spent.lean + spent.both + spent.search
  const shown = PHASES.filter(([phase]) => spent[phase] > 0 || (phase !== "both" && spent.both === 0))
  return (
    <>
      <div class="spent" aria-hidden="true">
        {all > 0 && shown.map(([phase]) => <span key={phase} class={phase} style={{ flex: `${spent[phase] / all} 0 0` }} />)}
      </div>
      <ul class="keys" aria-label="Time so far">
        {shown.map(([phase, name]) => <li key={phase} class={`key ${phase}`}>{name} {seconds(spent[phase])}</li>)}
      </ul>
    </>
  )
}

function Legend() {
  return (
    <ul class="keys" aria-label="Signs">
      {(["open", "tried", "proved", "dead"] as const).map((status) => (
        <li key={status}><Mark status={status} /> {STATUS_WORDS[status]}</li>
      ))}
      <li>dashed frame: all its goals must be proved</li>
      <li>↪ found before</li>
    </ul>
  )
}

// So far out that all of it is in sight; what would be too small to read then is spread over the width.
function wholeScale(layout: Layout): { zoom: number; stretch: number } {
  const place = document.querySelector(".tree")
  if (!place) return { zoom: 1, stretch: 1 }
  const across = place.clientWidth / layout.width
  const down = place.clientHeight / layout.height
  const zoom = Math.max(0.002, Math.min(1, across, down))
  return { zoom, stretch: zoom < 0.3 && down < across ? Math.min(1, across) / zoom : 1 }
}

function unfoldedFor(search: Search, key: string, folded: Set<number>): Set<number> {
  let at = key.startsWith("t") ? search.tactic(Number(key.slice(1))).node : undefined
  if (key.startsWith("g")) {
    const parent = search.node(Number(key.slice(1))).parent
    at = parent === null ? undefined : search.tactic(parent).node
  }
  let next: Set<number> | undefined
  while (at !== undefined) {
    if (folded.has(at)) (next ??= new Set(folded)).delete(at)
    const parent: number | null = search.node(at).parent
    at = parent === null ? undefined : search.tactic(parent).node
  }
  return next ?? folded
}

// Where a key leads: right to what came of it, left to where it came from, up and down in its column.
function neighbour(key: string, from: Item, layout: Layout, there: (item: Item) => boolean): Item | undefined {
  if (key === "Home") return layout.items[0]
  if (key === "ArrowLeft") return from.parent
  if (key === "ArrowRight") return from.children.find(there)
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined
  const sign = key === "ArrowUp" ? -1 : 1
  let best: Item | undefined
  for (const item of layout.items) {
    const away = (item.y - from.y) * sign
    if (item.x === from.x && away > 0 && there(item) && (!best || away < (best.y - from.y) * sign)) best = item
  }
  return best
}
