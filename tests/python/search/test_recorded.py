"""A recorded search done again with neither Lean nor a model."""

from __future__ import annotations

import pytest

from fakes.problems import random_problem
from sensei.core.errors import LeanProcessError, NotFoundError, StoreError
from sensei.core.types import Budget, TacticFailed, TheoremRef
from sensei.search.driver import search
from sensei.search.events import Ended, from_records, to_record
from sensei.search.options import SEARCHES, SearchOptions
from sensei.search.recorded import RecordedEnvironment, RecordedGenerator, Recording

THEOREM = TheoremRef("T", "M", "M.lean")
UNLIMITED = Budget(None, None, None)


@pytest.mark.parametrize("name", SEARCHES)
def test_the_same_search_gives_the_same_events(name: str) -> None:
    options = SearchOptions(search=name)
    for seed in range(60):
        problem = random_problem(seed)
        first = search(
            THEOREM, problem.generator(), problem.environment(), UNLIMITED, options,
            clock=lambda: 0.0,
        )  # fmt: skip
        stored = from_records([to_record(event) for event in first.events])
        recording = Recording.of(stored)
        environment = RecordedEnvironment(recording)
        again = search(
            THEOREM, RecordedGenerator(recording), environment, UNLIMITED, options,
            clock=lambda: 0.0,
        )  # fmt: skip
        assert again.events == first.events, (name, seed)
        assert environment._held == {}


def test_another_search_proves_what_was_proved() -> None:
    proved = 0
    for seed in range(60):
        problem = random_problem(seed)
        first = search(
            THEOREM, problem.generator(), problem.environment(), UNLIMITED,
            SearchOptions(search="breadth_first"), clock=lambda: 0.0,
        )  # fmt: skip
        recording = Recording.of(first.events)
        again = search(
            THEOREM, RecordedGenerator(recording), RecordedEnvironment(recording), UNLIMITED,
            SearchOptions(search="best_first"), clock=lambda: 0.0,
        )  # fmt: skip
        assert again.result.status == first.result.status
        proved += bool(again.result.tactics)
    assert proved > 10


def test_what_is_not_in_it_is_said() -> None:
    problem = random_problem(1)
    run = search(THEOREM, problem.generator(), problem.environment(), UNLIMITED)
    recording = Recording.of(run.events)
    environment = RecordedEnvironment(recording)
    with pytest.raises(NotFoundError, match="the recording is of T, not U"):
        environment.open(TheoremRef("U", "M", "M.lean"))
    root = environment.open(THEOREM)
    (outcome,) = environment.apply(root, ["never tried"])
    assert isinstance(outcome, TacticFailed)
    assert outcome.message == "not in the recording"
    environment.release([root])
    with pytest.raises(LeanProcessError, match="released"):
        environment.apply(root, ["simp"])
    assert RecordedGenerator(recording).generate(["⊢ unseen"], 4) == [[]]
    with pytest.raises(StoreError, match="begins with its opening"):
        Recording.of([event for event in run.events if isinstance(event, Ended)])
