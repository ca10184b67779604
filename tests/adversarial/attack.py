"""An attack: a hostile proof, the reason it must be rejected for, and a control.

The control is an honest proof of the same shape which must be accepted: a verifier that rejects
everything passes no case.
"""

from __future__ import annotations

from dataclasses import dataclass

from sensei.core.types import Claim, TheoremRef, VerdictReason

PLAIN = ("Attack.Plain", "Attack/Plain.lean", "Attack")
SHAPES = ("Attack.Shapes", "Attack/Shapes.lean", "Attack.Shapes")
HOSTILE = ("Attack.Elaborators", "Attack/Elaborators.lean", "Attack.Elaborators")


@dataclass(frozen=True)
class Attack:
    """One hostile proof beside its control."""

    name: str
    theorem: str
    proof: str
    reason: VerdictReason
    control_theorem: str
    control_proof: str
    place: tuple[str, str, str] = PLAIN

    def claim(self) -> Claim:
        return _claim(self.place, self.theorem, self.proof)

    def control(self) -> Claim:
        return _claim(self.place, self.control_theorem, self.control_proof)


def _claim(place: tuple[str, str, str], theorem: str, proof: str) -> Claim:
    module, file, namespace = place
    return Claim(TheoremRef(f"{namespace}.{theorem}", module, file), proof)
