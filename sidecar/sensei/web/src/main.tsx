import "./style.css"
import "./search/proof.css"
import "./search/runs.css"
import "./search/search.css"
import { render } from "preact"
import { takeToken } from "./api"
import { App } from "./app"
import { applyTheme } from "./theme"

takeToken()
applyTheme()
const root = document.getElementById("root")
if (root) {
  root.replaceChildren()
  render(<App />, root)
}
