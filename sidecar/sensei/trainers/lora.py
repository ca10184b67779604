"""LoRA in the words of our settings and of peft."""

from __future__ import annotations

from typing import Any

from sensei.trainers.config import LoraSettings


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
