"""The launcher behaves as the bare `lean_main` does, but for the one option it adds."""

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from fakes.processor import least_processor_s
from sensei.toolchain import wheel
from sensei.toolchain.find import Toolchain

# The bare binary: lean_main called with the given arguments and nothing else.
BARE = """
import ctypes, sys
lean = ctypes.CDLL(sys.argv[1])
words = [word.encode() for word in sys.argv[2:]]
sys.exit(lean.lean_main(len(words), (ctypes.c_char_p * (len(words) + 1))(*words, None)))
"""


def bare(
    name: Path, *words: str, stdin: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    library = str(wheel.find_wheel().library)
    return subprocess.run(
        [sys.executable, "-c", BARE, library, name, *words],
        input=stdin, cwd=cwd, capture_output=True, text=True,
    )  # fmt: skip


def launched(
    lean: Path, *words: str, stdin: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run([lean, *words], input=stdin, cwd=cwd, capture_output=True, text=True)


GOOD = "prelude\ninductive N where | z | s (n : N)\n#check N.s\n"
BAD = "prelude\n#check nothing\n"


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (["--version"], ""),
        (["-V"], ""),
        (["--githash"], ""),
        (["--features"], ""),
        (["--help"], ""),
        ([], ""),
        (["--no-such-option"], ""),
        (["missing.lean"], ""),
        (["good.lean"], ""),
        (["bad.lean"], ""),
        (["--json", "bad.lean"], ""),
        (["--stdin"], GOOD),
        (["--stdin"], BAD),
        (["--stdin", "--json"], BAD),
        (["-q", "good.lean"], ""),
        (["-DmaxRecDepth=100", "good.lean"], ""),
        (["-DnoSuchOption=1", "good.lean"], ""),
        (["-E", "hasSorry", "good.lean"], ""),
        (["--deps-json", "--stdin"], "good.lean\n"),
        (["--setup=setup.json", "good.lean"], ""),
        (["--run", "good.lean", "-x", "--version"], ""),
        (["good.lean", "bad.lean"], ""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_output_and_exit_code_are_those_of_the_bare_lean(
    small: Toolchain, tmp_path: Path, words: list[str], stdin: str
) -> None:
    (tmp_path / "good.lean").write_text(GOOD)
    (tmp_path / "bad.lean").write_text(BAD)
    (tmp_path / "setup.json").write_text('{"name": "A.B", "isModule": false}')
    expected = bare(small.lean, *words, stdin=stdin, cwd=tmp_path)
    got = launched(small.lean, *words, stdin=stdin, cwd=tmp_path)
    assert (got.returncode, got.stdout, got.stderr) == (
        expected.returncode,
        expected.stdout,
        expected.stderr,
    )


def test_writes_oleans_that_another_file_imports(small: Toolchain, tmp_path: Path) -> None:
    (tmp_path / "A.lean").write_text("prelude\nimport Init\ndef two := N.s one\n")
    made = launched(small.lean, "-o", "A.olean", "-i", "A.ilean", "A.lean", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "A.olean").stat().st_size > 0
    assert (tmp_path / "A.ilean").stat().st_size > 0
    use = subprocess.run(
        [small.lean, "--stdin"],
        input="import A\n#check two\n", env={"LEAN_PATH": str(tmp_path)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert (use.returncode, use.stdout) == (0, "two : N\n")


def test_prefix_is_the_cache_folder_also_through_a_link(small: Toolchain, tmp_path: Path) -> None:
    (tmp_path / "lean").symlink_to(small.lean)
    for lean in (small.lean, tmp_path / "lean"):
        assert launched(lean, "--print-prefix").stdout.strip() == str(small.prefix)
        assert launched(lean, "--print-libdir").stdout.strip() == str(small.lib_dir)


def test_the_library_is_found_without_any_variable(small: Toolchain) -> None:
    run = subprocess.run(
        [small.lean, "--stdin"], input="#check pairs\n", env={}, capture_output=True, text=True
    )
    assert (run.returncode, run.stdout) == (0, "pairs : N\n")


def test_another_lean_in_ld_library_path_is_not_loaded(small: Toolchain, tmp_path: Path) -> None:
    (tmp_path / "libleanshared.so").write_text("no library")
    run = subprocess.run(
        [small.lean, "--version"],
        env={"LD_LIBRARY_PATH": str(tmp_path)}, capture_output=True, text=True,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")


def test_prefer_native_is_off_and_can_be_set_again(small: Toolchain, tmp_path: Path) -> None:
    # The option is known, so a wrong value would be refused; the last -D wins, as in lean.
    (tmp_path / "good.lean").write_text(GOOD)
    run = launched(small.lean, "-Dinterpreter.prefer_native=wrong", "good.lean", cwd=tmp_path)
    assert run.returncode == 1
    assert "invalid configuration option 'wrong'" in run.stderr
    assert b"-Dinterpreter.prefer_native=false\0" in small.lean.read_bytes()


def test_a_thousand_arguments_arrive(small: Toolchain, tmp_path: Path) -> None:
    (tmp_path / "good.lean").write_text(GOOD)
    run = launched(small.lean, *["-DmaxRecDepth=600"] * 1000, "good.lean", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (0, "N.s (n : N) : N\n")


@pytest.mark.alone
def test_start_up_is_within_150_ms_of_the_bare_binary(small: Toolchain) -> None:
    library = str(wheel.find_wheel().library)
    python = least_processor_s([sys.executable, "-c", "import ctypes"])
    bare_lean = least_processor_s([sys.executable, "-c", BARE, library, "lean", "--version"])
    assert least_processor_s([small.lean, "--version"]) - (bare_lean - python) < 0.15


def test_ctypes_sees_the_same_library(small: Toolchain) -> None:
    assert ctypes.CDLL(str(small.lib_dir / "libleanshared.so")).lean_main
