"""The learned judges of goals: the critic (can it be proved?) and progress (how far is it?).

What they say of a goal depends on the weights and the goal alone: numbers are rounded, so that the
goals asked about beside it make no difference.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import torch

from sensei.core.distances import STEP_DISCOUNT
from sensei.core.errors import CheckpointError, ModelError
from sensei.models.checkpoint import CRITIC, PROGRESS, read_manifest
from sensei.models.encoding import Encoder
from sensei.models.loading import quiet_libraries
from sensei.models.value_model import LoadedValues, load_values, padded

MAX_PROMPT_TOKENS = 1024
_DIGITS = 5


class GoalReader:
    """A value model that is asked about goals. One thread at a time.

    Args:
        loaded: the model.
        device: ``cpu``, ``cuda`` or ``auto``.
        threads: of torch on the CPU; None leaves torch's own choice.
        max_rows: most goals in one forward pass.
    """

    def __init__(
        self,
        loaded: LoadedValues,
        *,
        device: str = "auto",
        threads: int | None = None,
        max_rows: int = 64,
    ) -> None:
        if threads is not None:
            torch.set_num_threads(threads)
        if device == "auto":
            device = "cuda" if torch.cuda.is_available() else "cpu"
        self._model = loaded.model.to(device).eval()
        self._device = device
        self._encoder = Encoder(loaded.tokenizer)
        self._max_rows = max_rows
        manifest = loaded.manifest
        self._limit = manifest.max_prompt_tokens if manifest else MAX_PROMPT_TOKENS

    def read(self, states: Sequence[str]) -> list[float]:
        """The head's number for each state, as it is.

        Raises:
            ModelError: the model failed.
        """
        rows = [self._encoder.prompt(state, self._limit).tokens for state in states]
        # Goals of one length together: less padding.
        order = sorted(range(len(rows)), key=lambda place: len(rows[place]))
        found = [0.0] * len(rows)
        try:
            with torch.inference_mode(), quiet_libraries():
                for at in range(0, len(order), self._max_rows):
                    part = order[at : at + self._max_rows]
                    numbers = self._model(
                        *padded([rows[i] for i in part], self._encoder.pad_id, self._device)
                    )
                    for place, number in zip(part, numbers.tolist(), strict=True):
                        found[place] = number
        except (RuntimeError, ValueError, IndexError) as error:
            first = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ModelError(f"the model failed on {len(states)} state(s): {first}") from error
        if not all(map(math.isfinite, found)):
            raise ModelError("the model's weights give no numbers", "train it again")
        return found


class Critic:
    """The chance that a goal is proved: ``search.protocol.Critic`` by a checkpoint of that kind."""

    def __init__(self, checkpoint: Path | LoadedValues, **options: int | str | None) -> None:
        self._reader = _reader(checkpoint, CRITIC, options)

    def evaluate(self, states: Sequence[str]) -> list[float]:
        """A number in [0, 1] for each state.

        Raises:
            ModelError: the model failed.
        """
        return [round(chance(number), _DIGITS) for number in self._reader.read(states)]


class Progress:
    """How many tactics it is to the end of the proof, by a checkpoint of that kind."""

    def __init__(self, checkpoint: Path | LoadedValues, **options: int | str | None) -> None:
        self._reader = _reader(checkpoint, PROGRESS, options)

    def estimate(self, states: Sequence[str]) -> list[float]:
        """Tactics from each state to the end, the next one included; at least 0.

        Raises:
            ModelError: the model failed.
        """
        return [round(steps(number), _DIGITS) for number in self._reader.read(states)]


class ProgressCritic:
    """Distances read as chances, for searches that want a critic: STEP_DISCOUNT to the power of the
    steps that are left."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def evaluate(self, states: Sequence[str]) -> list[float]:
        """See ``Critic.evaluate``."""
        return [STEP_DISCOUNT**left for left in self._progress.estimate(states)]


def load_critic(folder: Path) -> Critic | ProgressCritic:
    """The critic of a checkpoint, which may be a progress model.

    Raises:
        CheckpointError: of another kind, no checkpoint, damaged, or of another prompt.
    """
    kind = read_manifest(folder, None, verify=False).kind
    if kind == PROGRESS:
        return ProgressCritic(Progress(folder))
    if kind != CRITIC:
        raise CheckpointError(
            f"{folder} is a checkpoint of kind '{kind}', not '{CRITIC}' or '{PROGRESS}'",
            "train one with: sensei train critic",
        )
    return Critic(folder)


def chance(number: float) -> float:
    """A critic's number as a chance: the logistic function."""
    if number >= 0:
        return 1.0 / (1.0 + math.exp(-number))
    power = math.exp(number)
    return power / (1.0 + power)


def steps(number: float) -> float:
    """A progress model's number as steps: it is the logarithm of one more."""
    return max(0.0, math.expm1(min(number, 20.0)))


def _reader(
    checkpoint: Path | LoadedValues, kind: str, options: dict[str, int | str | None]
) -> GoalReader:
    loaded = load_values(checkpoint, kind) if isinstance(checkpoint, Path) else checkpoint
    return GoalReader(loaded, **options)  # type: ignore[arg-type]
