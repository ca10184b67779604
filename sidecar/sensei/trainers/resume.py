"""The states a run leaves behind to go on from, and which run may use them."""

from __future__ import annotations

import fcntl
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sensei.core.errors import UsageError
from sensei.models.checkpoint import claim_place
from sensei.trainers.launching import is_first

_MARK = "run.json"


def work_folder(output: Path) -> Path:
    """Where the run that writes the checkpoint ``output`` keeps its states."""
    return output.parent / f".{output.name}.training"


@contextmanager
def only_run(output: Path) -> Iterator[None]:
    """Holds the checkpoint ``output`` for this run; the system lets go however it ends.

    Raises:
        CheckpointError: nothing can be written there.
        UsageError: another run writes it.
    """
    if not is_first():  # the first process has it for all
        yield
        return
    claim_place(output)
    path = output.parent / f".{output.name}.lock"
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(
                f"another run trains {output}", "wait for it to end, or give another --name"
            ) from None
        yield


def is_interrupted(output: Path) -> bool:
    """Whether a run for the checkpoint ``output`` has begun and not ended."""
    return (work_folder(output) / _MARK).is_file()


def prepare_work(work: Path, identity: str, resume: bool) -> str | None:
    """Makes the folder of a run's states; returns the one to go on from."""
    mark = work / _MARK
    if resume and mark.is_file():
        if json.loads(mark.read_text(encoding="utf-8"))["identity"] != identity:
            raise UsageError(
                f"the interrupted run in {work} had other examples or settings",
                "give the same settings, or start afresh without --resume",
            )
        states = kept_states(work)
        if states:
            return str(states[0])
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    mark.write_text(json.dumps({"identity": identity}) + "\n", encoding="utf-8")
    return None


def kept_states(work: Path) -> list[Path]:
    """The states of a run that are whole, the newest first."""
    states = [p for p in work.glob("checkpoint-*") if (p / "trainer_state.json").is_file()]
    return sorted(states, key=lambda path: int(path.name.rpartition("-")[2]), reverse=True)


def finite_states(work: Path) -> Iterator[Path]:
    """Those of them whose weights are all numbers, the newest first."""
    from safetensors.torch import load_file

    for state in kept_states(work):
        files = list(state.glob("*.safetensors"))
        weights = (tensor for file in files for tensor in load_file(file).values())
        if files and all(bool(tensor.isfinite().all()) for tensor in weights):
            yield state
