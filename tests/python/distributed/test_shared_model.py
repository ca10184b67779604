"""One model for many threads: who waits is answered together, and as if alone."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from sensei.core.errors import ModelError
from sensei.core.types import ProofTask, TacticCandidate, TheoremRef
from sensei.distributed.shared_model import Shared, SharedModel


class Echo:
    """Offers the seed and the state; its first call waits until ``go``."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.begun = threading.Event()
        self.go = threading.Event()
        self.batches: list[list[str]] = []

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        self.batches.append(list(states))
        self.begun.set()
        self.go.wait()
        return [[TacticCandidate(f"{self.seed} {state} {count}", -1.0)] for state in states]


class Reached:
    """Says when so many requests wait."""

    def __init__(self, wanted: int) -> None:
        self._wanted = wanted
        self._event = threading.Event()
        self.wait = self._event.wait

    def __call__(self, waiting: int) -> None:
        if waiting == self._wanted:
            self._event.set()


def test_sixty_four_provers_are_answered_in_batches_of_at_least_sixteen() -> None:
    echo = Echo(0)
    all_others = Reached(63)
    model = SharedModel(lambda seed: echo, came=all_others)
    with ThreadPoolExecutor(64) as threads:
        calls = [threads.submit(model.generate, 0, ["s0"], 4)]
        # The first has the model; it goes on when all the others wait.
        echo.begun.wait()
        calls += [threads.submit(model.generate, 0, [f"s{n}"], 4) for n in range(1, 64)]
        all_others.wait()
        echo.go.set()
        answers = [call.result()[0][0].tactic for call in calls]
    assert answers == [f"0 s{n} 4" for n in range(64)]
    assert [len(batch) for batch in echo.batches] == [1, 63]
    assert model.shared == Shared(calls=2, asked=64, requests=64, largest=63)


def test_seeds_and_counts_are_not_mixed_and_a_batch_has_its_limit() -> None:
    echoes = {seed: Echo(seed) for seed in (0, 1)}
    for echo in echoes.values():
        echo.go.set()
    first = Echo(9)
    all_others = Reached(7)
    model = SharedModel(lambda seed: first if seed == 9 else echoes[seed], batch=3, came=all_others)
    wanted = [(seed, count) for seed in (0, 1) for count in (2, 3)]
    with ThreadPoolExecutor(8) as threads:
        blocking = threads.submit(model.generate, 9, ["first"], 1)
        first.begun.wait()
        calls = [threads.submit(model.generate, seed, ["a", "b"], count) for seed, count in wanted]
        calls += [threads.submit(model.generate, 0, ["c", "d"], 2) for _ in range(3)]
        all_others.wait()
        first.go.set()
        for call, (seed, count) in zip(calls, wanted, strict=False):
            assert [offer.tactic for [offer] in call.result()] == [
                f"{seed} a {count}", f"{seed} b {count}",
            ]  # fmt: skip
        for call in calls[len(wanted) :]:
            assert [offer.tactic for [offer] in call.result()] == ["0 c 2", "0 d 2"]
        blocking.result()
    # Two states and two more are over three.
    assert model.shared.largest == 2
    assert model.waiting == 0


def test_error_of_the_model_reaches_every_caller() -> None:
    class Broken:
        def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
            raise ModelError("no more", "buy a GPU")

    model = SharedModel(lambda seed: Broken())
    for _ in range(2):
        with pytest.raises(ModelError, match="no more"):
            model.generate(0, ["s"], 1)
    echo = Echo(0)
    echo.go.set()
    task = ProofTask(TheoremRef("t", "M", "M.lean"), "⊢ p")
    with pytest.raises(ModelError, match="writes no whole proofs"):
        SharedModel(lambda seed: echo).write(0, [task], 1)
