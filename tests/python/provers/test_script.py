"""Proof texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sensei.provers.script import proof_text


@pytest.mark.parametrize(
    ("tactics", "text"),
    [
        (("simp",), "by\n  simp"),
        (("intro h", "exact h"), "by\n  intro h\n  exact h"),
        (
            ("induction n with\n| zero => rfl\n| succ n ih =>\n  simp\n  exact ih",),
            "by\n  induction n with\n  | zero => rfl\n  | succ n ih =>\n    simp\n    exact ih",
        ),
        (("  · simp\n    done\n  · rfl",), "by\n  · simp\n    done\n  · rfl"),
        (("\n\ncases h\n\n  ",), "by\n  cases h"),
        (
            ("calc a\n  _ = b := x\n\n  _ = c := y",),
            "by\n  calc a\n    _ = b := x\n\n    _ = c := y",
        ),
        (("simp\r\nrfl\r\n",), "by\n  simp\n  rfl"),
        ((), "by\n  done"),
    ],
)
def test_texts(tactics: tuple[str, ...], text: str) -> None:
    assert proof_text(tactics) == text


line = st.builds(
    lambda column, word: " " * column + word, st.integers(0, 8), st.sampled_from(["a", "· b", "|c"])
)


@given(st.lists(line, min_size=1, max_size=6))
def test_relative_places_are_kept(lines: list[str]) -> None:
    def columns(text: list[str]) -> list[int]:
        return [len(part) - len(part.lstrip()) for part in text]

    placed = proof_text(["\n".join(lines)]).split("\n")[1:]
    before, after = columns(lines), columns(placed)
    assert after[0] == 2
    assert [part.strip() for part in placed] == [part.strip() for part in lines]
    for x, y in zip(before, after, strict=True):
        assert y - 2 == max(0, x - before[0])
