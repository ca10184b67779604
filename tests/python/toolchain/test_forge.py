"""What the forked compiler writes is what `lean -o` writes, and it is silent or refuses."""

import filecmp
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_library import write_modules

from sensei.toolchain import wheel
from sensei.toolchain.forge import Forge
from sensei.toolchain.installed import Toolchain

RICH = """\
prelude
import Std
/-- The second number. -/
def two : N := .s one
namespace Kept
variable (p q : Prop)
theorem first (h : p) (_ : q) : p := triv p h
private def low := N.z
def seen := low
end Kept
"""


@pytest.fixture
def forge(small: Toolchain) -> Iterator[Forge]:
    path = str(small.prefix / "lib" / "lean")
    with Forge(wheel.find_wheel().library, {**os.environ, "LEAN_PATH": path}) as made:
        yield made


@pytest.mark.parametrize("text", [RICH, "prelude\n", "prelude\nimport Std\n#exit\n"])
def test_writes_what_lean_writes(forge: Forge, small: Toolchain, tmp_path: Path, text: str) -> None:
    source = write_modules(tmp_path, {"A.B": text}) / "A" / "B.lean"
    options = ("-DElab.async=false", "-R", tmp_path, "-o", tmp_path / "lean.olean")
    run = subprocess.run([small.lean, *options, source], capture_output=True, text=True)
    silent = run.stdout == ""
    assert silent or text != RICH, run.stdout
    assert forge.compile("A.B", source, tmp_path / "forge.olean") == silent
    if silent:
        assert filecmp.cmp(tmp_path / "lean.olean", tmp_path / "forge.olean", shallow=False)


@pytest.mark.parametrize(
    "text",
    [
        "prelude\nimport Gone\n",
        "prelude\nimport Init\ndef a := nothing\n",
        "prelude\nimport Init\n#print N\n",
        "prelude\nimport Init\ndef (\n",
    ],
)
def test_a_module_with_messages_is_not_written_and_the_next_one_is(
    forge: Forge, tmp_path: Path, text: str
) -> None:
    write_modules(tmp_path, {"Bad": text, "Good": RICH})
    assert not forge.compile("Bad", tmp_path / "Bad.lean", tmp_path / "Bad.olean")
    assert not (tmp_path / "Bad.olean").exists()
    assert forge.compile("Good", tmp_path / "Good.lean", tmp_path / "Good.olean")


def test_a_process_that_cannot_start_compiles_nothing(tmp_path: Path) -> None:
    source = write_modules(tmp_path, {"A": "prelude\n"}) / "A.lean"
    with Forge(tmp_path / "no.so", os.environ) as forge:
        assert not forge.compile("A", source, tmp_path / "A.olean")
        assert not forge.compile("A", source, tmp_path / "A.olean")
