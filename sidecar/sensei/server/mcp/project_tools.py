"""What the tools do, without the protocol: one project, its Lean, its database, its model.

Each part is made when a tool first needs it. Safe to use from several threads; Lean works for one
tool at a time.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from sensei.core.errors import CheckpointError, LeanProcessError, NotFoundError, UsageError
from sensei.core.types import Budget, Claim, TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, gym_launch
from sensei.ingest import default_traces, ingest
from sensei.ingest.identity import project_snapshot
from sensei.provers.evaluate import OneAtATime
from sensei.provers.generators import (
    FIXED,
    NamedGenerator,
    check_premises,
    checkpoint_folder,
    make_generator,
)
from sensei.provers.prover import Prover, StoreRecorder
from sensei.provers.retrievers import index_folder, make_retriever
from sensei.provers.statement import place_statement, statement_problem
from sensei.provers.writing import gym_limits_of
from sensei.search.options import SEARCHES, SearchOptions
from sensei.server.limits import Limits
from sensei.server.mcp.declarations import search_declarations
from sensei.server.mcp.positions import goals_at
from sensei.server.premises import SnapshotPremises
from sensei.server.searching import StoppableEnvironment
from sensei.settings import load_settings
from sensei.store import Store
from sensei.toolchain.limited import run_in_front
from sensei.toolchain.native import with_compiled_worker
from sensei.toolchain.workspace import LeanWorkspace, open_workspace
from sensei.verify.verifier import LeanVerifier
from sensei.wire.v1 import tactic_pb2

MAX_SECONDS = 600.0
MAX_FOUND = 200
_LIMITS = Limits()
Say = Callable[[str], None]


class ProjectTools:
    """See each tool in ``app.py``. ``close`` ends the Lean processes; the store is the caller's.

    Args:
        generator: as ``sensei prove --generator`` takes it; None for the newest checkpoint, or ten
            fixed tactics where there is none.
        retriever: as ``sensei serve --retriever`` takes it.
        say: told what takes a while.
    """

    def __init__(
        self,
        root: Path,
        store: Store,
        *,
        generator: str | None,
        retriever: str,
        seed: int,
        say: Say,
    ) -> None:
        self._root, self._store, self._say = root, store, say
        self._wanted, self._retriever, self._seed = generator, retriever, seed
        self._models, self._lean = threading.Lock(), threading.Lock()
        self._named: NamedGenerator | None = None
        self._premises: SnapshotPremises | None = None
        self._workspace: LeanWorkspace | None = None
        self._pools: dict[tuple[Path, str], GymPool] = {}

    def close(self) -> None:
        """Ends the Lean processes: what a tool still does in them fails."""
        for pool in list(self._pools.values()):
            pool.close()
        if self._premises is not None:
            self._premises.close()

    def trace(self, force: bool) -> dict[str, Any]:
        """Builds and traces the project and puts it into the database."""
        with self._lean:
            self._forget_lean()
            workspace = with_compiled_worker(self._opened(), load_settings(self._root))
            out = default_traces(self._root)
            lines = _Events(self._say)
            code = run_in_front(
                workspace.program(
                    "Trace",
                    *("--kind", workspace.toolchain_kind, "--out", str(out), "--events"),
                    *(["--force"] if force else []),
                ),
                cwd=self._root,
                env=workspace.env,
                on_line=lines.take,
            )
            if not lines.ended:
                raise LeanProcessError(
                    f"the tracer ended with exit code {code}",
                    "run `sensei trace` in the project: it says why",
                )
            report = ingest(out, self._store, self._root)
        counts = report.counts
        return {
            "modules": counts.modules,
            "unchanged": report.unchanged,
            "declarations": counts.declarations,
            "theorems": counts.theorems,
            "steps": counts.steps,
            "failures": lines.failures,
        }

    def goals(self, file: str, line: int, column: int | None) -> dict[str, Any]:
        """The goals at a place."""
        return goals_at(self._store, self._snapshot(), self._root, file, line, column)

    def suggest(self, goal: str, count: int) -> dict[str, Any]:
        """Tactics for a goal."""
        message = tactic_pb2.GoalContext(pretty=goal)
        _LIMITS.check_goals([message])
        wanted = _LIMITS.candidates_of(_positive(count), count)
        named = self._generator()
        (offers,) = named.generator.generate([goal], wanted)
        tactics = [{"tactic": o.tactic, "log_prob": o.log_prob} for o in offers]
        return {"model": named.name, "tactics": tactics}

    def premises(self, goal: str, count: int, module: str) -> dict[str, Any]:
        """Premises for a goal."""
        request = tactic_pb2.SelectPremisesRequest(
            goal=tactic_pb2.GoalContext(pretty=goal, module=module), count=_positive(count)
        )
        with self._models:
            if self._premises is None:
                retriever = None
                if self._retriever != "bm25":
                    retriever = make_retriever(
                        self._store,
                        self._retriever,
                        cache=index_folder(self._root),
                        loading=lambda what: self._say(f"loading {what}"),
                    )
                self._premises = SnapshotPremises(self._store, self._root, retriever)
        reply = self._premises.select(request, _LIMITS)
        found = [{"name": p.name, "module": p.module, "score": p.score} for p in reply.premises]
        return {"retriever": reply.model, "premises": found}

    def prove(
        self, theorem: str, statement: str, seconds: float, search: str, stop: threading.Event
    ) -> dict[str, Any]:
        """A search, judged; it ends at the next tactic once ``stop`` is set."""
        if search not in SEARCHES:
            raise UsageError(f"no search '{search}'", f"known: {', '.join(SEARCHES)}")
        if not 0 < seconds <= MAX_SECONDS:
            raise UsageError(f"seconds = {seconds:g}: more than 0, at most {MAX_SECONDS:g}")
        named = self._generator()
        with self._lean:
            workspace, snapshot, ref = self._target(theorem, statement)
            key = (workspace.root, search)
            if key not in self._pools:
                limits = gym_limits_of(search)
                self._pools[key] = GymPool(gym_launch(workspace), 1, limits)
            prover = Prover(
                generator=named.generator,
                verifier=LeanVerifier(workspace),
                budget=Budget(seconds),
                options=SearchOptions(search=search, seed=self._seed),
                recorder=StoreRecorder(
                    self._store, snapshot, named.name, named.checkpoint, named.seed
                ),
            )
            environment = GymEnvironment(self._pools[key])
            try:
                attempt = prover.prove(ref, StoppableEnvironment(environment, stop))
            finally:
                environment.close()
        result = attempt.result
        return {
            "theorem": attempt.theorem.name,
            "verified": attempt.verified,
            "proof": attempt.proof if attempt.verified else None,
            "status": result.status.value if result else "error",
            "detail": attempt.error or (result.detail if result else ""),
            "rejected": attempt.verdict.reason.value
            if attempt.verdict and not attempt.verified
            else None,
            "attempt": attempt.id,
            "model": named.name,
        }

    def verify(self, theorem: str, statement: str, proof: str) -> dict[str, Any]:
        """The verdict on a proof."""
        if not proof.strip():
            raise UsageError("the proof is empty", "give what follows ':=', as in: by simp")
        if len(proof.encode()) > _LIMITS.goal_bytes:
            raise UsageError(f"a proof of more than {_LIMITS.goal_bytes} bytes")
        with self._lean:
            workspace, _, ref = self._target(theorem, statement)
            verdict = LeanVerifier(workspace).verify(Claim(ref, proof))
        return {
            "theorem": ref.name,
            "accepted": verdict.accepted,
            "reason": verdict.reason.value,
            "detail": verdict.detail,
            "axioms": list(verdict.axioms),
        }

    def search(self, query: str, limit: int) -> dict[str, Any]:
        """Declarations by words."""
        if not query.strip():
            raise UsageError("the query is empty", "give words of a name or a statement")
        found, total = search_declarations(
            self._store, self._snapshot(), query, min(_positive(limit), MAX_FOUND)
        )
        return {"total": total, "declarations": found}

    def _snapshot(self) -> int:
        try:
            return project_snapshot(self._store, self._root).id
        except NotFoundError as error:
            raise NotFoundError(error.what, "call the tool `trace` first") from None

    def _generator(self) -> NamedGenerator:
        with self._models:
            if self._named is None:
                try:
                    wanted = checkpoint_folder(self._store, self._wanted, self._root)
                except CheckpointError:
                    if self._wanted is not None:
                        raise
                    wanted = FIXED
                named = make_generator(
                    wanted,
                    seed=self._seed,
                    project=self._root,
                    loading=lambda what: self._say(f"loading {what}"),
                )
                check_premises(named, 0)
                if not getattr(named.generator, "concurrent", False):
                    named = _shared(named)
                self._named = named
            return self._named

    def _target(self, theorem: str, statement: str) -> tuple[LeanWorkspace, int, TheoremRef]:
        if bool(theorem) == bool(statement):
            raise UsageError("give a theorem's name or a statement, one of them")
        if statement:
            problem = statement_problem(statement, self._root)
            snapshot, files = place_statement(self._store, self._opened(), problem)
            return files.workspace, snapshot, files.theorems[0]
        snapshot = self._snapshot()
        found = self._store.theorem(theorem, snapshot_id=snapshot)
        return self._opened(), snapshot, found.ref

    def _opened(self) -> LeanWorkspace:
        if self._workspace is None:
            self._workspace = open_workspace(self._root, load_settings(self._root))
        return self._workspace

    def _forget_lean(self) -> None:
        """So that what is built anew is what Lean sees."""
        for pool in self._pools.values():
            pool.close()
        self._pools.clear()
        self._workspace = None


class _Events:
    """The tracer's events: whether it came to its end, and what failed."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self.ended = False
        self.failures: list[dict[str, str]] = []

    def take(self, line: str) -> None:
        event = json.loads(line)
        self.ended = self.ended or event["event"] == "end"
        if event["event"] != "module":
            return
        self._say(f"traced {event['module']} ({event['done']} of {event['total']})")
        if "reason" in event:
            self.failures.append({name: event[name] for name in ("module", "reason", "message")})


def _shared(named: NamedGenerator) -> NamedGenerator:
    return replace(named, generator=OneAtATime(named.generator))


def _positive(count: int) -> int:
    if count < 1:
        raise UsageError(f"{count}: at least 1 is asked for")
    return count
