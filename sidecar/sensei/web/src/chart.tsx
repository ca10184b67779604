// Lines, bars or points over numbers. The figures themselves are in a table beside every chart.

import { useEffect, useRef } from "preact/hooks"
import uPlot from "uplot"

export interface Series {
  label: string
  values: (number | null)[]
}

export type Style = "line" | "bars" | "points"

const HEIGHT = 280
const WHOLE = [1, 2, 5].flatMap((of) => Array.from({ length: 9 }, (_, power) => of * 10 ** power)).sort((a, b) => a - b)
// Apart in both themes, and for those who do not see red or green.
const COLOURS = ["#2a7de1", "#d9730d", "#2a9d6f", "#b455c7", "#c2a50a", "#d14b5a"]

export function Chart({ label, x, xLabel, series, style = "line" }: {
  label: string
  x: number[]
  xLabel: string
  series: Series[]
  style?: Style
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = box.current
    if (!place) return
    const colour = getComputedStyle(place).color
    const axis = { stroke: colour, grid: { stroke: "#88888833" }, ticks: { stroke: "#88888866" } }
    const plot = new uPlot(
      {
        width: Math.max(place.clientWidth, 200),
        height: HEIGHT,
        scales: {
          // Half a bar more at both ends.
          x: style === "bars" ? { time: false, range: (_, low, high) => [low - 0.5, high + 0.5] } : { time: false },
        },
        axes: [{ ...axis, label: xLabel, ...(x.every(Number.isInteger) ? { incrs: WHOLE } : {}) }, axis],
        series: [
          { label: xLabel },
          ...series.map((one, at) => {
            const stroke = COLOURS[at % COLOURS.length]!
            const bars = style === "bars" ? { paths: uPlot.paths.bars!({ size: [0.7, 60] }), fill: `${stroke}88` } : {}
            return {
              label: one.label,
              stroke,
              width: style === "points" ? 0 : 2,
              points: { show: style === "points" || (style === "line" && one.values.length < 40) },
              ...bars,
            }
          }),
        ],
      },
      [x, ...series.map((one) => one.values)],
      place,
    )
    const resized = new ResizeObserver(() => {
      const width = Math.max(place.clientWidth, 200)
      if (width !== plot.width) plot.setSize({ width, height: HEIGHT })
    })
    resized.observe(place)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [x, xLabel, series, style])
  return <div class="chart" ref={box} role="img" aria-label={label} />
}
