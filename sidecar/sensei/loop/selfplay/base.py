"""A step server that has a project's imports, for what is read behind the project."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sensei.core.errors import LeanProcessError, StoreError
from sensei.core.types import TheoremRef
from sensei.envs.pool import GymPool, Lease
from sensei.envs.process import GymDied, GymRefused
from sensei.envs.protocol import failure_of
from sensei.loop.selfplay.statements import namespaces_of
from sensei.loop.selfplay.values import Statement

#: Names in one `first | exact @a | …`; a tactic has at most 4,096 bytes.
_TOGETHER_BYTES: Final = 3000
_NAMED: Final = re.compile(r"^\s*(?:theorem|lemma)\s+(?![({\[⦃:])(?:«[^»]*»|[^\s({\[⦃:])+")
_WORD: Final = re.compile(r"^\s*(?:theorem|lemma)\b")
_FALSE: Final = re.compile(r"⊢ False\s*\Z")


class Gone(Exception):
    """The server died over a request."""


@dataclass(eq=False, slots=True)
class Base:
    """A step server behind a text of imports. A context: the server is given back at its end."""

    pool: GymPool
    text: str
    root: Path
    _lease: Lease | None = None

    def __enter__(self) -> Base:
        module = f"B{hashlib.sha256(self.text.encode()).hexdigest()[:24]}"
        folder = self.root / ".lake" / "sensei" / "problems"
        path = folder / f"{module}.lean"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Others may write the same at the same time.
            if not path.is_file() or path.read_text("utf-8") != self.text:
                own = path.with_suffix(f".{id(self)}.tmp")
                own.write_text(self.text, "utf-8")
                own.replace(path)
        except OSError as error:
            raise StoreError(
                f"{folder} cannot be written: {error.strerror}", "free space"
            ) from None
        self._lease = self.pool.lease(TheoremRef("", module, path.name))
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._lease is not None:
            self._lease.give_back()

    def ask(self, command: str, payload: dict[str, Any]) -> dict[str, Any]:
        """An answer.

        Raises:
            GymRefused: it is an error.
            Gone: the server died.
        """
        assert self._lease is not None
        try:
            return self._lease.process.request(command, payload)
        except GymDied as died:
            self.pool.check_open()
            raise Gone(str(died)) from None

    def limit(self, seconds: float) -> None:
        """How long each tactic and command may take from now on."""
        self.ask("options.set", {"timeout": round(1000 * seconds)})

    def elaborate(self, statement: Statement, name: str, proof: str) -> str:
        """Adds the statement with a proof under a name; what is wrong with it, "" if nothing."""
        text, commands = _file(statement, name, proof)
        assert self._lease is not None
        self._lease.process.opened += 1  # it keeps all that is added
        try:
            answer = self.ask("frontend.process", {"file": text, "inheritEnv": True})
        except GymRefused as refused:
            return refused.desc or refused.kind
        units = answer.get("units", [])
        for unit in units:
            for message in unit.get("messages", ()):
                if message.get("severity") == "error":
                    return str(message.get("data", "error")).split("\n")[0] or "error"
        if len(units) != commands:
            return f"{len(units)} commands where {commands} were meant"
        return ""

    def open(self, statement: Statement, name: str) -> int | None:
        """The state at the beginning of the statement's proof; None if it is no statement."""
        text, _ = _file(statement, name, "sorry")
        try:
            targets = self.ask("frontend.distil", {"file": text}).get("targets", [])
        except GymRefused:
            return None
        return int(targets[0]["stateId"]) if len(targets) == 1 else None

    def run(self, state: int, tactics: Sequence[str]) -> list[dict[str, Any]]:
        """What came of each tactic on a state."""
        answers: list[dict[str, Any]] = []
        limit = self.pool.limits.tactic_bytes
        while len(answers) < len(tactics):
            rest = tactics[len(answers) :]
            if len(rest[0].encode()) > limit:
                answers.append({"failure": "forbidden"})
                continue
            fitting = []
            for tactic in rest:
                if len(tactic.encode()) > limit:
                    break
                fitting.append(tactic)
            payload = {
                "stateId": state,
                "tactics": fitting,
                "beginWithin": round(self.pool.limits.tactic_s * 1000),
            }
            results = self.ask("gym.batch", payload)["results"]
            if not 0 < len(results) <= len(fitting):
                raise LeanProcessError("Lean's step server sent results that are none")
            answers += results
        return answers

    def ends_in_false(self, state: int) -> bool:
        """Whether a statement says of its hypotheses that they prove ``False``."""
        (first,) = self.run(state, ["intros"])
        goals = first.get("goals") or [{"pretty": ""}]
        return bool(_FALSE.search(str(goals[0].get("pretty", ""))))

    def restates(self, state: int, known: Sequence[str]) -> str:
        """The first of some theorems that says the same; "" for none."""
        for names in _chunks(known):
            together = "first\n" + "\n".join(f"| exact @{name}" for name in names)
            (answer,) = self.run(state, [together])
            # What runs out of time or heartbeats hides what comes after it.
            if not closed(answer) and answer.get("failure") == "tactic":
                continue
            each = self.run(state, [f"exact @{name}" for name in names])
            for name, single in zip(names, each, strict=True):
                if closed(single):
                    return name
        return ""


def _file(statement: Statement, name: str, proof: str) -> tuple[str, int]:
    """The statement in its scope, and how many commands that is."""
    scope = [line for line in statement.scope.split("\n") if line.strip()]
    opened = namespaces_of(statement.scope)
    body = "".join(f"\n  {line}" if line else "\n" for line in proof.split("\n"))
    ends = [f"end {namespace}" for namespace in reversed(opened)]
    theorem = f"{renamed(statement.text, name)} := by{body}"
    lines = ["section", *scope, theorem, *ends, "end"]
    return "\n".join(lines) + "\n", len(lines)


def _chunks(names: Sequence[str]) -> list[list[str]]:
    chunks: list[list[str]] = []
    size = 0
    for name in names:
        cost = len(name.encode()) + 10
        if not chunks or size + cost > _TOGETHER_BYTES:
            chunks.append([])
            size = 0
        chunks[-1].append(name)
        size += cost
    return chunks


def closed(answer: dict[str, Any]) -> bool:
    """Whether a result of a tactic closes the goal."""
    return fault(answer) == ""


def fault(answer: dict[str, Any]) -> str:
    """Why a result of a tactic closes nothing; "" where it does."""
    failure = failure_of(answer)
    if failure is not None:
        return failure[0].value
    return "goals_left" if answer.get("goals") else ""


def renamed(text: str, name: str) -> str:
    """A statement under another name."""
    found = _NAMED.match(text) or _WORD.match(text)
    return f"theorem {name}{text[found.end() :] if found else ' ' + text}"
