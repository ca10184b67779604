"""What the first model is taught: the proofs of the taught theorems, and how one theorem leads to
a later one that uses the same lemma.

Source: Dong and Ma 2025 (arXiv:2502.00212), section 3.1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sensei.core.errors import SenseiError
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
) -> list[Taught]:
    """The lessons of the first model.

    Args:
        taught: theorems whose proofs may be shown, by module and place.
        held_out: hashes of statements; a lemma among them is not shown.
        tuples: most earlier theorems for a later one and a lemma, the nearest first.
        conjectures: also those of the conjecturer.
    """
    lessons = [
        proof_lesson(theorem.statement, theorem.proof, 1.0, header)
        for theorem in taught
        if theorem.proof
    ]
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
    return lessons


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
