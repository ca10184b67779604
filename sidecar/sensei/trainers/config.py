"""What a fine-tuning run can be told, field by field."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from sensei.core.errors import UsageError
from sensei.models.config import ModelConfig


class LoraSettings(BaseModel):
    """LoRA adapters instead of full fine-tuning.

    Args:
        r: rank.
        alpha: scale; the adapter's output is multiplied by alpha / r.
        dropout: on the adapter's input.
        target_modules: names of the layers to adapt; None adapts every linear layer but the last.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

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

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

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


class TuningSettings(RunSettings):
    """What every training of a tactic generator can be told; beside what every run can be:

    Args:
        max_seq_len: most tokens of prompt and tactic together. Hypotheses are left out to keep to
            it; an example whose target and tactic alone are longer is skipped. Both are counted.
        gradient_checkpointing: recompute activations in the backward pass: less memory, more time.
        lora: adapters instead of full fine-tuning; None trains all weights.
        load_in_4bit: quantize the weights below the adapters (QLoRA); only with ``lora``.
    """

    max_seq_len: int = Field(default=1024, ge=32)
    gradient_checkpointing: bool = False
    lora: LoraSettings | None = None
    load_in_4bit: bool = False


class SFTSettings(TuningSettings):
    """Supervised fine-tuning on (state, tactic) pairs; beside what every tuning can be told:

    Args:
        epochs_per_repo: passes over the examples; None takes as many as come nearest
            to ``token_budget`` (between 2 and 120) for a model made from a configuration, and 3
            for any other.
        skeletons: also train on ``induction … with`` and ``cases … with`` with open alternatives
            (see trainers/augment.py).
        token_budget: see ``epochs_per_repo``; prompt and tactic tokens of the whole run.
        packing: fill rows of ``max_seq_len`` tokens with several examples each; ``batch_size`` then
            counts rows. For models of attention layers only.
        premises: how many the examples' goals are shown with; the checkpoint is then asked with as
            many, and refused without.
        retriever: which retriever found them, for the manifest.
        patience: end after this many passes in a row without a lower loss on the held-out examples,
            and keep the weights of the lowest; None goes through all passes.
    """

    epochs_per_repo: int | None = Field(default=None, ge=1)
    skeletons: bool = True
    token_budget: int = Field(default=2_000_000, ge=1)
    packing: bool = False
    premises: int = Field(default=0, ge=0)
    retriever: str = ""
    patience: int | None = Field(default=None, ge=1)


class DPOSettings(TuningSettings):
    """Direct preference optimisation on pairs of tactics; beside what every tuning can be told:

    Args:
        epochs_per_repo: passes over the pairs.
        lr: peak learning rate; None is 2e-4 for a model of less than 20 million weights, 5e-5 with
            LoRA, 1e-6 for any other.
        rename_share: as in every run; none by default, since other names were not searched with.
        beta: how strongly the model is held to what it was: a higher one keeps it nearer.
        patience: end after this many passes in a row without a lower loss on held-out pairs, and
            keep the weights of the lowest; None goes through all passes.
        eval_ratio: with ``patience``, where no pairs are held out: the share of the goals whose
            pairs are.
    """

    epochs_per_repo: int = Field(default=1, ge=1)
    rename_share: float = Field(default=0.0, ge=0, le=1)
    beta: float = Field(default=0.1, gt=0)
    patience: int | None = Field(default=None, ge=1)
    eval_ratio: float = Field(default=0.1, gt=0, lt=1)


class GRPOSettings(TuningSettings):
    """Group relative policy optimisation by rewards; beside what every tuning can be told:

    Args:
        epochs_per_repo: passes over the goals.
        batch_size: completions a step: as many goals as groups of ``num_generations`` make it up.
            Groups whose rewards are all equal teach nothing, so few groups are a noisy step.
        num_generations: tactics sampled for a goal, which are compared with each other.
        lr: peak learning rate; None is 4e-4 for a model of less than 20 million weights, 1e-5 with
            LoRA, 1e-6 for any other.
        rename_share: must be 0: a goal under other names is not the one that Lean is asked about.
        reward_weights: one for each reward function; None is 1 for each.
        kl_beta: how strongly the model is held to the reference; 0 does without one.
        reference_model: the model it is held to; None is what it starts from.
        temperature: of the sampling.
        max_new_tokens: longest tactic sampled; None is the model's own limit. Longer ones have no
            end, and no reward function is asked about them: they are worth 0. The checkpoint serves
            tactics as long as before.
        save_steps: as in every run.
        patience: end after this many windows in a row without a higher mean reward, and keep the
            weights that the best was followed by; None goes through all passes.
        window: steps whose rewards make up a mean.
    """

    epochs_per_repo: int = Field(default=1, ge=1)
    batch_size: int = Field(default=32, ge=1)
    num_generations: int = Field(default=8, ge=2)
    rename_share: float = Field(default=0.0, ge=0, le=0)
    reward_weights: tuple[float, ...] | None = None
    kl_beta: float = Field(default=0.0, ge=0)
    reference_model: str | None = None
    temperature: float = Field(default=1.0, gt=0)
    max_new_tokens: int | None = Field(default=None, ge=1)
    save_steps: int | None = Field(default=50, ge=1)
    patience: int | None = Field(default=None, ge=1)
    window: int = Field(default=10, ge=1)


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


def check_batch(batch_size: int, num_generations: int) -> None:
    """Makes sure that a step is made of whole groups.

    Raises:
        UsageError: it is not, or groups have nothing to compare.
    """
    if num_generations < 2:
        raise UsageError(
            f"groups of {num_generations}: a reward counts against the others of its group",
            "sample at least 2 tactics a goal",
        )
    if batch_size % num_generations:
        below = batch_size // num_generations * num_generations
        fitting = [str(size) for size in (below, below + num_generations) if size]
        raise UsageError(
            f"a step of {batch_size} completions is not made of whole groups of {num_generations} "
            "for one goal",
            f"give a batch size of {' or '.join(fitting)}, or another number of generations",
        )
