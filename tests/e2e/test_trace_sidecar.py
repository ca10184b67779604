"""``sensei trace --sidecar``: records reach the store while modules finish, each once, whatever
happens to the connection."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc
import pytest

from command import run_sensei, sensei_json
from sensei.wire.v1 import ingest_pb2, ingest_pb2_grpc
from test_serve import serving

NAMES = ["E2E.Basic", "E2E.More", "E2E.Other"]


@pytest.fixture
def three(project: Path) -> Path:
    """The small project with two modules more, which were not traced yet."""
    for name in ("More", "Other"):
        text = f"theorem {name.lower()} : 1 + 1 = 2 := rfl\n"
        (project / "E2E" / f"{name}.lean").write_text(text)
    return project


class Breaking(ingest_pb2_grpc.IngestServiceServicer):
    """Loses its first two calls, one before and one after all records, and takes the third."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self.projects: list[str] = []

    def Ingest(self, requests: Any, context: Any) -> Any:
        first = next(requests)
        self.projects.append(first.begin.project)
        names: list[str] = []
        self.calls.append(names)
        text = b""
        for request in requests:
            text += request.record_json or request.record_json_part
            if request.WhichOneof("part") == "record_json_part":
                continue
            names.append(json.loads(text)["module"]["name"])
            text = b""
            if len(self.calls) == 1:
                context.abort(grpc.StatusCode.UNAVAILABLE, "going down")
        if len(self.calls) == 2:
            context.abort(grpc.StatusCode.UNAVAILABLE, "gone again")
        return ingest_pb2.IngestReply(modules=len(names), snapshot=7)


@pytest.fixture
def breaking() -> Iterator[tuple[Breaking, str]]:
    """Such a server, and its address."""
    service = Breaking()
    server = grpc.server(futures.ThreadPoolExecutor(4))
    ingest_pb2_grpc.add_IngestServiceServicer_to_server(service, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield service, f"127.0.0.1:{port}"
    server.stop(None).wait()


def test_a_call_that_breaks_is_made_again(three: Path, breaking: tuple[Breaking, str]) -> None:
    service, address = breaking
    done = run_sensei(three, "trace", "--json", "--sidecar", address)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    stored = {"target": address, "modules": 3, "steps": 0, "failures": 0, "snapshot": 7}
    assert (said["modules"], said["reused"], said["sidecar"]) == (3, 1, stored)
    lost, late, taken = service.calls
    assert len(lost) == 1
    assert sorted(late) == sorted(taken) == NAMES
    assert service.projects == [str(three.resolve())] * 3


def test_the_running_sidecar_stores_what_the_files_say(three: Path) -> None:
    with serving(three, "--generator", "fixed"):
        traced = sensei_json_lines(three, "trace", "E2E.More", "--sidecar", "auto")
        # All of the folder: what was traced before, too.
        assert traced[-1]["sidecar"]["modules"] == 2
        traced = sensei_json_lines(three, "trace", "--sidecar", "auto")
        assert (traced[-1]["modules"], traced[-1]["sidecar"]["modules"]) == (3, 3)
    again = sensei_json(three, "ingest")
    assert (again["modules"], again["unchanged"]) == (3, 3)


def test_a_record_over_the_servers_limit_is_refused_and_kept(three: Path) -> None:
    server = grpc.server(
        futures.ThreadPoolExecutor(1), options=[("grpc.max_receive_message_length", 1024)]
    )
    service = Breaking()
    service.calls += [[], []]  # it would take the records
    ingest_pb2_grpc.add_IngestServiceServicer_to_server(service, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        done = run_sensei(three, "trace", "--sidecar", f"127.0.0.1:{port}")
    finally:
        server.stop(None).wait()
    assert done.returncode == 3
    assert "larger than max" in done.stderr
    assert "sensei ingest" in done.stderr
    assert len(service.calls) <= 3  # refused for good: not tried again
    assert sensei_json(three, "ingest")["modules"] == 3


def test_a_record_larger_than_a_message_comes_in_parts(
    three: Path, breaking: tuple[Breaking, str]
) -> None:
    service, address = breaking
    service.calls += [[], []]  # it takes the records
    traces = three / ".lake" / "build" / "sensei" / "trace"
    record = json.loads((traces / "E2E.Basic.json").read_text("utf-8"))
    record["module"] |= {"name": "E2E.Large", "source": "-" * 5_000_000}
    (traces / "E2E.Large.json").write_text(json.dumps(record), "utf-8")
    done = run_sensei(three, "trace", "E2E.More", "--sidecar", address)
    assert done.returncode == 0, done.stderr
    assert sorted(service.calls[-1]) == ["E2E.Basic", "E2E.Large", "E2E.More"]


def test_without_a_sidecar_the_files_are_there(three: Path) -> None:
    done = run_sensei(three, "trace", "--sidecar", "nonsense")
    assert done.returncode == 3
    assert "'nonsense' is no address" in done.stderr
    done = run_sensei(three, "trace", "--sidecar", "auto")
    assert done.returncode == 3
    assert "start it: sensei serve" in done.stderr


def sensei_json_lines(folder: Path, *words: str) -> list[dict[str, Any]]:
    done = run_sensei(folder, *words, "--json")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
