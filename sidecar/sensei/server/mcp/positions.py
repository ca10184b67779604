"""The goals at a place of a file, as its trace has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sensei.core.errors import NotFoundError, UsageError
from sensei.store import Store
from sensei.store.records import ModuleContents, ModuleRecord, Span, StepRecord

_TRACE = "call the tool `trace`"


def goals_at(
    store: Store, snapshot_id: int, root: Path, file: str, line: int, column: int | None
) -> dict[str, Any]:
    """The goals before and after the tactic at a place.

    Args:
        file: from the project's root, or the module's name.
        line: from 1.
        column: from 1, in letters; None for the first tactic that begins on the line, else the
            innermost one that covers it.

    Raises:
        NotFoundError: the file was not traced, or has no tactic there.
        UsageError: the file has changed since.
    """
    if line < 1 or (column is not None and column < 1):
        raise UsageError(f"line {line}, column {column}: both count from 1")
    module = _module(store, snapshot_id, file)
    contents = store.contents(module)
    try:
        now = (root / module.file).read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"{module.file}: {error.strerror}", _TRACE) from None
    if now != contents.source:
        raise UsageError(f"{module.file} has changed since it was traced", _TRACE)
    step = _step_at(contents, line, None if column is None else column - 1)
    if step is None:
        place = f"{module.file}:{line}" + (f":{column}" if column is not None else "")
        raise NotFoundError(f"no tactic at {place}", "name a line with a tactic of a proof")
    assert step.range is not None  # it was found by it
    names = {declaration.id: declaration.name for declaration in contents.declarations}
    name = None if step.declaration_id is None else names.get(step.declaration_id)
    return {
        "file": module.file,
        "module": module.name,
        "declaration": name,
        "tactic": step.text,
        "range": _range(step.range),
        "goals_before": [contents.goals[number].pretty for number in step.goals_before],
        "goals_after": [contents.goals[number].pretty for number in step.goals_after],
    }


def _module(store: Store, snapshot_id: int, file: str) -> ModuleRecord:
    known = store.modules(snapshot_id)
    wanted = file.removeprefix("./")
    for module in known:
        if wanted in (module.name, module.file):
            return module
    for failure in store.failures(snapshot_id):
        if wanted in (failure.module, failure.file):
            raise NotFoundError(
                f"{failure.file} could not be traced: {failure.reason}: {failure.message}",
                f"mend it, then {_TRACE}",
            )
    near = ", ".join(module.file for module in known[:10]) + (", …" if len(known) > 10 else "")
    raise NotFoundError(f"{file} is not among the traced files", f"traced: {near or 'none'}")


def _step_at(contents: ModuleContents, line: int, column: int | None) -> StepRecord | None:
    """Parents stand before children, so that the last one that fits is the innermost."""
    placed = [(step, step.range) for step in contents.steps if step.range is not None]
    if column is None:
        begun = [(step, span) for step, span in placed if span.start_line == line]
        if begun:
            first = min(span.start_byte for _, span in begun)
            return [step for step, span in begun if span.start_byte == first][-1]
        covering = [s for s, span in placed if span.start_line <= line <= span.end_line]
    else:
        at = (line, column)
        covering = [
            step
            for step, span in placed
            if (span.start_line, span.start_column) <= at <= (span.end_line, span.end_column)
        ]
    return covering[-1] if covering else None


def _range(span: Span) -> dict[str, int]:
    return {
        "line": span.start_line,
        "column": span.start_column + 1,
        "end_line": span.end_line,
        "end_column": span.end_column + 1,
    }
