"""LeanDojo-v2's own database code beside ours, on one synthetic corpus: reading its JSON in,
merging and exporting (its folder, both strategies), and writing the JSON out.

    pip install --no-deps --target FOLDER lean-dojo-v2==1.0.9
    python tests/bench/leandojo_v2.py --theirs FOLDER [--modules N] [--limit SECONDS]

Its database is run unchanged. What it imports beside that asks GitHub for a token at import and has
no part in this (its tracer, its Git tools): of that, stand-ins for the names are put in place, and
its `Pos` as a pair. Each side is a process of its own; what one past the limit did not do has no
figure. Prints the figures, and as its last line one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import types
from pathlib import Path
from typing import Any, NamedTuple

import corpus

VERSION = "1.0.9"


class Pos(NamedTuple):
    """A line and a column, as its class of this name."""

    line_nb: int
    column_nb: int


class Anything:
    """Stands for what is imported and not used here; takes every call."""

    def __getattr__(self, name: str) -> Any:
        return self

    def __call__(self, *_args: Any, **_options: Any) -> Any:
        return self


def their_database(folder: Path) -> Any:
    """Its class DynamicDatabase, from its own file."""
    top = folder / "lean_dojo_v2"

    def module(name: str, path: Path | None = None, **members: Any) -> None:
        made = types.ModuleType(name)
        if path is not None:
            made.__path__ = [str(path)]  # a package whose own __init__ is not run
        made.__getattr__ = lambda _name: Anything()  # type: ignore[method-assign]
        for key, value in members.items():
            setattr(made, key, value)
        sys.modules[name] = made

    sys.path.insert(0, str(folder))
    module("lean_dojo_v2", top)
    module("lean_dojo_v2.utils", top / "utils")
    module("lean_dojo_v2.lean_dojo", Path("/nonexistent"))
    module("lean_dojo_v2.lean_dojo.data_extraction", Path("/nonexistent"))
    module("lean_dojo_v2.lean_dojo.data_extraction.lean", Pos=Pos)
    for name in ("constants", "git", "lean"):
        module(f"lean_dojo_v2.utils.{name}")
    module("loguru", logger=Anything())
    module("tqdm", tqdm=lambda values, *_args, **_options: values)
    from lean_dojo_v2.database.dynamic_database import DynamicDatabase

    return DynamicDatabase


def theirs(folder: Path, database: Path, out: Path) -> None:
    """Tells the seconds of each phase."""
    kind = their_database(folder)
    os.chdir(out.parent)  # its constructor empties dynamic_database.json where it stands
    _tell_times(
        {
            "import": lambda _: kind.from_json(str(database)),
            "export": lambda held: held.export_merged_data(held.repositories, out),
            "write": lambda held: held.to_json(str(out.with_suffix(".json"))),
        }
    )


def ours(project: Path, database: Path, out: Path) -> None:
    """Tells the seconds of the same phases; reading in is into SQLite."""
    from sensei.data import freeze_split
    from sensei.data.exports import export
    from sensei.data.leandojo_database import export_database
    from sensei.ingest.leandojo import import_database
    from sensei.store import open_store

    with open_store(out.with_suffix(".db")) as store:

        def read(_: Any) -> Any:
            import_database(store, database)
            return store

        def split_and_export(_: Any) -> None:
            split, _left_out = freeze_split(store, project, seed=0, ratios=(0.6, 0.2, 0.2))
            export(store, split, "leandojo", out)

        _tell_times(
            {
                "import": read,
                "export": split_and_export,
                "write": lambda _: export_database(store, out.with_suffix(".json")),
            }
        )


def _tell_times(phases: dict[str, Any]) -> None:
    held: Any = None
    for name, phase in phases.items():
        started = time.process_time()
        result = phase(held)
        held = result if name == "import" else held
        # At once: the next phase may be ended by the limit.
        print(json.dumps({name: round(time.process_time() - started, 2)}), flush=True)


def measure(folder: Path, modules: int, limit_s: float) -> dict[str, Any]:
    """Processor seconds by side and phase; None for what the limit ended, or came after it."""
    from sensei.data.leandojo_database import export_database
    from sensei.ingest import default_traces, ingest
    from sensei.store import open_store

    figures: dict[str, Any] = {"modules": modules}
    with tempfile.TemporaryDirectory() as place:
        project = corpus.write_project(Path(place) / "corpus", modules)
        database = Path(place) / "database.json"
        with open_store(Path(place) / "first.db") as store:
            report = ingest(default_traces(project), store, project)
            figures["theorems"] = report.counts.theorems
            export_database(store, database)
        figures["json_mb"] = round(database.stat().st_size / 1e6, 1)
        for side, home in (("theirs", folder.resolve()), ("ours", project)):
            out = Path(place) / side
            words = [sys.executable, __file__, "--side", side, str(home), str(database), str(out)]
            child = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
            try:
                said, _ = child.communicate(timeout=limit_s)
            except subprocess.TimeoutExpired:
                child.kill()
                said, _ = child.communicate()
            taken: dict[str, float] = {}
            for line in said.splitlines():
                taken |= json.loads(line)
            if child.returncode not in (0, -9):
                raise SystemExit(f"{side} failed: exit code {child.returncode}")
            for phase in ("import", "export", "write"):
                figures[f"{side}_{phase}_s"] = taken.get(phase)
    return figures


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--theirs", type=Path, help="where lean-dojo-v2 was installed")
    parser.add_argument("--modules", type=int, default=100)
    parser.add_argument("--limit", type=float, default=600.0, help="seconds of a side")
    parser.add_argument("--side", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.side:
        side, home, database, out = options.side
        run = theirs if side == "theirs" else ours
        run(Path(home), Path(database), Path(out))
        return
    if options.theirs is None or not (options.theirs / "lean_dojo_v2").is_dir():
        parser.error(
            f"pip install --no-deps --target FOLDER lean-dojo-v2=={VERSION}, then --theirs FOLDER"
        )
    figures = measure(options.theirs, options.modules, options.limit)
    for name, value in figures.items():
        print(f"{name:<20} {value}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
