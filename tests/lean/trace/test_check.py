"""Traced steps run again: those of hard constructs all do what was traced, tampered ones do not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tracing import GOLDEN, trace_file

from sensei.envs.process import GymLimits
from sensei.ingest.ingest import ingest
from sensei.provers.check import CheckReport, check_steps
from sensei.store import Store, open_store
from sensei.toolchain.workspace import LeanWorkspace

HARD = Path(__file__).parent / "hard" / "Hard.lean"
LIMITS = GymLimits(tactic_s=120.0)


@pytest.fixture(scope="module")
def project(kata: LeanWorkspace, tmp_path_factory: pytest.TempPathFactory) -> LeanWorkspace:
    """Hard.lean, the constructs of the golden files and a module of Kata, traced, in a folder of
    their own."""
    root = tmp_path_factory.mktemp("hard")
    constructs = "".join(path.read_text("utf-8") for path in sorted(GOLDEN.glob("*.lean")))
    (root / "Constructs.lean").write_text("import Lean\n" + constructs, "utf-8")
    (root / "lakefile.toml").write_text('name = "hard"\n', "utf-8")
    (root / "traces").mkdir()
    for source in (HARD, kata.root / "Kata" / "Quantifiers.lean"):
        shutil.copy(source, root)
    for file in sorted(root.glob("*.lean")):
        trace_file(kata, file, root / "traces" / f"{file.stem}.json")
    # The tracer's worker was given no options.
    return replace(kata, root=root, options={})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "test.db") as store:
        yield store


def check(store: Store, traces: Path, project: LeanWorkspace) -> CheckReport:
    report = ingest(traces, store, project.root)
    modules = store.modules(report.snapshot.id)
    return check_steps(store, modules, project, limits=LIMITS)


def test_every_step_is_reproduced(project: LeanWorkspace, store: Store) -> None:
    report = check(store, project.root / "traces", project)
    assert report.exceptions == ()
    assert report.steps > 600
    assert report.share == 1.0


Record = dict[str, Any]


def step(module: Record, text: str) -> Record:
    found: Record = next(s for s in module["steps"] if s["text"] == text)
    return found


def print_otherwise(module: Record) -> None:
    """A goal that only one step leaves, and none begins with; and the name of a case."""
    made = step(module, "Nat.add_zero")["goalsAfter"][0]
    module["goals"][made]["pretty"] = "n : Nat\n⊢ n = 0 + n"
    made = step(module, "refine ⟨?w, ?_⟩")["goalsAfter"][0]
    module["goals"][made]["userName"] = "v"


def begin_elsewhere(module: Record) -> None:
    intros = step(module, "intros")
    following = module["steps"][intros["id"] + 1]
    assert following["text"] == "constructor"
    following["goalsBefore"] = intros["goalsBefore"]


def write_otherwise(module: Record) -> None:
    step(module, "intros")["text"] = "intro p"


def call_it_another_kind(module: Record) -> None:
    step(module, "rintro (⟨hp, hq⟩ | hr)")["kind"] = "Lean.Parser.Tactic.intro"


def move(module: Record) -> None:
    """Onto a word that is there as well, but is no tactic."""
    place = step(module, "symm")
    line = module["source"].split("\n").index("/-! Steps that are hard to run again. symm -/") + 1
    start = module["source"].encode().index(b"symm")
    place["range"] = {
        "startByte": start, "endByte": start + 4, "startLine": line, "startColumn": 38,
        "endLine": line, "endColumn": 42,
    }  # fmt: skip


def test_tampered_steps_are_found_and_no_other(
    project: LeanWorkspace, store: Store, tmp_path: Path
) -> None:
    traced = json.loads((project.root / "traces" / "Hard.json").read_text("utf-8"))
    for tamper in (print_otherwise, begin_elsewhere, write_otherwise, call_it_another_kind, move):
        tamper(traced["module"])
    traces = tmp_path / "traces"
    traces.mkdir()
    (traces / "Hard.json").write_text(json.dumps(traced), "utf-8")
    report = check(store, traces, project)
    assert [(e.declaration, e.text, e.reason) for e in report.exceptions] == [
        ("Hard.own_lemma", "Nat.add_zero", "goals_after"),
        ("Hard.universes", "refine ⟨?w, ?_⟩", "goals_after"),
        ("Hard.universes", "case w => exact f a", "goals_before"),
        ("Hard.option_in", "symm", "absent"),
        ("Hard.inaccessible", "intro p", "text"),
        ("Hard.inaccessible", "constructor", "goals_before"),
        ("Hard.patterns", "rintro (⟨hp, hq⟩ | hr)", "parse"),
    ]
    assert report.reproduced == report.steps - 7


def test_a_file_that_changed_is_named(project: LeanWorkspace, store: Store, tmp_path: Path) -> None:
    shutil.copy(project.root / "Quantifiers.lean", tmp_path)
    (tmp_path / "Hard.lean").write_text("-- shorter\n", "utf-8")
    traces = tmp_path / "traces"
    traces.mkdir()
    shutil.copy(project.root / "traces" / "Hard.json", traces)
    (tmp_path / "lakefile.toml").write_text('name = "hard"\n', "utf-8")
    report = check(store, traces, replace(project, root=tmp_path))
    assert report.reproduced == 0
    assert list(report.reasons) == ["source_changed"]
