"""Tier B: what is accepted is shown to another checker, and counts only if that accepts it too.

The checkers are stand-ins that hold what they are given to its form; docs/verification.md says
which real ones were tried.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from corpus import SHAPES
from fakes import export_checker
from sensei.core.errors import LeanProcessError
from sensei.core.types import Claim, TheoremRef, Verdict, VerdictReason
from sensei.loop.config import LoopConfig
from sensei.loop.workshop import LeanWorkshop
from sensei.settings import Settings
from sensei.store import open_store
from sensei.toolchain.workspace import LeanWorkspace, open_workspace
from sensei.verify.second import LEANCHECKER, NANODA, Checker, find_checkers, require_checkers
from sensei.verify.verifier import LeanVerifier

CLAIM = Claim(TheoremRef("Attack.Shapes.included", *SHAPES[:2]), "by rw [h]")
# Finds the one module it is asked about as Lean does: by the first folder that has its root.
LOOKS = f"""#!{sys.executable}
import os, sys
from pathlib import Path
module = sys.argv[1]
for folder in map(Path, os.environ["LEAN_PATH"].split(os.pathsep)):
    if (folder / module.split(".")[0]).is_dir():
        place = (folder / module.replace(".", "/")).with_suffix(".olean")
        sys.exit(0 if place.is_file() and not place.is_symlink() else f"{{module}} is not new")
sys.exit(f"no module {{module}}")
"""


@pytest.fixture(scope="module")
def workspace(copy_project: Callable[[Path], Path], settings: Settings) -> LeanWorkspace:
    return open_workspace(copy_project(Path(__file__).parent / "project"), settings)


def program(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    path.chmod(0o755)
    return path


def test_no_checker_is_said_with_what_was_looked_for(
    workspace: LeanWorkspace, tmp_path: Path
) -> None:
    bare = replace(workspace, lean=tmp_path / "lean", env={**workspace.env, "PATH": str(tmp_path)})
    assert find_checkers(bare) == ()
    with pytest.raises(LeanProcessError, match=r"no leanchecker beside .* and no nanoda_bin"):
        require_checkers(bare)


def test_checkers_are_found_beside_lean_and_on_path(
    workspace: LeanWorkspace, tmp_path: Path
) -> None:
    names = (LEANCHECKER, NANODA)
    places = [program(tmp_path / name, "#!/bin/sh\n") for name in names]
    own = replace(workspace, lean=tmp_path / "lean", env={**workspace.env, "PATH": str(tmp_path)})
    assert require_checkers(own) == tuple(map(Checker, names, places))


def test_export_is_in_its_format_and_the_tier_is_b(
    workspace: LeanWorkspace, tmp_path: Path
) -> None:
    source = Path(export_checker.__file__).read_text("utf-8")
    nanoda = program(tmp_path / NANODA, f"#!{sys.executable}\n{source}")
    verifier = LeanVerifier(workspace, checkers=(Checker(NANODA, nanoda),))
    verdict = verifier.verify(CLAIM)
    assert verdict.accepted, verdict.detail
    assert (verdict.checkers, verdict.tier) == ((NANODA,), "B")

    (tmp_path / "refused").touch()
    refused = verifier.verify(CLAIM)
    assert (refused.reason, refused.tier) == (VerdictReason.KERNEL_REJECTED, "A")
    assert refused.detail == f"{NANODA}: type mismatch in {CLAIM.theorem.name}"


def test_leanchecker_is_shown_the_claim_in_the_place_of_its_module(
    workspace: LeanWorkspace, tmp_path: Path
) -> None:
    checker = Checker(LEANCHECKER, program(tmp_path / LEANCHECKER, LOOKS))
    verdict = LeanVerifier(workspace, checkers=(checker,)).verify(CLAIM)
    assert verdict.accepted, verdict.detail
    assert verdict.checkers == (LEANCHECKER,)


def test_checker_that_dies_has_said_nothing(workspace: LeanWorkspace, tmp_path: Path) -> None:
    dying = Checker(LEANCHECKER, program(tmp_path / LEANCHECKER, "#!/bin/sh\nkill -9 $$\n"))
    with pytest.raises(LeanProcessError, match=r"leanchecker on .* ended with signal 9"):
        LeanVerifier(workspace, checkers=(dying,)).verify(CLAIM)
    assert os.access(dying.program, os.X_OK)


def test_a_loop_has_claims_judged_by_the_checkers_that_there_are(
    workspace: LeanWorkspace, tmp_path: Path
) -> None:
    source = Path(export_checker.__file__).read_text("utf-8")
    program(tmp_path / NANODA, f"#!{sys.executable}\n{source}")
    with open_store(f"sqlite:///{tmp_path / 'loop.db'}") as store:
        shop = LeanWorkshop(
            store, LoopConfig(name="l"), 0, workspace.root, lambda: workspace, 1, ()
        )
        assert shop.second([CLAIM]) is None
        path = os.pathsep.join([str(tmp_path), workspace.env["PATH"]])
        found = replace(workspace, env={**workspace.env, "PATH": path})
        (verdict,) = replace(shop, workspace=lambda: found).second([CLAIM]) or ()
    assert isinstance(verdict, Verdict)
    assert (verdict.accepted, verdict.tier) == (True, "B")
