"""`search_proof`: what it asks, what it shows while it waits, and what it says in the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sensei.wire.v1 import search_pb2
from toolchain.lsp_session import LspSession

Elaborate = Callable[..., list[dict[str, Any]]]

RECORDED = json.loads((Path(__file__).parents[1] / "widget" / "search.json").read_text("utf-8"))
HEAD = "import Sensei.Widget.SearchProof\n"
GOAL = "p q : Prop\nhp : p\nhq : q\n⊢ p ∧ q"
TEXT = HEAD + (
    "theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n"
    "  search_proof (timeout := 20)\ntheorem later : 1 = 1 := rfl\n"
)


def event(**kind: Any) -> Any:
    return search_pb2.SearchEvent(**kind)


def opened() -> list[Any]:
    goal = search_pb2.SearchGoal(pretty=GOAL)
    parts = [
        search_pb2.SearchPart(node=n + 1, goals=[search_pb2.SearchGoal(pretty=f"⊢ {name}")])
        for n, name in enumerate("pq")
    ]
    advanced = search_pb2.SearchAdvanced(node=0, tactic="constructor", log_prob=-1.0, parts=parts)
    return [
        event(opened=search_pb2.SearchOpened(declaration="t", goals=[goal], search="best_first")),
        event(expanded=search_pb2.SearchExpanded(nodes=[0])),
        event(advanced=advanced),
    ]


def ended(proof: str = "", accepted: bool | None = True, **more: Any) -> list[Any]:
    told = []
    if accepted is not None and proof:
        reason = "verified" if accepted else "does_not_compile"
        told.append(event(verdict=search_pb2.SearchVerdict(accepted=accepted, reason=reason,
                                                           detail="why not")))  # fmt: skip
    status = "claimed" if proof else "out_of_budget"
    spent = {"model_calls": 7, "tactic_calls": 40, "milliseconds": 1500}
    last = search_pb2.SearchEnded(
        status=status, proof=proof, verified=bool(accepted), **spent, **more
    )
    return [*told, event(ended=last)]


def texts(messages: list[dict[str, Any]], severity: str = "information") -> list[str]:
    return [m["data"] for m in messages if m["severity"] == severity]


def search(elaborate: Elaborate, more: str = "") -> list[str]:
    messages = elaborate(
        f"theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n  search_proof{more}\n"
        "  trace_state\n  exact ⟨hp, hq⟩\n#print axioms t\n"
    )
    assert texts(messages, "error") == texts(messages, "warning") == []
    said = texts(messages)
    # The goal is as it was, and so is what is proved.
    assert said.pop(0).endswith("⊢ p ∧ q")
    assert "does not depend on any axioms" in said.pop()
    return said


def test_what_is_asked_and_offered(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.events, sidecar.last = opened(), ended("constructor\n  · exact hp\n  · exact hq")
    (said,) = search(elaborate, ' (timeout := 7) (model := "m")')
    assert said == ("Try this:\n  [apply] constructor\n    · exact hp\n    · exact hq -- verified")
    (request,) = sidecar.requests
    assert (request.budget.milliseconds, request.model) == (7000, "m")
    place = request.place
    tactic = place.text.encode()[place.start : place.stop].decode()
    assert tactic == 'search_proof (timeout := 7) (model := "m")'
    assert place.text.startswith("import Sensei")


def test_a_proof_of_the_goal_alone(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.last = ended("exact ⟨hp, hq⟩", accepted=False)
    (said,) = search(elaborate)
    assert said == (
        "Try this:\n  [apply] exact ⟨hp, hq⟩"
        " -- proves this goal; the whole is not verified: does_not_compile: why not"
    )
    sidecar.last = ended("exact ⟨hp, hq⟩", accepted=None, unjudged="an example has no name")
    (said,) = search(elaborate)
    assert said.endswith("the whole is not verified: an example has no name")


def test_a_proof_that_is_none_here(sidecar: Any, elaborate: Elaborate) -> None:
    """Whatever the sidecar says of it."""
    for claimed, why in (
        ("exact ⟨hq, hp⟩", "no proof here ("),
        ("constructor", "it leaves goals"),
        ("sorry", "sorry proves nothing"),
        ("exact t p q hp hq", "it uses the theorem itself"),
        ("exact ⟨hp, Classical.byContradiction (lie · hq)⟩", "no proof here ("),
        ("run_tac Lean.Elab.Tactic.setGoals []", "runs code"),
    ):
        sidecar.last = ended(claimed)
        (said,) = search(elaborate)
        assert said.startswith("no proof found: what was found is no proof here")
        assert why in said
        assert "[apply]" not in said


def test_an_axiom_of_the_file(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.last = ended("exact lie")
    messages = elaborate("axiom lie : 1 = 2\nexample : 1 = 2 := by\n  search_proof\n  exact lie\n")
    (said,) = texts(messages)
    assert "it rests on the axiom lie" in said


def test_nothing_found(sidecar: Any, elaborate: Elaborate) -> None:
    left = search_pb2.PartialProof(
        script="constructor\n· exact hp\n· sorry", open=[search_pb2.SearchGoal(pretty="⊢ q")]
    )
    sidecar.events, sidecar.last = opened(), ended(partial=[left])
    (said,) = search(elaborate)
    assert said == (
        "no proof found: the budget was spent; 7 states given to the model, 40 tactics tried, "
        "1500 ms\n\nso far:\nconstructor\n· exact hp\n· sorry\n-- left:\n⊢ q"
    )


def test_without_a_sidecar(elaborate: Elaborate) -> None:
    theorem = "example : True := by\n  search_proof\n  trivial\n"
    (error,) = texts(elaborate(theorem), "error")
    assert error.endswith("start it: sensei serve")
    (said,) = texts(elaborate('set_option sensei.address "127.0.0.1:1"\n' + theorem))
    assert said.startswith("no proof found: no sidecar at 127.0.0.1:1 (")
    # Processes that the sidecar starts ask nobody, and have nothing to say about it.
    assert elaborate(theorem, SENSEI_SIDECAR="off") == []


class Infoview:
    """Calls the procedures that the infoview does, at the tactic."""

    def __init__(self, server: LspSession, uri: str) -> None:
        self.server, self.uri = server, uri
        self.session = server.request("$/lean/rpc/connect", {"uri": uri})["sessionId"]

    def call(self, method: str, params: Any) -> Any:
        return self.server.request(
            "$/lean/rpc/call",
            {
                "textDocument": {"uri": self.uri},
                "position": {"line": 2, "character": 4},
                "sessionId": self.session,
                "method": method,
                "params": params,
            },
        )

    def widget(self) -> dict[str, Any]:
        found = self.call("Lean.Widget.getWidgets", {"line": 2, "character": 4})["widgets"]
        (widget,) = [w for w in found if w["id"] == "Sensei.searchWidget"]
        assert isinstance(widget, dict)
        return widget


def test_in_the_editor(sidecar: Any, library: Any, tmp_path: Path) -> None:
    """The view while the search runs, the action when it has ended, and a click."""
    sidecar.gate.clear()
    sidecar.events, sidecar.last = opened(), ended("exact ⟨hp, hq⟩")
    file = tmp_path / "T.lean"
    file.write_text(TEXT)
    with LspSession([library.toolchain.lean, "--server"], tmp_path, library.env()) as server:
        uri = server.open(file)
        assert sidecar.asked.wait(60)
        infoview = Infoview(server, uri)
        # The search waits for the gate, and the file does not wait for the search.
        goal = server.at("$/lean/plainGoal", uri, 2, 4)
        assert goal["goals"] == [GOAL]
        widget = infoview.widget()
        wanted = {"hash": widget["javascriptHash"], "pos": {"line": 2, "character": 4}}
        source = infoview.call("Lean.Widget.getWidgetSource", wanted)
        assert source["sourcetext"].startswith("// The infoview's view of a proof search")
        number = widget["props"]["id"]
        progress = infoview.call("Sensei.searchProgress", {"id": number, "after": 0})
        while len(progress["events"]) < 3:
            progress = infoview.call("Sensei.searchProgress", {"id": number, "after": 0})
        # What the view is tested with (tests/lean/widget) is what Lean answers.
        first, second = RECORDED["replies"]
        assert {k: v for k, v in progress.items() if v is not None} == first
        assert widget["range"] == RECORDED["props"]["range"]
        sidecar.gate.set()
        found = server.wait(uri)
        (said,) = [d["message"] for d in found if d["severity"] == 3]
        assert said == "Try this:\n  [apply] exact ⟨hp, hq⟩ -- verified"
        progress = infoview.call("Sensei.searchProgress", {"id": number, "after": 3})
        assert progress == second
        span = {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 4}}
        (action,) = server.request(
            "textDocument/codeAction",
            {"textDocument": {"uri": uri}, "range": span, "context": {"diagnostics": []}},
        )
        (edit,) = action["edit"]["documentChanges"][0]["edits"]
        assert edit["range"]["start"] == {"line": 2, "character": 2}
        assert edit["range"]["end"] == {"line": 2, "character": 30}
        server.change(uri, 2, TEXT.replace("search_proof (timeout := 20)", edit["newText"]))
        assert server.wait(uri, 2) == []


def test_cancelled_by_the_button(sidecar: Any, library: Any, tmp_path: Path) -> None:
    sidecar.gate.clear()
    sidecar.events = opened()
    file = tmp_path / "T.lean"
    file.write_text(TEXT)
    with LspSession([library.toolchain.lean, "--server"], tmp_path, library.env()) as server:
        uri = server.open(file)
        assert sidecar.asked.wait(60)
        infoview = Infoview(server, uri)
        number = infoview.widget()["props"]["id"]
        assert infoview.call("Sensei.cancelSearch", {"id": number})
        assert sidecar.gone.wait(30), "the call went on after it was cancelled"
        said = [d["message"] for d in server.wait(uri) if d["severity"] == 3]
        assert said == ["the search was cancelled"]
        assert infoview.call("Sensei.searchProgress", {"id": number, "after": 0})["ended"]
        assert not infoview.call("Sensei.cancelSearch", {"id": number + 1})


def test_an_edit_ends_the_search(sidecar: Any, library: Any, tmp_path: Path) -> None:
    sidecar.gate.clear()
    sidecar.events = opened()
    file = tmp_path / "T.lean"
    file.write_text(TEXT)
    with LspSession([library.toolchain.lean, "--server"], tmp_path, library.env()) as server:
        uri = server.open(file)
        assert sidecar.asked.wait(60)
        server.change(uri, 2, TEXT.replace("search_proof (timeout := 20)", "exact ⟨hp, hq⟩"))
        assert sidecar.gone.wait(30), "the call went on after its text was gone"
        assert server.wait(uri, 2) == []


def test_an_edit_further_down_lets_it_go_on(sidecar: Any, library: Any, tmp_path: Path) -> None:
    sidecar.gate.clear()
    sidecar.events, sidecar.last = opened(), ended("exact ⟨hp, hq⟩")
    file = tmp_path / "T.lean"
    file.write_text(TEXT)
    with LspSession([library.toolchain.lean, "--server"], tmp_path, library.env()) as server:
        uri = server.open(file)
        assert sidecar.asked.wait(60)
        changed = TEXT.replace("later : 1 = 1", "other : 2 = 2")
        server.change(uri, 2, changed + "example : other = other := rfl\n")
        # The new text is read while the search waits.
        server.at("$/lean/plainTermGoal", uri, 4, 27)
        assert not sidecar.gone.is_set()
        sidecar.gate.set()
        said = [d["message"] for d in server.wait(uri, 2) if d["severity"] == 3]
        assert said == ["Try this:\n  [apply] exact ⟨hp, hq⟩ -- verified"]
        assert len(sidecar.requests) == 1
