"""Running the tracer's worker on one file, and its record as text for people."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from google.protobuf import json_format

from sensei.ingest.records import read_record
from sensei.toolchain.workspace import LeanWorkspace
from sensei.wire.v1 import trace_pb2

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "trace"


def trace_file(workspace: LeanWorkspace, source: Path, out: Path) -> trace_pb2.TraceRecord:
    """The record of one file, as ingest reads it."""
    command = workspace.program(
        "Trace", "worker", "--module", source.stem, "--file", str(source),
        "--relative", source.name, "--kind", "test", "--out", str(out),
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
    return read_record(out)


def steps_text(module: trace_pb2.TracedModule) -> str:
    """The steps of a module, one or more lines each, indented by depth. The identifiers of goals
    are their numbers in order of appearance."""
    numbers: dict[str, int] = {}

    def goals(indices: object) -> str:
        texts = []
        for index in indices:  # type: ignore[attr-defined]
            goal = module.goals[index]
            number = numbers.setdefault(goal.mvar_id, len(numbers) + 1)
            texts.append(f"?{number} {goal.pretty.splitlines()[-1]}")
        return ", ".join(texts) or "none"

    def lines() -> Iterator[str]:
        declaration = None
        depths: list[int] = []
        for step in module.steps:
            if step.declaration != declaration:
                declaration = step.declaration
                yield f"{declaration}:"
            depths.append(0 if step.parent < 0 else depths[step.parent] + 1)
            pad = "  " * (depths[-1] + 1)
            place = f"{step.range.start_line}:{step.range.start_column}"
            text = " ⏎ ".join(line.strip() for line in step.text.splitlines())
            yield f"{pad}{place} {step.kind.rpartition('Tactic.')[2]} `{text}`"
            yield f"{pad}  {goals(step.goals_before)} -> {goals(step.goals_after)}"

    return "\n".join(lines()) + "\n"


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
