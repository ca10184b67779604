"""Problems as Lean files beside a project: what the Gym opens and the verifier judges.

Each problem is a file of its own, so that no problem sees another. The files lie in the project's
``.lake/sensei/problems``, are written again whenever they are not as they should be, and are
compiled with the project's Lean, library and options.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sensei.core.errors import SenseiError, StoreError
from sensei.core.types import TheoremRef
from sensei.provers.problems import Problem
from sensei.toolchain.project import find_project
from sensei.toolchain.workspace import LeanWorkspace


@dataclass(frozen=True, slots=True)
class ProblemFiles:
    """Problems with their place.

    Args:
        workspace: the project's, with the folder of the files as its root.
        theorems: one a problem, in their order.
    """

    workspace: LeanWorkspace
    theorems: tuple[TheoremRef, ...]


def write_problems(workspace: LeanWorkspace, problems: Sequence[Problem]) -> ProblemFiles:
    """Writes the files that are not there as they should be.

    A file is named by a hash of its problem's name and content: two evaluations at once write
    the same.

    Raises:
        StoreError: the folder cannot be written.
    """
    root = workspace.root / ".lake" / "sensei" / "problems"
    theorems = []
    try:
        root.mkdir(parents=True, exist_ok=True)
        for problem in problems:
            text = problem.source.encode()
            name = hashlib.sha256(problem.name.encode() + b"\0" + text).hexdigest()
            module = f"P{name[:24]}"
            path = root / f"{module}.lean"
            if not path.is_file() or path.read_bytes() != text:
                own = path.with_suffix(f".{os.getpid()}.tmp")
                own.write_bytes(text)
                own.replace(path)
            theorems.append(TheoremRef(problem.theorem, module, path.name))
    except OSError as error:
        raise _unwritable(str(root), error) from None
    return ProblemFiles(replace(workspace, root=root), tuple(theorems))


def project_header(root: Path) -> str:
    """Imports of a project's root modules: the header of a statement that brings none."""
    names = [module.name for module in find_project(root).modules]
    roots = [name for name in names if "." not in name] or names
    return "".join(f"import {name}\n" for name in roots)


def _unwritable(folder: str, error: OSError) -> SenseiError:
    return StoreError(
        f"{folder} cannot be written: {error.strerror}", "free space, or make the folder writable"
    )
