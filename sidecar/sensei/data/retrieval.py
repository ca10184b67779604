"""Queries to learn retrieval from: a goal, the premises that its tactic names, and what is in
scope.

Every repository of a split is a set of its own, in the order of the curriculum (``repositories``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from sensei.core.errors import UsageError
from sensei.core.types import Premise
from sensei.data.assign import PARTS
from sensei.data.exports.proofs import ModuleProofs, parts_of, placed_theorems
from sensei.data.repositories import repositories
from sensei.store import Store
from sensei.store.corpus import Corpus
from sensei.store.mutual import block_of
from sensei.store.records import DeclarationRecord, ModuleContents, SplitRecord


@dataclass(frozen=True, slots=True)
class RetrievalQuery:
    """A goal and what is to be found for it; numbers are places in the corpus.

    Args:
        goal: the main goal, pretty-printed.
        positives: what the tactic names, in scope.
        ignored: what only the terms have that it made: neither right nor wrong.
        in_file: unused premises of the theorem's own file, before it: the hardest to tell apart.
        allowed: what is in scope.
        theorem, module: whose proof it is from.
    """

    goal: str
    positives: tuple[int, ...]
    ignored: frozenset[int]
    in_file: tuple[int, ...]
    allowed: frozenset[int]
    theorem: str
    module: str


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    """One repository's corpus and queries.

    Args:
        name: of its package.
        train, val, test: the queries of each part.
        out_of_scope: named premises that were left out since they are not in scope.
    """

    name: str
    premises: tuple[Premise, ...]
    train: tuple[RetrievalQuery, ...]
    val: tuple[RetrievalQuery, ...]
    test: tuple[RetrievalQuery, ...]
    out_of_scope: int = 0

    def queries_hash(self) -> str:
        """SHA-256 over what a training depends on."""
        made = hashlib.sha256(
            repr([(p.module, p.name, p.statement) for p in self.premises]).encode()
        )
        for query in (*self.train, *self.val):
            made.update(repr((query.goal, query.positives, sorted(query.ignored))).encode())
            made.update(repr((query.in_file, sorted(query.allowed))).encode())
        return made.hexdigest()


def retrieval_sets(store: Store, split: SplitRecord) -> list[RetrievalSet]:
    """The repositories of a split, most easy theorems first.

    Raises:
        UsageError: no tactic of the split's training theorems names a premise.
    """
    snapshots = [store.snapshot(i) for i in sorted({m.snapshot_id for m in split.members})]
    sets = [
        _set(store, repository.snapshot.package, repository.snapshot.id, split)
        for repository in repositories(store, snapshots)
    ]
    kept = [found for found in sets if found.train]
    if not kept:
        raise UsageError(
            f"no tactic of the training theorems of the split {split.name!r} names a premise",
            "trace a project whose proofs do, or split with another --ratios",
        )
    return kept


def _set(store: Store, name: str, snapshot_id: int, split: SplitRecord) -> RetrievalSet:
    corpus = store.corpus(snapshot_id)
    part_of = parts_of(split)
    queries: dict[str, list[RetrievalQuery]] = {part: [] for part in PARTS}
    seen: dict[str, set[tuple[str, tuple[int, ...]]]] = {part: set() for part in PARTS}
    lost = 0
    for module in store.modules(snapshot_id):
        contents = store.contents(module)
        theorems = list(placed_theorems(contents, part_of))
        if not theorems:
            continue
        effects = store.effects(module.id)
        constants = store.constants(number for e in effects for number in e.constants)
        proofs = ModuleProofs(contents, effects)
        brought = corpus.brought(store.scope(theorems[0][1]).modules)
        for part, theorem in theorems:
            before = corpus.own(module.name, theorem.range.start_byte if theorem.range else 0)
            allowed = brought | before | _mutual(corpus, contents, theorem)
            for step in proofs.steps(theorem):
                named = _numbers(corpus, ((p.defined_in, p.name) for p in step.premises))
                positives = tuple(sorted(named & allowed))
                lost += len(named) - len(positives)
                if not positives or (step.goal, positives) in seen[part]:
                    continue
                seen[part].add((step.goal, positives))
                terms = (constants[number] for number in step.in_terms)
                used = _numbers(corpus, ((c.defined_in, c.name) for c in terms))
                queries[part].append(
                    RetrievalQuery(
                        goal=step.goal,
                        positives=positives,
                        ignored=used - named,
                        in_file=tuple(sorted(before - named - used)),
                        allowed=allowed,
                        theorem=theorem.name,
                        module=module.name,
                    )
                )
    train, val, test = (tuple(queries[part]) for part in PARTS)
    return RetrievalSet(name, corpus.premises, train, val, test, lost)


def _mutual(corpus: Corpus, contents: ModuleContents, theorem: DeclarationRecord) -> frozenset[int]:
    """The others of a theorem's mutual block."""
    if theorem.range is None or "mutual" not in contents.source:
        return frozenset()
    places = {d.range: d.name for d in contents.declarations if d.range is not None}
    block = block_of(contents.source, places, theorem.range)
    return _numbers(corpus, ((contents.module.name, places[place]) for place in block))


def _numbers(corpus: Corpus, names: Iterable[tuple[str, str]]) -> frozenset[int]:
    found = (corpus.number(module, name) for module, name in names)
    return frozenset(number for number in found if number is not None)
