"""The wheel carries the Lean sources, laid out as the repository is."""

import importlib.metadata
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[3]


def test_the_wheel_has_the_lean_sources(tmp_path: Path) -> None:
    if int(importlib.metadata.version("setuptools").split(".")[0]) < 77:
        pytest.skip("setuptools here is too old to build the package without a network")
    source = tmp_path / "source"
    ignored = shutil.ignore_patterns(
        ".*", "build", "*.egg-info", "__pycache__", "samples", "node_modules"
    )
    shutil.copytree(REPOSITORY, source, ignore=ignored)
    (source / "lean" / ".lake").mkdir()
    (source / "lean" / ".lake" / "Built.lean").write_text("")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
         "--wheel-dir", str(tmp_path / "wheels"), str(source)],
        check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = (tmp_path / "wheels").iterdir()
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    shipped = {n.removeprefix("sensei/_lean/") for n in names if "/_lean/" in n}
    wanted = {
        str(path.relative_to(source))
        for pattern in ("*.lean", "embedded/c/*")
        for path in (source / "lean").rglob(pattern)
        if ".lake" not in path.parts
    }
    assert {"lean/embedded/c/main.c", "lean/embedded/c/runtime.h"} < wanted
    assert len(wanted) > 10
    assert shipped == wanted | {"lakefile.lean", "lake-manifest.json", "lean-toolchain"}
    dashboard = {n.removeprefix("sensei/web/") for n in names if n.startswith("sensei/web/")}
    static = source / "sidecar" / "sensei" / "web" / "static"
    assert dashboard == {f"static/{path.name}" for path in static.iterdir()}
