"""The Python messages are those that proto/ makes now."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_generated_messages_are_fresh(tmp_path: Path) -> None:
    subprocess.run(
        [ROOT / "scripts/gen_proto", tmp_path],
        check=True,
        env={**os.environ, "PYTHON": sys.executable},
    )
    kept = ROOT / "sidecar/sensei/wire/v1"
    made = {p.name: p.read_text() for p in tmp_path.iterdir()}
    assert made == {p.name: p.read_text() for p in kept.iterdir() if p.is_file()}
