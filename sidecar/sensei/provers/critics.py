"""Critics by the names that a command line gives them. Imports torch when one is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sensei.models.checkpoint import CRITIC, MANIFEST, PROGRESS, read_manifest
from sensei.models.extra import require_training_extra
from sensei.provers.generators import named_checkpoint
from sensei.search.protocol import Critic
from sensei.store import Store


class ProgressModel(Protocol):
    """Estimates how many tactics it is to the end of a proof."""

    def estimate(self, states: Sequence[str]) -> list[float]:
        """Tactics from each pretty-printed state to the end, at least 0.

        Raises:
            ModelError: the model failed.
        """
        ...


@dataclass(frozen=True, slots=True)
class NamedCritic:
    """A critic, and how attempts name it: its kind, its checkpoint, the hash of its weights."""

    critic: Critic
    name: str
    folder: Path


def check_critic(store: Store, wanted: str) -> Path:
    """The folder of a critic's or a progress model's checkpoint, which is not loaded.

    Raises:
        CheckpointError: it is neither.
        MissingExtraError: the libraries of models are not installed.
    """
    folder = Path(named_checkpoint(store, wanted, CRITIC)).expanduser().resolve()
    read_manifest(folder, None, verify=False)
    require_training_extra("a checkpoint as critic")
    return folder


def critic_name(folder: Path) -> str:
    """How attempts name the critic whose checkpoint is there now.

    Raises:
        CheckpointError: there is none.
    """
    manifest = read_manifest(folder, None, verify=False)
    return f"{manifest.kind} {folder} {manifest.weights_hash()[:16]}"


def make_critic(store: Store, wanted: str) -> NamedCritic:
    """A checkpoint of a critic or a progress model, by its folder or name.

    Raises:
        CheckpointError: it is neither, damaged, or of another prompt.
        MissingExtraError: the libraries of models are not installed.
    """
    folder = check_critic(store, wanted)
    name = critic_name(folder)
    return NamedCritic(load_critic(folder), name, folder)


def load_critic(folder: Path) -> Critic:
    """The critic or progress model of a folder that ``check_critic`` gave.

    Raises:
        CheckpointError: it is neither, damaged, or of another prompt.
    """
    from sensei.models import values

    return values.load_critic(folder)


def load_progress(folder: Path) -> ProgressModel:
    """The progress model of a folder that ``check_progress`` gave.

    Raises:
        CheckpointError: it is none, damaged, or of another prompt.
    """
    from sensei.models.values import Progress

    return Progress(folder)


def known_by(folder: Path) -> Path:
    """The file that changes when another checkpoint is put in the folder."""
    return folder / MANIFEST


def check_progress(store: Store, wanted: str) -> Path:
    """The folder of a progress model's checkpoint, which is not loaded.

    Raises:
        CheckpointError: it is none.
        MissingExtraError: the libraries of models are not installed.
    """
    folder = Path(named_checkpoint(store, wanted, PROGRESS)).expanduser().resolve()
    read_manifest(folder, PROGRESS, verify=False)
    require_training_extra("a checkpoint of a progress model")
    return folder
