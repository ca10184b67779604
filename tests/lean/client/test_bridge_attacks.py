"""The bridge, and what stands at its ends, when they do what they should not: every call ends, says
why, and leaves nothing behind."""

from __future__ import annotations

import datetime
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
import psutil
import pytest
import trustme
from lean_caller import HERE, TOKEN, Caller, calling
from sidecar_stub import StubServer

SENSEI = Path(sys.executable).with_name("sensei")
LONG_MS = 3_600_000
"""A call that ends sooner was not ended by its deadline."""


def children(caller: Caller) -> list[psutil.Process]:
    return psutil.Process(caller.answers.process.pid).children()


def until_dead(killed: list[psutil.Process]) -> None:
    """Waits until they have ended whole. Lean, whose children they are, asks after them at the next
    call only, and learns of it when the last of their threads has ended."""
    deadline = time.monotonic() + 60
    for process in killed:
        threads = Path(f"/proc/{process.pid}/task")
        with suppress(psutil.NoSuchProcess, FileNotFoundError):
            while process.status() != psutil.STATUS_ZOMBIE or len(list(threads.iterdir())) > 1:
                assert time.monotonic() < deadline
                time.sleep(0.01)


class Impostor:
    """A Lean process whose bridges do what ``does`` was last told."""

    def __init__(self, caller: Caller, script: Path) -> None:
        self.call = caller
        self._script = script

    def does(self, script: str) -> None:
        """What the next bridges do, in the shell."""
        self._script.write_text(script)


@pytest.fixture(scope="module")
def impostor(library: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Impostor]:
    folder = tmp_path_factory.mktemp("impostor")
    command = folder / "sensei"
    command.write_text(f"#!/bin/sh\n. {folder / 'script'}\n")
    command.chmod(0o755)
    with calling(library, "bridge", SENSEI=str(command)) as caller:
        yield Impostor(caller, folder / "script")


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("echo Welcome to another program of this name; cat > /dev/null", "is that the sidecar's"),
        (r"printf '\0\0\0\5\143hello'; cat > /dev/null", "a frame of kind 99"),
        (r"printf '\0\0\1\0\2abc'; exit 4", "has ended with exit code 4"),
        (r"printf '\0\0\0\2\6{}'; cat > /dev/null", "the bridge's last word"),
        (r"printf '\0\0\0\1\6\377'; cat > /dev/null", "the bridge's last word"),
        ("kill -9 $$", "has ended with exit code"),
        ("exec 1>&-; cat > /dev/null", "is that the sidecar's"),
    ],
)
def test_what_is_no_bridge(impostor: Impostor, script: str, problem: str) -> None:
    impostor.does(script)
    outcome = impostor.call("unary", 5, LONG_MS, "echo")
    assert not outcome.ok
    assert problem in outcome.text


NEVER_ANSWERS = [
    # It neither reads nor writes: a small request waits for an answer, a large one to be taken.
    ("exec sleep infinity", ("unary", 5, 500, "echo"), "no answer in the time given"),
    ("exec sleep infinity", ("unary", 5, 500, "big:1000000"), "takes nothing in the time"),
    ("exec sleep infinity", ("cancel", 5, 100, "silent"), "cancelled"),
    # It never stops to send messages.
    (
        r"while :; do printf '\0\0\0\0\2'; done",
        ("unary", 5, 500, "echo"),
        "no answer in the time given",
    ),
]


def test_bridges_that_never_answer(impostor: Impostor) -> None:
    """Each has its time to end the call by itself; all together, so that they have it at once."""
    left: set[psutil.Process] = set()
    for script, ask, problem in NEVER_ANSWERS:
        impostor.does(script)
        outcome = impostor.call(*ask)
        left.update(children(impostor.call))
        assert not outcome.ok
        assert problem in outcome.text
    assert len(left) >= len(NEVER_ANSWERS)
    _, alive = psutil.wait_procs(left, 60)
    assert not alive


def test_a_bridge_that_is_killed_between_calls(bridged: Any, server: StubServer) -> None:
    """Another one takes its place."""
    assert bridged("unary", server.port, LONG_MS, "echo").ok
    idle = children(bridged)
    assert idle
    for child in idle:
        child.kill()
    until_dead(idle)
    assert bridged("unary", server.port, LONG_MS, "echo").ok


def test_a_bridge_that_is_killed_within_a_call(bridged: Any, server: StubServer) -> None:
    """The caller hears of it, the server as well, and the next call is fine."""

    killed: list[psutil.Process] = []

    def kill() -> None:
        assert server.searches.began.wait(60)
        killed.extend(children(bridged))
        for child in killed:
            child.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    outcome = bridged("stream", server.port, LONG_MS, "forever", 0)
    killer.join()
    until_dead(killed)
    assert not outcome.ok
    assert "has ended with exit code" in outcome.text
    assert server.searches.gone.wait(60)
    assert bridged("unary", server.port, LONG_MS, "echo").ok


def test_two_editors_of_which_one_dies(library: Any, bridged: Any, server: StubServer) -> None:
    """Its bridges end with it, however many it had; the other's calls go on."""
    dying = library.run(
        HERE / "calls.lean",
        SENSEI=str(SENSEI),
        SENSEI_TRANSPORT="bridge",
        SENSEI_SIDECAR_TOKEN=TOKEN,
        SENSEI_SIDECAR="",
    )
    with dying.process:
        assert Caller(dying)("parallel", server.port, 3, 2).text == "6"
        assert bridged("unary", server.port, LONG_MS, "echo").ok
        left = psutil.Process(dying.process.pid).children()
        assert left
        dying.process.kill()
    _, alive = psutil.wait_procs(left, 60)
    assert not alive
    assert bridged("unary", server.port, LONG_MS, "echo").ok


def test_a_token_that_no_header_holds(library: Any, server: StubServer, tmp_path: Path) -> None:
    """By itself, and through a bridge; it is not shown. And what names the address: the option,
    the environment, the file, in this order."""
    file = tmp_path / ".lake" / "sensei" / "sidecar.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"host": "127.0.0.1", "port": 4711, "token": "of-the-file"}))
    odd = {"SENSEI_SIDECAR_TOKEN": "sécret", "SENSEI_SIDECAR": "127.0.0.1:4712"}
    with calling(library, "auto", **odd) as call:
        assert call("find", "127.0.0.1:4713", tmp_path).text == "127.0.0.1:4713 sécret"
        assert call("find", "-", tmp_path).text == "127.0.0.1:4712 sécret"
        for place in (server.port, f"sidecar.invalid:{server.port}"):
            refused = call("unary", place, LONG_MS, "echo")
            assert "SENSEI_SIDECAR_TOKEN" in refused.text
            assert "cret" not in refused.text
    assert not server.tactics.metadata


AUTHORITY, STRANGER = trustme.CA(), trustme.CA()
NOW = datetime.datetime.now(datetime.UTC)
DAY = datetime.timedelta(days=1)


def certified(name: str, **validity: datetime.datetime) -> grpc.ServerCredentials:
    """What a server needs to be `name` for those who trust the authority."""
    issued = AUTHORITY.issue_cert(name, **validity)
    chain = b"".join(blob.bytes() for blob in issued.cert_chain_pems)
    return grpc.ssl_server_credentials([(issued.private_key_pem.bytes(), chain)])


def ending(address: str, timeout_ms: int = LONG_MS) -> dict[str, Any]:
    """How a call through a bridge to a server with TLS ends: what it tells Lean."""
    start = {"address": address, "tls": True, "path": "/a/B", "metadata": []}
    frames = b"".join(
        len(payload).to_bytes(4, "big") + bytes([kind]) + payload
        for kind, payload in (
            (1, json.dumps({**start, "timeout_ms": timeout_ms}).encode()),
            (2, b""),
            (3, b""),
        )
    )
    with subprocess.Popen(
        [SENSEI, "bridge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as bridge:
        assert bridge.stdin is not None
        assert bridge.stdout is not None
        bridge.stdin.write(frames)
        bridge.stdin.flush()
        while True:
            head = bridge.stdout.read(5)
            payload = bridge.stdout.read(int.from_bytes(head[:4], "big"))
            if head[4] == 6:
                break
        bridge.stdin.close()
        assert bridge.wait(60) == 0
    told: dict[str, Any] = json.loads(payload)
    return told


@pytest.mark.parametrize(
    ("credentials", "trusted", "problem"),
    [
        (lambda: certified("localhost"), STRANGER.cert_pem.bytes(), "SENSEI_SIDECAR_CA names"),
        (lambda: certified("localhost"), b"-----", "holds no certificate in PEM"),
        (
            lambda: certified("localhost", not_before=NOW - 9 * DAY, not_after=NOW - DAY),
            AUTHORITY.cert_pem.bytes(),
            "certificate has expired",
        ),
        (lambda: certified("elsewhere"), AUTHORITY.cert_pem.bytes(), "for another name"),
        (lambda: None, AUTHORITY.cert_pem.bytes(), "does not speak TLS"),
    ],
    ids=["unknown", "garbage", "expired", "name", "clear"],
)
def test_certificates(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    credentials: Callable[[], grpc.ServerCredentials | None],
    trusted: bytes,
    problem: str,
) -> None:
    file = tmp_path / "trusted.pem"
    file.write_bytes(trusted)
    monkeypatch.setenv("SENSEI_SIDECAR_CA", str(file))
    server = StubServer(credentials=credentials())
    try:
        told = ending(f"localhost:{server.port}")
    finally:
        server.stop()
    assert told["kind"] == "unreachable"
    assert problem in told["message"]
    assert not server.tactics.metadata


def test_a_file_of_certificates_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SENSEI_SIDECAR_CA", str(tmp_path / "none.pem"))
    told = ending("localhost:5")
    assert f"SENSEI_SIDECAR_CA: {tmp_path / 'none.pem'}: No such file" in told["message"]


def test_a_server_that_never_answers_the_handshake() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        told = ending(f"localhost:{silent.getsockname()[1]}", timeout_ms=300)
    assert told["code"] == grpc.StatusCode.DEADLINE_EXCEEDED.value[0]
