"""Goals and premises as vectors: the two towers of a dense retriever, with shared weights.

Source: Yang et al., LeanDojo (2023), section 5: mean of the encoder's last layer over the tokens,
scaled to length 1; the score is the inner product. What differs: any encoder of transformers
serves, and symbols that its vocabulary lacks are spelled out before.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from sensei.core.errors import CheckpointError, ModelError
from sensei.core.types import Premise
from sensei.models.checkpoint import MANIFEST, RETRIEVER, Manifest, check_prompt, read_manifest
from sensei.models.encoder_config import EncoderConfig, build_encoder
from sensei.models.loading import local_folder, quiet_libraries
from sensei.models.premise_text import premise_text, retrieval_hash
from sensei.models.symbols import spell_out
from sensei.models.vector_index import Vectors

MAX_TOKENS = 256
_TOGETHER = 32  # texts that are padded to one length


class PremiseEncoder:
    """An encoder with its tokenizer.

    Args:
        model: of transformers, with a ``last_hidden_state``.
        tokenizer: its tokenizer.
        manifest: of the checkpoint it came from; None for a foreign model or a fresh one.
        max_tokens: of a goal or a premise; a goal loses its beginning, a premise its end.
    """

    def __init__(
        self, model: Any, tokenizer: Any, manifest: Manifest | None, max_tokens: int = MAX_TOKENS
    ) -> None:
        self.model, self.tokenizer, self.manifest = model, tokenizer, manifest
        own = getattr(model.config, "max_position_embeddings", None)
        self.max_tokens = min(max_tokens, own) if isinstance(own, int) else max_tokens
        # Padding goes to the right: where positions are counted, a text must not move with others.
        self._of_goals, self._of_premises = copy.deepcopy(tokenizer), copy.deepcopy(tokenizer)
        for each, side in ((self._of_goals, "left"), (self._of_premises, "right")):
            each.truncation_side, each.padding_side = side, "right"
        self._lost: dict[str, bool] = {}

    @property
    def device(self) -> torch.device:
        """Where its weights are."""
        found: torch.device = next(self.model.parameters()).device
        return found

    def spelled(self, text: str) -> str:
        """The text with the symbols spelled out that the vocabulary lacks."""
        return spell_out(text, self._is_lost)

    def embed_goals(self, goals: Sequence[str]) -> Tensor:
        """[N, width], each of length 1; with gradients, where they are on."""
        return self._embed(goals, self._of_goals)

    def embed_premises(self, premises: Sequence[Premise]) -> Tensor:
        """[N, width], each of length 1; with gradients, where they are on."""
        return self._embed([premise_text(premise) for premise in premises], self._of_premises)

    def encode_goals(self, goals: Sequence[str]) -> Vectors:
        """[N, width], for asking.

        Raises:
            ModelError: the model failed.
        """
        return self._encode(goals, self._of_goals, 64)

    def encode_premises(self, premises: Sequence[Premise], batch: int = 64) -> Vectors:
        """[N, width], for an index.

        Raises:
            ModelError: the model failed.
        """
        return self._encode([premise_text(p) for p in premises], self._of_premises, batch)

    def width(self) -> int:
        """Of the vectors."""
        config = self.model.config
        return int(getattr(config, "hidden_size", 0) or config.d_model)

    def _encode(self, texts: Sequence[str], tokenizer: Any, batch: int) -> Vectors:
        made = np.zeros((len(texts), self.width()), dtype=np.float32)
        # Sorted here too, so that a batch is of one length, whatever its size.
        order = sorted(range(len(texts)), key=lambda at: (len(texts[at]), at))
        parts = [order[start : start + batch] for start in range(0, len(order), batch)]
        self.model.eval()
        try:
            with torch.inference_mode(), quiet_libraries(), ThreadPoolExecutor(1) as reader:

                def read(number: int) -> Future[Any] | None:
                    if number >= len(parts):
                        return None
                    return reader.submit(self._read, [texts[at] for at in parts[number]], tokenizer)

                # A batch is read while the model works on the one before it.
                coming = read(0)
                for number, part in enumerate(parts):
                    assert coming is not None
                    tokens, coming = coming.result(), read(number + 1)
                    made[part] = self._embed_read(tokens).float().cpu().numpy()
        except (RuntimeError, ValueError, IndexError) as error:
            first = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ModelError(f"the encoder failed on {len(texts)} text(s): {first}") from error
        if not np.isfinite(made).all():
            raise ModelError("the encoder gave vectors that are not finite", "train it again")
        return made

    def _embed(self, texts: Sequence[str], tokenizer: Any) -> Tensor:
        """[N, width]; texts of about one length go together, so that little is padding."""
        if len(texts) <= _TOGETHER:
            return self._embed_padded(texts, tokenizer)
        order = sorted(range(len(texts)), key=lambda at: (len(texts[at]), at))
        parts = [
            self._embed_padded([texts[at] for at in order[start : start + _TOGETHER]], tokenizer)
            for start in range(0, len(order), _TOGETHER)
        ]
        places = torch.tensor(order, device=self.device).argsort()
        return torch.cat(parts)[places]

    def _embed_padded(self, texts: Sequence[str], tokenizer: Any) -> Tensor:
        with quiet_libraries():
            tokens = self._read(texts, tokenizer)
        return self._embed_read(tokens)

    def _read(self, texts: Sequence[str], tokenizer: Any) -> Any:
        """``input_ids`` and ``attention_mask``, each [N, longest]."""
        return tokenizer(
            [self.spelled(text) or " " for text in texts],
            padding=True,
            truncation=True,
            max_length=self.max_tokens,
            return_tensors="pt",
        )

    def _embed_read(self, tokens: Any) -> Tensor:
        """[N, width], of length 1."""
        ids, mask = (tokens[key].to(self.device) for key in ("input_ids", "attention_mask"))
        hidden = self.model(input_ids=ids, attention_mask=mask).last_hidden_state
        assert hidden.shape[:2] == ids.shape
        weights = mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * weights).sum(1) / weights.sum(1).clamp(min=1)
        return torch.nn.functional.normalize(mean, dim=-1)

    def _is_lost(self, character: str) -> bool:
        """Whether the vocabulary has no token for a character, or one of another character."""
        if character.isascii():
            return False
        if character not in self._lost:
            ids = self.tokenizer(character, add_special_tokens=False)["input_ids"]
            text = self.tokenizer.decode(ids, clean_up_tokenization_spaces=False)
            self._lost[character] = text.strip() != character
        return self._lost[character]


def fresh_encoder(config: EncoderConfig, seed: int, max_tokens: int = MAX_TOKENS) -> PremiseEncoder:
    """The default encoder with random weights, and its byte tokenizer."""
    from sensei.models.byte_tokenizer import byte_tokenizer

    tokenizer = byte_tokenizer()
    with quiet_libraries():
        model = build_encoder(
            config, len(tokenizer), tokenizer.pad_token_id, tokenizer.eos_token_id, seed
        )
    return PremiseEncoder(model, tokenizer, None, max_tokens)


def load_encoder(folder: Path, max_tokens: int | None = None) -> PremiseEncoder:
    """Loads a retriever's checkpoint, or any local encoder in Hugging Face's layout.

    Args:
        max_tokens: None takes the checkpoint's.

    Raises:
        CheckpointError: the folder is neither, is damaged, or was taught with other texts.
    """
    manifest: Manifest | None = None
    if (folder / MANIFEST).exists():
        manifest = read_manifest(folder, RETRIEVER)
        check_prompt(folder, manifest, retrieval_hash())
    elif not (folder / "config.json").is_file():
        raise CheckpointError(
            f"{folder} is no encoder: it has neither {MANIFEST} nor config.json",
            "give a retriever's checkpoint or a local Hugging Face encoder; nothing is downloaded",
        )
    model, tokenizer = _from_pretrained(folder)
    limit = max_tokens or (manifest.max_prompt_tokens if manifest else MAX_TOKENS)
    return PremiseEncoder(model, tokenizer, manifest, limit)


def _from_pretrained(folder: Path) -> tuple[Any, Any]:
    from transformers import AutoConfig, AutoModel, AutoModelForTextEncoding, AutoTokenizer

    with local_folder(folder, "encoder"):
        shape = AutoConfig.from_pretrained(str(folder), local_files_only=True)
        kind = AutoModel
        if shape.model_type in ("t5", "mt5", "umt5"):
            kind = AutoModelForTextEncoding
        model = kind.from_pretrained(
            str(folder), dtype=torch.float32, local_files_only=True, use_safetensors=True
        )
        tokenizer = AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
    if getattr(model.config, "is_encoder_decoder", False):
        model = model.get_encoder()
    return model, tokenizer
