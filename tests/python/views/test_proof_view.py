"""A proof as scopes: what goes on, what branches, what is proved inside a tactic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fakes.traces import TACTIC, ModuleBuilder, Tac
from sensei.store import Store, open_store
from sensei.views.proof import proof_view, tactic_line
from sensei.wire.traced import TracedModule, from_message

CONTAINER = "Lean.cdot"


def view(tmp_path: Path, builder: ModuleBuilder, name: str = "T.it") -> dict[str, Any]:
    with open_store(tmp_path / "sensei.db") as store:
        return proof_view(store, stored(store, builder, name))


def stored(store: Store, builder: ModuleBuilder, name: str) -> Any:
    snapshot = store.put_snapshot(
        identity="t" * 64,
        package="T",
        content_hash="c" * 64,
        lean_version="4.35.0",
        lean_commit="0",
        toolchain_kind="embedded",
    )
    store.put_module(snapshot, from_message(builder.build().module, TracedModule))
    store.complete_snapshot(snapshot, ["T"], [])
    return store.declaration(name, snapshot_id=snapshot)


def shape(scope: dict[str, Any]) -> Any:
    """What was done, as (tactic, new hypotheses, new target, scopes)."""
    return [
        (
            row["tactic"],
            [hypothesis["name"] for hypothesis in row["new"]],
            row["target"],
            [shape(inner) for inner in row["scopes"]],
        )
        for row in scope["rows"]
    ]


def test_hypotheses_go_down_goals_go_up_and_branches_are_scopes(tmp_path: Path) -> None:
    both = "p : Prop\nh : p\n⊢ p ∧ p"
    left, right = "p : Prop\nh : p\n⊢ p", "p : Prop\nh : p\n⊢ p "
    told = view(
        tmp_path,
        ModuleBuilder("T").theorem(
            "T.it",
            "p → p ∧ p",
            [
                Tac("intro h", ["p : Prop\n⊢ p → p ∧ p"], [both], TACTIC + "intro"),
                Tac("constructor", [both], [left, right], TACTIC + "constructor"),
                Tac("· exact h", [left], [], CONTAINER, inner=[Tac("exact h", [left])]),
                Tac("· assumption", [right], [], CONTAINER, inner=[Tac("assumption", [right])]),
            ],
            proof="by\n  intro h\n  constructor\n  · exact h\n  · assumption",
        ),
    )
    [scope] = told["scopes"]
    assert (scope["target"], scope["open"]) == ("p → p ∧ p", False)
    assert [h["name"] for h in scope["hypotheses"]] == ["p"]
    assert shape(scope) == [
        ("intro h", ["h"], "p ∧ p", []),
        ("constructor", [], None, [
            [("exact h", [], None, [])],
            [("assumption", [], None, [])],
        ]),
    ]  # fmt: skip
    assert scope["rows"][1]["scopes"][0]["rows"][0]["uses"] == ["h"]
    # A scope tells of what the scope around it does not have.
    assert scope["rows"][1]["scopes"][0]["hypotheses"] == []


def test_cases_of_a_structured_tactic_are_scopes_in_it(tmp_path: Path) -> None:
    zero, succ = "⊢ 0 = 0", "n : Nat\nih : n = n\n⊢ n + 1 = n + 1"
    text = "induction n with\n  | zero => rfl\n  | succ n ih =>\n    simp"
    inner = [Tac("rfl", [zero], [], TACTIC + "tacticRfl"), Tac("simp", [succ], [], TACTIC + "simp")]
    told = view(
        tmp_path,
        ModuleBuilder("T").theorem(
            "T.it",
            "n = n",
            [Tac(text, ["n : Nat\n⊢ n = n"], [], TACTIC + "induction", inner=inner)],
            proof=f"by\n  {text}",
        ),
    )
    assert [shape(scope) for scope in told["scopes"]] == [
        [("induction n", [], None, [
            [("rfl", [], None, [])],
            [("simp", [], None, [])],
        ])]
    ]  # fmt: skip


def test_what_rw_does_inside_is_one_tactic_and_a_hole_closes_its_goal(tmp_path: Path) -> None:
    start, middle = "h : a = b\n⊢ a = c", "h : a = b\n⊢ b = c"
    inner = [Tac("h", [start], [middle], TACTIC + "rwRule")]
    builder = ModuleBuilder("T").theorem(
        "T.it",
        "a = c",
        [Tac("rw [h]", [start], [], TACTIC + "rwSeq", inner=inner)],
        proof="by\n  rw [h]",
    )
    builder.theorem(
        "T.later",
        "1 = 2",
        [Tac("sorry", ["⊢ 1 = 2"], [], TACTIC + "tacticSorry")],
        proof="by\n  sorry",
        has_sorry=True,
    )
    assert [shape(s) for s in view(tmp_path, builder)["scopes"]] == [[("rw [h]", [], None, [])]]
    told = view(tmp_path / "other", builder, "T.later")
    assert [shape(s) for s in told["scopes"]] == [[("sorry", [], None, [])]]


def test_what_nothing_closes_is_open(tmp_path: Path) -> None:
    goal, after = "⊢ p → q", "h : p\n⊢ q"
    steps = [Tac("intro h", [goal], [after], TACTIC + "intro")]
    told = view(tmp_path, ModuleBuilder("T").theorem("T.it", "p → q", steps, proof="by\n  intro h"))
    assert told["scopes"][0]["open"] is True


def test_a_goal_that_another_ones_proof_changed_goes_on_in_its_later_state(tmp_path: Path) -> None:
    first, one, other, later = "⊢ r", "⊢ p ?y", "⊢ q ?y", "⊢ q y"
    builder = ModuleBuilder("T").theorem(
        "T.it",
        "r",
        [
            Tac("apply trans", [first], [one, other], TACTIC + "apply"),
            Tac("exact hp", [one, other], [later]),
            Tac("exact hq", [later], []),
        ],
        proof="by\n  apply trans\n  exact hp\n  exact hq",
    )
    goals = {goal.pretty: goal for goal in builder.module.goals}
    goals[later].mvar_id = goals[other].mvar_id
    # Lean says of the second step that it closed one goal and assigned what the other shares.
    step = builder.module.steps[1]
    del step.links[:], step.closed[:], step.opened[:]
    step.closed.append(1)
    step.links.add(goal=1)
    [scope] = view(tmp_path, builder)["scopes"]
    assert shape(scope) == [
        ("apply trans", [], None, [
            [("exact hp", [], None, [])],
            [("exact hq", [], None, [])],
        ])
    ]  # fmt: skip


def test_a_declaration_without_tactics_has_no_scopes(tmp_path: Path) -> None:
    told = view(tmp_path, ModuleBuilder("T").theorem("T.it", "True", proof="trivial"))
    assert (told["scopes"], told["proof"]) == ([], "term")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("intro h", "intro h"),
        ("cases h with\n| inl => rfl", "cases h"),
        ("have e : a = b := by\n  rfl", "have e : a = b"),
        ("simp [\n  one]", "simp [ …"),
        ("", ""),
    ],
)
def test_a_tactic_is_told_by_its_first_line(text: str, line: str) -> None:
    assert tactic_line(text) == line
    assert len(tactic_line("x" * 999)) == 200
