"""The prompt: one form for training and serving, and nothing cut silently."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from sensei.models.prompt import TEMPLATE, build_prompt, byte_length, prompt_hash, split_goal

GOAL = "case succ\nn m : Nat\nh : n = m\nlong : a\n    + b = c\n⊢ n + 1 =\n    m + 1"


def test_a_short_goal_stands_in_the_template_whole() -> None:
    prompt = build_prompt(GOAL)
    assert prompt.text == f"GOAL\n{GOAL}\nTACTIC\n"
    assert (prompt.dropped_hypotheses, prompt.cut_target) == (0, 0)


def test_a_goal_splits_into_whole_hypotheses_and_the_target() -> None:
    hypotheses, target = split_goal(GOAL)
    assert hypotheses == ["case succ", "n m : Nat", "h : n = m", "long : a\n    + b = c"]
    assert target == "⊢ n + 1 =\n    m + 1"


def test_the_farthest_hypotheses_go_first_and_are_counted() -> None:
    whole = byte_length(build_prompt(GOAL).text)
    one_less = build_prompt(GOAL, whole - 1)
    assert one_less.dropped_hypotheses == 1
    assert "case succ" not in one_less.text
    assert "n m : Nat" in one_less.text
    least = build_prompt(GOAL, byte_length(TEMPLATE.format(goal=split_goal(GOAL)[1])))
    assert least.dropped_hypotheses == 4
    assert least.cut_target == 0
    assert least.text == TEMPLATE.format(goal="⊢ n + 1 =\n    m + 1")


def test_a_target_that_does_not_fit_is_cut_at_a_character_and_reported() -> None:
    prompt = build_prompt("h : p\n⊢ " + "∀" * 50, 60)
    assert byte_length(prompt.text) <= 60
    assert prompt.dropped_hypotheses == 1
    kept = prompt.text.count("∀")
    assert prompt.cut_target == 50 - kept
    assert kept > 0


@given(
    st.lists(st.text("hxy∀αβ :=\n ", min_size=1, max_size=30).map(lambda t: "h : " + t.strip())),
    st.text("xy∀=+ ", max_size=40),
    st.integers(30, 200),
)
def test_a_prompt_keeps_to_its_limit_and_its_target(
    hypotheses: list[str], target: str, limit: int
) -> None:
    goal = "\n".join([*hypotheses, "⊢ " + target])
    prompt = build_prompt(goal, limit)
    assert byte_length(prompt.text) <= limit
    if not prompt.cut_target:
        assert prompt.text.endswith(f"⊢ {target}\nTACTIC\n")
        kept = split_goal(prompt.text.removeprefix("GOAL\n"))[0]
        assert kept == split_goal(goal)[0][prompt.dropped_hypotheses :]


def test_the_hash_is_that_of_template_and_rule() -> None:
    from sensei.models import prompt as module

    text = f"{module.TEMPLATE}\0{module.TURNSTILE}\0{module.TRUNCATION_RULE}"
    assert prompt_hash() == hashlib.sha256(text.encode()).hexdigest()
