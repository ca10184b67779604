"""Logs of trainings, read back by the programs they are for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from sensei.core.errors import MissingExtraError
from sensei.trainers import logs
from sensei.trainers.loop import Progress

STEPS = [Progress(step, 3, 1 / step, 0.0, 0.5 * step, {"grad_norm": 2.0}) for step in (1, 2, 3)]


def test_tensorboard(tmp_path: Path) -> None:
    reader = pytest.importorskip(
        "tensorboard.backend.event_processing.event_accumulator",
        reason="the extra 'logs' is not installed",
    )
    with logs.open_logs(["tensorboard"], tmp_path / "sft", {"seed": 0}) as take:
        for step in STEPS:
            take(step)
    events = reader.EventAccumulator(str(tmp_path / "sft.logs" / "tensorboard"))
    events.Reload()
    assert [(one.step, one.value) for one in events.Scalars("reward")] == [
        (1, 0.5),
        (2, 1),
        (3, 1.5),
    ]
    assert len(events.Scalars("loss")) == len(events.Scalars("grad_norm")) == 3


def _records(file: bytes) -> Iterator[bytes]:
    """The records of wandb's file: a log of LevelDB, behind a head of seven bytes."""
    at = 7
    while at + 7 <= len(file):
        size = int.from_bytes(file[at + 4 : at + 6], "little")
        yield file[at + 7 : at + 7 + size]
        at += 7 + size


def test_wandb_without_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wandb = pytest.importorskip("wandb", reason="the extra 'logs' is not installed")
    from wandb.proto.wandb_internal_pb2 import Record

    monkeypatch.setenv("WANDB_BASE_URL", "http://127.0.0.1:9")  # where nobody is
    with logs.open_logs(["wandb"], tmp_path / "sft", {"seed": 7}) as take:
        for step in STEPS:
            take(step)
    wandb.teardown()  # as at the end of the process: its service writes the rest
    (file,) = (tmp_path / "sft.logs" / "wandb").glob("offline-run-*/run-*.wandb")
    found = [Record.FromString(record) for record in _records(file.read_bytes())]
    rows = [
        {item.key or item.nested_key[0]: json.loads(item.value_json) for item in one.history.item}
        for one in found
        if one.WhichOneof("record_type") == "history"
    ]
    assert [(row["_step"], row["reward"], row["grad_norm"]) for row in rows] == [
        (1, 0.5, 2),
        (2, 1, 2),
        (3, 1.5, 2),
    ]


def test_what_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "find_spec", lambda name: None)
    with (
        pytest.raises(MissingExtraError, match=r"--log wandb needs the extra 'logs'"),
        logs.open_logs(["wandb"], tmp_path / "sft", {}),
    ):
        pass
