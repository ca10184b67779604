"""Records of modules that cannot be traced since the tracer does not build on their Lean."""

from __future__ import annotations

import os
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from google.protobuf import json_format

from sensei.ingest.records import FORMAT_VERSION
from sensei.toolchain.project import ProjectModule, find_project
from sensei.wire.v1 import trace_pb2


def write_unsupported(root: Path, out: Path, message: str, only: Sequence[str] = ()) -> list[str]:
    """Writes a failure for each module of a project into the folder of its records.

    Args:
        only: modules, patterns with *, or files of the project; none means all modules.

    Returns:
        The names of the modules.
    """
    project = find_project(root)
    modules = [m for m in project.modules if not only or _is_meant(m, project.root, only)]
    out.mkdir(parents=True, exist_ok=True)
    for module in modules:
        failure = trace_pb2.ModuleFailure(
            format_version=FORMAT_VERSION,
            name=module.name,
            file=module.source.relative_to(project.root).as_posix(),
            exit_code=1,
            reason="unsupported_toolchain",
            message=" ".join(message.split()),
        )
        record = trace_pb2.TraceRecord(failure=failure)
        partial = out / f"{module.name}.json.{os.getpid()}.part"
        partial.write_text(json_format.MessageToJson(record, indent=None) + "\n", "utf-8")
        partial.replace(out / f"{module.name}.json")
    return [module.name for module in modules]


def _is_meant(module: ProjectModule, root: Path, only: Sequence[str]) -> bool:
    source = module.source.resolve()
    return any(fnmatchcase(module.name, word) or (root / word).resolve() == source for word in only)
