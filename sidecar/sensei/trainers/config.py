"""What a fine-tuning run can be told, field by field."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from sensei.models.config import ModelConfig


class LoraSettings(BaseModel):
    """LoRA adapters instead of full fine-tuning.

    Args:
        r: rank.
        alpha: scale; the adapter's output is multiplied by alpha / r.
        dropout: on the adapter's input.
        target_modules: names of the layers to adapt; None adapts every linear layer but the last.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    r: int = Field(default=16, ge=1)
    alpha: int = Field(default=32, ge=1)
    dropout: float = Field(default=0.05, ge=0, lt=1)
    target_modules: tuple[str, ...] | None = None


class RunSettings(BaseModel):
    """What every run can be told.

    Args:
        batch_size: examples a step.
        lr: peak learning rate; None is 2e-3 for a model made from a configuration, 2e-4 with LoRA,
            2e-5 for full fine-tuning of another model.
        warmup_steps: steps of linear warm-up, then the rate falls as a cosine to a twentieth;
            None is a twentieth of all steps.
        weight_decay: AdamW's, on matrices only.
        max_grad_norm: gradients are scaled down to this norm.
        seed: decides initial weights, order and renamings.
        rename_share: the share of examples that get other local names, anew in each epoch.
        max_seconds: end after this long and keep what was learned; None is no limit. The learning
            rate falls in time for it. A run that it cuts short depends on the machine's speed.
        save_steps: steps between the states that ``resume`` can go on from; None keeps none.
        device: ``cpu``, ``cuda``, or ``auto``.
        threads: of torch on the CPU; None leaves torch's own choice. The same seed gives the same
            bytes for the same number of threads.
        precision: of the forward and backward pass; the weights stay 32-bit. ``auto`` is bfloat16
            on a GPU that has it.
        accumulate: batches whose gradients are added up for one step.
        compiled: have torch compile the model first: minutes at the start, then faster steps. Worth
            it on a GPU, with rows of one length (``packing``).
        model: the shape of the model made from a configuration.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    batch_size: int = Field(default=8, ge=1)
    lr: float | None = Field(default=None, gt=0)
    warmup_steps: int | None = Field(default=None, ge=0)
    weight_decay: float = Field(default=0.05, ge=0)
    max_grad_norm: float = Field(default=1.0, gt=0)
    seed: int = Field(default=0, ge=0, lt=2**32)
    rename_share: float = Field(default=0.3, ge=0, le=1)
    max_seconds: float | None = Field(default=None, gt=0)
    save_steps: int | None = Field(default=500, ge=1)
    device: Literal["auto", "cpu", "cuda"] = "auto"
    threads: int | None = Field(default=None, ge=1)
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    accumulate: int = Field(default=1, ge=1)
    compiled: bool = False
    model: ModelConfig = ModelConfig()


class SFTSettings(RunSettings):
    """Supervised fine-tuning on (state, tactic) pairs; beside what every run can be told:

    Args:
        epochs_per_repo: passes over the examples; None takes as many as come nearest
            to ``token_budget`` (between 2 and 120) for a model made from a configuration, and 3
            for any other.
        max_seq_len: most tokens of prompt and tactic together. Hypotheses are left out to keep to
            it; an example whose target and tactic alone are longer is skipped. Both are counted.
        gradient_checkpointing: recompute activations in the backward pass: less memory, more time.
        lora: adapters instead of full fine-tuning; None trains all weights.
        skeletons: also train on ``induction … with`` and ``cases … with`` with open alternatives
            (see trainers/augment.py).
        token_budget: see ``epochs_per_repo``; prompt and tactic tokens of the whole run.
        packing: fill rows of ``max_seq_len`` tokens with several examples each; ``batch_size`` then
            counts rows. For models of attention layers only.
        premises: how many the examples' goals are shown with; the checkpoint is then asked with as
            many, and refused without.
        retriever: which retriever found them, for the manifest.
    """

    epochs_per_repo: int | None = Field(default=None, ge=1)
    max_seq_len: int = Field(default=1024, ge=32)
    gradient_checkpointing: bool = False
    lora: LoraSettings | None = None
    skeletons: bool = True
    token_budget: int = Field(default=2_000_000, ge=1)
    packing: bool = False
    premises: int = Field(default=0, ge=0)
    retriever: str = ""


class DPOSettings(RunSettings):
    """Direct preference optimisation on pairs of tactics; beside what every run can be told:

    Args:
        epochs_per_repo: passes over the pairs.
        lr: peak learning rate; None is 2e-4 for a model of less than 20 million weights, 5e-5 with
            LoRA, 1e-6 for any other.
        rename_share: as in every run; none by default, since other names were not searched with.
        beta: how strongly the model is held to what it was: a higher one keeps it nearer.
        max_seq_len: most tokens of prompt and tactic together. Hypotheses are left out to keep to
            it; a pair whose target and longer tactic alone are longer is skipped. Both are counted.
        gradient_checkpointing: recompute activations in the backward pass: less memory, more time.
        lora: adapters instead of full fine-tuning; None trains all weights.
    """

    epochs_per_repo: int = Field(default=1, ge=1)
    rename_share: float = Field(default=0.0, ge=0, le=1)
    beta: float = Field(default=0.1, gt=0)
    max_seq_len: int = Field(default=1024, ge=32)
    gradient_checkpointing: bool = False
    lora: LoraSettings | None = None


class ValueSettings(RunSettings):
    """Training of a critic or a progress model; beside what every run can be told:

    Args:
        epochs: passes over the examples, at most.
        max_length: most tokens of a goal's prompt. Hypotheses are left out to keep to it; counted.
        patience: end after this many passes in a row without a lower error on the held-out
            examples; None goes through all passes. The weights of the lowest error are kept.
        eval_ratio: without held-out examples, this share of the theorems is held out.
    """

    epochs: int = Field(default=12, ge=1)
    max_length: int = Field(default=1024, ge=32)
    patience: int | None = Field(default=3, ge=1)
    eval_ratio: float = Field(default=0.1, gt=0, lt=1)
