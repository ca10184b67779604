"""`sensei show run` and `sensei show module`: trees and tables in a terminal."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from fakes.stores import put_sample
from sensei.cli.main import main
from sensei.cli.shown import bars, module_json, print_module
from sensei.store import open_store

PROJECT = Path(__file__).parents[3] / "lean" / "samples" / "Kata"


def test_a_run_is_printed_with_curve_rounds_and_lineage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "sensei.db"
    with open_store(database) as store:
        run = store.add_run(
            *("loop",), split_id=None, dataset_hash="d" * 64, seed=1, config={"name": "[bold]kata"},
            code_version="1",
        )  # fmt: skip
        store.finish_run(
            run,
            metrics={
                "curve": {"step": [1, 2], "loss": [2.0, 1.0]},
                "rounds": [{"round": 1, "tried": 9, "verified": 4}],
                "seconds": 7.0,
            },
        )
        store.add_checkpoint("made", run_id=run, kind="tactic_generator", path="/c", manifest={})
    words = ["show", "run", "--project", str(PROJECT), "--database", str(database)]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert f"run {run}: loop [bold]kata, done, seed 1" in text
    assert "loss  █▁  2 at step 1, 1 at step 2" in text
    assert ["1", "9", "4"] in [line.split() for line in text.splitlines()]
    assert f"    └── loop {run}" not in text.split("lineage")[0]
    assert text.index("data set") < text.index(f"└── loop {run}") < text.index("└── made")
    assert main([*words[:2], str(run), *words[2:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"][0]["verified"] == 4
    assert main([*words[:2], "twelve", *words[2:]]) == 2
    assert "they have numbers" in capsys.readouterr().err


def test_no_run_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["show", "run", "--project", str(PROJECT), "--database", str(tmp_path / "sensei.db")]
    assert main(words) == 2
    assert "there is no run yet" in capsys.readouterr().err


def test_a_module_is_a_table_and_its_proofs_are_trees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(tmp_path / "sensei.db") as store:
        snapshot = put_sample(store)
        module = next(m for m in store.modules(snapshot) if m.name == "Sample.Logic")
        declarations = [d for d in store.declarations(snapshot) if d.module == module.name]
        print_module(store, module, declarations, proofs=True)
        told = module_json(store, module, declarations)
    text = capsys.readouterr().out
    assert f"Sample.Logic: Sample/Logic.lean, {len(declarations)} declarations" in text
    row = next(line.split() for line in text.splitlines() if "Sample.comm_0 " in line)
    assert row[:4] == ["Sample.comm_0", "theorem", "tactic", "3"]
    assert "├── intro n   + n : Nat   ⊢ n + 0 = 0 + n" in text
    assert "└── rw [Nat.add_comm n]" in text
    assert told["declarations"][0]["name"] == "Sample.comm_0"


def test_bars_are_of_any_length_and_of_figures_only() -> None:
    assert bars([1.0, 1.0]) == "▁▁"
    assert bars([None, 0.0, 7.0]) == "▁█"
    assert bars([]) == ""
    assert len(bars([math.sin(i) for i in range(1000)])) <= 60
