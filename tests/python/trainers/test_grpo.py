"""Group relative policy optimisation: what rewards make of a model, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch
from safetensors.torch import load_file

from fakes.checkpoints import PAIRS, write_tiny
from sensei.core.errors import CheckpointError, UsageError
from sensei.models.checkpoint import read_manifest
from sensei.trainers import tuning
from sensei.trainers.grpo import GRPOTrainer, RewardError
from sensei.trainers.loop import DivergedError, Progress


@dataclass(frozen=True)
class GoalText:
    state: str


GOALS = [GoalText(state) for state, _ in PAIRS]


def short(completions: Sequence[str], **_: object) -> list[float]:
    """Short tactics are better."""
    return [1 / (1 + len(text)) for text in completions]


def train(
    start: Path,
    output: Path,
    reward: Any = short,
    call: dict[str, Any] | None = None,
    **changes: Any,
) -> Any:
    values: dict[str, Any] = {
        "batch_size": 8, "num_generations": 4, "threads": 1, "device": "cpu", "max_new_tokens": 12,
        "lr": 1e-3, "epochs_per_repo": 2,
    }  # fmt: skip
    return GRPOTrainer(str(start), reward, output, **values | changes).train(GOALS, **call or {})


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("grpo") / "start")


def test_what_is_rewarded_becomes_frequent(start: Path, tmp_path: Path) -> None:
    seen: list[tuple[str, str]] = []

    def rfl(completions: Sequence[str], goals: Sequence[GoalText], **_: object) -> torch.Tensor:
        seen.extend((goal.state, text) for goal, text in zip(goals, completions, strict=True))
        return torch.tensor([float(text == "rfl") for text in completions])

    told: list[Progress] = []
    result = train(
        start, tmp_path / "out", rfl, {"report": told.append},
        epochs_per_repo=12, batch_size=20, lr=5e-3, temperature=1.5,
    )  # fmt: skip
    metrics = result.manifest.metrics
    assert metrics["reward_last"] > metrics["reward_first"] + 0.2
    assert metrics["reward_rfl_last"] == pytest.approx(metrics["reward_last"])
    assert [one.step for one in told] == list(range(1, int(metrics["steps"]) + 1))
    assert {state for state, _ in seen} == {goal.state for goal in GOALS}
    assert all(one.reward is not None for one in told)
    assert (metrics["steps"], metrics["completions"]) == (12, 240)
    assert metrics["seconds_generate"] > 0
    manifest = read_manifest(result.checkpoint)
    assert manifest.parent == f"start:{read_manifest(start).weights_hash()}"
    assert manifest.max_new_tokens == 24, "served as long ones as before"


def _interrupting(at: int) -> Callable[[Progress], None]:
    def report(progress: Progress) -> None:
        if progress.step == at:
            raise KeyboardInterrupt

    return report


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "model.safetensors")


def test_a_resumed_run_ends_as_one_without_interruption(start: Path, tmp_path: Path) -> None:
    plain = train(start, tmp_path / "plain", save_steps=None)
    with pytest.raises(KeyboardInterrupt):
        train(start, tmp_path / "run", call={"report": _interrupting(4)}, save_steps=2)
    assert not (tmp_path / "run").exists()
    steps: list[int] = []
    call = {"resume": True, "report": lambda progress: steps.append(progress.step)}
    resumed = train(start, tmp_path / "run", call=call, save_steps=2)
    assert steps == [3, 4, 5]
    one, other = weights(plain.checkpoint), weights(resumed.checkpoint)
    assert all(torch.equal(one[name], other[name]) for name in one)
    assert not all(torch.equal(one[name], old) for name, old in weights(start).items())


def test_held_to_a_reference(start: Path, tmp_path: Path) -> None:
    result = train(start, tmp_path / "out", kl_beta=0.5, epochs_per_repo=1)
    metrics = result.manifest.metrics
    assert metrics["kl_first"] == pytest.approx(0, abs=1e-5), "at first it is the reference"
    assert metrics["kl_last"] > 0
    assert result.manifest.config["kl_beta"] == 0.5


def test_rewards_are_mixed_by_their_weights(start: Path, tmp_path: Path) -> None:
    def one(completions: Sequence[str], **_: object) -> list[float]:
        return [1.0] * len(completions)

    def two(completions: Sequence[str], **_: object) -> list[float | None]:
        return [2.0] * len(completions)

    told: list[Progress] = []
    train(
        start, tmp_path / "out", [one, two], {"report": told.append},
        reward_weights=(3, 0.5), epochs_per_repo=1, temperature=0.01,
    )  # fmt: skip
    # All that has an end is worth 3 * 1 + 0.5 * 2; what has none is worth 0.
    assert max(one.reward or 0 for one in told) == pytest.approx(4)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"batch_size": 6}, "give a batch size of 4 or 8"),
        ({"batch_size": 2}, "give a batch size of 4,"),
        ({"reward_weights": (1, 2)}, "2 reward weights for 1 reward functions"),
        ({"reference_model": "x"}, "kl_beta"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_loaded(
    changes: dict[str, Any], said: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError) as error:
        train(tmp_path / "no model", tmp_path / "out", **changes)
    assert said in str(error.value)
    assert not (tmp_path / "out").exists()


def test_models_that_write_no_tactics(start: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="random weights"):
        train(Path("configuration"), tmp_path / "out")
    with pytest.raises(CheckpointError, match="no such model folder"):
        train(tmp_path / "nowhere", tmp_path / "out")
    taught = write_tiny(tmp_path / "premises", config={"premises": 4}, prompt_hash=_with_premises())
    with pytest.raises(UsageError, match="trained with premises"):
        train(taught, tmp_path / "out")


def _with_premises() -> str:
    from sensei.models.prompt import prompt_hash

    return prompt_hash(4)


def test_a_reward_function_that_raises_is_named(start: Path, tmp_path: Path) -> None:
    calls: list[int] = []

    def fragile(completions: Sequence[str], **_: object) -> list[float]:
        calls.append(len(completions))
        if len(calls) == 4:
            raise KeyError("lost")
        return short(completions)

    with pytest.raises(RewardError, match=r"'fragile' raised KeyError: 'lost'.*for the goal"):
        train(start, tmp_path / "out", fragile, save_steps=1)
    assert not (tmp_path / "out").exists()
    # Mended, it goes on.
    resumed = train(start, tmp_path / "out", fragile, {"resume": True}, save_steps=1)
    assert resumed.manifest.metrics["steps"] == 5
    for given in ([1.0], [float("nan")] * 99, None):

        def wrong(completions: Sequence[str], given: Any = given, **_: object) -> Any:
            return given if given is None else given[: len(completions)] + given[:1]

        with pytest.raises(RewardError, match="'wrong'"):
            train(start, tmp_path / "other", wrong)


@pytest.mark.parametrize("save_steps", [2, None])
def test_a_loss_that_is_no_number_ends_the_run(
    save_steps: int | None, start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rate = tuning.rate_factor
    monkeypatch.setattr(
        tuning,
        "rate_factor",
        lambda step, *rest: float("nan") if step == 2 else rate(step, *rest),
    )
    if save_steps is None:
        with pytest.raises(DivergedError, match="step 4 is no number"):
            train(start, tmp_path / "out", save_steps=None)
        assert not (tmp_path / "out").exists()
        return
    # The third step has spoilt the weights, the loss of the fourth shows it: step 2 was good.
    result = train(start, tmp_path / "out", save_steps=save_steps)
    metrics = result.manifest.metrics
    assert (metrics["steps"], metrics["steps_planned"], metrics["lost_at_step"]) == (2, 5, 4)
    assert all(bool(tensor.isfinite().all()) for tensor in weights(result.checkpoint).values())
