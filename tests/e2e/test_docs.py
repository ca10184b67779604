"""Every command of README and docs: run as it stands there, or parsed where it says why not.

A block of commands is fenced as ``sh``. One that cannot run here has the line
``<!-- not run: REASON -->`` above it. Blocks of one file run in order, in one project.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from command import SIDECAR, run_sensei, sensei
from sensei.cli.main import VERBS, build_parser

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NOT_RUN = re.compile(r"<!-- not run: (.{20,}) -->\n$")
COMMAND = re.compile(r"^(?:\w+=\S+ )*(?:sensei|lake|pip|docker|\./scripts/\w+) ", re.MULTILINE)
MODULE = """\
/-! What the commands of the documentation work on. -/

def twice (n : Nat) : Nat := n + n

theorem twice_zero : twice 0 = 0 := by
  rfl

theorem between (a b : Nat) (h : a < b) : a ≤ b + 1 := by
  sorry
"""


@dataclass(frozen=True)
class Block:
    page: str
    text: str
    language: str
    reason: str

    @property
    def commands(self) -> list[list[str]]:
        """The words of each line that runs Sensei."""
        lines = re.sub(r"\s*&&\s*", "\n", self.text.replace("\\\n", " "))
        found = []
        for line in re.split(r"\n(?=\S|$)", lines):
            lexer = shlex.shlex(line, posix=True, punctuation_chars="|>;")
            lexer.whitespace_split = True
            words = list(lexer)
            for at, word in enumerate(words):
                if word in ("|", ";", ">"):
                    words = words[:at]
                    break
            while words and re.fullmatch(r"\w+=.*", words[0], re.DOTALL):
                words = words[1:]
            if words and words[0] == "sensei":
                found.append(words[1:])
        return found


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    found = []
    for fence in FENCE.finditer(text):
        said = NOT_RUN.search(text, 0, fence.start())
        reason = said[1] if said and said.end() == fence.start() else ""
        found.append(Block(page.name, fence[2], fence[1], reason))
    return found


ALL = {page: blocks(page) for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_fenced_as_such_and_parse(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text.count("<!-- not run:") == sum(bool(block.reason) for block in ALL[page])
    for block in ALL[page]:
        if block.language != "sh":
            assert not block.reason
            assert block.language or not COMMAND.search(block.text), block.text
            continue
        # Whoever runs the tests keeps the environment that they run in.
        assert block.reason or not re.search(r"pip install|apt|curl|git clone", block.text), (
            block.text
        )
        for words in block.commands:
            assert words[0] in VERBS, words
            parser = build_parser(words[0])
            _, unknown = parser.parse_known_args(words)
            assert not unknown, f"{page.name}: sensei {shlex.join(words)}"


def test_every_example_of_help_parses() -> None:
    texts = []

    def collect(parser: object) -> None:
        if epilog := getattr(parser, "epilog", None):
            texts.append(epilog)
        for action in getattr(parser, "_actions", ()):
            if isinstance(action.choices, dict):
                for sub in action.choices.values():
                    collect(sub)

    collect(build_parser(whole=True))
    assert len(texts) > len(VERBS)
    for text in texts:
        example = Block("", text.removeprefix("example: "), "sh", "")
        piped = example.text.rpartition("| ")[2]
        commands = Block("", piped, "sh", "").commands
        assert commands or " lake " in text, text
        for words in commands:
            if words[0] not in ("lean", "lake"):
                assert not build_parser(words[0]).parse_known_args(words)[1], text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_the_pages_name_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    for name in re.findall(r"`((?:tests|lean|scripts|docs|proto|sidecar)/[\w./@-]+)`", text):
        assert (ROOT / name).exists(), name


@pytest.fixture(scope="module")
def documented(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project that is traced and in its database."""
    project = tmp_path_factory.mktemp("docs") / "project"
    project.mkdir()
    (project / "lakefile.toml").write_text(
        'name = "Mine"\ndefaultTargets = ["Mine"]\n\n'
        f'[[require]]\nname = "sensei"\npath = "{ROOT}"\n\n[[lean_lib]]\nname = "Mine"\n'
    )
    shutil.copy(ROOT / "lean-toolchain", project)
    (project / "Mine.lean").write_text(MODULE)
    sensei(project, "trace")
    sensei(project, "ingest")
    return project


def programs(folder: Path) -> Path:
    """A folder with the commands that blocks call."""
    folder.mkdir()
    command = folder / "sensei"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sensei "$@"\n')
    command.chmod(0o755)
    return folder


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if any(b.language == "sh" and not b.reason for b in ALL[page])],
    ids=lambda page: page.name,
)
def test_every_block_that_can_run_does(page: Path, documented: Path, tmp_path: Path) -> None:
    project = Path(shutil.copytree(documented, tmp_path / "project", symlinks=True))
    path = os.pathsep.join(filter(None, [str(SIDECAR), os.environ.get("PYTHONPATH", "")]))
    env = os.environ | {
        "PATH": f"{programs(tmp_path / 'bin')}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": path,
    }
    try:
        for block in ALL[page]:
            if block.language != "sh" or block.reason:
                continue
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", block.text],
                cwd=project,
                env=env,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                timeout=500,
                check=False,
            )
            assert done.returncode == 0, f"{block.text}\n{done.stdout}{done.stderr}"
    finally:
        if (project / ".lake" / "sensei" / "sidecar.json").exists():
            run_sensei(project, "serve", "--stop")
    if page.name == "README.md":
        assert "sorry" not in (project / "Mine.lean").read_text()
