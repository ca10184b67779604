"""``sensei loop`` with the real parts: Lean judges, a model is trained on what was verified."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from command import sensei, sensei_json
from sensei.models.checkpoint import read_manifest

CONFIG = """
name = "small"
rounds = 2
generator = "fixed"
train_after_last = false

[search]
model_calls = 4
candidates = 10
tactic_seconds = 60

[[train]]
command = "train sft --only-found --epochs 1 --threads 1 --device cpu"
"""


def test_a_loop(project: Path) -> None:
    sensei(project, "data", "split", "--seed", "0", "--ratios", "0.5,0.25,0.25")
    (project / "loop.toml").write_text(CONFIG)
    answer = sensei_json(project, "loop", "loop.toml")
    first, second = answer["rounds"]
    assert 1 <= first["verified"] <= first["claimed"] <= first["tried"] == 2
    assert (first["new"], second["new"]) == (first["verified"], second["proved"] - first["proved"])
    (checkpoint,) = first["trained"]
    assert second["generator"].endswith(checkpoint)
    assert second["trained"] == []
    # The model was trained on the steps of verified proofs, and of nothing else.
    words = ("--from-evaluations", str(first["evaluation"]), "--only-found", "--dry-run")
    only = sensei_json(project, "train", "sft", *words)
    manifest = read_manifest(project / ".lake" / "sensei" / "checkpoints" / checkpoint)
    assert only["examples"] == only["found"] == manifest.metrics["examples"] > 0
    assert only["dataset_hash"] == manifest.data_set_hash
    # Once more: the same, and nothing is done again.
    header, *rows, last = sensei(project, "loop", "loop.toml").splitlines()
    assert header.split()[:6] == ["round", "tried", "claimed", "verified", "tier", "new"]
    for row, made in zip(rows, answer["rounds"], strict=True):
        assert row.split()[:4] == [str(made[k]) for k in ("round", "tried", "claimed", "verified")]
    assert last == f"generator: {answer['generator']} (run {answer['run']})"
