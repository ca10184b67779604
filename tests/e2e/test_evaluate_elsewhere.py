"""The same evaluation with a second checker, and on a Ray cluster: real Lean, the command line."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from command import error_of, run_sensei, sensei, sensei_json
from fakes import export_checker

WORDS = ("--generator", "fixed", "--seconds", "60", "--tactic-calls", "40")
ROWS = [
    {"name": "two", "formal_statement": "theorem two : 1 + 1 = 2 := by sorry"},
    {"name": "false", "formal_statement": "theorem false : 1 = 2"},
]


@pytest.fixture
def benchmark(project: Path) -> Path:
    (project / "b.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return project


def test_a_second_checker_makes_tier_b(benchmark: Path, tmp_path: Path) -> None:
    words = ("eval", "--benchmark", "b.jsonl", "--second", *WORDS)
    done = run_sensei(benchmark, *words, PATH="/usr/bin:/bin")
    assert (done.returncode, "no nanoda_bin" in error_of(done)) == (3, True)
    source = Path(export_checker.__file__).read_text("utf-8")
    (tmp_path / "nanoda_bin").write_text(f"#!{sys.executable}\n{source}")
    (tmp_path / "nanoda_bin").chmod(0o755)
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    answer = json.loads(sensei(benchmark, *words, "--json", code=1, PATH=path))
    assert (answer["tier"], answer["solved"], answer["verified"]) == ("B", 1, 1)
    (tmp_path / "refused").touch()
    refused = json.loads(sensei(benchmark, *words, "--again", "--json", code=1, PATH=path))
    outcomes = {result["problem"]: result["outcome"] for result in refused["results"]}
    assert outcomes["two"] == "kernel_rejected"
    assert refused["solved"] == 0


def shown(answer: dict[str, Any]) -> dict[str, tuple[str, str | None]]:
    return {result["problem"]: (result["outcome"], result["proof"]) for result in answer["results"]}


# Starts a cluster on loopback, says where it is, and ends it when its input ends.
HEAD = """
import sys
from ray.cluster_utils import Cluster
made = Cluster(True, head_node_args={
    "num_cpus": 3, "include_dashboard": False, "object_store_memory": 80 * 1024**2})
print(made.address, flush=True)
sys.stdin.read()
made.shutdown()
"""


@pytest.fixture
def address() -> Iterator[str]:
    """Of a Ray cluster that runs already."""
    pytest.importorskip("ray", reason="the extra ray is not installed")
    with subprocess.Popen(
        [sys.executable, "-c", HEAD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
    ) as head:
        assert head.stdout is not None
        lines = iter(head.stdout.readline, "")
        yield next(line.strip() for line in lines if line[0].isdigit())


def test_a_ray_cluster_by_address_gives_the_same_results_and_goes_on(
    benchmark: Path, address: str
) -> None:
    words = ("eval", "--benchmark", "b.jsonl", *WORDS)
    here = sensei_json(benchmark, *words, code=1)
    ray = ("--again", "--ray", address, "--provers", "2")
    there = sensei_json(benchmark, *words, *ray, code=1)
    assert shown(there) == shown(here)
    assert here["solved"] == there["solved"] == 1
    assert there["evaluation"] != here["evaluation"]
    # It was not ours to end.
    host, _, port = address.rpartition(":")
    socket.create_connection((host, int(port)), timeout=60).close()
