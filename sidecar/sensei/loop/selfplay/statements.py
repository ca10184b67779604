"""The statements of a traced project as text: with what stands above them, their proofs, and the
theorems that their proofs use.

A statement goes to a model as its author wrote it, below the namespaces, openings and variables of
its place, so that a conjecture that is written like it can be read at the end of the same header.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from sensei.core.lean_text import without_comments
from sensei.data.steps import dedent
from sensei.loop.selfplay.values import Lemma, Statement, key_of
from sensei.store import Store
from sensei.store.records import DeclarationRecord

_COMMAND: Final = re.compile(
    r"^(?:(?:noncomputable|public|private|@\[expose\])[ \t]+)*"
    r"(namespace|section|end|open|variable|universe)\b(.*(?:\n[ \t]+\S.*)*)",
    re.MULTILINE,
)
_BY: Final = re.compile(r":=\s*by(?![\w.'])[ \t]*\n?")
_TERM: Final = re.compile(r":=\s*")


@dataclass(frozen=True, slots=True)
class TracedTheorem:
    """A theorem with its proof.

    Args:
        statement: with its place.
        module: that it stands in.
        proof: the lines below ``by``; ``exact`` of a term; "" where it is neither.
        uses: full names of the theorems of the project that its proof names, in order.
        position: in its module.
    """

    statement: Statement
    module: str
    proof: str
    uses: tuple[str, ...]
    position: int


@dataclass(frozen=True, slots=True)
class Library:
    """The theorems of a snapshot, by module and place in it; the last of a name counts."""

    theorems: tuple[TracedTheorem, ...]
    by_name: Mapping[str, TracedTheorem] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {t.statement.name: t for t in self.theorems})

    def lemma(self, name: str) -> Lemma | None:
        """A theorem as a lemma; None where it is none of the project."""
        found = self.by_name.get(name)
        return None if found is None else Lemma(name, found.statement.text)


def read_library(store: Store, snapshot_id: int, base: str) -> Library:
    """The theorems of a snapshot that can be named from everywhere.

    Args:
        base: imports that bring all of the project.
    """
    uses: dict[int, dict[str, None]] = defaultdict(dict)
    for declaration_id, _, name in store.uses(snapshot_id):
        uses[declaration_id][name] = None
    theorems = [
        theorem
        for theorem in store.theorems(snapshot_id)
        if theorem.range is not None and theorem.name_range is not None and not theorem.is_private
    ]
    named = {theorem.name for theorem in theorems}
    sources: dict[int, bytes] = {}
    made = []
    for theorem in theorems:
        if theorem.module_id not in sources:
            sources[theorem.module_id] = store.source(theorem.module_id).encode()
        own = tuple(n for n in uses[theorem.id] if n in named and n != theorem.name)
        made.append(_traced(theorem, sources[theorem.module_id], own, base))
    return Library(tuple(made))


def _traced(
    theorem: DeclarationRecord, source: bytes, uses: tuple[str, ...], base: str
) -> TracedTheorem:
    assert theorem.range is not None
    assert theorem.name_range is not None
    above = source[: theorem.range.start_byte].decode()
    name = source[theorem.name_range.start_byte : theorem.name_range.end_byte].decode()
    statement = Statement(
        id=theorem.name,
        name=theorem.name,
        text=f"theorem {name} {theorem.signature}",
        base=base,
        scope=scope_of(above),
        keys=(key_of("type", theorem.type_hash),),
        place=theorem.ref,
    )
    proof = ""
    if theorem.proof_range is not None and not theorem.has_sorry and not theorem.has_error:
        written = source[theorem.proof_range.start_byte : theorem.proof_range.end_byte].decode()
        proof = _proof_of(written, theorem.proof_kind)
    return TracedTheorem(statement, theorem.module, proof, uses, theorem.position)


def _proof_of(written: str, kind: str) -> str:
    """The lines below ``by``."""
    by, term = _BY.match(written), _TERM.match(written)
    if kind == "tactic" and by is not None:
        lines = written[by.end() :].rstrip().split("\n")
        first = next((line for line in lines if line.strip()), "")
        # A proof that begins on the line of `by` has its margin in its second line, if at all.
        margin = len(first) - len(first.lstrip())
        if by.group().endswith("\n"):
            return dedent("\n".join(lines), margin).strip()
        return first.strip() if len(lines) == 1 else ""
    if kind == "term" and term is not None:
        lines = written[term.end() :].rstrip().split("\n")
        return f"exact {lines[0]}" if len(lines) == 1 else ""
    return ""


def scope_of(above: str) -> str:
    """The commands whose scopes are open at the end of a text, one a line."""
    scopes: list[tuple[str, list[str]]] = [("", [])]
    for kind, rest in _commands(without_comments(above)):
        said = " ".join(rest.split())
        if kind == "namespace":
            scopes.append((said, [f"namespace {said}"]))
        elif kind == "section":
            scopes.append((said, []))
        elif kind == "end":
            parts = len(said.split(".")) if said else 1
            # `namespace A.B` is one scope here, and may be ended part by part in Lean.
            while parts > 0 and len(scopes) > 1:
                parts -= max(1, len(scopes.pop()[0].split(".")))
        elif not re.search(r"\bin\b", said):
            scopes[-1][1].append(f"{kind} {said}")
    return "\n".join(line for _, own in scopes for line in own)


def _commands(plain: str) -> Iterator[tuple[str, str]]:
    for found in _COMMAND.finditer(plain):
        yield found[1], found[2]


def namespaces_of(scope: str) -> list[str]:
    """The namespaces that are open at the end of a scope, outermost first."""
    return re.findall(r"^namespace[ \t]+(\S+)", scope, re.MULTILINE)
