"""The store's traces: snapshots, modules and failures, written by ingest and read by all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sensei.core.errors import NotFoundError
from sensei.store import module_writer, trace_reader, trace_writer
from sensei.store.base import Database
from sensei.store.corpus import Corpus, read_corpus
from sensei.store.records import (
    ConstantRecord,
    DeclarationDetails,
    DeclarationRecord,
    FailureRecord,
    GoalRecord,
    MessageRecord,
    ModuleContents,
    ModuleRecord,
    PremiseRecord,
    SnapshotCounts,
    SnapshotRecord,
    StepEffect,
    StepRecord,
)
from sensei.store.scope import Scope, read_scope
from sensei.wire.traced import ModuleFailure, TracedModule


class TraceStore(Database):
    """What was traced. Every write method is one transaction."""

    # Traces: written by ingest.

    def put_snapshot(
        self,
        *,
        identity: str,
        package: str,
        content_hash: str,
        lean_version: str,
        lean_commit: str,
        toolchain_kind: str,
        repository: str | None = None,
        commit: str | None = None,
    ) -> int:
        """The id of the snapshot with this identity, made (incomplete) if it is not there.

        ``repository`` is where it was cloned from; None for a folder of its own, which goes by its
        package's name.
        """
        with self._writing() as session:
            return trace_writer.write_snapshot(
                session,
                self._clock(),
                identity=identity,
                package=package,
                content_hash=content_hash,
                lean_version=lean_version,
                lean_commit=lean_commit,
                toolchain_kind=toolchain_kind,
                repository=repository or package,
                commit=commit,
            )

    def put_module(self, snapshot_id: int, module: TracedModule) -> str:
        """Stores one module whole or not at all: ``added``, ``replaced`` or ``unchanged``."""
        return self.put_modules(snapshot_id, [module])[0]

    def put_modules(self, snapshot_id: int, modules: Sequence[TracedModule]) -> list[str]:
        """Stores modules of different names, all or none; says of each what ``put_module`` says."""
        with self._writing() as session:
            return module_writer.write_modules(session, snapshot_id, modules)

    def put_failure(self, snapshot_id: int, failure: ModuleFailure) -> str:
        """Stores one failure: ``added``, ``replaced`` or ``unchanged``."""
        with self._writing() as session:
            return trace_writer.write_failure(session, snapshot_id, failure)

    def complete_snapshot(
        self, snapshot_id: int, modules: Iterable[str], failures: Iterable[str]
    ) -> None:
        """Ends an ingest: drops what the newest trace no longer has, and lets readers see it."""
        with self._writing() as session:
            trace_writer.keep_only(session, snapshot_id, modules, failures)
            trace_writer.complete_snapshot(session, snapshot_id, self._clock())

    # Traces: read.

    def snapshots(self, *, include_incomplete: bool = False) -> list[SnapshotRecord]:
        """Complete snapshots, the newest last."""
        with self._reading() as session:
            return trace_reader.read_snapshots(session, include_incomplete=include_incomplete)

    def snapshot(
        self,
        wanted: int | str | None = None,
        *,
        package: str | None = None,
        repository: str | None = None,
    ) -> SnapshotRecord:
        """A complete snapshot: by id or by the start of its identity; None takes the newest (of
        ``package`` and ``repository``, if given).

        Raises:
            NotFoundError: there is none.
        """
        known = self.snapshots()
        if wanted is None:
            found = [
                s
                for s in known
                if package in (None, s.package) and repository in (None, s.repository)
            ][-1:]
        elif isinstance(wanted, int):
            found = [s for s in known if s.id == wanted]
        else:
            found = [s for s in known if s.identity.startswith(wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotFoundError(f"{len(found)} snapshots start with {wanted!r}", "give more of it")
        asked = f"no snapshot {wanted!r}" if wanted is not None else "no snapshot"
        of = f" of the package {package!r}" if package is not None else ""
        of += f" of the repository {repository}" if repository not in (None, package) else ""
        raise NotFoundError(f"{asked}{of} in {self.where}", "sensei trace && sensei ingest")

    def modules(self, snapshot_id: int) -> list[ModuleRecord]:
        """The snapshot's modules, by name."""
        with self._reading() as session:
            return trace_reader.read_modules(session, snapshot_id)

    def contents(self, module: ModuleRecord) -> ModuleContents:
        """All that was traced of a module."""
        with self._reading() as session:
            return trace_reader.read_contents(session, module)

    def uses(self, snapshot_id: int) -> list[tuple[int, str, str]]:
        """Which declaration uses which constants in its proof: its id, the constant's module and
        name, each once, in order."""
        with self._reading() as session:
            return trace_reader.read_uses(session, snapshot_id)

    def effects(self, module_id: int) -> list[StepEffect]:
        """What each step of a module did to goals and terms, by place."""
        with self._reading() as session:
            return trace_reader.read_effects(session, module_id)

    def parses_back(self, module_id: int) -> list[bool | None]:
        """Whether each goal of a module parses back, by place; None where that was not traced."""
        with self._reading() as session:
            return trace_reader.read_parses_back(session, module_id)

    def details(self, declaration_id: int) -> DeclarationDetails:
        """The rest of what was traced of a declaration."""
        with self._reading() as session:
            return trace_reader.read_details(session, declaration_id)

    def constants(self, ids: Iterable[int]) -> dict[int, ConstantRecord]:
        """Constants by id."""
        with self._reading() as session:
            return trace_reader.read_constants(session, ids)

    def scope(self, declaration: DeclarationRecord) -> Scope:
        """What is in scope at every step of a declaration's proof."""
        with self._reading() as session:
            return read_scope(session, declaration)

    def corpus(self, snapshot_id: int) -> Corpus:
        """The premises of a snapshot: what it declares, and what it met outside."""
        with self._reading() as session:
            return read_corpus(session, snapshot_id)

    def source(self, module_id: int) -> str:
        """A module's whole source text."""
        with self._reading() as session:
            return trace_reader.read_source(session, module_id)

    def declarations(self, snapshot_id: int) -> list[DeclarationRecord]:
        """The snapshot's declarations, by module and place in it."""
        with self._reading() as session:
            return trace_reader.read_declarations(session, snapshot_id)

    def theorems(self, snapshot_id: int) -> list[DeclarationRecord]:
        """The snapshot's theorems, by module and place in it."""
        with self._reading() as session:
            return trace_reader.read_declarations(session, snapshot_id, ("theorem",))

    def declaration(self, name: str, *, snapshot_id: int | None = None) -> DeclarationRecord:
        """A declaration by its full name, or by an end of it that only one has.

        Raises:
            NotFoundError: none or several, with the near names.
        """
        return self._find(name, snapshot_id, None, "declaration")

    def declaration_by_id(self, declaration_id: int) -> DeclarationRecord:
        """A declaration.

        Raises:
            NotFoundError: there is none.
        """
        with self._reading() as session:
            return trace_reader.read_declaration(session, declaration_id)

    def theorem(self, name: str, *, snapshot_id: int | None = None) -> DeclarationRecord:
        """A theorem by its full name, or by an end of it that only one has.

        Raises:
            NotFoundError: none or several, with the near names.
        """
        return self._find(name, snapshot_id, ("theorem",), "theorem")

    def _find(
        self, name: str, snapshot_id: int | None, kinds: Sequence[str] | None, what: str
    ) -> DeclarationRecord:
        within = self.snapshot().id if snapshot_id is None else snapshot_id
        with self._reading() as session:
            return trace_reader.find_declaration(session, within, name, kinds, what)

    def steps(self, declaration_ids: Iterable[int]) -> list[StepRecord]:
        """The steps of these declarations, by module id and place in it."""
        with self._reading() as session:
            return trace_reader.read_steps(session, declaration_ids)

    def goals(self, module_id: int) -> list[GoalRecord]:
        """A module's states of goals; steps refer to them by index in this list."""
        with self._reading() as session:
            return trace_reader.read_goals(session, module_id)

    def premises(self, declaration_ids: Iterable[int]) -> list[PremiseRecord]:
        """The constants that these declarations use, in source order."""
        with self._reading() as session:
            return trace_reader.read_premises(session, declaration_ids)

    def messages(self, module_id: int) -> list[MessageRecord]:
        """What Lean said about a module."""
        with self._reading() as session:
            return trace_reader.read_messages(session, module_id)

    def longest(self, snapshot_id: int, limit: int) -> list[tuple[str, str, int]]:
        """(name, module, steps) of the theorems with most steps."""
        with self._reading() as session:
            return trace_reader.read_longest(session, snapshot_id, limit)

    def module_steps(self, module_id: int) -> list[StepRecord]:
        """A module's steps, by place."""
        with self._reading() as session:
            return trace_reader.read_module_steps(session, module_id)

    def failures(self, snapshot_id: int) -> list[FailureRecord]:
        """The modules that failed, by name."""
        with self._reading() as session:
            return trace_reader.read_failures(session, snapshot_id)

    def counts(self, snapshot_id: int) -> SnapshotCounts:
        """How much the snapshot holds."""
        with self._reading() as session:
            return trace_reader.count(session, snapshot_id)
