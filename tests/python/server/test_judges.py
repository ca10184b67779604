"""Estimates of goals: shared by callers, within the limits, and asked for by searches."""

from __future__ import annotations

import threading
from argparse import Namespace
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import grpc
import pytest

from sensei.cli.serve import _judges
from sensei.core.errors import CheckpointError, ModelError
from sensei.server.held import ModelMemory
from sensei.server.limits import Limits
from sensei.server.state import Judge
from sensei.store import open_store
from sensei.wire.v1 import search_pb2, status_pb2, tactic_pb2

Start = Callable[..., Any]


class GateJudge:
    """Says how long each text is, over a number; waits for ``gate``, and notes its calls."""

    def __init__(self, over: float = 1.0) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.entered = threading.Semaphore(0)
        self.calls: list[list[str]] = []
        self._over = over

    def __call__(self, states: Sequence[str]) -> list[float]:
        self.calls.append(list(states))
        self.entered.release()
        assert self.gate.wait(20)
        if "boom" in states:
            raise ModelError("out of memory")
        return [len(state) / self._over for state in states]

    def served(self, name: str = "far") -> Judge:
        return Judge(name, f"/checkpoints/{name}", self, lambda: f"{name} of the tests")


def ask(*goals: str, model: str = "") -> Any:
    contexts = [tactic_pb2.GoalContext(pretty=goal) for goal in goals]
    return tactic_pb2.EstimateProgressRequest(goals=contexts, model=model)


def estimate(server: Any, request: Any) -> Any:
    return server.tactics.EstimateProgress(request, timeout=20)


def test_goals_are_estimated(start: Start) -> None:
    reply = estimate(start(progress=GateJudge().served()), ask("ab", "abc"))
    assert reply.model == "far"
    assert [goal.steps_left for goal in reply.goals] == [2.0, 3.0]
    assert [goal.probability for goal in reply.goals] == pytest.approx([0.81, 0.729])


def test_a_critic_says_the_probability(start: Start) -> None:
    critic = GateJudge(over=10.0)
    server = start(progress=GateJudge().served(), critic=critic.served("judge"))
    reply = estimate(server, ask("ab", "abc", model="far"))
    assert [goal.probability for goal in reply.goals] == [0.2, 0.3]
    models = server.status.Status(status_pb2.StatusRequest(), timeout=20).models
    assert [(m.name, m.kind, m.checkpoint) for m in models[-2:]] == [
        ("far", "progress", "/checkpoints/far"),
        ("judge", "critic", "/checkpoints/judge"),
    ]


@pytest.mark.parametrize(
    ("request_", "code", "said"),
    [
        (ask(), "INVALID_ARGUMENT", "0 goals in one request: 1 to 4 are taken"),
        (ask("A", "é" * 51), "INVALID_ARGUMENT", "pretty of goal 2 has 102 bytes: at most 100"),
        (ask("A", model="near"), "NOT_FOUND", "no progress model 'near' is loaded; loaded: far"),
        (ask("boom"), "INTERNAL", "out of memory"),
    ],
)
def test_what_cannot_be_answered(start: Start, request_: Any, code: str, said: str) -> None:
    server = start(limits=Limits(goals=4, goal_bytes=100), progress=GateJudge().served())
    with pytest.raises(grpc.RpcError) as caught:
        estimate(server, request_)
    error: Any = caught.value
    assert (error.code().name, said in error.details()) == (code, True), error.details()
    # The next call is answered.
    assert estimate(server, ask("A")).goals[0].steps_left == 1.0


def test_callers_share_calls_up_to_the_limit(start: Start) -> None:
    judge = GateJudge()
    server = start(progress=judge.served(), limits=Limits(pending_goals=5))
    judge.gate.clear()
    with ThreadPoolExecutor(7) as pool:
        first = pool.submit(estimate, server, ask("first"))
        assert judge.entered.acquire(timeout=20)
        rest = [pool.submit(estimate, server, ask(f"g{i}")) for i in range(6)]
        # Five wait; whichever comes last is told so while the model still works.
        ended, waiting = wait(rest, return_when=FIRST_COMPLETED)
        assert (len(ended), len(waiting)) == (1, 5)
        judge.gate.set()
        assert first.result().goals[0].steps_left == 5.0
        assert all(one.result().goals[0].steps_left == 2.0 for one in waiting)
    error: Any = ended.pop().exception()
    assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert [len(call) for call in judge.calls] == [1, 5]


def test_a_search_by_htps_asks_the_critic(start: Start) -> None:
    critic = GateJudge(over=10.0)
    server = start(critic=critic.served())
    for algorithm, asked in (("best_first", False), ("htps", True)):
        critic.calls.clear()
        request = search_pb2.SearchRequest(declaration="t", module="M", search=algorithm)
        told = list(server.search.Search(request, timeout=30))
        assert told[-1].ended.status == "claimed"
        assert bool(critic.calls) is asked


def test_checkpoints_are_served(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from fakes.checkpoints import TINY, manifest, write_tiny
    from sensei.models.checkpoint import write_checkpoint
    from sensei.models.value_model import fresh_values, save_values

    loaded = fresh_values(TINY, 0)
    write_checkpoint(
        tmp_path / "far",
        manifest(kind="progress", max_new_tokens=0),
        lambda folder: save_values(loaded.model, loaded.tokenizer, folder),
    )
    with open_store("sqlite://") as store:
        store.add_checkpoint(
            "far", run_id=None, kind="progress", path=str(tmp_path / "far"), manifest={}
        )
        memory = ModelMemory()
        judges = _judges(Namespace(progress="far", critic=str(tmp_path / "far")), store, memory)
        assert judges["progress"].answer(["⊢ p"]) == [0.0]
        assert judges["critic"].answer(["⊢ p"]) == [1.0]
        assert judges["critic"].identity().startswith(f"progress {tmp_path / 'far'} ")
        write_tiny(tmp_path / "tactics")
        with pytest.raises(CheckpointError, match="of kind 'tactic_generator', not 'progress'"):
            _judges(Namespace(progress=str(tmp_path / "tactics"), critic=None), store, memory)
        assert _judges(Namespace(progress=None, critic=None), store, memory) == {}
