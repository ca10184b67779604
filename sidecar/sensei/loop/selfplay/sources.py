"""What a run begins with: which statements are taught, tried, measured and held out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sensei.core.errors import UsageError
from sensei.loop.selfplay.config import SelfPlayConfig
from sensei.loop.selfplay.desk import said_key
from sensei.loop.selfplay.goals import GoalTheorem
from sensei.loop.selfplay.normal import normal
from sensei.loop.selfplay.statements import Library, TracedTheorem, read_library
from sensei.loop.selfplay.values import Lemma, Statement, Tried, TriedProof, key_of
from sensei.provers.problems import Problem, read_benchmark
from sensei.store import Store
from sensei.store.records import SplitRecord

_PROOF = " := by\n  sorry\n"


@dataclass(frozen=True, slots=True)
class Sources:
    """Theorems by what they are for.

    Args:
        library: all theorems of the project.
        taught: whose proofs are shown.
        tried: what is proved and learned from.
        measured: held-out theorems that are tried to see what was learned.
        held_out: hashes of what held-out theorems say.
        held_out_names: their full names.
        lemmas: what prompts may show, by full name.
        left_out: theorems of taught and tried parts that say what a held-out one says.
        texts: names of the theorems, private ones, those of benchmark files and goals too, by what
            they say (``normal``).
        goals: of the taught proofs, as theorems, once Lean has read them back.
    """

    library: Library
    taught: tuple[TracedTheorem, ...]
    tried: tuple[Statement, ...]
    measured: tuple[Statement, ...]
    held_out: frozenset[str]
    held_out_names: frozenset[str]
    lemmas: Mapping[str, Lemma]
    left_out: int
    texts: Mapping[str, str]
    goals: tuple[GoalTheorem, ...] = ()

    def with_goals(self, goals: Sequence[GoalTheorem]) -> Sources:
        """With goals that are taught: they are no news any more, either."""
        said = {normal(goal.statement.text): goal.statement.id for goal in goals}
        return replace(self, goals=tuple(goals), texts={**said, **self.texts})


def read_sources(
    store: Store,
    split: SplitRecord,
    config: SelfPlayConfig,
    imports: str,
    printed: Mapping[str, str],
    library: Library | None = None,
) -> Sources:
    """Reads them.

    Args:
        imports: the beginning of a file that has all of the project.
        printed: the theorems' types as Lean prints them, by full name.

    Raises:
        UsageError: nothing is taught, or nothing is left to try.
    """
    found = library or read_library(store, split.snapshot_id, imports)
    theorems = tuple(replace(t, statement=_with_keys(t.statement, printed)) for t in found.theorems)
    library = Library(theorems)
    data = config.data
    parts: dict[str, set[tuple[str, str]]] = {}
    held_out: set[str] = set()
    for member in split.members:
        if member.part in data.held_out:
            held_out.add(key_of("type", member.type_hash))
        if member.snapshot_id == split.snapshot_id:
            parts.setdefault(member.part, set()).add((member.module, member.theorem))

    def of(*names: str) -> list[TracedTheorem]:
        wanted = set().union(*(parts.get(name, set()) for name in names))
        return [t for t in theorems if (t.module, t.statement.name) in wanted]

    kept_apart = of(*data.held_out)
    for theorem in kept_apart:
        held_out.update(theorem.statement.keys)

    def free(statements: Sequence[Statement]) -> list[Statement]:
        return [s for s in statements if held_out.isdisjoint(s.keys)]

    all_taught = of(*data.taught)
    taught = [t for t in all_taught if held_out.isdisjoint(t.statement.keys)]
    own = [theorem.statement for theorem in of(data.part)]
    random.Random(f"{config.seed} tried").shuffle(own)
    own = own[: data.limit]
    others = [s for path in data.files for s in file_statements(Path(path))]
    tried = free([*own, *others])
    measured = [theorem.statement for theorem in of(config.measure.part)]
    random.Random(f"{config.seed} measured").shuffle(measured)
    if not tried:
        raise UsageError(
            f"the split {split.name} has no {data.part} theorems to try", "sensei data show"
        )
    if not taught and not data.examples:
        raise UsageError(
            f"the split {split.name} has no {' or '.join(data.taught)} theorems to teach",
            "name others: data.taught",
        )
    return Sources(
        library=library,
        taught=tuple(taught),
        tried=tuple(tried),
        measured=tuple(measured[: config.measure.theorems]),
        held_out=frozenset(held_out),
        held_out_names=frozenset(theorem.statement.name for theorem in kept_apart),
        lemmas={
            theorem.statement.name: Lemma(theorem.statement.name, theorem.statement.text)
            for theorem in theorems
            if held_out.isdisjoint(theorem.statement.keys)
        },
        left_out=len(all_taught) - len(taught) + len(own) + len(others) - len(tried),
        texts={
            **{normal(each.text): each.id for each in others},
            # Also those that cannot be named from everywhere.
            **{
                normal(f"theorem x {each.signature}"): each.name
                for each in store.theorems(split.snapshot_id)
            },
            **{normal(t.statement.text): t.statement.name for t in theorems},
        },
    )


def taught_as_tried(sources: Sources) -> list[tuple[Statement, Tried]]:
    """What is taught, as proved at once, each by its traced proof."""
    shown = [(each.statement, each.proof, each.uses) for each in sources.taught if each.proof]
    shown += [(each.statement, each.proof, each.uses) for each in sources.goals if not each.easy]
    return [
        (statement, Tried(statement.id, 1, (TriedProof(proof, 1, True, "traced", 0.0, uses),)))
        for statement, proof, uses in shown
    ]


def _with_keys(statement: Statement, printed: Mapping[str, str]) -> Statement:
    keys = [*statement.keys, text_key(statement.text)]
    if statement.name in printed:
        keys.append(said_key(printed[statement.name]))
    return replace(statement, keys=tuple(keys))


def text_key(text: str) -> str:
    """A hash of a statement as it is written, names apart."""
    return key_of("text", normal(text))


def file_statements(path: Path) -> list[Statement]:
    """The statements of a benchmark file, each that is said twice once.

    Raises:
        UsageError: the file is none.
    """
    found: dict[tuple[str, ...], Statement] = {}
    for problem in read_benchmark(path).problems:
        statement = _of_problem(problem, path.stem)
        found.setdefault((statement.base, *statement.keys), statement)
    return list(found.values())


def _of_problem(problem: Problem, benchmark: str) -> Statement:
    whole = problem.source.removesuffix(_PROOF)
    start = max(whole.rfind("\ntheorem "), whole.rfind("\nlemma ")) + 1
    text = whole[start:].strip()
    return Statement(
        id=f"{benchmark}/{problem.name}",
        name=problem.theorem,
        text=text,
        base=whole[:start].strip(),
        keys=(text_key(text),),
    )
