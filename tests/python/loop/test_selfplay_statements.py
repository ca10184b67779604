"""Statements of a project as text: the scopes around them, their proofs, and what they lead to."""

from sensei.loop.selfplay.lessons import first_lessons
from sensei.loop.selfplay.statements import (
    Library,
    TracedTheorem,
    _proof_of,
    namespaces_of,
    scope_of,
)
from sensei.loop.selfplay.values import Statement
from sensei.models.statement_prompt import HARD

ABOVE = """\
import Some.Thing
/-! namespace Not.This -/
namespace A.B
universe u
open Nat (succ)
variable {α : Type u}
  (x : α)
section
variable (n : Nat)
end
section Named
open List in
def f := 1
namespace C
variable (m : Nat)
end C
noncomputable section
open Option
end
end Named
-- end A.B
"""


def test_the_scopes_that_are_open() -> None:
    assert scope_of(ABOVE).split("\n") == [
        "namespace A.B", "universe u", "open Nat (succ)", "variable {α : Type u} (x : α)",
    ]  # fmt: skip
    assert namespaces_of(scope_of(ABOVE)) == ["A.B"]
    inner = ABOVE.split("end C")[0]
    assert scope_of(inner).split("\n")[-2:] == ["namespace C", "variable (m : Nat)"]
    assert scope_of(ABOVE + "end A.B\n") == ""
    assert scope_of("namespace A.B\nend B\nend A\nopen C\n") == "open C"


def test_proofs_as_the_lines_below_by() -> None:
    assert _proof_of(":= by\n    simp\n    omega\n", "tactic") == "simp\nomega"
    assert _proof_of(":= by simp", "tactic") == "simp"
    assert _proof_of(":= by\n  cases h with\n  | inl h =>\n    exact h", "tactic") == (
        "cases h with\n| inl h =>\n  exact h"
    )
    assert _proof_of(":=\n  ⟨h, h⟩", "term") == "exact ⟨h, h⟩"
    assert _proof_of(":= fun x =>\n  x", "term") == ""
    assert _proof_of("| 0 => rfl\n| _ => rfl", "alternatives") == ""


def theorem(name: str, module: str, uses: tuple[str, ...], proof: str = "simp") -> TracedTheorem:
    statement = Statement(name, name, f"theorem {name} : {name} = {name}", keys=(f"type:{name}",))
    return TracedTheorem(statement, module, proof, uses, 0)


def test_a_theorem_leads_to_later_ones_by_a_lemma() -> None:
    theorems = (
        theorem("L", "M", ()), theorem("A", "M", ("L",)), theorem("B", "M", ("L",)),
        theorem("C", "M", ("L",)), theorem("D", "N", ("L",)), theorem("E", "M", ("L",), proof=""),
    )  # fmt: skip
    library = Library(theorems)

    def led(tuples: int | None, held_out: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
        lessons = first_lessons(library, theorems, held_out, tuples=tuples, header=False)
        found = []
        for taught in lessons:
            if f"{HARD}\n" in taught.lesson.prompt:
                assert "<lemma>\ntheorem L : L = L\n" in taught.lesson.prompt
                easy = taught.lesson.prompt.split("<easy theorem>\ntheorem ")[1].split(" ")[0]
                found.append((easy, taught.about))
        return found

    # Of one file only, the earlier to the later, the nearest first; D stands in another.
    assert led(None) == [("A", "B"), ("B", "C"), ("A", "C")]
    assert led(1) == [("A", "B"), ("B", "C")]
    # A held-out lemma is shown to nobody.
    assert led(None, frozenset({"type:L"})) == []


def test_both_roles_are_taught() -> None:
    theorems = (theorem("L", "M", ()), theorem("A", "M", ("L",)), theorem("B", "M", ("L",)))
    both = first_lessons(Library(theorems), theorems, frozenset(), tuples=None, header=False)
    only = first_lessons(
        Library(theorems), theorems, frozenset(), tuples=None, header=False, conjectures=False
    )
    assert (len(both), len(only)) == (4, 3)
    # A conjecture's lesson is about what it says and what it is made of.
    assert both[-1].keys == ("type:B", "type:A")
