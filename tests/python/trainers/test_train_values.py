"""``sensei train progress`` and ``critic``: from the store to a checkpoint and a recorded run."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from fakes.traces import write_project
from sensei.cli.main import main
from sensei.core.types import Budget
from sensei.ingest.identity import project_snapshot
from sensei.models.checkpoint import read_manifest
from sensei.provers.prover import StoreRecorder
from sensei.search.driver import search
from sensei.store import default_database, open_store

CPU = ["--epochs", "1", "--threads", "1", "--device", "cpu"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A traced, ingested and split project, and the current folder."""
    root = write_project(tmp_path / "project")
    monkeypatch.chdir(root)
    assert main(["ingest", "."]) == 0
    assert main(["data", "split", "--seed", "0"]) == 0
    return root


def keep_searches(project: Path) -> int:
    """One search of each theorem, half of them with a proof; returns how many of the train part."""
    with open_store(default_database(project)) as store:
        snapshot = project_snapshot(store, project).id
        recorder = StoreRecorder(store, snapshot, "table", None, 0)
        split = store.split("default")
        for number, member in enumerate(split.members):
            root = f"⊢ goal {number}"
            moves = {(root,): {"close": ()} if number % 2 else {}}
            run = search(
                member.ref,
                TableGenerator({}, default=[("close", -1.0)]),
                TableEnvironment({member.ref.name: (root,)}, moves),
                Budget(),
            )
            recorder.keep(run, member.ref, Budget(), None)
        return len(split.part("train"))


def test_a_progress_model_is_trained_and_recorded(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = project / ".lake" / "sensei" / "checkpoints" / "progress"
    capsys.readouterr()
    assert main(["train", "progress", *CPU, "--dry-run", "--json"]) == 0
    planned = json.loads(capsys.readouterr().out)
    assert planned["examples"] > 0
    assert not folder.exists()
    assert main(["train", "progress", *CPU, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    manifest = read_manifest(folder, "progress")
    assert figures["mae"] == manifest.metrics["mae"]
    assert figures["examples"] == planned["examples"]
    assert {"constant_mae", "spearman", "test_mae", "test_constant_mae"} <= set(figures)
    assert manifest.config["split"] == "default"
    with open_store(default_database(project)) as store:
        run = store.run(figures["run"])
        assert (run.kind, run.status, run.config["distance"]) == ("progress", "done", "proof")
        assert run.dataset_hash == store.split("default").dataset_hash
        assert [(c.name, c.kind) for c in store.checkpoints()] == [("progress", "progress")]
    assert main(["show", "checkpoint", "progress", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "progress"


def test_a_critic_is_trained_on_the_searches_of_its_part(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "critic", *CPU]) == 2
    error = capsys.readouterr().err
    assert "the split default has no example for a critic in its train part" in error
    assert "sensei prove --split train" in error
    searched = keep_searches(project)
    assert main(["train", "critic", *CPU, "--dry-run"]) == 0
    assert f"on {searched} examples (targets 0 to 1" in capsys.readouterr().out
    assert main(["train", "critic", *CPU]) == 0
    out = capsys.readouterr().out
    assert "validation: cross entropy" in out
    assert read_manifest(project / ".lake/sensei/checkpoints/critic", "critic").kind == "critic"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["progress", "--lr", "0"], "lr = 0"),
        (["progress", "--model", "nowhere"], "no such model folder"),
        (["critic", "--min-visits", "0"], "must be at least 1"),
        (["progress", "--split", "none"], "no split 'none'"),
    ],
    ids=lambda value: value[1] if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_leaves_no_checkpoint(
    project: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    capsys.readouterr()
    assert main(["train", *words, "--device", "cpu"]) == 2
    errors = [line for line in capsys.readouterr().err.splitlines() if line.startswith("sensei:")]
    assert len(errors) == 1
    assert message in errors[0]
    assert list((project / ".lake" / "sensei" / "checkpoints").glob("[!.]*")) == []
