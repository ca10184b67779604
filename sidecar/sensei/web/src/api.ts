// Requests to the server, with its token. The token is kept for this tab only.

import { useEffect, useState } from "preact/hooks"

const KEY = "sensei-token"

export class Refused extends Error {
  constructor(readonly status: number, message: string) {
    super(message)
  }
}

export const token = {
  get: (): string => sessionStorage.getItem(KEY) ?? "",
  set: (text: string): void => sessionStorage.setItem(KEY, text),
  forget: (): void => sessionStorage.removeItem(KEY),
}

// "#token=…" is how `sensei show --web` signs in: never sent, and gone from the address at once.
export function takeToken(): void {
  const found = /^#token=([\x21-\x7e]+)$/.exec(location.hash)
  if (found?.[1]) {
    token.set(decodeURIComponent(found[1]))
    history.replaceState(null, "", location.pathname)
  }
}

let signedOut: () => void = () => {}
export function onSignedOut(told: () => void): void {
  signedOut = told
}

export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set("authorization", `Bearer ${token.get()}`)
  let answer: Response
  try {
    answer = await fetch(path, { ...init, headers, cache: "no-store", redirect: "error" })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Refused(0, "the server does not answer: sensei serve --http")
  }
  if (answer.ok) return answer
  if (answer.status === 401) {
    token.forget()
    signedOut()
  }
  const problem: { detail?: string } = await answer.json().catch(() => ({}))
  throw new Refused(answer.status, problem.detail ?? `${answer.status} ${answer.statusText}`)
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await request(path, signal ? { signal } : {})).json()
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }
  return (await request(path, signal ? { ...init, signal } : init)).json()
}

// The address of a question: absent and empty values are left out.
export function address(path: string, values: Record<string, string | number | null | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

export interface Loaded<T> {
  data: T | undefined
  error: string | undefined
  loading: boolean
}

// What GET answers, asked again whenever `version` changes; what was there stays until then.
// A path of null asks nothing.
export function useData<T>(path: string | null, version: unknown = 0): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { path: string | null }>({
    data: undefined, error: undefined, loading: true, path,
  })
  useEffect(() => {
    if (path === null) {
      setState({ data: undefined, error: undefined, loading: false, path })
      return
    }
    const controller = new AbortController()
    setState((old) => ({ ...old, loading: true }))
    get<T>(path, controller.signal).then(
      (data) => setState({ data, error: undefined, loading: false, path }),
      (error: Error) => {
        if (!controller.signal.aborted) {
          setState({ data: undefined, error: error.message, loading: false, path })
        }
      },
    )
    return () => controller.abort()
  }, [path, version])
  return state
}

export interface ServerEvent {
  name: string
  data: unknown
}

// Server-sent events: EventSource itself cannot send a token.
export async function* events(path: string, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const answer = await request(path, { signal })
  if (!answer.body) return
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + value).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      let name = "message"
      let data = ""
      for (const line of block.split("\n")) {
        if (line.startsWith("event: ")) name = line.slice(7)
        else if (line.startsWith("data: ")) data += line.slice(6)
      }
      if (data) yield { name, data: JSON.parse(data) }
    }
  }
}
