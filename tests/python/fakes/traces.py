"""Synthetic traces: small modules with sources, steps, goals, premises and failures that agree.

``sample_records()`` is a fixed project; ``ModuleBuilder`` makes one's own; ``write_project`` puts
records where a traced project has them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from google.protobuf import json_format

from sensei.wire.v1 import trace_pb2

LEAN_VERSION, LEAN_COMMIT = "4.35.0", "0" * 40
TACTIC = "Lean.Parser.Tactic."


@dataclass(frozen=True)
class Tac:
    """A step: its text, the goals (pretty) before and after it, its kind and inner steps.

    ``text`` is looked for in the proof after the previous step's start, or inside the parent.
    ``same_place`` takes the place of the step before it (a macro's expansion, or ``<;>`` again).
    """

    text: str
    before: Sequence[str]
    after: Sequence[str] = ()
    kind: str = TACTIC + "exact"
    inner: Sequence[Tac] = field(default=())
    same_place: bool = False
    premises: Sequence[str] = ()


class ModuleBuilder:
    """Builds one TracedModule, source and all."""

    def __init__(self, name: str, imports: Sequence[str] = ("Init",), newline: str = "\n") -> None:
        self.module = trace_pb2.TracedModule(
            format_version=1,
            name=name,
            file=name.replace(".", "/") + ".lean",
            lean_version=LEAN_VERSION,
            lean_commit=LEAN_COMMIT,
            toolchain_kind="embedded",
            tracer_version="1",
            options={"pp.unicode.fun": "true"},
            imports=list(imports),
            # What of the toolchain the first module of a project brings, the others have from it.
            brings=["Init", "Init.Core"] if "Init" in imports else [],
            plugins=["libplugin.so"],
            seconds=0.25,
            peak_rss_bytes=3_000_000_000,
        )
        self._newline = newline
        self._source = "".join(f"import {i}\n" for i in imports) + "\n"
        self._goals: dict[str, int] = {}

    def theorem(
        self,
        name: str,
        statement: str,
        steps: Sequence[Tac] = (),
        *,
        proof: str,
        bound: Sequence[str] = (),
        has_sorry: bool = False,
        kind: str = "theorem",
        error: str = "",
        is_prop: bool = True,
    ) -> ModuleBuilder:
        """Adds a declaration.

        Args:
            statement: the type, with ``{0}``, ``{1}``... for its bound variables.
            bound: their names; the type hash does not depend on them.
            proof: the body, with ``\\n`` ends of line; starts with ``by`` for a tactic proof.
        """
        start = len(self._source)
        pretty = statement.format(*bound) if bound else statement
        head = f"{kind} {name.rsplit('.', 1)[-1]} : {pretty} := "
        proof_start = start + len(head)
        self._source += f"{head}{proof}\n\n"
        end = proof_start + len(proof)
        declaration = self.module.declarations.add(
            name=name,
            kind=kind,
            signature=f": {pretty}",
            type=pretty,
            type_hash=hashlib.sha256(statement.encode()).hexdigest()[:16],
            proof_kind="PROOF_KIND_TACTIC" if proof.startswith("by") else "PROOF_KIND_TERM",
            has_sorry=has_sorry,
            axioms=["sorryAx"] if has_sorry else ["propext"],
            is_prop=is_prop,
            attributes_in_force=["simp"],
            level_params=["u"],
            modifiers=["protected"],
            type_constants=[self._constant("Eq")],
        )
        self._set(declaration.range, start, end)
        self._set(declaration.name_range, start + len(kind) + 1, start + len(kind) + 2)
        self._set(declaration.proof_range, proof_start, end)
        self._steps(steps, name, proof_start, end, -1)
        if error:
            self._set(
                self.module.messages.add(severity="error", text=error).range, proof_start, end
            )
        return self

    def build(self) -> trace_pb2.TraceRecord:
        """The record; the ranges are those of the source with the builder's ends of line."""
        self.module.source = self._source
        record = trace_pb2.TraceRecord(module=self.module)
        if self._newline == "\n":
            return record
        record.module.source = self._source.replace("\n", self._newline)
        for message in (
            *(r for d in record.module.declarations for r in (d.range, d.name_range)),
            *(d.proof_range for d in record.module.declarations),
            *(s.range for s in record.module.steps),
            *(m.range for m in record.module.messages),
            *(p.use for p in record.module.premises),
        ):
            message.start_byte += message.start_line - 1
            message.end_byte += message.end_line - 1
        for step in record.module.steps:
            step.text = step.text.replace("\n", self._newline)
        return record

    def _steps(self, steps: Sequence[Tac], name: str, start: int, end: int, parent: int) -> None:
        at, previous = start, start
        for tac in steps:
            place = previous if tac.same_place else self._source.index(tac.text, at, end)
            if not tac.same_place:
                previous, at = place, place + 1
            number = len(self.module.steps)
            step = self.module.steps.add(
                id=number,
                parent=parent,
                declaration=name,
                text=tac.text,
                kind=tac.kind,
                elaborator="Lean.Elab.Tactic.eval",
                goals_before=[self._goal(g) for g in tac.before],
                goals_after=[self._goal(g) for g in tac.after],
            )
            self._set(step.range, place, place + len(tac.text))
            step.closed.extend(g for g in step.goals_before if g not in step.goals_after)
            step.opened.extend(g for g in step.goals_after if g not in step.goals_before)
            for goal in step.closed:
                step.links.add(goal=goal, subgoals=step.opened)
            step.term_constants.extend(self._constant(premise) for premise in tac.premises)
            for premise in tac.premises:
                use = self.module.premises.add(
                    name=premise, module="Init.Core", declaration=name, step=number
                )
                self._set(use.use, place, place + len(tac.text))
                use.definition.start_line = use.definition.end_line = 1
            self._steps(tac.inner, name, place, place + len(tac.text), number)

    def _constant(self, name: str) -> int:
        for number, known in enumerate(self.module.constants):
            if known.name == name:
                return number
        constant = self.module.constants.add(
            name=name,
            kind="theorem",
            module="Init.Core",
            origin="toolchain",
            doc=f"What {name} says.",
            statement="True",
            attributes=["simp"],
        )
        constant.range.start_line = constant.range.end_line = 1
        return len(self.module.constants) - 1

    def _goal(self, pretty: str) -> int:
        if pretty not in self._goals:
            self._goals[pretty] = len(self._goals)
            *hypotheses, target = pretty.split("\n")
            goal = self.module.goals.add(
                mvar_id=f"_uniq.{100 + len(self._goals)}",
                pretty=pretty,
                target=target.removeprefix("⊢ "),
                parses_back="✝" not in pretty,
            )
            for line in hypotheses:
                names, _, kind = line.partition(" : ")
                goal.hypotheses.add(name=names, type=kind)
        return self._goals[pretty]

    def _set(self, target: trace_pb2.Range, start: int, end: int) -> None:
        for which, at in (("start", start), ("end", end)):
            before = self._source[:at]
            setattr(target, f"{which}_byte", len(before.encode()))
            setattr(target, f"{which}_line", before.count("\n") + 1)
            setattr(target, f"{which}_column", at - (before.rfind("\n") + 1))


def failure(
    name: str, reason: str = "missing_import", message: str = "unknown module"
) -> trace_pb2.ModuleFailure:
    """A failure of a module."""
    return trace_pb2.ModuleFailure(
        format_version=1,
        name=name,
        file=name.replace(".", "/") + ".lean",
        exit_code=1,
        reason=reason,
        message=message,
        seconds=1.5,
        peak_rss_bytes=200_000_000,
    )


def sample_records(theorems: int = 30) -> list[trace_pb2.TraceRecord]:
    """Three modules with ``theorems`` provable theorems, a sorry, an error, and one failure.

    Every third theorem has a statement that another module also has, with other bound names.
    """
    builders = [
        ModuleBuilder("Sample.Logic"),
        ModuleBuilder("Sample.Nat.Basic", ["Sample.Logic"]),
        ModuleBuilder("Sample.Last", ["Sample.Logic", "Sample.Nat.Basic"]),
    ]
    for number in range(theorems):
        group = number // 3 if number % 3 == 2 else number
        variable = "nmk"[number % 3]
        state = f"{variable} : Nat\n⊢ {variable} + {group} = {group} + {variable}"
        builders[number % 3].theorem(
            f"Sample.comm_{number}",
            f"∀ {{0}} : Nat, {{0}} + {group} = {group} + {{0}}",
            [
                Tac(
                    f"intro {variable}",
                    [f"⊢ ∀ {variable} : Nat, {variable} + {group} = {group} + {variable}"],
                    [state],
                    TACTIC + "intro",
                ),
                Tac(
                    f"rw [Nat.add_comm {variable}]",
                    [state],
                    kind=TACTIC + "rwSeq",
                    premises=["Nat.add_comm"],
                    inner=[
                        Tac(
                            f"Nat.add_comm {variable}",
                            [state],
                            [state.replace("⊢", "⊢ 0 +")],
                            TACTIC + "rwRule",
                        )
                    ],
                ),
            ],
            bound=[variable],
            proof=f"by\n  intro {variable}\n  rw [Nat.add_comm {variable}]",
        )
    builders[0].theorem("Sample.later", "1 = 2", proof="by sorry", has_sorry=True)
    builders[1].theorem("Sample.broken", "2 = 3", proof="by rfl", error="rfl failed")
    records = [builder.build() for builder in builders]
    return [*records, trace_pb2.TraceRecord(failure=failure("Sample.Missing"))]


def write_traces(folder: Path, records: Sequence[trace_pb2.TraceRecord]) -> None:
    """One file a record, as the tracer writes them."""
    folder.mkdir(parents=True, exist_ok=True)
    for record in records:
        name = record.module.name or record.failure.name
        (folder / f"{name}.json").write_text(json_format.MessageToJson(record), encoding="utf-8")


def read_trace(path: Path) -> trace_pb2.TraceRecord:
    """A trace file, read as its format is documented: by protobuf alone."""
    return json_format.Parse(path.read_text(encoding="utf-8"), trace_pb2.TraceRecord())


def write_project(root: Path, records: Sequence[trace_pb2.TraceRecord] | None = None) -> Path:
    """A folder that is a Lean project, with its traces in place; returns it."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "lakefile.toml").write_text('name = "sample"\n', encoding="utf-8")
    (root / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n", encoding="utf-8")
    records = sample_records() if records is None else records
    write_traces(root / ".lake" / "build" / "sensei" / "trace", records)
    return root


def edit(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    """Changes the JSON in a file."""

    def apply(path: Path) -> None:
        content = json.loads(path.read_text())
        change(content)
        path.write_text(json.dumps(content))

    return apply


def first_step(content: dict[str, Any]) -> dict[str, Any]:
    """A step of a trace file that has all that a step may have."""
    return content["module"]["steps"][1]
