"""Premises in the prompt: the statements of what may help, above the goal.

They are entries of the goal's context, so that every generator shows them, and a prompt that would
be too long leaves them out first. Training and proving both come through here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from sensei.core.errors import NotFoundError
from sensei.core.protocols import Generator, Retriever
from sensei.core.types import Premise, ProofTask, TacticCandidate, TheoremRef
from sensei.models.premise_text import corpus_hash
from sensei.models.prompt import with_premises
from sensei.provers.retrievers import NamedRetriever, bm25_retriever
from sensei.provers.writing import proof_writer
from sensei.store import Store
from sensei.store.corpus import Corpus

DEFAULT_PREMISES = 8

Entries = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class PremisesAbove:
    """core.protocols.Generator and ProofWriter: what ``inner`` offers for goals with premises.

    Args:
        entries: of a printed goal, ``NAME : STATEMENT``, the best last, nearest to the goal.
    """

    inner: Generator
    entries: Entries

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.Generator."""
        return self.inner.generate([self._shown(state) for state in states], count)

    def write(self, tasks: Sequence[ProofTask], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.ProofWriter."""
        shown = [replace(task, goal=self._shown(task.goal)) for task in tasks]
        return proof_writer(self.inner).write(shown, count)

    def _shown(self, goal: str) -> str:
        return with_premises(goal, self.entries(goal))


@dataclass(slots=True)
class SnapshotHints:
    """The premises that a theorem of a snapshot may use, told with their statements.

    BM25 here knows what premises say, and no proof that uses them: a theorem's own proof, read
    already, would name what is to be found.

    Args:
        count: of a goal.
        retriever: BM25 by default.
    """

    store: Store
    snapshot_id: int
    count: int = DEFAULT_PREMISES
    retriever: NamedRetriever = field(default_factory=bm25_retriever)
    _corpus: Corpus = field(init=False)
    _over: Retriever = field(init=False)
    _brought: dict[str, frozenset[int] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._corpus = self.store.corpus(self.snapshot_id)
        self._over = self.retriever.over(self._corpus.premises)

    def key(self) -> list[str | int]:
        """What the prompts depend on, beside the goal: retriever, number, and the corpus."""
        return [self.retriever.key, self.count, corpus_hash(self._corpus.premises)]

    def of(self, theorem: TheoremRef) -> Entries:
        """The entries of a goal of ``theorem``: nothing that its file does not import, and of its
        own module only what stands before it. Of a file that was not traced, everything."""
        allowed = self._allowed(theorem)

        def entries(goal: str) -> list[str]:
            (found,) = self._over.rank([goal], [allowed], self.count)
            return [_entry(self._corpus.premises[one.number]) for one in reversed(found)]

        return entries

    def shown(self, theorem: TheoremRef, goal: str) -> str:
        """A goal of ``theorem`` as a generator sees it."""
        return with_premises(goal, self.of(theorem)(goal))

    def _allowed(self, theorem: TheoremRef) -> frozenset[int] | None:
        module = theorem.module
        if module not in self._brought:
            self._brought[module] = self._of_imports(module)
        brought = self._brought[module]
        if brought is None:
            return None
        try:
            found = self.store.theorem(theorem.name, snapshot_id=self.snapshot_id)
        except NotFoundError:
            return brought
        if found.module != module or found.range is None:
            return brought
        return brought | self._corpus.own(module, found.range.start_byte)

    def _of_imports(self, module: str) -> frozenset[int] | None:
        if module not in self._corpus.imports:
            return None
        declared = self.store.declarations(self.snapshot_id)
        one = next((d for d in declared if d.module == module), None)
        if one is None:
            return self._corpus.brought(self._corpus.imports[module])
        return self._corpus.brought(self.store.scope(one).modules)


def _entry(premise: Premise) -> str:
    """``NAME : STATEMENT``; further lines are indented, and belong to it."""
    statement = "\n  ".join(premise.statement.split("\n"))
    return f"{premise.name} : {statement}".rstrip(" :")
