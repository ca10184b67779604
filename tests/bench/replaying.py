"""Which share of the samples' traced steps does what was traced, when it runs again.

    python tests/bench/replaying.py

A copy of Kata is traced, ingested and checked (`sensei data check`). Prints the figures, and as its
last line one line of JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def sensei(project: Path, *words: str) -> str:
    """What ``sensei WORDS`` prints in the project; a check that fails has figures, too."""
    command = [sys.executable, "-m", "sensei", *words]
    done = subprocess.run(
        command, cwd=project, env=dict(os.environ), stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"sensei {' '.join(words)} ended with {done.returncode}")
    return done.stdout


@contextmanager
def kata() -> Iterator[Path]:
    """A copy of Kata, which nothing was built or traced in."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "Kata"
        sample = ROOT / "lean" / "samples" / "Kata"
        shutil.copytree(sample, project, ignore=shutil.ignore_patterns(".lake"))
        lakefile = project / "lakefile.toml"
        text = lakefile.read_text("utf-8").replace('"../../.."', json.dumps(str(ROOT)))
        lakefile.write_text(text, "utf-8")
        yield project


def measure(project: Path) -> dict[str, Any]:
    """All figures. What is traced already is not traced again."""
    sensei(project, "trace")
    sensei(project, "ingest")
    checked = json.loads(sensei(project, "data", "check", "--json"))
    return {
        "replayed_steps": checked["steps"],
        "replayed_share": round(checked["share"], 6),
        "replay_reasons": checked["reasons"],
    }


def main() -> None:
    """Prints the figures."""
    with kata() as project:
        figures = measure(project)
    for name, value in figures.items():
        print(f"{name:<24} {value}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
