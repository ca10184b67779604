"""``sensei train``: trains a model on a split and writes a checkpoint."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.project import add_database, add_project, open_project_store, project_root
from sensei.core.errors import SenseiError, UsageError

if TYPE_CHECKING:
    from sensei.trainers.sft import Progress, SFTTrainer, TrainResult

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
    add_project(sft)
    add_database(sft)
    sft.add_argument(
        "--split", default="default", metavar="NAME", help="the split to train on (default)"
    )
    sft.add_argument(
        "--name", default="sft", help="name of the checkpoint in .lake/sensei/checkpoints (sft)"
    )
    sft.add_argument("--replace", action="store_true", help="train a checkpoint that is there anew")
    sft.add_argument("--output", metavar="DIR", help="the checkpoint folder, instead of --name")
    sft.add_argument(
        "--model",
        default="configuration",
        metavar="PATH",
        help="a checkpoint or a local Hugging Face causal language model to start from "
        "(default: a small byte-level model made from a configuration)",
    )
    sft.add_argument("--lora", action="store_true", help="train LoRA adapters, not all weights")
    sft.add_argument("--lora-r", type=int, default=16, metavar="N", help="their rank (default: 16)")
    sft.add_argument("--epochs", type=int, metavar="N", help="passes (default: by token budget)")
    sft.add_argument("--batch-size", type=int, default=8, metavar="N", help="examples a step (8)")
    sft.add_argument("--lr", type=float, metavar="X", help="peak learning rate")
    sft.add_argument("--warmup-steps", type=int, metavar="N", help="steps of linear warm-up")
    sft.add_argument(
        "--max-seq-len",
        type=int,
        default=1024,
        metavar="N",
        help="tokens of goal and tactic (1024)",
    )
    sft.add_argument("--gradient-checkpointing", action="store_true", help="less memory, more time")
    sft.add_argument("--seed", type=int, default=0, help="weights, order and renamings")
    sft.add_argument(
        "--max-seconds", type=float, metavar="S", help="stop then and keep what was learned"
    )
    sft.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    sft.add_argument("--threads", type=int, metavar="N", help="of torch on the CPU")
    sft.add_argument("--resume", action="store_true", help="go on from an interrupted run")


def run(args: argparse.Namespace) -> int:
    """Does it; 0 when the checkpoint is written."""
    from sensei.data.examples import tactic_examples
    from sensei.trainers.resume import only_run

    project = project_root(args)
    output = _output(args, project)
    _keep_finished(args, output)
    with only_run(output), open_project_store(args, project) as store:
        split = store.split(args.split)
        examples = tactic_examples(store, split, "train")
        # Said before the model's libraries are imported: that alone takes seconds.
        print(
            f"train: {len(examples)} examples of split {args.split} -> {output}",
            file=sys.stderr,
            flush=True,
        )
        trainer = _trainer(args, output)
        run_id = store.add_run(
            "sft",
            split_id=split.id,
            dataset_hash=split.dataset_hash,
            seed=args.seed,
            config=trainer.settings.model_dump(mode="json") | {"model": args.model},
            code_version=_version(),
        )
        try:
            result = _train(trainer, examples, args, split.dataset_hash)
        except BaseException as error:
            ended = "failed" if isinstance(error, SenseiError) else "interrupted"
            store.finish_run(run_id, status=ended, metrics={"error": str(error)[:500]})
            raise
        store.finish_run(run_id, metrics=result.manifest.metrics)
        store.add_checkpoint(
            result.checkpoint.name,
            run_id=run_id,
            kind=result.manifest.kind,
            path=str(result.checkpoint.resolve()),
            manifest=result.manifest.model_dump(mode="json"),
        )
    _print(args, run_id, result)
    return 0


def _output(args: argparse.Namespace, project: Path) -> Path:
    if args.output:
        return Path(args.output)
    if not args.name or args.name.startswith(".") or "/" in args.name:
        raise UsageError(f"{args.name!r} cannot name a checkpoint", "use letters and digits")
    return project / ".lake" / "sensei" / "checkpoints" / str(args.name)


def _keep_finished(args: argparse.Namespace, output: Path) -> None:
    """Refuses to train over a finished checkpoint that nobody said may go."""
    from sensei.models.checkpoint import MANIFEST
    from sensei.trainers.resume import is_interrupted

    resumed = args.resume and is_interrupted(output)
    if (output / MANIFEST).is_file() and not args.replace and not resumed:
        other = "--output" if args.output else "--name"
        raise UsageError(
            f"the checkpoint {output} is there already",
            f"give another {other}, or --replace to train it anew",
        )


def _trainer(args: argparse.Namespace, output: Path) -> SFTTrainer:
    from sensei.models.extra import require_training_extra

    require_training_extra("sensei train sft")
    from pydantic import ValidationError

    from sensei.trainers.config import LoraSettings
    from sensei.trainers.sft import SFTTrainer

    try:
        return SFTTrainer(
            args.model,
            output,
            epochs_per_repo=args.epochs,
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
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UsageError(
            f"{where} = {first['input']!r}: {first['msg'].lower()}", "see sensei train sft --help"
        ) from None


def _train(
    trainer: SFTTrainer, examples: list[Any], args: argparse.Namespace, data_set_hash: str
) -> TrainResult:
    from sensei.cli.progress import Reporter

    with Reporter("train") as bar:

        def report(progress: Progress) -> None:
            bar.update("step", progress.step, progress.steps, f"loss {progress.loss:.3f}")

        return trainer.train(
            examples, resume=args.resume, report=report, data_set_hash=data_set_hash
        )


def _print(args: argparse.Namespace, run_id: int, result: TrainResult) -> None:
    manifest = result.manifest
    if args.json:
        print(
            json.dumps(
                {
                    "run": run_id,
                    "checkpoint": str(result.checkpoint),
                    "weights": manifest.weights_hash(),
                    **manifest.metrics,
                }
            )
        )
        return
    figures = manifest.metrics
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


def _version() -> str:
    from sensei import __version__

    return __version__
