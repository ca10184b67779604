"""Logs of trainings, read back by the programs they are for."""

from __future__ import annotations

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


def test_what_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "find_spec", lambda name: None)
    with (
        pytest.raises(MissingExtraError, match=r"--log wandb needs the extra 'logs'"),
        logs.open_logs(["wandb"], tmp_path / "sft", {}),
    ):
        pass
