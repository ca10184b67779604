"""What a training says at every step, in the files of TensorBoard or Weights & Biases.

Nothing goes over the network: the files lie beside the checkpoint, and ``wandb sync`` sends them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sensei.core.errors import MissingExtraError
from sensei.trainers.loop import Progress

Take = Callable[[int, Mapping[str, float]], None]


def logs_folder(output: Path) -> Path:
    """Where the logs of the run that writes the checkpoint ``output`` are."""
    return output.parent / f"{output.name}.logs"


@contextmanager
def open_logs(
    kinds: Sequence[str], output: Path, config: Mapping[str, Any]
) -> Iterator[Callable[[Progress], None]]:
    """Logs of a run, closed at its end; gives what is told of each step.

    Args:
        kinds: of ``tensorboard`` and ``wandb``, any.
        output: the checkpoint of the run.
        config: the settings, for Weights & Biases.

    Raises:
        MissingExtraError: one of them is not installed.
    """
    for kind in kinds:
        if find_spec(kind) is None:
            raise MissingExtraError(f"--log {kind}", "logs")
    openers = {"tensorboard": _tensorboard, "wandb": _wandb}
    with ExitStack() as stack:
        takers = [
            stack.enter_context(openers[kind](logs_folder(output), output.name, config))
            for kind in kinds
        ]

        def take(at: Progress) -> None:
            rewards = {} if at.reward is None else {"reward": at.reward}
            figures = {"loss": at.loss, **rewards, **at.figures}
            for taker in takers:
                taker(at.step, figures)

        yield take


@contextmanager
def _tensorboard(folder: Path, name: str, config: Mapping[str, Any]) -> Iterator[Take]:
    from torch.utils.tensorboard import SummaryWriter

    with SummaryWriter(str(folder / "tensorboard")) as writer:

        def take(step: int, figures: Mapping[str, float]) -> None:
            for figure, value in figures.items():
                writer.add_scalar(figure, value, step)

        yield take


@contextmanager
def _wandb(folder: Path, name: str, config: Mapping[str, Any]) -> Iterator[Take]:
    import wandb

    folder.mkdir(parents=True, exist_ok=True)
    settings = wandb.Settings(silent=True, console="off")
    with wandb.init(
        project="sensei", name=name, dir=str(folder), mode="offline", config=dict(config),
        settings=settings,
    ) as run:  # fmt: skip
        yield lambda step, figures: run.log(dict(figures), step=step)
