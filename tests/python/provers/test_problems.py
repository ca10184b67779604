"""Problems from benchmark files: formats, names, places of the proof, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from sensei.core.errors import UsageError
from sensei.provers.problems import make_problem, read_benchmark


@pytest.mark.parametrize(
    ("statement", "theorem", "source"),
    [
        ("theorem two : 1 + 1 = 2", "two", "theorem two : 1 + 1 = 2 := by\n  sorry\n"),
        ("lemma a.b : True :=", "a.b", "lemma a.b : True := by\n  sorry\n"),
        ("theorem t : True := by", "t", "theorem t : True := by\n  sorry\n"),
        ("theorem t : True := by\n  sorry -- no", "t", "theorem t : True := by\n  sorry\n"),
        ("theorem t (n := 3) : n = 3", "t", "theorem t (n := 3) : n = 3 := by\n  sorry\n"),
        ("theorem t : let x := 2; x = 2", "t", "theorem t : let x := 2; x = 2 := by\n  sorry\n"),
        ("example : True := sorry", "sensei_p_1", "theorem sensei_p_1 : True := by\n  sorry\n"),
        ("theorem «a b» : True", "«a b»", "theorem «a b» : True := by\n  sorry\n"),
        (
            "/-- a theorem x := by sorry -/\ntheorem t (s : String) : s = \":= \" ++ '\"'.toString",
            "t",
            "/-- a theorem x := by sorry -/\n"
            "theorem t (s : String) : s = \":= \" ++ '\"'.toString := by\n  sorry\n",
        ),
    ],
)  # fmt: skip
def test_statements(statement: str, theorem: str, source: str) -> None:
    problem = make_problem(statement, name="p-1")
    assert (problem.theorem, problem.source) == (theorem, source)


def test_namespaces_that_are_open() -> None:
    header = "import Init\nnamespace A.B\nsection\nnamespace C\nend C\nend"
    assert make_problem("theorem t : True", name="p", header=header).theorem == "A.B.t"
    closed = header + "\nend A.B"
    assert make_problem("theorem t : True", name="p", header=closed).theorem == "t"
    assert make_problem("theorem _root_.t : True", name="p", header=header).theorem == "t"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("def two := 2", "no theorem, lemma or example in 'def two := 2'"),
        ("-- theorem t : True", "no theorem"),
        ("theorem t : 1 = 1 := rfl", "goes on after ':=' with something else than sorry"),
        ("theorem : True", "the theorem has no name"),
    ],
)
def test_what_is_no_statement(statement: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        make_problem(statement, name="p")


ROWS: list[dict[str, Any]] = [
    {"name": "one", "split": "valid", "header": "open Nat\n", "statement": "theorem o : 1 = 1"},
    {"name": "two", "split": "test", "formal_statement": "theorem t : 2 = 2 := by sorry"},
]  # fmt: skip


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_the_same_problems_in_every_layout(tmp_path: Path) -> None:
    lines = write(tmp_path / "a.jsonl", "".join(json.dumps(row) + "\n\n" for row in ROWS))
    listed = write(tmp_path / "a.json", json.dumps(ROWS, indent=2))
    named = {row["name"]: {k: v for k, v in row.items() if k != "name"} for row in ROWS}
    by_name = write(tmp_path / "b.json", json.dumps(named))
    first, second, third = (read_benchmark(p, header="h") for p in (lines, listed, by_name))
    assert first.problems == second.problems == third.problems
    assert first.sha256 == second.sha256 == third.sha256
    assert [p.name for p in first.problems] == ["one", "two"]
    assert first.problems[0].source.startswith("open Nat\n\ntheorem o")
    assert first.problems[1].source == "h\n\ntheorem t : 2 = 2 := by\n  sorry\n"
    (valid,) = read_benchmark(lines, split="valid").problems
    assert valid.split == "valid"


def test_fields_of_other_benchmarks(tmp_path: Path) -> None:
    putnam = {"problem_name": "putnam_1", "lean4_statement": "theorem putnam_1 : True := sorry"}
    workbook = {"id": 7, "formal_statement": "theorem w : True  :=  by sorry"}
    path = write(tmp_path / "x.json", json.dumps([putnam, workbook]))
    assert [p.name for p in read_benchmark(path).problems] == ["putnam_1", "7"]


LEAN = """\
import Init
namespace A
/-- One: theorem x := by sorry -/
@[simp] theorem one : 1 = 1 := by
  sorry
def two := 2
/-- Kept. -/
theorem done : 1 = 1 := rfl
private theorem three (h : two = 2) : two = 2 := sorry -- three
end A
theorem four : True := by sorry
"""


def test_the_sorries_of_a_lean_file(tmp_path: Path) -> None:
    problems = read_benchmark(write(tmp_path / "F.lean", LEAN)).problems
    assert [p.name for p in problems] == ["A.one", "A.three", "four"]
    last = problems[-1].source
    assert "one" not in last.replace("done", "")
    assert "three (h" not in last
    assert "/-- Kept. -/\ntheorem done : 1 = 1 := rfl\n" in last
    assert last.endswith("end A\ntheorem four : True := by\n  sorry\n")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("x.jsonl", '{"name": "a"}', "has no statement: its fields are name"),
        ("x.jsonl", '{"statement": "theorem a : True"}\n{', "x.jsonl, line 2 is not JSON"),
        ("x.json", "[1]", "entry 0 is no JSON object"),
        ("x.json", "[", "x.json is not JSON"),
        ("x.jsonl", "", "has no problems"),
        ("x.lean", "theorem a : True := trivial", "has no problems"),
        ("x.jsonl", '{"id": 1, "statement": "def"}', "x.jsonl: 1: no theorem"),
        (
            "x.jsonl",
            '{"id": 1, "statement": "example : True"}\n{"id": 1, "statement": "example : 1 = 1"}',
            "two problems are named '1'",
        ),
    ],
)
def test_files_that_are_refused(tmp_path: Path, name: str, text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        read_benchmark(write(tmp_path / name, text))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read_benchmark(tmp_path / "gone.jsonl")
    (tmp_path / "x.jsonl").write_bytes(b"\xff")
    with pytest.raises(UsageError, match="not UTF-8"):
        read_benchmark(tmp_path / "x.jsonl")
    with pytest.raises(UsageError, match="of the split 'test'"):
        read_benchmark(write(tmp_path / "y.jsonl", json.dumps(ROWS[0])), split="test")
