"""Every search on 1,000 random AND/OR problems: all that can be proved is, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fakes.problems import Problem, random_problem
from sensei.cli import searching
from sensei.core.errors import UsageError
from sensei.core.types import Budget, SearchStatus, TheoremRef
from sensei.search.driver import SearchRun, search
from sensei.search.events import Expanded, from_records, to_record
from sensei.search.graph import replay
from sensei.search.options import SEARCHES, WHOLE_PROOF, SearchOptions
from sensei.search.puct import HTPSOptions, Policy, SolvedValue
from sensei.search.render import render

THEOREM = TheoremRef("T", "M", "M.lean")
PROBLEMS = [random_problem(seed) for seed in range(1000)]
SOLVABLE = [("g0",) in problem.provable() for problem in PROBLEMS]

VARIANTS = [SearchOptions(search=name) for name in SEARCHES] + [
    SearchOptions(search="htps", htps=HTPSOptions(policy=Policy.RPO)),
    SearchOptions(search="htps", htps=HTPSOptions(through_solved=True, temperature=0.0)),
    SearchOptions(search="mcts", batch_size=1, htps=HTPSOptions(policy=Policy.RPO)),
    SearchOptions(search="best_first", batch_size=1, alpha=0.5),
]


class Half:
    """A critic that tells goals apart, and nothing of them."""

    def evaluate(self, states: list[str]) -> list[float]:
        return [(len(state) * 37 + ord(state[-1]) * 11) % 100 / 100 for state in states]


def run(problem: Problem, options: SearchOptions) -> SearchRun:
    environment = problem.environment()
    found = search(
        THEOREM, problem.generator(), environment, Budget(None, None, None), options,
        clock=lambda: 0.0, critic=Half(),
    )  # fmt: skip
    assert environment.held == {}
    return found


def test_the_problems_are_of_all_kinds() -> None:
    assert 300 < sum(SOLVABLE) < 700
    rules = [left for p in PROBLEMS for tactics in p.rules.values() for left in tactics.values()]
    assert any(isinstance(left, tuple) and len(set(left)) < len(left) for left in rules)
    assert any(isinstance(left, tuple) and any(len(part) > 1 for part in left) for left in rules)


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: f"{o.search}-{o.htps.policy}-{o.alpha}")
def test_solves_all_that_can_be_solved_and_claims_nothing_else(options: SearchOptions) -> None:
    for problem, solvable in zip(PROBLEMS, SOLVABLE, strict=True):
        found = run(problem, options)
        if solvable:
            assert found.result.status is SearchStatus.CLAIMED
            assert problem.runs(found.result.tactics), found.result.tactics
        else:
            assert found.result.status is SearchStatus.EXHAUSTED
        nodes = [node for e in found.events if isinstance(e, Expanded) for node in e.nodes]
        assert len(nodes) == len(set(nodes)), "no goal is expanded twice"


@pytest.mark.parametrize("name", SEARCHES)
def test_replay_gives_everything_back(name: str) -> None:
    for problem in PROBLEMS[:60]:
        found = run(problem, SearchOptions(search=name))
        stored = from_records(json.loads(json.dumps([to_record(e) for e in found.events])))
        assert stored == found.events
        graph = replay(stored)
        assert graph.result() == found.result
        text = render(graph)
        assert text == render(replay(found.events))
        assert ("*" in text) == (found.result.status is SearchStatus.CLAIMED)


PROGRAM = """\
import hashlib, json
from fakes.problems import random_problem
from sensei.search.events import to_record
from sensei.search.options import SEARCHES, SearchOptions
from test_conformance import run
digest = hashlib.sha256()
for name in sorted(SEARCHES):
    for seed in range(40):
        found = run(random_problem(seed), SearchOptions(search=name, seed=seed))
        digest.update(json.dumps([to_record(e) for e in found.events]).encode())
print(digest.hexdigest())
"""


def test_the_same_seed_gives_the_same_events_under_any_hash_seed() -> None:
    here = Path(__file__).parent
    digests = set()
    for hash_seed in ("0", "1", "4242"):
        path = os.pathsep.join([str(here), str(here.parent), *sys.path])
        environ = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environ, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        digests.add(done.stdout)
    assert len(digests) == 1


def test_another_seed_gives_other_events_where_a_search_samples() -> None:
    for name in ("updown", "fringe"):
        runs = {
            tuple(e.nodes for e in run(PROBLEMS[seed], SearchOptions(search=name, seed=s)).events
                  if isinstance(e, Expanded))
            for seed in range(8) for s in range(8)
        }  # fmt: skip
        assert len(runs) > 8, name


@pytest.mark.parametrize("rule", SolvedValue)
def test_every_solved_value_rule_runs(rule: SolvedValue) -> None:
    options = SearchOptions(search="htps", htps=HTPSOptions(solved_value=rule, through_solved=True))
    for problem, solvable in zip(PROBLEMS[:80], SOLVABLE[:80], strict=True):
        found = run(problem, options)
        assert (found.result.status is SearchStatus.CLAIMED) == solvable


def test_the_command_line_offers_all_of_them() -> None:
    assert set(searching.SEARCHES) == {*SEARCHES, WHOLE_PROOF}


def test_an_unknown_search_is_refused_with_the_names() -> None:
    with pytest.raises(UsageError, match=r"no search is called 'best'.*mcts"):
        run(PROBLEMS[0], SearchOptions(search="best"))
