"""`sensei prove` ended in the middle, and two of them at once, on one database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from command import SIDECAR, sensei_json
from sensei.store import default_database, open_store

NAMES = ("E2E.two_ways", "E2E.weaken", "E2E.le_sum", "E2E.sum_eq")
FIXED = ("--generator", "fixed", "--seconds", "60")


def begin(project: Path, *words: str) -> subprocess.Popen[str]:
    path = os.pathsep.join(filter(None, [str(SIDECAR), os.environ.get("PYTHONPATH", "")]))
    return subprocess.Popen(
        [sys.executable, "-m", "sensei", "prove", *words, *FIXED],
        cwd=project, env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def attempts(project: Path) -> list[str]:
    with open_store(default_database(project)) as store:
        return [attempt.theorem.name for attempt in store.attempts()]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_prove_that_is_ended_leaves_nothing_behind(project: Path, number: signal.Signals) -> None:
    child = begin(project, *NAMES)
    while not attempts(project):
        assert child.poll() is None, child.communicate()[0]
        time.sleep(0.02)
    started = psutil.Process(child.pid).children(recursive=True)
    child.send_signal(number)
    said, _ = child.communicate(timeout=120)
    assert child.returncode == (-number if number is signal.SIGKILL else 128 + number), said
    assert "Traceback" not in said
    _, alive = psutil.wait_procs(started, timeout=60)
    with suppress(psutil.NoSuchProcess):
        assert [p for p in alive if p.status() != psutil.STATUS_ZOMBIE] == []
    before = attempts(project)
    answer = sensei_json(project, "prove", *NAMES, *FIXED, code=1)
    assert answer["figures"]["verified"] == 3
    assert attempts(project)[: len(before)] == before


def test_two_at_once_keep_all_they_find(project: Path) -> None:
    children = [begin(project, *NAMES[:2]), begin(project, *NAMES[1:3])]
    said = [child.communicate(timeout=400)[0] for child in children]
    assert [child.returncode for child in children] == [0, 0], said
    assert sorted(attempts(project)) == sorted([*NAMES[:2], *NAMES[1:3]])
    with open_store(default_database(project)) as store:
        assert all(record.verdict.accepted for record in store.verdicts())
        assert len(store.verdicts()) == 4
