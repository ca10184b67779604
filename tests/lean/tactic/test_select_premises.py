"""`select_premises` and `#suggest`, against a sidecar whose answers are given."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from toolchain.lsp_session import LspSession

Elaborate = Callable[..., list[dict[str, Any]]]

FILE = """\
/-- Both, from both. -/
theorem both (p q : Prop) (hp : p) (hq : q) : p ∧ q := ⟨hp, hq⟩
theorem twice (n : Nat) (h : n = 0) : n + n = n := by subst h; rfl
private theorem hidden (n : Nat) (h : n = 0) : n + n = n := twice n h
"""


def texts(messages: list[dict[str, Any]], severity: str = "information") -> list[str]:
    return [m["data"] for m in messages if m["severity"] == severity]


def test_premises_with_types_and_uses(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.premises = ["target", "twice", "nowhere", "both", "Nat.add", "hidden", "late"]
    messages = elaborate(
        FILE + "theorem target (n : Nat) (h : n = 0) : n + n = n ∧ True := by\n"
        "  have := h\n  select_premises 4\n  exact ⟨twice n h, trivial⟩\n"
        "theorem late : True := trivial\n"
    )
    assert texts(messages, "error") == texts(messages, "warning") == []
    said = texts(messages)
    assert [s.split("[apply] ")[1].split("\n")[0] for s in said] == [
        "rw [twice]",
        "apply both",
        "have := @Nat.add",
        "rw [hidden]",
    ]
    assert "both : ∀ (p q : Prop), p → q → p ∧ q\n    Both, from both." in said[1]
    (request,) = sidecar.requests
    goal = request.goal
    assert (request.count, goal.declaration, goal.proof_so_far) == (8, "target", "have := h")
    assert goal.pretty.endswith("⊢ n + n = n ∧ True")
    assert "Sensei.Tactic.Suggest" in goal.imports


def test_the_first_use_that_runs(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.premises = ["both", "twice", "Nat.add_comm"]
    messages = elaborate(
        FILE + "example (n : Nat) (h : n = 0) : n + n = n := by\n  select_premises\n"
        "  exact twice n h\n"
        "example (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n  select_premises 1\n"
        "  exact ⟨hp, hq⟩\n"
    )
    said = [s.split("[apply] ")[1].split("\n")[0] for s in texts(messages)]
    assert said == ["have := @both", "apply twice", "rw [Nat.add_comm]", "apply both"]


def test_no_premises(sidecar: Any, elaborate: Elaborate) -> None:
    messages = elaborate("example : True := by\n  select_premises\n  trivial\n")
    assert texts(messages) == ["no premise of this place is known for the goal"]


SORRIES = """\
theorem one (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · sorry
  · sorry
def two (n : Nat) : { m : Nat // m = n } := ⟨n, sorry⟩
theorem done : True := trivial
"""


def test_every_sorry_of_a_file(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.offers = ["assumption", "rfl"]
    sidecar.premises = ["done", "one", "nowhere"]
    messages = elaborate(SORRIES + "#suggest all\ntheorem later : True := by sorry\n")
    assert texts(messages, "error") == []
    (request, *rest) = sidecar.requests
    assert [goal.pretty.split("\n")[-1] for goal in request.goals] == ["⊢ p", "⊢ q", "⊢ n = n"]
    assert [goal.declaration for goal in request.goals] == ["one", "one", "two"]
    assert len(rest) == 3
    said = texts(messages)
    first = int(said[0].removeprefix("line ").split(",")[0])
    assert said == [
        f"line {first}, one: 1 tactics run, 1 close the goal\npremises: done",
        f"line {first}, one:\n  [apply] assumption -- no goals left",
        f"line {first + 1}, one: 1 tactics run, 1 close the goal\npremises: done",
        f"line {first + 1}, one:\n  [apply] assumption -- no goals left",
        f"line {first + 2}, two: 1 tactics run, 1 close the goal\npremises: done, one",
        f"line {first + 2}, two:\n  [apply] rfl -- no goals left",
    ]


def test_a_click_replaces_the_sorry(sidecar: Any, library: Any, tmp_path: Path) -> None:
    sidecar.offers = ["assumption", "rfl"]
    file = tmp_path / "T.lean"
    text = "import Sensei.Tactic.SuggestCommand\n" + SORRIES + "#suggest all\n"
    file.write_text(text)
    with LspSession([library.toolchain.lean, "--server"], tmp_path, library.env()) as server:
        uri = server.open(file)
        server.wait(uri)
        here = {"line": 7, "character": 2}
        actions = server.request(
            "textDocument/codeAction",
            {
                "textDocument": {"uri": uri},
                "range": {"start": here, "end": here},
                "context": {"diagnostics": []},
            },
        )
        resolved = [
            server.request("codeAction/resolve", a) if "edit" not in a else a for a in actions
        ]
    edits = [e for a in resolved for d in a["edit"]["documentChanges"] for e in d["edits"]]
    lines = text.split("\n")
    replaced = []
    for edit in edits:
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        span = lines[start["line"]][start["character"] : end["character"]]
        replaced.append((start["line"], span, edit["newText"]))
    assert sorted(replaced) == [
        (3, "sorry", "assumption"),
        (4, "sorry", "assumption"),
        (5, "sorry", "rfl"),
    ]


def test_a_declaration_by_name(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.offers = ["assumption", "omega"]
    messages = elaborate(SORRIES + "#suggest two\n#suggest done\n#suggest nothing\n")
    (error,) = texts(messages, "error")
    assert "nothing" in error
    first, *rest = texts(messages)
    assert ", two: " in first
    assert rest[-1].startswith("⊢ True")
    messages = elaborate("#suggest all\n")
    assert texts(messages) == ["no declaration before this says sorry"]
