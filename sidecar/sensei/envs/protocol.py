"""Pantograph's JSON answers, as core values.

Field names are Pantograph's (leanprover/Pantograph, Protocol.lean); ``pretty`` in a goal,
``failure`` of a tactic, ``gym.batch`` and ``gym.theorems`` are the Gym's own. A field
that Lean calls ``foo?`` is ``foo`` here, and left out when it is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sensei.core.errors import LeanProcessError
from sensei.core.types import FailureKind, Goal, Whereabouts

MESSAGE_CHARS = 2000
# Most messages that are kept of a tactic that ran.
SAID = 50


def goals_of(answer: Mapping[str, Any]) -> tuple[Goal, ...]:
    """The goals of an answer, in Lean's order.

    Raises:
        LeanProcessError: the answer has none, or they are no goals.
    """
    try:
        return tuple(_goal(goal) for goal in answer["goals"])
    except (KeyError, TypeError, AttributeError) as error:
        raise LeanProcessError(f"Lean's step server sent goals that are none: {error!r}") from None


def _goal(goal: Mapping[str, Any]) -> Goal:
    pretty = goal.get("pretty")
    return Goal(
        id=str(goal["name"]),
        pretty=str(pretty) if pretty is not None else _render(goal),
        user_name=str(goal.get("userName") or ""),
    )


def _render(goal: Mapping[str, Any]) -> str:
    """A goal as Lean prints it: neighbours of one type share a line, then the target."""
    blocks: list[tuple[list[str], str, str]] = []
    for var in goal.get("vars", []):
        name = str(var["userName"]) + ("✝" if var.get("isInaccessible") else "")
        kind, value = _text(var.get("type")), _text(var.get("value"))
        if blocks and blocks[-1][1:] == (kind, "") and not value:
            blocks[-1][0].append(name)
        else:
            blocks.append(([name], kind, value))
    lines = [
        " ".join(names) + (f" : {kind}" if kind else "") + (f" := {value}" if value else "")
        for names, kind, value in blocks
    ]
    sign = "|" if goal.get("fragment") == "conv" else "⊢"
    return "\n".join([*lines, f"{sign} {_text(goal['target'])}"])


def _text(expression: Any) -> str:
    return "" if expression is None else str(expression.get("pp", ""))


def whereabouts_of(answer: Mapping[str, Any]) -> Whereabouts:
    """Where the goal of a place stands, from the answer that opened it.

    Raises:
        LeanProcessError: the answer does not say.
    """

    def span(name: str) -> tuple[int, int] | None:
        return None if name not in answer else (int(answer[name][0]), int(answer[name][1]))

    command = span("command")
    if command is None:
        raise LeanProcessError("Lean's step server does not say where a place is")
    return Whereabouts(str(answer.get("declaration", "")), command, span("body"), span("example"))


def messages_of(answer: Mapping[str, Any]) -> str:
    """What Lean said: the errors, or everything when there is no error; bounded."""
    messages = answer.get("messages") or []
    if not isinstance(messages, Sequence) or isinstance(messages, str):
        messages = [messages]
    texts = [(_severity(m), _data(m)) for m in messages]
    errors = [text for severity, text in texts if severity == "error"]
    text = "\n".join(errors or [text for _, text in texts])
    return text if len(text) <= MESSAGE_CHARS else text[:MESSAGE_CHARS] + "…"


def said_by(answer: Mapping[str, Any]) -> tuple[str, ...]:
    """What Lean said of a tactic that ran, each message by itself; bounded."""
    messages = answer.get("messages") or []
    if not isinstance(messages, Sequence) or isinstance(messages, str):
        messages = [messages]
    return tuple([_data(message)[:MESSAGE_CHARS] for message in messages[:SAID]])


def _severity(message: Any) -> str:
    return str(message.get("severity", "error")) if isinstance(message, Mapping) else "error"


def _data(message: Any) -> str:
    return str(message.get("data", "")) if isinstance(message, Mapping) else str(message)


def failure_of(answer: Mapping[str, Any]) -> tuple[FailureKind, str] | None:
    """Why a tactic's answer is a failure, or None if it gives a next state.

    A step that leaned on ``sorry`` or unsafe code is one: what follows it would be worth nothing.
    """
    said = messages_of(answer)
    if answer.get("parseError"):
        return FailureKind.PARSE, str(answer["parseError"])[:MESSAGE_CHARS]
    if "failure" in answer or "error" in answer:
        kind = str(answer.get("failure", answer.get("error")))
        known = kind in ("parse", "tactic", "forbidden", "timeout", "heartbeats")
        text = said or str(answer.get("desc", kind))[:MESSAGE_CHARS]
        return (FailureKind(kind) if known else FailureKind.TACTIC), text
    if answer.get("hasSorry"):
        return FailureKind.FORBIDDEN, "the tactic uses sorry"
    if answer.get("hasUnsafe"):
        return FailureKind.FORBIDDEN, "the tactic uses unsafe code"
    if "nextStateId" not in answer or "goals" not in answer:
        return FailureKind.TACTIC, said
    return None
