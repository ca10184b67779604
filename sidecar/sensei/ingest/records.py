"""Reading trace files: every fault of one is a TraceError that names the file and the place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePosixPath

import orjson
from google.protobuf import json_format

from sensei.core.errors import TraceError
from sensei.wire.traced import (
    PROOF_KINDS,
    ModuleFailure,
    Range,
    TracedModule,
    TraceRecord,
    quick_record,
    record_of,
)

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


def read_record(path: Path) -> TraceRecord:
    """One trace file, checked.

    Raises:
        TraceError: it is damaged, of a newer format, or contradicts itself.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TraceError(f"{path}: cannot be read: {error.strerror}", _AGAIN) from error
    try:
        record = quick_record(data)
    except ValueError:
        record = _read_slowly(path, data)
    for part in (record.module, record.failure):
        if part is not None:
            _check_version(path, part.format_version)
    faults = list(islice(_faults(record), 1))
    if faults:
        raise TraceError(f"{path}: damaged: {faults[0]}", _AGAIN)
    return record


def _read_slowly(path: Path, data: bytes) -> TraceRecord:
    """What a newer tracer or another program wrote, or the name of the damage."""
    try:
        content = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise TraceError(f"{path}: damaged JSON: {error}", _AGAIN) from None
    if not isinstance(content, dict):
        raise TraceError(f"{path}: damaged: not a trace record", _AGAIN)
    for part in content.values():
        said = part.get("formatVersion") if isinstance(part, dict) else None
        if str(said).isdecimal():
            _check_version(path, int(str(said)))
    try:
        return record_of(content)
    except json_format.ParseError as error:
        raise TraceError(f"{path}: damaged: {error}", _AGAIN) from None


def _check_version(path: Path, version: int) -> None:
    if version > FORMAT_VERSION:
        raise TraceError(
            f"{path}: trace format {version}, newer than the {FORMAT_VERSION} of this Sensei",
            "upgrade with pip install -U sensei, or trace again with this version",
        )


def _faults(record: TraceRecord) -> Iterator[str]:
    module, failure = record.module, record.failure
    if module is None and failure is None:
        yield "neither a module nor a failure"
    if failure is not None:
        yield from _head_faults("failure", failure)
        if not failure.reason:
            yield "the failure has no reason"
    if module is not None:
        yield from _head_faults("module", module)
        yield from _module_faults(module)
        if failure is not None and failure.name != module.name:
            yield f"module {module.name!r} with the failure of {failure.name!r}"


def _head_faults(what: str, head: TracedModule | ModuleFailure) -> Iterator[str]:
    if head.format_version < 1:
        yield f"the {what} has no format version"
    if not head.name:
        yield f"the {what} has no name"
    path = PurePosixPath(head.file)
    if not head.file or path.is_absolute() or ".." in path.parts or "\\" in head.file:
        yield f"the {what}'s file {head.file!r} is no path relative to the project"
    if int(head.peak_rss_bytes) >= 2**63:
        yield f"the {what}'s peak of memory is no size"


def _module_faults(module: TracedModule) -> Iterator[str]:
    length = len(module.source.encode())
    lines = module.source.count("\n") + 1
    goals, steps = len(module.goals), len(module.steps)
    constants = len(module.constants)

    def bad(r: Range | None) -> bool:
        return r is not None and not (
            r.start_byte <= r.end_byte <= length and 1 <= r.start_line <= r.end_line <= lines
        )

    def above(indices: Sequence[int], end: int) -> bool:
        return bool(indices) and max(indices) >= end  # many are empty

    for number, declaration in enumerate(module.declarations):
        what = f"declaration {number} ({declaration.name})"
        if not declaration.name or not declaration.kind:
            yield f"{what} has no name or no kind"
        for field in ("range", "name_range", "proof_range"):
            if bad(getattr(declaration, field)):
                yield f"{what}: its {field} is outside the source"
        if declaration.proof_kind not in PROOF_KINDS:
            yield f"{what} has a proof of the unknown kind {declaration.proof_kind}"
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
            above(step.goals_before, goals)
            or above(step.goals_after, goals)
            or above(step.closed, goals)
            or above(step.opened, goals)
        ):
            yield f"step {number} refers to a goal that is not there"
        if above(step.term_constants, constants):
            yield f"step {number} uses a constant that is not there"
        if bad(step.range):
            yield f"step {number}: its range is outside the source"
    for number, premise in enumerate(module.premises):
        if not -1 <= premise.step < steps:
            yield f"premise {number} ({premise.name}): step {premise.step} is not there"
        if bad(premise.use):
            yield f"premise {number} ({premise.name}): its use is outside the source"
    for number, message in enumerate(module.messages):
        if bad(message.range):
            yield f"message {number}: its range is outside the source"
