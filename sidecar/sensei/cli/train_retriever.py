"""``sensei train retriever``: a dense retriever of premises, one repository after another."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.numbers import count, not_negative
from sensei.cli.project import open_project_store, project_root
from sensei.cli.training import (
    add_patience,
    add_run,
    bad_setting,
    output_folder,
    recorded,
    run_settings,
)

if TYPE_CHECKING:
    from sensei.data.retrieval import RetrievalSet
    from sensei.trainers.loop import Report, TrainResult
    from sensei.trainers.retrieval import RetrievalTrainer

EXAMPLE = "sensei train retriever --split default --epochs 6"
SUMMARY = "a dense retriever, on the premises that the split's training theorems name"


def add_method(actions: Any) -> None:
    """Adds it to the methods of ``sensei train``."""
    parser = actions.add_parser(
        "retriever",
        help=SUMMARY,
        description=SUMMARY[0].upper() + SUMMARY[1:],
        epilog=f"example: {EXAMPLE}",
    )
    add_run(parser, "retriever", batch_size=32)
    parser.add_argument(
        "--model",
        default="configuration",
        metavar="PATH",
        help="a retriever's checkpoint or a local Hugging Face encoder to start from "
        "(default: a small byte-level encoder made from a configuration)",
    )
    parser.add_argument("--epochs", type=count, default=6, metavar="N", help="passes at most (6)")
    parser.add_argument(
        "--negatives", type=int, default=3, metavar="N", help="unused premises a query brings (3)"
    )
    parser.add_argument(
        "--in-file-negatives", type=int, default=1, metavar="N", help="of them, of its file (1)"
    )
    parser.add_argument(
        "--temperature", type=not_negative, default=0.05, metavar="T", help="of the loss (0.05)"
    )
    parser.add_argument(
        "--max-tokens", type=count, default=256, metavar="N", help="of a goal or a premise (256)"
    )
    parser.add_argument(
        "--ewc-lambda",
        type=float,
        default=1.0,
        metavar="X",
        help="how much what earlier repositories taught is held (1)",
    )
    add_patience(parser, "passes that are no better on the validation queries", 4)
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be trained on, and end"
    )


def run(args: argparse.Namespace) -> int:
    """Does it; 0 when the checkpoints are written."""
    from sensei.data.retrieval import retrieval_sets
    from sensei.trainers.resume import only_run

    project = project_root(args)
    if args.dry_run:
        with open_project_store(args, project) as store:
            _print_dry_run(args, retrieval_sets(store, store.split(args.split)))
        return 0
    output = output_folder(args, project)
    with only_run(output), open_project_store(args, project) as store:
        split = store.split(args.split)
        sets = retrieval_sets(store, split)
        for one in sets:
            print(f"train: {_counted(one)} -> {output}", file=sys.stderr, flush=True)
        trainer = _trainer(args, output)
        results: list[TrainResult] = []

        def train(report: Report) -> TrainResult:
            results.extend(
                trainer.train(
                    sets, resume=args.resume, report=report, data_set_hash=split.dataset_hash
                )
            )
            return results[-1]

        run_id, _ = recorded(
            store,
            "retriever",
            split,
            data_set_hash=split.dataset_hash,
            config=trainer.config.model_dump(mode="json"),
            output=output,
            logs=args.log,
            train=train,
        )
    _print(args, run_id, results)
    return 0


def _trainer(args: argparse.Namespace, output: Path) -> RetrievalTrainer:
    from sensei.models.extra import require_training_extra

    require_training_extra("sensei train retriever")
    from pydantic import ValidationError

    from sensei.trainers.retrieval import RetrievalTrainer
    from sensei.trainers.retrieval_config import TrainingConfig

    try:
        config = TrainingConfig(
            model_name=args.model,
            epochs_per_repo=args.epochs,
            **run_settings(args),
            negatives=args.negatives,
            in_file_negatives=args.in_file_negatives,
            temperature=args.temperature,
            max_tokens=args.max_tokens,
            ewc_lambda=args.ewc_lambda,
            patience=args.patience,
        )
    except ValidationError as error:
        raise bad_setting(error, "retriever") from None
    return RetrievalTrainer(config, output)


def _counted(one: RetrievalSet) -> str:
    return (
        f"{one.name}: {len(one.train)} queries (val {len(one.val)}, test {len(one.test)}), "
        f"{len(one.premises)} premises"
    )


def _print_dry_run(args: argparse.Namespace, sets: list[RetrievalSet]) -> None:
    if not args.json:
        for number, one in enumerate(sets, 1):
            print(f"{number}. {_counted(one)}")
        return
    print(
        json.dumps(
            [
                {
                    "repository": one.name,
                    "premises": len(one.premises),
                    "out_of_scope": one.out_of_scope,
                    "queries": {
                        "train": len(one.train), "val": len(one.val), "test": len(one.test),
                    },
                }
                for one in sets
            ]
        )
    )  # fmt: skip


def _print(args: argparse.Namespace, run_id: int, results: list[TrainResult]) -> None:
    if args.json:
        found = [
            {
                "repository": result.manifest.config["repository"],
                "checkpoint": str(result.checkpoint),
                "weights": result.manifest.weights_hash(),
                "parent": result.manifest.parent,
                **result.manifest.metrics,
            }
            for result in results
        ]
        print(json.dumps({"run": run_id, **found[-1], "repositories": found}))
        return
    for result in results:
        figures = result.manifest.metrics
        print(f"checkpoint: {result.checkpoint} (run {run_id})")
        print(
            f"{result.manifest.config['repository']}: {figures['steps']:.0f} steps in "
            f"{figures['seconds']:.0f} s, best after {figures['best_step']:.0f}"
        )
        for part in ("val", "test"):
            for name in ("bm25", "dense", "hybrid"):
                if f"{part}_{name}_queries" in figures:
                    print(
                        f"{part:<5}{name:<7} R@1 {figures[f'{part}_{name}_recall_1']:5.1f}  "
                        f"R@10 {figures[f'{part}_{name}_recall_10']:5.1f}  "
                        f"MRR {figures[f'{part}_{name}_mrr']:.3f}"
                    )
