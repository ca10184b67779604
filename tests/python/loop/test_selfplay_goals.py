"""Goals of traced proofs as theorems: their text, which are taken, and what they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sensei.loop.selfplay.goals import GoalTheorem, checked_goals, signature
from sensei.loop.selfplay.lessons import first_lessons
from sensei.loop.selfplay.pool import Answer, Checked, Job, JudgeJob, Judgement, ProofJob
from sensei.loop.selfplay.statements import Library, TracedTheorem
from sensei.loop.selfplay.values import Statement, Tried, TriedProof
from sensei.models.statement_prompt import HARD


@pytest.mark.parametrize(
    ("pretty", "said"),
    [
        ("⊢ 1 = 1", ": 1 = 1"),
        ("case succ\nn m : Nat\nih : n ≤\n    m\n⊢ n + 1 ≤ m + 1",
         "(n m : Nat) (ih : n ≤ m) : n + 1 ≤ m + 1"),
        ("h : a = b\n⊢ P ∧\n    Q", "(h : a = b) : P ∧ Q"),
        # What a statement cannot say: names nobody can write, values, holes.
        ("n✝ : Nat\n⊢ True", None),
        ("n : Nat\nx : Nat := n + 1\n⊢ x = n + 1", None),
        ("n : Nat\n⊢ n = ?m", None),
    ],
)  # fmt: skip
def test_a_goal_as_a_statement(pretty: str, said: str | None) -> None:
    assert signature(pretty) == said


def goal(name: str, span: tuple[int, int], uses: tuple[str, ...] = (), easy: bool = False) -> (
    GoalTheorem
):  # fmt: skip
    statement = Statement(f"A/{name}", "", f"theorem {name} : {name}", keys=(f"text:{name}",))
    return GoalTheorem(statement, f"exact {name}", "A", span, uses, easy)


def theorem(name: str, uses: tuple[str, ...] = ()) -> TracedTheorem:
    statement = Statement(name, name, f"theorem {name} : {name}", keys=(f"type:{name}",))
    return TracedTheorem(statement, "M", "simp", uses, 0)


def led(taught: tuple[TracedTheorem, ...], goals: list[GoalTheorem], **how: int) -> list[str]:
    """The conjecturer's lessons: lemma, easier and harder one."""
    options = {"tuples": 4} | how
    made = first_lessons(
        Library(taught), taught, frozenset({"type:H"}), goals=goals, header=False, **options
    )
    found = []
    for each in made:
        prompt = each.lesson.prompt
        if f"{HARD}\n" in prompt:
            lemma = prompt.split("<lemma>\ntheorem ")[1].split(" ")[0]
            easy = prompt.split("<easy theorem>\ntheorem ")[1].split(" ")[0]
            hard = each.lesson.completion.split()[0]
            found.append(f"{lemma} {easy} {hard}")
    return found


def test_goals_lead_to_what_they_are_part_of() -> None:
    goals = [goal("g1", (10, 90)), goal("g2", (20, 40), ("L",)), goal("g3", (50, 60), ("H",))]
    taught = (theorem("L"), theorem("H"), theorem("A", ("L", "H")))
    # By the lemma that both use, unless it is held out; the largest part first.
    assert led(taught, goals) == [
        "true g1 A", "L g2 A", "true g3 A", "true g2 g1", "true g3 g1",
    ]  # fmt: skip
    assert led(taught, goals, tuples=1) == ["true g1 A", "true g2 g1"]
    # What one tactic proves is nothing to make up, but a part of something.
    easy = [goal("g1", (10, 90), easy=True), goal("g2", (20, 40))]
    assert led(taught, easy) == ["true g1 A", "true g2 A"]


def test_theorems_lead_to_their_neighbours() -> None:
    taught = (theorem("A"), theorem("B"), theorem("C"))
    assert led(taught, []) == []
    assert led(taught, [], neighbours=2) == ["true A B", "true B C", "true A C"]
    assert led(taught, [], neighbours=1) == ["true A B", "true B C"]


def test_the_proofs_of_goals_are_taught() -> None:
    goals = [goal("g1", (10, 90))]
    made = first_lessons(
        Library(()), (), frozenset(), goals=goals, tuples=None, header=False, conjectures=False
    )
    ((lesson, about, keys),) = [(each.lesson, each.about, each.keys) for each in made]
    assert ("theorem g1 : g1 := by" in lesson.prompt, "exact g1" in lesson.completion) == (
        True,
        True,
    )
    assert (about, keys) == ("A/g1", ("text:g1",))


@dataclass
class OneAtATime:
    """A pool whose desk is told by name what to say, and counts what it was asked."""

    says: dict[str, str]
    asked: list[Job] = field(default_factory=list)
    workers: int = 1

    def submit(self, job: Job) -> Future[Answer]:
        self.asked.append(job)
        made: Future[Answer] = Future()
        made.set_result(self._answer(job))
        return made

    def _answer(self, job: Job) -> Answer:
        name = job.statement.id
        said = self.says.get(name, "")
        if isinstance(job, JudgeJob):
            return Judgement(name, said if said != "tactic" else "", "", f"printed {name}")
        assert isinstance(job, ProofJob)
        ((proof, times),) = job.proofs
        outcome = "tactic" if said == "tactic" else "not_judged"
        return Checked(Tried(name, 1, (TriedProof(proof, times, False, outcome),)))

    def close(self) -> None:
        pass


def test_lean_says_which_goals_are_taught(tmp_path: Path) -> None:
    names = ("good", "easy", "unread", "apart", "wrong")
    goals = [goal(name, (at, at + 1)) for at, name in enumerate(names)]
    pool = OneAtATime(
        {
            "A/easy": "trivial", "A/unread": "does_not_elaborate", "A/apart": "held_out",
            "A/wrong": "tactic",
        }
    )  # fmt: skip

    def checked(pool: OneAtATime) -> Iterator[tuple[str, bool]]:
        for each in checked_goals(goals, frozenset({"k"}), ["H"], tmp_path, lambda: pool):
            assert len(each.statement.keys) == 2  # the text, and what Lean prints
            yield each.statement.id, each.easy

    assert list(checked(pool)) == [("A/good", False), ("A/easy", True)]
    judged = [job for job in pool.asked if isinstance(job, JudgeJob)]
    assert {(job.known, job.held_out, job.vacuity) for job in judged} == {
        (("H",), frozenset({"k", "H"}), False)
    }
    # What is known is not asked again.
    again = OneAtATime({})
    assert list(checked(again)) == [("A/good", False), ("A/easy", True)]
    assert again.asked == []
