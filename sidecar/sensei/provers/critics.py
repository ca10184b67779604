"""Critics by the names that a command line gives them. Imports torch when one is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sensei.models.checkpoint import CRITIC, PROGRESS, read_manifest
from sensei.models.extra import require_training_extra
from sensei.provers.generators import named_checkpoint
from sensei.search.protocol import Critic
from sensei.store import Store

if TYPE_CHECKING:
    from sensei.models.values import Progress


@dataclass(frozen=True, slots=True)
class NamedCritic:
    """A critic, and how attempts name it: its kind, its checkpoint, the hash of its weights."""

    critic: Critic
    name: str
    folder: Path


def make_critic(store: Store, wanted: str) -> NamedCritic:
    """A checkpoint of a critic or a progress model, by its folder or name.

    Raises:
        CheckpointError: it is neither, damaged, or of another prompt.
        MissingExtraError: the libraries of models are not installed.
    """
    folder = Path(named_checkpoint(store, wanted, CRITIC)).expanduser().resolve()
    manifest = read_manifest(folder, None, verify=False)
    require_training_extra("a checkpoint as critic")
    from sensei.models.values import load_critic

    name = f"{manifest.kind} {folder} {manifest.weights_hash()[:16]}"
    return NamedCritic(load_critic(folder), name, folder)


def make_progress(store: Store, wanted: str) -> tuple[Progress, Path]:
    """A progress model by its checkpoint's folder or name, and the folder.

    Raises:
        CheckpointError: it is none, damaged, or of another prompt.
        MissingExtraError: the libraries of models are not installed.
    """
    folder = Path(named_checkpoint(store, wanted, PROGRESS)).expanduser().resolve()
    read_manifest(folder, PROGRESS, verify=False)
    require_training_extra("a checkpoint of a progress model")
    from sensei.models.values import Progress

    return Progress(folder), folder
