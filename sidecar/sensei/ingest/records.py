"""Reading trace files: every fault of one is a TraceError that names the file and the place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import orjson
from google.protobuf import json_format

from sensei.core.errors import TraceError
from sensei.ingest.messages import from_json
from sensei.wire.v1 import trace_pb2

FORMAT_VERSION = 1
_AGAIN = "trace it again: sensei trace"


def trace_files(folder: Path) -> list[Path]:
    """The trace files of a folder, by name.

    Raises:
        TraceError: there is no such folder, or nothing in it.
    """
    if not folder.is_dir():
        raise TraceError(f"no trace folder {folder}", "trace the project first: sensei trace")
    files = sorted(path for path in folder.rglob("*.json") if path.is_file())
    if not files:
        raise TraceError(f"no trace file in {folder}", "trace the project first: sensei trace")
    return files


def read_record(path: Path) -> trace_pb2.TraceRecord:
    """One trace file, checked.

    Raises:
        TraceError: it is damaged, of a newer format, or contradicts itself.
    """
    try:
        data = path.read_bytes()
        content = orjson.loads(data)
    except OSError as error:
        raise TraceError(f"{path}: cannot be read: {error.strerror}", _AGAIN) from error
    except orjson.JSONDecodeError as error:
        raise TraceError(f"{path}: damaged JSON: {error}", _AGAIN) from None
    if not isinstance(content, dict):
        raise TraceError(f"{path}: damaged: not a trace record", _AGAIN)
    for part in content.values():
        _check_version(path, part)
    try:
        record = from_json(content, trace_pb2.TraceRecord)
    except json_format.ParseError as error:
        raise TraceError(f"{path}: damaged: {error}", _AGAIN) from None
    faults = list(_faults(record))
    if faults:
        raise TraceError(f"{path}: damaged: {faults[0]}", _AGAIN)
    return record


def _check_version(path: Path, part: Any) -> None:
    said = part.get("formatVersion") if isinstance(part, dict) else None
    if str(said).isdecimal() and int(str(said)) > FORMAT_VERSION:
        raise TraceError(
            f"{path}: trace format {said}, newer than the {FORMAT_VERSION} of this Sensei",
            "upgrade with pip install -U sensei, or trace again with this version",
        )


def _faults(record: trace_pb2.TraceRecord) -> Iterator[str]:
    has_module, has_failure = record.HasField("module"), record.HasField("failure")
    if not has_module and not has_failure:
        yield "neither a module nor a failure"
    if has_failure:
        failure = record.failure
        yield from _head_faults("failure", failure.format_version, failure.name, failure.file)
        if not failure.reason:
            yield "the failure has no reason"
    if has_module:
        module = record.module
        yield from _head_faults("module", module.format_version, module.name, module.file)
        yield from _module_faults(module)
        if has_failure and record.failure.name != module.name:
            yield f"module {module.name!r} with the failure of {record.failure.name!r}"


def _head_faults(what: str, version: int, name: str, file: str) -> Iterator[str]:
    if version < 1:
        yield f"the {what} has no format version"
    if not name:
        yield f"the {what} has no name"
    path = PurePosixPath(file)
    if not file or path.is_absolute() or ".." in path.parts or "\\" in file:
        yield f"the {what}'s file {file!r} is no path relative to the project"


def _module_faults(module: trace_pb2.TracedModule) -> Iterator[str]:
    length = len(module.source.encode())
    lines = module.source.count("\n") + 1
    goals, steps = len(module.goals), len(module.steps)
    constants = len(module.constants)

    def bad(message: Any, field: str) -> bool:
        r = getattr(message, field)
        if r.start_byte <= r.end_byte <= length and 1 <= r.start_line <= r.end_line <= lines:
            return False
        return bool(message.HasField(field))

    def above(indices: Sequence[int], end: int) -> bool:
        return bool(indices) and max(indices) >= end  # most are empty

    for number, declaration in enumerate(module.declarations):
        what = f"declaration {number} ({declaration.name})"
        if not declaration.name or not declaration.kind:
            yield f"{what} has no name or no kind"
        for field in ("range", "name_range", "proof_range"):
            if bad(declaration, field):
                yield f"{what}: its {field} is outside the source"
        if above(declaration.type_constants, constants) or above(
            declaration.value_constants, constants
        ):
            yield f"{what} uses a constant that is not there"
        if declaration.kind == "theorem" and not declaration.type_hash:
            yield f"{what} has no type hash"
    for number, step in enumerate(module.steps):
        if step.id != number:
            yield f"step {number} says it is step {step.id}"
        if not -1 <= step.parent < number:
            yield f"step {number}: parent {step.parent} does not come before it"
        if (
            max(step.goals_before, default=-1) >= goals
            or max(step.goals_after, default=-1) >= goals
            or above(step.closed, goals)
            or above(step.opened, goals)
        ):
            yield f"step {number} refers to a goal that is not there"
        if above(step.term_constants, constants):
            yield f"step {number} uses a constant that is not there"
        if bad(step, "range"):
            yield f"step {number}: its range is outside the source"
    for number, premise in enumerate(module.premises):
        if not -1 <= premise.step < steps:
            yield f"premise {number} ({premise.name}): step {premise.step} is not there"
        if bad(premise, "use"):
            yield f"premise {number} ({premise.name}): its use is outside the source"
    for number, message in enumerate(module.messages):
        if bad(message, "range"):
            yield f"message {number}: its range is outside the source"
