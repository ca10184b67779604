"""The environment on Lean's own language server, through the package ``leanclient``.

It needs nothing but a Lean: no step server of ours runs. A theorem's file is cut behind its
statement, and a state is the lines of tactics below ``by``. Each tactic is tried by writing the
lines anew, and what comes of it is read only when the server says that it has elaborated just this
text (``textDocument/waitForDiagnostics`` for the version of the document).

That makes it slow: a try elaborates the theorem from its start, as far as the server does not take
over what it knows of the lines above. It cannot say which goals share metavariables, so it splits
none.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import tempfile
import threading
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sensei.core.closing import Closing
from sensei.core.errors import LeanProcessError, MissingExtraError, NotFoundError
from sensei.core.types import (
    FailureKind,
    Goal,
    Outcome,
    PlaceRef,
    ProofState,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
)
from sensei.envs.declared import statement_end
from sensei.envs.let_go import let_go
from sensei.envs.process import GymLimits
from sensei.envs.protocol import MESSAGE_CHARS
from sensei.toolchain.limited import group_rss_bytes
from sensei.toolchain.workspace import LeanWorkspace

if TYPE_CHECKING:
    from leanclient.aio import AsyncLeanLSPClient, DiagnosticsReport

T = TypeVar("T")

ERROR = 1
POLL_S = 0.1
# What would end the proof, or leave it to nobody. The verifier judges; this keeps searches honest.
_LEAVES: Final = re.compile(
    r"^\s*(?:@\[.*?\]\s*)?(?:private\s+|protected\s+|noncomputable\s+|unsafe\s+)*(?:theorem|lemma|def|"
    r"abbrev|example|axiom|instance|inductive|structure|class|namespace|section|end|mutual|variable|"
    r"universe|import|macro|syntax|notation|elab|attribute|initialize|#\w+)\b"
    r"|^\s*#|\b(?:sorry|admit|native_decide|run_tac|by_elab|unsafe)\b",
    re.MULTILINE,
)
# The line below the tactics, at whose start the goals are asked for, and what closes them for the
# server. Both do nothing when no goals are left.
_BELOW: Final = "  skip\n  all_goals sorry\n"


@dataclass(frozen=True, slots=True)
class _Opened:
    """A theorem: the file's text to the end of its statement, and the line on which it begins."""

    theorem: TheoremRef
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class _State:
    goals: tuple[Goal, ...]
    lines: tuple[str, ...]  # the tactics, one after the other


class _Gone(Exception):
    """The server is gone or was ended."""

    def __init__(self, kind: FailureKind, what: str) -> None:
        self.kind = kind
        super().__init__(what)


@dataclass(eq=False, slots=True)
class LeanServers(Closing):
    """The language servers of one machine's workers, one for each environment.

    Args:
        workspace: what serves the project.
        limits: of each; ``tactic_s`` bounds one tactic as it does on a step server.
    """

    workspace: LeanWorkspace
    limits: GymLimits = field(default_factory=GymLimits)
    _running: set[int] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _closed: bool = False

    def environment(self) -> LeanServerEnvironment:
        """An environment for one worker thread."""
        return LeanServerEnvironment(self)

    def check_open(self) -> None:
        """Raises LeanProcessError once it is closed."""
        if self._closed:
            raise LeanProcessError("the Lean servers are closed")

    def command(self, started: Path) -> list[str]:
        """The command line of a server, which writes its process id into a file first."""
        workspace = self.workspace
        options = {**workspace.options, "server.reportDelayMs": 0}
        return [
            "/bin/sh",
            "-c",
            'echo $$ > "$0" && exec env -i "$@"',
            str(started),
            *(f"{name}={value}" for name, value in workspace.env.items()),
            str(workspace.lean),
            "--server",
            *(f"-D{name}={_option(value)}" for name, value in options.items()),
        ]

    def started(self, pid: int) -> None:
        """A server runs; ends it at once if all were closed meanwhile."""
        with self._lock:
            self._running.add(pid)
            closed = self._closed
        if closed:
            self.end(pid)

    def end(self, pid: int) -> None:
        """Ends a server and all it started. It leads a process group that was started here."""
        with self._lock:
            if pid not in self._running:
                return
            self._running.remove(pid)
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)

    def close(self) -> None:
        """Ends all servers, those in use too; safe to call twice, from any thread."""
        with self._lock:
            self._closed = True
            running = list(self._running)
        for pid in running:
            self.end(pid)


def _option(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(eq=False, slots=True)
class LeanServerEnvironment(Closing):
    """core.protocols.Environment on a language server of its own. One for each worker thread."""

    servers: LeanServers
    _runner: asyncio.Runner | None = None
    _client: AsyncLeanLSPClient | None = None
    _pid: int = 0
    _opened: _Opened | None = None
    _document: str = ""
    _states: dict[int, _State] = field(default_factory=dict)
    _next: int = 0

    def open(self, theorem: TheoremRef) -> ProofState:
        """Opens a theorem by its name; states of the one before mean nothing any more.

        Raises:
            NotFoundError: its file has no such theorem, or it is a place in a file.
            LeanProcessError: Lean does not start, or the statement has errors.
            MissingExtraError: ``leanclient`` is not installed.
        """
        self.servers.check_open()
        self._states.clear()
        self._opened = None
        if isinstance(theorem, PlaceRef):
            raise NotFoundError(
                f"the Lean server opens theorems by name, and {theorem.name} is a place",
                "use the step server: --environment gym",
            )
        self._opened = opened = self._cut(theorem)
        try:
            outcome = self._try(opened, ())
        except _Gone as gone:
            raise LeanProcessError(f"Lean ends on the file of {theorem.name}: {gone}") from None
        if isinstance(outcome, TacticFailed):
            raise LeanProcessError(f"{theorem.name} cannot be opened: {outcome.message}")
        return self._hold(outcome)

    def apply(
        self, state: ProofState, tactics: Sequence[str], timeout_s: float | None = None
    ) -> list[Outcome]:
        """Runs each tactic on ``state``, one after the other; see core.protocols.Environment.

        Raises:
            LeanProcessError: the state was released, or the servers are closed.
        """
        before, opened = self._states.get(state.id), self._opened
        if before is None or opened is None:
            raise LeanProcessError("a tactic on a state that was released or is of another theorem")
        end = None if timeout_s is None else time.monotonic() + timeout_s
        outcomes: list[Outcome] = []
        for tactic in tactics:
            if end is not None and time.monotonic() >= end:
                break
            self.servers.check_open()
            outcomes.append(self._outcome(opened, before, tactic))
        return outcomes

    def _outcome(self, opened: _Opened, before: _State, tactic: str) -> Outcome:
        size, limit = len(tactic.encode("utf-8", "replace")), self.servers.limits.tactic_bytes
        if size > limit:
            return TacticFailed(
                FailureKind.FORBIDDEN, f"{size} bytes; a tactic has at most {limit}"
            )
        if not tactic.strip():
            return TacticFailed(FailureKind.PARSE, "expected a tactic")
        found = _LEAVES.search(tactic)
        if found is not None:
            return TacticFailed(FailureKind.FORBIDDEN, f"the tactic says {found[0].strip()}")
        try:
            outcome = self._try(opened, (*before.lines, tactic))
        except _Gone as gone:
            self.servers.check_open()
            return TacticFailed(gone.kind, str(gone))
        if isinstance(outcome, TacticFailed):
            return outcome
        return TacticSucceeded(self._hold(outcome))

    def split(self, state: ProofState) -> list[ProofState]:
        """The state itself: what its goals share cannot be seen from here."""
        if state.id not in self._states:
            raise LeanProcessError("a split of a state that was released or is of another theorem")
        return [state]

    def release(self, states: Sequence[ProofState]) -> None:
        """Forgets states."""
        for state in states:
            self._states.pop(state.id, None)

    def close(self) -> None:
        """Ends the server; safe to call twice, and the environment can open again."""
        self._end()
        self._states.clear()
        self._opened = None
        runner, self._runner = self._runner, None
        if runner is not None:
            runner.close()

    def _hold(self, state: _State) -> ProofState:
        self._next += 1
        self._states[self._next] = state
        return ProofState(self._next, state.goals)

    def _cut(self, theorem: TheoremRef) -> _Opened:
        """The file's text up to the body of a theorem."""
        path = self.servers.workspace.root / theorem.file
        try:
            text = path.read_text("utf-8").replace("\r\n", "\n")
        except (OSError, UnicodeDecodeError) as error:
            raise NotFoundError(f"{path} cannot be read: {error}", "sensei trace") from None
        place = statement_end(text, theorem.name)
        if place is None:
            raise NotFoundError(
                f"{theorem.file} has no theorem {theorem.name}", "sensei show trace"
            )
        start, end = place
        return _Opened(theorem, text[:end].rstrip(), text.count("\n", 0, start))

    def _try(self, opened: _Opened, tactics: tuple[str, ...]) -> _State | TacticFailed:
        """Elaborates the theorem with these tactics, and reads the goals below them."""
        script = "".join(f"  {line}\n" for tactic in tactics for line in tactic.split("\n"))
        text = f"{opened.text} := by\n{script}{_BELOW}"
        limits = self.servers.limits
        # What the lines above take is spent again at every try.
        report = self._elaborate(opened.theorem.file, text, limits.kill_s)
        said = [item for item in report.items if item["range"]["start"]["line"] >= opened.line]
        errors = [str(item["message"]) for item in said if item.get("severity") == ERROR]
        if errors or report.fatal_error:
            return TacticFailed(FailureKind.TACTIC, "\n".join(errors)[:MESSAGE_CHARS])
        goals = self._goals(opened.theorem.file, text.count("\n") - 2)
        if not goals and any("sorry" in str(item["message"]) for item in said):
            return TacticFailed(FailureKind.FORBIDDEN, "the tactic uses sorry")
        return _State(goals, tactics)

    def _goals(self, file: str, line: int) -> tuple[Goal, ...]:
        client = self._client
        assert client is not None
        found = self._run(client.goal(file, line, 2, fresh=False), POLL_S * 100)
        if found.status == "no_goal":
            raise LeanProcessError("the Lean server says nothing of the goals below a tactic")
        return tuple(_goal(place, text) for place, text in enumerate(found.goals))

    def _elaborate(self, file: str, text: str, within_s: float) -> DiagnosticsReport:
        """What the server says of a text once it has elaborated all of it."""
        client = self._client or self._start()
        known = file == self._document
        if not known:
            within_s = max(within_s, self.servers.limits.start_s)

        async def report() -> DiagnosticsReport:
            if not known and self._document:
                await client.close_file(self._document)
            document = await client.open(file, text=text, wait=False)
            self._document = file
            report = await client.diagnostics(file, timeout=within_s * 2)
            if report.partial or report.version != document.version:
                raise LeanProcessError(
                    f"the Lean server spoke of version {report.version} of {file}, not of "
                    f"{document.version}"
                )
            return report

        return self._run(report(), within_s)

    def _start(self) -> AsyncLeanLSPClient:
        try:
            from leanclient.aio import AsyncLeanLSPClient, LeanClientError
        except ModuleNotFoundError:
            raise MissingExtraError("the environment lean-server", "lean-server") from None
        self.servers.check_open()
        if self._runner is None:
            self._runner = asyncio.Runner()
        root = str(self.servers.workspace.root)
        with tempfile.TemporaryDirectory(prefix="sensei-lean-server-") as folder:
            started = Path(folder) / "pid"
            command = self.servers.command(started)
            client = AsyncLeanLSPClient(root, server_command=command, check_version=False)
            try:
                self._runner.run(client.start())
            except (LeanClientError, OSError) as error:
                self._runner.run(_closed(client))
                raise LeanProcessError(
                    f"the Lean server of {root} does not start: {error}", "sensei doctor"
                ) from None
            self._pid = int(started.read_text())
        self.servers.started(self._pid)
        self._client, self._document = client, ""
        return client

    def _end(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            assert self._runner is not None
            self.servers.end(self._pid)
            self._runner.run(_closed(client))

    def _run(self, work: Coroutine[Any, Any, T], within_s: float) -> T:
        """Waits for the server, within its limits of time and memory."""
        from leanclient.aio import LeanClientError

        assert self._runner is not None
        try:
            return self._runner.run(self._watch(work, within_s))
        except _Gone:
            self._end()
            raise
        except LeanClientError as error:
            self._end()
            raise _Gone(FailureKind.CRASH, f"the Lean server ended: {error}") from None

    async def _watch(self, work: Coroutine[Any, Any, T], within_s: float) -> T:
        task = asyncio.ensure_future(work)
        end = time.monotonic() + within_s
        limit = self.servers.limits.rss_bytes
        try:
            while True:
                left = end - time.monotonic()
                if left <= 0:
                    raise _Gone(FailureKind.TIMEOUT, f"no answer within {within_s:g} s")
                done, _ = await asyncio.wait({task}, timeout=min(left, POLL_S))
                if done:
                    return task.result()
                if group_rss_bytes(self._pid) > limit:
                    raise _Gone(FailureKind.MEMORY, f"more than {limit // 1024**2} MiB of memory")
        finally:
            if not task.done():
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task


async def _closed(client: AsyncLeanLSPClient) -> None:
    await client.close()
    await let_go(getattr(client._transport, "_proc", None))


def _goal(place: int, text: str) -> Goal:
    """A goal as the server prints it; its id is its place."""
    name = ""
    if text.startswith("case "):
        first, _, text = text.partition("\n")
        name = first.removeprefix("case ").strip()
    return Goal(id=f"goal.{place}", pretty=text, user_name=name)
