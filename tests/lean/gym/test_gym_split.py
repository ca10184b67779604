"""Goals that can be proved apart, and goals that cannot."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from sensei.core.protocols import Environment
from sensei.core.types import (
    Budget,
    ProofState,
    SearchStatus,
    TacticCandidate,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
)
from sensei.envs.gym import GymEnvironment
from sensei.search.driver import search
from sensei.search.graph import replay
from sensei.search.options import SEARCHES, SearchOptions

Named = Callable[[str], TheoremRef]
Make = Callable[..., GymEnvironment]


def targets(state: ProofState) -> list[str]:
    return [goal.pretty.rpartition("⊢ ")[2] for goal in state.goals]


def after(env: Environment, state: ProofState, *tactics: str) -> ProofState:
    for tactic in tactics:
        (outcome,) = env.apply(state, [tactic])
        assert isinstance(outcome, TacticSucceeded), outcome
        state = outcome.state
    return state


def test_a_conjunction_splits_and_each_part_stands_alone(environment: Make, ref: Named) -> None:
    env = environment()
    both = after(env, env.open(ref("Split.conjunction")), "intro hp hq", "constructor")
    left, right = env.split(both)
    assert (targets(left), targets(right)) == (["p"], ["q"])
    assert targets(after(env, right, "exact hq")) == []
    assert targets(after(env, left, "exact hp")) == []
    env.close()


def test_a_witness_couples_its_goals(environment: Make, ref: Named) -> None:
    """The wrong witness closes one goal and leaves the other false: no half may count."""
    env = environment()
    state = after(env, env.open(ref("Split.coupled")), "refine ⟨?_, ?_, ?_⟩")
    assert len(state.goals) == 3
    assert env.split(state) == [state]
    by_the_way = after(env, state, "rotate_left", "exact (by decide : 2 ≤ 3)")
    assert targets(by_the_way) == ["3 ≤ 2"]
    # Once the witness is there, the goals have nothing in common any more.
    assert [targets(part) for part in env.split(after(env, state, "exact 3"))] == [
        ["2 ≤ 3"], ["3 ≤ 2"],
    ]  # fmt: skip
    env.close()


def test_what_shares_nothing_splits_off_beside_what_is_coupled(
    environment: Make, ref: Named
) -> None:
    env = environment()
    state = after(env, env.open(ref("Split.beside")), "refine ⟨?_, ?_, ?_, ?_⟩")
    alone, coupled = env.split(state)
    assert targets(alone) == ["1 = 1"]
    assert targets(coupled)[:2] == ["Nat", "2 ≤ ?refine_2"]
    assert alone.goals + coupled.goals == state.goals
    env.close()


def test_a_part_comes_back_after_a_crash(environment: Make, ref: Named) -> None:
    env = environment()
    both = after(env, env.open(ref("Split.conjunction")), "intro hp hq", "constructor")
    _, right = env.split(both)
    lease = env._lease
    assert lease is not None
    lease.process.close()
    assert targets(after(env, right, "exact hq")) == []
    env.close()


class Few:
    """A generator with a fixed list."""

    def __init__(self, tactics: Sequence[str]) -> None:
        self.tactics = tactics

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        return [
            [TacticCandidate(t, -0.5 - i / 10) for i, t in enumerate(self.tactics)] for _ in states
        ]


TACTICS = [
    "intro hp hq", "constructor", "refine ⟨?_, ?_, ?_⟩", "refine ⟨?_, ?_, ?_, ?_⟩", "rfl",
    "exact hp", "exact hq", "exact Nat.le_refl 2", "exact 2", "decide",
]  # fmt: skip


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("theorem", ["conjunction", "coupled", "beside"])
def test_every_search_proves_them_and_the_script_is_a_proof(
    environment: Make, ref: Named, name: str, theorem: str
) -> None:
    env = environment()
    found = search(
        ref(f"Split.{theorem}"), Few(TACTICS), env, Budget(60.0, 300, 3000),
        SearchOptions(search=name),
    )  # fmt: skip
    assert found.result.status is SearchStatus.CLAIMED
    assert replay(found.events).result() == found.result
    # As one script, on all goals: what the verifier will compile.
    (outcome,) = env.apply(env.open(ref(f"Split.{theorem}")), ["\n".join(found.result.tactics)])
    assert not isinstance(outcome, TacticFailed), found.result.tactics
    assert outcome.state.goals == ()
    env.close()
