"""What the verbs of ``sensei train`` share: where a checkpoint goes, options, the record."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.numbers import count, seconds
from sensei.cli.project import add_database, add_project
from sensei.core.errors import SenseiError, UsageError

if TYPE_CHECKING:
    from pydantic import ValidationError

    from sensei.store import Store
    from sensei.store.records import SplitRecord
    from sensei.trainers.loop import Progress, Report, TrainResult


def add_tuning(parser: argparse.ArgumentParser) -> None:
    """Adds the options of methods that tune a tactic generator."""
    parser.add_argument("--lora", action="store_true", help="train LoRA adapters, not all weights")
    parser.add_argument("--lora-r", type=count, default=16, metavar="N", help="their rank (16)")
    parser.add_argument(
        "--load-in-4bit",
        action="store_true",
        help="with --lora: quantize the weights below the adapters (QLoRA)",
    )
    parser.add_argument(
        "--max-seq-len",
        type=int,
        default=1024,
        metavar="N",
        help="tokens of goal and tactic (1024)",
    )
    parser.add_argument(
        "--gradient-checkpointing", action="store_true", help="less memory, more time"
    )
    parser.add_argument(
        "--gpus", type=count, metavar="N", help="train on N GPUs, by accelerate (default: on one)"
    )
    parser.add_argument(
        "--sharding",
        choices=("ddp", "fsdp", "deepspeed"),
        default="ddp",
        help="with --gpus: a whole model on each, or shared out (ddp)",
    )


def add_run(
    parser: argparse.ArgumentParser, name: str, batch_size: int = 8, what: str = "examples"
) -> None:
    """Adds the options of every method.

    Args:
        name: of the checkpoint, unless told otherwise.
        batch_size: examples a step, likewise.
        what: makes up a batch.
    """
    add_project(parser)
    add_database(parser)
    parser.add_argument(
        "--split", default="default", metavar="NAME", help="the split to train on (default)"
    )
    parser.add_argument(
        "--name",
        default=name,
        help=f"name of the checkpoint in .lake/sensei/checkpoints ({name})",
    )
    parser.add_argument(
        "--replace", action="store_true", help="train a checkpoint that is there anew"
    )
    parser.add_argument("--output", metavar="DIR", help="the checkpoint folder, instead of --name")
    parser.add_argument(
        "--batch-size",
        type=int,
        default=batch_size,
        metavar="N",
        help=f"{what} a step ({batch_size})",
    )
    parser.add_argument("--lr", type=float, metavar="X", help="peak learning rate")
    parser.add_argument("--warmup-steps", type=int, metavar="N", help="steps of linear warm-up")
    parser.add_argument("--seed", type=int, default=0, help="weights, order and renamings")
    parser.add_argument(
        "--max-seconds", type=seconds, metavar="S", help="stop then and keep what was learned"
    )
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    parser.add_argument("--threads", type=count, metavar="N", help="of torch on the CPU")
    parser.add_argument(
        "--precision",
        choices=("auto", "float32", "bfloat16"),
        default="auto",
        help="of the passes (default: bfloat16 on a GPU that has it)",
    )
    parser.add_argument(
        "--accumulate", type=count, default=1, metavar="N", help="batches a step (1)"
    )
    parser.add_argument("--resume", action="store_true", help="go on from an interrupted run")
    parser.add_argument(
        "--save-steps", type=count, metavar="N", help="steps between what --resume goes on from"
    )
    parser.add_argument(
        "--log",
        action="append",
        choices=("tensorboard", "wandb"),
        default=[],
        help="also log every step for it, into a folder beside the checkpoint; offline",
    )


def run_settings(args: argparse.Namespace) -> dict[str, Any]:
    """The fields of ``RunSettings`` that ``add_run`` has options for."""
    kept = {} if args.save_steps is None else {"save_steps": args.save_steps}
    return kept | {
        "batch_size": args.batch_size,
        "lr": args.lr,
        "warmup_steps": args.warmup_steps,
        "seed": args.seed,
        "max_seconds": args.max_seconds,
        "device": args.device,
        "threads": args.threads,
        "precision": args.precision,
        "accumulate": args.accumulate,
    }


def tuning_settings(args: argparse.Namespace) -> dict[str, Any]:
    """The fields of ``TuningSettings`` that ``add_run`` and ``add_tuning`` have options for."""
    from sensei.trainers.config import LoraSettings

    return run_settings(args) | {
        "max_seq_len": args.max_seq_len,
        "gradient_checkpointing": args.gradient_checkpointing,
        "lora_config": LoraSettings(r=args.lora_r, alpha=2 * args.lora_r) if args.lora else None,
        "load_in_4bit": args.load_in_4bit,
    }


def add_patience(parser: argparse.ArgumentParser, what: str, default: int | None = None) -> None:
    """Adds ``--patience``.

    Args:
        what: has to grow no better, after how many of what.
    """
    told = "" if default is None else f" ({default})"
    parser.add_argument(
        "--patience",
        type=count,
        default=default,
        metavar="N",
        help=f"end after N {what}, and keep the best weights{told}",
    )


def output_folder(args: argparse.Namespace, project: Path) -> Path:
    """The checkpoint to write.

    Raises:
        UsageError: the name is none, or a finished checkpoint is there that nobody said may go.
    """
    from sensei.models.checkpoint import MANIFEST
    from sensei.trainers.resume import is_interrupted

    if args.output:
        output = Path(args.output)
    elif not args.name or args.name.startswith(".") or "/" in args.name:
        raise UsageError(f"{args.name!r} cannot name a checkpoint", "use letters and digits")
    else:
        output = project / ".lake" / "sensei" / "checkpoints" / str(args.name)
    resumed = args.resume and is_interrupted(output)
    if (output / MANIFEST).is_file() and not args.replace and not resumed:
        other = "--output" if args.output else "--name"
        raise UsageError(
            f"the checkpoint {output} is there already",
            f"give another {other}, or --replace to train it anew",
        )
    return output


def recorded(
    store: Store,
    kind: str,
    split: SplitRecord,
    *,
    data_set_hash: str,
    config: dict[str, Any],
    train: Callable[[Report], TrainResult],
    output: Path,
    logs: Sequence[str] = (),
) -> tuple[int, TrainResult]:
    """Trains with a bar, and keeps the run and the checkpoint in the database. Where several
    processes train together, only the first does more than train.

    Args:
        kind: of the run: sft, critic, …
        config: the settings, ``seed`` among them.
        output: the checkpoint.
        logs: what each step is logged for (``--log``).
    """
    from sensei import __version__
    from sensei.cli.progress import Reporter
    from sensei.core.curve import Curve
    from sensei.trainers.launching import is_first
    from sensei.trainers.logs import open_logs

    if not is_first():
        return 0, train(lambda at: None)
    run_id = store.add_run(
        kind,
        split_id=split.id,
        dataset_hash=data_set_hash,
        seed=config["seed"],
        config=config,
        code_version=__version__,
    )
    curve = Curve()
    try:
        with Reporter("train") as bar, open_logs(logs, output, config) as log:

            def report(at: Progress) -> None:
                bar.update("step", at.step, at.steps, _said(at))
                rewards = {} if at.reward is None else {"reward": at.reward}
                curve.add(at.step, loss=at.loss, **rewards)
                log(at)

            result = train(report)
    except BaseException as error:
        ended = "failed" if isinstance(error, SenseiError) else "interrupted"
        told = {"error": str(error)[:500], "curve": curve.to_json()}
        store.finish_run(run_id, status=ended, metrics=told)
        raise
    store.finish_run(run_id, metrics=result.manifest.metrics | {"curve": curve.to_json()})
    store.add_checkpoint(
        result.checkpoint.name,
        run_id=run_id,
        kind=result.manifest.kind,
        path=str(result.checkpoint.resolve()),
        manifest=result.manifest.model_dump(mode="json"),
    )
    return run_id, result


def _said(at: Progress) -> str:
    loss = f"loss {at.loss:.3f}"
    return loss if at.reward is None else f"reward {at.reward:.3f}, {loss}"


def say_begin(count: int, split: str, output: Path) -> None:
    """What is trained on, before the model's libraries are imported: that alone takes seconds."""
    print(f"train: {count} examples of split {split} -> {output}", file=sys.stderr, flush=True)


def bad_setting(error: ValidationError, verb: str) -> UsageError:
    """A setting out of its range, as one line."""
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return UsageError(
        f"{where} = {first['input']!r}: {first['msg'].lower()}", f"see sensei train {verb} --help"
    )


def print_json(run_id: int, result: TrainResult) -> None:
    """The run's figures as one line of JSON."""
    manifest = result.manifest
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
