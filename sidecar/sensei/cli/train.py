"""``sensei train``: trains a model on a split and writes a checkpoint."""

from __future__ import annotations

import argparse
import io
import sys
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from sensei.cli import train_retriever
from sensei.cli.numbers import count
from sensei.cli.project import open_project_store, project_root
from sensei.cli.searching import add_retriever, load_retriever
from sensei.cli.train_dpo import add_dpo, dpo
from sensei.cli.train_grpo import add_grpo, grpo
from sensei.cli.train_ilql import add_ilql, ilql
from sensei.cli.train_values import add_values, critic, progress
from sensei.cli.training import (
    add_patience,
    add_run,
    add_tuning,
    bad_setting,
    output_folder,
    print_json,
    recorded,
    tuning_settings,
)
from sensei.cli.training_data import (
    add_found,
    say_data,
    shown_with_premises,
    tactic_data,
    validation_data,
)
from sensei.settings import child_environment, launched_place
from sensei.trainers.launching import is_first

if TYPE_CHECKING:
    from sensei.trainers.loop import TrainResult
    from sensei.trainers.sft import SFTTrainer

EXAMPLE = "sensei train sft --split default --seed 0"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    actions = parser.add_subparsers(dest="action", metavar="METHOD", required=True)
    summary = "supervised fine-tuning on the tactics of the split's training theorems"
    sft = actions.add_parser(
        "sft",
        help=summary,
        description=summary[0].upper() + summary[1:],
        epilog=f"example: {EXAMPLE}",
    )
    add_run(sft, "sft")
    add_found(sft)
    sft.add_argument(
        "--only-found", action="store_true", help="not from traced proofs: --from-evaluations alone"
    )
    sft.add_argument(
        "--visit-shares",
        type=int,
        metavar="N",
        help="also from goals that have no proof, and that N simulations of htps or mcts went "
        "through: their tactics by their share of the visits",
    )
    sft.add_argument(
        "--model",
        default="configuration",
        metavar="PATH",
        help="a checkpoint, a local Hugging Face causal language model or smollm2 to start from "
        "(default: a small byte-level model made from a configuration)",
    )
    sft.add_argument("--epochs", type=count, metavar="N", help="passes (default: by token budget)")
    add_tuning(sft)
    sft.add_argument(
        "--packing", action="store_true", help="several examples a row: less padding, the same loss"
    )
    sft.add_argument(
        "--compiled", action="store_true", help="compile the model first: for long runs on a GPU"
    )
    add_patience(sft, "passes without a lower loss on the part val")
    add_dpo(actions)
    add_grpo(actions)
    add_ilql(actions)
    add_retriever(sft, "train on goals with premises above them")
    add_values(actions)
    train_retriever.add_method(actions)


def run(args: argparse.Namespace) -> int:
    """Does it; 0 when the checkpoint is written."""
    if getattr(args, "gpus", None) is not None and launched_place() is None:
        return _launched(args)
    methods = {
        "sft": _sft, "dpo": dpo, "grpo": grpo, "ilql": ilql, "critic": critic, "progress": progress,
        "retriever": train_retriever.run,
    }  # fmt: skip
    with ExitStack() as stack:
        if not is_first():  # what is to be said, the first process says
            stack.enter_context(redirect_stdout(io.StringIO()))
            stack.enter_context(redirect_stderr(io.StringIO()))
        return methods[args.action](args)


def _launched(args: argparse.Namespace) -> int:
    """The same command on several GPUs; gives its exit code."""
    from sensei.models.extra import require_training_extra

    require_training_extra("sensei train --gpus")
    from sensei.toolchain.limited import run_in_front
    from sensei.trainers.launching import check_gpus, launch_command

    check_gpus(args.gpus, args.sharding, args.device)
    command = launch_command(sys.argv[1:], args.gpus, args.sharding, args.device)
    return run_in_front(
        command, cwd=Path.cwd(), env=child_environment(), on_line=lambda line: print(line)
    )


def _sft(args: argparse.Namespace) -> int:
    from sensei.trainers.resume import only_run

    project = project_root(args)
    if args.dry_run:
        with open_project_store(args, project) as store:
            return say_data(tactic_data(args, store), args)
    output = output_folder(args, project)
    with only_run(output), open_project_store(args, project) as store:
        data = tactic_data(args, store)
        say_data(data, args, output)
        retriever = load_retriever(args, store, project)
        examples = data.examples
        if retriever is not None:
            examples = shown_with_premises(store, data, retriever, args.premises)
        held_out = [] if args.patience is None else validation_data(args, store, data, retriever)
        trainer = _trainer(args, output, "" if retriever is None else retriever.key)
        run_id, result = recorded(
            store,
            "sft",
            data.split,
            data_set_hash=data.dataset_hash,
            config=trainer.settings.model_dump(mode="json")
            | {"model": args.model, "from_evaluations": args.from_evaluations},
            output=output,
            logs=args.log,
            train=lambda report: trainer.train(
                examples,
                held_out,
                resume=args.resume,
                report=report,
                data_set_hash=data.dataset_hash,
            ),
        )
    if args.json:
        print_json(run_id, result)
    else:
        _print(run_id, result)
    return 0


def _trainer(args: argparse.Namespace, output: Path, retriever: str) -> SFTTrainer:
    from sensei.models.extra import require_training_extra

    require_training_extra("sensei train sft")
    from pydantic import ValidationError

    from sensei.models.bundled import SMOLLM2, bundled_folder
    from sensei.trainers.sft import SFTTrainer

    try:
        return SFTTrainer(
            str(bundled_folder()) if args.model == SMOLLM2 else args.model,
            output,
            epochs_per_repo=args.epochs,
            **tuning_settings(args),
            packing=args.packing,
            compiled=args.compiled,
            patience=args.patience,
            premises=args.premises if retriever else 0,
            retriever=retriever,
        )
    except ValidationError as error:
        raise bad_setting(error, "sft") from None


def _print(run_id: int, result: TrainResult) -> None:
    figures = result.manifest.metrics
    print(f"checkpoint: {result.checkpoint} (run {run_id})")
    print(f"loss: {figures['loss_first']:.3f} -> {figures['loss_last']:.3f}")
    print(
        f"{figures['examples']:.0f} examples x {figures['epochs']:.0f} epochs, "
        f"{figures['tokens']:.0f} tokens ({figures['target_tokens']:.0f} of tactics), "
        f"{figures['steps']:.0f} steps in {figures['seconds']:.0f} s"
    )
    if figures["examples_skipped"] or figures["examples_shortened"]:
        print(
            f"too long: {figures['examples_skipped']:.0f} skipped, "
            f"{figures['examples_shortened']:.0f} without their farthest hypotheses"
        )
    if figures["steps"] < figures["steps_planned"]:
        print(f"stopped at the time limit, of {figures['steps_planned']:.0f} steps planned")
