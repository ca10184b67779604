"""Rows of the exports that are one row a tactic: LeanProgress, chat turns for fine-tuning, and a
wide one for Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sensei.data.exports.proofs import (
    ModuleProofs,
    ProofStep,
    module_contents,
    parts_of,
    placed_theorems,
)
from sensei.store import Store
from sensei.store.records import DeclarationRecord, SplitRecord

SYSTEM = "You are a Lean 4 prover. Answer with one tactic for the first goal; never with sorry."
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PlacedStep:
    """A tactic with its theorem, its part, and the tactics before it."""

    part: str
    theorem: DeclarationRecord
    step: ProofStep
    before: tuple[str, ...]
    term_premises: tuple[str, ...] = ()


def placed_steps(
    store: Store, split: SplitRecord, *, with_terms: bool = False
) -> Iterator[PlacedStep]:
    """Every tactic of a split's theorems, by snapshot, module and place; ``with_terms``, also what
    is in the terms that they made."""
    part_of = parts_of(split)
    for contents in module_contents(store, split):
        effects = store.effects(contents.module.id) if with_terms else []
        constants = store.constants(number for e in effects for number in e.constants)
        proofs = ModuleProofs(contents, effects)
        for part, theorem in placed_theorems(contents, part_of):
            before: list[str] = []
            for step in proofs.steps(theorem):
                terms = tuple(sorted({constants[number].name for number in step.in_terms}))
                yield PlacedStep(part, theorem, step, tuple(before), terms)
                before.append(step.tactic)


def leanprogress_row(placed: PlacedStep) -> Row:
    """LeanProgress's row, and the distance to the closing of the goal."""
    return {
        "goal": placed.step.goal,
        "prefix": "\n".join(placed.before),
        "tactic": placed.step.tactic,
        "steps_remaining": placed.step.steps_remaining,
        "goal_steps_remaining": placed.step.goal_steps_remaining,
    }


def sft_row(placed: PlacedStep) -> Row:
    """Three chat turns."""
    return {
        "messages": [
            {"role": "system", "content": SYSTEM},
            {"role": "user", "content": placed.step.before},
            {"role": "assistant", "content": placed.step.tactic},
        ]
    }


def wide_row(placed: PlacedStep) -> Row:
    """All of it, for tables."""
    theorem, step = placed.theorem, placed.step
    return {
        "theorem": theorem.name,
        "module": theorem.module,
        "file": theorem.file,
        "statement": theorem.type,
        "type_hash": theorem.type_hash,
        "step": step.record.position,
        "goal": step.goal,
        "state_before": step.before,
        "state_after": step.after,
        "tactic": step.tactic,
        "kind": step.record.kind,
        "premises": list(dict.fromkeys(premise.name for premise in step.premises)),
        "term_premises": list(placed.term_premises),
        "steps_remaining": step.steps_remaining,
        "goal_steps_remaining": step.goal_steps_remaining,
    }
