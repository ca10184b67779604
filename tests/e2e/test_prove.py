"""From a project's files to verified proofs: trace, ingest, split, prove, with the real parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from command import sensei

# What ten fixed tactics prove, and what they do not.
PROVED = ["E2E.two_ways", "E2E.weaken", "E2E.le_sum"]
NOT_PROVED = ["E2E.sum_eq"]


def attempts(project: Path, *arguments: str, code: int) -> dict[str, dict[str, Any]]:
    fixed = ("--generator", "fixed", "--seconds", "60", "--json")
    answer = json.loads(sensei(project, "prove", *arguments, *fixed, code=code))
    assert answer["figures"]["errors"] == 0
    return {attempt["theorem"]: attempt for attempt in answer["attempts"]}


def test_theorems_are_traced_searched_and_verified(project: Path) -> None:
    sensei(project, "data", "split", "--seed", "0")
    found = attempts(project, *PROVED, *NOT_PROVED, code=1)
    assert sorted(found) == sorted(PROVED + NOT_PROVED)
    for name in PROVED:
        attempt = found[name]
        assert attempt["verified"], attempt
        assert (attempt["verdict"]["reason"], attempt["tier"]) == ("verified", "A")
        assert attempt["proof"].startswith("by\n")
    for name in NOT_PROVED:
        attempt = found[name]
        assert attempt["status"] == "exhausted", attempt
        assert attempt["proof"] is None
    # Recorded, and shown again.
    kept = found[PROVED[0]]["id"]
    assert PROVED[0] in sensei(project, "show", "attempt", str(kept))
    again = attempts(project, PROVED[0], code=0)[PROVED[0]]
    assert again["proof"] == found[PROVED[0]]["proof"]
