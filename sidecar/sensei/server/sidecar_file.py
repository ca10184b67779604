"""Where Lean finds the server: the project's ``.lake/sensei/sidecar.json``, mode 0600."""

from __future__ import annotations

import json
import os
import socket
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sensei.core.errors import UsageError


def sidecar_file(root: Path) -> Path:
    """Its place in a project."""
    return root / ".lake" / "sensei" / "sidecar.json"


@dataclass(frozen=True, slots=True)
class Known:
    """A server that answers: its address and process id."""

    host: str
    port: int
    pid: int


def known_server(root: Path) -> Known | None:
    """The server that the file names, if it answers."""
    try:
        known = json.loads(sidecar_file(root).read_text("utf-8"))
        found = Known(str(known["host"]), int(known["port"]), int(known["pid"]))
        if found.pid <= 1:
            return None
        socket.create_connection((found.host, found.port), timeout=1.0).close()
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return None  # none, or left behind by one that was killed
    return found


def check_free(root: Path) -> None:
    """Refuses if another server of the project answers.

    Raises:
        UsageError: one does.
    """
    known = known_server(root)
    if known is not None:
        raise UsageError(
            f"a server of {root} is already running: {known.host}:{known.port}, "
            f"process {known.pid}",
            "sensei serve --stop",
        )


def write(
    root: Path,
    *,
    host: str,
    port: int,
    tls: bool,
    http_port: int | None,
    token: str,
    version: str,
    protocol: int,
) -> None:
    """Writes the file, whole or not at all."""
    path = sidecar_file(root)
    path.parent.mkdir(parents=True, exist_ok=True)
    known = {
        "host": host,
        "port": port,
        "tls": tls,
        "http_port": http_port,
        "token": token,
        "pid": os.getpid(),
        "version": version,
        "protocol": protocol,
    }
    # mkstemp makes it 0600 from the beginning.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix="sidecar-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(known, file)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def remove(root: Path) -> None:
    """Removes the file, if it is of this process."""
    path = sidecar_file(root)
    try:
        if json.loads(path.read_text("utf-8"))["pid"] == os.getpid():
            path.unlink()
    except (OSError, ValueError, KeyError, TypeError):
        pass
