"""Generators by the names that a command line gives them. Imports torch for a model, not before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from sensei.core.errors import CheckpointError
from sensei.core.protocols import Generator
from sensei.models.baselines import FixedTactics, untrained
from sensei.models.checkpoint import KIND, TRAINED_BY, read_manifest
from sensei.models.extra import require_training_extra
from sensei.store import Store

FIXED = "fixed"
UNTRAINED = "untrained"


@dataclass(frozen=True, slots=True)
class NamedGenerator:
    """A generator, and how attempts name it.

    Args:
        name: ``fixed``, ``untrained`` or ``checkpoint``.
        checkpoint: the checkpoint's folder, or None.
        seed: of its sampling.
        weights: a hash of the checkpoint's weights, or "".
    """

    generator: Generator
    name: str
    checkpoint: str | None
    seed: int
    weights: str = ""

    def seeded(self, seed: int) -> NamedGenerator:
        """The same with another seed; a model is not loaded again."""
        with_seed = getattr(self.generator, "with_seed", None)
        generator = self.generator if with_seed is None else with_seed(seed)
        return replace(self, generator=generator, seed=seed)


def make_generator(
    wanted: str,
    *,
    seed: int,
    temperature: float = 0.0,
    loading: Callable[[str], None] = lambda name: None,
) -> NamedGenerator:
    """``fixed``, ``untrained``, or a checkpoint by its folder.

    Args:
        loading: told which model is about to be loaded, which takes seconds.

    Raises:
        CheckpointError: the folder is no checkpoint, damaged, or of another prompt.
        MissingExtraError: the libraries of models are not installed.
    """
    if wanted == FIXED:
        return NamedGenerator(FixedTactics(), FIXED, None, seed)
    if wanted == UNTRAINED:
        require_training_extra("the untrained model")
        loading("the untrained model")
        model = untrained(seed=seed, temperature=temperature)
        return NamedGenerator(model, UNTRAINED, None, seed)
    folder = Path(wanted).expanduser()
    weights = read_manifest(folder, verify=False).weights_hash()
    require_training_extra("a checkpoint as generator")
    loading(f"the checkpoint {folder.name}")
    from sensei.models.generator import TacticGenerator

    model = TacticGenerator(folder, seed=seed, temperature=temperature)
    return NamedGenerator(model, "checkpoint", str(folder.resolve()), seed, weights)


def checkpoint_folder(store: Store, wanted: str | None) -> str:
    """What ``--generator`` means: a baseline's name as it is, else a checkpoint as
    ``named_checkpoint`` finds it; None is the newest generator.

    Raises:
        CheckpointError: there is none.
    """
    if wanted in (FIXED, UNTRAINED):
        return str(wanted)
    if wanted is None and not any(known.kind == KIND for known in store.checkpoints()):
        raise CheckpointError(
            f"{store.where} knows no checkpoint",
            f"{TRAINED_BY[KIND]} makes one; --generator fixed does without",
        )
    return named_checkpoint(store, wanted, KIND)


def named_checkpoint(store: Store, wanted: str | None, kind: str) -> str:
    """A checkpoint's folder as it is, else the one that the database knows by that name; None is
    the newest it knows of the kind. One that is nowhere is refused where it is read.

    Raises:
        CheckpointError: None, and it knows none of the kind.
    """
    if wanted is not None and Path(wanted).expanduser().is_dir():
        return wanted
    known = store.checkpoints()
    if wanted is not None:
        return next((one.path for one in reversed(known) if one.name == wanted), wanted)
    of_kind = [checkpoint.path for checkpoint in known if checkpoint.kind == kind]
    if not of_kind:
        raise CheckpointError(f"{store.where} knows no {kind}", f"{TRAINED_BY[kind]} makes one")
    return of_kind[-1]
