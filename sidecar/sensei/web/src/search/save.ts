// The tree as files: the picture as it stands, and the data.

import { drawGroup, drawItem, drawLink, palette, statusOf } from "./drawing"
import type { Layout } from "./layout"
import type { Replay, Search } from "./model"

// A picture that needs no style sheet, with all that is unfolded at this step.
export function toSvg(search: Search, layout: Layout, step: number, like: Element): string {
  const colours = palette(like)
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`)
  svg.setAttribute("width", String(layout.width))
  svg.setAttribute("height", String(layout.height))
  const style = document.createElementNS(svg.namespaceURI, "style")
  style.textContent = [
    `text{font:12px monospace;fill:${colours.text}}`,
    `.box{fill:${colours.raised};stroke:${colours.line}}`,
    `.link{fill:none;stroke:${colours.line};stroke-width:1.5}`,
    `.together{fill:none;stroke:${colours.line};stroke-dasharray:4 3}`,
    `.is-open .shape{fill:none;stroke:${colours.open};stroke-width:2}`,
    ...(["tried", "proved", "dead"] as const).map((s) => `.is-${s} .shape{fill:${colours[s]}}`),
    `.on-proof .box,.link.on-proof{stroke:${colours.proved};stroke-width:2.5}`,
  ].join("")
  const title = document.createElementNS(svg.namespaceURI, "title")
  title.textContent = `${search.data.theorem}, step ${step + 1} of ${search.data.steps}`
  const back = document.createElementNS(svg.namespaceURI, "rect")
  back.setAttribute("width", "100%")
  back.setAttribute("height", "100%")
  back.setAttribute("fill", colours.back)
  svg.append(title, style, back)
  const there = layout.items.filter((item) => statusOf(search, item, step) !== "absent")
  svg.append(
    ...there.flatMap((item) => drawGroup(search, item, step) ?? []),
    ...there.filter((item) => item.parent).map((item) => drawLink(search, item, step)),
    ...there.map((item) => drawItem(search, item, step, false)),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`
}

export function toJson(data: Replay): string {
  return `${JSON.stringify(data, null, 1)}\n`
}

export function save(name: string, type: string, text: string): void {
  const link = document.createElement("a")
  const address = URL.createObjectURL(new Blob([text], { type }))
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
