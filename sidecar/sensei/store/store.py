"""The store: every read and write of the database, as methods over one transaction each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Engine
from sqlalchemy.engine import URL
from sqlalchemy.orm import Session

from sensei.core.errors import NotFoundError
from sensei.core.types import Budget, Claim, SearchResult, TheoremRef, Verdict
from sensei.store import results, trace_reader, trace_writer
from sensei.store.database import connect, for_writing, named_errors, parse_url, shown
from sensei.store.migrate import OWN_MIGRATIONS, Migrations, bring_up_to_date
from sensei.store.records import (
    AttemptRecord,
    CheckpointRecord,
    DeclarationRecord,
    FailureRecord,
    GoalRecord,
    MessageRecord,
    ModuleRecord,
    PremiseRecord,
    RunRecord,
    SnapshotCounts,
    SnapshotRecord,
    SplitMember,
    SplitRecord,
    StepRecord,
    VerdictRecord,
)
from sensei.wire.v1 import trace_pb2


def open_store(
    url_or_path: str | Path,
    *,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    busy_timeout_s: float = 30.0,
    migrations: Migrations = OWN_MIGRATIONS,
) -> Store:
    """Opens a database, making it or bringing its schema up to date where needed.

    Args:
        url_or_path: a SQLAlchemy URL, or the path of an SQLite file.
        clock: what the time is, for the moments that are stored.
        busy_timeout_s: how long to wait for another process's transaction (SQLite).
        migrations: the schema to bring it to.

    Raises:
        SchemaTooNewError: a newer Sensei wrote it.
        StoreError: it cannot be opened, or is no database of ours.
    """
    url = parse_url(url_or_path)
    engine = connect(url, busy_timeout_s=busy_timeout_s)
    try:
        bring_up_to_date(engine, url, migrations)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine, url, clock)


class Store:
    """A database; use it as a context manager. Every write method is one transaction."""

    def __init__(self, engine: Engine, url: URL, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._url = url
        self._clock = clock

    @property
    def where(self) -> str:
        """The database as messages name it."""
        return shown(self._url)

    def close(self) -> None:
        """Closes its connections; safe to call twice."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        with named_errors(self._url), Session(self._engine) as session:
            yield session

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with named_errors(self._url), Session(for_writing(self._engine)) as session:
            with session.begin():
                yield session

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
        """The id of the snapshot with this identity, made (incomplete) if it is not there."""
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
                repository=repository,
                commit=commit,
            )

    def put_module(self, snapshot_id: int, module: trace_pb2.TracedModule) -> str:
        """Stores one module whole or not at all: ``added``, ``replaced`` or ``unchanged``."""
        with self._writing() as session:
            return trace_writer.write_module(session, snapshot_id, module)

    def put_failure(self, snapshot_id: int, failure: trace_pb2.ModuleFailure) -> str:
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
        self, wanted: int | str | None = None, *, package: str | None = None
    ) -> SnapshotRecord:
        """A complete snapshot: by id or by the start of its identity; None takes the newest (of
        ``package``, if given).

        Raises:
            NotFoundError: there is none.
        """
        known = self.snapshots()
        if wanted is None:
            found = [s for s in known if package in (None, s.package)][-1:]
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
        raise NotFoundError(f"{asked}{of} in {self.where}", "sensei trace && sensei ingest")

    def modules(self, snapshot_id: int) -> list[ModuleRecord]:
        """The snapshot's modules, by name."""
        with self._reading() as session:
            return trace_reader.read_modules(session, snapshot_id)

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

    def failures(self, snapshot_id: int) -> list[FailureRecord]:
        """The modules that failed, by name."""
        with self._reading() as session:
            return trace_reader.read_failures(session, snapshot_id)

    def counts(self, snapshot_id: int) -> SnapshotCounts:
        """How much the snapshot holds."""
        with self._reading() as session:
            return trace_reader.count(session, snapshot_id)

    # Splits, runs, checkpoints.

    def put_split(
        self,
        *,
        name: str,
        snapshot_id: int,
        seed: int,
        ratios: Sequence[float],
        dataset_hash: str,
        manifest: str,
        members: Sequence[SplitMember],
        replace: bool = False,
    ) -> int:
        """Freezes a split; the same one again is the same row.

        Raises:
            UsageError: another one has the name, and ``replace`` is not given.
        """
        with self._writing() as session:
            return results.write_split(
                session,
                self._clock(),
                name=name,
                snapshot_id=snapshot_id,
                seed=seed,
                ratios=ratios,
                dataset_hash=dataset_hash,
                manifest=manifest,
                members=members,
                replace=replace,
            )

    def split(self, name: str) -> SplitRecord:
        """A split by name.

        Raises:
            NotFoundError: there is none.
        """
        with self._reading() as session:
            return results.read_split(session, name)

    def splits(self) -> list[SplitRecord]:
        """All splits, oldest first."""
        with self._reading() as session:
            return results.read_splits(session)

    def add_run(
        self,
        kind: str,
        *,
        split_id: int | None,
        dataset_hash: str,
        seed: int,
        config: Mapping[str, Any],
        code_version: str,
    ) -> int:
        """Starts a training run (``kind``: sft, grpo, ...); returns its id."""
        with self._writing() as session:
            return results.write_run(
                session,
                self._clock(),
                kind=kind,
                split_id=split_id,
                dataset_hash=dataset_hash,
                seed=seed,
                config=dict(config),
                code_version=code_version,
            )

    def finish_run(self, run_id: int, *, status: str = "done", metrics: Mapping[str, Any]) -> None:
        """Says how a run ended: ``done``, ``failed`` or ``interrupted``, and its figures.

        Raises:
            NotFoundError: there is no such run.
        """
        with self._writing() as session:
            results.end_run(session, self._clock(), run_id, status, metrics)

    def run(self, run_id: int) -> RunRecord:
        """A run by id.

        Raises:
            NotFoundError: there is none.
        """
        with self._reading() as session:
            found = results.read_runs(session, run_id)
        if not found:
            raise NotFoundError(f"no run {run_id}", "sensei train sft makes one")
        return found[0]

    def runs(self) -> list[RunRecord]:
        """All runs, oldest first."""
        with self._reading() as session:
            return results.read_runs(session)

    def add_checkpoint(
        self, name: str, *, run_id: int | None, kind: str, path: str, manifest: Mapping[str, Any]
    ) -> int:
        """Records a checkpoint folder; one of the same name is brought up to date."""
        with self._writing() as session:
            return results.write_checkpoint(
                session,
                self._clock(),
                name=name,
                run_id=run_id,
                kind=kind,
                path=path,
                manifest=dict(manifest),
            )

    def checkpoints(self) -> list[CheckpointRecord]:
        """All checkpoints, oldest first."""
        with self._reading() as session:
            return results.read_checkpoints(session)

    # Attempts and verdicts.

    def add_attempt(
        self,
        theorem: TheoremRef,
        *,
        snapshot_id: int,
        generator: str,
        checkpoint: str | None,
        seed: int,
        budget: Budget,
        result: SearchResult,
        proof: str | None,
        events: Sequence[Mapping[str, Any]],
    ) -> int:
        """Stores one search, with its claim if it has one; returns its id."""
        with self._writing() as session:
            return results.write_attempt(
                session,
                self._clock(),
                theorem,
                snapshot_id=snapshot_id,
                generator=generator,
                checkpoint=checkpoint,
                seed=seed,
                budget=budget,
                result=result,
                proof=proof,
                events=events,
            )

    def attempt(self, attempt_id: int) -> AttemptRecord:
        """An attempt with its events.

        Raises:
            NotFoundError: there is none.
        """
        with self._reading() as session:
            return results.read_attempt(session, attempt_id)

    def attempts(
        self,
        *,
        generator: str | None = None,
        checkpoint: str | None = None,
        theorem: str | None = None,
        snapshot_id: int | None = None,
    ) -> list[AttemptRecord]:
        """Attempts, oldest first, without their events."""
        with self._reading() as session:
            return results.read_attempts(
                session,
                generator=generator,
                checkpoint=checkpoint,
                theorem=theorem,
                snapshot_id=snapshot_id,
            )

    def add_verdict(self, claim: Claim, verdict: Verdict, *, attempt_id: int | None) -> int:
        """Stores what the verifier found about a claim; returns its id."""
        with self._writing() as session:
            return results.write_verdict(session, self._clock(), claim, verdict, attempt_id)

    def verdicts(
        self,
        *,
        attempt_id: int | None = None,
        theorem: str | None = None,
        accepted: bool | None = None,
    ) -> list[VerdictRecord]:
        """Verdicts, oldest first."""
        with self._reading() as session:
            return results.read_verdicts(
                session, attempt_id=attempt_id, theorem=theorem, accepted=accepted
            )
