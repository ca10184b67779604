"""`suggest_tactics` under the real language server: click it, and edit while it waits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from toolchain.lsp_session import LspSession

HEAD = "import Sensei.Tactic.Suggest\n"
TEXT = HEAD + "theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n  suggest_tactics\n"


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    (edit,) = edits
    lines = text.split("\n")
    start, end = edit["range"]["start"], edit["range"]["end"]
    before = "\n".join([*lines[: start["line"]], lines[start["line"]][: start["character"]]])
    after = "\n".join([lines[end["line"]][end["character"] :], *lines[end["line"] + 1 :]])
    return before + edit["newText"] + after


def test_a_click_proves_the_theorem(sidecar: Any, library: Any, tmp_path: Path) -> None:
    sidecar.offers = ["constructor", "exact ⟨hp, hq⟩"]
    file = tmp_path / "T.lean"
    file.write_text(TEXT)
    with LspSession([library.toolchain.lean, "--server"], tmp_path, library.env()) as server:
        uri = server.open(file)
        found = server.wait(uri)
        suggestions = [d["message"] for d in found if d["message"].startswith("Try this")]
        assert [s.split("[apply] ")[1].split("\n")[0] for s in suggestions] == [
            "exact ⟨hp, hq⟩ -- no goals left",
            "constructor",
        ]
        assert any("unsolved goals" in d["message"] for d in found)
        span = {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 4}}
        actions = server.request(
            "textDocument/codeAction",
            {"textDocument": {"uri": uri}, "range": span, "context": {"diagnostics": []}},
        )
        resolved = [server.request("codeAction/resolve", a) if "edit" not in a else a
                    for a in actions]  # fmt: skip
        edits = [e for a in resolved for d in a["edit"]["documentChanges"] for e in d["edits"]]
        (closing,) = [e for e in edits if e["newText"] == "exact ⟨hp, hq⟩"]
        server.change(uri, 2, applied(TEXT, [closing]))
        assert server.wait(uri, 2) == []


def test_an_edit_ends_the_request(sidecar: Any, library: Any, tmp_path: Path) -> None:
    sidecar.gate.clear()
    file = tmp_path / "T.lean"
    # The request has an hour.
    file.write_text(TEXT.replace(HEAD, HEAD + "set_option sensei.timeout 3600000\n"))
    with LspSession([library.toolchain.lean, "--server"], tmp_path, library.env()) as server:
        uri = server.open(file)
        assert sidecar.asked.wait(60)
        server.change(uri, 2, HEAD + "theorem t : True := by\n  trivial\n")
        assert sidecar.gone.wait(60), "the request went on after its text was gone"
        assert server.wait(uri, 2) == []
