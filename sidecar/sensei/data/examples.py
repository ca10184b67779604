"""Training examples: a goal, and the tactic that was applied to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sensei.core.errors import UsageError
from sensei.data.assign import PARTS, row_hash
from sensei.data.steps import dedent, real_tactics
from sensei.store import Store
from sensei.store.records import DeclarationRecord, SplitRecord, StepRecord


@dataclass(frozen=True, slots=True)
class TacticExample:
    """One step of a proof.

    Args:
        state: the main goal, pretty-printed (``Goal.pretty``).
        tactic: the whole text of the step, several lines where it has them, as at column 0.
        theorem, module: whose proof it is from.
        step_id: the step's index in the module's trace.
    """

    state: str
    tactic: str
    theorem: str
    module: str
    step_id: int


def tactic_examples(store: Store, split: SplitRecord | str, part: str) -> list[TacticExample]:
    """The examples of one part of a split, by module, theorem and step, each (state, tactic) once.

    Raises:
        NotFoundError: there is no such split.
        UsageError: there is no such part, or a theorem is no longer what was frozen.
    """
    if part not in PARTS:
        raise UsageError(f"no part {part!r} of a split", f"the parts are {', '.join(PARTS)}")
    frozen = store.split(split) if isinstance(split, str) else split
    seen: set[tuple[str, str]] = set()
    examples = []
    for example in _examples(store, split_theorems(store, frozen, part)):
        if (example.state, example.tactic) not in seen:
            seen.add((example.state, example.tactic))
            examples.append(example)
    return examples


def split_theorems(store: Store, split: SplitRecord, part: str) -> list[DeclarationRecord]:
    wanted = {(member.snapshot_id, member.row_hash): member for member in split.part(part)}
    found: dict[tuple[int, str], DeclarationRecord] = {}
    for snapshot_id in sorted({snapshot_id for snapshot_id, _ in wanted}):
        for theorem in store.theorems(snapshot_id):
            key = (snapshot_id, row_hash(theorem))
            if key in wanted:
                found.setdefault(key, theorem)
    lost = [member for key, member in wanted.items() if key not in found]
    if lost:
        raise UsageError(
            f"{lost[0].theorem} ({lost[0].module}) is not what it was when the split "
            f"{split.name!r} was frozen ({len(lost)} changed)",
            f"split again: sensei data split --seed {split.seed} --name {split.name} --replace",
        )
    return list(found.values())


def _examples(store: Store, theorems: list[DeclarationRecord]) -> Iterator[TacticExample]:
    modules: dict[int, list[DeclarationRecord]] = {}
    for theorem in theorems:
        modules.setdefault(theorem.module_id, []).append(theorem)
    for module_id, members in sorted(
        modules.items(), key=lambda item: (item[1][0].snapshot_id, item[1][0].module)
    ):
        pretty = [goal.pretty for goal in store.goals(module_id)]
        of: dict[int, list[StepRecord]] = {}
        for step in store.steps(theorem.id for theorem in members):
            if step.declaration_id is not None:
                of.setdefault(step.declaration_id, []).append(step)
        for theorem in sorted(members, key=lambda theorem: theorem.position):
            for step in real_tactics(of.get(theorem.id, [])):
                column = step.range.start_column if step.range is not None else 0
                yield TacticExample(
                    state=pretty[step.goals_before[0]],
                    tactic=dedent(step.text, column),
                    theorem=theorem.name,
                    module=theorem.module,
                    step_id=step.position,
                )
