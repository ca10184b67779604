"""The environment on HOL Light: statements, states and tactics on top of its requests.

A state is known here by what leads to it from the root, as on Lean's step server: when its process
dies, the next call forks another and does that again. HOL Light's goals share nothing, so a state
always splits into its goals.
"""

from __future__ import annotations

import difflib
import enum
import itertools
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sensei.core.closing import Closing
from sensei.core.errors import LeanProcessError, NotFoundError, UsageError
from sensei.core.types import (
    FailureKind,
    Goal,
    Outcome,
    ProofState,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
)
from sensei.envs.hol_light.server import HolLightServer, HolLimits, HolProof, ProofDied
from sensei.envs.protocol import MESSAGE_CHARS

_REVIVALS = 2


class GoalForm(enum.StrEnum):
    """How goals are written: for people, or as HOList's s-expressions."""

    TEXT = "text"
    SEXP = "sexp"


@dataclass(eq=False, slots=True)
class _State:
    """A state, and how to come back to it: a tactic, or the place of a goal of its parent.
    ``number`` means something to ``proof`` only, which is None once the state is nowhere."""

    goals: tuple[Goal, ...]
    parent: _State | None
    step: str | int
    proof: HolProof | None
    number: int


@dataclass(eq=False, slots=True)
class HolLightEnvironment(Closing):
    """core.protocols.Environment on HOL Light. One for each worker thread.

    Args:
        server: gives processes.
        statements: of the theorems that can be opened, by name, as HOL Light reads them.
        form: of the goals' texts.
        clock: monotonic seconds.
    """

    server: Callable[[], HolLightServer]
    statements: Mapping[str, str]
    form: GoalForm = GoalForm.TEXT
    clock: Callable[[], float] = time.monotonic
    _proof: HolProof | None = None
    _statement: str = ""
    # What the process of the proof said when it opened the statement.
    _root: dict[str, Any] = field(default_factory=dict)
    _states: dict[int, _State] = field(default_factory=dict)
    _numbers: itertools.count[int] = field(default_factory=itertools.count)

    def open(self, theorem: TheoremRef) -> ProofState:
        """Opens a statement, in a process of its own; states of the one before are forgotten.

        Theorems of HOL Light's library that say the same cannot be named in its proof.

        Raises:
            NotFoundError: there is no such statement.
            UsageError: HOL Light does not read it as one.
            LeanProcessError: HOL Light does not start.
        """
        self.close()
        if theorem.name not in self.statements:
            near = difflib.get_close_matches(theorem.name, self.statements, 3)
            raise NotFoundError(
                f"there is no statement {theorem.name}",
                f"did you mean {' or '.join(near)}?" if near else "name one of the benchmark",
            )
        self._statement = self.statements[theorem.name]
        proof, answer = self._opened()
        self._root = answer
        if "failure" in answer:
            self.close()
            raise UsageError(
                f"{theorem.name} is no statement to HOL Light: {answer.get('message', '')}",
                f"mend it: {self._statement}",
            )
        return self._hold(_State(_goals(answer), None, "", proof, int(answer["state"])))

    def _opened(self) -> tuple[HolProof, dict[str, Any]]:
        if self._proof is not None:
            self._proof.close()
        self._proof = proof = self.server().proof()
        request = {"cmd": "open", "goal": self._statement, "form": self.form.value}
        return proof, proof.request(request)

    def apply(
        self, state: ProofState, tactics: Sequence[str], timeout_s: float | None = None
    ) -> list[Outcome]:
        """Runs each tactic on the first goal of ``state``; see core.protocols.Environment.

        Raises:
            LeanProcessError: the state cannot be reached again, or was released.
        """
        before = self._known(state)
        end = None if timeout_s is None else self.clock() + timeout_s
        outcomes: list[Outcome] = []
        for tactic in tactics:
            if end is not None and self.clock() >= end:
                break
            outcomes.append(self._refused(tactic) or self._run(before, tactic))
        return outcomes

    def _refused(self, tactic: str) -> TacticFailed | None:
        size, limit = len(tactic.encode("utf-8", "replace")), self._limits.tactic_bytes
        if size > limit:
            return TacticFailed(
                FailureKind.FORBIDDEN, f"{size} bytes; a tactic has at most {limit}"
            )
        if len(tactic.splitlines()) > 1:
            return TacticFailed(FailureKind.PARSE, "a tactic is one line")
        return None

    def _run(self, before: _State, tactic: str) -> Outcome:
        proof = self._revived(before)
        try:
            answer = self._ask(proof, before.number, tactic)
        except ProofDied as died:
            return TacticFailed(died.kind, str(died))
        if "failure" in answer:
            message = str(answer.get("message", ""))[:MESSAGE_CHARS]
            return TacticFailed(FailureKind(str(answer["failure"])), message)
        state = _State(_goals(answer), before, tactic, proof, int(answer["state"]))
        return TacticSucceeded(self._hold(state))

    def _ask(self, proof: HolProof, number: int, tactic: str) -> dict[str, Any]:
        seconds = self._limits.tactic_s
        return proof.request(
            {"cmd": "tactic", "state": number, "tactic": tactic.strip(), "seconds": seconds}
        )

    def split(self, state: ProofState) -> list[ProofState]:
        """Each goal as a state of its own; see core.protocols.Environment.

        Raises:
            LeanProcessError: the state cannot be reached again, or was released.
        """
        before = self._known(state)
        if len(before.goals) < 2:
            return [state]
        proof = self._revived(before)
        answer = proof.request({"cmd": "split", "state": before.number})
        return [
            self._hold(_State(_goals(part), before, place, proof, int(part["state"])))
            for place, part in enumerate(answer["states"])
        ]

    def release(self, states: Sequence[ProofState]) -> None:
        """Forgets states that no one will use again."""
        gone = [self._states.pop(state.id) for state in states if state.id in self._states]
        numbers = [state.number for state in gone if state.proof is self._proof]
        if self._proof is not None and numbers:
            try:
                self._proof.request({"cmd": "release", "states": numbers})
            except ProofDied:
                return  # the next call starts another

    def close(self) -> None:
        """Ends the process of the proof; HOL Light stays loaded."""
        self._states.clear()
        if self._proof is not None:
            self._proof.close()
            self._proof = None

    @property
    def _limits(self) -> HolLimits:
        return self.server().limits

    def _hold(self, state: _State) -> ProofState:
        number = next(self._numbers)
        self._states[number] = state
        return ProofState(number, state.goals)

    def _known(self, state: ProofState) -> _State:
        known = self._states.get(state.id)
        if known is None:
            raise LeanProcessError("a state that was released, or is of another theorem")
        return known

    def _revived(self, state: _State) -> HolProof:
        """A living process that has the state: its own, or a new one in which all that leads to it
        was done again."""
        for attempt in range(_REVIVALS + 1):
            try:
                proof = self._proof
                if proof is None or not proof.alive:
                    proof, self._root = self._opened()
                self._walk(proof, state)
                return proof
            except ProofDied as died:
                if attempt == _REVIVALS:
                    raise LeanProcessError(f"no way back to a state: {died.what}") from None
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _walk(self, proof: HolProof, state: _State) -> None:
        """Makes ``state`` known to ``proof``, by way of those that led to it."""
        path: list[_State] = []
        at: _State | None = state
        while at is not None and at.proof is not proof:
            path.append(at)
            at = at.parent
        made: list[int] = []
        for step in reversed(path):
            if step.parent is None:
                answer = self._root
            elif isinstance(step.step, str):
                answer = self._ask(proof, step.parent.number, step.step)
            else:
                parts = proof.request({"cmd": "split", "state": step.parent.number})["states"]
                answer = parts[step.step]
                made += [int(part["state"]) for part in parts if part is not answer]
            if "failure" in answer or _goals(answer) != step.goals:
                raise LeanProcessError("the tactics to a state give other goals than before")
            step.proof, step.number = proof, int(answer["state"])
        # What is only on the way is done again when it is needed again.
        held = set(map(id, self._states.values()))
        for step in path[1:]:
            if id(step) not in held:
                made.append(step.number)
                step.proof = None
        if made:
            proof.request({"cmd": "release", "states": made})


def _goals(answer: Mapping[str, Any]) -> tuple[Goal, ...]:
    return tuple(Goal(str(place), str(text)) for place, text in enumerate(answer["goals"]))


class HolLightServers(Closing):
    """HOL Light for the workers of one machine: loaded when the first of them opens a statement
    (envs.choice.Environments). A context manager that ends its processes.

    Args:
        statements: that can be opened, by name.
        form: of the goals' texts.
        start: loads HOL Light; None has it loaded under ``limits``.
    """

    def __init__(
        self,
        statements: Mapping[str, str],
        limits: HolLimits | None = None,
        form: GoalForm = GoalForm.TEXT,
        start: Callable[[], HolLightServer] | None = None,
    ) -> None:
        self._statements = statements
        self._form = form
        self._start = start or (lambda: HolLightServer(limits))
        self._lock = threading.Lock()
        self._server: HolLightServer | None = None
        self._closed = False

    def server(self) -> HolLightServer:
        """HOL Light, loaded.

        Raises:
            ToolchainError: it is not installed.
            LeanProcessError: it does not load, or this is closed.
        """
        with self._lock:
            if self._closed:
                raise LeanProcessError("HOL Light was ended")
            if self._server is None:
                self._server = self._start()
            return self._server

    def environment(self) -> HolLightEnvironment:
        """An environment for one worker thread."""
        return HolLightEnvironment(self.server, self._statements, self._form)

    def close(self) -> None:
        """Ends all processes, those in use too; safe to call twice, from any thread."""
        with self._lock:
            self._closed = True
            server, self._server = self._server, None
        if server is not None:
            server.close()
