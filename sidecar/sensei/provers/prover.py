"""One theorem: search, claim, verdict, record. Only an accepted verdict makes a proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sensei.core.errors import SenseiError
from sensei.core.protocols import Environment, Generator, Verifier
from sensei.core.types import Budget, Claim, SearchResult, SearchStatus, TheoremRef, Verdict
from sensei.provers.cache import CachedGenerator, ProofCache, proved_scripts
from sensei.provers.hints import PremisesAbove, SnapshotHints
from sensei.provers.minimize import minimized
from sensei.provers.script import proof_text
from sensei.provers.squeeze import squeezed
from sensei.provers.writing import proof_writer
from sensei.search.driver import SearchRun, search
from sensei.search.events import to_record
from sensei.search.options import WHOLE_PROOF, SearchOptions
from sensei.search.protocol import Critic
from sensei.search.whole_proof import write_proofs
from sensei.store import Store


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of one theorem.

    Args:
        theorem: which.
        result: how the search ended; None when it could not even be begun.
        proof: the claimed proof's text, or None.
        verdict: what the verifier found about it, or None.
        error: what went wrong outside the search, or "".
        id: of the attempt in the store, if it was kept.
    """

    theorem: TheoremRef
    result: SearchResult | None
    proof: str | None = None
    verdict: Verdict | None = None
    error: str = ""
    id: int | None = None

    @property
    def claimed(self) -> bool:
        """Whether the search says it found a proof."""
        return self.proof is not None

    @property
    def verified(self) -> bool:
        """Whether Lean accepted the proof."""
        return self.verdict is not None and self.verdict.accepted


class Recorder(Protocol):
    """Keeps attempts and verdicts."""

    def keep(self, run: SearchRun, theorem: TheoremRef, budget: Budget, proof: str | None) -> int:
        """Keeps a search; returns its id."""
        ...

    def judge(self, attempt: int, claim: Claim, verdict: Verdict) -> None:
        """Keeps the verdict about its claim."""
        ...


@dataclass(frozen=True, slots=True)
class StoreRecorder:
    """Keeps them in the database.

    Args:
        snapshot_id: what the theorems are of.
        generator: the generator's name, as shown.
        checkpoint: the checkpoint's folder, or None.
        seed: the generator's seed.
    """

    store: Store
    snapshot_id: int
    generator: str
    checkpoint: str | None
    seed: int

    def keep(self, run: SearchRun, theorem: TheoremRef, budget: Budget, proof: str | None) -> int:
        """Keeps a search; returns its id."""
        return self.store.add_attempt(
            theorem,
            snapshot_id=self.snapshot_id,
            generator=self.generator,
            checkpoint=self.checkpoint,
            seed=self.seed,
            budget=budget,
            result=run.result,
            proof=proof,
            events=[to_record(event) for event in run.events],
        )

    def judge(self, attempt: int, claim: Claim, verdict: Verdict) -> None:
        """Keeps the verdict about its claim."""
        self.store.add_verdict(claim, verdict, attempt_id=attempt)


@dataclass(frozen=True, slots=True)
class Prover:
    """Searches for proofs and has them judged. One for several threads, if its parts are.

    Args:
        generator: offers tactics.
        verifier: judges claims.
        budget: of each search; judging is not in it.
        options: of each search.
        recorder: keeps what happened; None keeps nothing.
        cancelled: asked before anything is recorded; true leaves the attempt out.
        minimize: leave out lines that a verified proof does not need; the shorter proof is the
            attempt's if it is verified as well.
        cache: scripts of goals that were proved before, and where they are kept; None for neither.
        environment: the key of this project's goals in the cache.
        critic: judges goals for the searches that use values; ``options.critic`` names it.
        hints: premises that goals are shown with; None shows none.
    """

    generator: Generator
    verifier: Verifier
    budget: Budget = field(default_factory=Budget)
    options: SearchOptions = field(default_factory=SearchOptions)
    recorder: Recorder | None = None
    cancelled: Callable[[], bool] = lambda: False
    minimize: bool = False
    cache: ProofCache | None = None
    environment: str = ""
    critic: Critic | None = None
    hints: SnapshotHints | None = None

    def prove(self, theorem: TheoremRef, environment: Environment) -> Attempt:
        """Searches for a proof of ``theorem`` and has the claim judged, if there is one.

        Raises:
            NotFoundError: there is no such theorem.
            SenseiError: the database cannot be written.
        """
        generator = self.generator
        if self.hints is not None:
            generator = PremisesAbove(generator, self.hints.of(theorem))
        if self.cache is not None:
            generator = CachedGenerator(generator, self.cache, self.environment)
        run = self._search(theorem, generator, environment)
        result = run.result
        claimed = result.status is SearchStatus.CLAIMED
        proof = proof_text(result.tactics) if claimed else None
        if self.cancelled():
            return Attempt(theorem, result, proof, error="interrupted")
        kept = None
        if self.recorder is not None:
            kept = self.recorder.keep(run, theorem, self.budget, proof)
        if proof is None:
            return Attempt(theorem, result, id=kept)
        claim = Claim(theorem, proof)
        try:
            verdict = self.verifier.verify(claim)
        except SenseiError as error:
            return Attempt(theorem, result, proof, error=f"not judged: {error}", id=kept)
        if self.recorder is not None and kept is not None:
            self.recorder.judge(kept, claim, verdict)
        if self.cache is not None and verdict.accepted:
            self.cache.add_proved_goals(self.environment, proved_scripts(run.events))
        better: list[Callable[..., tuple[str, ...]]] = []
        if self.minimize:
            better.append(minimized)
        if self.options.squeeze:
            better.append(squeezed)
        tactics: Sequence[str] = result.tactics
        for improve in better if verdict.accepted else ():
            claim, verdict, tactics = self._improved(
                improve, claim, verdict, tactics, environment, kept
            )
        return Attempt(theorem, result, claim.proof, verdict, id=kept)

    def _search(
        self, theorem: TheoremRef, generator: Generator, environment: Environment
    ) -> SearchRun:
        if self.options.search == WHOLE_PROOF:
            writer = proof_writer(generator)
            return write_proofs(theorem, writer, environment, self.budget, self.options)
        return search(
            theorem, generator, environment, self.budget, self.options, critic=self.critic
        )

    def _improved(
        self,
        improve: Callable[..., tuple[str, ...]],
        claim: Claim,
        verdict: Verdict,
        tactics: Sequence[str],
        environment: Environment,
        kept: int | None,
    ) -> tuple[Claim, Verdict, Sequence[str]]:
        """What ``improve`` made of a verified proof, its verdict and tactics; or what was given."""
        try:
            others = improve(claim.theorem, tactics, environment, stop=self.cancelled)
            other = Claim(claim.theorem, proof_text(others))
            if other.proof == claim.proof:
                return claim, verdict, tactics
            again = self.verifier.verify(other)
        except SenseiError:
            return claim, verdict, tactics  # what is proved stays proved
        if self.recorder is not None and kept is not None:
            self.recorder.judge(kept, other, again)
        return (other, again, others) if again.accepted else (claim, verdict, tactics)
