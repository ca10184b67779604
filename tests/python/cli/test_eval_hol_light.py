"""`sensei eval --environment hol-light`, on a process that stands in HOL Light's place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sensei.cli.main import main
from sensei.envs import hol_light
from sensei.provers.problems import read_statements
from sensei.store import open_store
from sensei.toolchain.hol_light import HolLight

FAKE = Path(__file__).parents[1] / "fakes" / "hol_light.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in no Lean project, with a benchmark; the fixed tactics are the fake's."""
    (tmp_path / "hol.ml").write_text("")
    rows = [
        {"name": "pair", "statement": "a & b", "split": "test"},
        {"name": "long", "statement": "ab & c", "split": "test"},
        {"name": "other", "statement": "c"},
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "letters.jsonl").write_text(text)
    found = HolLight(FAKE, tmp_path / "hol.ml")
    monkeypatch.setattr("sensei.envs.hol_light.server.find_hol_light", lambda: found)
    monkeypatch.setattr("sensei.models.baselines.HOL_LIGHT_TACTICS", ("CLOSE", "SPLIT"))
    monkeypatch.setenv("SENSEI_JOBS", "1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def evaluated(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, dict[str, Any]]:
    arguments = ["--environment", "hol-light", "--generator", "fixed", "--database", "hol.db"]
    code = main(["eval", *arguments, "--benchmark", "letters.jsonl", "--json", *more])
    return code, json.loads(capsys.readouterr().out)


def test_statements_are_searched_judged_and_kept(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, answer = evaluated(capsys, "--problems", "test")
    assert code == 1
    assert (answer["problems"], answer["solved"], answer["verified"]) == (2, 1, 1)
    assert answer["tier"] == "A"
    proofs = {result["problem"]: result["proof"] for result in answer["results"]}
    assert proofs == {"pair": "by\n  SPLIT\n  · CLOSE\n  · CLOSE", "long": None}
    outcomes = {result["problem"]: result["outcome"] for result in answer["results"]}
    assert outcomes == {"pair": "verified", "long": "exhausted"}
    again, same = evaluated(capsys, "--problems", "test")
    assert (again, same) == (code, answer), "what is done is not done again"
    with open_store(folder / "hol.db") as store:
        assert len(store.attempts()) == 2
    _, sexps = evaluated(capsys, "--problems", "test", "--environment", "hol-light-sexp")
    assert sexps["evaluation"] != answer["evaluation"]
    assert sexps["solved"] == 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--second",), "--second goes with Lean"),
        (("--minimize",), "--minimize goes with Lean"),
        (("--search", "whole-proof"), "--search whole_proof does not go with"),
        (("--problems", "none"), "has no problems of the split 'none'"),
    ],
)
def test_what_is_lean_s_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], said: str
) -> None:
    arguments = ["--environment", "hol-light", "--generator", "fixed", "--database", "hol.db"]
    assert main(["eval", *arguments, "--benchmark", "letters.jsonl", *more]) == 2
    assert said in capsys.readouterr().err


def test_a_statement_needs_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text('{"statement": "a"}\n')
    arguments = ["--environment", "hol-light", "--generator", "fixed", "--database", "hol.db"]
    assert main(["eval", *arguments, "--benchmark", str(file)]) == 2
    assert "bad.jsonl has no name or no statement" in capsys.readouterr().err


def test_the_set_that_comes_with_it() -> None:
    file = Path(hol_light.__file__).with_name("statements.jsonl")
    problems = read_statements(file).problems
    assert len(problems) > 20
    assert [problem.name for problem in problems if problem.name.startswith("false")]
