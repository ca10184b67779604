// Lean source and goals as text with colours. A tokenizer of a screenful is enough to read by; what
// Lean itself knows (steps, premises) comes from the trace as ranges.

import type { ComponentChildren } from "preact"

export type Span = [number, number, number, number, number, number]

const KEYWORDS = new Set((
  "theorem lemma def abbrev instance structure class inductive coinductive example axiom opaque where " +
  "with by do let have show from fun match if then else namespace section end open import variable " +
  "universe mutual private protected noncomputable unsafe partial deriving extends calc case cases " +
  "induction intro intros exact apply refine rw rewrite simp constructor rcases obtain next at in " +
  "set_option attribute termination_by decreasing_by suffices return for conv macro syntax notation"
).split(" "))

interface Token {
  start: number
  end: number
  kind: "" | "keyword" | "comment" | "string" | "sorry"
}

const TOKEN =
  /(--[^\n]*)|("(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\\n]|\\.)')|(\/-)|([\p{L}_][\p{L}\p{N}_'!?]*(?:\.[\p{L}_][\p{L}\p{N}_'!?]*)*)/gu

export function tokens(source: string): Token[] {
  const found: Token[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
    const start = match.index
    let end = start + match[0].length
    let kind: Token["kind"] = ""
    if (match[3]) {
      end = commentEnd(source, start)
      TOKEN.lastIndex = end
      kind = "comment"
    } else if (match[1]) kind = "comment"
    else if (match[2]) kind = "string"
    else if (match[0] === "sorry" || match[0] === "admit") kind = "sorry"
    else if (KEYWORDS.has(match[0])) kind = "keyword"
    if (kind) found.push({ start, end, kind })
  }
  return found
}

function commentEnd(source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length - 1; at++) {
    const two = source.slice(at, at + 2)
    if (two === "/-") { depth++; at++ }
    else if (two === "-/") { depth--; at++; if (depth === 0) return at + 1 }
  }
  return source.length
}

// The index in a string of each byte of its UTF-8 that begins a character.
export function byteIndex(text: string, startByte = 0): (byte: number) => number {
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    for (let n = 0; n < size; n++) places.push(at)
    if (size === 4) at++
  }
  return (byte) => places[byte - startByte] ?? (byte < startByte ? 0 : text.length)
}

// A part of the source that is more than text; ranges may hold others, not cross them.
export interface Mark {
  start: number
  end: number
  show: (inner: ComponentChildren) => ComponentChildren
}

export function Source({ text, marks = [], label }: { text: string; marks?: Mark[]; label: string }) {
  const ordered = [...marks].filter((m) => m.start < m.end)
    .sort((a, b) => a.start - b.start || b.end - a.end)
  const words = tokens(text)
  let word = 0
  let mark = 0
  const plain = (from: number, to: number): ComponentChildren[] => {
    const parts: ComponentChildren[] = []
    let at = from
    while (word < words.length && words[word]!.end <= at) word++
    for (let n = word; n < words.length && words[n]!.start < to; n++) {
      const token = words[n]!
      const start = Math.max(at, token.start)
      const end = Math.min(to, token.end)
      if (start > at) parts.push(text.slice(at, start))
      if (end > start) parts.push(<span class={`tok-${token.kind}`}>{text.slice(start, end)}</span>)
      at = Math.max(at, end)
    }
    if (at < to) parts.push(text.slice(at, to))
    return parts
  }
  const inside = (from: number, to: number): ComponentChildren[] => {
    const parts: ComponentChildren[] = []
    let at = from
    while (mark < ordered.length && ordered[mark]!.start < to) {
      const next = ordered[mark++]!
      if (next.start < at) continue
      const end = Math.min(next.end, to)
      parts.push(...plain(at, next.start))
      parts.push(next.show(inside(next.start, end)))
      at = end
    }
    parts.push(...plain(at, to))
    return parts
  }
  return <pre class="source" tabIndex={0} role="region" aria-label={label}><code>{inside(0, text.length)}</code></pre>
}

// A goal as the infoview has it. Lines that are not in `known` are marked as new.
export function Goal({ pretty, known }: { pretty: string; known?: Set<string> | undefined }) {
  const lines = pretty.split("\n")
  return (
    <pre class="goal">
      {lines.map((line, at) => {
        const fresh = known !== undefined && !known.has(line)
        return (
          <span key={at} class={fresh ? "line fresh" : "line"}>
            <GoalLine line={line} />{at < lines.length - 1 && "\n"}
          </span>
        )
      })}
    </pre>
  )
}

function GoalLine({ line }: { line: string }) {
  if (line.startsWith("⊢")) return <><span class="turnstile">⊢</span>{line.slice(1)}</>
  const hypothesis = /^(?! )([^:]+?) : /.exec(line)
  if (hypothesis) return <><span class="hypothesis">{hypothesis[1]}</span>{line.slice(hypothesis[1]!.length)}</>
  return <>{line}</>
}
