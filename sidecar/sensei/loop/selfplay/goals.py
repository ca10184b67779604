"""Goals of traced proofs as theorems of their own: what was to be proved at a tactic, with the rest
of its proof.

They teach a small model more than whole theorems do, and show how an easier statement stands in the
proof of a harder one. The text of a goal is as Lean printed it, so Lean is asked whether it reads
it back, whether the rest of the proof proves it, and whether it says what a held-out theorem says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from sensei.data.proof_goals import rest_of_proof, stands_alone
from sensei.data.steps import dedent, real_tactics
from sensei.loop.selfplay.desk import said_key
from sensei.loop.selfplay.folder import Journal
from sensei.loop.selfplay.normal import normal
from sensei.loop.selfplay.pool import Answer, JudgeJob, Judgement, Pool, ProofJob, overlapped
from sensei.loop.selfplay.statements import Library, TracedTheorem
from sensei.loop.selfplay.values import NOT_JUDGED, Statement, Tried, key_of
from sensei.models.prompt import TURNSTILE, split_goal
from sensei.store import Store
from sensei.store.records import DeclarationRecord, ModuleContents

#: Reasons of a judgement that leave a goal worth teaching, though nothing to make up.
_EASY: Final = frozenset({"trivial"})


@dataclass(frozen=True, slots=True)
class GoalTheorem:
    """A goal as a theorem.

    Args:
        statement: with the place of the theorem whose proof it is of.
        proof: the tactics from there on, at column 0.
        theorem: full name of that theorem.
        span: bytes of the file that the proof takes.
        uses: full names of the theorems of the project that these tactics name, in order.
        easy: one tactic of the judge's list proves it.
    """

    statement: Statement
    proof: str
    theorem: str
    span: tuple[int, int]
    uses: tuple[str, ...]
    easy: bool = False


def goal_theorems(
    store: Store, snapshot_id: int, library: Library, theorems: Sequence[TracedTheorem]
) -> list[GoalTheorem]:
    """The goals of some theorems' proofs, by module and place, each text once.

    A theorem's own goal at the beginning of its proof is none of them, nor is one with names that
    nobody can write.
    """
    wanted: dict[str, dict[str, TracedTheorem]] = defaultdict(dict)
    for theorem in theorems:
        if theorem.proof:
            wanted[theorem.module][theorem.statement.name] = theorem
    seen = {normal(theorem.statement.text) for theorem in theorems}
    found = []
    for module in sorted(store.modules(snapshot_id), key=lambda each: each.name):
        if module.name not in wanted:
            continue
        contents = store.contents(module)
        for declaration in contents.declarations:
            of = wanted[module.name].get(declaration.name)
            if of is None or declaration.id != _last(contents, declaration.name):
                continue
            for goal in _goals(contents, declaration, of, library):
                said = normal(goal.statement.text)
                if said not in seen:
                    seen.add(said)
                    found.append(goal)
    return found


def _last(contents: ModuleContents, name: str) -> int:
    return next(each.id for each in reversed(contents.declarations) if each.name == name)


def _goals(
    contents: ModuleContents, declaration: DeclarationRecord, of: TracedTheorem, library: Library
) -> Iterator[GoalTheorem]:
    steps = [step for step in contents.steps if step.declaration_id == declaration.id]
    tactics = [step for step in real_tactics(steps) if stands_alone(step, steps)]
    begin = min((step.range.start_byte for step in tactics if step.range), default=0)
    source = contents.source.encode()
    number = 0
    for step in tactics:
        stop = rest_of_proof(step, steps)
        if step.range is None or step.range.start_byte == begin or stop is None:
            continue
        start = step.range.start_byte
        said = signature(contents.goals[step.goals_before[0]].pretty)
        if said is None:
            continue
        number += 1
        name = f"{of.statement.name.rpartition('.')[2]}_{number}"
        uses = dict.fromkeys(
            premise.name
            for premise in contents.premises
            if premise.declaration_id == declaration.id
            and premise.use is not None
            and start <= premise.use.start_byte < stop
            and premise.name in library.by_name
        )
        text = f"theorem {name} {said}"
        yield GoalTheorem(
            replace(
                of.statement,
                id=f"{of.statement.name}/{number}",
                name="",
                text=text,
                keys=(key_of("text", normal(text)),),
                place=None,
            ),
            dedent(source[start:stop].decode(), step.range.start_column),
            of.statement.name,
            (start, stop),
            tuple(uses),
        )


def signature(pretty: str) -> str | None:
    """A printed goal as binders and a type; None where it has names or values that a statement
    cannot say."""
    hypotheses, target = split_goal(pretty)
    binders = []
    for entry in hypotheses:
        if entry.startswith("case "):
            continue
        names, colon, kind = entry.partition(" : ")
        if not colon or "✝" in entry or ":=" in entry:
            return None
        binders.append(f"({names} : {' '.join(kind.split())})")
    said = " ".join(target.removeprefix(TURNSTILE).split())
    if not said or "✝" in said or "?" in said:
        return None
    return " ".join([*binders, f": {said}"])


def checked_goals(
    goals: Sequence[GoalTheorem],
    held_out: frozenset[str],
    held_out_names: Sequence[str],
    folder: Path,
    pool: Callable[[], Pool],
    progress: Callable[[int, int, int], None] = lambda done, total, kept: None,
) -> list[GoalTheorem]:
    """Those that Lean reads back and proves, and that say nothing that is held out.

    Args:
        held_out: hashes of what held-out theorems say.
        held_out_names: their full names.
        folder: where Lean's answers are kept; what is there is not asked again.
        progress: told how many were asked about, of how many, and how many were kept.
    """
    judged = Journal(folder / "judged.jsonl", Judgement, lambda made: made.statement)
    tried = Journal(folder / "proofs.jsonl", Tried, lambda made: made.statement)
    apart = held_out | frozenset(held_out_names)

    def reads_back(goal: GoalTheorem) -> bool:
        return judged.values[goal.statement.id].rejected in ("", *_EASY)

    def ran(goal: GoalTheorem) -> bool:
        (proof,) = tried.values[goal.statement.id].proofs
        return proof.right or proof.outcome == NOT_JUDGED

    def keep(answer: Answer) -> None:
        if isinstance(answer, Judgement):
            judged.add(answer)
        else:
            tried.add(answer.tried)
        progress(len(judged.values), len(goals), len(tried.values))

    unknown = [
        JudgeJob(goal.statement, tuple(held_out_names), apart, vacuity=False)
        for goal in goals
        if goal.statement.id not in judged.values
    ]
    if unknown:
        overlapped(pool(), unknown, keep, ahead=max(8, 4 * pool().workers))
    read = [goal for goal in goals if reads_back(goal)]
    untried = [
        # Screened only: a traced proof is not news, and teaches whatever it is.
        ProofJob(goal.statement, 1, ((goal.proof, 1),), verified=0)
        for goal in read
        if goal.statement.id not in tried.values
    ]
    if untried:
        overlapped(pool(), untried, keep, ahead=max(8, 4 * pool().workers))
    return [_judged(goal, judged.values[goal.statement.id]) for goal in read if ran(goal)]


def _judged(goal: GoalTheorem, made: Judgement) -> GoalTheorem:
    keys = (*goal.statement.keys, said_key(made.printed))
    return replace(goal, statement=replace(goal.statement, keys=keys), easy=made.rejected in _EASY)
