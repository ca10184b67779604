"""What is opened where a file's elaboration met it is what elaborating its command again opens."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import LeanLibrary

HERE = Path(__file__).parent
MET = {
    "by_some_variables", "by_one_variable", "by_included", "by_instance", "by_omitted",
    "by_auto_bound", "by_implicit", "by_proof_in_statement", "by_recursion", "by_private",
    "by_name", "by_definition", "by_attribute", "by_macro", "by_sorry", "by_error",
    "by_bad_statement",
}  # fmt: skip
# Bodies that are more, or other, than `by …`.
ANEW = {"double", "Below", "by_where", "by_term"}


def test_both_ways_open_the_same(library: LeanLibrary) -> None:
    source = HERE / "project" / "Places" / "Opened.lean"
    words = [library.toolchain.lean, "--run", HERE / "opened_twice.lean", source, "Places.Opened"]
    # The program asks for the place of the Lean that runs it.
    env = {**library.env(), "LEAN_SYSROOT": str(library.toolchain.lean.parent.parent)}
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True, timeout=300)
    said = set(done.stdout.splitlines())
    wanted = {f"met Places.Opened.{name}" for name in MET}
    assert said == wanted | {f"anew Places.Opened.{name}" for name in ANEW}
