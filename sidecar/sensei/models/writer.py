"""Texts below prompts, from a checkpoint of self-play: independent samples, and embeddings.

Unlike a tactic generator, which samples without replacement, every text here is a sample of its
own: a share of right ones among them is an estimate of a rate.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from sensei.core.errors import ModelError
from sensei.core.tokens import spend_tokens
from sensei.models.loading import load_writer, quiet_libraries


class TextWriter:
    """Samples from a causal language model.

    What it writes depends on the weights, the seed, and all prompts of the call, in order.

    Args:
        checkpoint: its folder.
        max_new_tokens: longest text; one that does not end before is "".
        device: ``cpu``, ``cuda`` or ``auto``.
        threads: of torch on the CPU; None leaves torch's own choice.
    """

    def __init__(
        self,
        checkpoint: Path,
        *,
        max_new_tokens: int,
        device: str = "auto",
        threads: int | None = None,
    ) -> None:
        if threads is not None:
            torch.set_num_threads(threads)
        if device == "auto":
            device = "cuda" if torch.cuda.is_available() else "cpu"
        loaded = load_writer(checkpoint)
        self._model = loaded.model.to(
            device=device, dtype=torch.bfloat16 if device == "cuda" else torch.float32
        ).eval()
        self._tokenizer = loaded.tokenizer
        self._device = device
        self._eos = int(loaded.tokenizer.eos_token_id)
        pad = loaded.tokenizer.pad_token_id
        self._pad = self._eos if pad is None else int(pad)
        self._most = max_new_tokens
        parameters = inspect.signature(type(self._model).forward).parameters
        # transformers renames this argument; take the name the model at hand documents.
        self._cache_name = "cache" if "cache" in parameters else "past_key_values"

    def write(self, prompts: Sequence[str], temperature: float, seed: int) -> list[str]:
        """One text for each prompt; "" for one that does not end, or is no text.

        Args:
            temperature: above 0.

        Raises:
            ModelError: the model failed.
        """
        if not prompts:
            return []
        rows = [self._tokens(prompt) for prompt in prompts]
        digest = hashlib.sha256(f"{seed}".encode()).digest()
        noise = torch.Generator(device=self._device)
        noise.manual_seed(int.from_bytes(digest[:7], "big"))
        try:
            with torch.inference_mode(), quiet_libraries():
                written = self._sample(rows, temperature, noise)
        except (RuntimeError, ValueError, IndexError) as error:
            first = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ModelError(f"the model failed on {len(prompts)} prompts: {first}") from error
        spend_tokens(sum(map(len, rows)) + sum(len(text or ()) for text in written))
        return ["" if tokens is None else self._text(tokens) for tokens in written]

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """For each text the mean of the last hidden states over its tokens."""
        found: list[list[float]] = []
        with torch.inference_mode(), quiet_libraries():
            for at in range(0, len(texts), 32):
                rows = [self._tokens(text) for text in texts[at : at + 32]]
                ids, mask = self._padded(rows)
                output = self._model(input_ids=ids, attention_mask=mask, output_hidden_states=True)
                hidden = output.hidden_states[-1].float()  # [B, W, H]
                kept = mask.unsqueeze(-1).float()
                mean = (hidden * kept).sum(dim=1) / kept.sum(dim=1).clamp(min=1)
                found += mean.cpu().tolist()
        return found

    def _sample(
        self, rows: Sequence[Sequence[int]], temperature: float, noise: torch.Generator
    ) -> list[list[int] | None]:
        """The tokens written in each row up to the end token; None where it did not come."""
        ids, mask = self._padded(rows)
        places = list(range(len(rows)))
        made: list[list[int]] = [[] for _ in rows]
        ended: list[list[int] | None] = [None] * len(rows)
        cache: Any = None
        for _ in range(self._most + 1):
            positions = (mask.cumsum(-1) - 1).clamp(min=0)[:, -ids.shape[1] :]
            arguments: dict[str, Any] = {self._cache_name: cache}
            output = self._model(
                input_ids=ids,
                attention_mask=mask,
                position_ids=positions,
                use_cache=True,
                **arguments,
            )
            cache = getattr(output, self._cache_name)
            shares = torch.softmax(output.logits[:, -1].float() / temperature, dim=-1)
            drawn = torch.multinomial(shares, 1, generator=noise).squeeze(1)
            alive: list[int] = []
            for row, token in enumerate(drawn.tolist()):
                if token == self._eos:
                    ended[places[row]] = made[places[row]]
                else:
                    made[places[row]].append(token)
                    alive.append(row)
            if not alive:
                break
            if len(alive) < len(places):
                rows_left = torch.tensor(alive, device=self._device)
                cache.reorder_cache(rows_left)
                mask, drawn = mask[rows_left], drawn[rows_left]
                places = [places[row] for row in alive]
            mask = torch.cat([mask, mask.new_ones(len(places), 1)], dim=1)
            ids = drawn.unsqueeze(1)
        return ended

    def _padded(self, rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        """ids and mask, [rows, longest], padded on the left."""
        width = max(len(row) for row in rows)
        ids = [[self._pad] * (width - len(row)) + list(row) for row in rows]
        mask = [[0] * (width - len(row)) + [1] * len(row) for row in rows]
        return torch.tensor(ids, device=self._device), torch.tensor(mask, device=self._device)

    def _tokens(self, prompt: str) -> list[int]:
        tokens = list(self._tokenizer(prompt)["input_ids"])
        if tokens and tokens[-1] == self._eos:  # some tokenizers end every text
            tokens.pop()
        return tokens

    def _text(self, tokens: Sequence[int]) -> str:
        text = str(self._tokenizer.decode(list(tokens), clean_up_tokenization_spaces=False))
        return "" if "\ufffd" in text else text
