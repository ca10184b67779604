"""Whole proofs from a generator of tactics: what it offers for the goal is taken as a proof.

A failed proof and what Lean said of it stand above the goal, as entries of the goal's context: they
are the first that a prompt too long leaves out (models/prompt.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sensei.core.protocols import Generator, ProofWriter
from sensei.core.types import ProofTask, TacticCandidate
from sensei.envs.process import GymLimits
from sensei.search.options import WHOLE_PROOF
from sensei.verify.verifier import PROOF_BYTES


def proof_writer(generator: Generator) -> ProofWriter:
    """The generator itself if it writes proofs, else what its tactics make of it."""
    return generator if isinstance(generator, ProofWriter) else TacticsAsProofs(generator)


@dataclass(frozen=True, slots=True)
class TacticsAsProofs:
    """core.protocols.ProofWriter over any generator."""

    generator: Generator

    def write(self, tasks: Sequence[ProofTask], count: int) -> list[list[TacticCandidate]]:
        """What the generator offers for the goals, with the failures above them."""
        return self.generator.generate([noted(task) for task in tasks], count)


def gym_limits_of(search: str, tactic_s: float | None = None) -> GymLimits:
    """The limits of a search's step server: a whole proof is a longer tactic than others.

    Args:
        tactic_s: None for 2 seconds, or 20 of a whole proof.
    """
    if search == WHOLE_PROOF:
        return GymLimits(tactic_s=tactic_s or 20.0, tactic_bytes=PROOF_BYTES)
    return GymLimits(tactic_s=tactic_s or 2.0)


def noted(task: ProofTask) -> str:
    """The goal below an entry for each failed proof: its text, and Lean's error."""
    entries = []
    for failed in task.failed:
        entries.append(f"failed : {_entry(failed.proof)}")
        entries.append(f"error : {_entry(failed.error)}")
    return "\n".join([*entries, task.goal])


def _entry(text: str) -> str:
    """Further lines are indented: they belong to the entry."""
    first, *rest = text.strip().splitlines() or [""]
    return "\n".join([first, *(f"  {line}" for line in rest)])
