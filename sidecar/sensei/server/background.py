"""A server without a terminal: begun, and ended, from another process."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import psutil

from sensei.core.errors import SenseiError
from sensei.server.sidecar_file import known_server, sidecar_file

_STOP_S = 60.0
_LOG_BYTES = 4096


def log_file(root: Path) -> Path:
    """What a server in the background says, 0600."""
    return root / ".lake" / "sensei" / "serve.log"


def detach(root: Path) -> str | None:
    """Goes on in a child of its own session; call it before there is any thread.

    Returns:
        In the child None: its standard output goes to the parent, what it logs to ``log_file``. In
        the parent, the child's first line.

    Raises:
        SenseiError: in the parent, the child ended without a line.
    """
    path = log_file(root)
    path.parent.mkdir(parents=True, exist_ok=True)
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        for ours, place in ((nothing, 0), (writer, 1), (log, 2)):
            os.dup2(ours, place)
            os.close(ours)
        os.close(reader)
        return None
    os.close(writer)
    os.close(log)
    with os.fdopen(reader, encoding="utf-8") as said:
        line = said.readline().strip()
    if not line:
        _failed(child, path)
    return line


def _failed(child: int, path: Path) -> NoReturn:
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    last = path.read_text("utf-8", "replace")[-_LOG_BYTES:].strip().splitlines()
    why = last[-1].removeprefix("sensei: ") if last else f"exit code {code}"
    error = SenseiError(f"the server did not start: {why}")
    error.exit_code = code if code in (2, 3) else error.exit_code
    raise error


def stop(root: Path) -> int | None:
    """Ends the server of a project as Ctrl-C would, and waits until it has gone.

    Returns:
        Its process id, or None if there is none.

    Raises:
        SenseiError: it does not end.
    """
    known = known_server(root)
    if known is None:
        return None
    try:
        process = psutil.Process(known.pid)
    except psutil.NoSuchProcess:
        return None
    try:
        if "serve" not in process.cmdline():  # the file is wrong, or of another machine
            raise SenseiError(
                f"process {known.pid} is no sensei serve, though {sidecar_file(root)} says so",
                "end the server by hand",
            )
        process.terminate()
        process.wait(_STOP_S)
    except psutil.NoSuchProcess:
        pass
    except psutil.AccessDenied:
        raise SenseiError(f"process {known.pid} is another user's") from None
    except psutil.TimeoutExpired:
        raise SenseiError(
            f"process {known.pid} has not ended in {_STOP_S:g} s", f"kill -9 {known.pid}"
        ) from None
    return known.pid
