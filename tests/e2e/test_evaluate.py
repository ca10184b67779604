"""Benchmarks, statements and sorries, proved with the real parts."""

from __future__ import annotations

import json
from pathlib import Path

from command import error_of, run_sensei, sensei, sensei_json

FIXED = ("--generator", "fixed", "--seconds", "60", "--tactic-calls", "60")
ROWS = [
    {"name": "two", "formal_statement": "theorem two : 1 + 1 = 2 := by sorry"},
    {"name": "project", "formal_statement": "theorem uses : E2E.sum 0 = 0"},
    {
        "name": "scoped",
        "header": "import E2E.Basic\nnamespace E2E\nvariable (p : Prop)",
        "formal_statement": "theorem scoped (hp : p) : p ∨ False := sorry",
    },
    {"name": "false", "formal_statement": "theorem false : 1 = 2"},
    {"name": "broken", "formal_statement": "theorem broken : 1 = = 2"},
]


def test_a_benchmark(project: Path) -> None:
    file = project / "bench.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    words = ("eval", "--benchmark", "bench.jsonl", *FIXED, "--out", "results.jsonl")
    answer = sensei_json(project, *words, code=1)
    outcomes = {r["problem"]: r["outcome"] for r in answer["results"]}
    assert outcomes["two"] == outcomes["project"] == "verified"
    assert outcomes["false"] in ("exhausted", "out_of_budget")
    assert outcomes["broken"] == "error"
    assert answer["solved"] == sum(outcome == "verified" for outcome in outcomes.values())
    assert answer["pass_at"][0]["value"] == answer["solved"] / 5
    lines = (project / "results.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == answer["results"]
    # Once more: the same results, and nothing is searched again.
    assert sensei_json(project, *words, code=1) == answer
    shown = sensei(project, *words, code=1)
    assert "two      1/1 verified\n" in shown
    assert "pass@1: " in shown
    attempt = next(r["attempt_id"] for r in answer["results"] if r["problem"] == "two")
    assert "two" in sensei(project, "show", "attempt", str(attempt))


def test_wrong_questions(project: Path) -> None:
    (project / "b.jsonl").write_text(json.dumps(ROWS[0]))
    for words, said in (
        ((), "no benchmark is named"),
        (("--benchmark", "none.jsonl"), "none.jsonl: No such file"),
        (("--benchmark", "b.jsonl", "-k", "4"), "pass@4 of 1 samples; give --samples 4"),
        (("--benchmark", "b.jsonl", "--samples", "4"), "give --temperature 1"),
    ):
        done = run_sensei(project, "eval", *words, "--generator", "fixed")
        assert done.returncode == 2
        assert said in error_of(done)


def test_a_statement(project: Path) -> None:
    words = ("prove", "--statement", "theorem t (n) (h : E2E.sum n = 0) : E2E.sum n = 0", *FIXED)
    answer = sensei_json(project, *words)
    (attempt,) = answer["attempts"]
    assert (attempt["theorem"], attempt["verdict"]["reason"]) == ("t", "verified")
    answer = sensei_json(project, "prove", "--statement", "example : True", "--header", "", *FIXED)
    assert answer["figures"]["verified"] == 1


def test_a_minimized_proof_is_verified(project: Path) -> None:
    statement = "theorem t (p q r : Prop) (h : p) (k : q) : (p ∧ q) ∧ (r → r)"
    words = ("prove", "--statement", statement, *FIXED, "--search", "breadth_first")
    (attempt,) = sensei_json(project, *words, "--minimize")["attempts"]
    assert attempt["verdict"]["reason"] == "verified"
    (plain,) = sensei_json(project, *words)["attempts"]
    assert len(attempt["proof"]) <= len(plain["proof"])


def test_what_was_proved_is_tried_first(project: Path) -> None:
    words = ("prove", "E2E.two_ways", *FIXED, "--candidates", "8", "--cache")
    first = sensei_json(project, *words)["figures"]
    again = sensei_json(project, *words)["figures"]
    assert (first["verified"], again["verified"]) == (1, 1)
    assert again["model_calls"] == 1 < first["model_calls"]


def test_the_sorries_of_a_file(project: Path) -> None:
    (project / "E2E" / "Open.lean").write_text(
        "import E2E.Basic\n"
        "theorem first : 1 + 1 = 2 := by\n  sorry\n"
        "theorem uses : 1 + 1 = 2 := first\n"
        "theorem second (p : Prop) (h : p) : p := sorry\n"
    )
    sensei(project, "trace")
    sensei(project, "ingest")
    answer = sensei_json(project, "prove", "--sorries", "E2E/Open.lean", *FIXED)
    assert [a["theorem"] for a in answer["attempts"]] == ["first", "second"]
    assert answer["figures"]["verified"] == 2
    written = sensei_json(project, "prove", "--sorries", "--write", *FIXED)["written"]
    assert [(w["file"], w["theorems"]) for w in written] == [("E2E/Open.lean", ["first", "second"])]
    text = (project / "E2E" / "Open.lean").read_text()
    assert "sorry" not in text
    assert text.startswith("import E2E.Basic\ntheorem first : 1 + 1 = 2 := by\n  ")
    assert (
        "theorem uses : 1 + 1 = 2 := first\ntheorem second (p : Prop) (h : p) : p := by\n" in text
    )
    assert "sorry" in Path(written[0]["backup"]).read_text()
    # The trace is of the old file now.
    done = run_sensei(project, "prove", "--sorries", "--write", *FIXED)
    assert (done.returncode, "has changed since it was traced" in error_of(done)) == (3, True)
    assert (project / "E2E" / "Open.lean").read_text() == text
    done = run_sensei(project, "prove", "--sorries", "E2E/Basic.lean", "--generator", "fixed")
    assert (done.returncode, "has no theorem with sorry" in error_of(done)) == (2, True)
