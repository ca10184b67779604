"""Running the tracer's worker on one file, and its record as text for people."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from google.protobuf import json_format

from fakes.traces import read_trace
from sensei.toolchain.workspace import LeanWorkspace
from sensei.wire.v1 import trace_pb2

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "trace"


def trace_file(
    workspace: LeanWorkspace, source: Path, out: Path, *, threads: int = 3
) -> trace_pb2.TraceRecord:
    """The record of one file, as ingest reads it."""
    command = workspace.program(
        "TraceWorker", "--module", source.stem, "--file", str(source), "--relative", source.name,
        "--kind", "test", "--threads", str(threads), "--out", str(out),
    )  # fmt: skip
    done = subprocess.run(
        command,
        cwd=workspace.root,
        env=dict(workspace.env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return read_trace(out)


def steps_text(module: trace_pb2.TracedModule, first_line: int = 1, last_line: int = 0) -> str:
    """The steps between two lines of a module, for people: place, kind, text and elaborator, then
    the goals, indented by depth. Lines count from ``first_line``, identifiers of goals are their
    numbers in order of appearance."""
    numbers: dict[str, int] = {}

    def number(index: int) -> str:
        return f"?{numbers.setdefault(module.goals[index].mvar_id, len(numbers) + 1)}"

    def goals(indices: Iterable[int]) -> str:
        texts = [f"{number(i)} {module.goals[i].pretty.splitlines()[-1]}" for i in indices]
        return ", ".join(texts) or "none"

    def place(step: trace_pb2.Step) -> str:
        r = step.range
        start, end = r.start_line - first_line + 1, r.end_line - first_line + 1
        return f"{start}:{r.start_column}-{end}:{r.end_column}"

    def lines() -> Iterator[str]:
        declaration = None
        depths: dict[int, int] = {}
        for step in module.steps:
            if step.range.start_line < first_line or 0 < last_line < step.range.start_line:
                continue
            if step.declaration != declaration:
                declaration = step.declaration
                yield f"{_local(declaration, first_line)}:"
            depths[step.id] = 0 if step.parent < 0 else depths[step.parent] + 1
            pad = "  " * (depths[step.id] + 1)
            text = " ⏎ ".join(line.strip() for line in step.text.splitlines())
            kind = step.kind.rpartition("Tactic.")[2]
            yield f"{pad}{place(step)} {kind} `{text}`"
            yield f"{pad}  by {step.elaborator.rpartition('Tactic.')[2]}"
            yield f"{pad}  {goals(step.goals_before)} -> {goals(step.goals_after)}"
            closed, opened = (" ".join(map(number, g)) for g in (step.closed, step.opened))
            changes = [
                f"{word} {ids}" for word, ids in (("closes", closed), ("opens", opened)) if ids
            ]
            yield f"{pad}  {', '.join(changes) or 'changes nothing'}"

    return "\n".join(lines()) + "\n"


def _local(declaration: str, first_line: int) -> str:
    """Examples are called by their lines."""
    name, example, line = declaration.partition("_example.")
    return f"{name}{example}{int(line) - first_line + 1}" if example else declaration


def without_measures(record: trace_pb2.TraceRecord) -> dict[str, object]:
    """A record as JSON without times and memory."""
    content = json_format.MessageToDict(record)
    for part in content.values():
        for name in ("seconds", "peakRssBytes"):
            part.pop(name, None)
    return content


def check_places(module: trace_pb2.TracedModule) -> None:
    """Texts are what the file has at their ranges, and steps lie within the steps around them."""
    source = module.source.encode()
    for step in module.steps:
        assert source[step.range.start_byte : step.range.end_byte].decode() == step.text
        if step.parent >= 0:
            around = module.steps[step.parent]
            assert around.range.start_byte <= step.range.start_byte, step.text
            assert step.range.end_byte <= around.range.end_byte, step.text
            assert around.declaration == step.declaration
    uses = [(use.use.start_byte, use.use.end_byte) for use in module.premises]
    assert uses == sorted(uses)
    for use in module.premises:
        last = use.name.rpartition(".")[2].strip("«»")
        text = source[use.use.start_byte : use.use.end_byte].decode()
        assert text.replace("«", "").replace("»", "").split(".")[-1] in (last, text), use.name


def check_effects(module: trace_pb2.TracedModule) -> None:
    """What steps say of their goals agrees with the goals before and after them."""

    def ids(indices: Iterable[int]) -> list[str]:
        return [module.goals[index].mvar_id for index in indices]

    for step in module.steps:
        before, after = ids(step.goals_before), ids(step.goals_after)
        assert ids(step.closed) == [goal for goal in before if goal not in after]
        assert ids(step.opened) == [goal for goal in after if goal not in before]
        assert [link.goal for link in step.links] == list(step.closed)
        for link in step.links:
            assert set(link.subgoals) <= set(step.goals_after)
        assert all(index < len(module.constants) for index in step.term_constants)
