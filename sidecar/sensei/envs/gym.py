"""The environment on a Lean step server: theorems, states and tactics on top of its commands.

A state is known here by the tactics that lead to it from the root. When the server dies, the next
call starts another and runs them again, so a crash costs time and nothing else. One theorem is
open at a time; opening the next gives the server of the last back to the pool.
"""

from __future__ import annotations

import difflib
import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sensei.core.closing import Closing
from sensei.core.errors import LeanProcessError, NotFoundError
from sensei.core.types import (
    FailureKind,
    Goal,
    Outcome,
    PlaceRef,
    ProofState,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
    Whereabouts,
)
from sensei.envs.pool import GymPool, Lease
from sensei.envs.process import GymDied, GymRefused, StepServer
from sensei.envs.protocol import failure_of, goals_of, said_by, whereabouts_of

REVIVALS = 2


@dataclass(eq=False, slots=True)
class GymState:
    """A state, and how to come back to it. ``server_id`` means something to ``server`` only, which
    is None once the state was deleted there."""

    goals: tuple[Goal, ...]
    parent: GymState | None
    tactic: str
    server: StepServer | None
    server_id: int
    held: bool = True
    part: int | None = None  # which part of its parent's goals it is; then there is no tactic


@dataclass(eq=False, slots=True)
class GymEnvironment(Closing):
    """core.protocols.Environment on the servers of a pool. One for each worker thread.

    Args:
        pool: where servers come from.
        clock: monotonic seconds.
        whereabouts: of the place that was opened last; None for a theorem.
    """

    pool: GymPool
    clock: Callable[[], float] = time.monotonic
    whereabouts: Whereabouts | None = None
    _lease: Lease | None = None
    _states: dict[int, GymState] = field(default_factory=dict)
    _garbage: list[int] = field(default_factory=list)
    _batches: bool = True
    _next: int = 0

    def open(self, theorem: TheoremRef) -> ProofState:
        """Opens a theorem; states of the one before mean nothing any more.

        Raises:
            NotFoundError: its file has no such theorem.
            LeanProcessError: Lean does not start, or the theorem cannot be opened.
        """
        self.close()
        self._lease = lease = self.pool.lease(theorem)
        try:
            try:
                return self._hold(self._root(lease.process, theorem))
            except GymDied:
                return self._hold(self._root(lease.restart(), theorem))
        except BaseException:
            self.close()
            raise

    def apply(
        self, state: ProofState, tactics: Sequence[str], timeout_s: float | None = None
    ) -> list[Outcome]:
        """Runs each tactic on ``state``; see core.protocols.Environment.

        All are sent at once. If the server dies over them, they are sent again one by one, so
        that only the culprit fails by it.

        Raises:
            LeanProcessError: the state cannot be reached again, or was released.
        """
        before = self._states.get(state.id)
        if before is None:
            raise LeanProcessError("a tactic on a state that was released or is of another theorem")
        end = None if timeout_s is None else self.clock() + timeout_s
        outcomes: list[Outcome] = []
        together = len(tactics)
        while len(outcomes) < len(tactics) and (end is None or self.clock() < end):
            rest = tactics[len(outcomes) :]
            refused = self._refused(rest[0])
            if refused is not None:
                outcomes.append(refused)
                continue
            fitting = itertools.takewhile(lambda tactic: self._refused(tactic) is None, rest)
            batch = list(fitting)[:together]
            server = self._revive(before)
            try:
                answers = self._ask(server, before.server_id, batch, end)
            except GymDied as died:
                self.pool.check_open()
                if len(batch) == 1:
                    outcomes.append(TacticFailed(died.kind, died.what))
                together = 1
                continue
            for tactic, answer in zip(batch, answers, strict=False):
                outcomes.append(self._outcome(before, server, tactic, answer))
        return outcomes

    def split(self, state: ProofState) -> list[ProofState]:
        """Independent parts of a state; see core.protocols.Environment. A plain Pantograph cannot
        tell, and then there is one.

        Raises:
            LeanProcessError: the state cannot be reached again, or was released.
        """
        before = self._states.get(state.id)
        if before is None:
            raise LeanProcessError("a split of a state that was released or is of another theorem")
        if len(before.goals) < 2:
            return [state]
        for _ in range(REVIVALS):
            server = self._revive(before)
            try:
                parts = self._parts(server, before)
            except GymDied:
                continue
            return [state] if len(parts) < 2 else [self._hold(part) for part in parts]
        raise LeanProcessError("Lean dies when it splits a state into its parts")

    def _parts(self, server: StepServer, state: GymState) -> list[GymState]:
        try:
            answer = server.request("gym.split", {"stateId": state.server_id})
        except GymRefused as refused:
            if refused.kind != "command":
                raise
            return []
        parts: list[GymState] = []
        start = 0
        for place, part in enumerate(answer.get("states", ())):
            stop = start + len(part["goals"])
            goals, number = state.goals[start:stop], int(part["stateId"])
            parts.append(GymState(goals, state, "", server, number, part=place))
            start = stop
        if len(parts) == 1:  # the state itself serves as well
            self._garbage.append(parts[0].server_id)
        return parts

    def _refused(self, tactic: str) -> TacticFailed | None:
        size, limit = len(tactic.encode("utf-8", "replace")), self.pool.limits.tactic_bytes
        if size <= limit:
            return None
        return TacticFailed(FailureKind.FORBIDDEN, f"{size} bytes; a tactic has at most {limit}")

    def release(self, states: Sequence[ProofState]) -> None:
        """Forgets states. Never waits for the server: it is told with the next tactics."""
        for state in states:
            known = self._states.pop(state.id, None)
            if known is not None:
                self._forget(known)

    def close(self) -> None:
        """Gives the server back; safe to call twice, and the environment can open again."""
        lease, self._lease = self._lease, None
        self._states.clear()
        self._garbage.clear()
        if lease is not None:
            lease.give_back()

    def _forget(self, state: GymState) -> None:
        state.held = False
        if state.server is not None and state.server is self._current():
            self._garbage.append(state.server_id)
        state.server = None

    def _current(self) -> StepServer | None:
        return self._lease.process if self._lease is not None and self._lease.ready else None

    def _hold(self, state: GymState) -> ProofState:
        self._next += 1
        self._states[self._next] = state
        return ProofState(self._next, state.goals)

    def _root(self, server: StepServer, theorem: TheoremRef) -> GymState:
        server.opened += 1
        here = isinstance(theorem, PlaceRef)
        what: dict[str, Any] = {"copyFrom": theorem.name}
        if isinstance(theorem, PlaceRef):
            what = {"at": [theorem.start, theorem.stop]}
        try:
            # The server elaborates its file up to the theorem now.
            wait_s = self.pool.limits.start_s
            answer = server.request("goal.start", what, wait_s)
            self.whereabouts = whereabouts_of(answer) if here else None
        except GymRefused as refused:
            if here:
                raise NotFoundError(f"no goal at {theorem.name}: {refused.desc}") from None
            names = self._theorems(server)
            if names is None or theorem.name in names:
                raise
            near = difflib.get_close_matches(theorem.name, names, 3)
            raise NotFoundError(
                f"{theorem.file} has no theorem {theorem.name} ({refused.desc})",
                f"did you mean {' or '.join(near)}?" if near else "sensei show trace",
            ) from None
        if "goals" not in answer:
            shown = server.request("goal.print", {"stateId": answer["stateId"]})
            answer = {**answer, "goals": shown.get("goals")}
        return GymState(goals_of(answer), None, "", server, int(answer["stateId"]))

    def _theorems(self, server: StepServer) -> list[str] | None:
        """The names the server can open; None if it cannot say (a plain Pantograph)."""
        try:
            answer = server.request("gym.theorems", {}, self.pool.limits.start_s)
            return [str(name) for name in answer.get("theorems", [])]
        except GymRefused:
            return None

    def _ask(
        self, server: StepServer, state: int, tactics: Sequence[str], end: float | None
    ) -> list[dict[str, Any]]:
        """One answer a tactic, at least the first; fewer when the time did not allow more."""
        if self._batches:
            # No tactic is begun after this, so that the whole answer comes within kill_s.
            begin_s = self.pool.limits.tactic_s
            if end is not None:
                begin_s = min(begin_s, max(0.0, end - self.clock()))
            payload = {
                "stateId": state,
                "tactics": list(tactics),
                "beginWithin": max(1, round(begin_s * 1000)),
            }
            try:
                answer = server.request("gym.batch", payload)
            except GymRefused as refused:
                if refused.kind != "command":
                    raise
                self._batches = False  # a plain Pantograph
            else:
                results = answer.get("results")
                if not isinstance(results, list) or not 0 < len(results) <= len(tactics):
                    raise LeanProcessError("Lean's step server sent results that are none")
                return results
        answer = server.request("goal.tactic", {"stateId": state, "tactic": tactics[0]})
        if answer.get("error") == "index":
            raise GymRefused("goal.tactic", "index", str(answer.get("desc", "")))
        return [answer]

    def _outcome(
        self, before: GymState, server: StepServer, tactic: str, answer: dict[str, Any]
    ) -> Outcome:
        failure = failure_of(answer)
        if failure is not None:
            if isinstance(answer.get("nextStateId"), int):
                self._garbage.append(answer["nextStateId"])
            return TacticFailed(*failure)
        server_id = int(answer["nextStateId"])
        state = GymState(goals_of(answer), before, tactic, server, server_id)
        took = answer.get("microseconds")
        seconds = took / 1e6 if isinstance(took, int) else None
        return TacticSucceeded(self._hold(state), seconds, said_by(answer))

    def _revive(self, state: GymState) -> StepServer:
        """A living server that knows ``state``: the present one, or a new one to which the tactics
        from the root were given again."""
        assert self._lease is not None
        for attempt in range(REVIVALS + 1):
            try:
                server = self._current()
                if server is None:
                    self._garbage.clear()
                    server = self._lease.restart()
                if state.server is not server:
                    self._walk(server, state)
                if self._garbage:
                    server.request("goal.delete", {"stateIds": self._garbage})
                    self._garbage.clear()
                return server
            except GymDied as died:
                if attempt == REVIVALS:
                    raise LeanProcessError(
                        f"Lean cannot be brought back to a state of {self._lease.theorem.name}: "
                        f"{died.what}"
                    ) from None
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _walk(self, server: StepServer, state: GymState) -> None:
        """Makes ``state`` and its ancestors known to ``server``."""
        assert self._lease is not None
        path: list[GymState] = []
        at: GymState | None = state
        while at is not None and at.server is not server:
            path.append(at)
            at = at.parent
        for step in reversed(path):
            if step.parent is None:
                again = self._root(server, self._lease.theorem)
            elif step.part is not None:
                parts = self._parts(server, step.parent)
                if len(parts) <= step.part:
                    raise LeanProcessError("the goals of a state do not split as they did")
                again = parts.pop(step.part)
                self._garbage += [part.server_id for part in parts]
            else:
                answer = self._ask(server, step.parent.server_id, [step.tactic], None)[0]
                failure = failure_of(answer)
                if failure is not None:
                    raise LeanProcessError(
                        f"a tactic that ran before fails now ({failure[0].value}): {step.tactic}"
                    )
                again = GymState(goals_of(answer), None, "", server, int(answer["nextStateId"]))
            if [goal.pretty for goal in again.goals] != [goal.pretty for goal in step.goals]:
                raise LeanProcessError(
                    f"the tactics to a state of {self._lease.theorem.name} give other goals now"
                )
            step.server, step.server_id = server, again.server_id
        for step in path:
            if not step.held:
                self._forget(step)
