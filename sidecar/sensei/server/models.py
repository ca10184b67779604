"""The models of a server: what is checked before it starts, and what waits for a request."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sensei.core.errors import CheckpointError
from sensei.core.protocols import Generator
from sensei.provers.critics import (
    ProgressModel,
    check_critic,
    check_progress,
    critic_name,
    known_by,
    load_critic,
    load_progress,
)
from sensei.provers.generators import (
    FIXED,
    UNTRAINED,
    check_checkpoint,
    check_premises,
    is_provided,
    make_generator,
)
from sensei.provers.retrievers import check_retriever, index_folder, make_retriever
from sensei.search.protocol import Critic
from sensei.server.held import Held, HeldGenerator, ModelMemory
from sensei.server.premises import OpenRetriever, RetrieverToServe
from sensei.server.state import Judge
from sensei.store import Store


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
    wanted: str, seed: int, project: Path, memory: ModelMemory, *, load_in_4bit: bool = False
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
    known = check_checkpoint(wanted, load_in_4bit=load_in_4bit)

    def load() -> Generator:
        named = make_generator(
            wanted,
            seed=seed,
            project=project,
            loading=_say,
            load_in_4bit=load_in_4bit,
        )
        check_premises(named, 0)  # suggestions are asked for without
        return named.generator

    held = HeldGenerator(known.name, load, known.file, memory)
    return GeneratorToServe(known.name, known.kind, str(known.folder), held, held.load)


def progress_to_serve(store: Store, wanted: str, memory: ModelMemory) -> Judge:
    """A progress model by its checkpoint's folder or name; it waits for a request.

    Raises:
        CheckpointError: it is none.
        MissingExtraError: the libraries of models are not installed.
    """
    folder = check_progress(store, wanted)

    def load() -> ProgressModel:
        _say(f"the progress model {folder.name}")
        return load_progress(folder)

    held = Held(folder.name, load, known_by(folder), memory)
    return Judge(
        folder.name,
        str(folder),
        lambda goals: held.ask(lambda model: model.estimate(goals)),
        is_ready=lambda: held.ready,
        load=held.load,
    )


def critic_to_serve(store: Store, wanted: str, memory: ModelMemory) -> Judge:
    """A critic or a progress model, to judge goals for searches; it waits for a request.

    Raises:
        CheckpointError: it is neither.
        MissingExtraError: the libraries of models are not installed.
    """
    folder = check_critic(store, wanted)
    known = critic_name(folder)

    def load() -> Critic:
        _say(f"the critic {folder.name}")
        return load_critic(folder)

    def identity() -> str:
        try:
            return critic_name(folder)
        except CheckpointError:  # the moment between an old one and a new one
            return known

    held = Held(folder.name, load, known_by(folder), memory)
    return Judge(
        folder.name,
        str(folder),
        lambda goals: held.ask(lambda model: model.evaluate(goals)),
        identity,
        is_ready=lambda: held.ready,
        load=held.load,
    )


def retriever_to_serve(
    store: Store, wanted: str, project: Path, memory: ModelMemory, *, approximate: bool = False
) -> RetrieverToServe:
    """A dense retriever; it waits for a request, and so does its index.

    Raises:
        CheckpointError: there is no such retriever.
        MissingExtraError: the libraries of models are not installed.
    """
    known = check_retriever(store, wanted)

    def load() -> OpenRetriever:
        return OpenRetriever(
            make_retriever(
                store, wanted, cache=index_folder(project), approximate=approximate, loading=_say
            )
        )

    folder = str(known.folder.resolve())
    return RetrieverToServe(known.name, folder, Held(known.name, load, known.file, memory))


def _say(what: str) -> None:
    print(f"sensei: loading {what}", file=sys.stderr, flush=True)
