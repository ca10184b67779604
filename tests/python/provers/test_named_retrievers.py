"""Retrievers by name, and behind the service that selects premises."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch

from fakes.retrieval import TINY_ENCODER, first
from fakes.traces import write_project
from sensei.core.errors import CheckpointError, UsageError
from sensei.ingest.ingest import ingest
from sensei.models.checkpoint import RETRIEVER
from sensei.provers.retrievers import index_folder, make_retriever
from sensei.server.limits import Limits
from sensei.server.premises import SnapshotPremises
from sensei.store import Store, open_store
from sensei.trainers.retrieval import RetrievalTrainer
from sensei.trainers.retrieval_config import TrainingConfig
from sensei.wire.v1 import tactic_pb2


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(tmp_path_factory.mktemp("retrievers"))


@pytest.fixture(scope="module")
def store(project: Path) -> Iterator[Store]:
    torch.set_num_threads(1)
    with open_store(project / "s.db") as store:
        ingest(project / ".lake" / "build" / "sensei" / "trace", store, project)
        config = TrainingConfig(
            model=TINY_ENCODER, epochs_per_repo=1, max_tokens=64, device="cpu", threads=1
        )
        (result,) = RetrievalTrainer(config, project / "tiny").train([first()])
        store.add_checkpoint(
            "known", run_id=None, kind=RETRIEVER, path=str(result.checkpoint), manifest={}
        )
        yield store


def test_names(project: Path, store: Store) -> None:
    corpus = store.corpus(store.snapshot().id).premises
    goal, scope = "n : Nat\n⊢ n + 0 = 0 + n", frozenset({0, 3, 5})
    for wanted in ("bm25", "known", str(project / "tiny"), "hybrid:known"):
        named = make_retriever(store, wanted, cache=index_folder(project))
        answer = named.over(corpus).rank([goal], [scope], 9)[0]
        assert {one.number for one in answer} <= scope
        assert named.name in (wanted, "tiny", "hybrid:tiny")
    keys = {make_retriever(store, wanted).key for wanted in ("bm25", "known", "hybrid:known")}
    assert len(keys) == 3
    assert len(list(index_folder(project).iterdir())) == 1
    for wrong in ("gone", "hybrid:gone"):
        with pytest.raises(CheckpointError, match="sensei train retriever"):
            make_retriever(store, wrong)


def test_the_service_answers_by_the_retriever_it_was_given(project: Path, store: Store) -> None:
    premises = SnapshotPremises(store, project, make_retriever(store, "known"))
    theorem = store.theorems(store.snapshot().id)[-1]
    goal = tactic_pb2.GoalContext(
        pretty=f"⊢ {theorem.type}", module=theorem.module, declaration=theorem.name
    )
    goal.imports.append("Sample.Logic")
    request = tactic_pb2.SelectPremisesRequest(goal=goal, count=500)
    try:
        assert not premises.ready
        premises.begin()
        reply = asyncio.run(premises.answer(request, Limits()))
        assert premises.ready
        assert reply.model == "tiny"
        names = [premise.name for premise in reply.premises]
        assert theorem.name not in names
        # Dense: all that is in scope is ranked, not only what shares a word.
        assert {p.module for p in reply.premises} == {
            *("Sample.Logic", theorem.module, "Init.Core")
        }
        only = tactic_pb2.SelectPremisesRequest(goal=goal, accessible=names[3:5])
        assert {p.name for p in premises.select(only, Limits()).premises} == set(names[3:5])
        request.model = "bm25"
        assert premises.select(request, Limits()).model == "bm25"
        request.model = "other"
        with pytest.raises(UsageError, match="loaded: tiny, bm25"):
            premises.select(request, Limits())
    finally:
        premises.close()
