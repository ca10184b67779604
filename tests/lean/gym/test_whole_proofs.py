"""Whole proofs that Lean runs, and repair by what Lean says of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sensei.core.types import Budget, ProofTask, SearchStatus, TacticCandidate, TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.search.events import Failed
from sensei.search.options import SearchOptions
from sensei.search.whole_proof import write_proofs

WRONG = "intro hp hq\nconstructor\n· exact hp\n· exact missing"


class Mender:
    """Knows no name but the one that Lean complains of, and puts a hypothesis in its place."""

    def __init__(self) -> None:
        self.errors: list[str] = []

    def write(self, tasks: Sequence[ProofTask], count: int) -> list[list[TacticCandidate]]:
        return [[TacticCandidate(self._one(task), -1.0)] for task in tasks]

    def _one(self, task: ProofTask) -> str:
        if not task.failed:
            return WRONG
        last = task.failed[-1]
        self.errors.append(last.error)
        named = re.search(r"[Uu]nknown (?:identifier|constant) [`'](\w+)", last.error)
        if named is not None:
            return last.proof.replace(named[1], "hp")
        # What is left: the type that Lean wanted is that of the other hypothesis.
        return "hq".join(last.proof.rsplit("hp", 1)) if "mismatch" in last.error else last.proof


def test_lean_s_errors_lead_to_the_proof(
    environment: Callable[..., GymEnvironment], ref: Callable[[str], TheoremRef]
) -> None:
    env, mender = environment(), Mender()
    options = SearchOptions(search="whole_proof", candidates=1)
    found = write_proofs(ref("Split.conjunction"), mender, env, Budget(None, 10, 10), options)
    env.close()
    assert found.result.status is SearchStatus.CLAIMED
    assert found.result.tactics == (WRONG.replace("missing", "hq"),)
    assert "missing" in mender.errors[0]
    assert "mismatch" in mender.errors[1]
    assert [e.message for e in found.events if isinstance(e, Failed)] == mender.errors
