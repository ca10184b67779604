"""Which traced steps are tactics as a user would type them.

The tracer records every tactic node Lean elaborates: containers, expansions of macros and the inner
rewrites of ``rw`` too. What is kept here can be typed as one line of a script on its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sensei.core.holes import leaves_open
from sensei.store.records import StepRecord

_TACTIC = "Lean.Parser.Tactic."
_BY = "Lean.Parser.Term.byTactic"
# Nodes that only hold other tactics.
_CONTAINERS = {
    _BY,
    _TACTIC + "tacticSeq",
    _TACTIC + "tacticSeq1Indented",
    _TACTIC + "tacticSeqBracketed",
    _TACTIC + "paren",
    _TACTIC + "inductionAlts",
    _TACTIC + "inductionAlt",
    _TACTIC + "inductionAltLHS",
    _TACTIC + "withAnnotateState",
    _TACTIC + "tacticRhs",
    _TACTIC + "rwRuleSeq",
    _TACTIC + "rwRule",
    _TACTIC + "tacticStop_",
    "Lean.calcSteps",
    "Lean.calcFirstStep",
    "Lean.calcStep",
    "Lean.cdot",
    "Lean.cdotTk",
    "cdot",
    "choice",
    "null",
    "group",
    "ident",
    "",
}
# Tactics whose inner steps are theirs alone, unless a ``by`` starts a proof inside.
_WHOLE = re.compile(
    r"^Lean\.Parser\.Tactic\.(rw\w*|rewriteSeq|tacticRw\w*|tacticErw\w*|tacticRwa\w*)$"
)
_CONV = _TACTIC + "Conv."
# How the text of a node begins that is no tactic (a bullet, an alternative, a bracket, an arrow).
_NO_TACTIC = ("·", ".", "|", "=>", "]", ")", "}", ";", ",", "<;>", "by ", "by\n", ":=")


def real_tactics(steps: Sequence[StepRecord]) -> list[StepRecord]:
    """The steps of one module that can be typed on their own, in the order given.

    Dropped: containers (``by``, bullets, sequences, parentheses, alternatives), what ``rw`` does
    inside, ``conv``'s own language, the expansion of a macro (a step in the same place as the
    tactic around it), steps that leave the goals as they were, and steps with sorry or admit.
    A structured tactic is kept whole, and so are the tactics inside it.
    """
    by_position = {step.position: step for step in steps}
    return [step for step in steps if _is_real(step, by_position)]


def _is_real(step: StepRecord, steps: dict[int, StepRecord]) -> bool:
    if not step.goals_before or step.goals_before == step.goals_after:
        return False
    if _is_container(step) or (step.kind.startswith(_CONV) and step.kind != _CONV + "conv"):
        return False
    if leaves_open(step.text):
        return False
    ancestors = list(_ancestors(step, steps))
    around = next((a for a in ancestors if not _is_container(a)), None)
    if around is not None and around.range is not None and around.range == step.range:
        return False
    return not _is_part_of_whole(ancestors)


def _is_part_of_whole(ancestors: Iterable[StepRecord]) -> bool:
    for ancestor in ancestors:
        if ancestor.kind == _BY:
            return False
        if _WHOLE.match(ancestor.kind):
            return True
    return False


def _is_container(step: StepRecord) -> bool:
    text = step.text.lstrip()
    if step.kind in _CONTAINERS or step.kind.startswith(("token.", "Lean.Parser.Term.")):
        return True
    return not text or text == "by" or text.startswith(_NO_TACTIC)


def _ancestors(step: StepRecord, steps: dict[int, StepRecord]) -> Iterable[StepRecord]:
    while step.parent is not None and step.parent in steps:
        step = steps[step.parent]
        yield step


def dedent(text: str, column: int) -> str:
    """The text of a step as it would stand at column 0: ends of line are ``\\n``, and lines after
    the first lose up to ``column`` leading spaces."""
    first, *rest = text.replace("\r\n", "\n").rstrip().split("\n")
    lines = [first.rstrip()]
    for line in rest:
        indent = len(line) - len(line.lstrip(" "))
        lines.append(line[min(indent, column) :].rstrip())
    return "\n".join(lines)
