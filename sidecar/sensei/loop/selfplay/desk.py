"""What Lean says of conjectures and proofs: step servers for what is tried, the verifier for what
is believed.

A conjecture is read in a step server that has the project's imports, below the namespaces, openings
and variables of its seed. Proofs of theorems of the project are tried in their own place. What runs
through is compiled and judged in fresh processes (verify/); nothing else counts as right.

Reasons for which a conjecture is rejected here:

- ``does_not_elaborate``: it is no theorem in Lean;
- ``held_out``: it says what a held-out theorem says;
- ``restated``: it says what a known theorem says, up to names and what Lean unfolds (``exact`` of
  the known theorem, at default transparency, closes it);
- ``vacuous``: its hypotheses prove ``False``, and the verifier agrees;
- ``trivial``: one tactic of a list proves it;
- ``lean_died``: Lean took too long, or too much, over it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from sensei.core.errors import LeanProcessError
from sensei.core.protocols import Verifier
from sensei.core.types import Claim, Outcome, TacticFailed, TheoremRef, Verdict, VerdictReason
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, gym_launch
from sensei.envs.process import GymLimits, GymRefused
from sensei.loop.selfplay.base import Base, Gone, closed, fault, renamed
from sensei.loop.selfplay.config import JudgeSettings
from sensei.loop.selfplay.normal import normal_type
from sensei.loop.selfplay.pool import Answer, Checked, JudgeJob, Judgement, ProofJob
from sensei.loop.selfplay.values import NOT_JUDGED, Statement, Tried, TriedProof, key_of
from sensei.provers.problems import Problem, make_problem
from sensei.provers.scratch import write_problems
from sensei.toolchain.limited import Limits
from sensei.toolchain.workspace import LeanWorkspace
from sensei.verify.pool import VerifierPool
from sensei.verify.sampled import SampledTwice
from sensei.verify.second import LEANCHECKER, NANODA, Checker, find_checkers
from sensei.verify.verifier import LeanVerifier

#: Files of the project whose elaboration a desk keeps for the verifier.
_KEPT_FILES: Final = 2
_UNREADABLE: Final = "does_not_elaborate"


@dataclass(eq=False, slots=True)
class LeanDesk:
    """See ``pool.Desk``. Not for two threads at once.

    Args:
        workspace: the project and its Lean.
        settings: what conjectures are judged by.
        proof_seconds: of one proof, in a step server and in each process of the verifier.
        screen_behind: proofs of the project's theorems are first tried behind the whole project,
            and in their own place only where they run through there.
        shared: what judges proofs of the project's theorems, of ``shared_verifier``; the desks of a
            pool are closed together, and the first of them closes it. None makes one.
        second_share: of the accepted proofs, so many are judged by a second checker too.
        clock: monotonic seconds.
    """

    workspace: LeanWorkspace
    settings: JudgeSettings
    proof_seconds: float
    screen_behind: bool = False
    shared: VerifierPool | None = None
    second_share: float = 0.0
    clock: Callable[[], float] = time.monotonic
    _places: GymPool = field(init=False)
    _bases: GymPool = field(init=False)
    _in_place: VerifierPool = field(init=False)
    _own_files: LeanVerifier = field(init=False)
    _checkers: tuple[Checker, ...] = field(init=False, default=())
    _number: int = 0

    def __post_init__(self) -> None:
        folder = self.workspace.root / ".lake" / "sensei" / "problems"
        beside = replace(self.workspace, root=folder)
        limits_s = max(self.settings.seconds, self.proof_seconds)
        self._places = GymPool(
            gym_launch(self.workspace), 1, GymLimits(tactic_s=self.proof_seconds)
        )
        self._bases = GymPool(gym_launch(beside), 1, GymLimits(tactic_s=limits_s, opened=1000))
        self._in_place = self.shared or shared_verifier(
            self.workspace, self.proof_seconds, _KEPT_FILES, self.clock
        )
        # Theorems of one file share its elaboration; a file of its own has nothing to share.
        own = self._in_place.verifier
        self._own_files = LeanVerifier(beside, own.limits, clock=self.clock, imports=own.imports)
        if self.second_share:
            self._checkers = find_checkers(self.workspace)

    def do(self, job: JudgeJob | ProofJob) -> Answer:
        """Does a job."""
        return self.judge(job) if isinstance(job, JudgeJob) else self.check(job)

    def close(self) -> None:
        """Ends the step servers."""
        self._places.close()
        self._bases.close()
        self._in_place.close()

    # Conjectures.

    def judge(self, job: JudgeJob) -> Judgement:
        """Says whether a conjecture is one to try."""
        started = self.clock()
        printed = ""
        try:
            with Base(self._bases, job.statement.base, self.workspace.root) as base:
                reason, detail, printed = self._judged(base, job)
        except Gone as gone:
            reason, detail = "lean_died", str(gone)
        seconds = round(self.clock() - started, 3)
        return Judgement(job.statement.id, reason, detail[:300], printed, seconds)

    def _judged(self, base: Base, job: JudgeJob) -> tuple[str, str, str]:
        statement = job.statement
        name = self._fresh(statement)
        base.limit(self.settings.seconds)
        error = base.elaborate(statement, name, "sorry")
        if error:
            return _UNREADABLE, error, ""
        full = _problem(statement, name).theorem
        try:
            printed = str(base.ask("env.inspect", {"name": full})["type"]["pp"])
            state = int(base.ask("goal.start", {"expr": f"type_of% @{full}"})["stateId"])
        except GymRefused as refused:
            return _UNREADABLE, refused.desc, ""
        if said_key(printed) in job.held_out:
            return "held_out", "the same printed type", printed
        if self.settings.restated:
            known = base.restates(state, job.known)
            if known:
                return ("held_out" if known in job.held_out else "restated"), known, printed
        if job.vacuity and not base.ends_in_false(state):
            against = [f"intros\nexfalso\n{tactic}" for tactic in self.settings.false_by]
            for tactic, answer in zip(against, base.run(state, against), strict=True):
                if closed(answer) and self._verdict(statement, tactic)[1].accepted:
                    return "vacuous", tactic.rpartition("\n")[2], printed
        easy = [f"intros\n{tactic}" for tactic in self.settings.trivial]
        for tactic, answer in zip(self.settings.trivial, base.run(state, easy), strict=True):
            if closed(answer):
                return "trivial", tactic, printed
        return "", "", printed

    def printed(self, base_text: str, names: Sequence[str]) -> dict[str, str]:
        """The types of constants as Lean prints them, closed and with full names; those that there
        are."""
        found = {}
        with Base(self._bases, base_text, self.workspace.root) as base:
            for name in names:
                try:
                    found[name] = str(base.ask("env.inspect", {"name": name})["type"]["pp"])
                except GymRefused:
                    continue
                except Gone as gone:
                    raise LeanProcessError(f"Lean died over {name}: {gone}") from None
        return found

    # Proofs.

    def check(self, job: ProofJob) -> Checked:
        """Says which proofs are right."""
        started = self.clock()
        known = {proof.proof: proof for proof in job.known}
        new = [proof for proof, _ in job.proofs if proof not in known]
        found = dict(zip(new, self._tried(job.statement, new), strict=True))
        passed = sorted((p for p in new if not found[p]), key=lambda p: (len(p), p))
        verdicts: list[tuple[Claim, Verdict]] = []
        right: dict[str, tuple[float, tuple[str, ...]]] = {}
        already = sum(known[proof].right for proof, _ in job.proofs if proof in known)
        for proof in passed:
            if len(right) + already >= job.verified:
                found[proof] = NOT_JUDGED
                continue
            claim, verdict = self._verdict(job.statement, proof)
            verdicts.append((claim, verdict))
            found[proof] = verdict.reason.value
            if verdict.accepted:
                used = self.uses(job.statement, proof)
                lemmas = tuple(name for name in used if name in job.lemmas)
                right[proof] = (round(verdict.seconds, 3), lemmas)
        proofs = []
        for proof, times in job.proofs:
            if proof in known:
                proofs.append(replace(known[proof], times=times))
            else:
                seconds, uses = right.get(proof, (0.0, ()))
                proofs.append(TriedProof(proof, times, proof in right, found[proof], seconds, uses))
        tried = Tried(
            job.statement.id,
            job.samples,
            tuple(proofs),
            checks=len(new),
            verdicts=len(verdicts),
            tier_b=sum(verdict.tier == "B" for _, verdict in verdicts),
            refused=sum(_by_checker(verdict) for _, verdict in verdicts),
            seconds=round(self.clock() - started, 3),
        )
        return Checked(tried, tuple(verdicts))

    def _tried(self, statement: Statement, proofs: Sequence[str]) -> list[str]:
        """Of each proof why it is none, "" where it runs through."""
        if not proofs:
            return []
        if statement.place is None:
            return self._tried_behind(statement, proofs)
        if not self.screen_behind:
            return self._tried_in_place(statement.place, proofs)
        found = dict(zip(proofs, self._tried_behind(statement, proofs), strict=True))
        # The theorem itself, and what comes after it, is there for what ran through.
        again = [p for p in proofs if found[p] in ("", _UNREADABLE)]
        if again:
            found |= zip(again, self._tried_in_place(statement.place, again), strict=True)
        return [found[proof] for proof in proofs]

    def _tried_behind(self, statement: Statement, proofs: Sequence[str]) -> list[str]:
        """In a file of its own behind the project."""
        try:
            with Base(self._bases, statement.base, self.workspace.root) as base:
                base.limit(self.proof_seconds)
                state = base.open(statement, self._fresh(statement))
                if state is None:
                    return [_UNREADABLE] * len(proofs)
                return [fault(answer) for answer in base.run(state, proofs)]
        except Gone:
            pass
        return [self._tried_alone(statement, proof) for proof in proofs]

    def _tried_alone(self, statement: Statement, proof: str) -> str:
        """After the server died: one proof in a server that nothing else was done in."""
        try:
            with Base(self._bases, statement.base, self.workspace.root) as base:
                state = base.open(statement, self._fresh(statement))
                return _UNREADABLE if state is None else fault(base.run(state, [proof])[0])
        except Gone:
            return "crash"

    def _tried_in_place(self, place: TheoremRef, proofs: Sequence[str]) -> list[str]:
        with GymEnvironment(self._places, self.clock) as environment:
            root = environment.open(place)
            outcomes: list[Outcome] = []
            # What is left of a batch is asked for again: the time for one is the time for all.
            while len(outcomes) < len(proofs):
                outcomes += environment.apply(root, proofs[len(outcomes) :])
            found = []
            for outcome in outcomes:
                if isinstance(outcome, TacticFailed):
                    found.append(outcome.kind.value)
                else:
                    environment.release([outcome.state])
                    found.append("goals_left" if outcome.state.goals else "")
            return found

    def _verdict(self, statement: Statement, proof: str) -> tuple[Claim, Verdict]:
        """The verifier's word on a proof."""
        lines = "".join(f"\n  {line}" if line else "\n" for line in proof.split("\n"))
        if statement.place is not None:
            claim = Claim(statement.place, f"by{lines}")
            return claim, self._twice(self._in_place, self._in_place.verifier).verify(claim)
        files = write_problems(self.workspace, [_problem(statement, _stable_name(statement))])
        claim = Claim(files.theorems[0], f"by{lines}")
        return claim, self._twice(self._own_files, self._own_files).verify(claim)

    def _twice(self, first: Verifier, own: LeanVerifier) -> SampledTwice:
        """A verifier that shows a share of what it accepts to the checkers that there are."""
        second = replace(own, checkers=self._checkers) if self._checkers else None
        return SampledTwice(first, second, self.second_share)

    def uses(self, statement: Statement, proof: str) -> tuple[str, ...]:
        """Full names of the constants in the elaborated proof, parts that Lean split off included,
        sorted; none where it cannot be elaborated once more behind the project."""
        name = self._fresh(statement)
        full = _problem(statement, name).theorem
        try:
            with Base(self._bases, statement.base, self.workspace.root) as base:
                base.limit(self.proof_seconds)
                if base.elaborate(statement, name, proof):
                    return ()
                seen: set[str] = set()
                todo, found = [full], set()
                while todo:
                    at = todo.pop()
                    if at in seen:
                        continue
                    seen.add(at)
                    answer = base.ask("env.inspect", {"name": at, "dependency": True})
                    for used in map(str, answer.get("valueDependency", ())):
                        if used.startswith(f"{full}."):
                            todo.append(used)
                        else:
                            found.add(used)
                return tuple(sorted(found - {full}))
        except (Gone, GymRefused):
            return ()

    def _fresh(self, statement: Statement) -> str:
        """A name that nothing in the server has."""
        self._number += 1
        return f"{_stable_name(statement)}_{self._number}"


def shared_verifier(
    workspace: LeanWorkspace,
    proof_seconds: float,
    files: int,
    clock: Callable[[], float] = time.monotonic,
) -> VerifierPool:
    """What judges proofs of a project's theorems, for several desks.

    Args:
        files: whose elaboration is kept at a time.
    """
    limits = Limits(timeout_s=max(60.0, 2 * proof_seconds))
    return VerifierPool(LeanVerifier(workspace, limits, clock=clock), servers=files)


def said_key(printed: str) -> str:
    """A hash of a type as Lean prints it with full names."""
    return key_of("said", normal_type(printed))


def _problem(statement: Statement, name: str) -> Problem:
    """A statement under another name as a file of its own."""
    text = renamed(statement.text, name)
    return make_problem(text, name=statement.id, header=statement.header)


def _by_checker(verdict: Verdict) -> bool:
    """Whether a second checker refused a proof, which Lean's own kernel had accepted."""
    named = verdict.detail.partition(":")[0] in (LEANCHECKER, NANODA)
    return named and verdict.reason is VerdictReason.KERNEL_REJECTED


def _stable_name(statement: Statement) -> str:
    return f"sensei_{hashlib.sha256(statement.id.encode()).hexdigest()[:12]}"
