"""``sensei train dpo``: a generator learns which of the tactics tried on a goal led to a proof."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.numbers import count
from sensei.cli.project import open_project_store, project_root
from sensei.cli.training import (
    add_run,
    add_tuning,
    bad_setting,
    output_folder,
    print_json,
    recorded,
)
from sensei.cli.training_data import add_found, say_data, searches_of
from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from sensei.data.preferences import Preference
    from sensei.store import Store
    from sensei.store.records import SplitRecord
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
    add_tuning(dpo)


@dataclass(frozen=True, slots=True)
class PreferenceData:
    """What is trained on."""

    split: SplitRecord
    pairs: list[Preference]
    held_out: int
    unknown: int

    def described(self) -> str:
        """One line for people."""
        goals = len({pair.state for pair in self.pairs})
        left_out = f", {self.held_out} held-out searches left out" if self.held_out else ""
        left_out += f", {self.unknown} of unknown statements" if self.unknown else ""
        return f"{len(self.pairs)} pairs of {goals} goals of verified proofs{left_out}"

    def to_json(self) -> dict[str, Any]:
        """The counts as a JSON object."""
        return {
            "pairs": len(self.pairs),
            "goals": len({pair.state for pair in self.pairs}),
            "failed": sum(pair.failed for pair in self.pairs),
            "held_out": self.held_out,
            "unknown": self.unknown,
        }


def dpo(args: argparse.Namespace) -> int:
    """Trains; 0 when the checkpoint is written."""
    from sensei.provers.generators import checkpoint_folder
    from sensei.trainers.resume import only_run

    project = project_root(args)
    if args.dry_run:
        with open_project_store(args, project) as store:
            return say_data(_data(args, store), args)
    output = output_folder(args, project)
    with only_run(output), open_project_store(args, project) as store:
        data = _data(args, store)
        model = checkpoint_folder(store, args.model)
        say_data(data, args, output)
        trainer = _trainer(args, model, output)
        run_id, result = recorded(
            store,
            "dpo",
            data.split,
            data_set_hash=_hash(data),
            config=trainer.settings.model_dump(mode="json")
            | {"model": model, "from_evaluations": args.from_evaluations},
            output=output,
            logs=args.log,
            train=lambda report: trainer.train(data.pairs, resume=args.resume, report=report),
        )
    if args.json:
        print_json(run_id, result)
        return 0
    figures = result.manifest.metrics
    print(f"checkpoint: {result.checkpoint} (run {run_id})")
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


def _data(args: argparse.Namespace, store: Store) -> PreferenceData:
    from sensei.data.preferences import preferences

    if not args.from_evaluations:
        raise UsageError("no searches to learn from are named", f"as in: {EXAMPLE}")
    split = store.split(args.split)
    searches = searches_of(args, store, split)
    pairs = preferences(searches, only_failed=args.only_failed)
    if not pairs:
        verified = sum(search.verified for search in searches.kept)
        raise UsageError(
            f"evaluations {', '.join(map(str, args.from_evaluations))} have {verified} verified "
            "proofs that may be learned from, and no goal of one on which another tactic led to "
            "nothing",
            "search more theorems, or with more candidates",
        )
    return PreferenceData(split, pairs, searches.held_out, searches.unknown)


def _hash(data: PreferenceData) -> str:
    from sensei.trainers.dpo import preferences_hash

    return preferences_hash(data.pairs)


def _trainer(args: argparse.Namespace, model: str, output: Path) -> DPOTrainer:
    from sensei.models.extra import require_training_extra

    require_training_extra("sensei train dpo")
    from pydantic import ValidationError

    from sensei.trainers.config import LoraSettings
    from sensei.trainers.dpo import DPOTrainer

    try:
        return DPOTrainer(
            model,
            output,
            epochs_per_repo=args.epochs,
            beta=args.beta,
            batch_size=args.batch_size,
            max_seq_len=args.max_seq_len,
            lr=args.lr,
            warmup_steps=args.warmup_steps,
            gradient_checkpointing=args.gradient_checkpointing,
            lora_config=LoraSettings(r=args.lora_r, alpha=2 * args.lora_r) if args.lora else None,
            seed=args.seed,
            max_seconds=args.max_seconds,
            device=args.device,
            threads=args.threads,
        )
    except ValidationError as error:
        raise bad_setting(error, "dpo") from None
