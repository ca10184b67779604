"""Stands in for PyPantograph: its calls as far as our adapter makes them, and our step server in
the place of its REPL, which is spoken to over the same pipes.

    SENSEI_FAKE_REPL  JSON: `argv` of the step server, its `env`, and a `folder` to write files into
    SENSEI_FAKE_HIDES  goals do not resume by themselves, whatever the options say
"""

from __future__ import annotations

import asyncio
import json
import os
import uuid
from pathlib import Path
from typing import Any


class ServerError(Exception):
    """As PyPantograph's."""


class Server:
    """As PyPantograph's, with the asynchronous functions alone."""

    @classmethod
    async def create(
        cls,
        imports: list[str],
        project_path: str,
        lean_path: str,
        options: dict[str, Any],
        core_options: list[str],
        timeout: int | None,
        buffer_limit: int,
    ) -> Server:
        self = cls()
        self.imports, self.project_path, self.lean_path = imports, project_path, lean_path
        self.options, self.core_options = options, core_options
        self.timeout, self.buffer_limit = timeout, buffer_limit
        self.proc: asyncio.subprocess.Process | None = None
        await self.restart_async()
        return self

    async def restart_async(self) -> None:
        repl = json.loads(os.environ["SENSEI_FAKE_REPL"])
        file = Path(repl["folder"]) / f"Repl{uuid.uuid4().hex}.lean"
        file.write_text("".join(f"import {name}\n" for name in self.imports), "utf-8")
        pairs = (option.split("=", 1) for option in self.core_options)
        words = {"true": True, "false": False}
        options = {name: words.get(value, value) for name, value in pairs}
        self.proc = await asyncio.create_subprocess_exec(
            *repl["argv"], "--file", str(file), "--module", "Repl",
            "--options", json.dumps(options),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=self.project_path,
            env={**repl["env"], "LEAN_PATH": self.lean_path}, limit=self.buffer_limit,
        )  # fmt: skip
        assert self.proc.stdout is not None
        ready = (await asyncio.wait_for(self.proc.stdout.readline(), self.timeout)).decode()
        assert ready.strip() == "ready.", ready
        await self.run_async("options.set", self.options)

    async def run_async(self, cmd: str, payload: dict[str, Any]) -> Any:
        assert self.proc is not None, "Server not running."
        assert self.proc.stdin is not None
        assert self.proc.stdout is not None
        if cmd == "goal.tactic" and "SENSEI_FAKE_HIDES" in os.environ:
            payload = {**payload, "autoResume": False}
        if cmd.startswith("gym."):
            return {"error": "command", "desc": f"Unknown command {cmd}"}
        self.proc.stdin.write(f"{cmd} {json.dumps(payload, ensure_ascii=False)}\n".encode())
        await self.proc.stdin.drain()
        line = await asyncio.wait_for(self.proc.stdout.readline(), self.timeout)
        try:
            return json.loads(line)
        except json.JSONDecodeError as error:
            raise ServerError(f"Cannot decode Json object from: {line!r}") from error
