"""A grpcio server with our services whose answers tests choose by what they ask.

Suggest answers a goal of `echo…` with it, `slow:S` after S seconds, one of x's with their number,
`reply:N` with N letters, `fail:CODE:TEXT` with that status, `die` by ending the process.
Search sends `count:N` events, or one every 10 ms for `forever`, and notes when a caller has come
and when it is gone.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from concurrent import futures
from typing import Any

import grpc

from sensei.wire.v1 import (
    ingest_pb2,
    ingest_pb2_grpc,
    search_pb2,
    search_pb2_grpc,
    tactic_pb2,
    tactic_pb2_grpc,
)

LARGEST = 64 * 1024 * 1024


class Tactics(tactic_pb2_grpc.TacticServiceServicer):
    """Answers as the goal says."""

    def __init__(self) -> None:
        self.metadata: list[dict[str, str]] = []
        self.left: list[float] = []
        self.peers: set[str] = set()

    def Suggest(self, request: Any, context: Any) -> Any:
        self.metadata.append(dict(context.invocation_metadata()))
        self.left.append(context.time_remaining())
        self.peers.add(context.peer())
        goal = request.goals[0].pretty
        kind, _, rest = goal.partition(":")
        if kind == "slow":
            end = time.monotonic() + float(rest)
            while time.monotonic() < end and context.is_active():
                time.sleep(0.01)
        elif kind == "fail":
            code, _, text = rest.partition(":")
            context.abort(grpc.StatusCode[code], text.replace("_", " "))
        elif kind == "die":
            os._exit(9)
        elif kind == "reply":
            goal = "y" * int(rest)
        elif set(goal) == {"x"}:
            goal = f"got{len(goal)}"
        candidate = tactic_pb2.TacticCandidate(tactic=goal, log_prob=-0.5)
        return tactic_pb2.SuggestReply(goals=[tactic_pb2.SuggestedTactics(candidates=[candidate])])


class Searches(search_pb2_grpc.SearchServiceServicer):
    """Sends events; ``began`` is set when it does, ``gone`` when the caller is."""

    def __init__(self) -> None:
        self.began = threading.Event()
        self.gone = threading.Event()
        self.sent = 0

    def Search(self, request: Any, context: Any) -> Iterator[Any]:
        self.sent = 0
        self.gone.clear()
        if not context.add_callback(self.gone.set):
            self.gone.set()  # it is gone already
        self.began.set()
        kind, _, rest = request.declaration.partition(":")
        count = int(rest) if kind == "count" else 10**9
        for number in range(count):
            if kind == "forever":
                time.sleep(0.01)
            if not context.is_active():
                return
            step = search_pb2.SearchAdvanced(node=number, tactic=f"step{number}", log_prob=-1.5)
            self.sent += 1
            yield search_pb2.SearchEvent(at_ms=number, advanced=step)
        yield search_pb2.SearchEvent(ended=search_pb2.SearchEnded(status="exhausted"))


class Ingest(ingest_pb2_grpc.IngestServiceServicer):
    """Counts records and their bytes; refuses an empty one at once."""

    def Ingest(self, requests: Any, context: Any) -> Any:
        records = size = 0
        for request in requests:
            if request.WhichOneof("part") == "record_json":
                if not request.record_json:
                    context.abort(grpc.StatusCode.INVALID_ARGUMENT, "an empty record")
                records += 1
                size += len(request.record_json)
        return ingest_pb2.IngestReply(modules=records, steps=size)


class StubServer:
    """The server on a free port (or a given one), with TLS or without, until ``stop``."""

    def __init__(self, port: int = 0, credentials: grpc.ServerCredentials | None = None) -> None:
        self.tactics, self.searches = Tactics(), Searches()
        self._server = grpc.server(
            futures.ThreadPoolExecutor(24),
            options=[
                ("grpc.max_receive_message_length", LARGEST),
                ("grpc.max_send_message_length", LARGEST),
            ],
        )
        tactic_pb2_grpc.add_TacticServiceServicer_to_server(self.tactics, self._server)
        search_pb2_grpc.add_SearchServiceServicer_to_server(self.searches, self._server)
        ingest_pb2_grpc.add_IngestServiceServicer_to_server(Ingest(), self._server)
        address = f"127.0.0.1:{port}"
        self.port = (
            self._server.add_secure_port(address, credentials)
            if credentials
            else self._server.add_insecure_port(address)
        )
        self._server.start()

    def stop(self, grace_s: float | None = None) -> None:
        """Ends it: at once, or by GOAWAY and after ``grace_s``."""
        self._server.stop(grace_s).wait()


if __name__ == "__main__":  # for a server that dies: prints its port
    server = StubServer()
    print(server.port, flush=True)
    threading.Event().wait()
