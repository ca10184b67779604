"""Imports point one way, start-up is quick, and heavy libraries stay where they belong."""

import ast
import sys
from pathlib import Path

import pytest

from fakes.processor import least_processor_s

SENSEI = Path(__file__).parents[3] / "sidecar" / "sensei"
ALLOWED = {
    "core": set(),
    "settings": {"core"},
    "toolchain": {"core", "settings"},
    "wire": {"core", "settings"},
    "store": {"core", "settings", "wire"},
    "models": {"core", "settings"},
    "envs": {"core", "settings", "toolchain"},
    "search": {"core", "settings"},
    "verify": {"core", "settings", "toolchain"},
    "ingest": {"core", "settings", "wire", "store", "toolchain"},
    "data": {"core", "settings", "store", "models", "search"},
    "views": {"core", "settings", "store", "search", "data"},
    "trainers": {"core", "settings", "data", "models", "store"},
    "provers": {
        *("core", "settings", "models", "envs", "search", "verify", "store", "toolchain"),
        "ingest",
    },
    "loop": {
        *("core", "settings", "store", "models", "envs", "search", "verify", "toolchain", "data"),
        *("trainers", "provers", "distributed"),
    },
    "distributed": {
        *("core", "settings", "models", "envs", "search", "verify", "store", "toolchain"),
        "provers",
    },
    "server": {
        *("core", "settings", "wire", "store", "toolchain", "envs", "search", "verify", "ingest"),
        *("data", "provers"),
        "views",
    },
}
TORCH = {"torch", "transformers", "trl", "peft", "accelerate", "datasets", "safetensors"}

# The one file outside of models and trainers that may import a heavy library, when it is called.
PARQUET = SENSEI / "data" / "exports" / "parquet.py"


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module)
    return names


FILES = sorted(p for p in SENSEI.rglob("*.py") if "wire/v1" not in p.as_posix())


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(SENSEI).as_posix())
def test_imports_point_one_way(path: Path) -> None:
    package = path.relative_to(SENSEI).parts[0].removesuffix(".py")
    for name in imported(path):
        parts = name.split(".")
        if package not in {"models", "trainers"} and (path, name) != (PARQUET, "datasets"):
            assert parts[0] not in TORCH, f"{path} imports {name}"
        if parts[0] == "sensei" and len(parts) > 1 and package in ALLOWED:
            assert parts[1] in ALLOWED[package] | {package}, f"{path} imports {name}"


@pytest.mark.alone
@pytest.mark.parametrize("words", [["-c", "import sensei"], ["-m", "sensei", "--help"]])
def test_start_up_takes_under_300_ms(words: list[str]) -> None:
    assert least_processor_s([sys.executable, *words]) < 0.3
