"""What the verbs share that refine a generator by searches: ``sensei train dpo`` and ``ilql``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sensei.cli.project import open_project_store, project_root
from sensei.cli.training import output_folder, print_json, recorded
from sensei.cli.training_data import Described, say_data, searches_of
from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from sensei.data.found import Searches
    from sensei.store import Store
    from sensei.store.records import SplitRecord

Example = TypeVar("Example")


@dataclass(frozen=True, slots=True)
class Found(Generic[Example]):
    """What searches gave to train on.

    Args:
        said: the counts, for people and as JSON.
    """

    split: SplitRecord
    examples: Sequence[Example]
    said: Described


def left_out(held_out: int, unknown: int) -> str:
    """The searches that were not learned from, for the end of a line."""
    told = f"; {held_out} held-out searches left out" if held_out else ""
    return told + (f"; {unknown} of unknown statements" if unknown else "")


def named_searches(
    args: argparse.Namespace, store: Store, example: str
) -> tuple[SplitRecord, Searches]:
    """The split and the searches that the command line names.

    Raises:
        NotFoundError: there is no such split or evaluation.
        UsageError: none is named.
    """
    if not args.from_evaluations:
        raise UsageError("no searches to learn from are named", f"as in: {example}")
    split = store.split(args.split)
    return split, searches_of(args, store, split)


def refine(
    args: argparse.Namespace,
    kind: str,
    find: Callable[[argparse.Namespace, Store], Found[Example]],
    make: Callable[[argparse.Namespace, str, Path], Any],
    hashed: Callable[[Sequence[Example]], str],
) -> dict[str, Any] | None:
    """Trains from the generator that the command line names.

    Args:
        kind: of the run, as the verb.
        find: what is trained on.
        make: the trainer, from the generator's folder and the folder of its checkpoint.
        hashed: the hash of the examples.

    Returns:
        The figures that are to be told; None if everything is said.
    """
    from sensei.provers.generators import checkpoint_folder
    from sensei.trainers.resume import only_run

    project = project_root(args)
    if args.dry_run:
        with open_project_store(args, project) as store:
            say_data(find(args, store).said, args)
        return None
    output = output_folder(args, project)
    with only_run(output), open_project_store(args, project) as store:
        data = find(args, store)
        model = checkpoint_folder(store, args.model)
        say_data(data.said, args, output)
        trainer = make(args, model, output)
        run_id, result = recorded(
            store,
            kind,
            data.split,
            data_set_hash=hashed(data.examples),
            config=trainer.settings.model_dump(mode="json")
            | {"model": model, "from_evaluations": args.from_evaluations},
            output=output,
            logs=args.log,
            train=lambda report: trainer.train(data.examples, resume=args.resume, report=report),
        )
    if args.json:
        print_json(run_id, result)
        return None
    print(f"checkpoint: {result.checkpoint} (run {run_id})")
    return dict(result.manifest.metrics)
