"""`sensei mcp` as a coding agent uses it: the reference client, over stdio, on a real project."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from command import SIDECAR
from sensei.store import open_store

# Else in functions: it takes seconds, which every collection of tests would.
if TYPE_CHECKING:
    from mcp import Client
    from mcp.server.mcpserver import MCPServer

FILE = "E2E/Basic.lean"
NEW = """
theorem new_one (n : Nat) : n + 0 = n := by
  simp
"""


def client(project: Path, *words: str) -> Client:
    from mcp import Client, StdioServerParameters

    path = os.pathsep.join(filter(None, [str(SIDECAR), os.environ.get("PYTHONPATH", "")]))
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "sensei", "mcp", *words],
        env=os.environ | {"PYTHONPATH": path},
        cwd=project,
    )
    return Client(server)


def connected(server: MCPServer[Any]) -> Client:
    from mcp import Client

    return Client(server)


async def ask(session: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers."""
    result = await session.call_tool(tool, arguments)
    assert not result.is_error, result.content
    answer: dict[str, Any] = json.loads(result.content[0].text)  # type: ignore[union-attr]
    return answer


async def refused(session: Client, tool: str, **arguments: Any) -> str:
    """What a tool says that it cannot."""
    result = await session.call_tool(tool, arguments)
    assert result.is_error, result.content
    said: str = result.content[0].text  # type: ignore[union-attr]
    return said


def test_an_agent_uses_a_project(project: Path) -> None:
    async def session() -> None:
        async with client(project, "--generator", "fixed") as mcp:
            names = {tool.name for tool in (await mcp.list_tools()).tools}
            assert names == {
                *("trace", "goals", "suggest", "select_premises", "prove", "verify"),
                "search_declarations",
            }
            place = await ask(mcp, "goals", file=FILE, line=18)
            assert place["declaration"] == "E2E.le_sum"
            assert place["tactic"] == "simp"
            (goal,) = place["goals_before"]
            assert goal.endswith("⊢ (xs ++ []).length ≤ xs.length")
            assert place["goals_after"] == []
            assert place["range"] == {"line": 18, "column": 3, "end_line": 18, "end_column": 7}
            assert await ask(mcp, "goals", file="E2E.Basic", line=18, column=5) == place

            offers = await ask(mcp, "suggest", goal=goal, count=3)
            assert (offers["model"], len(offers["tactics"])) == ("fixed", 3)
            best = (await ask(mcp, "select_premises", goal="n : Nat\n⊢ sum n = n", count=4))[
                "premises"
            ]
            assert "E2E.sum" in {premise["name"] for premise in best}
            found = await ask(mcp, "search_declarations", query="sum")
            assert found["declarations"][0]["name"] == "E2E.sum"
            assert found["total"] >= 3
            words = await ask(mcp, "search_declarations", query="< ≤ + 1")
            assert "E2E.weaken" in {one["name"] for one in words["declarations"]}

            proved = await ask(mcp, "prove", theorem="le_sum")
            assert (proved["theorem"], proved["verified"]) == ("E2E.le_sum", True)
            judged = await ask(mcp, "verify", theorem="le_sum", proof=proved["proof"])
            assert (judged["accepted"], judged["axioms"]) == (True, ["propext", "Quot.sound"])
            cheated = await ask(mcp, "verify", theorem="E2E.le_sum", proof="by sorry")
            assert (cheated["accepted"], cheated["reason"]) == (False, "sorry")
            statement = "theorem own (n : Nat) : E2E.sum 0 = 0"
            other = await ask(mcp, "prove", statement=statement)
            assert other["verified"]

            # What has changed is traced again, and then known.
            file = project / FILE
            file.write_text(file.read_text().replace("\nend E2E", f"{NEW}\nend E2E"))
            stale = await refused(mcp, "goals", file=FILE, line=18)
            assert stale.endswith("has changed since it was traced; call the tool `trace`")
            traced = await ask(mcp, "trace")
            assert (traced["theorems"], traced["failures"]) == (5, [])
            assert (await ask(mcp, "search_declarations", query="new_one"))["total"] == 1

    asyncio.run(session())
    audit = (project / ".lake" / "sensei" / "audit.jsonl").read_text().splitlines()
    noted = [json.loads(line) for line in audit]
    assert {line["peer"] for line in noted} == {"MCP"}
    assert [line["what"] for line in noted].count("prove") == 2
    assert "sum" not in "".join(line["what"] for line in noted)


@contextmanager
def serving(root: Path, store: Path, generator: str | None) -> Iterator[MCPServer[Any]]:
    """The same server in this process."""
    from sensei.server.mcp.app import create_server
    from sensei.server.mcp.project_tools import ProjectTools

    with open_store(store) as opened:
        tools = ProjectTools(
            root, opened, generator=generator, retriever="bm25", seed=0, say=lambda line: None
        )
        try:
            yield create_server(tools, lambda peer, what: None)
        finally:
            tools.close()


def test_what_an_agent_asks_wrongly_is_told_with_the_next_step(ingested: Path) -> None:
    async def session(server: MCPServer[Any]) -> None:
        async with connected(server) as mcp:
            assert "no tactic at" in await refused(mcp, "goals", file=FILE, line=1)
            unknown = await refused(mcp, "goals", file="../../etc/passwd", line=1)
            assert f"is not among the traced files; traced: {FILE}" in unknown
            assert "both count from 1" in await refused(mcp, "goals", file=FILE, line=0)
            assert "goal 1 is empty" in await refused(mcp, "suggest", goal=" ")
            assert "nowhere" in await refused(mcp, "suggest", goal="⊢ True")
            assert "at least 1 is asked for" in await refused(mcp, "suggest", goal="⊢ A", count=0)
            near = await refused(mcp, "verify", theorem="le_sun", proof="by simp")
            assert "E2E.le_sum" in near
            assert "one of them" in await refused(mcp, "verify", proof="by simp")
            assert "the proof is empty" in await refused(mcp, "verify", proof="", theorem="le_sum")
            assert "known: best_first" in await refused(mcp, "prove", theorem="t", search="no")
            assert "at most 600" in await refused(mcp, "prove", theorem="t", seconds=1e9)
            assert "the query is empty" in await refused(mcp, "search_declarations", query=" ")
            # What the schema refuses is an error of the tool, too, and the session goes on.
            assert "line" in await refused(mcp, "goals", file=FILE, line="twelve")
            assert await refused(mcp, "no_such_tool")
            assert (await ask(mcp, "search_declarations", query="weaken"))["total"] == 1

    with serving(ingested, ingested / ".lake" / "sensei" / "sensei.db", "nowhere") as server:
        asyncio.run(session(server))


STUCK = """
import sys, threading
from sensei.server.mcp.app import create_server
class Tools:
    def search(self, query, limit):
        print("entered", file=sys.stderr, flush=True)
        threading.Event().wait()
    trace = goals = suggest = premises = prove = verify = search
create_server(Tools(), lambda peer, what: None).run("stdio")
"""


def test_a_client_that_is_gone_takes_the_server_with_it() -> None:
    """Though a tool is at work that never ends; a line that is no message is passed over."""
    path = os.pathsep.join(filter(None, [str(SIDECAR), os.environ.get("PYTHONPATH", "")]))
    server = subprocess.Popen(
        [sys.executable, "-c", STUCK],
        env=os.environ | {"PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    with server:
        assert server.stdin
        assert server.stdout
        assert server.stderr
        about = {"name": "test", "version": "1"}
        begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about}
        asked = {"name": "search_declarations", "arguments": {"query": "x"}}
        for message in (
            {"id": 0, "method": "initialize", "params": begin},
            {"method": "notifications/initialized"},
            {"id": 1, "method": "tools/call", "params": asked},
        ):
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\nno message\n")
            server.stdin.flush()
            if message.get("id") == 0:
                assert '"serverInfo"' in server.stdout.readline()
        assert any("entered" in line for line in server.stderr)
        server.stdin.close()
        try:
            assert server.wait(300) == 0
        finally:
            server.kill()


def test_a_project_that_was_never_traced_says_so(tmp_path: Path) -> None:
    (tmp_path / "lakefile.toml").write_text('name = "P"\n')

    async def session(server: MCPServer[Any]) -> None:
        async with connected(server) as mcp:
            said = await refused(mcp, "search_declarations", query="x")
            assert said.endswith("call the tool `trace` first")

    with serving(tmp_path, tmp_path / "sensei.db", None) as server:
        asyncio.run(session(server))
