"""LeanDojo-v2's dynamic database into the store: a snapshot a repository, of kind
``leandojo``.

The format has no sources, byte offsets or goal identities, so a module's source is what it quotes
(premises, then tactics), and equal goals of a theorem are one. What calls itself proved is a claim:
a proof with sorry in it is none, and one found by search becomes an attempt for ``sensei verify``.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sensei.core.errors import UsageError
from sensei.core.holes import leaves_open
from sensei.core.memory import no_garbage_collection
from sensei.core.types import Budget, SearchResult, SearchStatus, Spent, TheoremRef
from sensei.ingest.repository import canonical_url
from sensei.store import Store
from sensei.wire.traced import TracedModule, from_message
from sensei.wire.v1 import trace_pb2

TOOLCHAIN_KIND = "leandojo"
GENERATOR = "leandojo"
_POSITION = re.compile(r"^\((\d+), (\d+)\)$")
_KINDS = ("theorem", "lemma", "def", "abbrev", "structure", "class", "inductive", "instance")


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came in: repositories and theorems; ``claims`` are proofs that Lean has not judged here;
    ``not_proofs`` were called proved and have sorry in them."""

    repositories: int
    theorems: int
    claims: int
    not_proofs: int


def import_database(store: Store, path: Path) -> ImportReport:
    """Reads a dynamic database; the same file again changes nothing.

    Raises:
        UsageError: it cannot be read, or is no such database; nothing was written.
    """
    with no_garbage_collection():
        return _import(store, path)


def _import(store: Store, path: Path) -> ImportReport:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        planned = [_Imported(entry) for entry in content["repositories"]]
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            f"{path} is no dynamic database of LeanDojo-v2: {type(error).__name__}: {error}",
            "export it again with LeanDojo-v2, or name another file",
        ) from None
    claims = 0
    for one in planned:
        claims += one.store(store)
    return ImportReport(
        repositories=len(planned),
        theorems=sum(one.theorems for one in planned),
        claims=claims,
        not_proofs=sum(one.not_proofs for one in planned),
    )


class _Imported:
    """One repository, as modules to store."""

    def __init__(self, entry: dict[str, Any]) -> None:
        self._entry = entry
        self._sources: dict[str, bytes] = {}
        self._modules: dict[str, trace_pb2.TracedModule] = {}
        self._claims: list[tuple[TheoremRef, list[str]]] = []
        self.theorems = self.not_proofs = 0
        for file in entry["premise_files"]:
            module = self._module(file["path"])
            module.imports.extend(_module_name(name) for name in file["imports"])
            for premise in file["premises"]:
                self._premise(module, premise)
        for field in ("proven_theorems", "sorry_theorems_proved", "sorry_theorems_unproved"):
            for theorem in entry[field]:
                self._theorem(theorem, field)
        for name, module in self._modules.items():
            module.source = self._sources[name].decode()

    def store(self, store: Store) -> int:
        """Stores it as a complete snapshot, and its claims as attempts; returns their number."""
        entry = self._entry
        content = hashlib.sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()
        identity = hashlib.sha256(f"{TOOLCHAIN_KIND} {content}".encode()).hexdigest()
        known = {s.identity for s in store.snapshots()}
        snapshot_id = store.put_snapshot(
            identity=identity,
            repository=canonical_url(entry["url"]),
            commit=entry["commit"],
            package=entry["name"].rsplit("/", 1)[-1],
            content_hash=content,
            lean_version=entry["lean_version"],
            lean_commit="",
            toolchain_kind=TOOLCHAIN_KIND,
        )
        store.put_modules(
            snapshot_id, [from_message(m, TracedModule) for m in self._modules.values()]
        )
        store.complete_snapshot(snapshot_id, self._modules, [])
        if identity in known:
            return 0
        for theorem, tactics in self._claims:
            store.add_attempt(
                theorem,
                snapshot_id=snapshot_id,
                generator=GENERATOR,
                checkpoint=None,
                seed=0,
                budget=Budget(),
                result=SearchResult(
                    SearchStatus.CLAIMED, tuple(tactics), Spent(0.0, 0, 0), "imported"
                ),
                proof=_proof_text(tactics),
                events=[],
            )
        return len(self._claims)

    def _module(self, path: str) -> trace_pb2.TracedModule:
        name = _module_name(path)
        if name not in self._modules:
            self._sources[name] = b""
            self._modules[name] = trace_pb2.TracedModule(
                format_version=1, name=name, file=path, tracer_version=TOOLCHAIN_KIND
            )
        return self._modules[name]

    def _quote(self, module: trace_pb2.TracedModule, text: str) -> tuple[int, int]:
        """Adds a text to the module's source; returns its bytes there."""
        start = len(self._sources[module.name])
        self._sources[module.name] += text.encode() + b"\n\n"
        return start, start + len(text.encode())

    def _premise(self, module: trace_pb2.TracedModule, premise: dict[str, Any]) -> None:
        code = premise["code"]
        words = re.sub(r"/-.*?-/|@\[[^\]]*\]", " ", code, flags=re.DOTALL).split()
        kind = next((word for word in words if word in _KINDS), "def")
        declaration = module.declarations.add(
            name=premise["full_name"], kind="theorem" if kind == "lemma" else kind
        )
        declaration.type_hash = _text_hash(premise["full_name"])
        _place(declaration.range, premise["start"], premise["end"], self._quote(module, code))

    def _theorem(self, theorem: dict[str, Any], field: str) -> None:
        self.theorems += 1
        module = self._module(theorem["file_path"])
        name, statement = theorem["full_name"], theorem.get("theorem_statement") or ""
        tactics = [step["tactic"] for step in theorem["traced_tactics"]]
        found = next((d for d in module.declarations if d.name == name), None)
        declaration = module.declarations.add(name=name) if found is None else found
        if not declaration.HasField("range"):
            place = self._quote(module, statement)
            _place(declaration.range, theorem["start"], theorem["end"], place)
        code = self._sources[module.name][
            declaration.range.start_byte : declaration.range.end_byte
        ].decode()
        is_open = field != "proven_theorems"
        if not is_open and any(leaves_open(text) for text in (code, *tactics)):
            self.not_proofs += 1
            is_open = True
        declaration.kind = "theorem"
        declaration.signature = statement.removeprefix(f"theorem {name}").strip()
        declaration.type = declaration.signature
        declaration.type_hash = _text_hash(statement or name)
        declaration.is_prop = True
        declaration.has_sorry = is_open
        declaration.proof_kind = (
            trace_pb2.PROOF_KIND_TACTIC if tactics else trace_pb2.PROOF_KIND_TERM
        )
        if field == "sorry_theorems_proved" and tactics:
            self._claims.append((TheoremRef(name, module.name, module.file), tactics))
        if not is_open:
            self._steps(module, name, theorem["traced_tactics"])

    def _steps(
        self, module: trace_pb2.TracedModule, name: str, tactics: list[dict[str, Any]]
    ) -> None:
        goals: dict[str, int] = {}

        def positions(state: str) -> list[int]:
            if state in ("", "no goals"):
                return []
            found = []
            for text in state.split("\n\n"):
                if text not in goals:
                    goals[text] = len(module.goals)
                    tag, _, pretty = (
                        text.partition("\n") if text.startswith("case ") else ("", "", text)
                    )
                    module.goals.add(
                        mvar_id=f"leandojo.{len(module.goals)}",
                        user_name=tag,
                        pretty=pretty,
                        target=pretty.rpartition("⊢ ")[2],
                    )
                found.append(goals[text])
            return found

        for tactic in tactics:
            start, end = self._quote(module, tactic["tactic"])
            number = len(module.steps)
            step = module.steps.add(
                id=number,
                parent=-1,
                declaration=name,
                text=tactic["tactic"],
                kind=f"{TOOLCHAIN_KIND}.tactic",
                goals_before=positions(tactic["state_before"]),
                goals_after=positions(tactic["state_after"]),
            )
            _set(step.range, (start, end), (1, 0), (1, 0))
            annotated, provenances = tactic["annotated_tactic"]
            for use, where in zip(_uses(annotated), provenances, strict=False):
                premise = module.premises.add(
                    name=where["full_name"],
                    module=_module_name(where["def_path"]),
                    declaration=name,
                    step=number,
                )
                _place(premise.definition, where["def_pos"], where["def_end_pos"], (0, 0))
                _set(premise.use, (start + use[0], start + use[1]), (1, 0), (1, 0))


def _tagged(goal: str) -> tuple[str, str]:
    """A goal's case tag ("" for none), and the goal without it."""
    if not goal.startswith("case "):
        return "", goal
    tag, _, pretty = goal.partition("\n")
    return tag.removeprefix("case "), pretty


def _module_name(path: str) -> str:
    inner = re.sub(r"^(?:.*/)?\.lake/packages/[^/]+/", "", path)
    return inner.removesuffix(".lean").replace("/", ".")


def _text_hash(text: str) -> str:
    return "text:" + hashlib.sha256(text.encode()).hexdigest()[:16]


def _proof_text(tactics: list[str]) -> str:
    if len(tactics) == 1 and tactics[0].lstrip().startswith("by"):
        return tactics[0]
    lines = "\n".join(tactics).split("\n")
    return "by\n" + "\n".join(f"  {line}" for line in lines)


def _uses(annotated: str) -> list[tuple[int, int]]:
    """The bytes of what stands in ``<a>…</a>``, in the text without those marks."""
    found, at = [], 0
    for number, piece in enumerate(re.split(r"</?a>", annotated)):
        length = len(piece.encode())
        if number % 2:
            found.append((at, at + length))
        at += length
    return found


def _place(target: trace_pb2.Range, start: Any, end: Any, place: tuple[int, int]) -> None:
    (line, column), (end_line, end_column) = _position(start), _position(end)
    _set(target, place, (line, column - 1), (end_line, end_column - 1))


def _set(
    target: trace_pb2.Range, place: tuple[int, int], start: tuple[int, int], end: tuple[int, int]
) -> None:
    target.start_byte, target.end_byte = place
    target.start_line, target.start_column = start
    target.end_line, target.end_column = end


def _position(text: Any) -> tuple[int, int]:
    found = _POSITION.match(text)
    if found is None:
        raise ValueError(f"{text!r} is no position, as in (3, 1)")
    return int(found[1]), max(int(found[2]), 1)
