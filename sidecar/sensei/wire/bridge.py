"""``sensei bridge``: gRPC for a Lean process that cannot speak it itself.

Lean's own client (``lean/Sensei/Client/H2c.lean``) knows neither TLS nor host names. This process
does, and talks to Lean over its stdin and stdout, one call after another. A frame, either way, is
the length of what it holds (4 bytes, big-endian), its kind (a byte), and that:

=======  ======  ===============================================================================
kind     who     holds
=======  ======  ===============================================================================
START    Lean    JSON: address, tls, path, timeout_ms, metadata (pairs of text)
MESSAGE  both    one message of the call, at most 64 MiB
NO_MORE  Lean    nothing: the requests are all there
DONE     Lean    nothing: Lean wants no more of the call; cancels it if it goes on
GO_ON    bridge  nothing: the last request is on its way, the next one may come
ENDED    bridge  JSON: kind (``status``, ``unreachable``, ``lost``), code (gRPC's), message
=======  ======  ===============================================================================

A call begins with START, and is over when both ENDED and DONE were said, in either order. The
process ends with its input.
"""

from __future__ import annotations

import os
import queue
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, BinaryIO

import grpc
import orjson

LARGEST = 64 * 1024 * 1024
"""Most bytes of one message, either way."""

CERTIFICATES = "SENSEI_SIDECAR_CA"
"""Names a PEM file of certificates that are trusted, for a server with one of its own making."""


# How gRPC (1.85) begins what it says when no connection came about.
_NO_WAY_THERE = ("failed to connect", "errors resolving", "DNS resolution")

# What gRPC and BoringSSL say of a certificate, and what it means.
_REFUSED = re.compile(r"CERTIFICATE_VERIFY_FAILED: (?P<why>[^:]+)")
_UNKNOWN_AUTHORITY = ("unable to get local issuer certificate", "self signed", "self-signed")
_OTHER_NAME = "Hostname Verification Check failed"
_NO_TLS = "WRONG_VERSION_NUMBER"


class Kind(IntEnum):
    """What a frame is."""

    START = 1
    MESSAGE = 2
    NO_MORE = 3
    DONE = 4
    GO_ON = 5
    ENDED = 6


class BridgeError(Exception):
    """The other side does not keep to the protocol."""


class CertificatesError(Exception):
    """The file of trusted certificates is of no use."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a call is."""

    address: str
    tls: bool
    path: str
    timeout_s: float
    metadata: Sequence[tuple[str, str]]

    @classmethod
    def read(cls, payload: bytes) -> Start:
        """Reads what START holds.

        Raises:
            BridgeError: it cannot be read.
        """
        try:
            known = orjson.loads(payload)
            return cls(
                str(known["address"]),
                bool(known["tls"]),
                str(known["path"]),
                float(known["timeout_ms"]) / 1000,
                tuple((str(name), str(value)) for name, value in known["metadata"]),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise BridgeError(f"a start that cannot be read: {error}") from None


class Pipe:
    """Frames in and out."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink

    def read(self) -> tuple[Kind, bytes]:
        """The next frame.

        Raises:
            EOFError: the other side has gone.
            BridgeError: it is none.
        """
        head = self._exactly(5)
        size = int.from_bytes(head[:4], "big")
        if size > LARGEST:
            raise BridgeError(f"a frame of {size} bytes, at most {LARGEST} are read")
        if head[4] not in Kind.__members__.values():
            raise BridgeError(f"a frame of kind {head[4]}")
        return Kind(head[4]), self._exactly(size)

    def _exactly(self, size: int) -> bytes:
        data = self._source.read(size)
        if len(data) < size:
            raise EOFError
        return data

    def write(self, kind: Kind, payload: bytes) -> None:
        """Writes a frame; waits while the other side does not read."""
        self._sink.write(len(payload).to_bytes(4, "big") + bytes([kind]))
        self._sink.write(payload)
        self._sink.flush()


class Call:
    """One call: its requests come from one thread and go out in another, its answers in a third."""

    def __init__(self, pipe: Pipe, channel: Any, start: Start) -> None:
        self._pipe = pipe
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._turn = threading.Lock()
        self._over = False
        self.is_broken = False
        # Named for it: gRPC sends from a thread of its own.
        self._rpc = channel.stream_stream(start.path)(
            self._sent(), timeout=start.timeout_s, metadata=start.metadata
        )
        self._answering = threading.Thread(target=self._answer)
        self._answering.start()

    def run(self) -> None:
        """Takes requests until Lean says DONE; then nothing of the call is left.

        Raises:
            EOFError, BridgeError: as reading a frame does.
        """
        try:
            while (frame := self._pipe.read())[0] is not Kind.DONE:
                if frame[0] not in (Kind.MESSAGE, Kind.NO_MORE):
                    raise BridgeError(f"{frame[0].name} within a call")
                self._requests.put(frame[1] if frame[0] is Kind.MESSAGE else None)
        finally:
            self._rpc.cancel()  # if it goes on, nobody wants the rest of it
            self._requests.put(None)
            self._answering.join()

    def _sent(self) -> Iterator[bytes]:
        while (message := self._requests.get()) is not None:
            yield message
            # Asked for more, gRPC has taken the last one.
            self._say(Kind.GO_ON)

    def _answer(self) -> None:
        """Hands on what the server sends, and how the call ended."""
        try:
            for reply in self._rpc:
                self._say(Kind.MESSAGE, reply)
        except grpc.RpcError:
            pass  # its status says which
        code, said = self._rpc.code(), str(self._rpc.details() or "")
        kind, message = "status", said.splitlines()[0] if said else ""
        if code is grpc.StatusCode.UNAVAILABLE:
            self.is_broken = True
            kind = "unreachable" if said.startswith(_NO_WAY_THERE) else "lost"
            message = _plain(message)
        ending = {"kind": kind, "code": int(code.value[0]), "message": message}
        self._say(Kind.ENDED, orjson.dumps(ending))

    def _say(self, kind: Kind, payload: bytes = b"") -> None:
        """Writes a frame, whole, in its turn; none of a call after ENDED."""
        with self._turn:
            if not self._over:
                self._over = kind is Kind.ENDED
                try:
                    self._pipe.write(kind, payload)
                except OSError:
                    self._over = True  # Lean has gone, which the reader sees as well


class Bridge:
    """Carries calls; keeps one channel an address."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._channels: dict[tuple[str, bool], Any] = {}

    def run(self) -> None:
        """Carries calls until the other side goes.

        Raises:
            BridgeError: it does not keep to the protocol.
        """
        try:
            while True:
                kind, payload = self._pipe.read()
                if kind is not Kind.START:
                    raise BridgeError(f"{kind.name} outside of a call")
                self._call(Start.read(payload))
        except EOFError:
            pass
        finally:
            for channel in self._channels.values():
                channel.close()

    def _call(self, start: Start) -> None:
        key = (start.address, start.tls)
        try:
            channel = self._channels.get(key) or _channel(start)
        except CertificatesError as error:
            ending = {"kind": "unreachable", "code": 14, "message": str(error)}
            self._pipe.write(Kind.ENDED, orjson.dumps(ending))
            while self._pipe.read()[0] is not Kind.DONE:
                pass
            return
        self._channels[key] = channel
        call = Call(self._pipe, channel, start)
        call.run()
        if call.is_broken:
            # The next call makes a connection at once, rather than when gRPC tries again.
            self._channels.pop(key).close()


def _plain(said: str) -> str:
    """What gRPC says of a connection that did not come about; of TLS, in fewer words."""
    if refused := _REFUSED.search(said):
        why = f"its certificate is refused: {refused['why']}"
        if refused["why"].startswith(_UNKNOWN_AUTHORITY):
            why += f"; {CERTIFICATES} names a file of further authorities to trust"
        return why
    if _OTHER_NAME in said:
        return "its certificate is for another name"
    if _NO_TLS in said:
        return "what answers there does not speak TLS"
    return said


def _channel(start: Start) -> Any:
    """A channel to an address.

    Raises:
        CertificatesError: the file of certificates cannot be read, or holds none.
    """
    options: list[tuple[str, str | int]] = [
        ("grpc.max_receive_message_length", LARGEST),
        ("grpc.max_send_message_length", LARGEST),
        ("grpc.primary_user_agent", "sensei-lean/0.1"),
    ]
    if not start.tls:
        options.append(("grpc.enable_http_proxy", 0))
        return grpc.insecure_channel(start.address, options)
    return grpc.secure_channel(start.address, grpc.ssl_channel_credentials(_roots()), options)


def _roots() -> bytes | None:
    """The certificates that the user trusts; None for gRPC's own.

    Raises:
        CertificatesError: the file cannot be read, or holds none.
    """
    named = os.environ.get(CERTIFICATES)
    if not named:
        return None
    try:
        roots = Path(named).read_bytes()
    except OSError as error:
        raise CertificatesError(f"{CERTIFICATES}: {named}: {error.strerror}") from None
    if b"BEGIN CERTIFICATE" not in roots:
        raise CertificatesError(f"{CERTIFICATES}: {named} holds no certificate in PEM")
    return roots


def serve() -> None:
    """Carries calls over this process's stdin and stdout until stdin ends.

    Raises:
        BridgeError: what comes in is not of Lean's side of it.
    """
    Bridge(Pipe(sys.stdin.buffer, sys.stdout.buffer)).run()
