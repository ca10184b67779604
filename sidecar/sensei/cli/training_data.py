"""What a training is of: the options of a split and of evaluations, and the examples they name."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from sensei.data.found import Searches
    from sensei.provers.retrievers import NamedRetriever
    from sensei.store import Store
    from sensei.store.records import SplitRecord
    from sensei.trainers.batches import Example

PARTS = ("train", "val", "test")


def add_found(parser: argparse.ArgumentParser) -> None:
    """Adds ``--from-evaluations``, ``--held-out`` and ``--dry-run``."""
    parser.add_argument(
        "--from-evaluations",
        nargs="+",
        type=int,
        default=[],
        metavar="ID",
        help="learn from what the searches of these evaluations found and Lean verified",
    )
    parser.add_argument(
        "--held-out",
        nargs="*",
        choices=PARTS,
        default=["val", "test"],
        metavar="PART",
        help="parts of the split whose statements are never learned from (val test)",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be trained on, and end"
    )


@dataclass(frozen=True, slots=True)
class TacticData:
    """What a generator is trained on.

    Args:
        traced, found: how many examples come from traced proofs, and from verified searches.
        held_out, unknown: verified searches left out (``data.found.Searches``).
        dataset_hash: of the split alone, or of it and what was found.
    """

    split: SplitRecord
    examples: list[Example]
    traced: int
    found: int
    held_out: int
    unknown: int
    dataset_hash: str

    def described(self) -> str:
        """One line for people."""
        if not (self.found or self.held_out or self.unknown):
            return f"{len(self.examples)} examples of split {self.split.name}"
        left_out = f", {self.held_out} held-out searches left out" if self.held_out else ""
        left_out += f", {self.unknown} of unknown statements" if self.unknown else ""
        return (
            f"{len(self.examples)} examples: {self.traced} traced of split {self.split.name}, "
            f"{self.found} of verified searches{left_out}"
        )

    def to_json(self) -> dict[str, Any]:
        """The counts as a JSON object."""
        return {
            "examples": len(self.examples),
            "traced": self.traced,
            "found": self.found,
            "held_out": self.held_out,
            "unknown": self.unknown,
            "dataset_hash": self.dataset_hash,
        }


class Described(Protocol):
    """What a training is of."""

    def described(self) -> str:
        """One line for people."""
        ...

    def to_json(self) -> dict[str, Any]:
        """The counts as a JSON object."""
        ...


def say_data(data: Described, args: argparse.Namespace, output: Path | None = None) -> int:
    """Says what is trained on, before the model's libraries are imported: that takes seconds; for
    a dry run (without ``output``) that is the result."""
    if output is not None:
        print(f"train: {data.described()} -> {output}", file=sys.stderr, flush=True)
    elif args.json:
        print(json.dumps(data.to_json()))
    else:
        print(f"would train on {data.described()}")
    return 0


def tactic_data(args: argparse.Namespace, store: Store) -> TacticData:
    """The examples that the command line names; a pair that is traced is not found again.

    Raises:
        NotFoundError: there is no such split or evaluation.
        UsageError: there is nothing to train on.
    """
    from sensei.data.examples import tactic_examples
    from sensei.data.found import found_steps, visited_steps

    split = store.split(args.split)
    least = args.visit_shares
    if least is not None and (least < 1 or not args.from_evaluations):
        raise UsageError(
            "--visit-shares takes a number of at least 1, and goes with --from-evaluations",
            "name evaluations of htps or mcts",
        )
    traced = [] if args.only_found else tactic_examples(store, split, "train")
    if not args.from_evaluations:
        if args.only_found:
            raise UsageError("--only-found goes with --from-evaluations", "name evaluations")
        return TacticData(split, list(traced), len(traced), 0, 0, 0, split.dataset_hash)
    searches = searches_of(args, store, split, verified_only=least is None)
    known = {(example.state, example.tactic) for example in traced}
    found = [step for step in found_steps(searches) if (step.state, step.tactic) not in known]
    if least is not None:
        shown = {example.state for example in traced}
        found += [step for step in visited_steps(searches, least) if step.state not in shown]
    if not traced and not found:
        raise UsageError(
            f"evaluations {', '.join(map(str, args.from_evaluations))} have no verified proof to "
            "learn from",
            "train on traced proofs too, or search longer",
        )
    pairs = [[step.state, step.tactic, *step.shares] for step in found]
    whole = json.dumps([split.dataset_hash, len(traced), pairs], ensure_ascii=False)
    return TacticData(
        split=split,
        examples=[*traced, *found],
        traced=len(traced),
        found=len(found),
        held_out=searches.held_out,
        unknown=searches.unknown,
        dataset_hash=hashlib.sha256(whole.encode()).hexdigest(),
    )


def validation_data(
    args: argparse.Namespace, store: Store, data: TacticData, retriever: NamedRetriever | None
) -> list[Example]:
    """The traced examples of the part val, shown as those that are trained on."""
    from sensei.data.examples import tactic_examples

    held_out = replace(data, examples=list(tactic_examples(store, data.split, "val")))
    if retriever is None:
        return held_out.examples
    return shown_with_premises(store, held_out, retriever, args.premises)


def searches_of(
    args: argparse.Namespace, store: Store, split: SplitRecord, *, verified_only: bool = False
) -> Searches:
    """The searches of the evaluations that the command line names, without the held-out ones."""
    from sensei.data.found import finished_searches, held_out_statements

    held_out = held_out_statements(split, args.held_out)
    return finished_searches(store, args.from_evaluations, held_out, verified_only=verified_only)


def shown_with_premises(
    store: Store, data: TacticData, retriever: NamedRetriever, count: int
) -> list[Example]:
    """The examples with their goals as a prover with this retriever shows them."""
    from sensei.core.types import TheoremRef
    from sensei.provers.hints import SnapshotHints

    members = data.split.members
    snapshot_of = {(m.module, m.theorem): m.snapshot_id for m in members}
    hints: dict[int, SnapshotHints] = {}
    shown: list[Example] = []
    for example in data.examples:
        place: Any = example  # traced or found, it says whose proof it is from
        snapshot = snapshot_of.get((place.module, place.theorem), data.split.snapshot_id)
        if snapshot not in hints:
            hints[snapshot] = SnapshotHints(store, snapshot, count, retriever)
        theorem = TheoremRef(place.theorem, place.module, "")
        shown.append(replace(place, state=hints[snapshot].shown(theorem, place.state)))
    return shown
