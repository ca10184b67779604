"""Tier B by sampling: a share of what a verifier accepts is judged by a second one, too.

Which claims are chosen depends on the claims alone: the same ones on every machine, and again in a
run that is gone on with. Knows nothing of checkers (second.py).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from sensei.core.errors import LeanProcessError
from sensei.core.protocols import Verifier
from sensei.core.types import Claim, Verdict, VerdictReason


@dataclass(frozen=True, slots=True)
class SampledTwice:
    """Judges claims as ``first`` does, and a share of the accepted ones by ``second`` as well.

    Args:
        first: every claim's verifier.
        second: one with another checker; None where there is none.
        share: of the accepted claims.
    """

    first: Verifier
    second: Verifier | None
    share: float

    def verify(self, claim: Claim) -> Verdict:
        """The second's verdict where it was asked and a kernel said something; else the first's."""
        verdict = self.first.verify(claim)
        if self.second is None or not verdict.accepted or not chosen(claim, self.share):
            return verdict
        try:
            again = self.second.verify(claim)
        except LeanProcessError:
            return verdict  # a checker that broke has said nothing
        refused = again.reason is VerdictReason.KERNEL_REJECTED
        return again if again.accepted or refused else verdict


def chosen(claim: Claim, share: float) -> bool:
    """Whether a claim is of the sample; of many claims, so large a share is."""
    text = json.dumps([claim.theorem.file, claim.theorem.name, claim.proof])
    number = int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:8])
    return number < share * 2**64
