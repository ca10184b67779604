"""Proofs as exports tell them: a theorem's tactics with their states, premises and distances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sensei.data.assign import row_hash
from sensei.data.steps import dedent, real_tactics
from sensei.store import Store
from sensei.store.records import (
    DeclarationRecord,
    GoalRecord,
    ModuleContents,
    PremiseRecord,
    SplitRecord,
    StepEffect,
    StepRecord,
)


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One tactic of a proof.

    Args:
        tactic: its whole text, as at column 0.
        goal: the goal it is applied to, pretty-printed.
        before, after: all goals, as Lean shows them; "no goals" for none.
        premises: the constants used in it and in no tactic inside it, in source order.
        in_terms: ids of the constants in the terms that it made; empty unless asked for.
        steps_remaining: how many tactics of the proof come after it; 0 ends the proof.
        goal_steps_remaining: how many of those it takes to close the goal it is applied to, with
            what it leaves of it; 0 closes it.
    """

    record: StepRecord
    tactic: str
    goal: str
    before: str
    after: str
    premises: tuple[PremiseRecord, ...]
    in_terms: tuple[int, ...]
    steps_remaining: int
    goal_steps_remaining: int


def placed_theorems(
    contents: ModuleContents, part_of: dict[tuple[int, str], str]
) -> Iterator[tuple[str, DeclarationRecord]]:
    """The theorems of a module that are in a split, with their parts."""
    for declaration in contents.declarations:
        if declaration.kind == "theorem":
            part = part_of.get((declaration.snapshot_id, row_hash(declaration)))
            if part is not None:
                yield part, declaration


def parts_of(split: SplitRecord) -> dict[tuple[int, str], str]:
    """Each member's part, by snapshot and row hash."""
    return {(member.snapshot_id, member.row_hash): member.part for member in split.members}


def module_contents(store: Store, split: SplitRecord) -> Iterator[ModuleContents]:
    """The modules of a split's snapshots, by snapshot and name."""
    for snapshot_id in sorted({member.snapshot_id for member in split.members}):
        for module in store.modules(snapshot_id):
            yield store.contents(module)


class ModuleProofs:
    """The proofs of a module. ``effects`` are of its steps, for what is in their terms."""

    def __init__(self, contents: ModuleContents, effects: Sequence[StepEffect] = ()) -> None:
        self._effects = effects
        self._goals = contents.goals
        self._steps = contents.steps
        self._of: dict[int, list[StepRecord]] = {}
        for step in contents.steps:
            if step.declaration_id is not None:
                self._of.setdefault(step.declaration_id, []).append(step)
        self._premises: dict[int, list[PremiseRecord]] = {}
        for premise in contents.premises:
            if premise.step is not None:
                self._premises.setdefault(premise.step, []).append(premise)

    def steps(self, theorem: DeclarationRecord) -> list[ProofStep]:
        """The tactics of a theorem's proof, in source order."""
        inside = self._of.get(theorem.id, [])
        tactics = real_tactics(inside)
        around = self._tactics_around(inside, {step.position for step in tactics})
        premises = self._attributed(around)
        in_terms = self._in_terms(around)
        closing = closing_distances(tactics)
        return [
            ProofStep(
                record=step,
                tactic=dedent(step.text, step.range.start_column if step.range else 0),
                goal=self._goals[step.goals_before[0]].pretty,
                before=state_text([self._goals[g] for g in step.goals_before]),
                after=state_text([self._goals[g] for g in step.goals_after]),
                premises=tuple(premises.get(step.position, ())),
                in_terms=tuple(sorted(in_terms.get(step.position, ()))),
                steps_remaining=len(tactics) - 1 - number,
                goal_steps_remaining=closing[number],
            )
            for number, step in enumerate(tactics)
        ]

    @staticmethod
    def _tactics_around(steps: Sequence[StepRecord], tactics: set[int]) -> dict[int, int]:
        """Of each step, the innermost tactic around it; it may be one."""
        parents = {step.position: step.parent for step in steps}
        found: dict[int, int] = {}
        for position in parents:
            around: int | None = position
            while around is not None and around not in tactics:
                around = parents.get(around)
            if around is not None:
                found[position] = around
        return found

    def _attributed(self, around: Mapping[int, int]) -> dict[int, list[PremiseRecord]]:
        """Premises by tactic."""
        found: dict[int, list[PremiseRecord]] = {}
        for position, tactic in around.items():
            if position in self._premises:
                found.setdefault(tactic, []).extend(self._premises[position])
        for premises in found.values():
            premises.sort(key=lambda premise: premise.id)
        return found

    def _in_terms(self, around: Mapping[int, int]) -> dict[int, set[int]]:
        """Constants in terms by tactic."""
        found: dict[int, set[int]] = {}
        if self._effects:
            for position, tactic in around.items():
                found.setdefault(tactic, set()).update(self._effects[position].constants)
        return found


def closing_distances(tactics: Sequence[StepRecord]) -> list[int]:
    """For each tactic, how many later ones work on the goal it was applied to until that is closed.

    A goal is closed when every goal that came of it is. Goals are told apart by the trace, never
    by their place in a list.
    """
    distances = []
    for number, step in enumerate(tactics):
        open_goals = set(step.goals_after) - set(step.goals_before[1:])
        distance = 0
        for later in tactics[number + 1 :]:
            if not open_goals:
                break
            if later.goals_before[0] in open_goals:
                distance += 1
                open_goals -= set(later.goals_before) - set(later.goals_after)
                open_goals |= set(later.goals_after) - set(later.goals_before)
        distances.append(distance)
    return distances


def state_text(goals: Sequence[GoalRecord]) -> str:
    """Goals as Lean shows them."""
    if not goals:
        return "no goals"
    return "\n\n".join(
        f"case {goal.user_name}\n{goal.pretty}" if goal.user_name else goal.pretty for goal in goals
    )
