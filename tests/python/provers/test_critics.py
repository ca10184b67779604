"""A critic changes what HTPS expands, is named in the attempt, and is refused when it is none.

And the searches that were kept become what a critic is trained on.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from fakes.verifier import RuleVerifier
from sensei.cli.searching import load_critic
from sensei.core.errors import CheckpointError, UsageError
from sensei.core.types import Budget, FailureKind, SearchStatus, TheoremRef
from sensei.provers.labels import labels_of
from sensei.provers.prover import Attempt, Prover
from sensei.search.driver import SearchRun, search
from sensei.search.events import Expanded, Opened
from sensei.search.graph import replay
from sensei.search.options import SearchOptions
from sensei.search.protocol import Critic
from sensei.store import open_store

THEOREM = TheoremRef("T", "M", "M.lean")
WAYS = 6
BLIND, SEEN = "⊢ nowhere {}", "⊢ near {}"
# From the root, a likely way that goes on and on, and an unlikely one that ends well.
MOVES: dict[tuple[str, ...], dict[str, Any]] = {
    ("root",): {"likely": (BLIND.format(0),), "unlikely": (SEEN.format(0),)},
    **{(BLIND.format(i),): {"on": (BLIND.format(i + 1),)} for i in range(200)},
    **{(SEEN.format(i),): {"on": (SEEN.format(i + 1),)} for i in range(WAYS)},
    (SEEN.format(WAYS),): {"end": ()},
}
OFFERS = TableGenerator(
    {"root": [("likely", -0.1), ("unlikely", -2.0)], SEEN.format(WAYS): [("end", -0.5)]},
    default=[("on", -0.5)],
)
HTPS = SearchOptions(candidates=2, batch_size=1, search="htps", critic="one of the tests")


class TableCritic:
    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def evaluate(self, states: Sequence[str]) -> list[float]:
        self.calls.append(list(states))
        return [0.05 if "nowhere" in state else 0.95 for state in states]


def prove(critic: Critic | None, **options: Any) -> tuple[Attempt, SearchRun]:
    runs: list[SearchRun] = []

    class Keeper:
        def keep(self, run: SearchRun, *_: Any) -> int:
            runs.append(run)
            return 1

        def judge(self, *_: Any) -> None: ...

    prover = Prover(
        OFFERS,
        RuleVerifier(),
        Budget(None, 200, None),
        replace(HTPS, **options),
        recorder=Keeper(),
        critic=critic,
    )
    return prover.prove(THEOREM, TableEnvironment({"T": ("root",)}, MOVES)), runs[0]


def calls(attempt: Attempt) -> int:
    assert attempt.result is not None
    assert attempt.result.status is SearchStatus.CLAIMED
    return attempt.result.spent.model_calls


def test_a_critic_leads_the_search_past_what_is_hopeless() -> None:
    blind, _ = prove(None)
    critic = TableCritic()
    led, run = prove(critic)
    assert calls(led) < calls(blind)
    assert isinstance(run.events[0], Opened)
    assert run.events[0].options["critic"] == "one of the tests"
    expanded = [event for event in run.events if isinstance(event, Expanded)]
    assert [len(event.values) for event in expanded] == [len(event.nodes) for event in expanded]
    assert len(critic.calls) == len(expanded), "one call a batch"


def test_several_nodes_are_judged_in_one_call() -> None:
    critic = TableCritic()
    prove(critic, batch_size=4)
    assert max(map(len, critic.calls)) > 1


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny critic that was shown a few goals of each kind."""
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from fakes.checkpoints import TINY
    from sensei.provers.labels import GoalLabel
    from sensei.trainers.values import CriticTrainer

    shown = [GoalLabel(BLIND.format(i), 0.0, f"b{i}") for i in range(0, 40, 4)]
    shown += [GoalLabel(SEEN.format(i), 1.0, f"s{i}") for i in range(0, 40, 4)]
    folder = tmp_path_factory.mktemp("critic") / "critic"
    settings: dict[str, Any] = {
        "epochs": 16,
        "lr": 5e-3,
        "batch_size": 4,
        "threads": 1,
        "patience": None,
    }
    CriticTrainer(output_dir=folder, model=TINY, device="cpu", **settings).train(shown, shown)
    return folder


def test_a_trained_critic_leads_it_as_well(checkpoint: Path) -> None:
    from sensei.provers.critics import make_critic

    with open_store("sqlite://") as store:
        store.add_checkpoint("judge", run_id=None, kind="critic", path=str(checkpoint), manifest={})
        named = make_critic(store, "judge")
        assert named.name.startswith(f"critic {checkpoint} ")
    blind, _ = prove(None)
    led, run = prove(named.critic)
    assert calls(led) < calls(blind)
    expanded = [event for event in run.events if isinstance(event, Expanded)]
    goals = ["root", *(e for e in [SEEN.format(0), BLIND.format(0)])]
    alone = [named.critic.evaluate([goal])[0] for goal in goals]
    assert named.critic.evaluate(goals) == alone, "whatever else is asked about"
    assert expanded[0].values == (alone[0],)


@pytest.mark.parametrize(
    ("critic", "algorithm", "error", "message"),
    [
        ("judge", "best_first", UsageError, "best_first does not; give --search htps"),
        ("generator", "htps", CheckpointError, "not 'critic' or 'progress'; train one with"),
        ("nowhere", "htps", CheckpointError, "no such checkpoint folder"),
    ],
)
def test_a_critic_that_is_none_is_refused(
    tmp_path: Path, checkpoint: Path, critic: str, algorithm: str, error: Any, message: str
) -> None:
    from fakes.checkpoints import write_tiny

    known = {"judge": checkpoint, "generator": write_tiny(tmp_path / "generator")}
    with open_store("sqlite://") as store:
        for name, path in known.items():
            store.add_checkpoint(name, run_id=None, kind="critic", path=str(path), manifest={})
        with pytest.raises(error, match=message):
            load_critic(Namespace(critic=critic, search=algorithm), store)


def test_another_prompt_is_refused(tmp_path: Path, checkpoint: Path) -> None:
    import json
    import shutil

    from sensei.models.values import load_critic as load

    copy = shutil.copytree(checkpoint, tmp_path / "copy")
    path = copy / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"prompt_hash": "0" * 64}))
    with pytest.raises(CheckpointError, match="another prompt"):
        load(copy)


def labels(moves: Any, offers: TableGenerator, min_visits: int, calls: int) -> dict[str, float]:
    options = SearchOptions(batch_size=1, search="breadth_first")
    environment = TableEnvironment({"T": ("a",)}, moves, parts={("b", "c"): (("b",), ("c",))})
    run = search(THEOREM, offers, environment, Budget(None, calls, None), options)
    return {label.state: label.target for label in labels_of(replay(run.events), "T", min_visits)}


SPLITS: dict[tuple[str, ...], dict[str, Any]] = {
    ("a",): {"both": ("b", "c"), "long": ("d0",)},
    ("b",): {"close": ()},
    ("c",): {"close": FailureKind.TACTIC},
    **{(f"d{i}",): {"on": (f"d{i + 1}",)} for i in range(50)},
}
SPLIT_OFFERS = TableGenerator(
    {"a": [("both", -1.0), ("long", -1.0)]}, default=[("close", -1.0), ("on", -1.0)]
)


def test_goals_of_a_search_are_labelled() -> None:
    found = labels(SPLITS, SPLIT_OFFERS, min_visits=4, calls=10)
    # b is proved, c is dead; d0 to d5 were expanded, and below d3 it was too little to say.
    assert found == {"a": 0.0, "b": 1.0, "c": 0.0, "d0": 0.0, "d1": 0.0, "d2": 0.0, "d3": 0.0}
    assert labels(SPLITS, SPLIT_OFFERS, min_visits=50, calls=10) == {"b": 1.0, "c": 0.0}


def test_what_was_cut_short_is_not_dead() -> None:
    offers = TableGenerator({}, default=[("no", -1.0), ("close", -1.0)])
    options = SearchOptions(batch_size=1, search="breadth_first")
    environment = TableEnvironment({"T": ("b",)}, SPLITS)
    run = search(THEOREM, offers, environment, Budget(None, None, 1), options)
    assert run.result.status is SearchStatus.OUT_OF_BUDGET
    assert labels_of(replay(run.events), "T", 2) == []
