"""The states a run leaves behind to go on from, and which run may use them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from sensei.core.errors import UsageError

_MARK = "run.json"


def work_folder(output: Path) -> Path:
    """Where the run that writes the checkpoint ``output`` keeps its states."""
    return output.parent / f".{output.name}.training"


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
        states = [p for p in work.glob("checkpoint-*") if (p / "trainer_state.json").is_file()]
        if states:
            return str(max(states, key=lambda path: int(path.name.rpartition("-")[2])))
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    mark.write_text(json.dumps({"identity": identity}) + "\n", encoding="utf-8")
    return None
