"""Checkpoint folders: written whole or not at all, and checked before they are believed.

Imports no torch: ``sensei show checkpoint`` reads manifests on machines without it. Loading the
weights is models/loading.py's business.

A folder holds ``manifest.json``, the weights as safetensors (``model*.safetensors``, or
``adapter_model.safetensors`` on top of a base model), their configuration and the tokenizer.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from sensei.core.errors import CheckpointError

MANIFEST = "manifest.json"
KIND = "tactic_generator"
ILQL = "ilql_generator"
CRITIC = "critic"
PROGRESS = "progress"
RETRIEVER = "retriever"
WRITER = "statement_writer"
#: The kinds of checkpoints, and the command that makes one.
TRAINED_BY = {
    KIND: "sensei train sft",
    ILQL: "sensei train ilql",
    CRITIC: "sensei train critic",
    PROGRESS: "sensei train progress",
    RETRIEVER: "sensei train retriever",
    WRITER: "sensei selfplay",
}
#: What writes tactics.
GENERATORS = (KIND, ILQL)
FORMAT = 1


class Manifest(BaseModel):
    """What a checkpoint is and where it came from.

    Args:
        format: version of this file.
        kind: what the weights do, a key of ``TRAINED_BY``.
        base_model: ``configuration`` for a model made from one, else the path trained from.
        adapter: the weights are a LoRA adapter, to be merged into ``base_model`` on reading.
        data_set_hash: hash of the training examples; "" for an untrained model.
        prompt_hash: ``models.prompt.prompt_hash()`` of the code that trained it.
        config: the trainer's configuration and the model's shape.
        code_version: the version of Sensei that wrote it.
        seed: the seed of the run.
        metrics: figures of the run: loss_first, loss_last, seconds, steps, …
        max_prompt_tokens, max_new_tokens: limits to serve it with; 0 new tokens for
            what writes none.
        parent: name and weights hash of the checkpoint trained from, or "".
        created_at: UTC, ISO 8601.
        files: SHA-256 of every file beside the manifest.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal[1] = 1
    kind: str
    base_model: str
    adapter: bool = False
    data_set_hash: str
    prompt_hash: str
    config: dict[str, Any]
    code_version: str
    seed: int
    metrics: dict[str, float]
    max_prompt_tokens: int
    max_new_tokens: int = 0
    parent: str = ""
    created_at: str
    files: dict[str, str] = {}

    def weights_hash(self) -> str:
        """One hash for all weight files: equal weights, equal hash."""
        weights = sorted(item for item in self.files.items() if item[0].endswith(".safetensors"))
        return hashlib.sha256(repr(weights).encode()).hexdigest()


def write_checkpoint(folder: Path, manifest: Manifest, save: Callable[[Path], None]) -> Manifest:
    """Writes a checkpoint; a crash in the middle leaves the old one, or none.

    Args:
        folder: where; an existing checkpoint there is replaced.
        manifest: its manifest; ``files`` is filled in here.
        save: writes weights, configuration and tokenizer into the folder it is given.

    Returns:
        The manifest as written.

    Raises:
        CheckpointError: ``folder`` holds something that is no checkpoint.
    """
    claim_place(folder)
    draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        save(draft)
        files = {
            path.relative_to(draft).as_posix(): _sha256(path)
            for path in sorted(draft.rglob("*"))
            if path.is_file()
        }
        written = manifest.model_copy(update={"files": files})
        (draft / MANIFEST).write_text(written.model_dump_json(indent=2) + "\n", encoding="utf-8")
        draft.chmod(0o755)
        _put_in_place(draft, folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return written


def claim_place(folder: Path) -> None:
    """Makes sure that a checkpoint can be written at ``folder``, before it costs a training.

    Raises:
        CheckpointError: ``folder`` holds something that is no checkpoint, or cannot be made.
    """
    if folder.is_dir():
        if not (folder / MANIFEST).is_file() and any(folder.iterdir()):
            raise CheckpointError(
                f"{folder} is not empty and no checkpoint", "name another --output, or empty it"
            )
    elif folder.exists():
        raise CheckpointError(f"{folder} is a file, not a checkpoint", "name another, or remove it")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent).cleanup()
    except OSError as error:
        raise CheckpointError(
            f"no checkpoint can be written in {folder.parent}: {error.strerror}",
            "give a place that can be written: --output",
        ) from None


def read_manifest(
    folder: Path, kind: str | Sequence[str] | None = GENERATORS, verify: bool = True
) -> Manifest:
    """Reads and checks a checkpoint's manifest.

    Args:
        folder: the checkpoint.
        kind: the kind it must have, or several of which it must have one; None takes any.
        verify: also hash every file.

    Raises:
        CheckpointError: no such folder, no checkpoint, another kind, or damaged.
    """
    kinds = (kind,) if isinstance(kind, str) else tuple(kind or ())
    retrain = f"train one with: {TRAINED_BY[kinds[0] if kinds else KIND]}"
    if not folder.is_dir():
        raise CheckpointError(f"{folder}: no such checkpoint folder", retrain)
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CheckpointError(f"{folder} is no checkpoint: it has no {MANIFEST}", retrain) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CheckpointError(f"{folder / MANIFEST} cannot be read: {error}", retrain) from None
    try:
        manifest = Manifest.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "file"
        raise CheckpointError(
            f"{folder / MANIFEST} is damaged: {where}: {first['msg']}", retrain
        ) from None
    if kinds and manifest.kind not in kinds:
        raise CheckpointError(
            f"{folder} is a checkpoint of kind '{manifest.kind}', not '{kinds[0]}'", retrain
        )
    if not kinds:
        retrain = f"train it again: {TRAINED_BY.get(manifest.kind, 'sensei train')}"
    if not any(name.endswith(".safetensors") for name in manifest.files):
        raise CheckpointError(f"{folder} is damaged: its manifest names no weights", retrain)
    for name, expected in manifest.files.items():
        path = folder / name
        if not path.is_file():
            raise CheckpointError(f"{folder} is damaged: {name} is missing", retrain)
        if verify and _sha256(path) != expected:
            raise CheckpointError(
                f"{folder} is damaged: {name} does not match its hash in the manifest", retrain
            )
    return manifest


def check_prompt(folder: Path, manifest: Manifest, served: str) -> None:
    """Makes sure that a checkpoint is asked as it was taught.

    Args:
        served: the hash of the prompt of this version.

    Raises:
        CheckpointError: it was trained with another.
    """
    if manifest.prompt_hash != served:
        raise CheckpointError(
            f"{folder} was trained with another prompt (hash {manifest.prompt_hash[:12]}, "
            f"this version's is {served[:12]})",
            "train again with this version, or use the version "
            f"that wrote it ({manifest.code_version})",
        )


def parent_of(manifest: Manifest | None, model_name: str) -> str:
    """How a manifest names the checkpoint that was trained from; "" for what was none of ours."""
    return "" if manifest is None else f"{Path(model_name).name}:{manifest.weights_hash()}"


def _put_in_place(draft: Path, folder: Path) -> None:
    """Renames ``draft`` to ``folder``; what was there goes away only after."""
    if not folder.exists():
        os.rename(draft, folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{folder.name}.old.", dir=folder.parent))
    os.rename(folder, old / "checkpoint")
    try:
        os.rename(draft, folder)
    except OSError:
        os.rename(old / "checkpoint", folder)
        raise
    finally:
        if folder.exists():
            shutil.rmtree(old, ignore_errors=True)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
