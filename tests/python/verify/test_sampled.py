"""Which accepted claims a second verifier is shown, and whose word counts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fakes.verifier import RuleVerifier
from sensei.core.errors import LeanProcessError
from sensei.core.types import Claim, TheoremRef, Verdict, VerdictReason
from sensei.verify.sampled import SampledTwice, chosen

CLAIMS = [Claim(TheoremRef(f"t{number}", "M", "M.lean"), "by rfl") for number in range(1000)]


@dataclass
class Second:
    """Refuses, breaks on and is late with one theorem each."""

    seen: list[Claim] = field(default_factory=list)

    def verify(self, claim: Claim) -> Verdict:
        self.seen.append(claim)
        name = claim.theorem.name
        if name == "t2":
            raise LeanProcessError("the checker died")
        reason = {"t1": VerdictReason.KERNEL_REJECTED, "t3": VerdictReason.TIMEOUT}.get(name)
        if reason is not None:
            return Verdict(False, reason, "other: no")
        return Verdict(True, VerdictReason.VERIFIED, "", checkers=("other",))


def test_a_kernels_word_counts_and_no_other() -> None:
    second = Second()
    first = RuleVerifier(lambda claim: claim.theorem.name != "t4")
    both = SampledTwice(first, second, 1.0)
    found = {claim.theorem.name: both.verify(claim) for claim in CLAIMS[:6]}
    assert {name: verdict.tier for name, verdict in found.items() if verdict.accepted} == {
        "t0": "B", "t2": "A", "t3": "A", "t5": "B",
    }  # fmt: skip
    assert found["t1"].reason is VerdictReason.KERNEL_REJECTED
    assert found["t4"].reason is VerdictReason.DOES_NOT_COMPILE
    assert CLAIMS[4] not in second.seen, "what is not accepted is shown to nobody else"


def test_a_share_is_chosen_by_the_claims_alone() -> None:
    of_all = [claim for claim in CLAIMS if chosen(claim, 0.05)]
    assert 25 < len(of_all) < 85
    assert of_all == [claim for claim in reversed(CLAIMS) if chosen(claim, 0.05)][::-1]
    assert not any(chosen(claim, 0.0) for claim in CLAIMS)
    assert all(chosen(claim, 1.0) for claim in CLAIMS)
    assert {chosen(replace(CLAIMS[0], proof=f"by p{n}"), 0.5) for n in range(20)} == {True, False}
    alone = SampledTwice(RuleVerifier(), None, 1.0)
    assert alone.verify(CLAIMS[0]).tier == "A"
