"""Critics by the names that a command line gives them. Imports torch when one is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sensei.models.checkpoint import CRITIC, read_manifest
from sensei.models.extra import require_training_extra
from sensei.provers.generators import named_checkpoint
from sensei.search.protocol import Critic
from sensei.store import Store


@dataclass(frozen=True, slots=True)
class NamedCritic:
    """A critic, and how attempts name it: its kind, its checkpoint, the hash of its weights."""

    critic: Critic
    name: str


def make_critic(store: Store, wanted: str) -> NamedCritic:
    """A checkpoint of a critic or a progress model, by its folder or name.

    Raises:
        CheckpointError: it is neither, damaged, or of another prompt.
        MissingExtraError: the libraries of models are not installed.
    """
    folder = Path(named_checkpoint(store, wanted, CRITIC)).expanduser()
    manifest = read_manifest(folder, None, verify=False)
    require_training_extra("a checkpoint as critic")
    from sensei.models.values import load_critic

    name = f"{manifest.kind} {folder.resolve()} {manifest.weights_hash()[:16]}"
    return NamedCritic(load_critic(folder), name)
