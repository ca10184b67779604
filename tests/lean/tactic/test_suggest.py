"""`suggest_tactics` and `#sensei_status` in a batch run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Elaborate = Callable[..., list[dict[str, Any]]]

AND = (
    "theorem both (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n"
    "  suggest_tactics\n  exact ⟨hp, hq⟩\n"
)


def texts(messages: list[dict[str, Any]], severity: str = "information") -> list[str]:
    return [m["data"] for m in messages if m["severity"] == severity]


def test_the_best_come_first(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.offers = ["constructor", "rfl", "refine ⟨hp, ?_⟩", "exact ⟨hp,\n  hq⟩", "nonsense ("]
    messages = elaborate(AND)
    assert texts(messages, "error") == []
    closing, one_left, two_left = texts(messages)
    # The later lines go to the column of the first; the message adds two of its own.
    assert closing == "Try this:\n  [apply] exact ⟨hp,\n      hq⟩ -- no goals left"
    assert one_left.startswith("Try this:\n  [apply] refine ⟨hp, ?_⟩\n")
    assert one_left.endswith("⊢ q")
    assert two_left.startswith("Try this:\n  [apply] constructor\n")
    assert [two_left.count("⊢ p"), two_left.count("⊢ q")] == [1, 1]


def test_what_is_sent(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.offers = ["trivial"]
    elaborate(
        "namespace A.B\nopen Nat List\n"
        'set_option sensei.candidates 3\nset_option sensei.model "m"\n'
        "theorem both (n : Nat) : n = n := by\n"
        '  have h := n\n  clear h\n  suggest_tactics "tri"\n  rfl\nend A.B\n'
    )
    (request,) = sidecar.requests
    goal = request.goals[0]
    assert goal.pretty == "n : Nat\n⊢ n = n"
    assert (goal.declaration, goal.namespace) == ("A.B.both", "A.B")
    assert set(goal.open_names) == {"Nat", "List"}
    assert {"Init", "Sensei.Tactic.Suggest"} <= set(goal.imports)
    assert goal.proof_so_far == "have h := n\n  clear h"
    assert (request.prefix, request.candidates, request.model) == ("tri", 3, "m")


REFUSED = {
    "sorry": "sorry proves nothing",
    "exact sorry": "sorry proves nothing",
    "· sorry": "sorry proves nothing",
    "admit": "sorry proves nothing",
    "native_decide": "runs code",
    "decide +native": "native trusts compiled code",
    'run_tac Lean.logInfo "in"': "runs code",
    "exact (by_elab return Lean.mkConst ``True.intro)": "runs code",
    "set_option debug.skipKernelTC true in trivial": "not for a proof to set",
    "open Nowhere in trivial": "opens Nowhere, which is no namespace",
    "open Nat Nowhere in trivial": "opens Nowhere, which is no namespace",
    "open Nowhere (x) in trivial": "opens Nowhere, which is no namespace",
    "exact open Nowhere in True.intro": "opens Nowhere, which is no namespace",
    "exact let _ := `(command| variable (n : Nat)); True.intro": "has no place in a proof",
    "theorem x : True := trivial": "not a tactic",
    "trivial)": "not a tactic",
    "": "not a tactic",
    "-- nothing": "not a tactic",
    "skip " * 1000: "longer than 4096 bytes",
}


def test_what_is_never_tried(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.offers = list(REFUSED)
    messages = elaborate(
        "import Lean\nset_option sensei.showFailures true\n"
        "example : True := by\n  suggest_tactics\n  trivial\n"
    )
    none, failures = texts(messages)
    assert none == f"no suggestion: {len(REFUSED)} candidates, none of which runs here"
    told = failures.split("\n")[1:]
    assert len(told) == len(REFUSED)
    for line, (offer, why) in zip(told, REFUSED.items(), strict=True):
        assert line.startswith(f"{offer} (")
        assert why in line
    assert texts(messages, "error") == texts(messages, "warning") == []


def test_what_may_be_opened(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.offers = ["open Nat in trivial", "open Inner in trivial", "open _root_.List in trivial"]
    messages = elaborate(
        "namespace Outer.Inner\ntheorem x : True := trivial\nend Outer.Inner\n"
        "namespace Outer\nexample : True := by\n  suggest_tactics\n  trivial\nend Outer\n"
    )
    assert len(texts(messages)) == 3
    assert all("-- no goals left" in text for text in texts(messages))


def test_nothing_is_left_behind(sidecar: Any, elaborate: Elaborate) -> None:
    """Goals, messages and metavariables are as before, whatever the candidates did."""
    sidecar.offers = ["constructor", 'trace "said"', "have h : False := ?_", "exact ⟨hp, hq⟩"]
    messages = elaborate(
        "theorem both (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n"
        "  suggest_tactics\n  trace_state\n  exact ⟨hp, hq⟩\n#print axioms both\n"
    )
    assert texts(messages, "error") == texts(messages, "warning") == []
    *suggestions, state, axioms = texts(messages)
    assert len(suggestions) == 4
    assert all(text.startswith("Try this") for text in suggestions)
    assert state.endswith("⊢ p ∧ q")
    assert "does not depend on any axioms" in axioms


def test_limits_of_one_candidate(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.offers = ["wait_for_ever", "simp", "trivial"]
    slow = (
        "open Lean Elab Tactic in\n"
        'elab "wait_for_ever" : tactic => do\n'
        "  repeat\n"
        "    IO.sleep 5\n"
        "    if let some token := (← readThe Core.Context).cancelTk? then\n"
        '      if ← token.isSet then throwError "ended"\n'
    )
    messages = elaborate(
        f"{slow}set_option sensei.tacticTimeout 200\nset_option sensei.showFailures true\n"
        "example : True := by\n  suggest_tactics\n  trivial\n"
    )
    assert "[apply] simp" in texts(messages)[0]
    assert "wait_for_ever (over 200 ms)" in texts(messages)[-1]
    few = elaborate(
        "set_option sensei.tacticHeartbeats 1\nset_option sensei.showFailures true\n"
        "example : True := by\n  suggest_tactics\n  trivial\n"
    )
    # The limit ends the candidate, not the proof.
    assert texts(few, "error") == []
    assert "maximum number of heartbeats (1)" in texts(few)[-1]


def test_candidates_run_at_the_same_time(sidecar: Any, elaborate: Elaborate) -> None:
    """Each of the two waits for the other."""
    sidecar.offers = ["meet 1 2", "meet 2 1"]
    meet = (
        "open Lean Elab Tactic in\n"
        'elab "meet " own:num other:num : tactic => do\n'
        '  IO.FS.writeFile s!"{own.getNat}" ""\n'
        '  while !(← System.FilePath.pathExists s!"{other.getNat}") do\n'
        "    IO.sleep 5\n"
        "    if let some token := (← readThe Core.Context).cancelTk? then\n"
        '      if ← token.isSet then throwError "nobody came"\n'
    )
    messages = elaborate(
        f"{meet}set_option sensei.tacticTimeout 60000\n"
        "example : True := by\n  suggest_tactics\n  trivial\n",
        LEAN_NUM_THREADS="4",  # whatever the machine has
    )
    assert [text.partition("\n")[2] for text in texts(messages)] == [
        "  [apply] meet 1 2\n  ⊢ True",
        "  [apply] meet 2 1\n  ⊢ True",
    ]


def test_without_candidates(sidecar: Any, elaborate: Elaborate) -> None:
    messages = elaborate("example : True := by\n  suggest_tactics\n  trivial\n")
    assert texts(messages) == ["no suggestion: 0 candidates, none of which runs here"]


def test_without_a_sidecar(elaborate: Elaborate, tmp_path: Any) -> None:
    messages = elaborate("example : True := by\n  suggest_tactics\n  trivial\n")
    (error,) = texts(messages, "error")
    assert error == f"no sidecar is running for {tmp_path}; start it: sensei serve"
    messages = elaborate(
        'set_option sensei.address "127.0.0.1:1"\n'
        "example : True := by\n  suggest_tactics\n  trivial\n"
    )
    (error,) = texts(messages, "error")
    assert error.startswith("no sidecar at 127.0.0.1:1 (")
    assert error.endswith("start it: sensei serve")


def test_blocks_that_run_at_the_same_time(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.offers = ["trivial"]
    one = "theorem t{n} : True := by\n  suggest_tactics\n  trivial\n"
    messages = elaborate("".join(one.format(n=n) for n in range(20)))
    assert texts(messages) == ["Try this:\n  [apply] trivial -- no goals left"] * 20
    assert len(sidecar.requests) == 20


def test_the_status(sidecar: Any, elaborate: Elaborate, tmp_path: Any) -> None:
    (text,) = texts(elaborate("#sensei_status\n"))
    assert text.splitlines() == [
        f"sidecar 9.9 at {sidecar.address}, package 0.1.0",
        f"project {tmp_path}, its Lean none",
        "models: m (tactics)",
        "last error: none",
    ]
