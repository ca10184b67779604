"""The generators of a server: what is checked before it starts, and what waits for a request."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sensei.core.protocols import Generator
from sensei.provers.generators import (
    FIXED,
    UNTRAINED,
    check_checkpoint,
    check_premises,
    is_provided,
    make_generator,
)
from sensei.server.held import HeldGenerator, ModelMemory


@dataclass(frozen=True, slots=True)
class GeneratorToServe:
    """A generator that may still have to be loaded.

    Args:
        name: what requests call it.
        kind: how attempts name it, as ``NamedGenerator.name``.
        checkpoint: its folder, or "".
        load: loads it, if it is not; raises what is wrong with it.
    """

    name: str
    kind: str
    checkpoint: str
    generator: Generator
    load: Callable[[], None] = lambda: None


def generator_to_serve(
    wanted: str, seed: int, project: Path, memory: ModelMemory
) -> GeneratorToServe:
    """A generator as ``make_generator`` takes it. Checkpoints and local models wait for a request,
    and share ``memory``; of a checkpoint the manifest is checked now.

    Raises:
        CheckpointError: the folder is no checkpoint.
        MissingExtraError: the libraries of models are not installed.
        UsageError: a provider without a key or a model.
    """
    if wanted in (FIXED, UNTRAINED) or is_provided(wanted):
        named = make_generator(wanted, seed=seed, project=project)
        return GeneratorToServe(named.name, named.name, "", named.generator)
    known = check_checkpoint(wanted)

    def load() -> Generator:
        named = make_generator(
            wanted,
            seed=seed,
            project=project,
            loading=lambda what: print(f"sensei: loading {what}", file=sys.stderr, flush=True),
        )
        check_premises(named, 0)  # suggestions are asked for without
        return named.generator

    held = HeldGenerator(known.name, load, known.file, memory)
    return GeneratorToServe(known.name, known.kind, str(known.folder), held, held.load)
