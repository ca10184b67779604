"""LoRA in the words of our settings and of peft."""

from __future__ import annotations

from typing import Any

from sensei.core.errors import UsageError
from sensei.models.quantized import require_four_bit
from sensei.trainers.config import LoraSettings, TuningSettings


def lora_settings(lora_config: Any) -> LoraSettings | None:
    """``peft.LoraConfig`` in the words of the settings, for the manifest."""
    if lora_config is None or isinstance(lora_config, LoraSettings):
        return lora_config
    modules = lora_config.target_modules
    return LoraSettings(
        r=lora_config.r,
        alpha=lora_config.lora_alpha,
        dropout=lora_config.lora_dropout,
        target_modules=None
        if modules is None
        else (modules,)
        if isinstance(modules, str)
        else tuple(sorted(modules)),
    )


def check_four_bit(settings: TuningSettings) -> None:
    """Makes sure that what is in 4 bits has adapters to be trained, and the library.

    Raises:
        UsageError: no adapters.
        MissingExtraError: the extra ``quantization`` is not installed.
    """
    if not settings.load_in_4bit:
        return
    if settings.lora is None:
        raise UsageError(
            "weights in 4 bits cannot be trained themselves",
            "add --lora, which trains adapters beside them, or leave --load-in-4bit out",
        )
    require_four_bit()


def peft_config(given: Any, lora: LoraSettings | None) -> Any:
    """What peft is given: the user's own ``LoraConfig``, else one of these settings, or None."""
    if given is not None or lora is None:
        return given
    from peft import LoraConfig

    return LoraConfig(
        r=lora.r,
        lora_alpha=lora.alpha,
        lora_dropout=lora.dropout,
        target_modules=list(lora.target_modules) if lora.target_modules else "all-linear",
        task_type="CAUSAL_LM",
    )
