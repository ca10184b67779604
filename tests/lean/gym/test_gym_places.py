"""Theorems opened at their own place, and steps that may not be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sensei.core.errors import LeanProcessError
from sensei.core.types import FailureKind, TacticFailed, TacticSucceeded, TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.envs.process import GymProcess

Environments = Callable[..., GymEnvironment]
Refs = Callable[[str], TheoremRef]

# Theorem, its goal, and tactics that together close it there.
OPENED = [
    ("by_notation", "n : Nat\n⊢ (fun a b => twice a + twice b) n 0 = twice n", ["simp [twice]"]),
    ("Inner.by_namespace", "n : Nat\n⊢ twice n = n + n", ["unfold twice", "omega"]),
    ("by_open_in", "n : Nat\n⊢ n.succ = n + 1", ["show succ n = n + 1", "exact add_one n ▸ rfl"]),
    ("by_variable", "α : Type\ninst✝ : Inhabited α\nxs : List α\n⊢ xs ++ [] = xs", ["simp"]),
    (
        "by_include",
        "α : Type\ninst✝ : Inhabited α\nxs : List α\nunused : α\n⊢ xs = xs",
        ["have := unused", "rfl"],
    ),
    ("by_private", "n : Nat\n⊢ twice n = 2 * n", ["have := n ⊕⊕ n", "unfold twice", "omega"]),
    ("by_attribute", "n : Nat\n⊢ twice n = n + n", ["rfl"]),
    ("by_option", "n : Nat\n⊢ @Eq Nat n n", ["rfl"]),
    (
        "by_universes",
        "α : Type u\nβ : Type v\nx : α × β\n⊢ (x.fst, x.snd) = x",
        ["have : Type (max u v) := α × β", "rfl"],
    ),
    (
        "by_alternatives",
        "⊢ ∀ (n : Nat), 0 + n = n",
        ["intro n\ninduction n with\n| zero => rfl\n| succ n ih => exact congrArg (· + 1) ih"],
    ),
    ("by_term", "p q : Prop\nh : p ∧ q\n⊢ q ∧ p", ["constructor", "· exact h.2", "exact h.1"]),
    ("length", "xs : List Nat\n⊢ Nat", ["exact xs.length"]),
]


def test_each_theorem_has_its_own_context(environment: Environments, ref: Refs) -> None:
    env = environment(tactic_s=20.0)
    for name, goal, tactics in OPENED:
        state = env.open(ref(f"Places.{name}"))
        assert [g.pretty for g in state.goals] == [goal]
        for tactic in tactics:
            [outcome] = env.apply(state, [tactic])
            assert isinstance(outcome, TacticSucceeded), (name, tactic, outcome)
            state = outcome.state
        assert state.goals == (), name


def test_what_comes_later_is_unknown(environment: Environments, ref: Refs) -> None:
    env = environment(tactic_s=20.0)
    env.open(ref("Places.by_term"))  # the server has elaborated this far
    state = env.open(ref("Places.by_variable"))
    outcomes = env.apply(state, ["have := @by_term", "have := @by_notation", "have := @Nat.succ"])
    assert [isinstance(outcome, TacticSucceeded) for outcome in outcomes] == [False, True, True]
    assert "Unknown identifier" in outcomes[0].message  # type: ignore[union-attr]


ITSELF = [
    "exact by_alternatives",
    "exact fun n => by_alternatives n",
    "intro n; exact by_alternatives n",
    "intro n; have h := by_alternatives n; skip",
    "intro n; simp [by_alternatives]",
    "intro n\ncases n with\n| zero => rfl\n| succ n => exact congrArg (· + 1) (by_alternatives n)",
]


def test_a_theorem_is_no_help_in_its_own_proof(environment: Environments, ref: Refs) -> None:
    env = environment(tactic_s=20.0)
    state = env.open(ref("Places.by_alternatives"))
    for outcome in env.apply(state, ITSELF):
        expected = TacticFailed(FailureKind.TACTIC, "the tactic uses the theorem itself")
        assert outcome == expected
    # An earlier step may not smuggle it in, either.
    [outcome] = env.apply(state, ["have ⟨f, _⟩ : ∃ f : ∀ n, 0 + n = n, True := by exact ⟨_, ?_⟩"])
    assert isinstance(outcome, TacticFailed)


SORRY = [
    "sorry",
    "admit",
    "intro n; sorry",
    "any_goals sorry",
    "exact sorry",
    "have h : 1 = 2 := sorry",
    "intro n; have h : 1 = 2 := by sorry",
    "have h : 1 = 2 := by as_aux_lemma => sorry",
    "exact fun n => (sorry : 0 + n = n)",
]


def test_sorry_is_no_step(environment: Environments, ref: Refs) -> None:
    env = environment(tactic_s=20.0)
    outcomes = env.apply(env.open(ref("Places.by_alternatives")), SORRY)
    assert outcomes == [TacticFailed(FailureKind.FORBIDDEN, "the tactic uses sorry")] * len(SORRY)


@pytest.mark.parametrize(
    "text",
    [
        "native_decide",
        "decide +native",
        'run_tac Lean.logInfo "x"',
        "set_option maxHeartbeats 0 in simp",
        "set_option debug.skipKernelTC true in simp",
        "exact unsafe lcProof",
    ],
)
def test_code_and_limits_are_forbidden(server: GymProcess, text: str) -> None:
    state = server.request("goal.start", {"copyFrom": "Places.by_term"})["stateId"]
    answer = server.request("goal.tactic", {"stateId": state, "tactic": text})
    assert answer["failure"] == "forbidden", answer
    assert answer["messages"][0]["data"]


@pytest.mark.parametrize("text", ["rfl #exit", "rfl\n#eval 1", "exact rfl)", "", "   ", "-- x"])
def test_only_tactics_are_read(server: GymProcess, text: str) -> None:
    state = server.request("goal.start", {"copyFrom": "Places.by_attribute"})["stateId"]
    answer = server.request("goal.tactic", {"stateId": state, "tactic": text})
    assert answer["failure"] == "parse", answer
    assert answer["parseError"]


def test_a_file_with_errors_serves_the_rest(environment: Environments, ref: Refs) -> None:
    env = environment(tactic_s=20.0)
    with pytest.raises(LeanProcessError, match="nonsense"):
        env.open(ref("Broken.bad_statement"))
    for name in ("good", "bad_proof"):
        state = env.open(ref(f"Broken.{name}"))
        [outcome] = env.apply(state, ["rfl"])
        assert isinstance(outcome, TacticSucceeded)
        assert outcome.state.goals == ()
