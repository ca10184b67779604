"""Bytes as tokens, and which tokens carry loss."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from sensei.models.byte_tokenizer import EOS, VOCABULARY_SIZE, byte_tokenizer
from sensei.models.encoding import IGNORED, Encoder

ENCODER = Encoder(byte_tokenizer())


@given(st.text())
def test_every_text_comes_back_byte_for_byte(text: str) -> None:
    tokens = ENCODER.tokenizer(text)["input_ids"]
    assert len(tokens) == len(text.encode("utf-8", "surrogatepass"))
    assert all(2 <= token < VOCABULARY_SIZE for token in tokens)
    if "\ufffd" not in text:
        assert ENCODER.text(tuple(tokens)) == text


@pytest.mark.parametrize(
    "text", [EOS, "<|pad|>", "</s>", "a <|end|> b", "  two  blanks ", "\t\r\n"]
)
def test_special_texts_are_bytes_like_any_other(text: str) -> None:
    tokens = ENCODER.tokenizer(text)["input_ids"]
    assert ENCODER.eos_id not in tokens
    assert ENCODER.pad_id not in tokens
    assert ENCODER.text(tuple(tokens)) == text


def test_bytes_that_are_no_utf8_have_no_text() -> None:
    first_byte_of_forall = ENCODER.tokenizer("∀")["input_ids"][:1]
    assert ENCODER.text(tuple(first_byte_of_forall)) is None


def test_a_special_token_among_the_bytes_is_no_text() -> None:
    tokens = ENCODER.tokenizer("simp")["input_ids"]
    assert ENCODER.text((*tokens, ENCODER.pad_id)) is None


def test_the_tokenizer_saves_and_loads_as_any_other(tmp_path: Path) -> None:
    from transformers import AutoTokenizer

    ENCODER.tokenizer.save_pretrained(str(tmp_path))
    again = AutoTokenizer.from_pretrained(str(tmp_path))
    text = "h : ∀ x, x <|end|> = x\n⊢ α"
    assert again(text)["input_ids"] == ENCODER.tokenizer(text)["input_ids"]
    assert (again.eos_token_id, again.pad_token_id, len(again)) == (1, 0, VOCABULARY_SIZE)


def test_loss_is_on_the_whole_tactic_and_its_end_and_on_nothing_else() -> None:
    tactic = "cases h with\n| inl a => exact Or.inr a\n| inr b => exact Or.inl b"
    example = ENCODER.example("h : p ∨ q\n⊢ q ∨ p", tactic, 1024)
    assert example is not None
    assert len(example.tokens) == len(example.labels)
    targets = [label for label in example.labels if label != IGNORED]
    assert targets[-1] == ENCODER.eos_id
    assert ENCODER.text(tuple(targets[:-1])) == tactic
    prompt = ENCODER.prompt("h : p ∨ q\n⊢ q ∨ p", 1024).tokens
    assert example.tokens == prompt + targets
    assert example.labels[: len(prompt)] == [IGNORED] * len(prompt)


def test_training_and_serving_build_the_same_prompt() -> None:
    state = "\n".join(f"h{i} : x{i} = y{i}" for i in range(40)) + "\n⊢ x0 = y0"
    example = ENCODER.example(state, "simp", 200)
    assert example is not None
    served = ENCODER.prompt(state, 200 - 5)
    assert example.tokens[:-5] == served.tokens
    assert example.dropped_hypotheses == served.dropped_hypotheses > 0


def test_an_example_whose_target_and_tactic_do_not_fit_is_left_out() -> None:
    assert ENCODER.example("⊢ " + "x" * 100, "simp", 64) is None
    assert ENCODER.example("⊢ x", "simp " * 20, 64) is None
