"""A traced proof as scopes, in the manner of Paperproof: hypotheses that grow downwards, goals that
grow upwards, and a scope for whatever is proved on its own.

It follows metavariables, not the text: a tactic assigns the goal that it closes, and the goals that
the assignment leaves open (a step's links) are what is proved next. One such goal goes on in the
same scope; several are a scope each, and so is what is proved inside a tactic (the cases of
``induction``, the ``by`` of a ``have``), which no link of it leads to. A goal that changes because
another one's proof assigned what they share is the same goal in another state.

Left out: how it looks (sensei/web/src/pages/proof.tsx).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sensei.core.holes import leaves_open
from sensei.data.steps import real_tactics
from sensei.store import Store
from sensei.store.records import DeclarationRecord, GoalRecord, HypothesisRecord, StepRecord

#: A tactic is told by its first line, cut here, characters.
TACTIC_LENGTH = 200
_NAME = re.compile(r"[^\W\d][\w'!?✝]*(?:\.[\w'!?✝]+)*")
# How a hypothesis is kept whose name cannot be typed; Lean prints a dagger.
_HIDDEN = re.compile(r"\.\d+$")
# What follows the tactic itself, where it holds others.
_OPENS = re.compile(r"\s+(?:with|by|=>|:=\s*by)$")


@dataclass(frozen=True, slots=True)
class Scope:
    """What is proved on its own, from its beginning to its end.

    Args:
        case: the goal's case tag, or "".
        hypotheses: those that the scope around it does not have.
        target: what is to be proved.
        rows: what was done, in order; the last closes the scope.
        is_open: nothing closes it.
    """

    case: str
    hypotheses: tuple[HypothesisRecord, ...]
    target: str
    rows: tuple[Row, ...]
    is_open: bool

    def to_json(self) -> dict[str, Any]:
        """As the dashboard reads it."""
        return {
            "case": self.case,
            "hypotheses": [_hypothesis(h) for h in self.hypotheses],
            "target": self.target,
            "rows": [row.to_json() for row in self.rows],
            "open": self.is_open,
        }


@dataclass(frozen=True, slots=True)
class Row:
    """One tactic in a scope.

    Args:
        step: its place in the module's record.
        tactic: its first line.
        line: in the source, from 1; None if that is not known.
        uses: hypotheses that it names.
        new: hypotheses that are there after it and were not before.
        gone: names of those that are there no more.
        target: what is to be proved after it, if that is another; None if it is not, or nothing is.
        scopes: what is proved on its own.
    """

    step: int
    tactic: str
    line: int | None
    uses: tuple[str, ...]
    new: tuple[HypothesisRecord, ...]
    gone: tuple[str, ...]
    target: str | None
    scopes: tuple[Scope, ...]

    def to_json(self) -> dict[str, Any]:
        """As the dashboard reads it."""
        return {
            "step": self.step,
            "tactic": self.tactic,
            "line": self.line,
            "uses": list(self.uses),
            "new": [_hypothesis(h) for h in self.new],
            "gone": list(self.gone),
            "target": self.target,
            "scopes": [scope.to_json() for scope in self.scopes],
        }


def proof_view(store: Store, declaration: DeclarationRecord) -> dict[str, Any]:
    """The proof of a declaration as a JSON object; ``scopes`` is empty for one without tactics."""
    steps = store.steps([declaration.id])
    links = {effect.position: dict(effect.links) for effect in store.effects(declaration.module_id)}
    scopes = proof_scopes(steps, links, store.goals(declaration.module_id)) if steps else ()
    return {
        "declaration": declaration.id,
        "name": declaration.name,
        "module": declaration.module,
        "kind": declaration.kind,
        "type": declaration.type,
        "proof": declaration.proof_kind,
        "steps": len(real_tactics(steps)),
        "scopes": [scope.to_json() for scope in scopes],
    }


def proof_scopes(
    steps: Sequence[StepRecord],
    links: Mapping[int, Mapping[int, tuple[int, ...]]],
    goals: Sequence[GoalRecord],
) -> tuple[Scope, ...]:
    """The outermost scopes of one declaration: nearly always one.

    Args:
        steps: its steps.
        links: of each step by its place, what each closed goal leaves open.
        goals: of its module, by place.
    """
    return _Proof.of(steps, links, goals).outermost()


@dataclass(slots=True)
class _Proof:
    steps: Mapping[int, StepRecord]
    goals: Sequence[GoalRecord]
    # Of each goal, the step that is shown as what closes it, and what that leaves open.
    by: dict[int, StepRecord] = field(default_factory=dict)
    left: dict[int, tuple[int, ...]] = field(default_factory=dict)
    # Of each goal, the first goals of what is proved inside the step that closes it.
    inside: dict[int, list[int]] = field(default_factory=dict)
    # Of each metavariable, the states that are closed.
    states: dict[str, list[int]] = field(default_factory=dict)
    roots: list[int] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)

    @classmethod
    def of(
        cls,
        steps: Sequence[StepRecord],
        links: Mapping[int, Mapping[int, tuple[int, ...]]],
        goals: Sequence[GoalRecord],
    ) -> _Proof:
        proof = cls({step.position: step for step in steps}, goals)
        # The innermost tactic that can be typed, or sorry; where there is none, any.
        typed = {step.position for step in real_tactics(steps)}
        typed |= {step.position for step in steps if leaves_open(step.text)}
        depth = {step.position: len(list(proof._around(step))) for step in steps}
        for step in sorted(steps, key=lambda s: (s.position in typed, depth[s.position])):
            for goal, left in links.get(step.position, {}).items():
                proof.by[goal], proof.left[goal] = step, left
        for number, state in enumerate(goals):
            if number in proof.by:
                proof.states.setdefault(state.mvar_id, []).append(number)
        proof._place(typed)
        return proof

    def _around(self, step: StepRecord) -> Iterator[StepRecord]:
        """The steps around one, inside out."""
        while step.parent is not None and step.parent in self.steps:
            step = self.steps[step.parent]
            yield step

    def _closed_state(self, goal: int) -> int:
        """The goal, or the later state of the same metavariable that is closed instead."""
        if goal in self.by:
            return goal
        later = self.states.get(self.goals[goal].mvar_id, ())
        return next((state for state in later if state > goal), goal)

    def _place(self, typed: set[int]) -> None:
        """Finds what begins where: at the top, or inside a step."""
        reached = {self._closed_state(goal) for left in self.left.values() for goal in left}
        closes: dict[int, int] = {}
        for goal, step in sorted(self.by.items()):
            closes.setdefault(step.position, goal)
        for goal, step in sorted(self.by.items(), key=lambda item: (item[1].position, item[0])):
            if goal in reached:
                continue
            around = next((s for s in self._around(step) if s.position in closes), None)
            if around is None:
                self.roots.append(goal)
            elif step.position in typed:  # else it is a part of what is shown as one tactic
                self.inside.setdefault(closes[around.position], []).append(goal)

    def outermost(self) -> tuple[Scope, ...]:
        return tuple(self._scope(goal, ()) for goal in self.roots)

    def _scope(self, goal: int, around: tuple[HypothesisRecord, ...]) -> Scope:
        first = self.goals[goal]
        rows: list[Row] = []
        is_open = True
        while (goal := self._closed_state(goal)) in self.by and goal not in self.seen:
            at = self.goals[goal]
            self.seen.add(goal)
            step, left = self.by[goal], self.left[goal]
            goes_on = self.goals[left[0]] if len(left) == 1 else None
            begin = [*self.inside.get(goal, ()), *(left if goes_on is None else ())]
            rows.append(_row(step, at, goes_on, [self._scope(g, at.hypotheses) for g in begin]))
            if goes_on is None:
                is_open = False
                break
            goal = left[0]
        return Scope(
            first.user_name, without(first.hypotheses, around), first.target, tuple(rows), is_open
        )


def _row(step: StepRecord, at: GoalRecord, after: GoalRecord | None, scopes: list[Scope]) -> Row:
    text = tactic_line(step.text)
    words = names_in(text)
    new: tuple[HypothesisRecord, ...] = ()
    gone: tuple[HypothesisRecord, ...] = ()
    if after is not None:
        new, gone = without(after.hypotheses, at.hypotheses), without(
            at.hypotheses, after.hypotheses
        )  # fmt: skip
    return Row(
        step=step.position,
        tactic=text,
        line=step.range.start_line if step.range else None,
        uses=tuple(dict.fromkeys(h.name for h in at.hypotheses if h.name in words)),
        new=new,
        gone=tuple(h.name for h in gone),
        target=after.target if after is not None and after.target != at.target else None,
        scopes=tuple(scopes),
    )


def tactic_line(text: str) -> str:
    """A tactic as one line, without the tactics that it holds."""
    lines = text.strip().splitlines()
    line = lines[0] if lines else ""
    if len(lines) > 1:
        short = _OPENS.sub("", line)
        line = short if short != line else f"{line} …"
    return line if len(line) <= TACTIC_LENGTH else line[: TACTIC_LENGTH - 1] + "…"


def names_in(text: str) -> set[str]:
    """The names that a tactic's text has."""
    return set(_NAME.findall(text))


def without(
    these: Iterable[HypothesisRecord], those: Sequence[HypothesisRecord]
) -> tuple[HypothesisRecord, ...]:
    """These hypotheses, but for those."""
    known = set(those)
    return tuple(hypothesis for hypothesis in these if hypothesis not in known)


def _hypothesis(hypothesis: HypothesisRecord) -> dict[str, str]:
    name = _HIDDEN.sub("✝", hypothesis.name)
    return {"name": name, "type": hypothesis.type, "value": hypothesis.value}
