"""The attack corpus: hostile proofs, the reason each must be rejected for, and a control.

The control is an honest proof of the same shape which must be accepted: a verifier that rejects
everything passes no case.
"""

from __future__ import annotations

from dataclasses import dataclass

from sensei.core.types import Claim, TheoremRef, VerdictReason

PLAIN = ("Attack.Plain", "Attack/Plain.lean", "Attack")
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


R = VerdictReason
ATTACKS = (
    Attack("sorry", "false_claim", "by sorry", R.SORRY, "two", "by rfl"),
    Attack("sorry as a term", "false_claim", "sorry", R.SORRY, "two", "rfl"),
    Attack("admit", "false_claim", "by admit", R.SORRY, "two", "by decide"),
    Attack(
        "sorry without its warning",
        "false_claim",
        "by\n  set_option warn.sorry false in\n  sorry",
        R.SORRY,
        "two",
        "by\n  set_option pp.all true in\n  rfl",
    ),
    Attack(
        "a sorried lemma",
        "false_claim",
        "by\n  have h : n + n = n := by sorry\n  omega",
        R.SORRY,
        "grows",
        "by\n  have h : n ≤ n := Nat.le_refl n\n  omega",
    ),
    Attack("a suggestion is no proof", "false_claim", "by apply?", R.SORRY, "grows", "by exact?"),
    Attack(
        "its own statement",
        "false_claim",
        "by exact false_claim n",
        R.DOES_NOT_COMPILE,
        "grows",
        "by exact Nat.lt_succ_self n",
    ),
    Attack(
        "half a conjunction",
        "conj",
        "by\n  constructor\n  exact hp",
        R.DOES_NOT_COMPILE,
        "conj",
        "by\n  constructor\n  · exact hp\n  · exact hq",
    ),
    Attack(
        "an axiom after it",
        "false_claim",
        "by exact absurd rfl oracle.elim\n\naxiom oracle : False",
        R.EXTRA_DECLARATION,
        "two",
        "by\n  rfl",
    ),
    Attack(
        "notation after it",
        "two",
        'rfl\n\nlocal notation "double" n => 0 * n',
        R.EXTRA_DECLARATION,
        "two",
        "rfl",
    ),
    Attack(
        "another theorem instead",
        "two",
        "rfl\n\ntheorem easier : True := trivial",
        R.EXTRA_DECLARATION,
        "two",
        "rfl -- and no more",
    ),
    Attack(
        "end of file",
        "two",
        "rfl\n\n#exit",
        R.EXTRA_DECLARATION,
        "two",
        "(rfl)",
    ),
    Attack(
        "an open comment",
        "two",
        "rfl /- the rest of the file is gone",
        R.DOES_NOT_COMPILE,
        "two",
        "by /- closed -/ rfl",
    ),
    Attack(
        "native_decide",
        "two",
        "by native_decide",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by decide",
    ),
    Attack(
        "decide +native",
        "two",
        "by decide +native",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by decide +kernel",
    ),
    Attack(
        "run_tac",
        "false_claim",
        "by run_tac Lean.Elab.Tactic.setGoals []",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by first | rfl | decide",
    ),
    Attack(
        "by_elab",
        "false_claim",
        "by_elab do return Lean.mkConst ``trivial",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by exact rfl",
    ),
    Attack(
        "skipKernelTC",
        "false_claim",
        "by\n  set_option debug.skipKernelTC true in\n  exact rfl",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by\n  set_option pp.all true in\n  exact rfl",
    ),
    Attack(
        "no limits",
        "false_claim",
        "by\n  set_option maxHeartbeats 0 in\n  simp",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by\n  simp",
    ),
    Attack(
        "an endless tactic",
        "two",
        "by repeat skip",
        R.TIMEOUT,
        "two",
        "by repeat rfl",
    ),
    Attack("nothing", "two", "   \n", R.FORBIDDEN_SYNTAX, "two", "  rfl\n"),
    Attack(
        "a tactic that adds an axiom",
        "false_claim",
        "by by_new_axiom",
        R.AXIOM_NOT_ALLOWED,
        "two",
        "by by_honest_means",
        HOSTILE,
    ),
    Attack(
        "a tactic that passes the kernel by",
        "false_claim",
        "by by_skipping_the_kernel",
        R.KERNEL_REJECTED,
        "two",
        "by by_honest_means",
        HOSTILE,
    ),
    Attack(
        "a tactic that declares more",
        "two",
        "by by_declaring_more",
        R.EXTRA_DECLARATION,
        "two",
        "by by_honest_means",
        HOSTILE,
    ),
    Attack(
        "a tactic that leaves",
        "false_claim",
        "by by_leaving",
        R.DOES_NOT_COMPILE,
        "two",
        "by by_honest_means",
        HOSTILE,
    ),
    Attack(
        "a tactic that loops",
        "false_claim",
        "by by_looping",
        R.TIMEOUT,
        "two",
        "by by_honest_means",
        HOSTILE,
    ),
    Attack(
        "a memory bomb",
        "false_claim",
        "by by_hoarding",
        R.MEMORY,
        "two",
        "by by_honest_means",
        HOSTILE,
    ),
    Attack(
        "messages that say so",
        "false_claim",
        "by by_saying_so",
        R.SORRY,
        "two",
        "by by_honest_means",
        HOSTILE,
    ),
)
