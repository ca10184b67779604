"""Memory while files pass through one run of the tracer; tests/bench/steady.py has 500 of them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

BENCH = Path(__file__).resolve().parents[2] / "bench" / "steady.py"


def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("steady", BENCH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_memory_does_not_grow_with_the_files(tmp_path: Path) -> None:
    steady = bench()
    tracer, workers, _ = steady.passed(steady.write_project(tmp_path / "many", 8), jobs=1)
    assert len(workers) == 8
    # The last module is told of at the end of the run.
    assert len(tracer) >= 7
    assert tracer[-1] - tracer[1] < 10
    assert max(workers) - min(workers) < 50
    assert max(workers) < 1536
