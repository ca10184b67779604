"""Tier B by sampling: some of what a round may learn from is judged by a second checker as well.

Which proofs are looked at is a matter of the seed alone, and what was said about them is in the
database: a round that is gone on with looks at the same ones, and asks about none twice. What a
checker refuses has a verdict that refuses it from then on, so that no training learns from it
(data/found.py).
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sensei.core.errors import SenseiError
from sensei.core.types import Claim, TheoremRef, Verdict, VerdictReason
from sensei.store import Store
from sensei.store.records import EvaluationResult

#: Judges claims with a second checker; None where there is none.
Ask = Callable[[Sequence[Claim]], Sequence[Verdict | SenseiError] | None]


@dataclass(frozen=True, slots=True)
class SecondLook:
    """What second checkers said of a round's proofs.

    Args:
        sampled: proofs that were chosen.
        accepted: by a second checker, too: tier B.
        refused: results that a checker refused.
        unsaid: chosen ones of which no checker said anything, each with why.
        checkers: whether there is any checker, or was when they were asked.
    """

    sampled: int = 0
    accepted: int = 0
    refused: tuple[EvaluationResult, ...] = ()
    unsaid: tuple[str, ...] = ()
    checkers: bool = True

    def told(self, title: str) -> list[str]:
        """What is to be said of it besides the figures.

        Args:
            title: of the round.
        """
        lines = [f"{title}: the second checker said nothing of {why}" for why in self.unsaid]
        if not self.checkers:
            lines.append(f"{title}: there is no second checker here, so verified means tier A")
        if self.refused:
            names = ", ".join(sorted({result.problem for result in self.refused}))
            lines.append(
                f"WARNING: {title}: a second checker refused {len(self.refused)} of {self.sampled} "
                f"proofs that Lean accepted, {names}: they are not counted and not learned from. "
                "Have all of them judged: sensei verify --stored --second"
            )
        return lines


def look_again(
    store: Store,
    results: Sequence[EvaluationResult],
    theorems: Mapping[str, TheoremRef],
    share: float,
    seed: int,
    ask: Ask,
) -> SecondLook:
    """Has a share of the verified proofs judged by a second checker, and keeps the verdicts.

    Args:
        theorems: of the results, by the problem's name.
        share: of the proofs, rounded up; 0 asks about none.
    """
    chosen = sampled([r for r in results if r.verified and r.proof is not None], share, seed)
    accepted, refused = 0, []
    unasked: list[tuple[EvaluationResult, Claim]] = []
    for result in chosen:
        said = _said(store, result)
        if said is None:
            unasked.append((result, Claim(theorems[result.problem], _learned(store, result))))
        elif said:
            accepted += 1
        else:
            refused.append(result)
    verdicts = ask([claim for _, claim in unasked]) if unasked else []
    if verdicts is None:
        return SecondLook(len(chosen), accepted, tuple(refused), checkers=False)
    unsaid = []
    for (result, claim), verdict in zip(unasked, verdicts, strict=True):
        if isinstance(verdict, Verdict) and (verdict.accepted or _by_kernel(verdict)):
            store.add_verdict(claim, verdict, attempt_id=result.attempt_id)
            accepted += verdict.accepted
            if not verdict.accepted:
                refused.append(result)
        else:
            why = verdict.detail if isinstance(verdict, Verdict) else str(verdict)
            unsaid.append(f"{result.problem}: {why}")
    return SecondLook(len(chosen), accepted, tuple(refused), tuple(unsaid))


def sampled(proofs: Sequence[EvaluationResult], share: float, seed: int) -> list[EvaluationResult]:
    """So large a share of them, rounded up, chosen by the seed whatever their order."""

    def place(result: EvaluationResult) -> str:
        text = json.dumps([seed, result.problem, result.sample, result.proof])
        return hashlib.sha256(text.encode()).hexdigest()

    return sorted(proofs, key=place)[: math.ceil(share * len(proofs))]


def _learned(store: Store, result: EvaluationResult) -> str:
    """The proof that trainings learn from: as it was searched for, before it was minimized."""
    attempt = None if result.attempt_id is None else store.attempt(result.attempt_id)
    return (attempt.proof if attempt is not None else None) or result.proof or ""


def _said(store: Store, result: EvaluationResult) -> bool | None:
    """What a second checker said of a proof before: accepted, refused, or nothing."""
    proof = _learned(store, result)
    records = store.verdicts(attempt_id=result.attempt_id)
    about = [record.verdict for record in records if record.claim.proof == proof]
    if any(map(_by_kernel, about)):
        return False
    return True if any(verdict.tier == "B" for verdict in about) else None


def _by_kernel(verdict: Verdict) -> bool:
    """Whether a kernel refused it: the proofs looked at were accepted by ours before."""
    return verdict.reason is VerdictReason.KERNEL_REJECTED
