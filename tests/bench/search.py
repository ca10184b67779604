"""What an expansion costs beside the model and Lean, and the size of a search's record.

    python tests/bench/search.py [--expansions 2048] [--tactics 16] [--htps-python PYTHON]

The goals form an endless random AND/OR graph in which nothing can be proved: of a goal's tactics
half fail, and the others leave one to three goals, some of them found before. The environment's and
the generator's own time is measured and taken away; processor time, the best of several runs, since
other programs share the caches. Prints a table, and as its last line one line of JSON. With the
Python of an environment that has the package `htps` of PyPI (a virtual environment of its own will
do), its time on trees of the same shape stands beside ours (htps_package.py).
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))

from early import EndedEarly, end_early

from fakes.problems import random_problem
from sensei.core.memory import collecting_rarely
from sensei.core.types import (
    Budget,
    FailureKind,
    Goal,
    Outcome,
    ProofState,
    SearchStatus,
    TacticCandidate,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
)
from sensei.search.driver import SearchRun, search
from sensei.search.events import to_record
from sensei.search.options import SEARCHES, SearchOptions

THEOREM = TheoremRef("T", "M", "M.lean")
FAILED = TacticFailed(FailureKind.TACTIC, "simp made no progress")
# As long as a goal of the samples usually is.
CONTEXT = "n m : Nat\nh : n ≤ m\nih : ∀ k, k ≤ n → double k = k + k\n⊢ double ({}) = {} + m"


class Endless:
    """Environment and generator in one, which count the time they take."""

    def __init__(self, tactics: int, seed: int = 0) -> None:
        self.seconds = 0.0
        self.tactics = tactics
        self.goals = 1
        self.draw = random.Random(seed)
        self.names = [f"rw [lemma_{i} n m, ih]" for i in range(tactics)]
        self.states = 0

    def _state(self, numbers: Sequence[int]) -> ProofState:
        self.states += 1
        goals = tuple([Goal(f"_uniq.{n}", CONTEXT.format(n, n)) for n in numbers])
        return ProofState(self.states, goals)

    def open(self, theorem: TheoremRef) -> ProofState:
        return self._state([0])

    def apply(
        self, state: ProofState, tactics: Sequence[str], timeout_s: float | None = None
    ) -> list[Outcome]:
        started = time.process_time()
        outcomes: list[Outcome] = []
        for _ in tactics:
            if self.draw.random() < 0.5:
                outcomes.append(FAILED)
                continue
            numbers = []
            for _ in range(self.draw.choice((1, 1, 2, 3))):
                if self.draw.random() < 0.1:
                    numbers.append(self.draw.randrange(self.goals))
                else:
                    numbers.append(self.goals)
                    self.goals += 1
            outcomes.append(TacticSucceeded(self._state(numbers)))
        self.seconds += time.process_time() - started
        return outcomes

    def split(self, state: ProofState) -> list[ProofState]:
        started = time.process_time()
        parts = [ProofState(-state.id, (goal,)) for goal in state.goals]
        self.seconds += time.process_time() - started
        return parts

    def release(self, states: Sequence[ProofState]) -> None:
        pass

    def close(self) -> None:
        pass

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        started = time.process_time()
        answers = [
            [TacticCandidate(name, -self.draw.expovariate(0.4)) for name in self.names]
            for _ in states
        ]
        self.seconds += time.process_time() - started
        return answers


def own_ms(name: str, expansions: int, tactics: int) -> tuple[float, SearchRun]:
    """Milliseconds an expansion, less what environment and generator took."""
    endless = Endless(tactics)
    options = SearchOptions(candidates=tactics, batch_size=16, search=name)
    gc.collect()
    with collecting_rarely():  # as provers.evaluate does
        started = time.process_time()
        found = search(THEOREM, endless, endless, Budget(None, expansions, None), options)
        seconds = time.process_time() - started - endless.seconds
    assert found.result.status is SearchStatus.OUT_OF_BUDGET
    assert found.result.spent.model_calls == expansions
    return 1000 * seconds / expansions, found


def best_ms(name: str, expansions: int, tactics: int, runs: int) -> tuple[float, SearchRun]:
    """The least of several runs."""
    found = [own_ms(name, expansions, tactics) for _ in range(runs)]
    return min(ms for ms, _ in found), found[0][1]


def package_ms(python: str, expansions: int, tactics: int, runs: int) -> tuple[float | None, int]:
    """The same of the package, by its own Python, and how many of the runs it did not end: on the
    same trees it raises "Value not found" now and then."""
    script = str(Path(__file__).with_name("htps_package.py"))
    command = [python, script, str(expansions), str(tactics)]
    done = [subprocess.run(command, capture_output=True, text=True) for _ in range(runs)]
    ended = [float(one.stdout) for one in done if one.returncode == 0]
    return min(ended, default=None), runs - len(ended)


def solved(name: str, problems: int) -> int:
    """How many of the problems that can be solved are, less those claimed that cannot."""
    right = 0
    for seed in range(problems):
        problem = random_problem(seed)
        found = search(
            THEOREM, problem.generator(), problem.environment(), Budget(None, None, None),
            SearchOptions(search=name),
        )  # fmt: skip
        claimed = found.result.status is SearchStatus.CLAIMED
        right += claimed == (("g0",) in problem.provable())
    return right


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--expansions", type=int, default=2048)
    parser.add_argument("--tactics", type=int, default=16)
    parser.add_argument("--problems", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=int, help="end after so many (never)")
    parser.add_argument("--htps-python", metavar="PYTHON", help="one that has the package htps")
    args = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}")
    print(f"{'search':<15} {'ms/expansion':>13} {'at a quarter':>13} {'bytes/edge':>11}  right")
    times: dict[str, float] = {}
    right: dict[str, int] = {}
    sizes: list[float] = []
    beside = None
    end_early(args.seconds)
    try:
        for name in SEARCHES:
            quarter, _ = best_ms(name, args.expansions // 4, args.tactics, args.runs)
            times[name], found = best_ms(name, args.expansions, args.tactics, args.runs)
            size = sum(len(json.dumps(to_record(e), ensure_ascii=False)) for e in found.events)
            sizes.append(size / found.result.spent.tactic_calls)
            right[name] = solved(name, args.problems)
            print(
                f"{name:<15} {times[name]:>13.3f} {quarter:>13.3f} {sizes[-1]:>11.0f}  "
                f"{right[name]}/{args.problems}",
                flush=True,
            )
        if args.htps_python:
            beside, broken = package_ms(args.htps_python, args.expansions, args.tactics, args.runs)
            shown = "-" if beside is None else f"{beside:.3f}"
            print(f"{'package htps':<15} {shown:>13} {broken} of {args.runs} runs raised")
    except EndedEarly:
        print("ended early")
    figures = {
        "best_first_ms": _rounded(times.get("best_first")),
        "htps_ms": _rounded(times.get("htps")),
        "bytes_per_edge": round(max(sizes)) if sizes else None,
        "htps_package_ms": _rounded(beside),
        "solved": right,
    }
    print(json.dumps(figures))


def _rounded(ms: float | None) -> float | None:
    return None if ms is None else round(ms, 3)


if __name__ == "__main__":
    main()
