"""A local chat model of Hugging Face's layout: models.chat.client.ChatClient without a server."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import torch

from sensei.core.errors import ModelError
from sensei.models.chat.client import Answer, Reply, Turn
from sensei.models.decode import sample_distinct
from sensei.models.encoding import Encoder
from sensei.models.loading import LoadedModel, quiet_libraries
from sensei.models.quantized import placed


class LocalClient:
    """Asks a model through its own chat template; one request at a time.

    Args:
        folder: where it came from, for names.
        loaded: the model; its tokenizer has a chat template.
        max_tokens: of one answer; a longer one is dropped unfinished.
    """

    def __init__(self, folder: Path, loaded: LoadedModel, *, max_tokens: int = 1024) -> None:
        self.name = f"hf:{folder.name}"
        self.address = str(folder.resolve())
        self.answers_per_request: int | None = None
        device = "cuda" if torch.cuda.is_available() else "cpu"
        kind = torch.bfloat16 if device == "cuda" else torch.float32
        self._model = placed(loaded.model, device, kind).eval()
        self._encoder = Encoder(loaded.tokenizer)
        self._max_tokens = max_tokens
        self._one = threading.Lock()

    def complete(
        self, conversation: Sequence[Turn], answers: int, temperature: float, seed: int
    ) -> Reply:
        """Different answers, sampled without replacement; see models.chat.client.ChatClient."""
        turns = [{"role": turn.role, "content": turn.text} for turn in conversation]
        tokenizer = self._encoder.tokenizer
        text = tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True)
        # The template writes the start token itself, where the model has one.
        prompt = list(tokenizer(text, add_special_tokens=False)["input_ids"])
        try:
            with self._one, quiet_libraries():
                (sampled,) = sample_distinct(
                    self._model,
                    [prompt],
                    answers,
                    eos_id=self._encoder.eos_id,
                    pad_id=self._encoder.pad_id,
                    max_new_tokens=self._max_tokens,
                    temperature=temperature,
                    seeds=[seed],
                )
        except (RuntimeError, ValueError, IndexError) as error:
            first = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ModelError(f"{self.name}: the model failed: {first}") from error
        found = [(self._encoder.text(one.tokens), one) for one in sampled]
        told = [Answer(text, min(one.log_prob, 0.0)) for text, one in found if text is not None]
        tokens = len(prompt) + sum(len(one.tokens) + 1 for one in sampled)
        return Reply(tuple(told), tokens)
