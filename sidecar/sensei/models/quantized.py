"""Weights of a model in 4 bits (NF4, by bitsandbytes): an eighth of the memory, on a GPU or a CPU.

Linear layers but the last are quantized while the model is loaded; everything else stays as it is.
A quantized model is asked, or trained through LoRA adapters (QLoRA), and never written: what is
saved of a training are the adapters. Source: Dettmers et al., QLoRA (arXiv 2305.14314).
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from sensei.core.errors import MissingExtraError

EXTRA = "quantization"


def require_four_bit(feature: str = "--load-in-4bit") -> None:
    """Makes sure the extra ``quantization`` is there.

    Raises:
        MissingExtraError: it is not.
    """
    if find_spec("bitsandbytes") is None:
        raise MissingExtraError(feature, EXTRA)


def four_bit_arguments() -> dict[str, Any]:
    """The arguments with which transformers loads a model in 4 bits, where torch computes best."""
    require_four_bit()
    import torch
    from transformers import BitsAndBytesConfig

    cuda = torch.cuda.is_available()
    config = BitsAndBytesConfig(
        load_in_4bit=True,
        bnb_4bit_quant_type="nf4",
        bnb_4bit_use_double_quant=True,
        bnb_4bit_compute_dtype=torch.bfloat16 if cuda else torch.float32,
    )
    return {"quantization_config": config, "device_map": {"": "cuda" if cuda else "cpu"}}


def is_four_bit(model: Any) -> bool:
    """Whether a model was loaded in 4 bits."""
    return bool(getattr(model, "is_loaded_in_4bit", False))


def placed(model: Any, device: str, dtype: Any = None) -> Any:
    """The model on a device, in a precision; one in 4 bits is where, and what, it was loaded as."""
    inner = getattr(model, "model", None)
    if is_four_bit(model) or (inner is not None and is_four_bit(inner)):
        return model
    return model.to(device=device) if dtype is None else model.to(device=device, dtype=dtype)
