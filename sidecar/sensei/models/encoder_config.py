"""The default encoder of a dense retriever: byte-level, made from a configuration and a seed.

The encoder half of T5 over UTF-8 bytes, as ByT5 reads them: nothing is unknown, nothing to
download.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class EncoderConfig(BaseModel):
    """The shape of an encoder made from scratch. ByT5-small is 1472, 12, 6, 64 and 3584.

    Args:
        hidden_size: width of every layer, and of the vectors.
        layers: of attention and feed-forward.
        heads: attention heads.
        head_size: width of each; None has them share ``hidden_size``.
        intermediate_size: width inside the feed-forward blocks.
        dropout: while training.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    architecture: Literal["byt5"] = "byt5"
    hidden_size: int = Field(default=96, ge=8)
    layers: int = Field(default=2, ge=1)
    heads: int = Field(default=2, ge=1)
    head_size: int | None = Field(default=None, ge=1)
    intermediate_size: int = Field(default=192, ge=8)
    dropout: float = Field(default=0.0, ge=0, lt=1)

    @model_validator(mode="after")
    def _heads_divide(self) -> EncoderConfig:
        if self.head_size is None and self.hidden_size % self.heads:
            raise ValueError("hidden_size must be a multiple of the number of heads")
        return self


def build_encoder(
    config: EncoderConfig, vocabulary_size: int, pad_id: int, eos_id: int, seed: int
) -> Any:
    """Makes the encoder with random weights; the same seed gives the same weights.

    The global random state is left as it was.
    """
    import torch
    from transformers import T5Config, T5EncoderModel

    shape = T5Config(
        vocab_size=vocabulary_size,
        d_model=config.hidden_size,
        d_kv=config.head_size or config.hidden_size // config.heads,
        d_ff=config.intermediate_size,
        num_layers=config.layers,
        num_heads=config.heads,
        dropout_rate=config.dropout,
        feed_forward_proj="gated-gelu",
        pad_token_id=pad_id,
        eos_token_id=eos_id,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return T5EncoderModel(shape).to(torch.float32)
