// What several pages are made of.

import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Loaded } from "./api"

export function Waiting() {
  return <p class="waiting" role="status">Loading…</p>
}

export function Failure({ text }: { text: string }) {
  return <p class="failure" role="alert">{text}</p>
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>
}

// What was loaded, or why there is nothing yet.
export function Shown<T>({ of, children }: { of: Loaded<T>; children: (data: T) => ComponentChildren }) {
  if (of.error !== undefined) return <Failure text={of.error} />
  if (of.data === undefined) return <Waiting />
  return <>{children(of.data)}</>
}

export interface Column<Row> {
  title: string
  cell: (row: Row) => ComponentChildren
  number?: true
  // A word or two that are not to be broken.
  tight?: true
}

const look = <Row,>(column: Column<Row>) => column.number ? "number" : column.tight ? "tight" : undefined

// A table that scrolls by itself where the screen is narrow.
export function Table<Row>({ label, columns, rows, row }: {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  row: (row: Row, index: number) => string | number
}) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>{columns.map((c) => <th key={c.title} scope="col" class={look(c)}>{c.title}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((r, index) => (
            <tr key={row(r, index)}>
              {columns.map((c) => <td key={c.title} class={look(c)}>{c.cell(r)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

// A word of a closed choice; its colour only repeats what it says.
export function Badge({ kind, children }: { kind: string; children: ComponentChildren }) {
  return <span class={`badge ${kind}`}>{children}</span>
}

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })
export function When({ at }: { at: string | null }) {
  return at === null ? <>–</> : <time dateTime={at}>{DATE.format(new Date(at))}</time>
}

export function number(value: number): string {
  return value.toLocaleString("en")
}

export function seconds(value: number): string {
  return value < 10 ? `${value.toFixed(2)} s` : value < 600 ? `${value.toFixed(0)} s` : `${(value / 60).toFixed(0)} min`
}

export function bytes(value: number): string {
  return value < 1024 ** 2 ? `${(value / 1024).toFixed(0)} KiB`
    : value < 1024 ** 3 ? `${(value / 1024 ** 2).toFixed(0)} MiB` : `${(value / 1024 ** 3).toFixed(1)} GiB`
}

// Asks before something is done.
export function Confirm({ title, action, children, done, cancel }: {
  title: string
  action: string
  children: ComponentChildren
  done: () => void
  cancel: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-label={title} onClose={cancel}>
      <h2>{title}</h2>
      {children}
      <div class="row">
        <button type="button" class="quiet" autofocus onClick={() => dialog.current?.close()}>Keep as it is</button>
        <button type="button" class="danger" onClick={done}>{action}</button>
      </div>
    </dialog>
  )
}
