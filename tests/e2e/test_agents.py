"""The quick start of LeanDojo-v2, with our names and a repository on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from command import SIDECAR
from sensei.agent.hf_agent import HFAgent
from sensei.core.errors import UsageError
from sensei.models.checkpoint import read_manifest
from sensei.trainer.sft_trainer import SFTTrainer


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    path = os.pathsep.join(filter(None, [str(SIDECAR), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("PYTHONPATH", path)


def test_the_quick_start(project: Path, tmp_path: Path) -> None:
    trainer = SFTTrainer(
        model_name="configuration",
        output_dir=tmp_path / "outputs",
        epochs_per_repo=1,
        batch_size=2,
        lr=2e-5,
    )
    agent = HFAgent(trainer=trainer)
    with pytest.raises(UsageError, match="no repository is set up"):
        agent.train()
    assert agent.setup_local_repository(project) == project
    with pytest.raises(UsageError, match=r"call train\(\) first"):
        agent.prove()
    agent.train()
    manifest = read_manifest(tmp_path / "outputs")
    assert manifest.metrics["epochs"] == 1
    assert manifest.config["batch_size"] == 2
    attempts = agent.prove(model_calls=1, candidates=2, tactic_seconds=60)
    # Nothing is left with sorry there, so the test part is tried.
    assert len(attempts) == 1
    assert attempts[0]["spent"]["model_calls"] == 1
