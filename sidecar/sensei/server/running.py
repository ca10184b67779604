"""RunService: trainings and evaluations, each a process of the command line, watched from outside.

A run is `sensei VERB --json` in the project, with all it starts in one process group: its progress
(stderr) is kept line by line for watchers, its result (stdout) for its end.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from sensei.core.errors import NotFoundError, SenseiError, UsageError
from sensei.server.batching import QueueFullError
from sensei.server.service import refuse
from sensei.server.state import State
from sensei.wire.v1 import run_pb2, run_pb2_grpc

VERBS = {run_pb2.RUN_KIND_TRAIN_SFT: ["train", "sft"], run_pb2.RUN_KIND_PROVE: ["prove"]}
# Options of a verb that say where things are are the server's to give.
_OWN_OPTIONS = ("--project", "--database", "--json")
MAX_ARGUMENTS, MAX_ARGUMENT_BYTES = 64, 4096
MAX_LINES, MAX_LINE_BYTES = 10_000, 4096
MAX_RESULT_BYTES = 1024 * 1024
MAX_ENDED = 100
_KILL_AFTER_S = 5.0


@dataclass(eq=False, slots=True)
class _Run:
    message: Any
    process: asyncio.subprocess.Process
    # The newest lines; ``dropped`` older ones are gone.
    lines: list[str] = field(default_factory=list)
    dropped: int = 0
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    cancelled: bool = False
    task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        return bool(self.message.state == run_pb2.RUN_STATE_RUNNING)


class RunService(run_pb2_grpc.RunServiceServicer):
    """Starts, tells of and ends runs; ``close`` ends all."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._runs: dict[str, _Run] = {}

    async def Start(self, request: Any, context: Any) -> Any:
        """See the proto."""
        try:
            return (await self._start(request)).message
        except SenseiError as error:
            await refuse(self._state, context, error)

    async def Watch(self, request: Any, context: Any) -> AsyncIterator[Any]:
        """See the proto."""
        try:
            run = self._run(request.id)
        except SenseiError as error:
            await refuse(self._state, context, error)
        told = request.after_line
        while True:
            async with run.changed:
                while run.running and run.dropped + len(run.lines) <= told:
                    await run.changed.wait()
                first = max(told, run.dropped)
                lines = run.lines[first - run.dropped :]
                ended = not run.running
            for number, text in enumerate(lines, start=first + 1):
                yield run_pb2.RunEvent(line=run_pb2.RunLine(number=number, text=text))
            told = first + len(lines)
            if ended:
                yield run_pb2.RunEvent(ended=run.message)
                return

    async def Cancel(self, request: Any, context: Any) -> Any:
        """See the proto."""
        try:
            run = self._run(request.id)
        except SenseiError as error:
            await refuse(self._state, context, error)
        await self._end(run)
        return run.message

    async def List(self, request: Any, context: Any) -> Any:
        """See the proto."""
        runs = reversed(list(self._runs.values()))
        return run_pb2.ListRunsReply(runs=[run.message for run in runs])

    def newest_lines(self) -> dict[str, tuple[int, str]]:
        """What each run said last, with the line's number, from 1."""
        return {
            name: (run.dropped + len(run.lines), run.lines[-1])
            for name, run in self._runs.items()
            if run.lines
        }

    async def close(self) -> None:
        """Ends all runs."""
        await asyncio.gather(*(self._end(run) for run in self._runs.values()))

    def _run(self, name: str) -> _Run:
        if name not in self._runs:
            raise NotFoundError(f"no run '{name}' on this server")
        return self._runs[name]

    async def _start(self, request: Any) -> _Run:
        verb = VERBS.get(request.kind)
        if verb is None:
            raise UsageError(f"no run of kind {request.kind}")
        arguments = list(request.arguments)
        if len(arguments) > MAX_ARGUMENTS:
            raise UsageError(f"{len(arguments)} arguments: at most {MAX_ARGUMENTS}")
        for argument in arguments:
            if len(argument.encode()) > MAX_ARGUMENT_BYTES or "\0" in argument:
                raise UsageError(
                    f"an argument of more than {MAX_ARGUMENT_BYTES} bytes, or with NUL"
                )
            # argparse takes what an option begins with for the option.
            name = argument.split("=")[0]
            if len(name) > 2 and any(own.startswith(name) for own in _OWN_OPTIONS):
                raise UsageError(f"{name} is the server's to give")
        if sum(run.running for run in self._runs.values()) >= self._state.limits.runs:
            raise QueueFullError("as many runs as may run already", "wait, or cancel one")
        command = [sys.executable, "-m", "sensei", *verb, *arguments]
        process = await asyncio.create_subprocess_exec(
            *command,
            "--json",
            "--project",
            str(self._state.root),
            cwd=self._state.root,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        message = run_pb2.Run(
            id=secrets.token_hex(8),
            kind=request.kind,
            state=run_pb2.RUN_STATE_RUNNING,
            arguments=arguments,
            started_unix_ms=int(time.time() * 1000),
        )
        run = _Run(message, process)
        run.task = asyncio.create_task(self._follow(run))
        self._runs[message.id] = run
        for old in [r.message.id for r in self._runs.values() if not r.running][:-MAX_ENDED]:
            del self._runs[old]
        return run

    async def _follow(self, run: _Run) -> None:
        """Reads a run to its end."""
        _, result = await asyncio.gather(_lines(run), _result(run))
        code = await run.process.wait()
        async with run.changed:
            message = run.message
            message.exit_code = code
            message.ended_unix_ms = int(time.time() * 1000)
            message.result_json = result
            if run.cancelled:
                message.state = run_pb2.RUN_STATE_CANCELLED
            elif code in (0, 1):
                message.state = run_pb2.RUN_STATE_DONE
            else:
                message.state = run_pb2.RUN_STATE_FAILED
            run.changed.notify_all()

    async def _end(self, run: _Run) -> None:
        """Asks it to end, and after a while insists; returns when it is gone."""
        if not run.running or run.task is None:
            return
        run.cancelled = True
        _signal(run.process.pid, signal.SIGINT)
        try:
            await asyncio.wait_for(asyncio.shield(run.task), _KILL_AFTER_S)
        except TimeoutError:
            _signal(run.process.pid, signal.SIGKILL)
            await run.task


def _signal(group: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, number)


async def _lines(run: _Run) -> None:
    """Keeps what the run says on stderr."""
    pipe = run.process.stderr
    assert pipe is not None
    rest = b""
    while chunk := await pipe.read(65536):
        *whole, rest = (rest + chunk).replace(b"\r", b"\n").split(b"\n")
        if len(rest) > MAX_LINE_BYTES:
            whole, rest = [*whole, rest], b""
        await _keep(run, whole)
    await _keep(run, [rest])


async def _keep(run: _Run, raw: list[bytes]) -> None:
    texts = [line[:MAX_LINE_BYTES].decode(errors="replace") for line in raw if line.strip()]
    if not texts:
        return
    async with run.changed:
        run.lines += texts
        extra = max(0, len(run.lines) - MAX_LINES)
        del run.lines[:extra]
        run.dropped += extra
        run.changed.notify_all()


async def _result(run: _Run) -> str:
    """What the run says on stdout, if it is not too much."""
    pipe = run.process.stdout
    assert pipe is not None
    kept = bytearray()
    while chunk := await pipe.read(65536):
        if len(kept) <= MAX_RESULT_BYTES:
            kept += chunk
    return kept.decode(errors="replace").strip() if len(kept) <= MAX_RESULT_BYTES else ""
