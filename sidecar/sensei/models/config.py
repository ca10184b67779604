"""The default model: small, byte-level, made from a configuration and a seed; nothing to download.

It is a hybrid of short convolutions and attention (the LFM2 architecture of transformers). The
convolutions see the neighbouring bytes, so that one attention layer is enough to find a name in
the goal and copy it on; a pure attention model of the same size needs about twice the steps.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class ModelConfig(BaseModel):
    """The shape of a model made from scratch.

    Args:
        hidden_size: width of every layer.
        layers: kind of each layer, in order: ``c`` a short convolution, ``a`` attention.
        heads: attention heads; they share ``hidden_size``.
        intermediate_size: width inside the feed-forward blocks.
        kernel: bytes a convolution sees: itself and those before.
        max_positions: most tokens of prompt and tactic together.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    architecture: Literal["lfm2"] = "lfm2"
    hidden_size: int = Field(default=96, ge=8)
    layers: str = Field(default="caa", pattern="^[ca]+$")
    heads: int = Field(default=4, ge=1)
    intermediate_size: int = Field(default=288, ge=8)
    kernel: int = Field(default=4, ge=2)
    max_positions: int = Field(default=4096, ge=64)

    @model_validator(mode="after")
    def _heads_divide(self) -> ModelConfig:
        if self.hidden_size % (2 * self.heads):
            raise ValueError("hidden_size must be a multiple of twice the number of heads")
        return self


def build_model(
    config: ModelConfig, vocabulary_size: int, pad_id: int, eos_id: int, seed: int
) -> Any:
    """Makes the model with random weights; the same seed gives the same weights.

    The global random state is left as it was.
    """
    import torch
    from transformers import AutoModelForCausalLM, Lfm2Config

    shape = Lfm2Config(
        vocab_size=vocabulary_size,
        hidden_size=config.hidden_size,
        num_hidden_layers=len(config.layers),
        layer_types=["conv" if kind == "c" else "full_attention" for kind in config.layers],
        num_attention_heads=config.heads,
        num_key_value_heads=config.heads,
        intermediate_size=config.intermediate_size,
        block_auto_adjust_ff_dim=False,
        conv_L_cache=config.kernel,
        max_position_embeddings=config.max_positions,
        rope_parameters={"rope_type": "default", "rope_theta": 10_000.0},
        tie_word_embeddings=True,
        pad_token_id=pad_id,
        bos_token_id=None,
        eos_token_id=eos_id,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return AutoModelForCausalLM.from_config(shape, dtype=torch.float32)
