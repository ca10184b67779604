"""Premises by BM25: what is found for a goal, in which scope, and over the wire's limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.traces import write_project
from sensei.core.errors import NotFoundError, UsageError
from sensei.ingest.ingest import ingest
from sensei.models.bm25 import Bm25, words_of
from sensei.provers.premises import PremiseIndex
from sensei.server.limits import Limits
from sensei.server.premises import SnapshotPremises
from sensei.store import Store, open_store
from sensei.wire.v1 import tactic_pb2


def test_words() -> None:
    assert words_of("List.map_append") == ["list", "map", "append"]
    assert words_of("Nat.succ_le_of_lt'") == ["nat", "succ", "le", "of", "lt"]
    assert words_of("xs : List α\n⊢ xs ++ [] = xs") == ["xs", "list", "α", "xs", "++", "=", "xs"]
    assert words_of("HTTPServer2") == ["http", "server", "2"]


def test_scores() -> None:
    ranker = Bm25([{"a": 1.0, "b": 1.0}, {"a": 1.0}, {"a": 3.0, "c": 9.0}, {}])
    rare, common = ranker.scores(["b"]), ranker.scores(["a"])
    assert set(rare) == {0}
    assert rare[0] > common[0]  # fewer documents have it
    assert common[1] > common[0]  # the same in less text
    assert ranker.scores(["a", "a"])[1] == pytest.approx(2 * common[1])
    assert ranker.scores(["z"]) == {}
    assert Bm25([]).scores(["a"]) == {}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(tmp_path_factory.mktemp("premises"))


@pytest.fixture(scope="module")
def store(project: Path) -> Iterator[Store]:
    with open_store(project / "s.db") as store:
        ingest(project / ".lake" / "build" / "sensei" / "trace", store, project)
        yield store


def test_a_projects_premises(store: Store) -> None:
    snapshot = store.snapshots()[-1].id
    index = PremiseIndex.of_snapshot(store, snapshot)
    names = [name for name, _ in index.premises]
    own = {d.name for d in store.declarations(snapshot) if d.kind == "theorem"}
    assert own & set(names)
    for declaration in store.theorems(snapshot)[:5]:
        goal = "⊢ " + (declaration.type or declaration.signature)
        found = index.select(goal, 1000)
        assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)
        without = index.select(goal, 1000, without=declaration.name)
        assert {p.name for p in found} - {p.name for p in without} <= {declaration.name}
        assert [p.name for p in index.select(goal, 3)] == [p.name for p in found][:3]
        one = found[-1].name
        assert [p.name for p in index.select(goal, 9, accessible=[one, "not.there"])] == [one]
    assert index.select("⊢ zzz", 9) == []


def test_the_scope_is_what_the_imports_reach(store: Store) -> None:
    index = PremiseIndex.of_snapshot(store, store.snapshots()[-1].id)
    everything = " ".join(name for name, _ in index.premises)
    for module in index.imports:
        seen = index.select(everything, 10_000, module=module, imports=index.imports[module])
        reached, todo = {module}, list(index.imports[module])
        while todo:
            at = todo.pop()
            if at not in reached:
                reached.add(at)
                todo += index.imports.get(at, ())
        traced = {p.module for p in seen if p.module in index.imports}
        assert traced <= reached
    assert len({m for _, m in index.premises if m in index.imports}) > 1


def test_requests(store: Store, project: Path, tmp_path: Path) -> None:
    premises = SnapshotPremises(store, project)
    declaration = store.theorems(store.snapshots()[-1].id)[0]
    goal = tactic_pb2.GoalContext(pretty="⊢ " + (declaration.type or declaration.signature))
    request = tactic_pb2.SelectPremisesRequest(goal=goal, count=2)
    reply = premises.select(request, Limits())
    assert (len(reply.premises), reply.model) == (2, "bm25")
    assert premises.ask("", id) == premises.ask("", id)
    for wrong in (
        tactic_pb2.SelectPremisesRequest(goal=goal, count=1025),
        tactic_pb2.SelectPremisesRequest(goal=goal, model="none"),
        tactic_pb2.SelectPremisesRequest(),
    ):
        with pytest.raises(UsageError):
            premises.select(wrong, Limits())
    with open_store(tmp_path / "empty.db") as empty, pytest.raises(NotFoundError):
        SnapshotPremises(empty, project).select(request, Limits())
