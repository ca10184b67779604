"""Renaming of local names keeps a pair true."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sensei.trainers.augment import local_names, rename_bound, rename_locals, skeleton

STATE = (
    "case cons\nxs ys : List Nat\nx✝ x : Nat\nih : length (xs ++ ys) = xs.length + Foo.x\n"
    "this : ∀ h, h = x\nh' : x = 1\nf : Nat → Nat := fun y => y + x\n⊢ length (x :: xs) = xs.h.x"
)
TACTIC = "simp [length, ih, h'.symm]\nexact this x |>.x"


def test_local_names_are_those_before_the_colon() -> None:
    assert local_names(STATE) == ["xs", "ys", "x✝", "x", "ih", "this", "h'", "f"]
    assert local_names("⊢ a = b") == []


def renaming_of(before: str, after: str) -> dict[str, str]:
    word = re.compile(r"[\w'✝]+")
    old, new = word.findall(before), word.findall(after)
    assert len(old) == len(new)
    assert word.sub("#", before) == word.sub("#", after)
    return {a: b for a, b in zip(old, new, strict=True) if a != b}


@given(st.integers(0, 10_000))
def test_only_local_names_change_everywhere_alike_and_to_unused_ones(seed: int) -> None:
    state, tactic = rename_locals(STATE, TACTIC, random.Random(seed))
    mapping = renaming_of(STATE + "\n" + TACTIC, state + "\n" + tactic)
    assert set(mapping) <= {"xs", "ys", "x", "ih", "h'", "f"}
    assert len(set(mapping.values())) == len(mapping)
    used = set(re.findall(r"[\w'✝]+", STATE + "\n" + TACTIC))
    assert not used & set(mapping.values())
    assert "Foo.x" in state
    assert ".h.x" in state
    assert tactic.endswith("|>.x")
    assert "x✝" in state
    assert "this" in tactic
    for old, new in mapping.items():
        for text in (state, tactic):
            assert not re.search(rf"(?<![\w'!?.✝]){re.escape(old)}(?![\w'!?✝])", text)
            assert new not in ("at", "by", "in", "fun")


def test_the_choice_depends_on_the_seed_alone_and_changes_with_it() -> None:
    made = {rename_locals(STATE, TACTIC, random.Random(seed)) for seed in range(30)}
    assert len(made) > 20
    again = rename_locals(STATE, TACTIC, random.Random(4))
    assert again == rename_locals(STATE, TACTIC, random.Random(4))


@pytest.mark.parametrize("state", ["", "⊢ True", "x✝ : Nat\n⊢ x✝ = x✝"])
def test_a_state_without_names_stays(state: str) -> None:
    assert rename_locals(state, "simp", random.Random(0)) == (state, "simp")


@pytest.mark.parametrize(
    ("tactic", "expected"),
    [
        (
            "induction xs with\n| nil => rfl\n| cons x xs ih =>\n  simp [f]\n  exact ih",
            "induction xs with\n| nil => ?_\n| cons x xs ih => ?_",
        ),
        (
            "cases h : f n with\n  | some k =>\n    cases k with\n    | zero => rfl\n"
            "    | succ k => rfl\n  | none => exact fun h => h",
            "cases h : f n with\n  | some k => ?_\n  | none => ?_",
        ),
        (
            "induction n with\n| zero | succ n ih => rfl",
            "induction n with\n| zero | succ n ih => ?_",
        ),
        ("induction n with\n| zero => ?_\n| succ n ih => ?_", None),
        ("cases h\n· rfl\n· rfl", None),
        ("simp [f]", None),
        ("induction n with simp\n| zero => rfl", None),
        ("match n with\n| 0 => rfl\n| n + 1 => rfl", None),
    ],
)
def test_a_skeleton_leaves_the_alternatives_open(tactic: str, expected: str | None) -> None:
    assert skeleton(tactic) == expected


def test_bound_names_are_renamed_in_prompt_and_completion_alike() -> None:
    prompt = (
        "variable (b : Bin)\n\ntheorem a (n m : Nat) {α : Type} [Inhabited α] : f b n = m := by\n"
    )
    completion = "  cases b with\n  | one b ih => simp [f, n.succ, x.m]"
    changed = False
    for seed in range(20):
        new_prompt, new_completion = rename_bound(prompt, completion, random.Random(seed))
        found = re.fullmatch(
            r"variable \((\S+) : Bin\)\n\ntheorem a \((\S+) (\S+) : Nat\) \{(\S+) : Type\} "
            r"\[Inhabited (\S+)\] : f (\S+) (\S+) = (\S+) := by\n",
            new_prompt,
        )
        assert found is not None
        b, n, m, kind = found.groups()[:4]
        assert found.groups()[4:] == (kind, b, n, m)
        assert len({b, n, m, kind, "ih", "f", "x"}) == 7
        # A field keeps its name.
        said = f"  cases {b} with\n  | one {b} ih => simp [f, {n}.succ, x.m]"
        assert new_completion == said
        changed = changed or (new_prompt, new_completion) != (prompt, completion)
    assert changed
