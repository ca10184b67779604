"""A second opinion on a theorem that the judge accepted: tier B.

Two checkers are known, and each is used where it is found; neither is part of Sensei:

- ``leanchecker``, beside the toolchain's ``lean``: Lean's kernel again, by another program;
- ``nanoda_bin`` on PATH: another kernel, in another language. It reads no .olean but an export of
  the theorem and all it depends on (lean/Sensei/Verify/Export.lean, as lean4export 3.1.0).
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sensei.core.errors import LeanProcessError
from sensei.core.types import TheoremRef
from sensei.toolchain.limited import Finished, Limits, run_limited
from sensei.toolchain.modules import module_path
from sensei.toolchain.workspace import LeanWorkspace

LEANCHECKER: Final = "leanchecker"
NANODA: Final = "nanoda_bin"


@dataclass(frozen=True, slots=True)
class Checker:
    """A checker that was found: its name, and where it is."""

    name: str
    program: Path


def find_checkers(workspace: LeanWorkspace) -> tuple[Checker, ...]:
    """Those that there are for this Lean."""
    found = []
    beside = workspace.lean.parent / LEANCHECKER
    if os.access(beside, os.X_OK):
        found.append(Checker(LEANCHECKER, beside))
    on_path = shutil.which(NANODA, path=workspace.env.get("PATH", ""))
    if on_path is not None:
        found.append(Checker(NANODA, Path(on_path)))
    return tuple(found)


def require_checkers(workspace: LeanWorkspace) -> tuple[Checker, ...]:
    """Those that there are.

    Raises:
        LeanProcessError: there is none.
    """
    found = find_checkers(workspace)
    if not found:
        raise LeanProcessError(
            f"there is no second checker: no {LEANCHECKER} beside {workspace.lean}, "
            f"and no {NANODA} on PATH",
            "leave out --second; docs/verification.md says where checkers come from",
        )
    return found


def fault_found(
    checker: Checker,
    workspace: LeanWorkspace,
    theorem: TheoremRef,
    *,
    candidate: Path,
    allowed_axioms: tuple[str, ...],
    limits: Limits,
    scratch: Path,
) -> str | None:
    """What the checker has against the theorem, in a line; None if nothing.

    Args:
        candidate: the compiled module.
        scratch: a folder of this claim's own.

    Raises:
        LeanProcessError: the checker, or the export for it, did not come to an end.
    """
    scratch = scratch / checker.name
    scratch.mkdir(parents=True)
    if checker.name == NANODA:
        argv = _nanoda(checker, workspace, theorem, candidate, allowed_axioms, limits, scratch)
        env = dict(workspace.env)
    else:
        argv = (str(checker.program), theorem.module)
        env = {**workspace.env, "LEAN_PATH": _path_with(workspace, theorem, candidate, scratch)}
    done = run_limited(argv, cwd=scratch, env=env, limits=limits)
    _ended(done, f"{checker.name} on {theorem.name}")
    if done.exit_code == 0:
        return None
    said = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    return (said[0] if said else f"exit code {done.exit_code}")[:300]


def _nanoda(
    checker: Checker,
    workspace: LeanWorkspace,
    theorem: TheoremRef,
    candidate: Path,
    allowed_axioms: tuple[str, ...],
    limits: Limits,
    scratch: Path,
) -> tuple[str, ...]:
    """Writes the export and what the checker is told; gives its command line."""
    export = scratch / "theorem.ndjson"
    done = run_limited(
        workspace.program(
            "Judge",
            "export",
            "--candidate",
            str(candidate),
            "--module",
            theorem.module,
            "--name",
            theorem.name,
            "--out",
            str(export),
        ),
        cwd=scratch,
        env=workspace.env,
        limits=limits,
    )
    _ended(done, f"exporting {theorem.name}")
    if done.exit_code != 0:
        raise LeanProcessError(f"exporting {theorem.name}: {done.stderr.strip()[:300]}")
    told = scratch / "config.json"
    told.write_text(
        json.dumps(
            {
                "export_file_path": str(export),
                "permitted_axioms": list(allowed_axioms),
                "unpermitted_axiom_hard_error": True,
                "nat_extension": True,
                "string_extension": True,
                "print_success_message": False,
                # It fails if the export has no theorem of this name.
                "pp_declars": [theorem.name],
                "pp_to_stdout": False,
            }
        ),
        "utf-8",
    )
    return (str(checker.program), str(told))


def _path_with(
    workspace: LeanWorkspace, theorem: TheoremRef, candidate: Path, scratch: Path
) -> str:
    """A LEAN_PATH on which the candidate stands in the place of the module.

    Lean looks for all modules of one root where it finds the first, so the others are linked to.
    """
    root = theorem.module.split(".")[0]
    folders = [Path(each) for each in workspace.env.get("LEAN_PATH", "").split(os.pathsep) if each]
    own = scratch / "lib"
    own.mkdir()
    for folder in folders:
        if (folder / root).is_dir() or (folder / f"{root}.olean").is_file():
            for olean in [*(folder / root).rglob("*.olean"), folder / f"{root}.olean"]:
                if olean.is_file():
                    link = own / olean.relative_to(folder)
                    link.parent.mkdir(parents=True, exist_ok=True)
                    link.symlink_to(olean)
            break
    place = module_path(own, theorem.module, ".olean")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    shutil.copyfile(candidate, place)
    return os.pathsep.join([str(own), *map(str, folders)])


def _ended(done: Finished, doing: str) -> None:
    if done.limit_hit or done.exit_code < 0:
        how = (
            "over its time limit"
            if done.timed_out
            else "over its memory limit"
            if done.out_of_memory
            else f"ended with signal {-done.exit_code}"
        )
        raise LeanProcessError(f"{doing}: {how}", "raise --timeout or --memory")
