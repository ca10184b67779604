"""Goals of traced proofs as places where another tactic can be tried, and the proof gone on with.

A goal is where a tactic stands in a sequence of tactics. What was written after it, in the same
sequence, says for which goals the rest of the proof is known: a tactic in its place that leads to
the goals of a later one, or to none, makes a whole proof of the theorem, and Lean can be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sensei.core.types import TheoremRef
from sensei.data.examples import split_theorems
from sensei.data.steps import real_tactics
from sensei.search.proof import placed
from sensei.store import Store
from sensei.store.records import DeclarationRecord, SplitRecord, StepRecord

# Tactics that run others elsewhere than where these stand, or several times.
_ELSEWHERE = (
    "«tactic_<;>_»",
    "allGoals",
    "anyGoals",
    "repeat'",
    "first",
    "tacticTry_",
    "tacticIterate____",
)


@dataclass(frozen=True, slots=True)
class Onward:
    """Where a proof goes on.

    Args:
        goals: that are left there.
        between: byte from which the text is kept: behind the tactic before.
    """

    goals: tuple[str, ...]
    between: int


@dataclass(frozen=True, slots=True)
class ProofGoal:
    """A goal of a proof.

    Args:
        state: the goal, pretty-printed, as the model is asked about it.
        theorem: whose proof it is of.
        written: the tactic that stands there.
        start, stop: where it stands, bytes of the file.
        column: of its first character.
        body: from ``:=`` to the end of the proof, bytes of the file.
        onward: where the proof goes on, by the goals that are left.
        source_hash: of the file.
    """

    state: str
    theorem: TheoremRef
    written: str
    start: int
    stop: int
    column: int
    body: tuple[int, int]
    onward: tuple[Onward, ...]
    source_hash: str

    def proof(self, source: bytes, tactic: str, left: tuple[str, ...]) -> str | None:
        """The whole proof with ``tactic`` in this place, if it leaves the goals ``left``.

        Returns:
            None when nobody knows how to go on from them.
        """
        onward = next((one for one in self.onward if one.goals == left), None)
        if onward is None:
            return None
        lines = placed(tactic, "")
        text = ("\n" + " " * self.column).join(lines).encode()
        first, last = self.body
        proof = source[first + 2 : self.start] + text + source[onward.between : last]
        return proof.decode()


def proof_goals(store: Store, split: SplitRecord, part: str) -> list[ProofGoal]:
    """The goals of the proofs of one part of a split, by module, theorem and step, each text once.

    Raises:
        UsageError: there is no such part, or a theorem is no longer what was frozen.
    """
    seen: set[str] = set()
    goals = []
    for goal in _goals(store, split_theorems(store, split, part)):
        if goal.state not in seen:
            seen.add(goal.state)
            goals.append(goal)
    return goals


def _goals(store: Store, theorems: list[DeclarationRecord]) -> Iterator[ProofGoal]:
    modules: dict[int, list[DeclarationRecord]] = {}
    for theorem in theorems:
        modules.setdefault(theorem.module_id, []).append(theorem)
    for _, members in sorted(
        modules.items(), key=lambda item: (item[1][0].snapshot_id, item[1][0].module)
    ):
        module = next(
            one for one in store.modules(members[0].snapshot_id) if one.id == members[0].module_id
        )
        contents = store.contents(module)
        pretty = [goal.pretty for goal in contents.goals]
        source = contents.source.encode()
        for theorem in sorted(members, key=lambda theorem: theorem.position):
            place = theorem.proof_range
            if place is None or not source[place.start_byte :].startswith(b":="):
                continue
            body = (place.start_byte, place.end_byte)
            steps = [step for step in contents.steps if step.declaration_id == theorem.id]
            by_position = {step.position: step for step in steps}
            for step in real_tactics(steps):
                around = by_position.get(step.parent) if step.parent is not None else None
                if step.range is None or (around is not None and _runs_elsewhere(around)):
                    continue
                yield ProofGoal(
                    state=pretty[step.goals_before[0]],
                    theorem=theorem.ref,
                    written=step.text,
                    start=step.range.start_byte,
                    stop=step.range.end_byte,
                    column=step.range.start_column,
                    body=body,
                    onward=tuple(_onward(step, steps, pretty.__getitem__)),
                    source_hash=module.source_hash,
                )


def _runs_elsewhere(around: StepRecord) -> bool:
    return around.kind.rpartition(".")[2].endswith(_ELSEWHERE)


def stands_alone(step: StepRecord, steps: list[StepRecord]) -> bool:
    """Whether a tactic is run once, on one goal, in the place where it is written."""
    around = next((other for other in steps if other.position == step.parent), None)
    return len(step.goals_before) == 1 and (around is None or not _runs_elsewhere(around))


def rest_of_proof(step: StepRecord, steps: list[StepRecord]) -> int | None:
    """The byte at which the tactics end that close a step's goals, this one and those after it in
    its sequence; None where nobody says how they were closed."""
    last = None
    for onward in _onward(step, steps, str):
        last = onward
    return last.between if last is not None and not last.goals else None


def _onward(
    step: StepRecord, steps: list[StepRecord], pretty: Callable[[int], str]
) -> Iterator[Onward]:
    """The tactics after this one in its sequence, and the end of the sequence."""
    at = step
    while at.goals_after:
        following = next((other for other in steps if _follows(other, at)), None)
        if following is None:
            return  # nobody says how what is left was proved
        assert at.range is not None
        yield Onward(tuple(map(pretty, at.goals_after)), at.range.end_byte)
        at = following
    assert at.range is not None
    yield Onward((), at.range.end_byte)


def _follows(other: StepRecord, step: StepRecord) -> bool:
    return (
        other.parent == step.parent
        and other.goals_before == step.goals_after
        and other.range is not None
        and step.range is not None
        and other.range.start_byte >= step.range.end_byte
    )
