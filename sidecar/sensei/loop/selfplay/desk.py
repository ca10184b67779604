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
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from sensei.core.errors import LeanProcessError, StoreError
from sensei.core.types import Claim, Outcome, TacticFailed, TheoremRef, Verdict
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, Lease, gym_launch
from sensei.envs.process import GymDied, GymLimits, GymRefused
from sensei.envs.protocol import failure_of
from sensei.loop.selfplay.config import JudgeSettings
from sensei.loop.selfplay.normal import normal_type
from sensei.loop.selfplay.pool import Answer, Checked, JudgeJob, Judgement, ProofJob
from sensei.loop.selfplay.statements import namespaces_of
from sensei.loop.selfplay.values import Statement, Tried, TriedProof, key_of
from sensei.provers.problems import Problem, make_problem
from sensei.provers.scratch import write_problems
from sensei.toolchain.limited import Limits
from sensei.toolchain.workspace import LeanWorkspace
from sensei.verify.pool import VerifierPool
from sensei.verify.verifier import LeanVerifier

#: Names in one `first | exact @a | …`; a tactic has at most 4,096 bytes.
_TOGETHER_BYTES: Final = 3000
#: Files of the project whose elaboration a desk keeps for the verifier.
_KEPT_FILES: Final = 2
_NAMED: Final = re.compile(r"^\s*(?:theorem|lemma)\s+(?![({\[⦃:])(?:«[^»]*»|[^\s({\[⦃:])+")
_WORD: Final = re.compile(r"^\s*(?:theorem|lemma)\b")
_FALSE: Final = re.compile(r"⊢ False\s*\Z")


class _Gone(Exception):
    """The server died over a request."""


@dataclass(eq=False, slots=True)
class LeanDesk:
    """See ``pool.Desk``. Not for two threads at once.

    Args:
        workspace: the project and its Lean.
        settings: what conjectures are judged by.
        proof_seconds: of one proof, in a step server and in each process of the verifier.
        clock: monotonic seconds.
    """

    workspace: LeanWorkspace
    settings: JudgeSettings
    proof_seconds: float
    clock: Callable[[], float] = time.monotonic
    _places: GymPool = field(init=False)
    _bases: GymPool = field(init=False)
    _in_place: VerifierPool = field(init=False)
    _own_files: LeanVerifier = field(init=False)
    _number: int = 0

    def __post_init__(self) -> None:
        folder = self.workspace.root / ".lake" / "sensei" / "problems"
        beside = replace(self.workspace, root=folder)
        limits_s = max(self.settings.seconds, self.proof_seconds)
        self._places = GymPool(
            gym_launch(self.workspace), 1, GymLimits(tactic_s=self.proof_seconds)
        )
        self._bases = GymPool(gym_launch(beside), 1, GymLimits(tactic_s=limits_s, opened=1000))
        limits = Limits(timeout_s=max(60.0, 2 * self.proof_seconds))
        verifier = LeanVerifier(self.workspace, limits, clock=self.clock)
        # Theorems of one file share its elaboration; a file of its own has nothing to share.
        self._in_place = VerifierPool(verifier, servers=_KEPT_FILES)
        self._own_files = LeanVerifier(beside, limits, clock=self.clock, imports=verifier.imports)

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
            with _Base(self._bases, job.statement.base, self.workspace.root) as base:
                reason, detail, printed = self._judged(base, job)
        except _Gone as gone:
            reason, detail = "lean_died", str(gone)
        seconds = round(self.clock() - started, 3)
        return Judgement(job.statement.id, reason, detail[:300], printed, seconds)

    def _judged(self, base: _Base, job: JudgeJob) -> tuple[str, str, str]:
        statement = job.statement
        name = self._fresh(statement)
        base.limit(self.settings.seconds)
        error = base.elaborate(statement, name, "sorry")
        if error:
            return "does_not_elaborate", error, ""
        full = _problem(statement, name).theorem
        try:
            printed = str(base.ask("env.inspect", {"name": full})["type"]["pp"])
            state = int(base.ask("goal.start", {"expr": f"type_of% @{full}"})["stateId"])
        except GymRefused as refused:
            return "does_not_elaborate", refused.desc, ""
        if said_key(printed) in job.held_out:
            return "held_out", "the same printed type", printed
        if self.settings.restated:
            known = base.restates(state, job.known)
            if known:
                return ("held_out" if known in job.held_out else "restated"), known, printed
        (first,) = base.run(state, ["intros"])
        goals = first.get("goals") or [{"pretty": ""}]
        if not _FALSE.search(str(goals[0].get("pretty", ""))):
            against = [f"intros\nexfalso\n{tactic}" for tactic in self.settings.false_by]
            for tactic, answer in zip(against, base.run(state, against), strict=True):
                if _closed(answer) and self._verdict(statement, tactic)[1].accepted:
                    return "vacuous", tactic.rpartition("\n")[2], printed
        easy = [f"intros\n{tactic}" for tactic in self.settings.trivial]
        for tactic, answer in zip(self.settings.trivial, base.run(state, easy), strict=True):
            if _closed(answer):
                return "trivial", tactic, printed
        return "", "", printed

    def printed(self, base_text: str, names: Sequence[str]) -> dict[str, str]:
        """The types of constants as Lean prints them, closed and with full names; those that there
        are."""
        found = {}
        with _Base(self._bases, base_text, self.workspace.root) as base:
            for name in names:
                try:
                    found[name] = str(base.ask("env.inspect", {"name": name})["type"]["pp"])
                except GymRefused:
                    continue
                except _Gone as gone:
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
                found[proof] = "not_judged"
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
            seconds=round(self.clock() - started, 3),
        )
        return Checked(tried, tuple(verdicts))

    def _tried(self, statement: Statement, proofs: Sequence[str]) -> list[str]:
        """Of each proof why it is none, "" where it runs through."""
        if not proofs:
            return []
        if statement.place is not None:
            return self._tried_in_place(statement.place, proofs)
        try:
            with _Base(self._bases, statement.base, self.workspace.root) as base:
                base.limit(self.proof_seconds)
                state = base.open(statement, self._fresh(statement))
                if state is None:
                    return ["does_not_elaborate"] * len(proofs)
                return [_fault(answer) for answer in base.run(state, proofs)]
        except _Gone:
            pass
        return [self._tried_alone(statement, proof) for proof in proofs]

    def _tried_alone(self, statement: Statement, proof: str) -> str:
        """After the server died: one proof in a server that nothing else was done in."""
        try:
            with _Base(self._bases, statement.base, self.workspace.root) as base:
                state = base.open(statement, self._fresh(statement))
                return (
                    "does_not_elaborate" if state is None else _fault(base.run(state, [proof])[0])
                )
        except _Gone:
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
            return claim, self._in_place.verify(claim)
        files = write_problems(self.workspace, [_problem(statement, _stable_name(statement))])
        claim = Claim(files.theorems[0], f"by{lines}")
        return claim, self._own_files.verify(claim)

    def uses(self, statement: Statement, proof: str) -> tuple[str, ...]:
        """Full names of the constants in the elaborated proof, parts that Lean split off included,
        sorted; none where it cannot be elaborated once more behind the project."""
        name = self._fresh(statement)
        full = _problem(statement, name).theorem
        try:
            with _Base(self._bases, statement.base, self.workspace.root) as base:
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
        except (_Gone, GymRefused):
            return ()

    def _fresh(self, statement: Statement) -> str:
        """A name that nothing in the server has."""
        self._number += 1
        return f"{_stable_name(statement)}_{self._number}"


def said_key(printed: str) -> str:
    """A hash of a type as Lean prints it with full names."""
    return key_of("said", normal_type(printed))


def renamed(text: str, name: str) -> str:
    """A statement under another name."""
    found = _NAMED.match(text) or _WORD.match(text)
    return f"theorem {name}{text[found.end() :] if found else ' ' + text}"


def _problem(statement: Statement, name: str) -> Problem:
    """A statement under another name as a file of its own."""
    text = renamed(statement.text, name)
    return make_problem(text, name=statement.id, header=statement.header)


def _stable_name(statement: Statement) -> str:
    return f"sensei_{hashlib.sha256(statement.id.encode()).hexdigest()[:12]}"


@dataclass(eq=False, slots=True)
class _Base:
    """A step server behind a text of imports. A context: the server is given back at its end."""

    pool: GymPool
    text: str
    root: Path
    _lease: Lease | None = None

    def __enter__(self) -> _Base:
        module = f"B{hashlib.sha256(self.text.encode()).hexdigest()[:24]}"
        folder = self.root / ".lake" / "sensei" / "problems"
        path = folder / f"{module}.lean"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Others may write the same at the same time.
            if not path.is_file() or path.read_text("utf-8") != self.text:
                own = path.with_suffix(f".{id(self)}.tmp")
                own.write_text(self.text, "utf-8")
                own.replace(path)
        except OSError as error:
            raise StoreError(
                f"{folder} cannot be written: {error.strerror}", "free space"
            ) from None
        self._lease = self.pool.lease(TheoremRef("", module, path.name))
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._lease is not None:
            self._lease.give_back()

    def ask(self, command: str, payload: dict[str, Any]) -> dict[str, Any]:
        """An answer.

        Raises:
            GymRefused: it is an error.
            _Gone: the server died.
        """
        assert self._lease is not None
        try:
            return self._lease.process.request(command, payload)
        except GymDied as died:
            self.pool.check_open()
            raise _Gone(str(died)) from None

    def limit(self, seconds: float) -> None:
        """How long each tactic and command may take from now on."""
        self.ask("options.set", {"timeout": round(1000 * seconds)})

    def elaborate(self, statement: Statement, name: str, proof: str) -> str:
        """Adds the statement with a proof under a name; what is wrong with it, "" if nothing."""
        text, commands = _file(statement, name, proof)
        assert self._lease is not None
        self._lease.process.opened += 1  # it keeps all that is added
        try:
            answer = self.ask("frontend.process", {"file": text, "inheritEnv": True})
        except GymRefused as refused:
            return refused.desc or refused.kind
        units = answer.get("units", [])
        for unit in units:
            for message in unit.get("messages", ()):
                if message.get("severity") == "error":
                    return str(message.get("data", "error")).split("\n")[0] or "error"
        if len(units) != commands:
            return f"{len(units)} commands where {commands} were meant"
        return ""

    def open(self, statement: Statement, name: str) -> int | None:
        """The state at the beginning of the statement's proof; None if it is no statement."""
        text, _ = _file(statement, name, "sorry")
        try:
            targets = self.ask("frontend.distil", {"file": text}).get("targets", [])
        except GymRefused:
            return None
        return int(targets[0]["stateId"]) if len(targets) == 1 else None

    def run(self, state: int, tactics: Sequence[str]) -> list[dict[str, Any]]:
        """What came of each tactic on a state."""
        answers: list[dict[str, Any]] = []
        limit = self.pool.limits.tactic_bytes
        while len(answers) < len(tactics):
            rest = tactics[len(answers) :]
            if len(rest[0].encode()) > limit:
                answers.append({"failure": "forbidden"})
                continue
            fitting = []
            for tactic in rest:
                if len(tactic.encode()) > limit:
                    break
                fitting.append(tactic)
            payload = {
                "stateId": state,
                "tactics": fitting,
                "beginWithin": round(self.pool.limits.tactic_s * 1000),
            }
            results = self.ask("gym.batch", payload)["results"]
            if not 0 < len(results) <= len(fitting):
                raise LeanProcessError("Lean's step server sent results that are none")
            answers += results
        return answers

    def restates(self, state: int, known: Sequence[str]) -> str:
        """The first of some theorems that says the same; "" for none."""
        for names in _chunks(known):
            together = "first\n" + "\n".join(f"| exact @{name}" for name in names)
            (answer,) = self.run(state, [together])
            # What runs out of time or heartbeats hides what comes after it.
            if not _closed(answer) and answer.get("failure") == "tactic":
                continue
            each = self.run(state, [f"exact @{name}" for name in names])
            for name, single in zip(names, each, strict=True):
                if _closed(single):
                    return name
        return ""


def _file(statement: Statement, name: str, proof: str) -> tuple[str, int]:
    """The statement in its scope, and how many commands that is."""
    scope = [line for line in statement.scope.split("\n") if line.strip()]
    opened = namespaces_of(statement.scope)
    body = "".join(f"\n  {line}" if line else "\n" for line in proof.split("\n"))
    ends = [f"end {namespace}" for namespace in reversed(opened)]
    theorem = f"{renamed(statement.text, name)} := by{body}"
    lines = ["section", *scope, theorem, *ends, "end"]
    return "\n".join(lines) + "\n", len(lines)


def _chunks(names: Sequence[str]) -> list[list[str]]:
    chunks: list[list[str]] = []
    size = 0
    for name in names:
        cost = len(name.encode()) + 10
        if not chunks or size + cost > _TOGETHER_BYTES:
            chunks.append([])
            size = 0
        chunks[-1].append(name)
        size += cost
    return chunks


def _closed(answer: dict[str, Any]) -> bool:
    return _fault(answer) == ""


def _fault(answer: dict[str, Any]) -> str:
    """Why a result of a tactic closes nothing; "" where it does."""
    failure = failure_of(answer)
    if failure is not None:
        return failure[0].value
    return "goals_left" if answer.get("goals") else ""
