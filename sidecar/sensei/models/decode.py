"""Decoding: several distinct token sequences for each prompt, with their exact log-probabilities.

Knows models and token ids; texts, prompts and checkpoints are models/generator.py's business.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Sampled:
    """One finished sequence.

    Args:
        tokens: the tokens after the prompt, without the end token.
        log_prob: the sum of the log-probabilities of ``tokens`` and of the end token, in nats.
    """

    tokens: tuple[int, ...]
    log_prob: float


@dataclass(slots=True)
class _Beam:
    """An unfinished or finished sequence of one prompt. ``row`` is its row in the cache."""

    tokens: tuple[int, ...]
    log_prob: float
    tempered: float
    key: float
    row: int
    done: bool = False


def sample_distinct(
    model: Any,
    prompts: Sequence[Sequence[int]],
    count: int,
    *,
    eos_id: int,
    pad_id: int,
    max_new_tokens: int,
    temperature: float,
    seeds: Sequence[int],
    gap: float | None = None,
) -> list[list[Sampled]]:
    """Samples up to ``count`` different sequences for each prompt, without replacement.

    Stochastic beam search: a beam whose scores carry Gumbel noise, so that its ``count`` survivors
    are a sample without replacement from the model. All prompts share each forward pass; the
    prompt is read once and its cache repeated. A prompt's result depends on its own seed, not on
    its neighbours (up to rounding).

    Args:
        model: a causal language model in evaluation mode, on the device to use.
        prompts: N token lists, none empty.
        count: most sequences a prompt, at least 1.
        eos_id: the token that ends a sequence.
        pad_id: any token; masked out.
        max_new_tokens: sequences without an end token after this many are dropped.
        temperature: of the sampling; 0 is plain beam search, without noise.
        seeds: N seeds of the noise.
        gap: sequences this many nats less likely than the prompt's best so far are given up, which
            ends the search early where the model is sure; None gives up none.

    Returns:
        N lists, each sorted by ``log_prob``, best first; ``log_prob`` is always that of the model
        itself (temperature 1).

    Source: Kool, van Hoof, Welling 2019, "Stochastic Beams and Where to Find Them", algorithm 1
    and appendix B.3; added here: temperature applies to the sampling distribution only.
    """
    if not prompts:
        return []
    with torch.inference_mode():
        return _Search(
            model, prompts, count, eos_id, pad_id, max_new_tokens, temperature, seeds, gap
        ).run()


@dataclass(frozen=True, slots=True)
class _Next:
    """Log-probabilities of what may follow each row, on the CPU.

    Args:
        log_probs: [R, K], of all tokens, or of the likeliest that a beam without noise can choose.
        tokens: [R, K], which they are.
        end: [R], of the end token.
    """

    log_probs: Tensor
    tokens: Tensor
    end: Tensor

    def of_rows(self, rows: Sequence[int], end: int | None) -> tuple[Tensor, Tensor]:
        """[G, K] of each for some rows; of the end token alone if ``end`` names it."""
        picked = list(rows)
        if end is not None:
            own = self.end[picked].unsqueeze(1)
            return own, torch.full_like(own, end, dtype=torch.long)
        return self.log_probs[picked], self.tokens[picked]


class _Search:
    """The state of one call: beams of every prompt, and the cache of the rows still growing."""

    def __init__(
        self,
        model: Any,
        prompts: Sequence[Sequence[int]],
        count: int,
        eos_id: int,
        pad_id: int,
        max_new_tokens: int,
        temperature: float,
        seeds: Sequence[int],
        gap: float | None,
    ) -> None:
        self.model = model
        self.device = next(model.parameters()).device
        self.count = count
        self.eos_id = eos_id
        self.max_new_tokens = max_new_tokens
        self.temperature = temperature
        self.gap = gap
        self.noise = [torch.Generator().manual_seed(seed) for seed in seeds]
        parameters = inspect.signature(type(model).forward).parameters
        # transformers renames this argument; take the name the model at hand documents.
        self.cache_name = "cache" if "cache" in parameters else "past_key_values"
        self.keeps_logits = "logits_to_keep" in parameters
        width = max(len(prompt) for prompt in prompts)
        rows = [[pad_id] * (width - len(p)) + list(p) for p in prompts]
        masks = [[0] * (width - len(p)) + [1] * len(p) for p in prompts]
        self.ids = torch.tensor(rows, device=self.device)  # [N, width]
        self.mask = torch.tensor(masks, device=self.device)  # [N, width]
        self.cache: Any = None
        self.beams = [[_Beam((), 0.0, 0.0, 0.0, row)] for row in range(len(prompts))]

    def run(self) -> list[list[Sampled]]:
        following = self._forward(self.ids)
        for step in range(self.max_new_tokens + 1):
            last = step == self.max_new_tokens
            for prompt in range(len(self.beams)):
                self.beams[prompt] = self._grow(prompt, following, only_end=last)
            alive = [b for beams in self.beams for b in beams if not b.done]
            if not alive or last:
                break
            following = self._advance(alive)
        return [
            sorted(
                (Sampled(b.tokens, b.log_prob) for b in beams if b.done),
                key=lambda s: (-s.log_prob, s.tokens),
            )
            for beams in self.beams
        ]

    def _forward(self, ids: Tensor) -> _Next:
        positions = (self.mask.cumsum(-1) - 1).clamp(min=0)[:, -ids.shape[1] :]
        arguments: dict[str, Any] = {self.cache_name: self.cache}
        if self.keeps_logits:
            arguments["logits_to_keep"] = 1
        output = self.model(
            input_ids=ids,
            attention_mask=self.mask,
            position_ids=positions,
            use_cache=True,
            **arguments,
        )
        self.cache = getattr(output, self.cache_name)
        log_probs = torch.log_softmax(output.logits[:, -1].double(), dim=-1)  # [R, vocabulary]
        end = log_probs[:, self.eos_id].cpu()
        if self.temperature > 0:
            tokens = torch.arange(log_probs.shape[1]).expand(log_probs.shape)
            return _Next(log_probs.cpu(), tokens, end)
        # No more than ``count`` children of one row can be among the best ``count`` of all.
        likeliest = torch.topk(log_probs, min(self.count, log_probs.shape[1]))
        return _Next(likeliest.values.cpu(), likeliest.indices.cpu(), end)

    def _advance(self, alive: list[_Beam]) -> _Next:
        """Feeds the last token of every growing beam; its row becomes its place in ``alive``."""
        rows = torch.tensor([beam.row for beam in alive], device=self.device)
        if rows.tolist() != list(range(self.mask.shape[0])):
            self.cache.reorder_cache(rows)
            self.mask = self.mask[rows]
        self.mask = torch.cat([self.mask, self.mask.new_ones(len(alive), 1)], dim=1)
        tokens = torch.tensor([[beam.tokens[-1]] for beam in alive], device=self.device)
        for row, beam in enumerate(alive):
            beam.row = row
        return self._forward(tokens)

    def _grow(self, prompt: int, following: _Next, only_end: bool) -> list[_Beam]:
        """The best ``count`` of the finished beams and of all children of the growing ones."""
        beams = self.beams[prompt]
        growing = [beam for beam in beams if not beam.done]
        kept = [beam for beam in beams if beam.done]
        if not growing:
            return kept
        # Noise is drawn for all tokens, also where only the end is taken.
        alone = only_end and self.temperature == 0
        rows = [beam.row for beam in growing]
        own, tokens = following.of_rows(rows, self.eos_id if alone else None)  # [G, K]
        keys, tempered = self._child_keys(prompt, growing, own)
        if only_end:
            keys[tokens != self.eos_id] = -torch.inf
        best = torch.topk(keys.flatten(), min(self.count, keys.numel()))
        for key, index in zip(best.values.tolist(), best.indices.tolist(), strict=True):
            if key == -torch.inf:
                break
            place, column = divmod(index, own.shape[1])
            token = int(tokens[place, column])
            parent = growing[place]
            done = token == self.eos_id
            kept.append(
                _Beam(
                    tokens=parent.tokens if done else (*parent.tokens, token),
                    log_prob=parent.log_prob + float(own[place, column]),
                    tempered=float(tempered[place, column]),
                    key=key,
                    row=parent.row,
                    done=done,
                )
            )
        kept.sort(key=lambda beam: -beam.key)
        del kept[self.count :]
        if self.gap is None:
            return kept
        least = max(beam.log_prob for beam in kept) - self.gap if kept else 0.0
        return [beam for beam in kept if beam.log_prob >= least]

    def _child_keys(self, prompt: int, growing: list[_Beam], own: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of children, [G, K]: noisy ones to choose by, and their tempered log-probs."""
        if self.temperature == 0:
            sums = own + torch.tensor([[b.log_prob] for b in growing], dtype=own.dtype)
            return sums.clone(), sums
        parents = torch.tensor([[b.tempered] for b in growing], dtype=own.dtype)
        tempered = parents + torch.log_softmax(own / self.temperature, dim=-1)
        uniform = torch.rand(own.shape, generator=self.noise[prompt], dtype=own.dtype)
        gumbel = -torch.log(-torch.log(uniform.clamp(1e-300, 1 - 1e-16)))
        if growing[0].tokens == () and len(growing) == 1:
            return tempered + gumbel, tempered
        noisy = tempered + gumbel
        top = noisy.max(dim=-1, keepdim=True).values
        bound = torch.tensor([[b.key] for b in growing], dtype=own.dtype)
        # Condition the largest child's key to be its parent's key (appendix B.3, stable form).
        shift = bound - noisy + torch.log1p(-torch.exp((noisy - top).clamp(max=0)))
        keys = bound - shift.clamp(min=0) - torch.log1p(torch.exp(-shift.abs()))
        return keys, tempered
