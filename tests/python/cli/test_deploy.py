"""The unit, the image and the site of docs/: what they call is there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sensei.cli.main import build_parser

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "docs" / "deploy"


def served(words: list[str]) -> None:
    assert words[0] == "serve"
    _, unknown = build_parser("serve").parse_known_args(words)
    assert not unknown


def test_the_unit_starts_what_there_is(tmp_path: Path) -> None:
    unit = (DEPLOY / "sensei@.service").read_text()
    command = re.search(r"^ExecStart=(\S+/sensei) (.*)$", unit, re.MULTILINE)
    assert command is not None
    served(command[2].split())
    if shutil.which("systemd-analyze") is None:
        return
    # What it says of a program that is not there is not what is asked.
    copy = tmp_path / "sensei@.service"
    copy.write_text(unit.replace(command[1], "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--user", copy],
        env=os.environ | {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "sensei@" not in done.stderr, done.stderr


def test_the_image_installs_and_starts_what_there_is() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    (words,) = re.findall(r"^CMD (.*)$", text, re.MULTILINE)
    assert 'ENTRYPOINT ["sensei"]' in text
    served(json.loads(words))
    (named,) = re.findall(r"'\.\[(.*?)\]'", text)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    assert set(named.split(",")) <= set(extras)
    # Docker's own parser is at hand where its engine is; here, that every line begins or goes on.
    whole = re.sub(r"\\\n", " ", text)
    known = {"FROM", "RUN", "ARG", "WORKDIR", "COPY", "ENV", "USER", "HEALTHCHECK"}
    for line in filter(str.strip, whole.splitlines()):
        assert line.startswith("#") or line.split()[0] in {*known, "ENTRYPOINT", "CMD"}, line
    for source in re.findall(r"^COPY (\S+) ", text, re.MULTILINE):
        assert (ROOT / source).exists()


def test_the_site_is_built_strictly(tmp_path: Path) -> None:
    """Every page is in its contents, and no link leads nowhere."""
    pytest.importorskip("material", reason="the extra 'dev' is not installed")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"),
            *("-f", ROOT / "docs" / "site" / "mkdocs.yml", "-d", tmp_path / "site"),
        ],
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"index"}
    assert pages <= {path.name for path in (tmp_path / "site").iterdir()}
    assert not (tmp_path / "site" / "site").exists()
