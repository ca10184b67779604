"""Generators by the names that a command line gives them. Imports torch for a model, not before."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from sensei.core.errors import CheckpointError, UsageError
from sensei.core.protocols import Generator
from sensei.models.baselines import FixedTactics, untrained
from sensei.models.bundled import SMOLLM2, bundled_folder
from sensei.models.checkpoint import GENERATORS, KIND, MANIFEST, TRAINED_BY, read_manifest
from sensei.models.extra import require_training_extra
from sensei.models.hub import hub_folder, is_hub_name, model_name
from sensei.models.quantized import require_four_bit
from sensei.settings import PROVIDERS, load_provider, own_names
from sensei.store import Store

FIXED = "fixed"
UNTRAINED = "untrained"
IN_4BIT = " in 4 bits"


@dataclass(frozen=True, slots=True)
class NamedGenerator:
    """A generator, and how attempts name it.

    Args:
        name: ``fixed``, ``untrained``, ``checkpoint``, ``model`` (a local one that is no checkpoint
            of ours) or ``PROVIDER:MODEL``.
        checkpoint: the checkpoint's folder, or None.
        seed: of its sampling.
        weights: a hash of the checkpoint's weights (with ``IN_4BIT`` behind it, where they are), or
            of the address of a provider; or "".
        temperature: of its sampling.
        premises: how many a checkpoint of ours was shown with each goal; None for other models.
    """

    generator: Generator
    name: str
    checkpoint: str | None
    seed: int
    weights: str = ""
    temperature: float = 0.0
    premises: int | None = None

    def seeded(self, seed: int) -> NamedGenerator:
        """The same with another seed; a model is not loaded again."""
        with_seed = getattr(self.generator, "with_seed", None)
        generator = self.generator if with_seed is None else with_seed(seed)
        return replace(self, generator=generator, seed=seed)


def make_generator(
    wanted: str,
    *,
    seed: int,
    temperature: float | None = None,
    project: Path | None = None,
    loading: Callable[[str], None] = lambda name: None,
    load_in_4bit: bool = False,
) -> NamedGenerator:
    """``fixed``, ``untrained``, a provider's model, a checkpoint or local model by its folder, or
    ``hf:NAME``.

    Args:
        temperature: None for 0, with which a checkpoint gives the best of a beam; of providers for
            the one at which their models are meant to be sampled.
        project: whose ``sensei.toml`` says how providers are reached.
        loading: told which model is about to be loaded, which takes seconds.
        load_in_4bit: quantize the weights of a checkpoint or local model.

    Raises:
        CheckpointError: the folder is no checkpoint, damaged, or of another prompt.
        MissingExtraError: the libraries of models are not installed.
        UsageError: a provider without a key or a model; 4 bits of what has no weights of its own.
    """
    if load_in_4bit:
        if wanted in (FIXED, UNTRAINED) or is_provided(wanted):
            raise UsageError(
                f"--load-in-4bit: {wanted} has no weights to be loaded",
                "name a checkpoint or a local model with --generator",
            )
        require_four_bit()
    if is_provided(wanted):
        return _provided(wanted, seed, temperature, project)
    heat = temperature or 0.0
    if wanted == FIXED:
        return NamedGenerator(FixedTactics(), FIXED, None, seed)
    if wanted == UNTRAINED:
        require_training_extra("the untrained model")
        loading("the untrained model")
        model = untrained(seed=seed, temperature=heat)
        return NamedGenerator(model, UNTRAINED, None, seed, temperature=heat)
    folder = hub_folder(wanted) if is_hub_name(wanted) else Path(wanted).expanduser()
    if is_foreign(folder):
        require_training_extra("a model as generator")
        loading(f"the model {folder.name}")
        return _foreign(folder, seed, temperature, load_in_4bit)
    manifest = read_manifest(folder, verify=False)
    require_training_extra("a checkpoint as generator")
    loading(f"the checkpoint {folder.name}")
    from sensei.models.generator import TacticGenerator
    from sensei.models.loading import shown_premises

    model = TacticGenerator(folder, seed=seed, temperature=heat, load_in_4bit=load_in_4bit)
    return NamedGenerator(
        model,
        "checkpoint",
        str(folder.resolve()),
        seed,
        manifest.weights_hash() + (IN_4BIT if load_in_4bit else ""),
        heat,
        shown_premises(manifest),
    )


def check_premises(named: NamedGenerator, premises: int) -> None:
    """Makes sure that a checkpoint is asked with as many premises as it was taught with.

    Raises:
        CheckpointError: it was not.
    """
    if named.premises in (None, premises):
        return
    said = f"{named.checkpoint} was trained with {named.premises or 'no'} premises in its prompt"
    if named.premises:
        retry = f"give --retriever R --premises {named.premises}"
        raise CheckpointError(f"{said}, not {premises}", retry)
    raise CheckpointError(
        f"{said}, not {premises}", "leave --retriever out, or sensei train sft --retriever R"
    )


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A checkpoint or a local model that is not loaded.

    Args:
        name: what requests call it.
        kind: as ``NamedGenerator.name``.
        file: what is written anew with it: its manifest, or its configuration.
    """

    folder: Path
    name: str
    kind: str
    file: Path


def check_checkpoint(wanted: str, *, load_in_4bit: bool = False) -> KnownModel:
    """Checks a checkpoint or local model as far as that goes without loading it.

    Args:
        load_in_4bit: that is how it will be loaded.

    Raises:
        CheckpointError: the folder is neither.
        MissingExtraError: the libraries of models are not installed.
    """
    if load_in_4bit:
        require_four_bit()
    folder = Path(wanted).expanduser().resolve()
    name = model_name(folder)
    if is_foreign(folder):
        require_training_extra("a model as generator")
        return KnownModel(folder, name, "model", folder / "config.json")
    read_manifest(folder, verify=False)
    require_training_extra("a checkpoint as generator")
    return KnownModel(folder, name, "checkpoint", folder / MANIFEST)


def is_provided(wanted: str | None) -> bool:
    """Whether it is ``PROVIDER:MODEL``, or a provider whose model the settings name."""
    return wanted is not None and wanted.partition(":")[0] in PROVIDERS


def is_foreign(folder: Path) -> bool:
    """Whether it is a local model in Hugging Face's layout that is no checkpoint of ours."""
    return (folder / "config.json").is_file() and not (folder / MANIFEST).exists()


def _foreign(
    folder: Path, seed: int, temperature: float | None, load_in_4bit: bool
) -> NamedGenerator:
    """A chat model through its template; any other is shown goals as a checkpoint is."""
    from sensei.models.encoder_decoder import load_served

    loaded, where = load_served(folder, load_in_4bit=load_in_4bit), str(folder.resolve())
    weights = IN_4BIT.strip() if load_in_4bit else ""
    if getattr(loaded.tokenizer, "chat_template", None):
        from sensei.models.chat.generator import DEFAULT_TEMPERATURE, ChatGenerator
        from sensei.models.chat.local_client import LocalClient

        heat = DEFAULT_TEMPERATURE if temperature is None else temperature
        client = LocalClient(folder, loaded)
        chat = ChatGenerator(client, temperature=heat, seed=seed, parallel=1)
        return NamedGenerator(chat, "model", where, seed, weights, heat)
    from sensei.models.generator import TacticGenerator

    heat = temperature or 0.0
    generator = TacticGenerator(loaded, seed=seed, temperature=heat)
    return NamedGenerator(generator, "model", where, seed, weights, heat)


def _provided(
    wanted: str, seed: int, temperature: float | None, project: Path | None
) -> NamedGenerator:
    from sensei.models.chat.generator import DEFAULT_TEMPERATURE, ChatGenerator
    from sensei.models.chat.providers import chat_client

    provider, _, model = wanted.partition(":")
    settings = load_provider(provider, project)
    client = chat_client(provider, model, settings)
    heat = DEFAULT_TEMPERATURE if temperature is None else temperature
    generator = ChatGenerator(client, temperature=heat, seed=seed, parallel=settings.parallel)
    address = hashlib.sha256(client.address.encode()).hexdigest()
    return NamedGenerator(generator, client.name, None, seed, address, heat)


def checkpoint_folder(store: Store, wanted: str | None, project: Path | None = None) -> str:
    """What ``--generator`` means: a baseline or a provider's model as it is, a model of the hub by
    its folder, else a checkpoint as ``named_checkpoint`` finds it; None is the newest generator.

    Args:
        project: whose ``sensei.toml`` may have names of the user's own in ``[models]``.

    Raises:
        CheckpointError: there is none.
    """
    if wanted is not None:
        wanted = own_names(project).get(wanted, wanted)
    if wanted in (FIXED, UNTRAINED) or is_provided(wanted):
        return str(wanted)
    if wanted is not None and is_hub_name(wanted):
        return str(hub_folder(wanted))
    if wanted == SMOLLM2:
        return str(bundled_folder())
    if wanted is None and not any(known.kind in GENERATORS for known in store.checkpoints()):
        raise CheckpointError(
            f"{store.where} knows no checkpoint",
            f"{TRAINED_BY[KIND]} makes one; --generator fixed does without",
        )
    return named_checkpoint(store, wanted, *GENERATORS)


def named_checkpoint(store: Store, wanted: str | None, *kinds: str) -> str:
    """A checkpoint's folder as it is, else the one that the database knows by that name; None is
    the newest it knows of the kinds. One that is nowhere is refused where it is read.

    Raises:
        CheckpointError: None, and it knows none of the kinds.
    """
    if wanted is not None and Path(wanted).expanduser().is_dir():
        return wanted
    known = store.checkpoints()
    if wanted is not None:
        return next((one.path for one in reversed(known) if one.name == wanted), wanted)
    of_kind = [checkpoint.path for checkpoint in known if checkpoint.kind in kinds]
    if not of_kind:
        raise CheckpointError(
            f"{store.where} knows no {kinds[0]}", f"{TRAINED_BY[kinds[0]]} makes one"
        )
    return of_kind[-1]
