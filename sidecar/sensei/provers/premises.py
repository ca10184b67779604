"""Premises for a goal, from what was traced of a project: the index that the server asks.

A premise is a declaration of the project, or a constant of its imports that a traced proof uses.
Its document is its name, its statement and documentation as far as they are known, and the
statements of declarations whose proofs use it: what helped to prove something similar comes up.

Scope: with the imports of the file given, a declaration of the project counts only if its module
is one of them, or imported by one, or the file's own. What stands later in the file, and which
constants of other packages are there, only Lean knows: it filters again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sensei.core.protocols import Retriever
from sensei.models.bm25 import words_of
from sensei.models.retrievers import BM25, Bm25Retriever
from sensei.provers.retrievers import NamedRetriever
from sensei.store import Store
from sensei.store.corpus import Corpus

NAME = BM25
_NAME_WEIGHT, _STATEMENT_WEIGHT, _USE_WEIGHT = 2.0, 1.0, 0.25
# Declarations whose statements a premise's document takes in.
_USES = 50
_NO_PREMISE = {"example", "constructor", "recursor"}

Document = defaultdict[str, float]


@dataclass(frozen=True, slots=True)
class ScoredPremise:
    """A premise; ``module`` is where it is defined."""

    name: str
    module: str
    score: float


@dataclass(slots=True)
class PremiseIndex:
    """The premises of one snapshot.

    Args:
        premises: (name, module), sorted.
        imports: of each traced module, direct ones.
    """

    premises: Sequence[tuple[str, str]]
    imports: Mapping[str, tuple[str, ...]]
    _retriever: Retriever
    _reachable: dict[tuple[str, ...], frozenset[str]] = field(default_factory=dict)
    _in_scope: dict[tuple[tuple[str, ...], str], frozenset[int]] = field(default_factory=dict)
    _named: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, (name, _) in enumerate(self.premises):
            self._named.setdefault(name, []).append(number)

    @classmethod
    def of_snapshot(cls, store: Store, snapshot: int) -> PremiseIndex:
        """Reads a snapshot's declarations and what their proofs use."""
        documents: defaultdict[tuple[str, str], Document] = defaultdict(_document)
        statements: dict[int, list[str]] = {}
        for declaration in store.declarations(snapshot):
            words = words_of(declaration.type or declaration.signature)
            statements[declaration.id] = words
            if declaration.kind in _NO_PREMISE or declaration.range is None:
                continue
            document = documents[declaration.name, declaration.module]
            _count(document, words, _STATEMENT_WEIGHT)
            _count(document, words_of(declaration.doc), _STATEMENT_WEIGHT)
        users: Counter[tuple[str, str]] = Counter()
        for declaration_id, module, name in store.uses(snapshot):
            users[name, module] += 1
            if users[name, module] <= _USES:
                _count(documents[name, module], statements.get(declaration_id, ()), _USE_WEIGHT)
        premises = sorted(documents)
        for name, module in premises:
            _count(documents[name, module], words_of(name), _NAME_WEIGHT)
        imports = {module.name: module.imports for module in store.modules(snapshot)}
        ranker = Bm25Retriever([documents[premise] for premise in premises])
        return cls(premises, imports, ranker)

    @classmethod
    def of_corpus(cls, corpus: Corpus, retriever: NamedRetriever) -> PremiseIndex:
        """Another retriever, over all that a snapshot declares or met; that may take a while.

        Raises:
            ModelError: the retriever's model failed.
        """
        names = [(premise.name, premise.module) for premise in corpus.premises]
        return cls(names, corpus.imports, retriever.over(corpus.premises))

    def select(
        self,
        goal: str,
        count: int,
        *,
        module: str = "",
        imports: Sequence[str] = (),
        accessible: Collection[str] = (),
        without: str = "",
    ) -> list[ScoredPremise]:
        """The best ``count`` premises for a printed goal, best first; ties go by name.

        Args:
            module, imports: of the file with the goal; no imports for everything that is known.
            accessible: if given, only these names.
            without: a name that is no premise: of the declaration that is being proved.
        """
        allowed = self._allowed(tuple(imports), module)
        if accessible:
            named = (number for name in set(accessible) for number in self._named.get(name, ()))
            chosen = frozenset(named)
            allowed = chosen if allowed is None else chosen & allowed
        unwanted = self._named.get(without, ())
        if unwanted:
            everything = frozenset(range(len(self.premises))) if allowed is None else allowed
            allowed = everything.difference(unwanted)
        (ranked,) = self._retriever.rank([goal], [allowed], count)
        found = [ScoredPremise(*self.premises[one.number], one.score) for one in ranked]
        return sorted(found, key=lambda premise: (-premise.score, premise.name))

    def _allowed(self, imports: tuple[str, ...], module: str) -> frozenset[int] | None:
        """The numbers of the premises in scope; None for all."""
        if not imports:
            return None
        found = self._in_scope.get((imports, module))
        if found is None:
            scope = self._scope(imports, module)
            if len(self._in_scope) > 100:
                self._in_scope.clear()
            found = self._in_scope[imports, module] = frozenset(
                number
                for number, (_, defined_in) in enumerate(self.premises)
                if defined_in not in self.imports or defined_in in scope
            )
        return found

    def _scope(self, imports: tuple[str, ...], module: str) -> frozenset[str]:
        """The traced modules that a file with these imports reaches, and itself."""
        reached = self._reachable.get(imports)
        if reached is None:
            seen: set[str] = set()
            todo = list(imports)
            while todo:
                at = todo.pop()
                if at not in seen:
                    seen.add(at)
                    todo += self.imports.get(at, ())
            reached = self._reachable[imports] = frozenset(seen)
            if len(self._reachable) > 1000:
                self._reachable.clear()
        return reached | {module}


def _document() -> Document:
    return defaultdict(float)


def _count(document: Document, words: Iterable[str], weight: float) -> None:
    for word in words:
        document[word] += weight
