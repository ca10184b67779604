"""Statements of the paper's data sets, in the formats they are published in.

Rows are written by hand in those formats: miniF2F and ProofNet as DeepSeek-Prover-V1.5's
repository has them (JSON Lines of name, split, informal_prefix, formal_statement, goal, header),
Lean Workbook's ``lean_workbook.json`` (a list of natural_language_statement, answer, tags,
formal_statement, split, proof; no names), PutnamBench's rows (name, lean4_statement and the other
systems' beside it).
"""

import json
from pathlib import Path
from typing import Any

from sensei.loop.selfplay.sources import file_statements

HEADER = (
    "import Mathlib\nimport Aesop\n\nset_option maxHeartbeats 400000\n\nopen BigOperators Real\n"
)


def written(path: Path, rows: list[dict[str, Any]], lines: bool) -> Path:
    text = "".join(json.dumps(row) + "\n" for row in rows) if lines else json.dumps(rows)
    path.write_text(text, "utf-8")
    return path


def test_minif2f_and_proofnet(tmp_path: Path) -> None:
    row = {
        "name": "mathd_algebra_1",
        "split": "valid",
        "informal_prefix": "/-- Show that it is 2.-/\n",
        "formal_statement": "theorem mathd_algebra_1 (x : ℝ) (h₀ : x = 2) : x + 0 = 2 := by\n",
        "goal": "x : ℝ\nh₀ : x = 2\n⊢ x + 0 = 2",
        "header": HEADER,
    }
    (statement,) = file_statements(written(tmp_path / "minif2f.jsonl", [row], lines=True))
    assert statement.id == "minif2f/mathd_algebra_1"
    assert statement.name == "mathd_algebra_1"
    assert statement.text == "theorem mathd_algebra_1 (x : ℝ) (h₀ : x = 2) : x + 0 = 2"
    assert statement.base == HEADER.strip()
    assert statement.place is None
    assert statement.scope == ""


def test_lean_workbook_has_no_names_and_says_things_twice(tmp_path: Path) -> None:
    def row(text: str, natural: str) -> dict[str, Any]:
        return {
            "natural_language_statement": natural,
            "answer": "It is 2.",
            "tags": ["algebra"],
            "formal_statement": text,
            "split": "lean_workbook",
            "proof": [],
        }

    rows = [
        row("theorem lean_workbook_1 (x : ℝ) : x = x  :=  by sorry", "one"),
        row("theorem lean_workbook_2 (y : ℝ) : y = y  :=  by sorry", "one, in other words"),
        row("theorem lean_workbook_3 (x : ℝ) (h : 0 < x) : x ≠ 0  :=  by sorry", "two"),
    ]
    found = file_statements(written(tmp_path / "lean_workbook.json", rows, lines=False))
    assert [statement.name for statement in found] == ["lean_workbook_1", "lean_workbook_3"]
    assert len({statement.id for statement in found}) == 2


def test_putnam_bench_with_its_answer_above(tmp_path: Path) -> None:
    row = {
        "name": "putnam_1",
        "lean4_statement": "import Mathlib\n\nabbrev putnam_1_solution : ℕ := sorry\n-- 2\n"
        "theorem putnam_1 (n : ℕ) (hn : n = 1) : n + 1 = putnam_1_solution :=\nsorry",
        "informal_statement": "What is it?",
        "informal_solution": "2",
        "tags": ["algebra"],
        "coq_statement": "Theorem putnam_1 : True.",
        "isabelle_statement": "theorem putnam_1: True",
    }
    (statement,) = file_statements(written(tmp_path / "putnam.json", [row], lines=False))
    assert statement.text == ("theorem putnam_1 (n : ℕ) (hn : n = 1) : n + 1 = putnam_1_solution")
    assert "abbrev putnam_1_solution" in statement.base
