"""What the bridge is for (TLS, names), and what it does when something is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import psutil
import pytest
import trustme
from lean_caller import calling
from sidecar_stub import StubServer

SENSEI = Path(sys.executable).with_name("sensei")


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def secure(authority: trustme.CA) -> Iterator[StubServer]:
    """A server with TLS, as `localhost`."""
    issued = authority.issue_cert("localhost")
    chain = b"".join(blob.bytes() for blob in issued.cert_chain_pems)
    pair = (issued.private_key_pem.bytes(), chain)
    server = StubServer(credentials=grpc.ssl_server_credentials([pair]))
    yield server
    server.stop()


def test_tls_and_names(library: Any, authority: trustme.CA, secure: Any, tmp_path: Path) -> None:
    trusted = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(trusted))
    with calling(library, "auto", SENSEI_SIDECAR_CA=str(trusted)) as call:
        address = f"grpcs://localhost:{secure.port}"
        assert call("unary", address, 9000, "echo∀").text == "echo∀ -0.500000"
        assert secure.tactics.metadata[0]["authorization"] == "Bearer a-token"
        assert call("stream", address, 9000, "count:100", 0).text == "101 exhausted"
        assert call("ingest", address, 9000, 20, 1000, 0).text == "20 20000"
        # The certificate is not for this name.
        other = call("unary", f"grpcs://127.0.0.1:{secure.port}", 9000, "echo")
        assert not other.ok
        nowhere = call("unary", "lean.invalid:99", 9000, "echo")
        assert nowhere.text.startswith("no sidecar at lean.invalid:99 (")
        # In the clear to a server that speaks TLS.
        assert not call("unary", secure.port, 9000, "echo").ok


def test_what_this_process_cannot_call_itself(library: Any) -> None:
    with calling(library, "direct") as call:
        assert "sensei.transport" in call("unary", "grpcs://localhost:5", 9000, "echo").text
        assert "sensei.transport" in call("unary", "lean.example:5", 9000, "echo").text


def test_no_bridge_to_be_had(library: Any, tmp_path: Path) -> None:
    with calling(library, "bridge", SENSEI=str(tmp_path / "nothing")) as call:
        missing = call("unary", 5, 9000, "echo")
        assert "put it on PATH, or set SENSEI" in missing.text
    script = tmp_path / "broken"
    script.write_text("#!/bin/sh\nexit 3\n")
    script.chmod(0o755)
    with calling(library, "bridge", SENSEI=str(script)) as call:
        refused = call("unary", 5, 9000, "echo")
        assert "has ended with exit code 3; its error output says why" in refused.text


def test_few_bridges(library: Any, server: StubServer) -> None:
    """No more than are kept idle are left, whatever was asked of them."""
    with calling(library, "bridge") as call:
        assert call("parallel", server.port, 6, 4).text == "24"
        lean = psutil.Process(call.answers.process.pid)
        assert 1 <= len(lean.children()) <= 4


def frame(kind: int, payload: bytes = b"") -> bytes:
    return len(payload).to_bytes(4, "big") + bytes([kind]) + payload


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (frame(2, b"a message"), "MESSAGE outside of a call"),
        (frame(1, b"{}"), "a start that cannot be read"),
        (frame(77), "a frame of kind 77"),
        (b"\xff\xff\xff\xff\x02", "at most"),
    ],
)
def test_junk_on_its_input(said: bytes, problem: str) -> None:
    ended = subprocess.run(
        [SENSEI, "bridge"], input=said, capture_output=True, timeout=60, check=False
    )
    assert ended.returncode == 2
    assert problem in ended.stderr.decode()
    assert ended.stderr.count(b"\n") == 1


def test_it_ends_with_its_input(server: StubServer) -> None:
    """In the middle of a call as well: the server is told."""
    start = {
        "address": f"127.0.0.1:{server.port}",
        "tls": False,
        "path": "/sensei.v1.SearchService/Search",
        "timeout_ms": 60000,
        "metadata": [],
    }
    with subprocess.Popen(
        [SENSEI, "bridge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as bridge:
        assert bridge.stdin is not None
        request = bytes([0x0A, 7]) + b"forever"
        bridge.stdin.write(frame(1, json.dumps(start).encode()) + frame(2, request) + frame(3))
        bridge.stdin.flush()
        assert server.searches.began.wait(60)
        bridge.stdin.close()
        assert bridge.wait(60) == 0
    assert server.searches.gone.wait(60)
