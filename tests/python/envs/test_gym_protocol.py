"""Answers of the protocol, as values."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sensei.core.errors import LeanProcessError
from sensei.core.types import FailureKind, Goal
from sensei.envs.protocol import MESSAGE_CHARS, failure_of, goals_of, messages_of


def var(name: str, kind: str, value: str | None = None, hidden: bool = False) -> dict:
    more = {} if value is None else {"value": {"pp": value}}
    return {
        "name": f"_{name}",
        "userName": name,
        "isInaccessible": hidden,
        "type": {"pp": kind},
        **more,
    }


def test_a_goal_of_pantograph_is_printed_as_lean_does() -> None:
    goal = {
        "name": "_uniq.7",
        "userName": "inl",
        "target": {"pp": "x = y"},
        "vars": [
            var("x", "Nat"), var("y", "Nat"), var("z", "Nat", "1"), var("w", "Nat"),
            var("h", "x < y"), var("this", "True", hidden=True),
        ],
    }  # fmt: skip
    assert goals_of({"goals": [goal]}) == (
        Goal(
            "_uniq.7", "x y : Nat\nz : Nat := 1\nw : Nat\nh : x < y\nthis✝ : True\n⊢ x = y", "inl"
        ),
    )


def test_the_servers_own_text_comes_first() -> None:
    goal = {"name": "_uniq.7", "pretty": "⊢ True", "target": {"pp": "no"}, "vars": [{}]}
    assert goals_of({"goals": [goal]}) == (Goal("_uniq.7", "⊢ True"),)


def test_a_conversion_has_a_bar() -> None:
    goal = {"name": "g", "fragment": "conv", "target": {"pp": "x"}, "vars": []}
    assert goals_of({"goals": [goal]})[0].pretty == "| x"


@pytest.mark.parametrize(
    "answer", [{}, {"goals": None}, {"goals": [1]}, {"goals": [{}]}, {"goals": [{"name": "x"}]}]
)
def test_goals_that_are_none_are_refused(answer: dict) -> None:
    with pytest.raises(LeanProcessError, match="none"):
        goals_of(answer)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ({"parseError": "<input>:1:3: expected term"}, FailureKind.PARSE),
        ({"failure": "heartbeats", "messages": ["x"]}, FailureKind.HEARTBEATS),
        ({"error": "timeout"}, FailureKind.TIMEOUT),
        ({"error": "core", "desc": "x"}, FailureKind.TACTIC),
        ({"messages": [{"severity": "error", "data": "no"}]}, FailureKind.TACTIC),
        ({"nextStateId": 1, "goals": [], "hasSorry": True}, FailureKind.FORBIDDEN),
        ({"nextStateId": 1, "goals": [], "hasUnsafe": True}, FailureKind.FORBIDDEN),
        ({"nextStateId": 1, "goals": [], "hasSorry": False, "messages": []}, None),
    ],
)
def test_why_a_tactic_failed(answer: dict, kind: FailureKind | None) -> None:
    failure = failure_of(answer)
    assert (failure and failure[0]) == kind


def test_errors_hide_the_other_messages() -> None:
    both = [{"severity": "info", "data": "Try this"}, {"severity": "error", "data": "no"}]
    assert messages_of({"messages": both}) == "no"
    assert messages_of({"messages": both[:1]}) == "Try this"


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["name", "target", "vars", "data", "pp"]), inner)
    ),
    max_leaves=8,
)


@given(st.fixed_dictionaries({}, optional={"messages": json, "failure": json, "goals": json}))
def test_any_answer_is_a_value_or_an_error_of_ours(answer: dict) -> None:
    failure = failure_of(answer)
    assert failure is None or len(failure[1]) <= MESSAGE_CHARS + 1
    with contextlib.suppress(LeanProcessError):
        goals_of(answer)
