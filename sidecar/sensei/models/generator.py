"""Tactics for goals, from a checkpoint: the learned ``core.protocols.Generator``."""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import torch

from sensei.core.errors import ModelError, UsageError
from sensei.core.tokens import spend_tokens
from sensei.core.types import TacticCandidate
from sensei.models.config import ModelConfig
from sensei.models.decode import Sampled, sample_distinct
from sensei.models.encoding import Encoder
from sensei.models.ilql import steered
from sensei.models.loading import (
    LoadedModel,
    fresh_model,
    load_checkpoint,
    quiet_libraries,
)
from sensei.models.quantized import placed

_ONLY_GIVES_UP = re.compile(r"[\s;·()]*((sorry|admit)[\s;·()]*)+")
MAX_PROMPT_TOKENS = 1024
MAX_NEW_TOKENS = 128


class TacticGenerator:
    """Samples tactics from a causal language model.

    What it offers for a goal depends on the weights, the seed, the count and the goal alone.

    Args:
        checkpoint: a checkpoint folder, or a model already loaded.
        seed: of the sampling.
        temperature: of the sampling; 0 takes the ``count`` best of a beam search.
        device: ``cpu``, ``cuda`` or ``auto``.
        threads: of torch on the CPU; None leaves torch's own choice.
        max_new_tokens: longest tactic; None takes the checkpoint's.
        gap: candidates this many nats less likely than a state's best are given up; None gives up
            none. On Kata, 8 loses none of the right ones and halves the time.
        max_rows: most sequences in one forward pass; more states are done one part after another.
        load_in_4bit: quantize the weights of a checkpoint folder (models/quantized.py).

    Raises:
        CheckpointError: the folder is no checkpoint, is damaged, or has another prompt.
        MissingExtraError: 4 bits without the extra ``quantization``.
        UsageError: an argument is off.
    """

    def __init__(
        self,
        checkpoint: Path | LoadedModel,
        *,
        seed: int = 0,
        temperature: float = 0.0,
        device: str = "auto",
        threads: int | None = None,
        max_new_tokens: int | None = None,
        gap: float | None = 8.0,
        max_rows: int = 256,
        load_in_4bit: bool = False,
    ) -> None:
        if temperature < 0 or max_rows < 1 or (gap is not None and gap <= 0):
            raise UsageError(
                f"temperature {temperature}, gap {gap} or max_rows {max_rows} is out of range"
            )
        if threads is not None:
            torch.set_num_threads(threads)
        if device == "auto":
            device = "cuda" if torch.cuda.is_available() else "cpu"
        if isinstance(checkpoint, LoadedModel):
            loaded = checkpoint
        else:
            given = load_checkpoint(checkpoint, load_in_4bit=load_in_4bit)
            loaded = steered(given, checkpoint)
        manifest = loaded.manifest
        dtype = torch.bfloat16 if device == "cuda" else torch.float32
        self._model = placed(loaded.model, device, dtype).eval()
        self._encoder = Encoder(loaded.tokenizer)
        self._seed = seed
        self._temperature = temperature
        self._max_rows = max_rows
        self._gap = gap
        self._max_prompt_tokens = manifest.max_prompt_tokens if manifest else MAX_PROMPT_TOKENS
        self._max_new_tokens = max_new_tokens or (
            manifest.max_new_tokens if manifest else MAX_NEW_TOKENS
        )
        self.prompts_shortened = 0

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """Offers up to ``count`` different tactics for each state, best first.

        Raises:
            ModelError: the model failed.
        """
        if count < 1:
            raise UsageError(f"{count} candidates a state: must be at least 1")
        offered: list[list[TacticCandidate]] = []
        at_once = max(1, self._max_rows // count)
        for at in range(0, len(states), at_once):
            offered += self._generate(states[at : at + at_once], count)
        return offered

    def with_seed(self, seed: int) -> TacticGenerator:
        """The same model with another seed of its sampling."""
        other = copy.copy(self)
        other._seed = seed
        return other

    def _generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        prompts = [self._encoder.prompt(state, self._max_prompt_tokens) for state in states]
        self.prompts_shortened += sum(p.dropped_hypotheses + p.cut_target > 0 for p in prompts)
        try:
            with quiet_libraries():
                sampled = sample_distinct(
                    self._model,
                    [prompt.tokens for prompt in prompts],
                    count,
                    eos_id=self._encoder.eos_id,
                    pad_id=self._encoder.pad_id,
                    max_new_tokens=self._max_new_tokens,
                    temperature=self._temperature,
                    seeds=[self._seed_of(state) for state in states],
                    gap=self._gap,
                )
        except (RuntimeError, ValueError, IndexError) as error:
            first = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ModelError(f"the model failed on {len(states)} state(s): {first}") from error
        # The prompts, and each sequence with its end; not what the beam gave up on the way.
        spend_tokens(sum(len(prompt.tokens) for prompt in prompts))
        spend_tokens(sum(len(s.tokens) + 1 for sequences in sampled for s in sequences))
        return [self._candidates(sequences) for sequences in sampled]

    def _candidates(self, sequences: Sequence[Sampled]) -> list[TacticCandidate]:
        """The texts, each once with its best score; nothing is altered, some are left out."""
        best: dict[str, float] = {}
        for sequence in sequences:
            text = self._encoder.text(sequence.tokens)
            if text is None or only_gives_up(text):
                continue
            best.setdefault(text, min(sequence.log_prob, 0.0))
        return [TacticCandidate(text, log_prob) for text, log_prob in best.items()]

    def _seed_of(self, state: str) -> int:
        digest = hashlib.sha256(f"{self._seed}\0{state}".encode()).digest()
        return int.from_bytes(digest[:7], "big")


def only_gives_up(tactic: str) -> bool:
    """Whether a tactic is nothing, or nothing but sorry or admit."""
    return not tactic.strip() or _ONLY_GIVES_UP.fullmatch(tactic) is not None


def untrained(
    config: ModelConfig | None = None, *, seed: int = 0, **options: object
) -> TacticGenerator:
    """The default model before any training: the baseline that shows what training adds."""
    return TacticGenerator(fresh_model(config or ModelConfig(), seed), seed=seed, **options)  # type: ignore[arg-type]
