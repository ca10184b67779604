"""A verifier that accepts what it is told to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from sensei.core.types import Claim, Verdict, VerdictReason


@dataclass
class RuleVerifier:
    """Accepts the claims for which ``rule`` holds; rejects the others as not compiling."""

    rule: Callable[[Claim], bool] = lambda claim: True
    seen: list[Claim] = field(default_factory=list)

    def verify(self, claim: Claim) -> Verdict:
        self.seen.append(claim)
        if self.rule(claim):
            return Verdict(True, VerdictReason.VERIFIED, "verified")
        return Verdict(False, VerdictReason.DOES_NOT_COMPILE, "unsolved goals")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass
