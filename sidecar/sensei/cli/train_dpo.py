"""``sensei train dpo``: a generator learns which of the tactics tried on a goal led to a proof."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.numbers import count
from sensei.cli.refining import Found, left_out, named_searches, refine
from sensei.cli.training import add_patience, add_run, add_tuning, bad_setting, tuning_settings
from sensei.cli.training_data import add_found
from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from sensei.data.preferences import Preference
    from sensei.store import Store
    from sensei.trainers.dpo import DPOTrainer

EXAMPLE = "sensei train dpo --model sft --from-evaluations 1 2"


def add_dpo(actions: Any) -> None:
    """Adds the verb."""
    summary = "direct preference optimisation on tactics of searches: what led to a verified proof"
    dpo = actions.add_parser(
        "dpo",
        help=summary,
        description=summary[0].upper() + summary[1:],
        epilog=f"example: {EXAMPLE}",
    )
    add_run(dpo, "dpo")
    add_found(dpo)
    dpo.add_argument(
        "--model", metavar="G", help="the generator to refine: a folder or name (default: newest)"
    )
    dpo.add_argument(
        "--only-failed",
        action="store_true",
        help="against tactics that Lean refused, not also against those that led to no proof",
    )
    dpo.add_argument(
        "--beta", type=float, default=0.1, metavar="X", help="a higher one keeps it nearer (0.1)"
    )
    dpo.add_argument("--epochs", type=count, default=1, metavar="N", help="passes (1)")
    add_patience(dpo, "passes without a lower loss on a tenth of the goals, held out")
    add_tuning(dpo)


@dataclass(frozen=True, slots=True)
class PreferenceCounts:
    """How much there is to train on."""

    pairs: int
    goals: int
    failed: int
    held_out: int
    unknown: int

    def described(self) -> str:
        """One line for people."""
        said = f"{self.pairs} pairs of {self.goals} goals of verified proofs"
        return said + left_out(self.held_out, self.unknown)

    def to_json(self) -> dict[str, Any]:
        """The counts as a JSON object."""
        return asdict(self)


def dpo(args: argparse.Namespace) -> int:
    """Trains; 0 when the checkpoint is written."""
    figures = refine(args, "dpo", _data, _trainer, _hash)
    if figures is None:
        return 0
    print(
        f"loss: {figures['loss_first']:.3f} -> {figures['loss_last']:.3f}; pairs in the right "
        f"order: {100 * figures['accuracy_first']:.0f} % -> {100 * figures['accuracy_last']:.0f} %"
    )
    print(
        f"{figures['examples']:.0f} pairs x {figures['epochs']:.0f} epochs, "
        f"{figures['steps']:.0f} steps in {figures['seconds']:.0f} s"
    )
    if figures["examples_skipped"] or figures["examples_shortened"]:
        print(
            f"too long: {figures['examples_skipped']:.0f} skipped, "
            f"{figures['examples_shortened']:.0f} without their farthest hypotheses"
        )
    return 0


def _data(args: argparse.Namespace, store: Store) -> Found[Preference]:
    from sensei.data.preferences import preferences

    split, searches = named_searches(args, store, EXAMPLE)
    pairs = preferences(searches, only_failed=args.only_failed)
    if not pairs:
        verified = sum(search.verified for search in searches.kept)
        raise UsageError(
            f"evaluations {', '.join(map(str, args.from_evaluations))} have {verified} verified "
            "proofs that may be learned from, and no goal of one on which another tactic led to "
            "nothing",
            "search more theorems, or with more candidates",
        )
    counts = PreferenceCounts(
        len(pairs),
        len({pair.state for pair in pairs}),
        sum(pair.failed for pair in pairs),
        searches.held_out,
        searches.unknown,
    )
    return Found(split, pairs, counts)


def _hash(pairs: Sequence[Preference]) -> str:
    from sensei.trainers.dpo import preferences_hash

    return preferences_hash(pairs)


def _trainer(args: argparse.Namespace, model: str, output: Path) -> DPOTrainer:
    from sensei.models.extra import require_training_extra

    require_training_extra("sensei train dpo")
    from pydantic import ValidationError

    from sensei.trainers.dpo import DPOTrainer

    try:
        return DPOTrainer(
            model,
            output,
            epochs_per_repo=args.epochs,
            beta=args.beta,
            patience=args.patience,
            **tuning_settings(args),
        )
    except ValidationError as error:
        raise bad_setting(error, "dpo") from None
