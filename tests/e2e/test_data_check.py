"""``sensei data check`` as a user runs it: a sound trace passes, a tampered one fails."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from command import error_of, run_sensei, sensei, sensei_json


def test_a_sound_trace_passes_and_a_tampered_one_fails(project: Path) -> None:
    sound = sensei_json(project, "data", "check")
    assert sound["steps"] > 3
    assert (sound["share"], sound["exceptions"], sound["reasons"]) == (1.0, [], {})
    database = project / ".lake" / "sensei" / "sensei.db"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE steps SET goals_after = '[0,0,0]' WHERE position = 0")
    tampered = sensei_json(project, "data", "check", code=1)
    assert tampered["reproduced"] == sound["steps"] - 1
    (exception,) = tampered["exceptions"]
    assert exception["reason"] == "goals_after"
    said = sensei(project, "data", "check", "--at-least", "0.1", "--only", "E2E.*")
    first, last = said.splitlines()
    assert first.startswith(f"E2E.Basic:{exception['line']} {exception['declaration']}: `")
    assert f"{sound['steps'] - 1} of {sound['steps']} steps reproduced" in last


def test_what_cannot_be_checked_is_said(project: Path) -> None:
    nothing = run_sensei(project, "data", "check", "--only", "Nothing")
    assert (nothing.returncode, "no traced module" in error_of(nothing)) == (2, True)
    share = run_sensei(project, "data", "check", "--at-least", "99")
    assert (share.returncode, "is no share" in error_of(share)) == (2, True)


def test_the_scope_of_a_proof(project: Path) -> None:
    shown = sensei_json(project, "data", "show", "--scope", "two_ways")
    names = {premise["name"]: premise for premise in shown["premises"]}
    assert shown["theorem"] == "E2E.two_ways"
    assert "E2E.two_ways" not in names
    assert "Init.Prelude" in shown["modules"]
    assert {premise["origin"] for premise in names.values()} >= {"toolchain"}
    last = sensei(project, "data", "show", "--scope", "two_ways").splitlines()[-1]
    assert f"{len(shown['premises'])} known premises in scope at E2E.two_ways" in last
    unknown = run_sensei(project, "data", "show", "--scope", "no_such_theorem")
    assert unknown.returncode == 2
