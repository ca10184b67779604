"""Trainings on several GPUs, as far as there need be none: commands, files, shares of a batch."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sensei.core.errors import UsageError
from sensei.trainers.launching import (
    SHARDINGS,
    check_gpus,
    is_first,
    launch_command,
    processes,
    share_of,
)


@pytest.mark.parametrize(
    ("sharding", "device", "kind"),
    [
        ("ddp", "auto", "MULTI_GPU"),
        ("fsdp", "cuda", "FSDP"),
        ("deepspeed", "auto", "DEEPSPEED"),
    ],
)
def test_the_command(sharding: str, device: str, kind: str) -> None:
    words = ["train", "sft", "--gpus", "4", "--lr", "1e-3", "--sharding=fsdp"]
    command = launch_command(words, 4, sharding, device)
    yaml = pytest.importorskip("yaml", reason="the extra 'train' is not installed")
    assert command[:3] == [sys.executable, "-m", "accelerate.commands.launch"]
    assert command[command.index("--num_processes") + 1] == "4"
    assert command[command.index("--module") + 1 :] == ["sensei", "train", "sft", "--lr", "1e-3"]
    config = yaml.safe_load(Path(command[command.index("--config_file") + 1]).read_text())
    assert config["distributed_type"] == kind
    assert sharding in SHARDINGS


def test_the_command_without_gpus() -> None:
    command = launch_command(["train", "sft", "--device", "cpu"], 2, "fsdp", "cpu")
    assert command[1:3] == ["-m", "torch.distributed.run"]
    assert command[-5:] == ["sensei", "train", "sft", "--device", "cpu"]


def test_accelerate_reads_the_files() -> None:
    config_args = pytest.importorskip(
        "accelerate.commands.config.config_args", reason="the extra 'train' is not installed"
    )
    for kind in SHARDINGS:
        command = launch_command([], 2, kind, "auto")
        config_args.load_config_from_file(command[command.index("--config_file") + 1])


def test_a_process_among_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RANK", raising=False)
    assert (processes(), is_first(), share_of(6)) == (1, True, 6)
    monkeypatch.setenv("RANK", "1")
    monkeypatch.setenv("WORLD_SIZE", "2")
    assert (processes(), is_first(), share_of(6)) == (2, False, 3)
    with pytest.raises(UsageError, match="multiple of 2"):
        share_of(5)


def test_more_gpus_than_there_are() -> None:
    torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")
    there = torch.cuda.device_count()
    with pytest.raises(UsageError, match=f"torch finds {there} CUDA devices"):
        check_gpus(there + 1, "ddp", "auto")
    check_gpus(there + 1, "ddp", "cpu")
