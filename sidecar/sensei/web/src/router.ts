// The address after "#": pages are reached by links, and Back works.

import { useEffect, useState } from "preact/hooks"

export interface Route {
  page: string
  parts: string[]
  query: URLSearchParams
}

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split(/\?(.*)/s)
  const [page = "", ...parts] = path.split("/").map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
  return { page, parts: parts.filter((part) => part !== ""), query: new URLSearchParams(query) }
}

// A link to a page: href("data", [12, 3], {name: "x"}).
export function href(
  page: string,
  parts: (string | number)[] = [],
  query: Record<string, string | number | null | undefined> = {},
): string {
  const path = [page, ...parts.map((part) => encodeURIComponent(part))].join("/")
  const values = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") values.set(name, String(value))
  }
  const text = values.toString()
  return `#/${path}${text ? `?${text}` : ""}`
}

export function go(to: string): void {
  location.hash = to
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const changed = () => setHash(location.hash)
    addEventListener("hashchange", changed)
    return () => removeEventListener("hashchange", changed)
  }, [])
  return parse(hash)
}
