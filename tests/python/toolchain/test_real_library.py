"""The product's own library on the toolchain: goals in the editor, leanclient, programs."""

import filecmp
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from lsp_session import LspSession
from small_library import write_modules

from sensei.core.errors import ToolchainError
from sensei.settings import load_settings
from sensei.toolchain import wheel
from sensei.toolchain.find import embedded_toolchain
from sensei.toolchain.installed import Toolchain
from sensei.toolchain.modules import module_path

SWAP = """\
theorem swap (p q : Prop) (h : p ∧ q) : q ∧ p := by
  cases h with
  | intro a b =>
    constructor
    · exact b
    · exact a
"""
HELLO = """\
import Ed.Swap
def main (args : List String) : IO UInt32 := do
  let line ← (← IO.getStdin).getLine
  IO.println s!"{args} {← IO.currentDir} {line}"
  return 7
"""


@pytest.fixture(scope="module")
def real() -> Toolchain:
    """The embedded Lean in the user's cache, built if needed."""
    try:
        wheel.find_wheel()
    except ToolchainError as error:
        pytest.skip(f"no embedded Lean here: {error}")
    return embedded_toolchain(load_settings())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "ed"
    write_modules(root, {"Ed": "import Ed.Swap\n", "Ed.Swap": SWAP, "Hello": HELLO})
    (root / "lakefile.toml").write_text(
        'name = "ed"\ndefaultTargets = ["Ed"]\n[[lean_lib]]\nname = "Ed"\n'
        '[[lean_exe]]\nname = "hello"\nroot = "Hello"\n'
    )
    return root


def environment(real: Toolchain) -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith("LEAN")}
    return {**kept, "PATH": f"{real.prefix}/bin:{os.environ['PATH']}"}


def test_goals_follow_the_cursor_and_the_edits(real: Toolchain, project: Path) -> None:
    assert real.lake is not None
    with LspSession([real.lake, "serve"], project, environment(real)) as server:
        uri = server.open(project / "Ed" / "Swap.lean")
        assert server.wait(uri) == []
        goals = server.at("$/lean/plainGoal", uri, 3, 4)["goals"]
        assert goals == ["case intro\np q : Prop\na : p\nb : q\n⊢ q ∧ p"]
        left, right = server.at("$/lean/plainGoal", uri, 3, 15)["goals"]
        assert left.endswith("⊢ q")
        assert right.endswith("⊢ p")
        assert "q ∧ p" in server.at("textDocument/hover", uri, 0, 9)["contents"]["value"]
        server.change(uri, 2, SWAP.replace("exact a", "exact b"))
        (error,) = server.wait(uri, 2)
        assert error["severity"] == 1
        assert (error["range"]["start"]["line"], "mismatch" in error["message"]) == (5, True)
        server.change(uri, 3, SWAP)
        assert server.wait(uri, 3) == []


def test_leanclient_works_on_it(
    real: Toolchain, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leanclient = pytest.importorskip("leanclient", reason="the extra [dev] is not installed")
    monkeypatch.setenv("PATH", environment(real)["PATH"])
    client = leanclient.LeanLSPClient(str(project), initial_build=False)
    try:
        found = client.get_diagnostics("Ed/Swap.lean", inactivity_timeout=30.0)
        assert (found.success, list(found.diagnostics)) == (True, [])
        assert client.get_goal("Ed/Swap.lean", 3, 4)["goals"][0].endswith("⊢ q ∧ p")
    finally:
        client.close()
        for pipe in (client.process.stdin, client.process.stdout):
            pipe.close()  # leanclient 0.13 ends the process and leaves its pipes open


def test_exe_has_the_callers_stdin_arguments_folder_and_exit_code(
    real: Toolchain, project: Path
) -> None:
    folder = project / "Ed"
    run = subprocess.run(
        ["lake", "exe", "hello", "-a", "--version", "--", "x"], input="line in\n",
        cwd=folder, env=environment(real), capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 7, run.stderr
    assert run.stdout == f"[-a, --version, --, x] {folder} line in\n\n"


def test_files_of_any_folder_elaborate_without_variables(real: Toolchain, tmp_path: Path) -> None:
    (tmp_path / "t.lean").write_text("import Lean\n" + SWAP + "#print axioms swap\n")
    run = subprocess.run(
        [real.lean, "t.lean"], cwd=tmp_path, env={}, capture_output=True, text=True
    )
    assert (run.returncode, run.stdout) == (0, "'swap' does not depend on any axioms\n")


def test_kata_builds_as_its_users_build_it(
    real: Toolchain, built_kata: Any, tmp_path: Path
) -> None:
    if built_kata.toolchain.prefix != real.prefix:
        pytest.skip("SENSEI_LEAN names another Lean")
    run = built_kata.first
    assert run.exit_code == 0, run.stdout + run.stderr
    kata = built_kata.copy(tmp_path)
    built = [line for line in run.stdout.splitlines() if "] Built Kata" in line]
    assert len(built) == len(list((kata / "Kata").glob("*.lean"))) + 1
    again = subprocess.run(
        ["lake", "build"], cwd=kata, env=environment(real), capture_output=True, text=True
    )
    assert ", 0 built)" in again.stdout


@pytest.mark.parametrize("module", ["Init.Data.Option.Basic", "Lean.Message", "Init.Omega.Coeffs"])
def test_it_is_built_of_what_lean_writes(real: Toolchain, tmp_path: Path, module: str) -> None:
    sources, built = real.prefix / "src" / "lean", real.prefix / "lib" / "lean"
    run = subprocess.run(
        [real.lean, "-DElab.async=false", "-R", sources, "-o", tmp_path / "out.olean",
         module_path(sources, module, ".lean")],
        capture_output=True, text=True,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (0, "")
    assert filecmp.cmp(tmp_path / "out.olean", module_path(built, module, ".olean"), shallow=False)
