"""Premises in the prompt: the statements of what may help, above the goal.

They are entries of the goal's context, so that every generator shows them, and a prompt that would
be too long leaves them out first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sensei.core.protocols import Generator
from sensei.core.types import ProofTask, TacticCandidate, TheoremRef
from sensei.provers.premises import PremiseIndex
from sensei.provers.writing import proof_writer
from sensei.store import Store


@dataclass(frozen=True, slots=True)
class PremisesAbove:
    """core.protocols.Generator and ProofWriter: what ``inner`` offers for goals with premises.

    Args:
        entries: of a printed goal, ``NAME : STATEMENT``, the best last, nearest to the goal.
    """

    inner: Generator
    entries: Callable[[str], Sequence[str]]

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.Generator."""
        return self.inner.generate([self._shown(state) for state in states], count)

    def write(self, tasks: Sequence[ProofTask], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.ProofWriter."""
        shown = [replace(task, goal=self._shown(task.goal)) for task in tasks]
        return proof_writer(self.inner).write(shown, count)

    def _shown(self, goal: str) -> str:
        return "\n".join([*self.entries(goal), goal])


class SnapshotHints:
    """The premises that a theorem of a snapshot may use, found by BM25 and told with statements.

    Args:
        count: of a goal.
    """

    def __init__(self, store: Store, snapshot_id: int, count: int) -> None:
        self._index = PremiseIndex.of_snapshot(store, snapshot_id)
        self._count = count
        self._statements: dict[str, str] = {}
        self._places: dict[str, list[str]] = {}
        for declaration in store.declarations(snapshot_id):
            self._statements[declaration.name] = declaration.type or declaration.signature
            self._places.setdefault(declaration.module, []).append(declaration.name)

    def of(self, theorem: TheoremRef) -> Callable[[str], list[str]]:
        """The entries of a goal of ``theorem``: nothing that its file does not import, and of its
        own module only what stands before it. Of a file that was not traced, everything."""
        imports = self._index.imports.get(theorem.module, ())
        own = self._places.get(theorem.module, [])
        later = set(own[own.index(theorem.name) :]) if theorem.name in own else set(own)

        def entries(goal: str) -> list[str]:
            found = self._index.select(
                goal, self._count + len(later), module=theorem.module, imports=imports
            )
            names = [one.name for one in found if one.name not in later][: self._count]
            return [f"{name} : {self._statement(name)}".rstrip(" :") for name in reversed(names)]

        return entries

    def _statement(self, name: str) -> str:
        return "\n  ".join(self._statements.get(name, "").split("\n"))
