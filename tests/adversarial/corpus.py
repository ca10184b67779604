"""The attack corpus: hostile proofs, the reason each must be rejected for, and a control.

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
        "two_in_one_thread",
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
    Attack(
        "a tactic that dies",
        "false_claim",
        "by by_dying",
        R.CRASH,
        "two",
        "by by_honest_means",
        HOSTILE,
    ),
    Attack(
        "a tactic without end on the stack",
        "false_claim",
        "by by_recursing",
        R.STACK_OVERFLOW,
        "two",
        "by by_honest_means",
        HOSTILE,
    ),
    Attack(
        "a tactic that takes the theorem's name",
        "false_in_one_thread",
        "by by_taking_the_name",
        R.DOES_NOT_COMPILE,
        "two_in_one_thread",
        "by by_honest_means",
        HOSTILE,
    ),
    Attack(
        "a tactic that gives up without a message",
        "false_claim",
        "by by_giving_up_silently",
        R.SORRY,
        "two",
        "by by_honest_means",
        HOSTILE,
    ),
    Attack(
        "an axiom in one thread",
        "false_in_one_thread",
        "by by_new_axiom",
        R.AXIOM_NOT_ALLOWED,
        "two_in_one_thread",
        "by by_honest_means",
        HOSTILE,
    ),
    Attack(
        "an axiom beside an honest proof",
        "two_in_one_thread",
        "by by_adding_an_axiom_unused",
        R.EXTRA_DECLARATION,
        "two_in_one_thread",
        "by by_honest_means",
        HOSTILE,
    ),
    # Code that hides in what is no tactic.
    Attack(
        "native by configuration",
        "two",
        "by decide (config := { native := true })",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by simp (config := { decide := true }) (maxSteps := 1000)",
    ),
    Attack(
        "code in a configuration item",
        "two",
        'by simp (maxSteps := match unsafeIO (IO.FS.writeFile "x" "y") with'
        " | .ok _ => 100 | .error _ => 1)",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by simp (maxSteps := 100)",
    ),
    Attack(
        "code in a configuration",
        "two",
        "by simp (config := let c := {}; c)",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by simp (config := {})",
    ),
    Attack(
        "an initializer",
        "two",
        "by\n  let rec @[init] start : IO Unit := pure ()\n  rfl",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by\n  let rec start : IO Unit := pure ()\n  rfl",
    ),
    Attack(
        "a foreign function",
        "two",
        'helper 0\nwhere\n  @[extern "system"] helper (_ : Nat) : 1 + 1 = 2 := rfl',
        R.FORBIDDEN_SYNTAX,
        "two",
        "helper 0\nwhere\n  @[simp] helper (_ : Nat) : 1 + 1 = 2 := rfl",
    ),
    Attack(
        "another implementation",
        "two",
        "by\n  let rec @[implemented_by Nat.pred] next (n : Nat) : Nat := n + 1\n  rfl",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by\n  let rec @[inline] next (n : Nat) : Nat := n + 1\n  rfl",
    ),
    Attack(
        "an instance for what follows",
        "two",
        "rfl\nwhere\n  @[instance] odd : Inhabited Nat := ⟨7⟩",
        R.FORBIDDEN_SYNTAX,
        "two",
        "rfl\nwhere\n  odd : Inhabited Nat := ⟨7⟩",
    ),
    Attack(
        "a program to run",
        "two",
        'by\n  set_option sat.solver "/bin/sh" in\n  rfl',
        R.FORBIDDEN_SYNTAX,
        "two",
        "by\n  set_option pp.funBinderTypes true in\n  rfl",
    ),
    Attack(
        "code in comments",
        "two",
        "by\n  set_option doc.verso true in\n  rfl",
        R.FORBIDDEN_SYNTAX,
        "two",
        "h\nwhere\n  /-- A doc comment. -/\n  h : 1 + 1 = 2 := rfl",
    ),
    Attack(
        "unsafe",
        "two",
        "by exact unsafe lcProof",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by exact (rfl : 2 = 2)",
    ),
    Attack(
        "a proof from nowhere",
        "false_claim",
        "lcProof",
        R.DOES_NOT_COMPILE,
        "two",
        "id rfl",
    ),
    Attack(
        "a local instance after it",
        "two",
        "rfl\nattribute [local instance] Classical.propDecidable",
        R.EXTRA_DECLARATION,
        "two",
        "by classical rfl",
    ),
    Attack(
        "macro rules after it",
        "two",
        "by rfl\nmacro_rules | `(tactic| rfl) => `(tactic| sorry)",
        R.EXTRA_DECLARATION,
        "two",
        "by first | rfl | skip",
    ),
    Attack(
        "an end in the middle",
        "two",
        "by rfl\nend Attack\nnamespace Attack",
        R.EXTRA_DECLARATION,
        "two",
        "by rfl",
    ),
    Attack("an end of comment", "two", "rfl -/", R.DOES_NOT_COMPILE, "two", "rfl /- -/"),
    Attack(
        "a theorem in a where",
        "two",
        "rfl\nwhere\n  theorem easier : True := trivial",
        R.EXTRA_DECLARATION,
        "two",
        "rfl\nwhere\n  easier : True := trivial",
    ),
    # How far a proof's text reaches.
    Attack("an open parenthesis", "two", "(rfl", R.DOES_NOT_COMPILE, "two", "((rfl))"),
    Attack(
        "an open string", "two", 'by exact "', R.DOES_NOT_COMPILE, "two", "id (α := 1 + 1 = 2) rfl"
    ),
    Attack("an open name", "two", "«rfl", R.DOES_NOT_COMPILE, "two", "«rfl»"),
    Attack("an open comment alone", "two", "/- rfl", R.DOES_NOT_COMPILE, "two", "/- -/ rfl"),
    Attack("the end of its namespace", "two", "rfl\nend Attack", R.EXTRA_DECLARATION, "two", "rfl"),
    Attack(
        "an option for what follows",
        "two",
        "rfl\nset_option autoImplicit true",
        R.EXTRA_DECLARATION,
        "two",
        "set_option autoImplicit true in rfl",
    ),
    Attack(
        "an open namespace for what follows",
        "two",
        "rfl\nopen Nat",
        R.EXTRA_DECLARATION,
        "two",
        "open Nat in rfl",
    ),
    Attack(
        "a macro for what follows",
        "two",
        'rfl\nmacro "trivially" : tactic => `(tactic| sorry)',
        R.EXTRA_DECLARATION,
        "two",
        "by trivial",
    ),
    Attack(
        "an attribute after it",
        "two",
        "rfl\nattribute [simp] two",
        R.EXTRA_DECLARATION,
        "two",
        "rfl",
    ),
    Attack("a lone carriage return", "two", "by\r  rfl", R.DOES_NOT_COMPILE, "two", "by\r\n  rfl"),
    Attack(
        "a comment with more behind it",
        "two",
        "rfl -- x\n#exit",
        R.EXTRA_DECLARATION,
        "two",
        "rfl -- x",
    ),
    Attack(
        "letters that look alike",
        "false_claim",
        "by exact fаlse_claim n",  # the a is Cyrillic
        R.EXTRA_DECLARATION,
        "grows",
        "by have ℎ₁ := Nat.lt_succ_self n; exact ℎ₁",
    ),
    Attack("half a character", "two", "rfl\ud800", R.FORBIDDEN_SYNTAX, "two", "(rfl /- 𝔸 -/)"),
    Attack("a NUL", "two", "rfl\0", R.FORBIDDEN_SYNTAX, "two", "rfl"),
    Attack(
        "very long",
        "two",
        "by rfl" + " " * 70000 + "-- x",
        R.FORBIDDEN_SYNTAX,
        "two",
        "by rfl" + " " * 5000,
    ),
    Attack(
        "very deep",
        "two",
        "(" * 30000 + "rfl" + ")" * 30000,
        R.DOES_NOT_COMPILE,
        "two",
        "(" * 9 + "rfl" + ")" * 9,
    ),
    # Recursion and helpers.
    Attack(
        "a helper with sorry",
        "false_claim",
        "helper n\nwhere\n  helper (n : Nat) : n = 0 := sorry",
        R.SORRY,
        "grows",
        "helper n\nwhere\n  helper (n : Nat) : n < n + 1 := Nat.lt_succ_self n",
    ),
    Attack(
        "itself, with a measure",
        "false_claim",
        "false_claim n\ntermination_by n",
        R.DOES_NOT_COMPILE,
        "grows",
        "match n with\n  | 0 => Nat.lt_succ_self 0\n  | k + 1 => Nat.succ_lt_succ (grows k)\n"
        "termination_by n",
    ),
    Attack(
        "itself, with a lie about the measure",
        "false_claim",
        "absurd (false_claim (n + 1)) (Nat.succ_ne_zero n)\ntermination_by n\ndecreasing_by sorry",
        R.SORRY,
        "grows",
        "match n with\n  | 0 => Nat.lt_succ_self 0\n  | k + 1 => Nat.succ_lt_succ (grows k)\n"
        "termination_by n\ndecreasing_by omega",
    ),
    Attack(
        "code in decreasing_by",
        "false_claim",
        "false_claim n\ntermination_by n\ndecreasing_by run_tac Lean.Elab.Tactic.setGoals []",
        R.FORBIDDEN_SYNTAX,
        "grows",
        "by exact Nat.lt_succ_self n",
    ),
    Attack(
        "a theorem that comes later",
        "named",
        "absurd (later 1) (by decide)",
        R.DOES_NOT_COMPILE,
        "named",
        "by rfl",
        SHAPES,
    ),
    # Places.
    Attack(
        "a variable that is not there",
        "not_included",
        "h ▸ rfl",
        R.DOES_NOT_COMPILE,
        "not_included",
        "rfl",
        SHAPES,
    ),
    Attack(
        "an included variable", "included", "by sorry", R.SORRY, "included", "by rw [h]", SHAPES
    ),
    Attack("a private theorem", "hidden", "by sorry", R.SORRY, "hidden", "by decide", SHAPES),
    Attack(
        "a proof by alternatives",
        "by_cases_on",
        "| 0 => Nat.le_refl 0",
        R.DOES_NOT_COMPILE,
        "by_cases_on",
        "fun n => Nat.zero_le n",
        SHAPES,
    ),
    Attack(
        "a simp lemma",
        "simplifies",
        "by simp [simplifies]",
        R.DOES_NOT_COMPILE,
        "simplifies",
        "by rfl",
        SHAPES,
    ),
    Attack(
        "a comment that takes in its neighbour",
        "on_one_line",
        "trivial --",
        R.CONTEXT_CHANGED,
        "on_one_line",
        "trivial",
        SHAPES,
    ),
    Attack("another meaning", "size", "n + 2 - 1", R.CONTEXT_CHANGED, "size", "n + 1", SHAPES),
    Attack("another instance", "shape", "⟨7⟩", R.CONTEXT_CHANGED, "shape", "⟨0⟩", SHAPES),
)
