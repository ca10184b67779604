"""Models that are loaded when they are asked, unloaded for others, and replaced while in use."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import torch

from fakes.checkpoints import TINY, manifest, write_tiny
from fakes.retrieval import TINY_ENCODER
from fakes.traces import write_project
from sensei.core.errors import CheckpointError, ModelError
from sensei.core.types import TacticCandidate
from sensei.ingest.ingest import ingest
from sensei.models.checkpoint import RETRIEVER, read_manifest, write_checkpoint
from sensei.models.loading import save_pretrained
from sensei.models.premise_encoder import fresh_encoder
from sensei.models.premise_text import retrieval_hash
from sensei.models.value_model import fresh_values, save_values
from sensei.server.batching import Batcher
from sensei.server.held import HeldGenerator, ModelMemory, weights_bytes
from sensei.server.models import (
    critic_to_serve,
    generator_to_serve,
    progress_to_serve,
    retriever_to_serve,
)
from sensei.store import open_store
from sensei.wire.v1 import status_pb2, tactic_pb2

GOAL = "n : Nat\n⊢ n = n"
Offers = list[list[TacticCandidate]]


@dataclass
class Told:
    """What happened, in order; a model of one name waits in its call while its gate is shut."""

    events: list[str] = field(default_factory=list)
    shut: dict[str, threading.Event] = field(default_factory=dict)
    entered: threading.Event = field(default_factory=threading.Event)

    def loader(self, name: str, file: Path) -> Callable[[], Versioned]:
        def load() -> Versioned:
            version = file.read_text()
            self.events.append(f"{name} {version} loads")
            if version == "broken":
                raise CheckpointError("it is broken")
            return Versioned(name, version, self)

        return load


@dataclass
class Versioned:
    """Offers its name and the version of its checkpoint."""

    name: str
    version: str
    told: Told

    def generate(self, states: Sequence[str], count: int) -> Offers:
        self.told.events.append(f"{self.name} {self.version} asked {len(states)}")
        gate = self.told.shut.get(self.name)
        if gate is not None:
            self.told.entered.set()
            assert gate.wait(60)
        return [[TacticCandidate(f"{self.name} {self.version}", 0.0)] for _ in states]


def checkpoint(folder: Path, version: str, weights: int) -> Path:
    """Written anew as a checkpoint is: whole, in place of the old one."""
    folder.mkdir(exist_ok=True)
    (folder / "model.safetensors").write_bytes(bytes(weights))
    draft = folder / "draft"
    draft.write_text(version)
    draft.replace(folder / "manifest.json")
    return folder / "manifest.json"


def held(told: Told, name: str, file: Path, memory: ModelMemory) -> HeldGenerator:
    return HeldGenerator(name, told.loader(name, file), file, memory, told.events.append)


def batcher(model: HeldGenerator) -> Batcher[list[TacticCandidate]]:
    return Batcher(model.generate, batch_goals=2, pending_goals=100)


def texts(answers: Sequence[object]) -> list[str]:
    return [answer.offers[0][0].tactic for answer in answers]  # type: ignore[attr-defined]


def test_two_real_models_serve_within_a_budget_for_one(
    tmp_path: Path, start: Callable[..., object]
) -> None:
    folders = [write_tiny(tmp_path / name, seed=seed) for seed, name in enumerate(("one", "two"))]
    size = weights_bytes(folders[0] / "manifest.json")
    assert size > 0
    memory = ModelMemory(size + size // 2)
    models = [generator_to_serve(str(folder), 0, tmp_path, memory) for folder in folders]
    running = start(generators={m.name: (m.generator, m.checkpoint) for m in models})

    def ready() -> list[bool]:
        status = running.status.Status(status_pb2.StatusRequest())  # type: ignore[attr-defined]
        return [model.ready for model in status.models if model.kind == "tactics"]

    def ask(name: str) -> list[str]:
        request = tactic_pb2.SuggestRequest(
            goals=[tactic_pb2.GoalContext(pretty=GOAL)], model=name, candidates=3
        )
        reply = running.tactics.Suggest(request)  # type: ignore[attr-defined]
        assert reply.model == name
        return [candidate.tactic for candidate in reply.goals[0].candidates]

    assert ready() == [False, False]
    first = ask("one")
    assert first
    assert ready() == [True, False]
    assert ask("two") == first  # of the same weights
    assert ready() == [False, True]
    assert memory.used_bytes == size
    assert ask("one") == first
    assert ready() == [True, False]
    # Trained again under its name: the next request is of the new one, which is another seed's.
    before = read_manifest(folders[0])
    write_tiny(folders[0], seed=7)
    assert read_manifest(folders[0]) != before
    assert ask("one") == first
    assert ready() == [True, False]


def test_no_request_is_lost_by_a_reload(tmp_path: Path) -> None:
    told = Told(shut={"m": threading.Event()})
    file = checkpoint(tmp_path / "m", "1", 10)
    model = held(told, "m", file, ModelMemory())

    async def session() -> list[str]:
        asks = batcher(model)
        try:
            first = asyncio.create_task(asks.ask(["A"]))
            assert await asyncio.to_thread(told.entered.wait, 60)
            # One is in the model and three wait for it, while the checkpoint is replaced.
            rest = [asyncio.create_task(asks.ask([goal])) for goal in "BCD"]
            await asyncio.sleep(0)
            assert asks.pending == 3
            checkpoint(tmp_path / "m", "2", 10)
            told.shut.pop("m").set()
            return texts(await asyncio.gather(first, *rest))
        finally:
            await asks.close()

    assert asyncio.run(session()) == ["m 1", "m 2", "m 2", "m 2"]
    assert told.events == ["m 1 loads", "m 1 asked 1", "m 2 loads", "m 2 asked 2", "m 2 asked 1"]


def test_a_new_checkpoint_that_is_broken_leaves_the_old_one(tmp_path: Path) -> None:
    told = Told()
    file = checkpoint(tmp_path / "m", "1", 10)
    model = held(told, "m", file, ModelMemory(25))
    assert model.generate(["A"], 1)[0][0].tactic == "m 1"
    checkpoint(tmp_path / "m", "broken", 10)
    for _ in range(2):  # it is tried once, not at every request
        assert model.generate(["A"], 1)[0][0].tactic == "m 1"
    assert told.events.count("m broken loads") == 1
    assert "m stays as it is: its new checkpoint: it is broken" in told.events
    file.unlink()  # the moment between an old one and a new one
    assert model.generate(["A"], 1)[0][0].tactic == "m 1"
    checkpoint(tmp_path / "m", "3", 10)
    assert model.generate(["A"], 1)[0][0].tactic == "m 3"


def test_a_model_in_use_is_not_unloaded(tmp_path: Path) -> None:
    told, memory = Told(shut={"a": threading.Event()}), ModelMemory(15)
    a, b = (held(told, n, checkpoint(tmp_path / n, "1", 10), memory) for n in "ab")

    async def session() -> list[str]:
        of_a, of_b = batcher(a), batcher(b)
        try:
            first = asyncio.create_task(of_a.ask(["A"]))
            assert await asyncio.to_thread(told.entered.wait, 60)
            second = asyncio.create_task(of_b.ask(["B"]))
            await asyncio.sleep(0)
            told.events.append("a may end")
            told.shut["a"].set()
            return texts(await asyncio.gather(first, second))
        finally:
            await of_a.close()
            await of_b.close()

    assert asyncio.run(session()) == ["a 1", "b 1"]
    assert told.events == ["a 1 loads", "a 1 asked 1", "a may end", "b 1 loads", "b 1 asked 1"]
    assert (a.ready, b.ready, memory.used_bytes) == (False, True, 10)


def test_the_one_that_was_used_longest_ago_goes(tmp_path: Path) -> None:
    told, memory = Told(), ModelMemory(25)
    a, b, c = (held(told, n, checkpoint(tmp_path / n, "1", 10), memory) for n in "abc")
    for model in (a, b, a, c):
        model.generate(["A"], 1)
    assert (a.ready, b.ready, c.ready) == (True, False, True)


def test_two_that_grow_do_not_wait_for_each_other(tmp_path: Path) -> None:
    told, memory = Told(), ModelMemory(25)
    models = [held(told, n, checkpoint(tmp_path / n, "1", 10), memory) for n in "ab"]

    async def session() -> list[str]:
        asks = [batcher(model) for model in models]
        try:
            await asyncio.gather(*(one.ask(["A"]) for one in asks))
            for name in "ab":
                checkpoint(tmp_path / name, "2", 20)
            return texts(await asyncio.gather(*(one.ask(["A"]) for one in asks)))
        finally:
            for one in asks:
                await one.close()

    assert asyncio.run(session()) == ["a 2", "b 2"]
    assert memory.used_bytes == 20


def test_what_can_not_be_loaded_is_told_to_who_asks(tmp_path: Path) -> None:
    told = Told()
    large = held(told, "m", checkpoint(tmp_path / "m", "1", 10), ModelMemory(9))
    with pytest.raises(ModelError, match="takes 10 bytes, and --model-memory allows 9; give more"):
        large.generate(["A"], 1)
    broken = held(told, "b", checkpoint(tmp_path / "b", "broken", 1), ModelMemory())
    with pytest.raises(ModelError, match="it is broken"):
        broken.generate(["A"], 1)
    checkpoint(tmp_path / "b", "2", 1)
    assert broken.generate(["A"], 1)[0][0].tactic == "b 2"


def test_a_fault_of_a_model_is_one_answer_and_not_the_end(caplog: pytest.LogCaptureFixture) -> None:
    def answer(goals: list[str], count: int) -> list[int]:
        if goals == ["bad"]:
            raise RuntimeError("out of memory\nand more")
        return [len(goal) for goal in goals]

    async def session() -> list[int]:
        asks: Batcher[int] = Batcher(answer, batch_goals=2, pending_goals=9)
        try:
            with pytest.raises(ModelError, match=r"failed: RuntimeError: out of memory$"):
                await asks.ask(["bad"])
            return (await asks.ask(["good"])).offers
        finally:
            await asks.close()

    assert asyncio.run(session()) == [4]
    assert "Traceback" in caplog.text


def test_every_kind_shares_the_budget_and_is_replaced(
    tmp_path: Path, start: Callable[..., Any]
) -> None:
    """A progress model, a critic and a retriever, over gRPC and HTTP; there is room for one."""
    project, folders = write_project(tmp_path / "p"), [tmp_path / n for n in ("far", "can", "near")]
    write_values(folders[0], "progress", 2.0)
    write_values(folders[1], "critic", 0.0)
    write_encoder(folders[2], seed=0)
    sizes = [weights_bytes(folder / "manifest.json") for folder in folders]
    memory = ModelMemory(max(sizes) + min(sizes) - 1)
    with open_store(tmp_path / "s.db") as store:
        ingest(project / ".lake" / "build" / "sensei" / "trace", store, project)
        progress = progress_to_serve(store, str(folders[0]), memory)
        critic = critic_to_serve(store, str(folders[1]), memory)
        retriever = retriever_to_serve(store, str(folders[2]), project, memory)
        server = start(
            root=project,
            http_port=0,
            progress=progress,
            critic=critic,
            retriever=retriever,
            store=store,
        )
        url = f"http://127.0.0.1:{server.http_port}/encode"

        def ready() -> list[str]:
            status = server.status.Status(status_pb2.StatusRequest(), timeout=300)
            kept = ("far", "can", "near")
            return [model.name for model in status.models if model.ready and model.name in kept]

        def estimate() -> tuple[float, float]:
            goals = [tactic_pb2.GoalContext(pretty=GOAL)]
            reply = server.tactics.EstimateProgress(
                tactic_pb2.EstimateProgressRequest(goals=goals), timeout=300
            )
            return reply.goals[0].steps_left, reply.goals[0].probability

        def select() -> list[str]:
            request = tactic_pb2.SelectPremisesRequest(goal=tactic_pb2.GoalContext(pretty=GOAL))
            reply = server.tactics.SelectPremises(request, timeout=300)
            assert reply.model == "near"
            return [premise.name for premise in reply.premises]

        def encode() -> list[float]:
            return list(httpx.post(url, json={"input": GOAL}, timeout=300).json()["outputs"])

        assert (ready(), memory.used_bytes) == ([], 0)
        steps, chance = estimate()
        assert ready() == ["can"]
        assert memory.used_bytes == sizes[1]
        names, vector = select(), encode()
        assert names
        assert ready() == ["near"]
        assert estimate() == (steps, chance)
        assert (select(), encode()) == (names, vector)
        # Each is written anew; the next request is of the new one, whose index is made anew too.
        identity = critic.identity()
        opened = retriever.held.loaded
        write_values(folders[0], "progress", 1.0)
        write_values(folders[1], "critic", 3.0)
        write_encoder(folders[2], seed=1)
        assert critic.identity() != identity
        assert encode() != vector
        assert select() != names
        assert retriever.held.loaded not in (None, opened)
        assert estimate()[0] < steps
        assert estimate()[1] > chance


def write_values(folder: Path, kind: str, bias: float) -> None:
    """A value model that says the same of every goal."""
    loaded = fresh_values(TINY, 0)
    torch.nn.init.constant_(loaded.model.head.bias, bias)
    write_checkpoint(
        folder,
        manifest(kind=kind, max_new_tokens=0),
        lambda draft: save_values(loaded.model, loaded.tokenizer, draft),
    )


def write_encoder(folder: Path, seed: int) -> None:
    """An encoder with random weights."""
    fresh = fresh_encoder(TINY_ENCODER, seed, 64)
    write_checkpoint(
        folder,
        manifest(
            kind=RETRIEVER, prompt_hash=retrieval_hash(), max_prompt_tokens=64, max_new_tokens=0
        ),
        lambda draft: save_pretrained(fresh.model, fresh.tokenizer, draft),
    )
