"""A statement that stands nowhere yet: as a problem, as a file beside the project."""

from __future__ import annotations

from pathlib import Path

from sensei.provers.benchmark import benchmark_snapshot
from sensei.provers.problems import Problem, make_benchmark, make_problem
from sensei.provers.scratch import ProblemFiles, project_header, write_problems
from sensei.store import Store
from sensei.toolchain.workspace import LeanWorkspace


def statement_problem(statement: str, root: Path, header: str | None = None) -> Problem:
    """The statement under its header; None is imports of the project's root modules.

    Raises:
        UsageError: there is no theorem in it, or it has a proof.
    """
    head = project_header(root) if header is None else header
    return make_problem(statement, name="statement", header=head)


def place_statement(
    store: Store, workspace: LeanWorkspace, problem: Problem
) -> tuple[int, ProblemFiles]:
    """The problem as a file beside the project, and the snapshot that attempts on it are of.

    Raises:
        StoreError: the folder cannot be written.
    """
    files = write_problems(workspace, [problem])
    snapshot_id = benchmark_snapshot(
        store,
        make_benchmark("statement", [problem]),
        lean_version=workspace.lean_version,
        lean_commit=workspace.lean_commit,
        kind=workspace.toolchain_kind,
    )
    return snapshot_id, files
