"""Best-first search against exhaustive enumeration of random finite problems, and by example."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.environment import Move, TableEnvironment
from fakes.generator import TableGenerator
from sensei.core.errors import LeanProcessError, NotFoundError
from sensei.core.types import Budget, FailureKind, ProofState, SearchStatus, Spent, TheoremRef
from sensei.search.best_first import score
from sensei.search.driver import SearchRun, search
from sensei.search.events import Advanced, Expanded, Failed, from_records, to_record
from sensei.search.graph import replay
from sensei.search.options import SearchOptions
from sensei.search.render import render

THEOREM = TheoremRef("T", "M", "M.lean")
UNLIMITED = Budget(None, None, None)
Goals = tuple[str, ...]

goal = st.sampled_from("abcdef")
state = st.lists(goal, max_size=3).map(tuple)
move = st.one_of(state, state, st.sampled_from(list(FailureKind)))
tactic = st.sampled_from(["s", "t", "u", "v"])
problem = st.fixed_dictionaries(
    {
        "root": state.filter(bool),
        "moves": st.dictionaries(state.filter(bool), st.dictionaries(tactic, move), max_size=30),
        "table": st.dictionaries(
            goal, st.lists(st.tuples(tactic, st.floats(-9, 0)), max_size=6), min_size=3
        ),
        "options": st.builds(
            SearchOptions, st.integers(1, 6), st.integers(1, 4), st.sampled_from([0.0, 0.5, 1.0])
        ),
    }
)


def run(
    p: dict, budget: Budget = UNLIMITED, clock=lambda: 0.0
) -> tuple[SearchRun, TableEnvironment]:
    environment = TableEnvironment({"T": p["root"]}, p["moves"], clock=clock)
    generator = TableGenerator(p["table"])
    found = search(THEOREM, generator, environment, budget, p["options"], clock=clock)
    assert generator.asked == found.result.spent.model_calls
    assert environment.tried == found.result.spent.tactic_calls
    assert environment.held == {}, "every state is released in the end"
    return found, environment


def offered(p: dict, goals: Goals) -> list[str]:
    """The tactics the search may try: it sees the first goal, and the generator's first few."""
    count = p["options"].candidates
    return list(dict.fromkeys(t for t, _ in p["table"].get(goals[0], [])[:count]))


def reachable(p: dict) -> set[Goals]:
    seen, todo = {p["root"]}, [p["root"]]
    while todo:
        goals = todo.pop()
        for name in offered(p, goals) if goals else []:
            after: Move = p["moves"].get(goals, {}).get(name, FailureKind.TACTIC)
            if not isinstance(after, FailureKind) and after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def is_proof(p: dict, tactics: tuple[str, ...]) -> bool:
    goals = p["root"]
    for name in tactics:
        after = p["moves"].get(goals, {}).get(name, FailureKind.TACTIC)
        if isinstance(after, FailureKind):
            return False
        goals = after
    return goals == ()


@given(problem)
@settings(max_examples=400)
def test_finds_a_proof_exactly_when_there_is_one(p: dict) -> None:
    found, _ = run(p)
    if () in reachable(p):
        assert found.result.status is SearchStatus.CLAIMED
        assert is_proof(p, found.result.tactics)
    else:
        assert found.result.status is SearchStatus.EXHAUSTED
        assert found.result.tactics == ()
        expanded = [n for e in found.events if isinstance(e, Expanded) for n in e.nodes]
        assert len(expanded) == len(set(expanded)) == len(reachable(p))


@given(problem, st.integers(0, 6), st.integers(0, 8))
@settings(max_examples=300)
def test_never_spends_more_than_the_budget(p: dict, model: int, tactics: int) -> None:
    found, environment = run(p, Budget(None, model, tactics))
    assert found.result.spent.model_calls <= model
    assert environment.tried <= tactics
    full, _ = run(p)
    if found.result.status is SearchStatus.OUT_OF_BUDGET:
        assert full.result.spent.model_calls > model or full.result.spent.tactic_calls >= tactics
    elif full.result.spent.model_calls <= model and full.result.spent.tactic_calls <= tactics:
        assert found == full, "a budget that was not reached changes nothing"


@given(problem)
def test_replay_gives_the_result_and_the_tree_back(p: dict) -> None:
    found, _ = run(p)
    stored = from_records(json.loads(json.dumps([to_record(e) for e in found.events])))
    assert stored == found.events
    tree = replay(stored)
    assert tree.result() == found.result
    assert render(tree) == render(replay(found.events))
    if found.result.status is SearchStatus.CLAIMED:
        assert render(tree).count(" *\n") == len(found.result.tactics)


@given(problem)
def test_the_same_search_gives_the_same_events(p: dict) -> None:
    assert run(p)[0] == run(p)[0]


@given(problem)
def test_the_order_of_expansion_is_by_score(p: dict) -> None:
    one_by_one = {**p, "options": replace(p["options"], batch_size=1)}
    found, _env = run(one_by_one)
    nodes = [e.nodes[0] for e in found.events if isinstance(e, Expanded)]
    # Replays the events up to each expansion: no node of the frontier may have scored higher.
    for place in nodes:
        cut = next(i for i, e in enumerate(found.events) if e == _expansion(found, place))
        graph = replay(found.events[:cut])
        last = next((e.node for e in found.events[cut - 1 :: -1] if hasattr(e, "node")), 0)
        graph.close(last)
        alpha = p["options"].alpha
        waiting = [n for n in graph.nodes if not n.expanded and graph.wanted(n.id)]
        best = max(waiting, key=lambda n: (score(n.log_prob, n.depth, alpha), -n.id))
        assert place == best.id


def _expansion(found: SearchRun, node: int) -> Expanded:
    return next(e for e in found.events if isinstance(e, Expanded) and e.nodes == (node,))


def one_step(**moves: Move) -> dict:
    return {
        "root": ("a",),
        "moves": {("a",): moves},
        "table": {"a": [(t, -float(i)) for i, t in enumerate(moves)]},
        "options": SearchOptions(),
    }


@pytest.mark.parametrize("kind", list(FailureKind))
def test_a_failing_tactic_marks_nothing_but_itself(kind: FailureKind) -> None:
    found, _ = run(one_step(bad=kind, good=()))
    assert found.result.tactics == ("good",)
    assert [e.kind for e in found.events if isinstance(e, Failed)] == [kind]


def test_all_tactics_failing_is_exhausted_not_an_error() -> None:
    found, _ = run(one_step(x=FailureKind.CRASH, y=FailureKind.TACTIC))
    assert (found.result.status, found.result.detail) == (SearchStatus.EXHAUSTED, "")


def test_a_generator_without_a_tactic_is_named() -> None:
    found, _ = run(one_step() | {"moves": {("a",): {"good": ()}}})
    assert found.result.status is SearchStatus.EXHAUSTED
    assert found.result.detail == "the generator proposed no tactic"


def test_the_order_of_goals_makes_another_state() -> None:
    p = one_step(swap=("b", "a"))
    p["root"] = ("a", "b")
    p["moves"] = {("a", "b"): {"swap": ("b", "a")}, ("b", "a"): {"close": ()}}
    p["table"]["b"] = [("close", -1.0)]
    assert run(p)[0].result.tactics == ("swap", "close")


def test_a_better_path_to_a_waiting_state_replaces_the_first() -> None:
    p = {
        "root": ("a",),
        "moves": {
            ("a",): {"far": ("c",), "near": ("b",)},
            ("b",): {"on": ("c",)},
            ("c",): {"end": ()},
        },
        "table": {"a": [("near", -1.0), ("far", -9.0)], "b": [("on", -1.0)], "c": [("end", -1.0)]},
        "options": SearchOptions(batch_size=1),
    }
    found, environment = run(p)
    graph = replay(found.events)
    (end,) = [node for node in graph.nodes if node.goals and node.goals[0].pretty == "c"]
    assert (end.log_prob, end.depth) == (-2.0, 2)
    assert found.result.tactics == ("far", "end"), "the shortest of the proofs that were found"
    assert environment.most_held <= 4


def ticking() -> tuple[list[float], object]:
    now = [0.0]
    return now, lambda: now[0]


def test_a_proof_that_comes_with_the_time_out_is_kept() -> None:
    now, clock = ticking()
    environment = TableEnvironment(
        {"T": ("a",)},
        {("a",): {"slow": ()}},
        on_apply=lambda _: now.__setitem__(0, 99.0),
        clock=clock,
    )
    found = search(
        THEOREM, TableGenerator({"a": [("slow", 0.0)]}), environment, Budget(1.0), clock=clock
    )
    assert found.result.status is SearchStatus.CLAIMED
    assert found.result.spent.seconds == 99.0


def test_nothing_is_begun_after_the_deadline() -> None:
    now, clock = ticking()
    moves = {(g,): {"next": (chr(ord(g) + 1),)} for g in "abcdefgh"}

    def tick() -> None:
        now[0] += 1.0

    generator = TableGenerator({}, default=[("next", -1.0)], on_call=tick)
    environment = TableEnvironment({"T": ("a",)}, moves, clock=clock)
    found = search(THEOREM, generator, environment, Budget(3.0, None, None), clock=clock)
    assert found.result.status is SearchStatus.OUT_OF_BUDGET
    assert (found.result.spent.model_calls, environment.tried) == (3, 2)


def test_the_deadline_is_passed_on_within_one_call() -> None:
    now, clock = ticking()
    tactics = [f"t{i}" for i in range(9)]
    environment = TableEnvironment(
        {"T": ("a",)},
        {},
        on_apply=lambda _: now.__setitem__(0, now[0] + 1.0),
        clock=clock,
    )
    generator = TableGenerator({"a": [(t, -1.0) for t in tactics]})
    found = search(THEOREM, generator, environment, Budget(4.0), clock=clock)
    assert found.result == replay(found.events).result()
    assert found.result.status is SearchStatus.OUT_OF_BUDGET
    assert environment.tried == 4


def test_batches_share_one_model_call() -> None:
    moves = {("a",): {str(i): (str(i),) for i in range(8)}}
    table = {"a": [(str(i), -1.0) for i in range(8)]}
    generator = TableGenerator(table)
    environment = TableEnvironment({"T": ("a",)}, moves)
    found = search(THEOREM, generator, environment, UNLIMITED, SearchOptions(batch_size=4))
    assert (generator.calls, found.result.spent.model_calls) == (3, 9)


def test_a_model_error_ends_the_search_with_what_was_said() -> None:
    generator = TableGenerator({"a": [("on", -1.0)]}, fails_at=2)
    environment = TableEnvironment({"T": ("a",)}, {("a",): {"on": ("b",)}})
    found = search(THEOREM, generator, environment, UNLIMITED)
    assert (found.result.status, found.result.detail) == (SearchStatus.MODEL_ERROR, "out of memory")
    assert found.result == replay(found.events).result()
    assert environment.held == {}


@pytest.mark.parametrize("log_prob", [float("nan"), 0.5])
def test_a_log_probability_that_is_none_is_a_model_error(log_prob: float) -> None:
    environment = TableEnvironment({"T": ("a",)}, {})
    found = search(THEOREM, TableGenerator({"a": [("x", log_prob)]}), environment, UNLIMITED)
    assert found.result.status is SearchStatus.MODEL_ERROR


def test_an_environment_that_cannot_come_back_ends_the_search() -> None:
    environment = TableEnvironment({"T": ("a",)}, {("a",): {"on": ("b",)}}, dies_after=1)
    found = search(THEOREM, TableGenerator({}, [("on", -1.0)]), environment, UNLIMITED)
    assert found.result.status is SearchStatus.ENVIRONMENT_CRASHED
    assert found.result.detail == "Lean is gone"
    assert found.result.spent == Spent(found.result.spent.seconds, 2, 1)


def test_a_theorem_that_cannot_be_opened_is_a_result() -> None:
    class Broken(TableEnvironment):
        def open(self, theorem: TheoremRef) -> ProofState:
            raise LeanProcessError("no Lean")

    found = search(THEOREM, TableGenerator({}), Broken({}, {}), UNLIMITED)
    assert found.result.status is SearchStatus.ENVIRONMENT_CRASHED
    assert found.events == ()


def test_an_unknown_theorem_is_an_error() -> None:
    with pytest.raises(NotFoundError):
        search(THEOREM, TableGenerator({}), TableEnvironment({}, {}), UNLIMITED)


def test_the_sink_sees_the_events_as_they_come() -> None:
    seen: list[object] = []
    p = one_step(good=())
    environment = TableEnvironment({"T": p["root"]}, p["moves"])
    found = search(THEOREM, TableGenerator(p["table"]), environment, UNLIMITED, sink=seen.append)
    assert tuple(seen) == found.events
    assert any(isinstance(e, Advanced) for e in seen)


def test_tactics_are_tried_once_and_blank_ones_never() -> None:
    p = one_step(x=FailureKind.TACTIC)
    p["table"] = {"a": [("x", -1.0), ("x", -2.0), ("  ", -2.0)]}
    assert run(p)[1].tried == 1


def test_names_of_states_do_not_matter() -> None:
    """Two parents leading to states that print the same share one node."""
    moves = {("a",): {"l": ("b",), "r": ("c",)}, ("b",): {"x": ("d",)}, ("c",): {"x": ("d",)}}
    p = {
        "root": ("a",),
        "moves": moves,
        "table": {"a": [("l", -1.0), ("r", -1.0)], **{g: [("x", -1.0)] for g in "bcd"}},
        "options": SearchOptions(batch_size=1),
    }
    found, _ = run(p)
    assert len(replay(found.events).nodes) == 4
    assert (
        len(list(itertools.chain(*(e.nodes for e in found.events if isinstance(e, Expanded))))) == 4
    )


def test_tokens_are_counted_and_end_a_search() -> None:
    moves = {(name,): {"next": (chr(ord(name) + 1),)} for name in "abcdefgh"}

    def spent(tokens: int | None) -> tuple[SearchStatus, Spent]:
        generator = TableGenerator({}, default=[("next", -1.0)], tokens=100)
        environment = TableEnvironment({"T": ("a",)}, moves)
        budget = Budget(None, None, None, tokens)
        found = search(THEOREM, generator, environment, budget, clock=lambda: 0.0)
        assert replay(found.events).result() == found.result
        return found.result.status, found.result.spent

    assert spent(None) == (SearchStatus.EXHAUSTED, Spent(0.0, 9, 8 + 1, 900))
    # A call that has begun is not cut short.
    assert spent(250) == (SearchStatus.OUT_OF_BUDGET, Spent(0.0, 3, 3, 300))
    assert spent(300) == (SearchStatus.OUT_OF_BUDGET, Spent(0.0, 3, 3, 300))


def test_tokens_of_a_call_that_fails_are_counted() -> None:
    generator = TableGenerator({}, default=[("next", -1.0)], tokens=70, fails_at=2)
    environment = TableEnvironment({"T": ("a",)}, {("a",): {"next": ("b",)}})
    found = search(THEOREM, generator, environment, UNLIMITED, clock=lambda: 0.0)
    assert found.result.status is SearchStatus.MODEL_ERROR
    assert found.result.spent.tokens == 140
