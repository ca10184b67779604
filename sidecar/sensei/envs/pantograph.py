"""The environment on PyPantograph: the Gym's, on servers that ``pantograph.Server`` starts.

The package is PyPantograph (stanford-centaur), which brings a REPL built for one version of Lean;
it has to be the project's. The ``pantograph`` of PyPI is another package. What differs from our
step server:

- A theorem is opened by ``frontend.distil``, from the file's text up to its statement with
  ``sorry`` behind it, on a server that has the file's imports. (``goal.start`` with ``copyFrom``
  would keep no place in the file, and have the theorem itself at hand.)
- Goals are all that a state shows, and a server in which they do not resume by themselves hides
  some. So they are made to (``automaticMode``), and a state without goals is a claim only if the
  server says that the root is proved, with neither metavariables, ``sorry`` nor unsafe code in it.
- A state cannot be split.

``pantograph`` blocks on an event loop that all servers of a process share; its asynchronous
functions are called here instead, on a loop for each server.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import re
import threading
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import psutil

from sensei.core.errors import LeanProcessError, NotFoundError, SenseiError
from sensei.core.types import FailureKind, PlaceRef, TacticFailed, TheoremRef
from sensei.envs.declared import statement_end
from sensei.envs.gym import GymEnvironment, GymState
from sensei.envs.let_go import let_go
from sensei.envs.pool import GymPool, Launch
from sensei.envs.process import LINE_BYTES, GymDied, GymLimits, GymRefused, LeanCommand, StepServer
from sensei.envs.protocol import goals_of
from sensei.toolchain.limited import group_rss_bytes
from sensei.toolchain.workspace import LeanWorkspace

T = TypeVar("T")

POLL_S = 0.1
INSTALL = "pip install 'pantograph @ git+https://github.com/stanford-centaur/PyPantograph'"
_HEADER = re.compile(r"\s*(?:/-(?!-).*?-/\s*|--[^\n]*\n\s*)*", re.DOTALL)
_IMPORT = re.compile(r"(?:public\s+|meta\s+)*import\s+(?:all\s+)?(\S+)[^\S\n]*(?:--[^\n]*)?\n?")


def server_class() -> Any:
    """``pantograph.Server``, if PyPantograph is installed.

    Raises:
        SenseiError: it is not, or the package of that name is another one.
    """
    try:
        pantograph = importlib.import_module("pantograph")
    except ModuleNotFoundError:
        raise SenseiError(
            "the environment pantograph needs PyPantograph, which is not installed", INSTALL
        ) from None
    server = getattr(pantograph, "Server", None)
    if not all(hasattr(server, name) for name in ("create", "restart_async", "run_async")):
        where = getattr(pantograph, "__file__", "?")
        raise SenseiError(
            f"the installed package 'pantograph' ({where}) is not PyPantograph",
            f"pip uninstall pantograph && {INSTALL}",
        )
    return server


def pantograph_launch(workspace: LeanWorkspace) -> Launch:
    """Servers with the imports of a theorem's file."""

    def launch(theorem: TheoremRef) -> LeanCommand:
        imports, _ = header_of(_text(workspace, theorem))
        options = [f"--{name}={_option(value)}" for name, value in workspace.options.items()]
        return LeanCommand((*(imports or ["Init"]), *options), workspace.env, workspace.root)

    return launch


def header_of(text: str) -> tuple[list[str], str]:
    """The modules that a file imports, and its text behind the imports."""
    imports = []
    at = _skipped(text, 0)
    if (word := re.compile(r"(?:module|prelude)\b").match(text, at)) is not None:
        at = _skipped(text, word.end())
    while (line := _IMPORT.match(text, at)) is not None:
        imports.append(line[1])
        at = _skipped(text, line.end())
    return imports, text[at:]


def _skipped(text: str, at: int) -> int:
    blank = _HEADER.match(text, at)
    assert blank is not None
    return blank.end()


def _option(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _text(workspace: LeanWorkspace, theorem: TheoremRef) -> str:
    source = workspace.root / theorem.file
    try:
        return source.read_text("utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise NotFoundError(f"{source} cannot be read: {error}", "sensei trace") from None


@dataclass(eq=False, slots=True)
class PantographServer:
    """envs.process.StepServer: a ``pantograph.Server``. ``start`` makes one."""

    limits: GymLimits
    _server: Any
    _runner: asyncio.Runner
    _pid: int
    opened: int = 0
    death: FailureKind | None = None
    _using: threading.RLock = field(default_factory=threading.RLock)

    @classmethod
    def start(cls, command: LeanCommand, limits: GymLimits) -> PantographServer:
        """Starts one with the imports and Lean options of a command, and waits until it is ready.

        Raises:
            LeanProcessError: it does not start: its Lean is not the project's, say.
            SenseiError: PyPantograph is not installed.
        """
        kind = server_class()
        words = command.argv
        runner = asyncio.Runner()
        try:
            server = runner.run(
                kind.create(
                    imports=[word for word in words if not word.startswith("--")],
                    project_path=str(command.cwd),
                    lean_path=command.env.get("LEAN_PATH", ""),
                    options={"automaticMode": True, "timeout": round(limits.tactic_s * 1000)},
                    core_options=[word[2:] for word in words if word.startswith("--")],
                    timeout=round(limits.start_s),
                    buffer_limit=LINE_BYTES,
                )
            )
        except (RuntimeError, AssertionError, OSError, _errors()) as error:
            runner.close()
            raise LeanProcessError(
                f"PyPantograph's server does not start in {command.cwd}: {error}",
                "build PyPantograph with the project's own version of Lean",
            ) from None
        # Its own time-out would come first, and says no more than ours.
        server.timeout = None
        return cls(limits, server, runner, server.proc.pid)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._pid

    @property
    def ready(self) -> bool:
        """Whether it runs."""
        process = self._server.proc
        if process is None or process.returncode is not None:
            return False
        # The loop that would be told of its end does not run between requests.
        try:
            return psutil.Process(self._pid).status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False

    def rss_bytes(self) -> int:
        """Resident memory of it and its children."""
        return group_rss_bytes(self._pid)

    def request(
        self, command: str, payload: Mapping[str, Any], timeout_s: float | None = None
    ) -> dict[str, Any]:
        """Sends one command and waits for its answer.

        Raises:
            GymDied: it ended, hung or grew too large; it is closed.
            GymRefused: it answered with an error.
        """
        end_s = self.limits.kill_s if timeout_s is None else timeout_s
        with self._using:
            if not self.ready:
                raise GymDied(FailureKind.CRASH, "it was ended")
            asked = self._server.run_async(command, dict(payload))
            answer = self._runner.run(self._watched(asked, end_s))
        if not isinstance(answer, dict):
            raise LeanProcessError(f"PyPantograph's server answered {answer!r}")
        if "error" in answer and command != "goal.tactic":  # there it is the tactic's outcome
            raise GymRefused(command, str(answer["error"]), str(answer.get("desc", "")))
        return answer

    async def _watched(self, asked: Coroutine[Any, Any, T], within_s: float) -> T:
        loop = asyncio.get_running_loop()
        task, end = loop.create_task(asked), loop.time() + within_s
        died: tuple[FailureKind, str] | None = None
        try:
            while died is None:
                left = end - loop.time()
                done, _ = await asyncio.wait({task}, timeout=max(0.0, min(left, POLL_S)))
                if done:
                    return task.result()
                if left <= 0:
                    died = (FailureKind.TIMEOUT, "it did not answer in time")
                elif self.rss_bytes() > self.limits.rss_bytes:
                    limit = self.limits.rss_bytes // 1024**2
                    died = (FailureKind.MEMORY, f"it took more than {limit} MiB of memory")
        # A line without end, an end of the stream, or none of JSON.
        except (ValueError, OSError, AssertionError, _errors()) as error:
            died = (FailureKind.CRASH, f"it ended: {error}")
        finally:
            if not task.done():
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        self.death = died[0]
        await self._end()
        raise GymDied(*died)

    async def _end(self) -> None:
        """Ends the process and what it started; PyPantograph only asks it to, and does not wait."""
        process, self._server.proc = self._server.proc, None
        if process is None:
            return
        if process.returncode is None:
            with contextlib.suppress(psutil.Error):
                for child in psutil.Process(process.pid).children(recursive=True):
                    child.kill()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()
        await let_go(process)

    def close(self) -> None:
        """Ends it; safe to call twice, and from another thread: the one that waits for an answer
        then finds it dead."""
        if self.ready:
            with contextlib.suppress(psutil.Error):
                psutil.Process(self._pid).kill()
        with self._using:
            if self._server.proc is not None:
                self._runner.run(self._end())
            self._runner.close()


def _errors() -> type[Exception]:
    """What PyPantograph raises when it cannot go on."""
    for name in ("pantograph", "pantograph.message"):
        found = getattr(importlib.import_module(name), "ServerError", None)
        if isinstance(found, type) and issubclass(found, Exception):
            return found
    return RuntimeError


def pantograph_pool(workspace: LeanWorkspace, size: int, limits: GymLimits) -> GymPool:
    """Servers of PyPantograph for a project's files."""
    server_class()
    return GymPool(pantograph_launch(workspace), size, limits, PantographServer.start)


@dataclass(eq=False, slots=True)
class PantographEnvironment(GymEnvironment):
    """core.protocols.Environment on servers of PyPantograph. One for each worker thread.

    Args:
        workspace: whose files the theorems are in.
    """

    workspace: LeanWorkspace | None = None
    _itself: re.Pattern[str] | None = None

    def _root(self, server: StepServer, theorem: TheoremRef) -> GymState:
        assert self.workspace is not None
        server.opened += 1
        self._batches = False
        if isinstance(theorem, PlaceRef):
            raise NotFoundError(
                f"PyPantograph opens theorems by name, and {theorem.name} is a place",
                "use the step server: --environment gym",
            )
        text = _text(self.workspace, theorem)
        place = statement_end(text, theorem.name)
        if place is None:
            raise NotFoundError(
                f"{theorem.file} has no theorem {theorem.name}", "sensei show trace"
            )
        _, rest = header_of(text[: place[1]].rstrip() + " := by sorry\n")
        short = theorem.name.rsplit(".", 1)[-1]
        self._itself = re.compile(rf"(?<![\w'.«]){re.escape(short)}(?![\w'])")
        payload = {"file": rest, "ignoreValues": False}
        answer = server.request("frontend.distil", payload, self.pool.limits.start_s)
        targets = answer.get("targets") or []
        goals = goals_of(targets[-1]) if targets else ()
        if len(goals) != 1:
            raise LeanProcessError(
                f"PyPantograph opens no goal for {theorem.name}: {len(goals)} instead of one"
            )
        self._garbage += [int(target["stateId"]) for target in targets[:-1]]
        return GymState(goals, None, "", server, int(targets[-1]["stateId"]))

    def _ask(
        self, server: StepServer, state: int, tactics: Sequence[str], end: float | None
    ) -> list[dict[str, Any]]:
        answers = super(PantographEnvironment, self)._ask(server, state, tactics, end)
        return [self._checked(server, answer) for answer in answers]

    def _checked(self, server: StepServer, answer: dict[str, Any]) -> dict[str, Any]:
        """A claim without a proven root is a failure: goals were hidden."""
        if "nextStateId" not in answer or answer.get("goals") or answer.get("hasSorry"):
            return answer
        asked = {"stateId": answer["nextStateId"], "rootExpr": True, "goals": True}
        shown = server.request("goal.print", asked)
        flaws = [
            name for name in ("rootHasMVar", "rootHasSorry", "rootHasUnsafe") if shown.get(name)
        ]
        if not shown.get("goals") and shown.get("root") is not None and not flaws:
            return answer
        said = "no goals are left, but the proof is not whole"
        return {
            "failure": "tactic",
            "messages": [{"severity": "error", "data": said}],
            "nextStateId": answer["nextStateId"],
        }

    def _refused(self, tactic: str) -> TacticFailed | None:
        # The server may know the theorem: what it stands for is what is to be proved.
        if self._itself is not None and self._itself.search(tactic):
            return TacticFailed(FailureKind.FORBIDDEN, "the tactic names the theorem itself")
        return super(PantographEnvironment, self)._refused(tactic)
