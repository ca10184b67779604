"""Training on weighted lessons, and what writes below prompts after it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch

from fakes.checkpoints import TINY
from sensei.core.errors import CheckpointError, UsageError
from sensei.models.loading import fresh_model
from sensei.models.statement_prompt import Lesson, statement_prompt_hash
from sensei.models.writer import TextWriter
from sensei.trainers.config import RunSettings
from sensei.trainers.lessons import encode, lessons_hash, train_writer, weighted_loss
from sensei.trainers.loop import Progress

SETTINGS = RunSettings(model=TINY, batch_size=2, lr=1e-2, device="cpu", threads=1, save_steps=None)
LESSONS = [Lesson("a:", "yes", 1.0), Lesson("b:", "no", 1.0)]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("lessons") / "writer"
    done = train_writer("configuration", LESSONS, output, SETTINGS, epochs=40, max_seq_len=64)
    assert done.manifest.metrics["steps"] == 40
    return output


def test_the_loss_is_the_weighted_mean_over_completions() -> None:
    loaded = fresh_model(TINY, 0)
    model, tokenizer = loaded.model.eval(), loaded.tokenizer
    rows = [encode(tokenizer, Lesson("a long prompt:", "yes", 3.0)),
            encode(tokenizer, Lesson("b", "no no", 1.0))]  # fmt: skip
    with torch.no_grad():
        both = float(weighted_loss(model, rows, 2.0, 0))
        alone = [float(weighted_loss(model, [row], row.weight, 0)) for row in rows]
    sizes = [len(row.tokens) - row.prompt for row in rows]  # with the end token
    assert sizes == [4, 6]
    expected = (1.5 * alone[0] * 4 + 0.5 * alone[1] * 6) / 10
    assert both == pytest.approx(expected, rel=1e-4)


def test_what_weighs_nothing_teaches_nothing(tmp_path: Path, trained: Path) -> None:
    unteaching = [*LESSONS, Lesson("a:", "wrong", 0.0)]
    train_writer("configuration", unteaching, tmp_path / "w", SETTINGS, epochs=40, max_seq_len=64)
    weights = [(folder / "model.safetensors").read_bytes() for folder in (tmp_path / "w", trained)]
    assert weights[0] == weights[1]
    assert lessons_hash(unteaching) != lessons_hash(LESSONS)


def test_it_writes_what_it_was_taught(trained: Path) -> None:
    writer = TextWriter(trained, max_new_tokens=8, device="cpu", threads=1)
    assert writer.write(["a:", "b:", "a:"], 0.01, seed=1) == ["yes", "no", "yes"]
    warm = writer.write(["a:", "b:"] * 8, 0.5, seed=1)
    assert writer.write(["a:", "b:"] * 8, 0.5, seed=1) == warm
    # What is not ended in time is no text, and rows of other lengths do not disturb each other.
    short = TextWriter(trained, max_new_tokens=1, device="cpu", threads=1)
    assert set(short.write(["a:", "b:"], 0.01, seed=1)) == {""}
    assert writer.write([], 1.0, seed=1) == []


def test_samples_are_independent_and_differ_by_seed(trained: Path) -> None:
    writer = TextWriter(trained, max_new_tokens=32, device="cpu", threads=1)
    hot = [tuple(writer.write(["a:"] * 16, 1.0, seed=seed)) for seed in (1, 2)]
    assert hot[0] != hot[1]
    assert len(set(hot[0])) > 1
    repeated = writer.write(["a:"] * 8, 0.01, seed=3)
    assert repeated == ["yes"] * 8  # with replacement


def test_a_kill_within_a_training_changes_nothing(tmp_path: Path) -> None:
    settings = SETTINGS.model_copy(update={"save_steps": 2, "rename_share": 0.5})
    lessons = [*LESSONS, Lesson("c (n : N):", "n n", 2.0), Lesson("(m k : N) d:", "k m", 1.0)]

    def train(output: Path, report: Callable[[Progress], None]) -> None:
        train_writer(
            "configuration", lessons, output, settings, epochs=4, max_seq_len=64, report=report
        )

    def killed(progress: Progress) -> None:
        if progress.step == 5:
            os.kill(os.getpid(), signal.SIGKILL)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            train(tmp_path / "killed", killed)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    assert not (tmp_path / "killed" / "manifest.json").exists()
    steps: list[int] = []
    train(tmp_path / "killed", lambda progress: steps.append(progress.step))
    train(tmp_path / "whole", lambda progress: None)
    assert steps == [5, 6, 7, 8]  # it goes on from the state at step 4
    weights = [(tmp_path / name / "model.safetensors").read_bytes() for name in ("killed", "whole")]
    assert weights[0] == weights[1]


def test_embeddings_do_not_depend_on_their_neighbours(trained: Path) -> None:
    writer = TextWriter(trained, max_new_tokens=8, device="cpu", threads=1)
    (alone,) = writer.embed(["theorem a : True"])
    beside = writer.embed(["theorem a : True", "a much longer statement than the other one"])
    assert len(alone) == TINY.hidden_size
    assert beside[0] == pytest.approx(alone, abs=1e-4)
    assert beside[1] != pytest.approx(alone, abs=1e-2)


def test_a_writer_is_trained_on(tmp_path: Path, trained: Path) -> None:
    more = [Lesson("c:", "maybe", 1.0)]
    done = train_writer(str(trained), more, tmp_path / "more", SETTINGS, epochs=1, max_seq_len=64)
    assert done.manifest.parent.startswith("writer:")
    assert done.manifest.prompt_hash == statement_prompt_hash()


def test_lessons_that_are_too_long_are_left_out(tmp_path: Path) -> None:
    long = Lesson("x" * 100, "y", 1.0)
    done = train_writer(
        "configuration", [*LESSONS, long], tmp_path / "w", SETTINGS, epochs=1, max_seq_len=64
    )
    assert done.manifest.metrics["lessons_skipped"] == 1
    with pytest.raises(UsageError, match="none of 1 lessons is within 64 tokens"):
        train_writer("configuration", [long], tmp_path / "v", SETTINGS, epochs=1, max_seq_len=64)


def test_a_writer_taught_with_other_prompts_is_refused(tmp_path: Path, trained: Path) -> None:
    other = Path(shutil.copytree(trained, tmp_path / "other"))
    about = json.loads((other / "manifest.json").read_text())
    (other / "manifest.json").write_text(json.dumps(about | {"prompt_hash": "0" * 64}))
    with pytest.raises(CheckpointError, match="trained with another prompt"):
        TextWriter(other, max_new_tokens=8)
