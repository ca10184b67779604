"""Ingest: twice is once, what changed is replaced, and the command line says what was done."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fakes.stores import dump, ingest_project
from fakes.traces import (
    ModuleBuilder,
    Tac,
    edit,
    failure,
    first_step,
    sample_records,
    write_project,
    write_traces,
)
from sensei.core.errors import ProjectError, TraceError
from sensei.ingest import default_traces, ingest
from sensei.ingest.identity import package_name
from sensei.store import Store
from sensei.wire.v1 import trace_pb2
from warm import environment_of_commands, run_forked


def test_twice_is_once(project: Path, store: Store, tmp_path: Path) -> None:
    first = ingest_project(project, store)
    assert (first.added, first.replaced, first.unchanged) == (3, 0, 0)
    before = dump(tmp_path / "s.db")
    second = ingest_project(project, store)
    assert (second.added, second.replaced, second.unchanged) == (0, 0, 3)
    assert second.snapshot == first.snapshot
    assert dump(tmp_path / "s.db") == before


NAMES = st.sampled_from(["A", "B.C", "D"])
TACTICS = st.lists(
    st.tuples(st.text("abc ∀→", min_size=1, max_size=8), st.text("xyz⊢\n", min_size=1)), max_size=4
)
MODULES = st.dictionaries(NAMES, TACTICS, min_size=1)


def build(modules: dict[str, list[tuple[str, str]]]) -> list[trace_pb2.TraceRecord]:
    records = []
    for name, tactics in modules.items():
        builder = ModuleBuilder(name)
        lines = [f"t{number} {text}" for number, (text, _) in enumerate(tactics)]
        steps = [
            Tac(line, [goal], [goal + "'"]) for line, (_, goal) in zip(lines, tactics, strict=True)
        ]
        proof = "by\n" + "\n".join(f"  {line}" for line in lines) if lines else "rfl"
        records.append(builder.theorem(f"{name}.t", "x", steps, proof=proof).build())
    return records


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(modules=MODULES, order=st.randoms(use_true_random=False))
def test_any_trace_twice_is_once_in_any_order(
    modules: dict[str, list[tuple[str, str]]],
    order: Any,
    store: Store,
    tmp_path_factory: pytest.TempPathFactory,
    tmp_path: Path,
) -> None:
    records = build(modules)
    project = write_project(tmp_path_factory.mktemp("project"), records)
    first = ingest_project(project, store)
    before = dump(tmp_path / "s.db")
    elsewhere = tmp_path_factory.mktemp("traces")
    order.shuffle(records)
    for number, record in enumerate(records):
        write_traces(elsewhere / str(number), [record])
    assert ingest(elsewhere, store, project).snapshot == first.snapshot
    assert dump(tmp_path / "s.db") == before
    for module in store.modules(first.snapshot.id):
        traced = next(r.module for r in records if r.module.name == module.name)
        assert [g.pretty for g in store.goals(module.id)] == [g.pretty for g in traced.goals]


def test_a_changed_record_of_the_same_source_replaces_its_module(
    project: Path, store: Store
) -> None:
    first = ingest_project(project, store)
    ids = {m.name: m.id for m in store.modules(first.snapshot.id)}
    records = sample_records()
    records[0].module.options["pp.all"] = "true"
    write_traces(default_traces(project), records)
    second = ingest_project(project, store)
    assert (second.added, second.replaced, second.unchanged) == (0, 1, 2)
    assert second.snapshot == first.snapshot
    assert second.counts == first.counts
    after = {m.name: m.id for m in store.modules(second.snapshot.id)}
    assert [n for n in ids if ids[n] != after[n]] == ["Sample.Logic"]


def test_a_changed_source_is_a_new_snapshot_and_the_old_one_stays(
    project: Path, store: Store
) -> None:
    first = ingest_project(project, store)
    records = sample_records()
    records[0].module.source += "-- a remark\n"
    write_traces(default_traces(project), records)
    second = ingest_project(project, store)
    assert second.snapshot.identity != first.snapshot.identity
    assert store.snapshot().id == second.snapshot.id
    assert store.counts(first.snapshot.id) == first.counts
    write_traces(default_traces(project), sample_records())
    assert ingest_project(project, store).snapshot.id == first.snapshot.id
    assert store.snapshot().id == first.snapshot.id  # the edit was undone


def test_fields_of_a_newer_tracer_are_left_out(project: Path, store: Store) -> None:
    path = default_traces(project) / "Sample.Logic.json"

    def widen(content: dict[str, Any]) -> None:
        content["module"]["unheardOf"] = [{"x": 1}]
        first_step(content)["range"]["unheardOf"] = "y"

    edit(widen)(path)
    widened = ingest_project(project, store)
    write_traces(default_traces(project), sample_records())
    assert ingest_project(project, store).unchanged == 3
    assert widened.counts.steps == 90


def test_two_packages_with_the_same_files_are_two_snapshots(tmp_path: Path, store: Store) -> None:
    one, other = write_project(tmp_path / "one"), write_project(tmp_path / "other")
    (other / "lakefile.toml").write_text('name = "other"\n')
    first, second = ingest_project(one, store), ingest_project(other, store)
    assert first.snapshot.content_hash == second.snapshot.content_hash
    assert first.snapshot.id != second.snapshot.id


def test_a_failure_is_stored_beside_the_record_of_what_was_elaborated(
    tmp_path: Path, store: Store
) -> None:
    records = sample_records()
    records[1].failure.CopyFrom(failure("Sample.Nat.Basic", "elaboration_error", "rfl failed"))
    project = write_project(tmp_path / "p", records)
    report = ingest_project(project, store)
    assert report.counts.failures == {"elaboration_error": 1, "missing_import": 1}
    records[1].ClearField("failure")
    write_traces(default_traces(project), records)
    assert ingest_project(project, store).counts.failures == {"missing_import": 1}


def test_a_trace_of_failures_alone_is_a_snapshot(tmp_path: Path, store: Store) -> None:
    records = [trace_pb2.TraceRecord(failure=failure("A", "timeout"))]
    report = ingest_project(write_project(tmp_path / "p", records), store)
    assert report.counts.failures == {"timeout": 1}
    assert report.counts.modules == 0


def test_carriage_returns_are_kept(tmp_path: Path, store: Store) -> None:
    builder = ModuleBuilder("Crlf", newline="\r\n")
    steps = [Tac("intro n\n  simp", ["⊢ p"])]
    builder.theorem("t", "∀ n, p", steps, proof="by\n  intro n\n  simp")
    record = builder.build()
    report = ingest_project(write_project(tmp_path / "p", [record]), store)
    (module,) = store.modules(report.snapshot.id)
    assert "\r\n" in store.source(module.id)
    (theorem,) = store.theorems(report.snapshot.id)
    assert theorem.proof_range is not None
    data = store.source(module.id).encode()[theorem.proof_range[0] : theorem.proof_range[1]]
    assert data == b"by\r\n  intro n\r\n  simp"


def test_two_files_of_one_module_are_refused(project: Path, store: Store) -> None:
    write_traces(default_traces(project) / "again", sample_records()[:1])
    with pytest.raises(TraceError, match=r"are both of the module Sample\.Logic"):
        ingest_project(project, store)


def test_traces_of_two_toolchains_are_refused(project: Path, store: Store) -> None:
    records = sample_records()
    records[0].module.lean_version = "4.34.0"
    write_traces(default_traces(project), records)
    with pytest.raises(TraceError, match=r"was traced by Lean 4\.35\.0 .* by 4\.34\.0"):
        ingest_project(project, store)


def test_no_traces_and_no_project_are_named(tmp_path: Path, store: Store) -> None:
    with pytest.raises(ProjectError, match="no such folder"):
        ingest_project(tmp_path / "nowhere", store)
    with pytest.raises(ProjectError, match="not a Lean project"):
        ingest_project(tmp_path, store)
    (tmp_path / "lakefile.lean").write_text("import Lake\npackage «my pack» where\n")
    with pytest.raises(TraceError, match="sensei trace"):
        ingest_project(tmp_path, store)
    default_traces(tmp_path).mkdir(parents=True)
    with pytest.raises(TraceError, match="no trace file in"):
        ingest_project(tmp_path, store)
    for line, name in (("«my pack» where", "my pack"), ('"p-q"', "p-q"), ("plain {", "plain")):
        (tmp_path / "lakefile.lean").write_text(f"import Lake\npackage {line}\n")
        assert package_name(tmp_path) == name


def sensei(*words: str | Path) -> subprocess.CompletedProcess[str]:
    begun = environment_of_commands()
    environment = {k: v for k, v in begun.items() if not k.startswith("SENSEI_")}
    return run_forked([*map(str, words)], Path.cwd(), environment, "", 300)


def test_the_command_line(project: Path, tmp_path: Path) -> None:
    done = sensei("ingest", project, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["modules"], answer["theorems"], answer["steps"]) == (3, 32, 90)
    assert answer["failures"] == {"missing_import": 1}
    assert (project / ".lake/sensei/sensei.db").is_file()
    again = sensei("ingest", project, "--traces", default_traces(project))
    assert again.returncode == 0
    assert "3 (0 new, 0 replaced, 3 as before)" in again.stdout
    assert "failures     1 missing_import" in again.stdout
    inside = project / "Sample"
    inside.mkdir()
    assert "3 as before" in sensei("ingest", inside).stdout
    shown = sensei("ingest", "--help")
    assert "example: sensei ingest --traces" in " ".join(shown.stdout.split())


def test_the_command_line_fails_by_name(project: Path, tmp_path: Path) -> None:
    nothing = sensei("ingest", tmp_path / "nowhere")
    assert (nothing.returncode, nothing.stderr.count("\n")) == (2, 1)
    assert "no such folder" in nothing.stderr
    (tmp_path / "nowhere2").mkdir()
    assert sensei("ingest", tmp_path / "nowhere2").returncode == 2
    assert not (tmp_path / "nowhere2" / ".lake").exists()
    (default_traces(project) / "Sample.Last.json").write_text("{")
    damaged = sensei("ingest", project)
    assert (damaged.returncode, damaged.stdout) == (3, "")
    assert damaged.stderr.count("\n") == 1
    assert "Sample.Last.json: damaged JSON" in damaged.stderr
    database = tmp_path / "text.db"
    database.write_text("not a database, by any means\n" * 50)
    foreign = sensei("ingest", project, "--database", database)
    assert foreign.returncode == 3
    assert "is no SQLite database" in foreign.stderr


def test_characters_written_as_two_escapes_are_whole(project: Path, store: Store) -> None:
    path = default_traces(project) / "Sample.Logic.json"
    edit(lambda c: c["module"]["goals"][0].update(pretty="⊢ 𝔸 = 𝔸"))(path)
    assert rb"\ud835" in path.read_bytes()
    report = ingest_project(project, store)
    (module,) = (m for m in store.modules(report.snapshot.id) if m.name == "Sample.Logic")
    assert store.goals(module.id)[0].pretty == "⊢ 𝔸 = 𝔸"
