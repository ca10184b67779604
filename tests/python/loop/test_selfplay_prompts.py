"""The prompts of self-play: as they stand, read back, and one form for training and writing."""

from hypothesis import given
from hypothesis import strategies as st

from sensei.models import statement_prompt as prompts

STATEMENT = "theorem double_add (n m : Nat) : double (n + m) = double n + double m"
PROOF = "induction m with\n| zero => rfl\n| succ m ih =>\n  simp [ih]"

PROOF_PROMPT = """\
Complete the following Lean 4 code:

```lean4
import Kata.Nats

namespace Kata

theorem double_add (n m : Nat) : double (n + m) = double n + double m := by
"""
PROOF_COMPLETION = """\
  induction m with
  | zero => rfl
  | succ m ih =>
    simp [ih]
```"""
CONJECTURE_PROMPT = """\
Complete the following Lean 4 code:

```lean4
import Kata.Nats

namespace Kata

<lemma>
theorem double_eq (n : Nat) : double n = n + n
<easy theorem>
theorem double_add (n m : Nat) : double (n + m) = double n + double m := by
  induction m with
  | zero => rfl
  | succ m ih =>
    simp [ih]
<hard theorem>
theorem"""
HEADER = "import Kata.Nats\n\nnamespace Kata\n"


def test_the_prompts_stand_as_they_do() -> None:
    lemma = "theorem double_eq (n : Nat) : double n = n + n"
    assert prompts.proof_prompt(STATEMENT, HEADER) == PROOF_PROMPT
    assert prompts.proof_completion(PROOF) == PROOF_COMPLETION
    assert prompts.conjecture_prompt(lemma, STATEMENT, PROOF, HEADER) == CONJECTURE_PROMPT
    assert prompts.conjecture_completion(STATEMENT) == (
        " double_add (n m : Nat) : double (n + m) = double n + double m\n</hard theorem>"
    )
    # A checkpoint of another hash is refused: whoever changes the prompts changes this on purpose.
    assert prompts.statement_prompt_hash().startswith("382e7fec150b")


def test_no_lemma_is_the_trivial_one() -> None:
    made = prompts.conjecture_prompt("", STATEMENT, PROOF)
    assert "<lemma>\ntheorem true : True\n<easy theorem>" in made
    assert made.startswith("Complete the following Lean 4 code:\n\n```lean4\n<lemma>")


def test_completions_are_read_back() -> None:
    assert prompts.read_proof(prompts.proof_completion(PROOF)) == PROOF
    assert prompts.read_conjecture(prompts.conjecture_completion(STATEMENT)) == STATEMENT


def test_a_conjecture_ends_at_its_tag_and_before_its_proof() -> None:
    assert prompts.read_conjecture(" a : True := by\n  trivial\n</hard theorem>\nmore") == (
        "theorem a : True"
    )
    assert prompts.read_conjecture(" a : True := by trivial") == ""
    assert prompts.read_conjecture("\n</hard theorem>") == ""


def test_a_word_that_only_begins_so_stays() -> None:
    assert prompts.without_word("lemma a : True") == "a : True"
    assert prompts.without_word("theorems : True") == "theorems : True"


@given(st.lists(st.sampled_from(["simp", "  omega", "· rfl", "    exact h", ""]), min_size=1))
def test_any_proof_is_read_back_without_its_margin(lines: list[str]) -> None:
    proof = "\n".join(["intro h", *lines]).rstrip()
    assert prompts.read_proof(prompts.proof_completion(proof)) == "\n".join(
        line.rstrip() for line in proof.split("\n")
    )
