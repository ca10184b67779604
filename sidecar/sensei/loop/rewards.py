"""Rewards from Lean: what a tactic does where it is tried, and whether the whole proof holds.

Each is a number in [0, 1] for one tactic on one goal of a known proof (data/proof_goals.py):

- ``formatted``: it is a text that Lean parses as tactics, and not one that only gives up;
- ``accepted``: it runs;
- ``closed``: it runs, and the goal is gone with nothing new in its place;
- ``progress``: the share of the way to the end that it goes, by a progress model;
- ``verified``: with it in its place, the whole proof of the theorem is accepted by the verifier,
  which compiles and judges it in fresh processes, several proofs at a time. Where the tactic
  leaves goals, the known proof must go on from just these, else nobody has a whole proof to show.

A crash, a time-out or a proof that is refused is a 0. A place that Lean cannot open any more is
worth nothing either way (None), and counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

from sensei.core.errors import NotFoundError, UsageError
from sensei.core.protocols import Environment, Verifier
from sensei.core.types import (
    Claim,
    FailureKind,
    Outcome,
    PlaceRef,
    TacticFailed,
    TheoremRef,
)
from sensei.data.proof_goals import ProofGoal
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, gym_launch
from sensei.envs.process import GymLimits
from sensei.models.generator import only_gives_up
from sensei.models.values import Progress
from sensei.store.texts import sha256
from sensei.toolchain.workspace import LeanWorkspace
from sensei.verify.pool import VerifierPool
from sensei.verify.verifier import LeanVerifier

REWARDS = ("verified", "closed", "accepted", "progress", "formatted")
#: Most files that are kept open at a time.
_OPEN_FILES = 8


@dataclass(frozen=True, slots=True)
class Scores:
    """What one tactic is worth; see the module."""

    formatted: float = 0.0
    accepted: float = 0.0
    closed: float = 0.0
    progress: float = 0.0
    verified: float = 0.0


@dataclass(slots=True)
class _Tried:
    """A tactic that ran: the goals it leaves in all, and those of them that are new."""

    left: tuple[str, ...]
    new: tuple[str, ...] | None


@dataclass(eq=False, slots=True)
class LeanRewards:
    """Judges tactics by Lean. What was judged once is not judged again.

    Args:
        environment: makes one for a worker; its processes are the caller's.
        verifier: judges whole proofs; it must be safe in several threads.
        source: the bytes of a file of the project.
        wanted: names out of ``REWARDS``; what nobody wants is not found out.
        workers: goals, and then proofs, at a time.
        progress: the progress model, for the reward of that name.
    """

    environment: Callable[[], Environment]
    verifier: Verifier
    source: Callable[[ProofGoal], bytes]
    wanted: Sequence[str] = ("verified",)
    workers: int = 1
    progress: Progress | None = None
    unreachable: set[str] = field(default_factory=set)
    proofs_judged: int = 0
    _known: dict[tuple[str, str], Scores] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises UsageError for a name that is none, or progress without a model."""
        for name in self.wanted:
            if name not in REWARDS:
                raise UsageError(f"no reward {name!r}", f"they are {', '.join(REWARDS)}")
        if "progress" in self.wanted and self.progress is None:
            raise UsageError(
                "the reward 'progress' needs a progress model",
                "name one with --progress; sensei train progress makes one",
            )

    def functions(self) -> list[Callable[..., list[float | None]]]:
        """One reward function for each name that is wanted, in order."""
        return [self._function(name) for name in self.wanted]

    def _function(self, name: str) -> Callable[..., list[float | None]]:
        def reward(
            completions: Sequence[str], goals: Sequence[ProofGoal], **_: object
        ) -> list[float | None]:
            scores = self.score(goals, completions)
            return [None if one is None else float(getattr(one, name)) for one in scores]

        reward.__name__ = name
        return reward

    def score(self, goals: Sequence[ProofGoal], tactics: Sequence[str]) -> list[Scores | None]:
        """What each tactic is worth on the goal beside it; None where the goal cannot be opened.

        Raises:
            LeanProcessError: Lean does not start.
        """
        todo: dict[str, tuple[ProofGoal, dict[str, None]]] = {}
        for goal, tactic in zip(goals, tactics, strict=True):
            if (goal.state, tactic) not in self._known and goal.state not in self.unreachable:
                todo.setdefault(goal.state, (goal, {}))[1][tactic] = None
        # Goals of one file one after the other: its server is warm.
        work = sorted(todo.values(), key=lambda one: (one[0].theorem.file, one[0].start))
        if work:
            with ThreadPoolExecutor(self.workers) as threads:
                tried = list(threads.map(lambda one: self._try(one[0], list(one[1])), work))
                self._judge(threads, work, tried)
        return [self._known.get((g.state, t)) for g, t in zip(goals, tactics, strict=True)]

    def _try(
        self, goal: ProofGoal, tactics: list[str]
    ) -> list[tuple[Scores, _Tried | None]] | None:
        """Formatted, accepted and closed; and what those that ran leave."""
        theorem = goal.theorem
        place = PlaceRef(
            f"{theorem.name} at byte {goal.start}", theorem.module, theorem.file, goal.start,
            goal.stop,
        )  # fmt: skip
        environment = self.environment()
        try:
            try:
                state = environment.open(place)
            except NotFoundError:
                return None
            if not state.goals or state.goals[0].pretty != goal.state:
                return None
            others = tuple(other.pretty for other in state.goals[1:])
            real = [tactic for tactic in tactics if not only_gives_up(tactic)]
            outcomes = dict(zip(real, environment.apply(state, real), strict=True))
            return [_scored(outcomes.get(tactic), others) for tactic in tactics]
        finally:
            environment.close()

    def _judge(
        self,
        threads: ThreadPoolExecutor,
        work: Sequence[tuple[ProofGoal, dict[str, None]]],
        tried: Sequence[list[tuple[Scores, _Tried | None]] | None],
    ) -> None:
        found: list[tuple[ProofGoal, str, Scores, _Tried | None]] = []
        for (goal, tactics), outcomes in zip(work, tried, strict=True):
            if outcomes is None:
                self.unreachable.add(goal.state)
                continue
            found += [(goal, t, *one) for t, one in zip(tactics, outcomes, strict=True)]
        verified = [0.0] * len(found)
        if "verified" in self.wanted:
            claims: dict[tuple[TheoremRef, str], list[int]] = {}
            for number, (goal, tactic, _, ran) in enumerate(found):
                proof = None if ran is None else goal.proof(self.source(goal), tactic, ran.left)
                if proof is not None:
                    claims.setdefault((goal.theorem, proof), []).append(number)
            self.proofs_judged += len(claims)
            verdicts = threads.map(lambda one: self.verifier.verify(Claim(*one)), claims)
            for numbers, verdict in zip(claims.values(), verdicts, strict=True):
                for number in numbers:
                    verified[number] = float(verdict.accepted)
        progress = self._progress(found) if "progress" in self.wanted else [0.0] * len(found)
        for (goal, tactic, scores, _), proved, gone in zip(found, verified, progress, strict=True):
            self._known[goal.state, tactic] = Scores(
                scores.formatted, scores.accepted, scores.closed, gone, proved
            )

    def _progress(
        self, found: Sequence[tuple[ProofGoal, str, Scores, _Tried | None]]
    ) -> list[float]:
        """1 for a goal that is gone; else by how much fewer steps are left, of those that were."""
        assert self.progress is not None
        states = dict.fromkeys(goal.state for goal, _, _, _ in found)
        states |= dict.fromkeys(new for *_, ran in found if ran for new in ran.new or ())
        left = dict(zip(states, self.progress.estimate(list(states)), strict=True))
        values = []
        for goal, _, _, ran in found:
            if ran is None or ran.new is None:
                values.append(0.0)
                continue
            before, after = left[goal.state], sum(left[new] for new in ran.new)
            values.append(max(0.0, min(1.0, (before - after) / before)) if before > 0 else 0.0)
        return values


def _scored(outcome: Outcome | None, others: tuple[str, ...]) -> tuple[Scores, _Tried | None]:
    if outcome is None:
        return Scores(), None
    if isinstance(outcome, TacticFailed):
        parsed = outcome.kind not in (FailureKind.PARSE, FailureKind.FORBIDDEN)
        return Scores(formatted=float(parsed)), None
    left = tuple(goal.pretty for goal in outcome.state.goals)
    # The other goals stay behind; a tactic that touches them has no new ones that could be told.
    count = len(left) - len(others)
    new = left[:count] if count >= 0 and left[count:] == others else None
    closed = float(left == others)
    return Scores(formatted=1.0, accepted=1.0, closed=closed), _Tried(left, new)


@contextmanager
def lean_rewards(
    workspace: LeanWorkspace,
    goals: Sequence[ProofGoal],
    wanted: Sequence[str],
    *,
    workers: int,
    tactic_seconds: float = 2.0,
    progress: Progress | None = None,
) -> Iterator[LeanRewards]:
    """Rewards from a project's own Lean: warm step servers, one a file, and a pool of verifiers.

    Args:
        goals: all that will be asked about.
        workers: goals, and proofs, at a time.
        tactic_seconds: of one tactic.

    Raises:
        UsageError: a file is not what was traced, or a reward is none.
    """
    sources: dict[str, bytes] = {}
    for goal in goals:
        file = goal.theorem.file
        if file not in sources:
            try:
                sources[file] = (workspace.root / file).read_bytes()
                unchanged = sha256(sources[file].decode("utf-8")) == goal.source_hash
            except (OSError, UnicodeDecodeError):
                unchanged = False
            if not unchanged:
                raise UsageError(
                    f"{file} is not as it was traced, so that its goals are elsewhere",
                    "trace it again: sensei trace && sensei ingest && sensei data split --replace",
                )
    size = max(workers, min(len(sources), _OPEN_FILES))
    limits = GymLimits(tactic_s=tactic_seconds)
    # What the proofs of one file share is prepared once, and judged by many.
    judges = VerifierPool(LeanVerifier(workspace), workers, size)
    with judges, GymPool(gym_launch(workspace), size, limits) as pool:
        yield LeanRewards(
            environment=lambda: GymEnvironment(pool),
            verifier=judges,
            source=lambda goal: sources[goal.theorem.file],
            wanted=wanted,
            workers=workers,
            progress=progress,
        )
