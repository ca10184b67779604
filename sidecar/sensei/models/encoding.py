"""Goals and tactics as tokens; the same for training and for serving."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sensei.core.errors import ModelError
from sensei.models.prompt import build_prompt

IGNORED = -100


@dataclass(frozen=True, slots=True)
class EncodedPrompt:
    """A prompt's tokens, and what was left out of the goal (see ``prompt.Prompt``)."""

    tokens: list[int]
    dropped_hypotheses: int
    cut_target: int


@dataclass(frozen=True, slots=True)
class EncodedExample:
    """One training example.

    Args:
        tokens: prompt, tactic, end token.
        labels: ``tokens`` with every prompt position replaced by ``IGNORED``.
        dropped_hypotheses: hypotheses left out to fit.
    """

    tokens: list[int]
    labels: list[int]
    dropped_hypotheses: int


class Encoder:
    """Encodes with one tokenizer.

    Args:
        tokenizer: any tokenizer of transformers that has an end token.
    """

    def __init__(self, tokenizer: Any) -> None:
        if tokenizer.eos_token_id is None:
            raise ModelError("the model's tokenizer has no end token", "set eos_token in it")
        self.tokenizer = tokenizer
        self.eos_id = int(tokenizer.eos_token_id)
        pad_id = tokenizer.pad_token_id
        self.pad_id = self.eos_id if pad_id is None else int(pad_id)
        self._special_ids = frozenset(tokenizer.all_special_ids)

    def prompt(self, state: str, limit: int | None) -> EncodedPrompt:
        """The prompt of a goal, at most ``limit`` tokens long."""
        prompt = build_prompt(state, limit, lambda text: len(self._with_start(text)))
        return EncodedPrompt(
            self._with_start(prompt.text), prompt.dropped_hypotheses, prompt.cut_target
        )

    def tactic(self, tactic: str) -> list[int]:
        """The tokens of a tactic, all its lines, and the end token."""
        return [*self.tokenizer(tactic, add_special_tokens=False)["input_ids"], self.eos_id]

    def example(self, state: str, tactic: str, limit: int) -> EncodedExample | None:
        """A training example of at most ``limit`` tokens.

        Returns:
            None when the tactic together with the goal's bare target is longer than ``limit``.
        """
        completion = self.tactic(tactic)
        if len(completion) >= limit:
            return None
        prompt = self.prompt(state, limit - len(completion))
        if prompt.cut_target or len(prompt.tokens) + len(completion) > limit:
            return None
        return EncodedExample(
            prompt.tokens + completion,
            [IGNORED] * len(prompt.tokens) + completion,
            prompt.dropped_hypotheses,
        )

    def text(self, tokens: tuple[int, ...]) -> str | None:
        """The text of a generated tactic, exactly.

        Returns:
            None when the bytes are no UTF-8, or a special token is among them.
        """
        if not self._special_ids.isdisjoint(tokens):
            return None
        text = self.tokenizer.decode(
            list(tokens), skip_special_tokens=False, clean_up_tokenization_spaces=False
        )
        return None if "\ufffd" in text else str(text)

    def _with_start(self, text: str) -> list[int]:
        tokens = list(self.tokenizer(text)["input_ids"])
        if tokens and tokens[-1] == self.eos_id:  # some tokenizers end every text
            tokens.pop()
        return tokens
