"""The tools by the Model Context Protocol, over the official SDK.

A tool that cannot do what it was asked answers with an error that says what to do next; the
protocol goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from sensei import __version__
from sensei.core.errors import SenseiError
from sensei.server.mcp.project_tools import ProjectTools

T = TypeVar("T")
INSTRUCTIONS = """\
Tools for one Lean 4 project. `trace` once, and again after files have changed: the other tools
know the project as it was traced. Only `prove` with verified = true and `verify` with accepted =
true are proofs: suggestions are not checked. A proof is what follows `:=`, as in `by simp`."""
# Calls at a time; those beyond wait.
_CALLS = 32
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)

Goal = Annotated[str, Field(description="as Lean prints it: hypotheses, then `⊢ target`")]
Theorem = Annotated[
    str,
    Field(description="a theorem of the project: its full name, or an end of it that is unique"),
]
Statement = Annotated[
    str,
    Field(description="instead of a name: `theorem two : 1 + 1 = 2`, which sees the project"),
]


def create_server(tools: ProjectTools, audit: Callable[[str, str], None]) -> MCPServer[Any]:
    """The server.

    Args:
        audit: told of each call: ``MCP`` and the tool.
    """
    server: MCPServer[Any] = MCPServer(
        "sensei", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )

    places = asyncio.Semaphore(_CALLS)

    async def call(name: str, work: Callable[..., T], *arguments: Any) -> T:
        audit("MCP", name)
        try:
            async with places:
                return await _aside(lambda: work(*arguments))
        except SenseiError as error:
            raise ToolError(str(error)) from None

    @server.tool(annotations=_WRITES)
    async def trace(
        force: Annotated[bool, Field(description="also what has not changed")] = False,
    ) -> dict[str, Any]:
        """Builds the project and records its declarations, proof steps and goals. Files that fail
        are named with the reason; the others are recorded all the same."""
        return await call("trace", tools.trace, force)

    @server.tool(annotations=_READS)
    async def goals(
        file: Annotated[str, Field(description="from the project's root, or a module's name")],
        line: Annotated[int, Field(description="from 1")],
        column: Annotated[
            int | None, Field(description="from 1; without it, the first tactic of the line")
        ] = None,
    ) -> dict[str, Any]:
        """The goals before and after the tactic at a position of a traced file."""
        return await call("goals", tools.goals, file, line, column)

    @server.tool(annotations=_READS)
    async def suggest(
        goal: Goal, count: Annotated[int, Field(description="tactics")] = 8
    ) -> dict[str, Any]:
        """Tactics for a goal by the project's model, likeliest first. Nothing has checked them."""
        return await call("suggest", tools.suggest, goal, count)

    @server.tool(annotations=_READS)
    async def select_premises(
        goal: Goal,
        count: Annotated[int, Field(description="premises")] = 16,
        module: Annotated[str, Field(description="the module that the goal is in")] = "",
    ) -> dict[str, Any]:
        """Declarations of the project, and of what it imports, that may help with a goal, best
        first."""
        return await call("select_premises", tools.premises, goal, count, module)

    @server.tool(annotations=_WRITES)
    async def prove(
        theorem: Theorem = "",
        statement: Statement = "",
        seconds: Annotated[float, Field(description="of search, at most 600")] = 30.0,
        search: Annotated[str, Field(description="best_first, htps, mcts, …")] = "best_first",
    ) -> dict[str, Any]:
        """Searches for a proof and has Lean check it: `verified` only with Lean's verdict."""
        stop = threading.Event()
        try:
            return await call("prove", tools.prove, theorem, statement, seconds, search, stop)
        finally:
            stop.set()  # a call that is cancelled ends its search

    @server.tool(annotations=_READS)
    async def verify(
        proof: Annotated[str, Field(description="what follows `:=`, as in `by simp`")],
        theorem: Theorem = "",
        statement: Statement = "",
    ) -> dict[str, Any]:
        """The verdict on a proof: compiled in place of the original in a fresh Lean process and
        replayed through the kernel, with no axiom beyond Lean's three."""
        return await call("verify", tools.verify, theorem, statement, proof)

    @server.tool(annotations=_READS)
    async def search_declarations(
        query: Annotated[str, Field(description="words of a name or a statement; all must occur")],
        limit: Annotated[int, Field(description="most that are shown")] = 20,
    ) -> dict[str, Any]:
        """Declarations of the project, and those of its imports that it uses, with statements."""
        return await call("search_declarations", tools.search, query, limit)

    return server


async def _aside(work: Callable[[], T]) -> T:
    """What the work returns, from a thread that neither a cancelled call nor the end of the process
    waits for: a client that is gone takes the server with it, and so all that Lean does for it."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(call: Callable[[Any], None], what: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(lambda: None if done.done() else call(what))

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - the edge of the thread: the caller is told
            tell(done.set_exception, error)
        else:
            tell(done.set_result, result)

    threading.Thread(target=run, name="tool", daemon=True).start()
    return await done
