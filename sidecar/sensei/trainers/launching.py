"""One training on several GPUs: the same command in as many processes, by accelerate.

The first process does what a single one would: it has the database, the lock and the checkpoint.
The others train along. A batch is shared out, so that the numbers are those of one process.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from sensei.core.errors import UsageError
from sensei.settings import launched_place

#: How a model is put on several GPUs, and the file that tells accelerate so.
SHARDINGS = ("ddp", "fsdp", "deepspeed")
_OURS = ("--gpus", "--sharding")


def launch_command(words: Sequence[str], gpus: int, sharding: str, device: str) -> list[str]:
    """The command that runs ``sensei WORDS`` once for each GPU.

    Args:
        words: of the command line, with or without ``--gpus`` and ``--sharding``.
        gpus: processes.
        sharding: one of ``SHARDINGS``.
        device: ``cpu`` for processes that have none, and talk through gloo.
    """
    config = Path(__file__).with_name("sharding") / f"{sharding}.yaml"
    kept: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in _OURS:
            skip = True
        elif word.partition("=")[0] not in _OURS:
            kept.append(word)
    if device == "cpu":  # for which accelerate starts one process, unless there is MPI
        return [
            sys.executable, "-m", "torch.distributed.run", "--standalone",
            "--nproc_per_node", str(gpus), "--module", "sensei", *kept,
        ]  # fmt: skip
    return [
        sys.executable, "-m", "accelerate.commands.launch", "--config_file", str(config),
        "--num_processes", str(gpus), "--module", "sensei", *kept,
    ]  # fmt: skip


def check_gpus(gpus: int, sharding: str, device: str) -> None:
    """Makes sure that there are as many GPUs.

    Raises:
        UsageError: there are not; or DeepSpeed is asked for, and is not there.
    """
    from importlib.util import find_spec

    import torch

    if device == "cpu":
        return
    there = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if there < gpus:
        raise UsageError(
            f"--gpus {gpus}: torch finds {there} CUDA devices here",
            "give fewer, or --device cpu to try it without",
        )
    if sharding == "deepspeed" and find_spec("deepspeed") is None:
        raise UsageError("--sharding deepspeed: it is not installed", "pip install deepspeed")


def processes() -> int:
    """How many processes train together."""
    place = launched_place()
    return 1 if place is None else place[1]


def is_first() -> bool:
    """Whether this process is the one that has the database and the checkpoint."""
    place = launched_place()
    return place is None or place[0] == 0


def share_of(batch_size: int) -> int:
    """A batch's share of one process.

    Raises:
        UsageError: it cannot be shared out evenly.
    """
    count = processes()
    if batch_size % count:
        raise UsageError(
            f"a batch of {batch_size} cannot be shared out evenly over {count} processes",
            f"give a --batch-size that is a multiple of {count}",
        )
    return batch_size // count
