"""What the routes ask."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from sensei.core.errors import SenseiError, ToolchainError
from sensei.core.types import Claim, Verdict
from sensei.server.http.problems import Problem
from sensei.server.premises import SnapshotPremises
from sensei.server.running import RunService
from sensei.server.searching import SearchService
from sensei.server.state import State
from sensei.server.tactics import StatusService, TacticService
from sensei.store import Store


@dataclass(slots=True)
class Services:
    """The services of one server, as gRPC has them, and what only HTTP offers.

    Args:
        store: what the dashboard shows.
        closing: set when the server ends, for answers that would not end by themselves.
    """

    state: State
    tactics: TacticService
    search: SearchService
    runs: RunService
    status: StatusService
    premises: SnapshotPremises
    store: Store
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    _judging: asyncio.Semaphore = field(init=False)
    _waiting: int = 0

    def __post_init__(self) -> None:
        self._judging = asyncio.Semaphore(self.state.limits.searches)

    async def encode(self, name: str, text: str) -> list[float]:
        """The vector of a text.

        Raises:
            Problem: no encoder is loaded, or it failed, or the text is too long.
        """
        try:
            return await self.premises.encode(name, text, self.state.limits)
        except SenseiError as error:
            raise Problem.of_error(error) from None

    async def verify(self, declaration: str, module: str, proof: str) -> Verdict:
        """What the verifier says about a proof of a theorem of the project.

        Raises:
            Problem: no such theorem, no Lean, too long a proof, or too many wait.
        """
        state = self.state
        if len(proof.encode()) > state.limits.goal_bytes:
            raise Problem(
                HTTPStatus.BAD_REQUEST, f"a proof of more than {state.limits.goal_bytes} bytes"
            )
        if self._judging.locked() and self._waiting >= state.limits.queue:
            raise Problem(
                HTTPStatus.TOO_MANY_REQUESTS, f"{self._waiting} proofs wait to be judged; try later"
            )
        self._waiting += 1
        try:
            await self._judging.acquire()
        finally:
            self._waiting -= 1
        # The place is free when the thread is done, however the request ends.
        work = asyncio.create_task(asyncio.to_thread(self._verdict, declaration, module, proof))
        work.add_done_callback(lambda _: self._judging.release())
        try:
            return await asyncio.shield(work)
        except SenseiError as error:
            raise Problem.of_error(error) from None

    def _verdict(self, declaration: str, module: str, proof: str) -> Verdict:
        project = self.state.project
        if project is None:
            raise ToolchainError(self.state.no_project or "there is no Lean to judge with")
        return project.verifier.verify(Claim(project.theorem(declaration, module), proof))


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict for a reader, with what repeats it."""
    return {
        "accepted": verdict.accepted,
        "reason": verdict.reason.value,
        "detail": verdict.detail,
        "axioms": list(verdict.axioms),
        "seconds": round(verdict.seconds, 3),
        "lean_version": verdict.lean_version,
        "lean_commit": verdict.lean_commit,
        "source_hash": verdict.source_hash,
        "spliced_hash": verdict.spliced_hash,
    }
