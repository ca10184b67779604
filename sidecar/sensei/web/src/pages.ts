// The pages, in the order of the navigation. A page is one file of pages/ whose default export is a
// component; it is loaded when it is first opened.

import type { ComponentType } from "preact"

export interface PageProps {
  // What follows the page's name in the address: "#/data/12/3?name=x" gives ["12", "3"] and name=x.
  parts: string[]
  query: URLSearchParams
}

export interface Page {
  // The first part of the address; "" for the page that opens first.
  path: string
  title: string
  load: () => Promise<{ default: ComponentType<PageProps> }>
  // Pages without an entry in the navigation are reached from others.
  hidden?: true
}

export const PAGES: Page[] = [
  { path: "", title: "Overview", load: () => import("./pages/overview") },
  { path: "data", title: "Data", load: () => import("./pages/data") },
  { path: "attempts", title: "Attempts", load: () => import("./pages/attempts") },
  { path: "runs", title: "Runs", load: () => import("./pages/runs") },
  { path: "query", title: "Query", load: () => import("./pages/query") },
  { path: "replay", title: "Search replay", load: () => import("./pages/replay"), hidden: true },
  { path: "proof", title: "Proof view", load: () => import("./pages/proof"), hidden: true },
]
