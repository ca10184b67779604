"""``sensei prove`` and ``sensei show`` on a traced project, with the fake step server."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from fakes.chat_server import chat_server, completion
from fakes.gym_project import SERVER
from fakes.traces import write_project
from fakes.verifier import RuleVerifier
from sensei.cli.main import main
from sensei.core.errors import CheckpointError
from sensei.core.types import Claim
from sensei.models.checkpoint import CRITIC, KIND, PROGRESS
from sensei.provers.generators import checkpoint_folder, named_checkpoint
from sensei.store import open_store
from sensei.toolchain.workspace import LeanWorkspace

# Goals that start with "same" are closed by rfl; no tactic closes the others.
SOURCES = {
    "Sample/Logic.lean": "Sample.comm_0 same\nSample.comm_3 same\n",
    "Sample/Nat/Basic.lean": "Sample.comm_1 same same\n",
    "Sample/Last.lean": "Sample.comm_2 other\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = write_project(tmp_path / "sample")
    for file, text in SOURCES.items():
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(text)
    lean = tmp_path / "lean"
    lean.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{SERVER}" "$@"\n')
    lean.chmod(0o755)
    workspace = LeanWorkspace(root, lean, dict(os.environ), tmp_path)
    monkeypatch.setattr(
        "sensei.toolchain.workspace.open_workspace",
        lambda folder, settings: workspace,
    )

    def rule(claim: Claim) -> bool:
        return claim.theorem.name != "Sample.comm_3"

    monkeypatch.setattr("sensei.verify.verifier.LeanVerifier", lambda workspace: RuleVerifier(rule))
    monkeypatch.setattr("sensei.verify.pool.VerifierPool", lambda verifier: verifier)
    monkeypatch.chdir(root)
    monkeypatch.setenv("SENSEI_JOBS", "2")
    assert main(["ingest"]) == 0
    return root


def prove(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    code = main(["prove", "--generator", "fixed", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_a_verified_theorem(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = prove(capsys, "comm_1")
    assert code == 0
    (attempt,) = out["attempts"]
    assert attempt["theorem"] == "Sample.comm_1"
    assert attempt["proof"] == "by\n  rfl\n  rfl"
    assert attempt["verdict"]["reason"] == "verified"
    assert out["figures"]["per_verified"]["tactic_calls"] == 20.0

    assert main(["show", "attempt", str(attempt["id"])]) == 0
    shown = capsys.readouterr().out
    assert "Sample.comm_1: claimed\n⊢ same\n⊢ same\n├─ rfl  (-2.30)  #1 *\n" in shown
    assert "by\n  rfl\n  rfl\n" in shown
    assert "verified: verified; axioms: none" in shown
    assert main(["show", "attempt"]) == 0
    assert capsys.readouterr().out == shown
    assert main(["show", "attempt", str(attempt["id"]), "--json"]) == 0
    events = json.loads(capsys.readouterr().out)["events"]
    assert [events[0]["event"], events[-1]["event"]] == ["opened", "ended"]


def test_what_is_not_proved_is_exit_code_1(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = prove(capsys, "comm_0", "comm_2", "--tactic-calls", "15")
    assert code == 1
    assert [a["verified"] for a in out["attempts"]] == [True, False]
    assert out["attempts"][1]["status"] == "out_of_budget"
    assert (out["figures"]["theorems"], out["figures"]["verified"]) == (2, 1)


def test_a_claim_that_lean_rejects_is_not_proved(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = prove(capsys, "comm_3")
    assert code == 1
    (attempt,) = out["attempts"]
    assert (attempt["status"], attempt["verified"]) == ("claimed", False)
    assert (out["figures"]["claims"], out["figures"]["verified"]) == (1, 0)
    assert main(["show", "attempt", str(attempt["id"])]) == 0
    assert "rejected (does_not_compile): unsolved goals" in capsys.readouterr().out
    assert main(["prove", "comm_3", "--generator", "fixed"]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith("rejected: does_not_compile Sample.comm_3  (attempt 2)\nby\n  rfl\n")
    assert "0 of 1 verified, 1 claimed; 1 model calls, 10 tactic calls" in printed


def test_a_part_of_a_split(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "split", "--seed", "0", "--ratios", "0.5,0.1,0.4"]) == 0
    code, out = prove(capsys, "--split", "test", "--limit", "3", "--tactic-calls", "20")
    assert code == 1
    assert len(out["attempts"]) == 3
    again, named = prove(
        capsys, "--split", "default", "--part", "test", "--limit", "3", "--tactic-calls", "20"
    )
    assert again == 1
    assert [a["theorem"] for a in named["attempts"]] == [a["theorem"] for a in out["attempts"]]

    assert main(["show", "split", "default"]) == 0
    shown = capsys.readouterr().out
    assert out["attempts"][0]["theorem"] in shown
    assert "data " in shown


def test_a_theorem_missing_from_its_file_is_a_record(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = prove(capsys, "comm_0", "comm_4", "comm_1")
    assert code == 1
    assert "has no theorem Sample.comm_4" in out["attempts"][1]["error"]
    assert [a["verified"] for a in out["attempts"]] == [True, False, True]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["prove", "comm_77", "--generator", "fixed"], "did you mean Sample.comm_7"),
        (["prove", "comm_1", "--generator", "nowhere"], "nowhere: no such checkpoint folder"),
        (["prove", "comm_1", "--generator", "."], "is no checkpoint"),
        (["prove", "comm_1"], "knows no checkpoint; sensei train sft"),
        (["prove"], "name theorems, or give one of --split"),
        (["prove", "comm_1", "--split", "test"], "name theorems, or give one of --split"),
        (["prove", "--split", "test"], "no split"),
        (["prove", "comm_1", "--project", "nowhere"], "no such folder: nowhere"),
        (["show", "attempt", "9"], "no attempt 9"),
        (["show", "attempt", "x"], "'x' is no attempt"),
        (["show", "checkpoint", "."], "is no checkpoint"),
        (["show", "split", "deflaut"], "no split"),
        (["show", "checkpoint", "nowhere"], "nowhere: no such checkpoint folder"),
        (["show", "attempt"], "there is no attempt yet"),
        (["prove", "Sample.«comm_7»", "--generator", "fixed"], "did you mean Sample.comm_7,"),
        (["show", "trace", "Sample.Logik"], "did you mean Sample.Logic"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    project: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    capsys.readouterr()
    assert main(words) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert (printed.out, printed.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("number", ["0", "-1", "many", "nan"])
@pytest.mark.parametrize("option", ["--seconds", "--model-calls"])
def test_a_budget_is_a_positive_number(
    capsys: pytest.CaptureFixture[str], option: str, number: str
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["prove", "x", f"{option}={number}"])
    assert stopped.value.code == 2
    assert "invalid" in capsys.readouterr().err


def test_a_trace(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["show", "trace", "Sample.Logic"]) == 0
    shown = capsys.readouterr().out
    assert main(["show", "trace", "Sample.«Logic»"]) == 0
    assert capsys.readouterr().out == shown
    assert "theorem Sample.comm_0\n  ∀ n : Nat, n + 0 = 0 + n\n  3 steps\n" in shown
    assert "theorem Sample.later  [sorry]" in shown
    assert main(["show", "trace", "Sample.Missing"]) == 0
    assert "failed (missing_import): unknown module" in capsys.readouterr().out
    assert main(["show", "trace", "Sample.Logic", "--json"]) == 0
    declarations = json.loads(capsys.readouterr().out)["declarations"]
    assert declarations[0]["name"] == "Sample.comm_0"


def test_a_checkpoint_by_name(project: Path) -> None:
    with open_store(project / "x.db") as store:
        store.add_checkpoint("first", run_id=None, kind=KIND, path="/a", manifest={})
        store.add_checkpoint("second", run_id=None, kind=KIND, path="/b", manifest={})
        store.add_checkpoint("judge", run_id=None, kind=CRITIC, path="/c", manifest={})
        assert checkpoint_folder(store, "first") == "/a"
        assert checkpoint_folder(store, None) == "/b"
        assert checkpoint_folder(store, "fixed") == "fixed"
        assert checkpoint_folder(store, str(project)) == str(project)
        assert checkpoint_folder(store, "third") == "third"
        assert named_checkpoint(store, None, CRITIC) == named_checkpoint(store, "judge", CRITIC)
        with pytest.raises(CheckpointError, match="knows no progress; sensei train progress"):
            named_checkpoint(store, None, PROGRESS)


def test_a_provider_s_model_proves_and_its_key_is_kept_nowhere(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai", reason="the extra 'providers' is not installed")
    key = "sk-nobody-may-see-this"
    wrong, right = completion("```\nwhat\n```"), completion("```lean4\nrfl\n```")
    with chat_server(wrong, right) as server:
        monkeypatch.setenv("OPENAI_API_KEY", key)
        monkeypatch.setenv("OPENAI_BASE_URL", server.url + "/v1")
        capsys.readouterr()
        words = ["--search", "whole-proof", "--candidates", "2", "--json"]
        assert main(["prove", "comm_0", "--generator", "openai:m", *words]) == 0
        printed = capsys.readouterr()
    (attempt,) = json.loads(printed.out)["attempts"]
    assert (attempt["proof"], attempt["verified"]) == ("by\n  rfl", True)
    assert attempt["spent"]["tokens"] == 2 * 25
    # What Lean said of the first proof is what the second was asked with.
    error = server.seen[1][2]["messages"][3]["content"]
    assert error.startswith("Lean rejects this:\n```\n")
    assert main(["show", "attempt"]) == 0
    shown = capsys.readouterr().out
    assert "by openai:m, seed 0" in shown
    assert "2 model calls, 2 tactic calls, 50 tokens" in shown
    database = b"".join(path.read_bytes() for path in (project / ".lake" / "sensei").glob("*.db*"))
    assert b"openai:m" in database
    assert key not in printed.out + printed.err + shown
    assert key.encode() not in database


def test_a_provider_that_refuses_is_a_model_error(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai", reason="the extra 'providers' is not installed")
    refused = {"message": {"role": "assistant", "content": None, "refusal": "I will not prove"}}
    with chat_server(completion("", **refused)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url + "/v1")
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        capsys.readouterr()
        assert main(["prove", "comm_0", "--generator", "openai:m", "--json"]) == 1
    (attempt,) = json.loads(capsys.readouterr().out)["attempts"]
    assert attempt["status"] == "model_error"
    assert "I will not prove" in attempt["error"]
    assert (attempt["spent"]["tactic_calls"], attempt["proof"]) == (0, None)


def test_a_provider_without_a_key_is_one_line(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    assert main(["prove", "comm_0", "--generator", "openai:m"]) == 2
    assert "set OPENAI_API_KEY in the environment" in capsys.readouterr().err
