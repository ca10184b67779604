"""Lean's client against servers that are none, or not for long. Every case ends, and says why."""

from __future__ import annotations

import http.server
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

STUB = Path(__file__).with_name("sidecar_stub.py")
LONG_MS = 3_600_000
"""A call that ends sooner was not ended by its deadline."""
SETTINGS = bytes.fromhex("000000040000000000")


@contextmanager
def peer(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server whose every connection is handled by ``talk``; its port. What Lean keeps open after
    a call is closed here at the end."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.05)
    done = threading.Event()
    open_now: list[socket.socket] = []

    def serve() -> None:
        while not done.is_set():
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            with connection:
                connection.settimeout(5)
                open_now[:] = [connection]
                if done.is_set():
                    return
                with suppress(OSError):
                    talk(connection)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        done.set()
        for connection in open_now:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        thread.join()
        listener.close()


def saying(*pieces: bytes, then: str = "wait") -> Callable[[socket.socket], None]:
    """Says these, and closes or listens until the other side closes."""

    def talk(connection: socket.socket) -> None:
        connection.recv(4096)
        for piece in pieces:
            connection.sendall(piece)
        while then == "wait" and connection.recv(65536):
            pass

    return talk


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    head = len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big")
    return head + payload


OK_HEADERS = frame(1, 4, 1, b"\x88" + b"\x0f\x10\x10application/grpc")
TRAILERS = frame(1, 5, 1, b"\x00\x0bgrpc-status\x010")


@pytest.mark.parametrize(
    ("talk", "problem"),
    [
        (saying(then="close"), "closed the connection"),
        (saying(b"HTTP/1.1 400 Bad Request\r\n\r\n"), "an HTTP/1 server answers there"),
        (saying(b"SSH-2.0-OpenSSH_9.2\r\n" * 9), "does not speak HTTP/2"),
        (saying(bytes(64)), "on no stream"),
        (saying(b"\xff" * 4096), "does not speak HTTP/2"),
        (saying(SETTINGS, then="close"), "closed the connection"),
        (saying(SETTINGS, OK_HEADERS, then="close"), "closed the connection"),
        (saying(SETTINGS, frame(3, 0, 1, b"\0\0\0\2")), "reset the call (code 2)"),
        (saying(SETTINGS, frame(7, 0, 0, bytes(8))), "takes no more calls"),
        (saying(SETTINGS, frame(1, 5, 1, b"\x8d")), "HTTP status 404"),
        (saying(SETTINGS, frame(1, 5, 1, b"\x88")), "not a gRPC one"),
        (saying(SETTINGS, OK_HEADERS, TRAILERS), "no answer, though the server said OK"),
        (
            saying(SETTINGS, OK_HEADERS, frame(0, 0, 1, b"\0\0\0\0\2\x0a"), TRAILERS),
            "cut off",
        ),
        (
            saying(SETTINGS, OK_HEADERS, frame(0, 0, 1, b"\0\0\0\0\2\x0a\x09"), TRAILERS),
            "end too early",
        ),
        (saying(SETTINGS, OK_HEADERS, frame(0, 1, 1, b"\0\0\0\0\0")), "without a gRPC status"),
        (saying(SETTINGS, OK_HEADERS, frame(0, 0, 1, b"\1\0\0\0\0")), "compressed message"),
        (saying(SETTINGS, OK_HEADERS, frame(0, 0, 1, b"\0\xff\0\0\0")), "at most"),
        (saying(SETTINGS, frame(1, 0, 1, b"\x88"), frame(6, 0, 0, bytes(8))), "cut off"),
        (saying(SETTINGS, frame(9, 4, 1, b"")), "out of place"),
        (saying(SETTINGS, frame(8, 0, 0, b"\x7f\xff\xff\xff") * 2), "window over"),
    ],
)
def test_peers_that_break_the_protocol(
    call: Any, talk: Callable[[socket.socket], None], problem: str
) -> None:
    with peer(talk) as port:
        outcome = call("unary", port, LONG_MS, "echo")
    assert not outcome.ok
    assert problem in outcome.text
    assert f"127.0.0.1:{port}" in outcome.text


def test_all_that_a_server_may_do_besides(call: Any) -> None:
    """Padding, CONTINUATION, informational headers, pings, unknown frames, Huffman, priorities."""
    message = bytes.fromhex("0a0a" + "0a08" + "0a06") + b"tidied"
    huffman_type = bytes.fromhex("0f108b1d75d0620d263d4c4d6564")  # content-type: application/grpc
    pieces = [
        SETTINGS + frame(4, 0, 0, b"\0\5\0\1\0\0\0\1\0\0\0\0"),
        frame(1, 4, 1, b"\x08\x03103"),  # :status 103
        frame(99, 255, 1, b"???"),
        frame(6, 0, 0, b"pingping"),
        frame(1, 0x28, 1, b"\2" + b"\0\0\0\0\x10" + b"\x88" + b"\0\0"),
        frame(9, 4, 1, huffman_type),
        frame(0, 8, 1, b"\3" + b"\0\0\0\0" + bytes([len(message)]) + message[:4] + b"\0\0\0"),
        frame(2, 0, 1, bytes(5)),
        frame(0, 0, 1, b""),
        frame(0, 0, 1, message[4:]),
        TRAILERS,
    ]
    with peer(saying(*pieces)) as port:
        assert call("unary", port, 5000, "echo").text == "tidied 0.000000"


def test_a_silent_peer(call: Any) -> None:
    with peer(saying()) as port:
        outcome = call("unary", port, 400, "echo")
    assert "no answer in the time given" in outcome.text
    assert outcome.milliseconds >= 390


@pytest.mark.parametrize(
    "piece",
    [frame(6, 1, 0, bytes(8)), frame(0, 0, 1, b"\0\0\0\0\0"), frame(99, 0, 0, b"")],
    ids=["pings", "messages", "unknown"],
)
@pytest.mark.parametrize("ask", [("unary", 400, "echo"), ("cancel", 100, "silent")])
def test_a_peer_that_never_stops(call: Any, piece: bytes, ask: tuple[Any, ...]) -> None:
    """Who always has a frame is left at the deadline, or when nobody cares any more, as well."""

    def talk(connection: socket.socket) -> None:
        connection.recv(4096)
        connection.sendall(SETTINGS + OK_HEADERS)
        while True:
            connection.sendall(piece * 100)

    with peer(talk) as port:
        outcome = call(ask[0], port, *ask[1:])
    assert not outcome.ok
    assert "no answer in the time given" in outcome.text or "cancelled" in outcome.text


def test_a_server_that_says_nothing_until_the_last_request(call: Any) -> None:
    """The time of a call before it on the connection ends while requests go out: nobody waits."""

    def exactly(connection: socket.socket, size: int) -> bytes:
        data = b""
        while len(data) < size:
            if not (more := connection.recv(size - len(data))):
                raise OSError
            data += more
        return data

    def talk(connection: socket.socket) -> None:
        exactly(connection, 24)
        connection.sendall(SETTINGS)
        while True:
            head = exactly(connection, 9)
            exactly(connection, int.from_bytes(head[:3], "big"))
            if head[3] == 0 and head[4] & 1:
                stream = int.from_bytes(head[5:], "big")
                answer = frame(1, 4, stream, OK_HEADERS[9:]), frame(0, 0, stream, bytes(5))
                connection.sendall(b"".join(answer) + frame(1, 5, stream, TRAILERS[9:]))

    with peer(talk) as port:
        assert call("unary", port, 300, "echo").text == "nothing"
        assert call("ingest", port, LONG_MS, 6, 10, 100).text == "0 0"


def test_a_page_of_another_server(call: Any) -> None:
    """An HTTP/2 server's answer with a body is named by its status, not by what its bytes spell."""
    page = frame(1, 4, 1, b"\x8d"), frame(0, 1, 1, b"<html>not found</html>")
    with peer(saying(SETTINGS, *page)) as port:
        assert "HTTP status 404" in call("unary", port, LONG_MS, "echo").text


def test_a_window_that_stays_shut(call: Any) -> None:
    """More than the initial window, to a peer that never opens it."""
    with peer(saying(SETTINGS)) as port:
        outcome = call("unary", port, 500, "big:1000000")
    assert "no answer in the time given" in outcome.text


def test_an_http1_server(each: Any) -> None:
    class Quiet(http.server.BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        outcome = each("unary", server.server_port, LONG_MS, "echo")
        server.shutdown()
        thread.join()
    assert not outcome.ok
    assert "HTTP" in outcome.text or "closed" in outcome.text


def test_a_port_where_nobody_listens(each: Any) -> None:
    outcome = each("unary", 1, LONG_MS, "echo")
    assert outcome.text.startswith("no sidecar at 127.0.0.1:1 (")
    assert outcome.text.endswith("start it: sensei serve")


def test_a_server_that_dies_in_the_middle(each: Any) -> None:
    child = subprocess.Popen([sys.executable, STUB], stdout=subprocess.PIPE, text=True)
    with child:
        assert child.stdout is not None
        port = int(child.stdout.readline())
        assert each("unary", port, LONG_MS, "echo").ok
        outcome = each("unary", port, LONG_MS, "die")
        assert child.wait(60) == 9
    # Tried once more, as no byte of an answer came; nobody was there, or no longer.
    assert not outcome.ok
    assert outcome.text.endswith("start it: sensei serve")


def test_where_the_sidecar_is(call: Any, tmp_path: Path) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    nothing = call("find", "-", below)
    assert not nothing.ok
    assert "sensei serve" in nothing.text
    file = tmp_path / ".lake" / "sensei" / "sidecar.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"host": "127.0.0.1", "port": 4711, "token": "secret"}))
    os.chmod(file, 0o600)
    # The process was started with a token in its environment, which comes first.
    assert call("find", "-", below).text == "127.0.0.1:4711 a-token"
    assert call("find", "localhost:99", below).text == "localhost:99 a-token"
    assert call("find", "[::1]:99", below).text == "[::1]:99 a-token"
    assert call("find", "grpcs://lean.example:99", below).text == "grpcs://lean.example:99 a-token"
    for wrong in ("localhost", "localhost:0", "localhost:70000", ":5", "a:b", "http://a:5"):
        assert "write host:port" in call("find", wrong, below).text
    file.write_text(json.dumps({"host": "::1", "port": 4711, "token": "", "tls": True}))
    assert call("find", "-", below).text == "grpcs://[::1]:4711 a-token"
    file.write_text("{")
    assert "start `sensei serve` again" in call("find", "-", below).text
