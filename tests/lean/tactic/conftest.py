"""A project whose sidecar offers what a test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest

from sensei.wire.v1 import (
    search_pb2_grpc,
    status_pb2,
    status_pb2_grpc,
    tactic_pb2,
    tactic_pb2_grpc,
)

TOKEN = "the-token-of-these-tests"


@dataclass
class Sidecar(
    tactic_pb2_grpc.TacticServiceServicer,
    search_pb2_grpc.SearchServiceServicer,
    status_pb2_grpc.StatusServiceServicer,
):
    """Offers ``offers`` (most probable first) for every goal, once ``gate`` is open. A search tells
    ``events``, and ``last`` once ``gate`` is open."""

    root: Path
    offers: Sequence[str] = ()
    events: Sequence[Any] = ()
    last: Sequence[Any] = ()
    premises: Sequence[str] = ()
    requests: list[Any] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    asked: threading.Event = field(default_factory=threading.Event)
    gone: threading.Event = field(default_factory=threading.Event)
    address: str = ""

    def _check(self, context: Any) -> None:
        sent = dict(context.invocation_metadata()).get("authorization")
        if sent != f"Bearer {TOKEN}":
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "no")

    def Suggest(self, request: Any, context: Any) -> Any:
        self._check(context)
        self.requests.append(request)
        context.add_callback(self.gone.set)
        self.asked.set()
        while not self.gate.wait(0.01):
            if not context.is_active():
                return tactic_pb2.SuggestReply()
        candidates = [
            tactic_pb2.TacticCandidate(tactic=tactic, log_prob=-float(place))
            for place, tactic in enumerate(self.offers)
        ]
        one = tactic_pb2.SuggestedTactics(candidates=candidates)
        return tactic_pb2.SuggestReply(goals=[one] * len(request.goals))

    def SelectPremises(self, request: Any, context: Any) -> Any:
        self._check(context)
        self.requests.append(request)
        found = [
            tactic_pb2.Premise(name=name, score=10.0 - place)
            for place, name in enumerate(self.premises)
        ]
        return tactic_pb2.SelectPremisesReply(premises=found, model="m")

    def Search(self, request: Any, context: Any) -> Iterator[Any]:
        self._check(context)
        self.requests.append(request)
        context.add_callback(self.gone.set)
        yield from self.events
        self.asked.set()
        while not self.gate.wait(0.01):
            if not context.is_active():
                return
        yield from self.last

    def Status(self, request: Any, context: Any) -> Any:
        self._check(context)
        model = status_pb2.LoadedModel(name="m", kind="tactics", ready=True)
        return status_pb2.StatusReply(
            version="9.9", protocol=1, project=str(self.root), models=[model], last_error="none"
        )


@pytest.fixture
def sidecar(tmp_path: Path) -> Iterator[Sidecar]:
    """The server, and its file in the test's folder."""
    sidecar = Sidecar(tmp_path)
    sidecar.gate.set()
    server = grpc.server(futures.ThreadPoolExecutor(4))
    tactic_pb2_grpc.add_TacticServiceServicer_to_server(sidecar, server)
    search_pb2_grpc.add_SearchServiceServicer_to_server(sidecar, server)
    status_pb2_grpc.add_StatusServiceServicer_to_server(sidecar, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    sidecar.address = f"127.0.0.1:{port}"
    file = tmp_path / ".lake" / "sensei" / "sidecar.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"host": "127.0.0.1", "port": port, "token": TOKEN}))
    yield sidecar
    sidecar.gate.set()
    server.stop(None).wait()


MODULES = (
    "Tactic.Suggest",
    "Tactic.Status",
    "Tactic.SuggestCommand",
    "Tactic.Hooks",
    "Widget.SearchProof",
)
HEAD = "".join(f"import Sensei.{module}\n" for module in MODULES)
Elaborate = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def elaborate(library: Any, tmp_path: Path) -> Elaborate:
    """Elaborates a text in the test's folder, and gives Lean's messages."""
    import subprocess

    def run(text: str, **variables: str) -> list[dict[str, Any]]:
        file = tmp_path / "T.lean"
        file.write_text(HEAD + text)
        done = subprocess.run(
            [library.toolchain.lean, "--json", file],
            cwd=tmp_path,
            env={**library.env(), **variables},
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.stderr == ""
        # With errors or without, but by itself.
        assert done.returncode in (0, 1)
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run
