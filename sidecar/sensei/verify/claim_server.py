"""The kept process that prepares the claims about one file (lean/Sensei/Verify/Serve.lean).

It elaborates the untouched file once. Of a claim it parses the text and runs nothing, so that no
claim can change what is said of the next; one that breaks it, by being too deep or too long, breaks
nothing but its own preparation, and is prepared in a process of its own instead. Knows nothing of
verdicts (pool.py).
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from sensei.core.errors import LeanProcessError
from sensei.toolchain.limited import (
    Limits,
    contained_command,
    end_container,
    group_rss_bytes,
)
from sensei.toolchain.workspace import LeanWorkspace
from sensei.verify.judge import Prepared, Refusal, as_prepared
from sensei.verify.short_file import Cut

_POLL_S = 0.2
_LINE_BYTES = 16 * 1024 * 1024


class ClaimServerGone(LeanProcessError):
    """The server ended, or was ended at a limit."""


class ClaimServer:
    """Prepares claims about one file. For several threads; answers one at a time.

    Args:
        workspace: the project and its Lean.
        file: the source file, from the project's root.
        module: its module.
        limits: of elaborating the file, and of each claim.

    Raises:
        ClaimServerGone: it does not start, or not in time.
    """

    def __init__(self, workspace: LeanWorkspace, file: str, module: str, limits: Limits) -> None:
        self._limits = limits
        self._using = threading.Lock()
        self._scratch = tempfile.TemporaryDirectory(prefix="sensei-claims-")
        argv = workspace.program(
            "Judge",
            "serve",
            "--file",
            str(workspace.root / file),
            "--module",
            module,
            "--folder",
            self._scratch.name,
            "--options",
            workspace.options_json(),
        )
        self._buffer = bytearray()
        self._closed = False
        try:
            self._child = subprocess.Popen(
                contained_command(argv, limits.file_bytes, [Path(self._scratch.name)]),
                cwd=self._scratch.name,
                env=dict(workspace.env),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            self._scratch.cleanup()
            raise ClaimServerGone(f"cannot start {argv[0]}: {error.strerror}") from None
        try:
            self._answer()
        except BaseException:
            self.close()
            raise

    def prepare(
        self, name: str, proof: bytes, *, refuse_syntax: bool
    ) -> tuple[Prepared | Refusal, Cut | None] | None:
        """Parses a claim in its place; None if this file alone does not say where that is.

        Returns:
            What ``judge.prepare`` would, and a cut of the file there if it can be cut.

        Raises:
            ClaimServerGone: it ended on this claim, or before.
        """
        request = {"name": name, "proof": proof.decode(), "anySyntax": not refuse_syntax}
        with self._using:
            if self._closed:
                raise ClaimServerGone("the claim server is closed")
            try:
                self._send(json.dumps(request).encode() + b"\n")
                answer = self._answer()
                while answer.get("located"):
                    answer = self._answer()
            except ClaimServerGone:
                self._close()
                raise
        if "elsewhere" in answer or "error" in answer:
            return None
        cut = answer.get("cut")
        return as_prepared(answer), None if cut is None else Cut.from_json(cut)

    def rss_bytes(self) -> int:
        """Resident memory of the process and what it started; 0 when it is gone."""
        return group_rss_bytes(self._child.pid)

    def close(self) -> None:
        """Ends the process; safe to call twice."""
        with self._using:
            self._close()

    def _close(self) -> None:
        if self._closed:
            return
        self._closed = True
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        with contextlib.suppress(OSError):  # it had gone with something unread
            self._child.stdin.close()
        end_container(self._child)
        self._child.stdout.close()
        self._scratch.cleanup()

    def _send(self, line: bytes) -> None:
        assert self._child.stdin is not None
        view = memoryview(line)
        try:
            while view:
                view = view[self._child.stdin.write(view) :]
        except OSError as error:
            raise ClaimServerGone(f"the claim server takes nothing: {error.strerror}") from None

    def _answer(self) -> dict[str, Any]:
        """The next line, as JSON."""
        assert self._child.stdout is not None
        until = time.monotonic() + self._limits.timeout_s
        with selectors.DefaultSelector() as selector:
            selector.register(self._child.stdout, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                if time.monotonic() > until:
                    raise ClaimServerGone("the claim server does not answer")
                if len(self._buffer) > _LINE_BYTES or self.rss_bytes() > self._limits.rss_bytes:
                    raise ClaimServerGone("the claim server has grown too large")
                if selector.select(_POLL_S):
                    read = os.read(self._child.stdout.fileno(), 65536)
                    if not read:
                        raise ClaimServerGone("the claim server ended")
                    self._buffer += read
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        try:
            answer = json.loads(line)
        except ValueError:
            raise ClaimServerGone("the claim server answers no JSON") from None
        if not isinstance(answer, dict):
            raise ClaimServerGone("the claim server answers no object")
        return answer
