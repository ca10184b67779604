"""``sensei train sft``: from the store to a checkpoint and a recorded run."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from fakes.traces import write_project
from sensei.cli.main import main
from sensei.models.checkpoint import RETRIEVER, read_manifest
from sensei.models.extra import require_training_extra
from sensei.store import default_database, open_store
from sensei.trainers.resume import only_run, work_folder

TRAIN = ["train", "sft", "--epochs", "1", "--threads", "1", "--device", "cpu"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A traced, ingested and split project, and the current folder."""
    root = write_project(tmp_path / "project")
    monkeypatch.chdir(root)
    assert main(["ingest", "."]) == 0
    assert main(["data", "split", "--seed", "0"]) == 0
    return root


def test_a_split_becomes_a_checkpoint_and_a_run(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main([*TRAIN, "--seed", "3", "--json"]) == 0
    printed = capsys.readouterr()
    figures = json.loads(printed.out)
    folder = project / ".lake" / "sensei" / "checkpoints" / "sft"
    manifest = read_manifest(folder)
    assert figures["loss_last"] == manifest.metrics["loss_last"] < figures["loss_first"]
    assert figures["weights"] == manifest.weights_hash()
    assert manifest.seed == 3
    with open_store(default_database(project)) as store:
        run = store.run(figures["run"])
        assert (run.kind, run.status, run.seed) == ("sft", "done", 3)
        assert run.metrics["loss_last"] == manifest.metrics["loss_last"]
        assert run.dataset_hash == manifest.data_set_hash == store.split("default").dataset_hash
        (checkpoint,) = store.checkpoints()
        assert checkpoint.name == "sft"
        assert checkpoint.run_id == run.id
        assert Path(checkpoint.path) == folder.resolve()
    assert "examples of split default" in printed.err


def test_a_finished_checkpoint_stays_unless_the_user_says_otherwise(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = project / ".lake" / "sensei" / "checkpoints" / "sft"
    assert main([*TRAIN, "--seed", "1"]) == 0
    kept = read_manifest(folder)
    capsys.readouterr()
    for words in ([], ["--resume"]):
        assert main([*TRAIN, *words]) == 2
        error = capsys.readouterr().err
        assert f"the checkpoint {folder} is there already" in error
        assert "--replace" in error
    assert read_manifest(folder) == kept
    with open_store(default_database(project)) as store:
        assert len(store.runs()) == 1
    assert main([*TRAIN, "--replace"]) == 0
    assert read_manifest(folder).seed == 0


def test_two_runs_of_one_name_do_not_mix(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = project / ".lake" / "sensei" / "checkpoints" / "sft"
    with only_run(folder):
        assert main(TRAIN) == 2
        assert f"another run trains {folder}" in capsys.readouterr().err
    assert not folder.exists()
    with open_store(default_database(project)) as store:
        assert store.runs() == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_ended_leaves_nothing_half_done(
    project: Path, number: signal.Signals
) -> None:
    words = [sys.executable, "-m", "sensei", *TRAIN, "--epochs", "1000"]
    child = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    assert child.stderr is not None
    work = work_folder(project / ".lake" / "sensei" / "checkpoints" / "sft")
    while not (work / "run.json").is_file():
        assert child.poll() is None, child.stderr.read()
        time.sleep(0.02)
    child.send_signal(number)
    _, said = child.communicate(timeout=120)
    if number is signal.SIGKILL:
        assert child.returncode == -signal.SIGKILL
    else:
        assert child.returncode == 128 + number
        assert "Traceback" not in said
    with open_store(default_database(project)) as store:
        statuses = [run.status for run in store.runs()]
        assert statuses == (["running"] if number is signal.SIGKILL else ["interrupted"])
        assert store.checkpoints() == []
    # The next one is not kept from anything.
    assert main(TRAIN) == 0
    with open_store(default_database(project)) as store:
        assert [c.name for c in store.checkpoints()] == ["sft"]


def test_waiting_threads_sleep_unless_the_user_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OMP_WAIT_POLICY", raising=False)
    require_training_extra("a test")
    assert os.environ["OMP_WAIT_POLICY"] == "PASSIVE"
    monkeypatch.setenv("OMP_WAIT_POLICY", "ACTIVE")
    require_training_extra("a test")
    assert os.environ["OMP_WAIT_POLICY"] == "ACTIVE"


def test_results_go_to_stdout_for_people_too(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main([*TRAIN, "--output", "out/mine"]) == 0
    out = capsys.readouterr().out
    assert "checkpoint: out/mine (run 1)" in out
    assert "loss: 5." in out
    assert read_manifest(project / "out" / "mine").kind == "tactic_generator"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--split", "nothing"], 2, "nothing"),
        (["--model", "no/such/model"], 2, "no such model folder"),
        (["--model", "."], 2, "is no model"),
        (["--lr", "0"], 2, "lr = 0"),
        (["--lora"], 2, "random weights"),
        (["--name", "../x"], 2, "cannot name a checkpoint"),
        (["--project", "elsewhere"], 2, "elsewhere"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_leaves_no_checkpoint(
    project: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, message: str
) -> None:
    capsys.readouterr()
    assert main([*TRAIN, *words]) == code
    errors = [line for line in capsys.readouterr().err.splitlines() if line.startswith("sensei:")]
    assert len(errors) == 1
    assert message in errors[0]
    assert not (project / ".lake" / "sensei" / "checkpoints" / "sft").exists()
    with open_store(default_database(project)) as store:
        assert all(run.status == "failed" for run in store.runs())
        assert store.checkpoints() == []


def test_a_missing_extra_is_named(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sensei.models.extra.LIBRARIES", ("a_library_nobody_has",))
    monkeypatch.delitem(sys.modules, "sensei.trainers.sft", raising=False)
    assert main(TRAIN) == 3
    error = capsys.readouterr().err
    assert "needs the extra 'train'" in error
    assert "pip install 'sensei[train]'" in error


def test_a_retriever_is_trained_from_the_command_line(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    words = ["train", "retriever", "--epochs", "1", "--threads", "1", "--device", "cpu"]
    assert main([*words, "--dry-run", "--json"]) == 0
    (planned,) = json.loads(capsys.readouterr().out)
    assert planned["queries"]["train"] > 0
    checkpoints = project / ".lake" / "sensei" / "checkpoints"
    assert not checkpoints.exists()
    assert main([*words, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["queries"] == planned["queries"]["train"]
    manifest = read_manifest(checkpoints / "retriever", RETRIEVER)
    assert printed["weights"] == manifest.weights_hash()
    assert printed["test_dense_recall_10"] == manifest.metrics["test_dense_recall_10"]
    with open_store(default_database(project)) as store:
        assert store.run(printed["run"]).kind == "retriever"
        assert [known.kind for known in store.checkpoints()] == [RETRIEVER]
    assert main([*words, "--temperature", "0", "--replace"]) == 2
    assert "temperature = 0.0" in capsys.readouterr().err
