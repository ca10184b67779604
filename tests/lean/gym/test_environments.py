"""One protocol, three environments: our step server, Lean's language server, and PyPantograph, in
whose place a package of its name speaks with our step server over its wire."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import psutil
import pytest

from fakes.generator import TableGenerator
from fakes.verifier import RuleVerifier
from sensei.core.errors import LeanProcessError, NotFoundError, SenseiError, UsageError
from sensei.core.protocols import Environment
from sensei.core.types import (
    Budget,
    FailureKind,
    Outcome,
    PlaceRef,
    ProofState,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
)
from sensei.envs.choice import ENVIRONMENTS, Environments, make_environments
from sensei.envs.lean_server import LeanServerEnvironment
from sensei.envs.pantograph import PantographEnvironment, PantographServer, header_of
from sensei.envs.process import GymLimits
from sensei.provers.prover import Prover
from sensei.search.options import SearchOptions
from sensei.toolchain.workspace import LeanWorkspace

Named = Callable[[str], TheoremRef]
Make = Callable[..., Environments]
PYPANTOGRAPH = Path(__file__).parent / "pypantograph"


@pytest.fixture(scope="module")
def make(places: LeanWorkspace, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Make]:
    """Environments by name, with limits of their own."""
    pytest.importorskip("leanclient", reason="the extra [dev] is not installed")
    made: list[Environments] = []
    repl = {
        "argv": places.program("Gym"),
        "env": {**os.environ, **places.env},
        "folder": str(tmp_path_factory.mktemp("repl")),
    }

    def environments(name: str, **limits: float) -> Environments:
        made.append(make_environments(name, places, 1, GymLimits(**limits)))  # type: ignore[arg-type]
        return made[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PYPANTOGRAPH))
        patch.setenv("SENSEI_FAKE_REPL", json.dumps(repl))
        patch.delitem(sys.modules, "pantograph", raising=False)
        yield environments
        for each in made:
            each.close()
        sys.modules.pop("pantograph", None)


@pytest.fixture(scope="module")
def shared(make: Make) -> Iterator[Callable[[str], Environment]]:
    """One environment of each name; it opens one theorem after the other."""
    known: dict[str, Environment] = {}

    def environment(name: str) -> Environment:
        if name not in known:
            known[name] = make(name, tactic_s=30.0).environment()
        return known[name]

    yield environment
    for each in known.values():
        each.close()


@pytest.fixture(params=ENVIRONMENTS)
def env(request: pytest.FixtureRequest, shared: Callable[[str], Environment]) -> Environment:
    return shared(request.param)


def texts(state: ProofState) -> list[str]:
    return [goal.pretty for goal in state.goals]


def targets(state: ProofState) -> list[str]:
    return [text.rpartition("⊢ ")[2] for text in texts(state)]


def after(env: Environment, state: ProofState, *tactics: str) -> ProofState:
    for tactic in tactics:
        (outcome,) = env.apply(state, [tactic])
        assert isinstance(outcome, TacticSucceeded), outcome
        state = outcome.state
    return state


def kinds(outcomes: list[Outcome]) -> list[str]:
    return [o.kind.value if isinstance(o, TacticFailed) else "ok" for o in outcomes]


@pytest.mark.parametrize(
    ("name", "goal", "proof"),
    [
        ("by_notation", "n : Nat\n⊢ (fun a b => twice a + twice b) n 0 = twice n", "simp [twice]"),
        ("Inner.by_namespace", "n : Nat\n⊢ twice n = n + n", "unfold twice\nomega"),
        ("by_alternatives", "⊢ ∀ (n : Nat), 0 + n = n", "intro n\ninduction n <;> simp"),
        ("by_option", "n : Nat\n⊢ @Eq Nat n n", "rfl"),
    ],
)
def test_a_theorem_is_opened_at_its_own_place(
    env: Environment, ref: Named, name: str, goal: str, proof: str
) -> None:
    root = env.open(ref(f"Places.{name}"))
    assert texts(root) == [goal]
    assert texts(after(env, root, proof)) == []


def test_outcomes_are_values(env: Environment, ref: Named) -> None:
    root = env.open(ref("Places.by_disjunction"))
    tactics = [
        "cases h", "exact nonsense", "sorry", "have : p := by sorry", "exact h.symm", "",
        "exact h.symm\ntheorem x : True := by\n  trivial", "exact by_disjunction p q h", "x" * 5000,
    ]  # fmt: skip
    outcomes = env.apply(root, tactics)
    assert [kind == "ok" for kind in kinds(outcomes)] == [
        True, False, False, False, True, False, False, False, False,
    ]  # fmt: skip
    assert "nonsense" in outcomes[1].message  # type: ignore[union-attr]
    assert kinds(outcomes)[2] == kinds(outcomes)[8] == "forbidden"
    both = outcomes[0].state  # type: ignore[union-attr]
    assert texts(both) == ["p q : Prop\nh✝ : p\n⊢ q ∨ p", "p q : Prop\nh✝ : q\n⊢ q ∨ p"]
    assert [goal.user_name for goal in both.goals] == ["inl", "inr"]
    # On all goals, as the next line of a script.
    one = after(env, both, "· exact .inr ‹p›")
    assert texts(after(env, one, "exact .inl ‹q›")) == []
    assert texts(after(env, both, "all_goals rename_i it\n· exact .inr it\n· exact .inl it")) == []
    assert env.apply(root, ["cases h"], timeout_s=0.0) == []


def test_a_released_state_is_refused(env: Environment, ref: Named) -> None:
    root = env.open(ref("Places.by_term"))
    env.release([root])
    env.release([root])
    with pytest.raises(LeanProcessError, match="released"):
        env.apply(root, ["rfl"])
    with pytest.raises(NotFoundError, match="nonsense"):
        env.open(ref("Places.nonsense"))
    again = env.open(ref("Places.by_term"))
    assert texts(after(env, again, "exact ⟨h.2, h.1⟩")) == []


def test_goals_that_share_a_variable_stay_together(env: Environment, ref: Named) -> None:
    """``∃ x, P x ∧ Q x`` after ``refine ⟨?_, ?_⟩``: one half can decide the other."""
    state = after(env, env.open(ref("Places.by_existence")), "refine ⟨?_, ?_⟩")
    assert len(state.goals) == 2
    assert env.split(state) == [state]
    whole = after(env, state, "case refine_2 =>\n  constructor\n  rfl\n  decide")
    assert texts(whole) == []
    wrong = after(env, state, "case refine_1 => exact 3")
    assert targets(wrong) == ["3 = 2 ∧ 0 < 3"]


def test_the_wrong_witness_proves_nothing(env: Environment, ref: Named) -> None:
    state = after(env, env.open(ref("Split.coupled")), "refine ⟨?_, ?_, ?_⟩")
    assert env.split(state) == [state]
    assert targets(after(env, state, "rotate_left", "exact (by decide : 2 ≤ 3)")) == ["3 ≤ 2"]


def test_a_search_finds_a_proof(env: Environment, ref: Named) -> None:
    verifier = RuleVerifier()
    offered = [("exact nonsense", -0.1), ("cases h", -0.2), ("exact .inr ‹p›", -0.3)]
    prover = Prover(
        generator=TableGenerator({}, [*offered, ("exact .inl ‹q›", -0.4)]),
        verifier=verifier,
        budget=Budget(seconds=300.0, model_calls=20, tactic_calls=60),
        options=SearchOptions(candidates=4, batch_size=1),
    )
    attempt = prover.prove(ref("Places.by_disjunction"), env)
    assert attempt.verified, attempt
    assert len(verifier.seen) == 1


@pytest.mark.parametrize("name", ENVIRONMENTS[1:])
def test_an_endless_tactic_ends_and_the_next_one_runs(make: Make, ref: Named, name: str) -> None:
    with make(name, tactic_s=1.0) as environments, environments.environment() as env:
        root = env.open(ref("Places.by_term"))
        assert kinds(env.apply(root, ["repeat (first | skip | rfl)"])) == ["timeout"]
        assert texts(after(env, root, "exact ⟨h.2, h.1⟩")) == []
        environments.close()
        with pytest.raises(LeanProcessError, match="closed"):
            env.apply(root, ["exact ⟨h.2, h.1⟩"])
    gc.collect()  # what was left open is complained of here, not in a later test


def test_places_are_for_the_step_server(env: Environment, ref: Named) -> None:
    theorem = ref("Places.by_term")
    place = PlaceRef("a place", theorem.module, theorem.file, 0, 5)
    with pytest.raises(NotFoundError):
        env.open(place)


def test_there_is_no_other_environment(make: Make) -> None:
    with pytest.raises(UsageError, match="no environment isabelle"):
        make("isabelle")


# The language server


def test_what_was_said_of_another_version_is_not_believed(
    shared: Callable[[str], Environment], ref: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = shared("lean-server")
    assert isinstance(env, LeanServerEnvironment)
    root = env.open(ref("Places.by_term"))
    client: Any = env._client
    honest = client.diagnostics

    async def stale(*args: Any, **kwargs: Any) -> Any:
        report = await honest(*args, **kwargs)
        report.version -= 1
        return report

    with monkeypatch.context() as patch:
        patch.setattr(client, "diagnostics", stale)
        with pytest.raises(LeanProcessError, match="spoke of version"):
            env.apply(root, ["exact ⟨h.2, h.1⟩"])
    assert texts(after(env, root, "exact ⟨h.2, h.1⟩")) == []


# PyPantograph


def test_hidden_goals_are_no_proof(
    shared: Callable[[str], Environment], ref: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server in which siblings do not resume shows no goals once the first is closed."""
    env = shared("pantograph")
    monkeypatch.setenv("SENSEI_FAKE_HIDES", "1")
    both = after(env, env.open(ref("Places.by_term")), "constructor")
    assert targets(both) == ["q", "p"]
    (outcome,) = env.apply(both, ["exact h.2"])
    assert isinstance(outcome, TacticFailed)
    assert (outcome.kind, "not whole" in outcome.message) == (FailureKind.TACTIC, True)


def test_a_server_that_dies_comes_back(shared: Callable[[str], Environment], ref: Named) -> None:
    env = shared("pantograph")
    assert isinstance(env, PantographEnvironment)
    both = after(env, env.open(ref("Places.by_disjunction")), "cases h")
    assert env._lease is not None
    server = env._lease.process
    assert isinstance(server, PantographServer)
    process = psutil.Process(server.pid)
    process.kill()
    psutil.wait_procs([process], timeout=30)
    assert targets(after(env, both, "· exact .inr ‹p›")) == ["q ∨ p"]


def test_another_package_of_that_name_is_told(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pantograph", ModuleType("pantograph"))
    with pytest.raises(SenseiError, match="is not PyPantograph") as raised:
        make("pantograph")
    assert "pip uninstall pantograph" in raised.value.next_step
    monkeypatch.setitem(sys.modules, "pantograph", None)  # type: ignore[arg-type]
    with pytest.raises(SenseiError, match="not installed") as raised:
        make("pantograph")
    assert "github.com/stanford-centaur/PyPantograph" in raised.value.next_step


@pytest.mark.parametrize(
    ("text", "imports", "rest"),
    [
        ("import A.B\nimport C -- why\n\ntheorem t", ["A.B", "C"], "theorem t"),
        ("/- import X -/\nmodule\n\npublic import A\nimport all B\n/-- doc -/\ndef x", ["A", "B"],
         "/-- doc -/\ndef x"),
        ("/-! import X -/\n-- import Y\ndef x", [], "def x"),
    ],
)  # fmt: skip
def test_a_header_is_read(text: str, imports: list[str], rest: str) -> None:
    assert header_of(text) == (imports, rest)
