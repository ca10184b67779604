"""What the first model is taught: the proofs of the taught theorems, and how one theorem leads to
a later one that uses the same lemma.

Source: Dong and Ma 2025 (arXiv:2502.00212), section 3.1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sensei.core.errors import SenseiError
from sensei.loop.selfplay.goals import GoalTheorem
from sensei.loop.selfplay.statements import Library, TracedTheorem
from sensei.loop.selfplay.values import Statement
from sensei.models.statement_prompt import (
    Lesson,
    conjecture_completion,
    conjecture_prompt,
    proof_completion,
    proof_prompt,
)


class HeldOutError(SenseiError):
    """Something that was to be trained on says what a held-out theorem says."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A lesson, and the hashes of the statements in it.

    Args:
        about: whose proof, or which conjecture, it teaches.
    """

    lesson: Lesson
    about: str
    keys: tuple[str, ...]


def proof_lesson(statement: Statement, proof: str, weight: float, header: bool) -> Taught:
    """A proof as a lesson."""
    shown = statement.header if header else ""
    lesson = Lesson(proof_prompt(statement.text, shown), proof_completion(proof), weight)
    return Taught(lesson, statement.id, statement.keys)


def conjecture_lesson(
    lemma: str, seed: Statement, proof: str, made: Statement, weight: float, header: bool
) -> Taught:
    """A conjecture as a lesson: what it says, and what it is made of, must not be held out."""
    shown = seed.header if header else ""
    prompt = conjecture_prompt(lemma, seed.text, proof, shown)
    lesson = Lesson(prompt, conjecture_completion(made.text), weight)
    return Taught(lesson, made.id, (*made.keys, *seed.keys))


def first_lessons(
    library: Library,
    taught: Sequence[TracedTheorem],
    held_out: frozenset[str],
    *,
    tuples: int | None,
    header: bool,
    conjectures: bool = True,
    goals: Sequence[GoalTheorem] = (),
    neighbours: int = 0,
) -> list[Taught]:
    """The lessons of the first model.

    Args:
        taught: theorems whose proofs may be shown, by module and place.
        held_out: hashes of statements; a lemma among them is not shown.
        tuples: most earlier theorems for a later one and a lemma, the nearest first.
        conjectures: also those of the conjecturer.
        goals: of their proofs, each a theorem with a proof.
        neighbours: theorems before one in its file that lead to it without a lemma.
    """
    lessons = [
        proof_lesson(theorem.statement, theorem.proof, 1.0, header)
        for theorem in taught
        if theorem.proof
    ]
    lessons += [proof_lesson(goal.statement, goal.proof, 1.0, header) for goal in goals]
    if not conjectures:
        return lessons
    earlier: dict[tuple[str, str], list[TracedTheorem]] = defaultdict(list)
    for theorem in taught:
        if not theorem.proof:
            continue
        for name in theorem.uses:
            lemma = library.by_name[name]
            if not held_out.isdisjoint(lemma.statement.keys):
                continue
            near = earlier[theorem.module, name]
            shown = near if tuples is None else near[-tuples:]
            lessons += [
                conjecture_lesson(
                    lemma.statement.text, seed.statement, seed.proof, theorem.statement, 1.0, header
                )
                for seed in reversed(shown)
            ]
            near.append(theorem)
    pairs = [*_neighbours(taught, neighbours), *_goals_led(library, taught, goals, tuples)]
    for name, easy, proof, hard in pairs:
        shown_lemma = library.by_name[name].statement if name else None
        if shown_lemma is None or not held_out.isdisjoint(shown_lemma.keys):
            text = ""
        else:
            text = shown_lemma.text
        lessons.append(conjecture_lesson(text, easy, proof, hard, 1.0, header))
    return lessons


#: Name of a lemma or "", an easier statement with its proof, and the one that it leads to.
_Pair = tuple[str, Statement, str, Statement]


def _neighbours(taught: Sequence[TracedTheorem], most: int) -> Iterator[_Pair]:
    """Theorems that lead to the next ones of their file, the nearest first."""
    before: dict[str, list[TracedTheorem]] = defaultdict(list)
    for theorem in taught:
        if not theorem.proof:
            continue
        near = before[theorem.module]
        for easy in reversed(near[max(0, len(near) - most) :]):
            yield "", easy.statement, easy.proof, theorem.statement
        near.append(theorem)


def _goals_led(
    library: Library,
    taught: Sequence[TracedTheorem],
    goals: Sequence[GoalTheorem],
    most: int | None,
) -> Iterator[_Pair]:
    """Goals that lead to what they are part of the proof of: their theorem, or an earlier goal; by
    the first lemma that both use, else by none. The largest part comes first."""
    of_theorem: dict[str, list[GoalTheorem]] = defaultdict(list)
    for goal in goals:
        of_theorem[goal.theorem].append(goal)
    for theorem in taught:
        own = of_theorem.get(theorem.statement.name, [])
        whole = (theorem.statement, None, theorem.uses)
        parts = [(goal.statement, goal.span, goal.uses) for goal in own if not goal.easy]
        for hard, span, uses in (whole, *parts):
            inner = [goal for goal in own if span is None or _within(goal.span, span)]
            inner.sort(key=lambda goal: (goal.span[0] - goal.span[1], goal.span[0]))
            for goal in inner[:most]:
                shared = [name for name in goal.uses if name in uses and name in library.by_name]
                yield (shared[0] if shared else ""), goal.statement, goal.proof, hard


def _within(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1] and inner != outer


def check_held_out(lessons: Sequence[Taught], held_out: frozenset[str], when: str) -> int:
    """Makes sure that no lesson is about a held-out statement; gives how many were checked.

    Raises:
        HeldOutError: one is.
    """
    for taught in lessons:
        if not held_out.isdisjoint(taught.keys):
            raise HeldOutError(
                f"{when}: {taught.about} says what a held-out theorem says, and was to be learned",
                "split again so that equal statements are in one part: sensei data split",
            )
    return len(lessons)
