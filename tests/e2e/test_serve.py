"""`sensei serve` for a real project, asked by Lean; and what it refuses."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest

from command import SIDECAR, error_of, run_sensei
from sensei.settings import Settings
from sensei.toolchain.workspace import open_workspace

ASK = Path(__file__).with_name("ask.lean")


@contextmanager
def serving(project: Path, *words: str) -> Iterator[dict[str, object]]:
    """The server while it runs; what it says when it is ready. It must end well."""
    path = os.pathsep.join(filter(None, [str(SIDECAR), os.environ.get("PYTHONPATH", "")]))
    with subprocess.Popen(
        [sys.executable, "-m", "sensei", "serve", "--json", *words],
        cwd=project,
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        try:
            assert child.stdout is not None
            line = child.stdout.readline()
            assert line, "it ended at once"
            yield json.loads(line)
            child.send_signal(signal.SIGTERM)
            assert child.wait(30) == 0
        finally:
            child.kill()


EDITED = """\
import Sensei.Widget.SearchProof
theorem both (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · search_proof
    exact hp
  · assumption
theorem wrong (n : Nat) : n = n + 1 := by
  search_proof (timeout := 20)
  sorry
"""


def test_lean_asks_the_server_of_its_project(project: Path, settings: Settings) -> None:
    file = project / ".lake" / "sensei" / "sidecar.json"
    with serving(project, "--generator", "fixed", "--http", "0") as said:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        known = json.loads(file.read_text())
        assert (known["port"], said["model"]) == (said["port"], "fixed")
        workspace = open_workspace(project, settings, build=False)
        env = {**workspace.env, "SENSEI_SIDECAR": ""}
        done = subprocess.run(
            [workspace.lean, "--run", ASK, "E2E.le_sum", "sum_eq", "E2E.nothing"],
            cwd=project,
            env=env,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        edited = project / "Edited.lean"
        edited.write_text(EDITED)
        searched = subprocess.run(
            [workspace.lean, "--json", edited],
            cwd=project,
            env=env,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        programs = workspace.programs
        proved = subprocess.run(
            [workspace.lean, "--run", programs / "Prove.lean", "E2E.two_ways", "E2E.sum_eq",
             "--generator", "fixed", "--seconds", "60"],
            cwd=project,
            env=env,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )  # fmt: skip
        judged = httpx.post(
            f"http://127.0.0.1:{known['http_port']}/v1/verify",
            headers={"authorization": f"Bearer {known['token']}"},
            json={"declaration": "E2E.two_ways", "proof": "by sorry"},
            timeout=120,
            trust_env=False,
        ).json()
        again = run_sensei(project, "serve", "--generator", "fixed")
    assert done.returncode == 0, done.stdout + done.stderr
    status, tactics, *rest = done.stdout.splitlines()
    assert status == f"status 1 {workspace.lean_version} #[fixed, bm25]"
    assert tactics == "tactics #[rfl, assumption]"
    assert "⊢ ∀ (xs : List Nat)" in rest[0]
    assert rest[1].startswith("ended claimed true by|  ")
    assert rest[-3].startswith("ended exhausted false")
    assert rest[-2].startswith("error NOT_FOUND") or "no theorem" in rest[-2]
    assert rest[-1].startswith("stranger the token is missing or wrong")
    assert (judged["accepted"], judged["reason"]) == (False, "sorry")
    assert not file.exists()
    assert proved.stdout.splitlines() == [
        "verified  E2E.two_ways",
        "exhausted  E2E.sum_eq",
        "1 of 2 verified",
    ]
    assert proved.stderr.startswith("run ")
    assert proved.returncode == 1
    said = [json.loads(line) for line in searched.stdout.splitlines()]
    at = {(m["pos"]["line"], m["severity"]): m["data"] for m in said}
    # The proof that is there goes on after it, so the whole does not compile with it.
    assert at[4, "information"].startswith("Try this:\n  [apply] assumption -- proves this goal")
    assert at[8, "information"].startswith("no proof found: everything that the model proposed")
    assert "is already running" in error_of(again)
    assert again.returncode == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--host", "0.0.0.0"], "a token of your own (--token-file FILE) and TLS"),
        (["--host", "192.0.2.1", "--token-file", "token"], "that needs TLS"),
        (["--host", "example.org"], "'example.org' is no address in figures"),
        (["--tls-key", "token"], "a certificate without its key, or a key alone"),
        (["--token-file", "short"], "16 or more printable ASCII letters"),
        (["--token-file", "none"], "No such file"),
        (["--generator", "nowhere"], "nowhere"),
    ],
)
def test_what_is_refused(tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "lakefile.toml").write_text('name = "P"\n')
    (tmp_path / "token").write_text("a-long-enough-token\n")
    (tmp_path / "short").write_text("short\n")
    done = run_sensei(tmp_path, "serve", *words)
    assert said in error_of(done)
    assert done.returncode == 2
    assert not (tmp_path / ".lake" / "sensei" / "sidecar.json").exists()


def test_the_progress_model_may_be_named_as_leandojo_names_it(tmp_path: Path) -> None:
    (tmp_path / "lakefile.toml").write_text('name = "P"\n')
    done = run_sensei(tmp_path, "serve", "--generator", "fixed", LEANPROGRESS_MODEL="far-away")
    assert "far-away: no such checkpoint folder" in error_of(done)
    assert done.returncode == 2


def test_in_the_background_until_it_is_stopped(project: Path) -> None:
    words = ("serve", "--generator", "fixed", "--http", "0", "--background", "--json")
    begun = run_sensei(project, *words)
    assert begun.returncode == 0, begun.stderr
    said = json.loads(begun.stdout)
    known = json.loads((project / ".lake" / "sensei" / "sidecar.json").read_text())
    try:
        base = f"http://127.0.0.1:{said['http_port']}"
        assert httpx.get(f"{base}/healthz", trust_env=False).json() == {"status": "ok"}
        again = run_sensei(project, "serve", "--background")
        assert "is already running" in error_of(again)
        assert "sensei serve --stop" in error_of(again)
    finally:
        ended = run_sensei(project, "serve", "--stop")
    assert not ended.stderr, ended.stderr
    assert ended.stdout == f"ended process {known['pid']}\n"
    assert not psutil.pid_exists(known["pid"])
    assert not (project / ".lake" / "sensei" / "sidecar.json").exists()
    assert run_sensei(project, "serve", "--stop").stdout.startswith("no server of ")


def test_no_other_process_is_stopped(project: Path) -> None:
    file = project / ".lake" / "sensei" / "sidecar.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        for pid in (os.getpid(), 1, 0, -5, 10**30):
            known = {"host": "127.0.0.1", "port": listening.getsockname()[1], "pid": pid}
            file.write_text(json.dumps(known))
            done = run_sensei(project, "serve", "--stop")
            told = "is no sensei serve" if pid == os.getpid() else "no server of"
            assert told in done.stdout + done.stderr
    file.unlink()
