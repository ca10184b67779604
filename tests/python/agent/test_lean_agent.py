"""Agents over several repositories, on traces made up; what they ask of the command line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from fakes.checkpoints import TINY
from fakes.traces import sample_records, write_project
from sensei.agent import AgentError, ExternalAgent, LeanAgent
from sensei.agent.base_agent import SetUp
from sensei.core.errors import UsageError
from sensei.models.checkpoint import read_manifest
from sensei.store import open_store
from sensei.trainers.sft import SFTTrainer

SIDECAR = Path(__file__).parents[3] / "sidecar"


def test_the_easiest_repository_comes_first_and_checkpoints_are_chained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    path = os.pathsep.join(filter(None, [str(SIDECAR), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("PYTHONPATH", path)
    trainer = SFTTrainer(
        "configuration", tmp_path / "out", epochs_per_repo=1, model=TINY, threads=1, device="cpu"
    )
    agent = LeanAgent(trainer)
    for name, theorems in (("few", 12), ("many", 30)):
        root = write_project(tmp_path / name, sample_records(theorems))
        (root / "lakefile.toml").write_text(f'name = "{name}"\n')
        agent._set_up(root)
    assert [one.root.name for one in agent.repositories] == ["few", "many"]
    assert [one.root.name for one in agent.in_order()] == ["many", "few"]
    agent.train()
    first, last = read_manifest(tmp_path / "out-1"), read_manifest(tmp_path / "out")
    assert first.base_model == "configuration"
    assert last.parent == f"out-1:{first.weights_hash()}"
    assert agent.generator() == str(tmp_path / "out")
    with open_store(str(tmp_path / "out.db")) as store:
        assert [run.status for run in store.runs()] == ["done", "done"]
        assert [checkpoint.name for checkpoint in store.checkpoints()] == ["out-1", "out"]
    # What a command cannot do is an error that names it.
    capfd.readouterr()
    with pytest.raises(AgentError, match="sensei ingest ended with exit code 2"):
        agent._set_up(tmp_path)
    assert "is in no Lean project" in capfd.readouterr().err


def test_a_model_elsewhere_is_asked_and_not_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def command(*words: str) -> dict[str, object]:
        asked.append(words)
        return {"figures": {"verified": 1}, "project": "/tree"}

    monkeypatch.setattr(ExternalAgent, "_command", staticmethod(command))
    monkeypatch.setattr(ExternalAgent, "_set_up", lambda self, root: root)
    agent = ExternalAgent("openai:prover", database="all.db", search={"model_calls": 5})
    assert agent.setup_github_repository("owner/name", "v1") == Path("/tree")
    address = "https://github.com/owner/name"
    assert asked.pop() == ("trace", address, "--commit", "v1")
    agent.repositories = [SetUp(Path("/tree"), "mine")]
    assert agent.evaluate("val", limit=3, model_calls=9) == [{"verified": 1}]
    assert asked == [
        (
            *("prove", "--project", "/tree", "--database", "all.db", "--split", "mine"),
            *("--part", "val", "--generator", "openai:prover", "--seed", "0", "--limit", "3"),
            *("--model-calls", "9"),
        )
    ]
    with pytest.raises(UsageError, match="is not trained here"):
        agent.train()
