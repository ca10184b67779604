// The tree as a picture. Only what is in sight is in the document: as SVG, or, zoomed out so far
// that too much is in sight, as dots on a canvas. Nothing here is kept but what is drawn.

import { GOAL_WIDTH, HEIGHT, type Item, type Layout } from "./layout"
import { type Search, type Status, cut, oneLine, target } from "./model"

const SVG = "http://www.w3.org/2000/svg"
// More things in sight than this are dots.
const MOST_IN_SIGHT = 500
const BEYOND = 120
const LETTER = 7.3

export interface Scene {
  search: Search
  layout: Layout
  step: number
  selected: string | null
  zoom: number
  // Times the zoom across: a tall tree that is to be seen whole is drawn wider, and as dots.
  stretch: number
}

export function statusOf(search: Search, item: Item, step: number): Status {
  if (item.thing.kind === "tactic") return search.tacticStatus(item.thing.id, step)
  const parent = item.parent?.thing
  if (item.thing.seen && parent && search.tacticStatus(parent.id, step) === "absent") return "absent"
  return search.status(item.thing.id, step)
}

function onProof(search: Search, item: Item): boolean {
  if (item.thing.kind === "tactic") return search.onProof.tactics.has(item.thing.id)
  const parent = item.parent?.thing
  return search.onProof.nodes.has(item.thing.id) && (!parent || search.onProof.tactics.has(parent.id))
}

export function labelOf(search: Search, item: Item): string {
  if (item.thing.kind === "tactic") return oneLine(search.tactic(item.thing.id).text)
  return target(search.node(item.thing.id).goals)
}

function make(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

// A shape for each status, so that none is told by colour alone: a ring is open, a disc was tried, a
// square is proved, a triangle is hopeless.
function shape(status: Status, x: number, y: number): SVGElement {
  if (status === "proved") return make("rect", { class: "shape", x: x - 6, y: y - 6, width: 12, height: 12 })
  if (status === "dead") {
    return make("path", { class: "shape", d: `M${x - 7} ${y - 6}H${x + 7}L${x} ${y + 7}Z` })
  }
  return make("circle", { class: "shape", cx: x, cy: y, r: status === "open" ? 5 : 6 })
}

export function drawItem(search: Search, item: Item, step: number, selected: boolean): SVGElement {
  const { thing, x, y, width } = item
  const status = statusOf(search, item, step)
  const classes = ["item", thing.kind, `is-${status}`]
  if (onProof(search, item)) classes.push("on-proof")
  if (selected) classes.push("selected")
  if (thing.kind === "goal" && thing.seen) classes.push("seen")
  const group = make("g", { class: classes.join(" "), "data-key": thing.key })
  group.append(make("rect", {
    class: "box", x, y: y - HEIGHT / 2, width, height: HEIGHT, rx: thing.kind === "goal" ? 4 : 14,
  }))
  group.append(shape(status, x + 15, y))
  const hidden = thing.kind === "goal" && thing.hidden > 0 ? ` +${thing.hidden}` : ""
  const text = make("text", { x: x + 28, y: y + 4.5 })
  const marks = thing.kind === "goal" && thing.seen ? "↪ " : ""
  text.textContent = marks + cut(labelOf(search, item), Math.floor((width - 36) / LETTER) - hidden.length)
  group.append(text)
  if (hidden) {
    const count = make("text", { class: "hidden-count", x: x + width - 6, y: y + 4.5, "text-anchor": "end" })
    count.textContent = hidden
    group.append(count)
  }
  const title = make("title", {})
  title.textContent = labelOf(search, item)
  group.append(title)
  return group
}

function path(from: Item, to: Item): string {
  const x = from.x + from.width
  const middle = (x + to.x) / 2
  return `M${x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`
}

export function drawLink(search: Search, item: Item, step: number): SVGElement {
  const status = statusOf(search, item, step)
  const classes = ["link", `is-${status}`]
  if (onProof(search, item)) classes.push("on-proof")
  return make("path", { class: classes.join(" "), d: path(item.parent as Item, item) })
}

// The frame around the goals that one tactic left: all of them must be proved.
export function drawGroup(search: Search, item: Item, step: number): SVGElement | undefined {
  const first = item.children[0]
  const last = item.children.at(-1)
  if (item.thing.kind !== "tactic" || !first || !last || first === last) return undefined
  return make("rect", {
    class: `together is-${statusOf(search, item, step)}`,
    x: first.x - 6, y: first.y - HEIGHT / 2 - 4, width: GOAL_WIDTH + 12,
    height: last.y - first.y + HEIGHT + 8, rx: 8,
  })
}

export class Drawing {
  private readonly svg = make("svg", { "aria-hidden": "true", class: "near" }) as SVGSVGElement
  private readonly canvas = document.createElement("canvas")
  private readonly stage = document.createElement("div")
  private readonly sizer = document.createElement("div")
  private scene: Scene | undefined
  private known: { layout: Layout; step: number; items: Item[] } | undefined
  private asked = 0
  private readonly resized: ResizeObserver

  constructor(private readonly place: HTMLElement, private readonly chosen: (key: string) => void) {
    this.canvas.className = "far"
    this.stage.className = "stage"
    this.sizer.className = "sizer"
    this.stage.append(this.canvas, this.svg)
    place.append(this.sizer, this.stage)
    place.addEventListener("scroll", this.later, { passive: true })
    place.addEventListener("click", this.clicked)
    this.resized = new ResizeObserver(this.later)
    this.resized.observe(place)
  }

  end(): void {
    cancelAnimationFrame(this.asked)
    this.resized.disconnect()
    this.place.removeEventListener("scroll", this.later)
    this.place.removeEventListener("click", this.clicked)
    this.place.replaceChildren()
  }

  show(scene: Scene): void {
    const before = this.scene
    this.scene = scene
    this.sizer.style.width = `${scene.layout.width * scene.zoom * scene.stretch}px`
    this.sizer.style.height = `${scene.layout.height * scene.zoom}px`
    if (before && before.layout === scene.layout && before.zoom !== scene.zoom) this.keepMiddle(before)
    const { scrollLeft, scrollTop } = this.place
    if (scene.selected !== before?.selected || scene.layout !== before?.layout) this.reveal()
    const same = before && before.layout === scene.layout && before.step === scene.step &&
      before.zoom === scene.zoom && before.stretch === scene.stretch
    const still = this.place.scrollLeft === scrollLeft && this.place.scrollTop === scrollTop
    if (same && still && !this.place.classList.contains("from-afar")) this.mark(before.selected, scene.selected)
    else this.draw()
  }

  // Another choice changes nothing else.
  private mark(before: string | null, after: string | null): void {
    for (const [key, on] of [[before, false], [after, true]] as const) {
      if (key) this.svg.querySelector(`[data-key="${key}"]`)?.classList.toggle("selected", on)
    }
  }

  // What is in sight, in the layout's units.
  private sight(): { left: number; right: number; top: number; bottom: number } {
    const { zoom, stretch } = this.scene as Scene
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.place
    return {
      left: scrollLeft / zoom / stretch, right: (scrollLeft + clientWidth) / zoom / stretch,
      top: scrollTop / zoom, bottom: (scrollTop + clientHeight) / zoom,
    }
  }

  private keepMiddle(before: Scene): void {
    const { zoom, stretch } = this.scene as Scene
    const factor = zoom / before.zoom
    const across = factor * (stretch / before.stretch)
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.place
    this.place.scrollLeft = (scrollLeft + clientWidth / 2) * across - clientWidth / 2
    this.place.scrollTop = (scrollTop + clientHeight / 2) * factor - clientHeight / 2
  }

  // Scrolls just so far that the chosen thing is in sight.
  private reveal(): void {
    const { layout, selected, zoom, stretch } = this.scene as Scene
    const item = layout.byKey.get(selected ?? "g0")
    if (!item) return
    const sight = this.sight()
    const edge = 16
    if (item.x - edge < sight.left) this.place.scrollLeft = (item.x - edge) * zoom * stretch
    else if (item.x + item.width + edge > sight.right) {
      this.place.scrollLeft = (item.x + item.width + edge) * zoom * stretch - this.place.clientWidth
    }
    if (item.y - HEIGHT < sight.top || item.y + HEIGHT > sight.bottom) {
      this.place.scrollTop = item.y * zoom - this.place.clientHeight / 2
    }
  }

  private readonly later = (): void => {
    cancelAnimationFrame(this.asked)
    this.asked = requestAnimationFrame(() => this.draw())
  }

  private readonly clicked = (event: MouseEvent): void => {
    const near = (event.target as Element).closest("[data-key]")?.getAttribute("data-key")
    const key = near ?? (this.place.classList.contains("from-afar") ? this.nearest(event) : undefined)
    if (key) this.chosen(key)
  }

  private nearest(event: MouseEvent): string | undefined {
    const { layout, zoom, stretch, search, step } = this.scene as Scene
    const box = this.place.getBoundingClientRect()
    const x = (event.clientX - box.left + this.place.scrollLeft) / zoom / stretch
    const y = (event.clientY - box.top + this.place.scrollTop) / zoom
    let best: Item | undefined
    let least = Math.max(60, 12 / zoom)
    for (const item of layout.items) {
      const aside = Math.max(item.x - x, 0, x - item.x - item.width)
      const distance = Math.hypot(aside, item.y - y)
      if (distance < least && statusOf(search, item, step) !== "absent") [best, least] = [item, distance]
    }
    return best?.thing.key
  }

  private draw(): void {
    if (!this.scene) return
    const { layout, search, step, stretch } = this.scene
    const { clientWidth, clientHeight } = this.place
    this.stage.style.width = `${clientWidth}px`
    this.stage.style.height = `${clientHeight}px`
    const sight = this.sight()
    const inside = (item: Item): boolean =>
      item.x < sight.right + BEYOND && item.x + item.width > sight.left - BEYOND &&
      item.y - HEIGHT < sight.bottom + BEYOND && item.y + HEIGHT > sight.top - BEYOND
    const there = this.there(search, layout, step)
    const seen = there.filter(inside)
    const crossing = (item: Item): boolean => {
      const parent = item.parent
      if (!parent) return false
      return parent.x < sight.right && item.x > sight.left &&
        Math.min(parent.y, item.y) < sight.bottom && Math.max(parent.y, item.y) > sight.top
    }
    const links = there.filter(crossing)
    const far = seen.length > MOST_IN_SIGHT || stretch !== 1
    this.place.classList.toggle("from-afar", far)
    this.place.dataset["step"] = String(step)
    if (far) {
      this.svg.replaceChildren()
      this.dots(seen, links)
    } else {
      this.canvas.width = 0
      this.shapes(seen, links, there)
    }
  }

  // What has come to be at a step; a search is long scrolled through at one step.
  private there(search: Search, layout: Layout, step: number): Item[] {
    if (this.known?.layout !== layout || this.known.step !== step) {
      const items = layout.items.filter((item) => statusOf(search, item, step) !== "absent")
      this.known = { layout, step, items }
    }
    return this.known.items
  }

  private shapes(seen: Item[], links: Item[], there: Item[]): void {
    const { search, step, selected, zoom } = this.scene as Scene
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.place
    this.svg.setAttribute("width", String(clientWidth))
    this.svg.setAttribute("height", String(clientHeight))
    const all = make("g", { transform: `translate(${-scrollLeft} ${-scrollTop}) scale(${zoom})` })
    const near = new Set(seen)
    const frames = there.filter((item) => near.has(item) || item.children.some((child) => near.has(child)))
    all.append(
      ...frames.flatMap((item) => drawGroup(search, item, step) ?? []),
      ...links.map((item) => drawLink(search, item, step)),
      ...seen.map((item) => drawItem(search, item, step, item.thing.key === selected)),
    )
    this.svg.replaceChildren(all)
  }

  private dots(seen: Item[], links: Item[]): void {
    const { search, step, selected, zoom, stretch } = this.scene as Scene
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.place
    const ratio = devicePixelRatio || 1
    this.canvas.width = clientWidth * ratio
    this.canvas.height = clientHeight * ratio
    this.canvas.style.width = `${clientWidth}px`
    this.canvas.style.height = `${clientHeight}px`
    const pen = this.canvas.getContext("2d")
    if (!pen) return
    const place = () => pen.setTransform(ratio * zoom * stretch, 0, 0, ratio * zoom, -scrollLeft * ratio, -scrollTop * ratio)
    const colours = palette(this.place)
    for (const proof of [false, true]) {
      pen.strokeStyle = proof ? colours.proved : colours.line
      place()
      pen.beginPath()
      for (const item of links) {
        if (onProof(search, item) !== proof) continue
        const parent = item.parent as Item
        pen.moveTo(parent.x + parent.width, parent.y)
        pen.lineTo(item.x, item.y)
      }
      // Places are the tree's, widths the screen's.
      pen.setTransform(ratio, 0, 0, ratio, 0, 0)
      pen.lineWidth = proof ? 2.5 : 0.6
      pen.stroke()
    }
    place()
    const size = Math.max(5, 1 / zoom)
    for (const item of seen) {
      const status = statusOf(search, item, step)
      pen.fillStyle = item.thing.key === selected ? colours.selected : colours[status]
      if (item.thing.kind === "tactic") pen.fillRect(item.x, item.y - size / 2, item.width, size)
      else pen.fillRect(item.x, item.y - size, item.width, 2 * size)
    }
  }
}

type Palette = Record<Status | "line" | "selected" | "back" | "text" | "raised", string>

// The theme's colours, for what cannot name them.
export function palette(element: Element): Palette {
  const probe = document.createElement("i")
  element.append(probe)
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const found: Palette = {
    absent: "transparent", open: colour("--accent"), tried: colour("--warn"), proved: colour("--good"),
    dead: colour("--bad"), line: colour("--line"), selected: colour("--accent"), back: colour("--back"),
    text: colour("--text"), raised: colour("--raised"),
  }
  probe.remove()
  return found
}
