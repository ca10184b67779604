"""Provers of a project for Python programs: HFProver, RetrievalProver and ExternalProver.

They put together what the command line does: a generator, the project's step servers, a search and
the verifier. What they find is kept in the project's database like every attempt.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from sensei.core.closing import Closing
from sensei.core.errors import UsageError
from sensei.core.protocols import Generator
from sensei.core.types import Budget, TacticCandidate, TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, gym_launch
from sensei.ingest.identity import project_snapshot
from sensei.models.retrievers import BM25
from sensei.provers.generators import (
    NamedGenerator,
    check_premises,
    is_provided,
    make_generator,
)
from sensei.provers.hints import Entries, PremisesAbove, SnapshotHints
from sensei.provers.prover import Attempt, Prover, StoreRecorder
from sensei.provers.retrievers import index_folder, make_retriever
from sensei.provers.statement import place_statement, statement_problem
from sensei.provers.writing import gym_limits_of
from sensei.search.options import WHOLE_PROOF, SearchOptions
from sensei.settings import load_settings
from sensei.store import Store, default_database, open_store
from sensei.toolchain.workspace import LeanWorkspace, open_workspace, project_root
from sensei.verify.verifier import LeanVerifier

_STATEMENT: Final = re.compile(r"\s*(@\[|/--|theorem\s|lemma\s|example\b)")


class ProjectProver(Closing):
    """Proves theorems of one project, one at a time. A context manager: its end ends the Lean
    processes and closes the database.

    Args:
        named: the generator.
        project: the folder of a Lean project, or one inside it.
        budget: of each search.
        options: of tactic searches; of whole proofs ``candidates``, ``batch_size`` and ``rounds``.
        database: None for the project's own.
        minimize: leave out lines that a verified proof does not need.

    Raises:
        ProjectError: there is no such project.
        ToolchainError: there is no Lean for it.
    """

    def __init__(
        self,
        named: NamedGenerator,
        project: str | Path = ".",
        *,
        budget: Budget | None = None,
        options: SearchOptions | None = None,
        database: str | Path | None = None,
        minimize: bool = False,
    ) -> None:
        self.named = named
        self.budget = budget or Budget()
        self.options = options or SearchOptions(seed=named.seed)
        self._minimize = minimize
        self._root = project_root(Path(project))
        settings = load_settings(self._root)
        self._workspace = open_workspace(self._root, settings)
        place = database or settings.database or default_database(self._root)
        self._store: Store = open_store(place)
        self._pools: dict[tuple[Path, bool], GymPool] = {}

    def close(self) -> None:
        """Ends the Lean processes and closes the database; safe to call twice."""
        for pool in self._pools.values():
            pool.close()
        self._pools.clear()
        self._store.close()

    def search(self, theorem: str) -> Attempt:
        """Searches for a proof tactic by tactic and has it verified.

        Args:
            theorem: the name of a traced theorem, or an end of it that only one has; or a statement
                like ``theorem two : 1 + 1 = 2``, which sees the project's root modules.

        Returns:
            The attempt; ``attempt.verified`` says whether Lean accepted ``attempt.proof``.

        Raises:
            NotFoundError: there is no such theorem.
            SenseiError: the database cannot be written.
        """
        return self._prove(theorem, self.options)

    def write_proof(self, theorem: str) -> Attempt:
        """Has whole proofs written, mended by Lean's errors, and verified; see ``search``."""
        return self._prove(theorem, replace(self.options, search=WHOLE_PROOF))

    def suggest(self, goal: str, count: int = 8) -> list[TacticCandidate]:
        """Tactics for a printed goal, best first, not run.

        Raises:
            ModelError: the model failed.
        """
        return self.named.generator.generate([goal], count)[0]

    def _generator(self, theorem: TheoremRef) -> Generator:
        """The generator of one theorem's search."""
        check_premises(self.named, 0)
        return self.named.generator

    def _prove(self, theorem: str, options: SearchOptions) -> Attempt:
        workspace, snapshot_id, ref = self._find(theorem)
        whole = options.search == WHOLE_PROOF
        pool = self._pools.get((workspace.root, whole))
        if pool is None:
            limits = gym_limits_of(options.search)
            pool = self._pools[workspace.root, whole] = GymPool(gym_launch(workspace), 1, limits)
        named = self.named
        prover = Prover(
            generator=self._generator(ref),
            verifier=LeanVerifier(workspace),
            budget=self.budget,
            options=options,
            recorder=StoreRecorder(
                self._store, snapshot_id, named.name, named.checkpoint, named.seed
            ),
            minimize=self._minimize,
        )
        environment = GymEnvironment(pool)
        try:
            return prover.prove(ref, environment)
        finally:
            environment.close()

    def _find(self, theorem: str) -> tuple[LeanWorkspace, int, TheoremRef]:
        if _STATEMENT.match(theorem):
            problem = statement_problem(theorem, self._root)
            snapshot_id, files = place_statement(self._store, self._workspace, problem)
            return files.workspace, snapshot_id, files.theorems[0]
        snapshot = project_snapshot(self._store, self._root)
        found = self._store.theorem(theorem, snapshot_id=snapshot.id)
        return self._workspace, snapshot.id, found.ref


class HFProver(ProjectProver):
    """A local model: a checkpoint of ours, or any causal language model in Hugging Face's layout,
    through its chat template if it has one.

    Args:
        checkpoint: its folder.
        temperature: None for a beam's best of a checkpoint, 1 of a chat model.
        seed: of its sampling.

    Raises:
        CheckpointError: the folder is no model.
        MissingExtraError: the libraries of models are not installed.
    """

    def __init__(
        self,
        checkpoint: str | Path,
        project: str | Path = ".",
        *,
        temperature: float | None = None,
        seed: int = 0,
        budget: Budget | None = None,
        options: SearchOptions | None = None,
        database: str | Path | None = None,
        minimize: bool = False,
        load_in_4bit: bool = False,
    ) -> None:
        super().__init__(
            make_generator(
                str(checkpoint),
                seed=seed,
                temperature=temperature,
                project=project_root(Path(project)),
                load_in_4bit=load_in_4bit,
            ),
            project,
            budget=budget,
            options=options,
            database=database,
            minimize=minimize,
        )


class RetrievalProver(HFProver):
    """A local model, or one of a provider, that is shown premises of the project with each goal.

    Args:
        checkpoint: see HFProver; or ``PROVIDER:MODEL``.
        premises: how many a goal is shown with.
        retriever: what finds them: ``bm25``, a retriever's checkpoint by folder or name, or
            ``hybrid:CHECKPOINT``.
    """

    def __init__(
        self,
        checkpoint: str | Path,
        project: str | Path = ".",
        *,
        premises: int = 8,
        retriever: str = BM25,
        temperature: float | None = None,
        seed: int = 0,
        budget: Budget | None = None,
        options: SearchOptions | None = None,
        database: str | Path | None = None,
        minimize: bool = False,
        load_in_4bit: bool = False,
    ) -> None:
        super().__init__(
            checkpoint,
            project,
            temperature=temperature,
            seed=seed,
            budget=budget,
            options=options,
            database=database,
            minimize=minimize,
            load_in_4bit=load_in_4bit,
        )
        self._premises = premises
        self._retriever = make_retriever(self._store, retriever, cache=index_folder(self._root))
        self._hints: tuple[int, SnapshotHints] | None = None

    def premises(self, theorem: str, goal: str) -> list[str]:
        """What a goal of ``theorem`` is shown with, ``NAME : STATEMENT``, the best last."""
        return list(self._entries(self._find(theorem)[2])(goal))

    def _generator(self, theorem: TheoremRef) -> Generator:
        if self.named.premises:  # one that was taught without is shown them all the same
            check_premises(self.named, self._premises)
        return PremisesAbove(self.named.generator, self._entries(theorem))

    def _entries(self, theorem: TheoremRef) -> Entries:
        snapshot = project_snapshot(self._store, self._root).id
        if self._hints is None or self._hints[0] != snapshot:
            self._hints = (
                snapshot,
                SnapshotHints(self._store, snapshot, self._premises, self._retriever),
            )
        return self._hints[1].of(theorem)


class ExternalProver(ProjectProver):
    """A model that runs elsewhere: of a provider, or a generator of your own.

    Args:
        model: ``openai:MODEL`` or ``anthropic:MODEL`` (docs/external-models.md), or an object with
            ``generate`` as in core.protocols.Generator, and ``write`` as in ProofWriter if it
            writes proofs.
        name: of an object, as attempts name it.

    Raises:
        UsageError: a name of no provider, no key, no model.
        MissingExtraError: the provider's library is not installed.
    """

    def __init__(
        self,
        model: str | Generator,
        project: str | Path = ".",
        *,
        name: str = "external",
        temperature: float | None = None,
        seed: int = 0,
        budget: Budget | None = None,
        options: SearchOptions | None = None,
        database: str | Path | None = None,
        minimize: bool = False,
    ) -> None:
        if not isinstance(model, str):
            named = NamedGenerator(model, name, None, seed)
        elif is_provided(model):
            root = project_root(Path(project))
            named = make_generator(model, seed=seed, temperature=temperature, project=root)
        else:
            raise UsageError(f"{model!r} is no PROVIDER:MODEL", "a local model is HFProver's")
        super().__init__(
            named,
            project,
            budget=budget,
            options=options,
            database=database,
            minimize=minimize,
        )
