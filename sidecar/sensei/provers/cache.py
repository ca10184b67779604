"""Goals that were proved before: their scripts are tried first.

Learned from verified proofs only, and keyed by the printed goal and its environment. A goal may be
printed as another and be none the less, and a library may have changed: a script is offered like
any tactic, Lean runs it, and what it closes is claimed and judged as always. So a wrong entry costs
one tactic call.

Off unless asked for: with it a search depends on those before, which a comparison of generators
must not.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sensei.core.protocols import Generator
from sensei.core.types import ProofTask, TacticCandidate
from sensei.provers.writing import proof_writer
from sensei.search.events import Event
from sensei.search.graph import replay
from sensei.search.proof import minimal_proof, script

#: A longer script says more about its theorem than about its goal.
_LONGEST = 2000


class ProofCache(Protocol):
    """Keeps scripts by environment and goal."""

    def proved_goals(self, environment: str, goals: Iterable[str]) -> dict[str, str]:
        """The scripts of those of the goals that have one."""
        ...

    def add_proved_goals(self, environment: str, scripts: Mapping[str, str]) -> int:
        """Keeps scripts; returns how many are new or shorter."""
        ...


def environment_key(repository: str, lean_version: str, lean_commit: str) -> str:
    """What goals are printed and proved in: a repository, and its Lean."""
    return hashlib.sha256(json.dumps([repository, lean_version, lean_commit]).encode()).hexdigest()


def proved_scripts(events: Sequence[Event]) -> dict[str, str]:
    """Each goal on the path of a claimed proof, and the script that closes it alone."""
    nodes = replay(events).nodes
    proof = minimal_proof(nodes, 0)
    if proof is None:
        return {}
    scripts: dict[str, str] = {}
    todo, seen = [0], {0}
    while todo:
        node = todo.pop()
        fresh = [child for child in dict.fromkeys(proof[node].children) if child not in seen]
        todo += fresh
        seen.update(fresh)
        goals = nodes[node].goals
        if len(goals) == 1:
            text = "\n".join(script(nodes, node, proof))
            if len(text) <= _LONGEST:
                scripts[goals[0].pretty] = text
    return scripts


@dataclass(frozen=True, slots=True)
class CachedGenerator:
    """core.protocols.Generator: a known goal's script first, then what ``inner`` offers."""

    inner: Generator
    cache: ProofCache
    environment: str

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.Generator."""
        offers = self.inner.generate(states, count)
        return self._with_known(states, offers, count)

    def write(self, tasks: Sequence[ProofTask], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.ProofWriter."""
        offers = proof_writer(self.inner).write(tasks, count)
        return self._with_known([task.goal for task in tasks], offers, count)

    def _with_known(
        self, goals: Sequence[str], offers: list[list[TacticCandidate]], count: int
    ) -> list[list[TacticCandidate]]:
        known = self.cache.proved_goals(self.environment, goals)
        return [
            ([TacticCandidate(known[goal], 0.0), *offer] if goal in known else offer)[:count]
            for goal, offer in zip(goals, offers, strict=True)
        ]
