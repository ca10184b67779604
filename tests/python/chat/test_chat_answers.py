"""What of an answer is given to Lean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sensei.core.types import FailedProof, ProofTask, TheoremRef
from sensei.models.chat.answers import last_block, proof_of, tactic_of
from sensei.models.chat.prompts import proof_conversation, tactic_conversation

LINE = st.text(st.characters(exclude_characters="`~\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029",
                             exclude_categories=("Cs", "Cc")), max_size=20)  # fmt: skip


def fenced(text: str, language: str = "lean4") -> str:
    return f"Thinking about it:\n```{language}\n{text}\n```\nThat should do."


@pytest.mark.parametrize(
    ("block", "tactic"),
    [
        ("simp", "simp"),
        ("  rw [Boolean.foo]", "rw [Boolean.foo]"),
        ("by_cases h : p", "by_cases h : p"),
        ("by simp", "simp"),
        ("by\n  intro h\n  exact h", "intro h\nexact h"),
        ("induction n with\n| zero => rfl\n| succ n ih => simp [ih]",) * 2,
        ("sorry", None),
        ("  \n", None),
    ],
)
def test_a_tactic_is_what_the_block_says(block: str, tactic: str | None) -> None:
    assert tactic_of(fenced(block)) == tactic
    assert tactic_of(fenced(block).replace("\n", "\r\n")) == tactic


@pytest.mark.parametrize(
    "answer", ["I'm sorry, I can't help with that.", "simp", "```lean4\nsimp", "", "``` simp ```"]
)
def test_prose_is_no_tactic_and_no_proof(answer: str) -> None:
    assert tactic_of(answer) is None
    assert proof_of(answer) is None


def test_the_last_block_counts() -> None:
    assert tactic_of(fenced("omega") + "\nBetter:\n```\nsimp\n```") == "simp"
    assert last_block("~~~\na\n```\nb\n~~~") == "a\n```\nb\n"


@pytest.mark.parametrize(
    ("block", "proof"),
    [
        ("intro h\nexact h", "intro h\nexact h"),
        ("by\n  intro h\n  · exact h\n    done", "intro h\n· exact h\n  done"),
        (":= by\n    simp", "simp"),
        ("theorem T (h : p) : p := by\n  exact h", "exact h"),
        ("@[simp] theorem T : p ↔ p := by rfl", "rfl"),
        ("theorem T (n : Nat := 0) : (let x := n; x) = n := by\n  rfl", "rfl"),
        ("/-- a := b -/\ntheorem T : p → p := -- := by\n  fun h => h", "exact (fun h => h)"),
        ("lemma a : p := by simp\n\ntheorem T : q := by\n  omega", "omega"),
        ("private theorem T : p :=\n  foo\n    bar", "exact (foo\n    bar)"),
        ("exact theorem_of h", "exact theorem_of h"),
        ("apply lemma_x", "apply lemma_x"),
        ("theorem T : p := by\n  sorry", None),
        ("theorem T : p := sorry", None),
        ("theorem T : p", None),
    ],
)
def test_a_proof_is_what_goes_below_by(block: str, proof: str | None) -> None:
    assert proof_of(fenced(block, "lean")) == proof


@given(st.lists(LINE, min_size=1, max_size=6))
def test_the_text_is_what_it_was_but_for_its_margin(lines: list[str]) -> None:
    found = tactic_of(fenced("\n".join(["exact x", *("  " + line for line in lines)])))
    assert found is not None
    kept = [line.strip() for line in found.split("\n") if line.strip()]
    assert kept == ["exact x", *(line.strip() for line in lines if line.strip())]


def test_failures_and_errors_are_turns_that_fences_in_them_do_not_end() -> None:
    task = ProofTask(
        TheoremRef("T", "M", "M.lean"), "⊢ p",
        (FailedProof("simp", "simp made\n```\nno progress"), FailedProof("omega", "no")),
    )  # fmt: skip
    turns = proof_conversation(task)
    assert [turn.role for turn in turns] == [
        "system", "user", "assistant", "user", "assistant", "user",
    ]  # fmt: skip
    assert turns[2].text == "```lean4\nsimp\n```"
    assert last_block(turns[3].text) == "simp made\n```\nno progress\n"
    assert "Theorem T" in turns[1].text
    assert tactic_conversation("n : Nat\n⊢ n = n")[1].text.endswith("```\nn : Nat\n⊢ n = n\n```")
