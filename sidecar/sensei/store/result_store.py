"""The store's results: splits, runs, checkpoints, attempts and verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sensei.core.errors import NotFoundError
from sensei.core.types import Budget, Claim, SearchResult, TheoremRef, Verdict
from sensei.store import results
from sensei.store.base import Database
from sensei.store.records import (
    AttemptRecord,
    CheckpointRecord,
    RunRecord,
    SplitMember,
    SplitRecord,
    VerdictRecord,
)


class ResultStore(Database):
    """What was done with the traces. Every write method is one transaction."""

    # Splits, runs, checkpoints.

    def put_split(
        self,
        *,
        name: str,
        snapshot_id: int,
        strategy: str = "random",
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
                strategy=strategy,
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

    def add_verdict(
        self,
        claim: Claim,
        verdict: Verdict,
        *,
        attempt_id: int | None,
        snapshot_id: int | None = None,
    ) -> int:
        """Stores what the verifier found about a claim; returns its id.

        ``snapshot_id`` is what the theorem is of: without it the attempt's, if there is one.
        """
        with self._writing() as session:
            return results.write_verdict(
                session, self._clock(), claim, verdict, attempt_id, snapshot_id
            )

    def verdicts(
        self,
        *,
        attempt_id: int | None = None,
        theorem: str | None = None,
        accepted: bool | None = None,
        snapshot_id: int | None = None,
    ) -> list[VerdictRecord]:
        """Verdicts, oldest first."""
        with self._reading() as session:
            return results.read_verdicts(
                session,
                attempt_id=attempt_id,
                theorem=theorem,
                accepted=accepted,
                snapshot_id=snapshot_id,
            )
