"""``sensei train critic`` and ``sensei train progress``: numbers for goals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.numbers import count
from sensei.cli.project import open_project_store, project_root
from sensei.cli.training import (
    add_patience,
    add_run,
    bad_setting,
    output_folder,
    print_json,
    recorded,
    run_settings,
    say_begin,
)
from sensei.cli.training_data import PARTS, add_found, searches_of
from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from sensei.store import Store
    from sensei.store.records import SplitRecord
    from sensei.trainers.loop import TrainResult
    from sensei.trainers.values import Plan, ValueExample, ValueTrainer


def add_values(actions: Any) -> None:
    """Adds both verbs."""
    summary = "a critic: the chance that a goal is proved, from the searches that were kept"
    parser = actions.add_parser(
        "critic",
        help=summary,
        description=summary[0].upper() + summary[1:],
        epilog="example: sensei prove --split train && sensei train critic --model sft",
    )
    add_run(parser, "critic")
    add_found(parser)
    _add_common(parser)
    parser.add_argument(
        "--min-visits",
        type=int,
        default=32,
        metavar="N",
        help="an unproved goal with so many expansions at and below it counts as 0 (32)",
    )
    parser.add_argument(
        "--soft-visits",
        type=int,
        metavar="N",
        help="a goal that is neither proved nor dead, and that N simulations of htps or mcts went "
        "through, counts as what they found it worth (default: none does)",
    )
    summary = "a progress model: how many tactics it is from a goal to the end of its proof"
    parser = actions.add_parser(
        "progress",
        help=summary,
        description=summary[0].upper() + summary[1:],
        epilog="example: sensei train progress --split default --seed 0",
    )
    add_run(parser, "progress")
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be trained on, and train nothing"
    )
    _add_common(parser)
    parser.add_argument(
        "--distance",
        choices=("proof", "goal"),
        default="proof",
        help="to the end of the proof, or to where the goal is closed (proof)",
    )


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model",
        default="configuration",
        metavar="PATH",
        help="start from a checkpoint (by folder or name; a generator gives its body) or a local "
        "Hugging Face model (default: a small byte-level model made from a configuration)",
    )
    parser.add_argument("--epochs", type=count, default=12, metavar="N", help="passes at most (12)")
    parser.add_argument(
        "--max-length", type=count, default=1024, metavar="N", help="tokens of a goal (1024)"
    )
    add_patience(parser, "passes without a lower error on the validation part", 3)


def critic(args: argparse.Namespace) -> int:
    """Trains a critic; 0 when the checkpoint is written."""
    from sensei.provers.labels import goal_labels, labels_of, merged, soft_values

    if args.min_visits < 1:
        raise UsageError(f"--min-visits {args.min_visits}: must be at least 1")
    soft = args.soft_visits
    if soft is not None and soft < 1:
        raise UsageError(f"--soft-visits {soft}: must be at least 1")

    def examples(store: Store, split: SplitRecord) -> dict[str, Sequence[ValueExample]]:
        if not args.from_evaluations:
            return dict(goal_labels(store, split, min_visits=args.min_visits, soft_visits=soft))
        # What is held out is left out; the trainer holds theorems out of the rest itself.
        labels = [
            label
            for search in searches_of(args, store, split).kept
            if search.verified or not search.graph.claimed
            for label in labels_of(
                search.graph,
                search.theorem.name,
                args.min_visits,
                soft_values(search.events, soft),
            )
        ]
        return {"train": merged(labels)}

    told = {
        "min_visits": args.min_visits,
        "soft_visits": soft,
        "from_evaluations": args.from_evaluations,
    }
    return _run(args, examples, told)


def progress(args: argparse.Namespace) -> int:
    """Trains a progress model; 0 when the checkpoint is written."""
    from sensei.data.distances import distance_examples

    def examples(store: Store, split: SplitRecord) -> dict[str, Sequence[ValueExample]]:
        return dict(distance_examples(store, split, args.distance))

    return _run(args, examples, {"distance": args.distance})


def _run(args: argparse.Namespace, examples: Any, told: dict[str, Any]) -> int:
    from sensei.trainers.resume import only_run

    project = project_root(args)
    args.replace = args.replace or args.dry_run  # nothing will be
    output = output_folder(args, project)
    held = nullcontext() if args.dry_run else only_run(output)
    with held, open_project_store(args, project) as store:
        split = store.split(args.split)
        parts = examples(store, split)
        train, val, test = ([*parts.get(part, ())] for part in PARTS)
        if not train:
            raise UsageError(
                f"the split {args.split} has no example for a {args.action} in its train part"
                if not told.get("from_evaluations")
                else "the evaluations have no search that a critic may learn from",
                "searches leave them: sensei prove --split train"
                if args.action == "critic"
                else "trace proofs and split them: sensei trace, sensei data split",
            )
        say_begin(len(train), args.split, output)
        known = {checkpoint.name: checkpoint.path for checkpoint in store.checkpoints()}
        if not Path(args.model).is_dir():
            args.model = known.get(args.model, args.model)
        trainer = _trainer(args, output)
        if args.dry_run:
            _print_plan(args, trainer.plan(train, val), len(test))
            return 0
        run_id, result = recorded(
            store,
            args.action,
            split,
            data_set_hash=split.dataset_hash,
            config=trainer.settings.model_dump(mode="json") | {"model": args.model} | told,
            output=output,
            logs=args.log,
            train=lambda report: trainer.train(
                train,
                val,
                tested=test,
                resume=args.resume,
                report=report,
                told=told | {"split": args.split, "split_hash": split.dataset_hash},
            ),
        )
    if args.json:
        print_json(run_id, result)
    else:
        _print(run_id, result)
    return 0


def _trainer(args: argparse.Namespace, output: Path) -> ValueTrainer:
    from sensei.models.extra import require_training_extra

    require_training_extra(f"sensei train {args.action}")
    from pydantic import ValidationError

    from sensei.trainers.values import CriticTrainer, ProgressTrainer

    settings = {
        **run_settings(args),
        "epochs": args.epochs,
        "max_length": args.max_length,
        "patience": args.patience,
    }
    lr = settings.pop("lr")
    try:
        if args.action == "critic":
            return CriticTrainer(args.model, output, lr=lr, **settings)
        return ProgressTrainer(None, args.model, output, learning_rate=lr, **settings)
    except ValidationError as error:
        raise bad_setting(error, args.action) from None


def _print_plan(args: argparse.Namespace, plan: Plan, tested: int) -> None:
    figures = {**plan.figures(), "examples_tested": tested}
    if args.json:
        print(json.dumps({"dry_run": True, "model": args.model, **figures}))
        return
    targets = sorted(example.target for example in plan.train)
    mean = sum(targets) / len(targets)
    print(f"would train a {args.action} from {args.model}, {figures['parameters']:.0f} parameters")
    print(
        f"on {len(plan.train)} examples (targets {targets[0]:g} to {targets[-1]:g}, mean "
        f"{mean:.2f}), {len(plan.held_out)} to choose the best by, {tested} to test"
    )
    print(f"{figures['steps_planned']:.0f} steps, {figures['tokens']:.0f} tokens, at most")


def _print(run_id: int, result: TrainResult) -> None:
    figures = result.manifest.metrics
    print(f"checkpoint: {result.checkpoint} (run {run_id})")
    print(
        f"{figures['examples']:.0f} examples, {figures['steps']:.0f} steps in "
        f"{figures['seconds']:.0f} s; the best was step {figures['best_step']:.0f}"
    )
    for part, prefix in (("validation", ""), ("test", "test_")):
        names = ("mae", "constant_mae", "spearman", "cross_entropy", "constant_cross_entropy",
                 "area_under_curve")  # fmt: skip
        said = [
            f"{name.replace('_', ' ')} {figures[prefix + name]:.3f}"
            for name in names
            if prefix + name in figures
        ]
        if said:
            print(f"{part}: {', '.join(said)}")
    if figures["lost_at_step"]:
        print(
            f"stopped: the loss of step {figures['lost_at_step']:.0f} was no number; "
            "the best weights before it are kept"
        )
