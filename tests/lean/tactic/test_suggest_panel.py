"""`#suggest` alone: the panel, and what its button gets from Lean."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from toolchain.lsp_session import LspSession

TEXT = """\
import Sensei.Widget.SuggestPanel
theorem before : True := trivial
#suggest
theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · skip
    assumption
  · assumption
"""
# What the panel is tested with (tests/lean/widget) is what Lean answers.
RECORDED = json.loads((Path(__file__).parents[1] / "widget" / "panel.json").read_text("utf-8"))


def test_the_goal_at_the_cursor(sidecar: Any, library: Any, tmp_path: Path) -> None:
    sidecar.offers = ["exact hp", "refine id ?_", "exact hq"]
    file = tmp_path / "T.lean"
    file.write_text(TEXT)
    with LspSession([library.toolchain.lean, "--server"], tmp_path, library.env()) as server:
        uri = server.open(file)
        assert server.wait(uri) == []
        session = server.request("$/lean/rpc/connect", {"uri": uri})["sessionId"]

        def call(method: str, params: Any, line: int, character: int) -> Any:
            return server.request(
                "$/lean/rpc/call",
                {
                    "textDocument": {"uri": uri},
                    "position": {"line": line, "character": character},
                    "sessionId": session,
                    "method": method,
                    "params": params,
                },
            )

        def widgets(line: int) -> list[str]:
            place = {"line": line, "character": 4}
            found = call("Lean.Widget.getWidgets", place, line, 4)["widgets"]
            return [widget["id"] for widget in found]

        assert (widgets(1), widgets(5)) == ([], ["Sensei.suggestWidget"])
        assert sidecar.requests == []
        answer = call("Sensei.suggestAt", {"line": 5, "character": 4}, 5, 4)
        assert answer == RECORDED["replies"][0]
        assert sidecar.requests[0].goals[0].declaration == "t"
        assert sidecar.requests[0].goals[0].pretty.endswith("⊢ p")
        none = call("Sensei.suggestAt", {"line": 1, "character": 3}, 1, 3)
        assert none == {"suggestions": [], "message": "no goal here"}
        edit = answer["suggestions"][0]
        start = edit["range"]["start"]
        lines = TEXT.split("\n")
        line, at = lines[start["line"]], start["character"]
        lines[start["line"]] = line[:at] + edit["newText"] + line[at:]
        server.change(uri, 2, "\n".join(lines).replace("    skip\n    assumption\n", ""))
        left = [d["message"] for d in server.wait(uri, 2)]
        assert left == [], "\n".join(lines)
