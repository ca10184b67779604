// The frame of all pages: sign-in, navigation, theme, and what is live.

import type { ComponentType } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { onSignedOut, request, token } from "./api"
import { LiveContext, useLiveStream } from "./live"
import { PAGES, type Page, type PageProps } from "./pages"
import { Failure, Waiting } from "./parts"
import { href, useRoute } from "./router"
import { THEMES, type Theme, applyTheme, theme } from "./theme"

export function App() {
  const [signedIn, setSignedIn] = useState(token.get() !== "")
  useEffect(() => onSignedOut(() => setSignedIn(false)), [])
  const live = useLiveStream(signedIn)
  if (!signedIn) return <SignIn done={() => setSignedIn(true)} />
  return (
    <LiveContext.Provider value={live}>
      <Frame connected={live.connected} signOut={() => { token.forget(); setSignedIn(false) }} />
    </LiveContext.Provider>
  )
}

function SignIn({ done }: { done: () => void }) {
  const [error, setError] = useState("")
  const submit = async (event: Event) => {
    event.preventDefault()
    const field = new FormData(event.target as HTMLFormElement).get("token")
    token.set(String(field ?? "").trim())
    try {
      await request("v1/status")
      done()
    } catch (problem) {
      token.forget()
      setError((problem as Error).message)
    }
  }
  return (
    <main class="sign-in">
      <h1>Sensei</h1>
      <form onSubmit={submit}>
        <label>
          Token
          <input name="token" type="password" autocomplete="off" required autofocus
            aria-describedby="token-help" />
        </label>
        <p id="token-help">
          <code>sensei show --web</code> opens this page signed in. The token is
          in <code>.lake/sensei/sidecar.json</code> of the project.
        </p>
        {error && <p role="alert" class="failure">{error}</p>}
        <button type="submit">Sign in</button>
      </form>
    </main>
  )
}

function Frame({ connected, signOut }: { connected: boolean; signOut: () => void }) {
  const route = useRoute()
  const page = PAGES.find((known) => known.path === route.page)
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    document.title = `${page?.title ?? "No such page"} · Sensei`
    // Whoever follows a link by keyboard goes on from the page's beginning.
    if (!first.current) main.current?.focus()
    first.current = false
  }, [page])
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); main.current?.focus() }}>
        Skip to content
      </a>
      <header>
        <a class="brand" href={href("")}>Sensei</a>
        <nav aria-label="Pages">
          {PAGES.filter((known) => !known.hidden).map((known) => (
            <a key={known.path} href={href(known.path)}
              aria-current={known === page ? "page" : undefined}>{known.title}</a>
          ))}
        </nav>
        <span class={connected ? "live on" : "live"} role="status">
          {connected ? "live" : "not connected"}
        </span>
        <ThemeChoice />
        <button type="button" class="quiet" onClick={signOut}>Sign out</button>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {page ? <Opened key={page.path} page={page} parts={route.parts} query={route.query} />
          : <Failure text={`There is no page “${route.page}”.`} />}
      </main>
    </>
  )
}

function Opened({ page, parts, query }: { page: Page } & PageProps) {
  const [View, setView] = useState<ComponentType<PageProps>>()
  const [error, setError] = useState("")
  useEffect(() => {
    page.load().then(
      (loaded) => setView(() => loaded.default),
      () => setError("the page could not be loaded: is the server still there?"),
    )
  }, [page])
  if (error) return <Failure text={error} />
  return View ? <View parts={parts} query={query} /> : <Waiting />
}

function ThemeChoice() {
  const [chosen, setChosen] = useState<Theme>(theme())
  const choose = (event: Event) => {
    const picked = (event.target as HTMLSelectElement).value as Theme
    applyTheme(picked)
    setChosen(picked)
  }
  return (
    <select class="quiet" aria-label="Theme" value={chosen} onChange={choose}>
      {THEMES.map((known) => <option key={known} value={known}>{known}</option>)}
    </select>
  )
}
