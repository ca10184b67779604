"""Claims about HOL Light's statements: the proof run again, and the theorem that came of it.

A fresh process, forked from the one that loaded HOL Light, runs the script from the statement on.
What its tactics justify is a ``thm``, which only HOL Light's kernel can make. It is accepted if it
has no hypotheses, says the very statement, and the theory's axioms, definitions, types and
constants are what they were.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sensei.core.errors import NotFoundError
from sensei.core.types import Claim, FailureKind, Verdict, VerdictReason
from sensei.envs.hol_light.server import HolLightServer, ProofDied

#: HOL Light's own axioms: its theory rests on them whatever a proof uses.
AXIOMS = ("ETA_AX", "INFINITY_AX", "SELECT_AX")
_REASONS = {
    "timeout": VerdictReason.TIMEOUT,
    "memory": VerdictReason.MEMORY,
    "crash": VerdictReason.CRASH,
}


def script_of(proof: str) -> list[str]:
    """The tactics of a proof, without the ``by``, indentation and bullets that searches write
    for Lean: each runs on the first goal that is left, so their order says all."""
    lines = [line.strip() for line in proof.strip().splitlines()]
    if lines and lines[0] == "by":
        del lines[0]
    bare = []
    for line in lines:
        while line.startswith("· "):
            line = line[2:].lstrip()
        if line and line != "done":
            bare.append(line)
    return bare


@dataclass(frozen=True, slots=True)
class HolLightVerifier:
    """Judges claims (core.protocols.Verifier).

    Args:
        server: gives processes.
        statements: by name.
        clock: monotonic seconds.
    """

    server: Callable[[], HolLightServer]
    statements: Mapping[str, str]
    clock: Callable[[], float] = time.monotonic

    def verify(self, claim: Claim) -> Verdict:
        """Judges one claim.

        Raises:
            NotFoundError: there is no such statement.
            LeanProcessError: HOL Light does not start.
        """
        started = self.clock()
        statement = self.statements.get(claim.theorem.name)
        if statement is None:
            raise NotFoundError(f"there is no statement {claim.theorem.name}")
        server = self.server()
        seconds = server.limits.proof_s
        request = {
            "cmd": "prove",
            "goal": statement,
            "tactics": script_of(claim.proof),
            "seconds": seconds,
        }
        with server.proof() as proof:
            try:
                answer = proof.request(request, 2 * seconds + 1)
            except ProofDied as died:
                answer = {"failure": died.kind.value, "message": died.what}
        reason, detail = _found(answer)
        accepted = reason is VerdictReason.VERIFIED
        return Verdict(
            accepted=accepted,
            reason=reason,
            detail=detail,
            axioms=AXIOMS if accepted else (),
            seconds=self.clock() - started,
            lean_version=f"HOL Light {server.version}",
            source_hash=_sha256(statement),
            spliced_hash=_sha256(statement + "\n" + claim.proof),
            allowed_axioms=AXIOMS,
        )


def _found(answer: Mapping[str, Any]) -> tuple[VerdictReason, str]:
    if "failure" in answer:
        kind = FailureKind(str(answer["failure"])).value
        return _REASONS.get(kind, VerdictReason.DOES_NOT_COMPILE), str(answer.get("message", ""))
    if answer.get("left"):
        return VerdictReason.DOES_NOT_COMPILE, f"{answer['left']} goals are left"
    if answer.get("theory") is not True:
        return VerdictReason.CONTEXT_CHANGED, "the proof changes the theory"
    if answer.get("hypotheses") != 0 or answer.get("same") is not True:
        return VerdictReason.STATEMENT_CHANGED, f"it proves {answer.get('theorem')}"
    return VerdictReason.VERIFIED, ""


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
