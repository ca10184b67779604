// What the server tells as it happens. Pages ask again when `version` changes.

import { createContext } from "preact"
import { useContext, useEffect, useState } from "preact/hooks"
import { events } from "./api"

export interface Live {
  // Changes with every change of the database or of the server's runs.
  version: string
  connected: boolean
}

export const LiveContext = createContext<Live>({ version: "", connected: false })
export const useLive = (): Live => useContext(LiveContext)

const AGAIN_MS = 2000

export function useLiveStream(signedIn: boolean): Live {
  const [live, setLive] = useState<Live>({ version: "", connected: false })
  useEffect(() => {
    if (!signedIn) return
    const controller = new AbortController()
    const follow = async () => {
      while (!controller.signal.aborted) {
        try {
          for await (const event of events("v1/dashboard/live", controller.signal)) {
            if (event.name === "version") {
              setLive({ version: (event.data as { version: string }).version, connected: true })
            }
          }
        } catch {
          // Said below, and tried again.
        }
        if (controller.signal.aborted) return
        setLive((old) => ({ ...old, connected: false }))
        await new Promise((done) => setTimeout(done, AGAIN_MS))
      }
    }
    void follow()
    return () => controller.abort()
  }, [signedIn])
  return live
}
