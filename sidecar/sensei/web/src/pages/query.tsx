// SQL that reads, with its answer as a table and as a plot.

import { useMemo, useRef, useState } from "preact/hooks"
import { post } from "../api"
import { Chart, type Style } from "../chart"
import type { PageProps } from "../pages"
import { Empty, Failure, Table, number, seconds } from "../parts"

interface Answer {
  columns: string[]
  rows: (string | number | null)[][]
  truncated: boolean
  seconds: number
}

const EXAMPLES: [string, string][] = [
  ["Declarations by kind", "SELECT kind, count(*) AS number FROM declarations GROUP BY kind ORDER BY number DESC"],
  ["Steps a theorem", "SELECT steps, count(*) AS theorems FROM\n  (SELECT count(*) AS steps FROM steps WHERE declaration_id IS NOT NULL GROUP BY declaration_id)\nGROUP BY steps ORDER BY steps"],
  ["Verdicts by reason", "SELECT reason, count(*) AS number FROM verdicts GROUP BY reason"],
  ["Attempts by outcome", "SELECT generator, status, count(*) AS number FROM attempts GROUP BY generator, status"],
  ["Tables", "SELECT name, sql FROM sqlite_master WHERE type = 'table'"],
]

export default function QueryPage({ query }: PageProps) {
  const [sql, setSql] = useState(query.get("sql") ?? EXAMPLES[0]![1])
  const [answer, setAnswer] = useState<Answer>()
  const [error, setError] = useState("")
  const [asking, setAsking] = useState(false)
  const asked = useRef(0)
  const ask = async (text = sql) => {
    const mine = ++asked.current
    setAsking(true)
    setError("")
    try {
      const found = await post<Answer>("v1/dashboard/query", { sql: text, rows: 1000 })
      if (mine === asked.current) setAnswer(found)
    } catch (problem) {
      if (mine === asked.current) setError((problem as Error).message)
    }
    if (mine === asked.current) setAsking(false)
  }
  return (
    <>
      <h1>Query</h1>
      <p class="faint">One statement of SQL that reads, as <code>sensei query</code> takes it.</p>
      <form onSubmit={(event) => { event.preventDefault(); void ask() }}>
        <label class="wide">SQL
          <textarea name="sql" class="mono" rows={5} spellcheck={false} value={sql}
            onInput={(event) => setSql((event.target as HTMLTextAreaElement).value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                event.preventDefault()
                void ask()
              }
            }} />
        </label>
        <div class="row">
          <button type="submit" disabled={asking}>Run</button>
          <span class="faint">Ctrl+Enter runs it, too.</span>
          <label>Example
            <select onChange={(event) => {
              const found = EXAMPLES[Number((event.target as HTMLSelectElement).value)]
              if (found) { setSql(found[1]); void ask(found[1]) }
            }}>
              <option value="">pick one</option>
              {EXAMPLES.map(([title], at) => <option key={title} value={at}>{title}</option>)}
            </select>
          </label>
        </div>
      </form>
      {error && <Failure text={error} />}
      {answer && !error && <Result answer={answer} />}
    </>
  )
}

function Result({ answer }: { answer: Answer }) {
  return (
    <>
      <p role="status" class="faint">
        {number(answer.rows.length)} rows{answer.truncated && ", and there are more"} in {seconds(answer.seconds)}
      </p>
      <Plot answer={answer} />
      {answer.rows.length === 0 ? <Empty>No rows.</Empty>
        : <Table label="Answer" rows={answer.rows} row={(_, at) => at} columns={answer.columns.map((title, at) => ({
            title: answer.columns.indexOf(title) === at ? title : `${title} ${at + 1}`,
            cell: (row: Answer["rows"][number]) => row[at] === null || row[at] === undefined ? <span class="faint">null</span>
              : typeof row[at] === "string" && row[at].includes("\n") ? <pre>{row[at]}</pre> : String(row[at]),
            ...(answer.rows.every((row) => typeof row[at] === "number") ? { number: true as const } : {}),
          }))} />}
    </>
  )
}

function Plot({ answer }: { answer: Answer }) {
  const numeric = answer.columns.map((_, at) => at)
    .filter((at) => answer.rows.some((row) => typeof row[at] === "number"))
  const [x, setX] = useState(-1)
  const [y, setY] = useState<number>()
  const [style, setStyle] = useState<Style>()
  // Without a column of numbers beside the plotted ones, rows are plotted in their order.
  const along = x < answer.columns.length && x >= 0 ? x : numeric.length > 1 ? numeric[0]! : -1
  const shown = y !== undefined && numeric.includes(y) ? y : numeric.find((at) => at !== along)
  const how = style ?? (along < 0 ? "bars" : "line")
  const plotted = useMemo(() => {
    if (shown === undefined) return undefined
    const points = answer.rows.map((row, at) => [along < 0 ? at + 1 : Number(row[along]), row[shown]] as const)
      .filter(([place]) => Number.isFinite(place))
      .sort((one, two) => one[0] - two[0])
    return {
      x: points.map(([place]) => place),
      series: [{ label: answer.columns[shown] ?? "", values: points.map(([, value]) => typeof value === "number" ? value : null) }],
    }
  }, [answer, along, shown])
  if (!plotted || shown === undefined || plotted.x.length < 2) return null
  const label = along < 0 ? "row" : answer.columns[along] ?? ""
  const pick = (title: string, value: number, choices: number[], set: (value: number) => void) => (
    <label>{title}
      <select value={value} onChange={(event) => set(Number((event.target as HTMLSelectElement).value))}>
        {choices.map((at) => <option key={at} value={at}>{at < 0 ? "row" : answer.columns[at]}</option>)}
      </select>
    </label>
  )
  return (
    <section aria-label="Plot">
      <div class="row">
        {pick("Along", along, [-1, ...numeric], setX)}
        {pick("Up", shown, numeric, setY)}
        <label>As
          <select value={how} onChange={(event) => setStyle((event.target as HTMLSelectElement).value as Style)}>
            <option value="line">line</option><option value="bars">bars</option><option value="points">points</option>
          </select>
        </label>
      </div>
      <Chart label={`${answer.columns[shown]} by ${label}`} x={plotted.x} xLabel={label} series={plotted.series} style={how} />
    </section>
  )
}
