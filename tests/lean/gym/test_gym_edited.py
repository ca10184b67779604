"""Goals at places in the middle of a file: opened, searched and judged there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sensei.core.errors import NotFoundError
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, gym_launch
from sensei.server.places import edited_file
from sensei.settings import Settings
from sensei.toolchain.workspace import LeanWorkspace, open_workspace
from sensei.verify.verifier import LeanVerifier

TEXT = """\
namespace Far.Away
open Nat
theorem early (p : Prop) (hp : p) : p ∧ p := by
  constructor
  · exact hp
  · exact hp
theorem whole (p q : Prop) (hp : p) (hq : q) : q ∧ p := by
  refine ⟨?_, ?_⟩
  · HERE
  · exact hp
example (n : Nat) : n = n := by
  HERE
def four : { n : Nat // n = 4 } := ⟨4, HERE⟩
theorem byEquations : (n : Nat) → n = n
  | 0 => by HERE
  | _ + 1 => rfl
theorem half (p q : Prop) (hp : p) (hq : q) : q ∧ p := by
  refine ⟨?_, ?_⟩
  · HERE
end Far.Away
theorem broken : := by
"""


@pytest.fixture(scope="module")
def workspace(copy_project: Any, settings: Settings) -> LeanWorkspace:
    return open_workspace(copy_project(Path(__file__).parent / "project"), settings, build=False)


@pytest.fixture(scope="module")
def pool(workspace: LeanWorkspace) -> Iterator[GymPool]:
    with GymPool(gym_launch(workspace), 1) as pool:
        yield pool


def place(number: int, word: str) -> tuple[str, int, int]:
    """The text with ``word`` at one of the places, ``sorry`` at the others, and where it stands."""
    parts = TEXT.split("HERE")
    before = "sorry".join(parts[: number + 1])
    start = len(before.encode())
    return before + word + "sorry".join(parts[number + 1 :]), start, start + len(word.encode())


@pytest.mark.parametrize(
    ("number", "word", "goal", "tactics", "script", "said"),
    [
        (0, "skip", "p q : Prop\nhp : p\nhq : q\n⊢ q", ["exact hq"], "exact hq", "verified"),
        (0, "sorry", "p q : Prop\nhp : p\nhq : q\n⊢ q", ["skip", "exact hq"],
         "skip\n    exact hq", "verified"),
        (1, "sorry", "n : Nat\n⊢ n = n", ["rfl"], "rfl", "verified"),
        (2, "sorry", "⊢ 4 = 4", ["rfl"], "(by\n" + " " * 41 + "rfl)", "context_changed"),
        (3, "sorry", "⊢ 0 = 0", ["rfl"], "rfl", "not of the form"),
        (4, "sorry", "p q : Prop\nhp : p\nhq : q\n⊢ q", ["exact hq"], "exact hq",
         "does_not_compile"),
    ],
)  # fmt: skip
def test_a_place(
    pool: GymPool, workspace: LeanWorkspace, number: int, word: str, goal: str,
    tactics: list[str], script: str, said: str,
) -> None:  # fmt: skip
    text, start, stop = place(number, word)
    with (
        edited_file(workspace.root, text, "Far.Away", start, stop) as edited,
        GymEnvironment(pool) as environment,
    ):
        state = environment.open(edited.place)
        assert [g.pretty for g in state.goals] == [goal]
        for tactic in tactics:
            (outcome,) = environment.apply(state, [tactic])
            state = outcome.state  # type: ignore[union-attr]
        assert state.goals == ()
        assert edited.script(tactics) == script
        verdict = edited.judged(tactics, environment, LeanVerifier(workspace))
        assert said in (verdict if isinstance(verdict, str) else verdict.reason.value)
    assert not edited.folder.exists()


def test_no_place(pool: GymPool, workspace: LeanWorkspace) -> None:
    text, start, stop = place(0, "skip")
    for begin, end in ((start + 1, stop), (start, stop + 1), (len(text.encode()) - 2, start + 40)):
        if begin >= end:
            begin, end = len(text.encode()) - 3, len(text.encode()) - 1
        with (
            edited_file(workspace.root, text, "Far.Away", begin, end) as edited,
            GymEnvironment(pool) as environment,
            pytest.raises(NotFoundError, match="no goal at line"),
        ):
            environment.open(edited.place)
