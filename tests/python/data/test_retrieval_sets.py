"""Queries of retrieval out of the store: what was named, within what is in scope."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.traces import ModuleBuilder, write_project
from sensei.core.errors import UsageError
from sensei.data.retrieval import RetrievalSet, retrieval_sets
from sensei.data.split import freeze_split
from sensei.ingest.ingest import ingest
from sensei.store import Store, open_store


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    root = write_project(tmp_path_factory.mktemp("retrieval"))
    with open_store(root / "s.db") as store:
        ingest(root / ".lake" / "build" / "sensei" / "trace", store, root)
        freeze_split(store, root, seed=0)
        yield store


@pytest.fixture(scope="module")
def one(store: Store) -> RetrievalSet:
    (found,) = retrieval_sets(store, store.split("default"))
    return found


def test_a_query_is_a_goal_and_what_its_tactic_names(store: Store, one: RetrievalSet) -> None:
    split = store.split("default")
    assert one.name == "sample"
    for part, queries in (("train", one.train), ("val", one.val), ("test", one.test)):
        members = {(member.ref.module, member.ref.name) for member in split.part(part)}
        assert {(query.module, query.theorem) for query in queries} <= members
        for query in queries:
            assert [one.premises[n].name for n in query.positives] == ["Nat.add_comm"]
            assert query.goal.startswith(("n", "m", "k"))
            assert not set(query.in_file) & set(query.positives)
    assert one.train
    assert one.out_of_scope == 0
    (outside,) = (p for p in one.premises if p.name == "Nat.add_comm")
    assert (outside.statement, outside.doc) == ("True", "What Nat.add_comm says.")


def test_the_scope_is_what_the_store_says(store: Store, one: RetrievalSet) -> None:
    snapshot = store.snapshots()[-1].id
    for query in (*one.train, *one.test):
        theorem = store.theorem(query.theorem, snapshot_id=snapshot)
        scope = {(p.module, p.name) for p in store.scope(theorem).premises}
        allowed = {(one.premises[n].module, one.premises[n].name) for n in query.allowed}
        assert scope <= allowed
        # Beyond it, only what steps name of the toolchain and no term keeps.
        assert {module for module, _ in allowed - scope} <= {"Init.Core"}
        assert (query.module, query.theorem) not in allowed
        own = {one.premises[n] for n in query.in_file}
        assert {premise.module for premise in own} <= {query.module}


def test_private_names_stay_in_their_module(store: Store) -> None:
    corpus = store.corpus(store.snapshots()[-1].id)
    module = "Sample.Logic"
    everything = corpus.own(module)
    names = [corpus.premises[n].name for n in everything]
    assert len(names) == len(everything) > 5
    assert corpus.brought((module,)) == everything
    assert corpus.own(module, 0) == frozenset()
    assert corpus.own("None") == corpus.brought(("None",)) == frozenset()
    assert corpus.number(module, "Sample.comm_0") in everything
    assert corpus.number(module, "none") is None


def test_a_split_that_names_nothing_is_refused(tmp_path: Path) -> None:
    builder = ModuleBuilder("Bare")
    for number in range(10):
        builder.theorem(f"t{number}", f"{number} = {number}", proof="by rfl")
    root = write_project(tmp_path / "bare", [builder.build()])
    with open_store(root / "s.db") as store:
        ingest(root / ".lake" / "build" / "sensei" / "trace", store, root)
        freeze_split(store, root, seed=0)
        with pytest.raises(UsageError, match="names a premise; trace a project"):
            retrieval_sets(store, store.split("default"))
