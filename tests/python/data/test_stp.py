"""The released training examples of STP: rows as they are published, as lessons."""

import json
from pathlib import Path

import pytest

from sensei.core.errors import UsageError
from sensei.data.stp import read_stp_examples
from sensei.models.statement_prompt import conjecture_completion, read_conjecture

CODE = "Complete the following Lean 4 code:\n\n```lean4\n"
CONJECTURE = {
    "prompt": CODE + "<lemma>\nlemma sq_nonneg (a : ℝ) : 0 ≤ a ^ 2\n<easy theorem>\n"
    "theorem easy (a b : ℝ) : 2 * a * b ≤ a ^ 2 + b ^ 2 := by\n  nlinarith [sq_nonneg (a - b)]\n"
    "<hard theorem>",
    "target": "\ntheorem hard (a b c : ℝ) : a * b + b * c + c * a ≤ a ^ 2 + b ^ 2 + c ^ 2\n"
    "</hard theorem>",
}
PROOF = {
    "prompt": CODE + "import Mathlib\n\ntheorem two : 1 + 1 = 2 := by",
    "target": "\n  norm_num\n```",
    "weight": 0.5,
}
LIBRARY = {
    "prompt": CODE + "import Mathlib.Logic.Basic\n\nvariable {p q : Prop}\n",
    "target": "theorem swapped (h : p ∧ q) :\n    q ∧ p := by\n  exact ⟨h.2, h.1⟩\n",
}


@pytest.mark.parametrize("as_list", [False, True])
def test_rows_become_lessons(tmp_path: Path, as_list: bool) -> None:
    rows = [CONJECTURE, PROOF, LIBRARY]
    path = tmp_path / "stp.json"
    path.write_text(json.dumps(rows) if as_list else "".join(json.dumps(r) + "\n" for r in rows))
    made, proof, library = read_stp_examples(path)
    assert [each.conjecture for each in (made, proof, library)] == [True, False, False]
    # A conjecture is asked for as self-play asks for it.
    assert made.lesson.prompt == CONJECTURE["prompt"] + "\ntheorem"
    assert read_conjecture(made.lesson.completion) == made.statement
    assert conjecture_completion(made.statement) == made.lesson.completion
    assert made.statement.startswith("theorem hard (a b c : ℝ) :")
    # A proof stays as it is, and says what it proves.
    assert (proof.lesson.prompt, proof.lesson.completion) == (PROOF["prompt"], PROOF["target"])
    assert (proof.lesson.weight, library.lesson.weight) == (0.5, 1.0)
    assert proof.statement == "theorem two : 1 + 1 = 2"
    assert library.statement == "theorem swapped (h : p ∧ q) :\n    q ∧ p"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no examples"),
        ('{"prompt": "p"}\n', "row 1 has no prompt and target"),
        ('{"prompt": "p", "target": "t"}\n{"prompt": 1, "target": "t"}', "row 2 has no prompt"),
        ('{"prompt": "p", "target": "t", "weight": -1}', "its weight is no number from 0 on"),
        ('["p"]', "row 1 is no JSON object"),
        ("{", "line 1 is not JSON"),
        ("[1", "is not JSON"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "stp.jsonl"
    path.write_text(text)
    with pytest.raises(UsageError, match=said):
        read_stp_examples(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read_stp_examples(tmp_path / "none.jsonl")
