"""Exports: read back by code written from their documents, the same whatever the order."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from leandojo_reader import read_folder

from fakes.traces import TACTIC, ModuleBuilder, Tac, sample_records, write_project, write_traces
from sensei.core.errors import UsageError
from sensei.data import freeze_split
from sensei.data.exports import FORMATS, export
from sensei.ingest import default_traces, ingest
from sensei.store import Store, default_database, open_store

ALL = (1.0, 0.0, 0.0)


def records() -> list[Any]:
    """Lemmas in one file, and theorems of another that use one each."""
    lemmas = ModuleBuilder("Rare.Lemmas")
    for number in range(20):
        lemmas.theorem(f"Rare.l{number}", f"L {number}", proof="by trivial")
    users = ModuleBuilder("Rare.Users", ["Rare.Lemmas"])
    for number in range(40):
        name = f"Rare.l{number // 2}"
        steps = [
            Tac("intro h", ["⊢ P → Q"], ["h : P\n⊢ Q"], TACTIC + "intro"),
            Tac(f"exact {name} h", ["h : P\n⊢ Q"], premises=[name]),
        ]
        users.theorem(
            f"Rare.t{number}", f"P → Q {number}", steps, proof=f"by\n  intro h\n  exact {name} h"
        )
    made = [lemmas.build(), users.build()]
    module = made[1].module
    for premise in module.premises:  # the name alone, and where its lemma is
        premise.use.start_byte += len("exact ")
        premise.use.end_byte -= len(" h")
        premise.module = "Rare.Lemmas"
        lemma = next(d for d in made[0].module.declarations if d.name == premise.name)
        premise.definition.CopyFrom(lemma.range)
    return made


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path / "project", records())


@pytest.fixture
def store(project: Path) -> Iterator[Store]:
    with open_store(default_database(project)) as opened:
        ingest(default_traces(project), opened, project)
        freeze_split(opened, project, seed=1, ratios=(0.8, 0.1, 0.1))
        yield opened


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_leandojo_reads_its_folder(store: Store, tmp_path: Path) -> None:
    report = export(store, store.split("default"), "leandojo", tmp_path / "out")
    assert report.left_out == {}
    read = read_folder(tmp_path / "out")
    assert read["traced"] == ["Rare/Lemmas.lean", "Rare/Users.lean"]
    assert set(read["corpus"]) == set(read["traced"])
    assert read["corpus"]["Rare/Users.lean"]["imports"] == ["Rare/Lemmas.lean"]
    assert read["metadata"]["from_repo"]["url"] == "sample"
    frozen = store.split("default")
    for part, theorems in read["random"].items():
        names = {m.theorem for m in frozen.part(part)}
        assert {t["full_name"] for t in theorems} == names
    for strategy in ("random", "novel_premises"):
        assert [len(read[strategy][p]) for p in ("train", "val", "test")] == [48, 6, 6]
    # Provenances lead into the corpus, and no premise of novel test theorems is in novel train.
    trained, tested = set(), []
    for part, theorems in read["novel_premises"].items():
        for theorem in theorems:
            used = set()
            for tactic in theorem["traced_tactics"]:
                for where in tactic["annotated_tactic"][1]:
                    (premise,) = (
                        p
                        for p in read["corpus"][where["def_path"]]["premises"]
                        if p["start"] <= where["def_pos"] <= p["end"]
                    )
                    assert premise["full_name"] == where["full_name"]
                    assert premise["code"].startswith(f"theorem {premise['full_name'][5:]} : ")
                    used.add(premise["full_name"])
            if part == "train":
                trained |= used
            else:
                tested.append(used)
    assert trained
    assert tested
    assert all(used - trained for used in tested)


def test_leandojo_tactics_are_annotated(store: Store, tmp_path: Path) -> None:
    export(store, store.split("default"), "leandojo", tmp_path / "out")
    read = read_folder(tmp_path / "out")
    theorem = next(
        t for part in read["random"].values() for t in part if t["full_name"] == "Rare.t4"
    )
    first, second = theorem["traced_tactics"]
    assert first["tactic"] == "intro h"
    assert (first["state_before"], first["state_after"]) == ("⊢ P → Q", "h : P\n⊢ Q")
    assert second["annotated_tactic"][0] == "exact <a>Rare.l2</a> h"
    assert second["state_after"] == "no goals"
    assert theorem["theorem_statement"] == "theorem Rare.t4 : P → Q 4"


def test_two_repositories_with_the_same_paths_are_two_folders(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as opened:
        snapshots = []
        for name in ("one", "two"):
            project = write_project(tmp_path / name, records())
            (project / "lakefile.toml").write_text(f'name = "{name}"\n')
            snapshots.append(ingest(default_traces(project), opened, project).snapshot)
        split, _ = freeze_split(
            opened, tmp_path / "one", seed=0, snapshot=snapshots[0], others=snapshots[1:]
        )
        export(opened, split, "leandojo", tmp_path / "out")
    read = read_folder(tmp_path / "out")
    assert read["traced"] == [
        f"{name}/Rare/{module}.lean" for name in ("one", "two") for module in ("Lemmas", "Users")
    ]
    theorems = [t for part in read["random"].values() for t in part]
    assert len(theorems) == 120
    assert {(t["url"], t["file_path"].split("/")[0]) for t in theorems} == {
        ("one", "one"),
        ("two", "two"),
    }
    for theorem in theorems:
        for tactic in theorem["traced_tactics"]:
            for where in tactic["annotated_tactic"][1]:
                assert where["def_path"].split("/")[0] == theorem["url"]


def progress_of(tmp_path: Path, proof: str, steps: Sequence[Tac]) -> list[tuple[str, int, int]]:
    builder = ModuleBuilder("M").theorem("t", "P", steps, proof=proof)
    project = write_project(tmp_path / "p", [builder.build()])
    with open_store(tmp_path / "s.db") as opened:
        ingest(default_traces(project), opened, project)
        split, _ = freeze_split(opened, project, seed=0, ratios=ALL)
        export(opened, split, "leanprogress", tmp_path / "out")
    read = lines(tmp_path / "out" / "train.jsonl")
    prefix: list[str] = []
    for row in read:
        assert set(row) == {"goal", "prefix", "tactic", "steps_remaining", "goal_steps_remaining"}
        assert row["prefix"] == "\n".join(prefix)
        prefix.append(row["tactic"])
    return [(r["tactic"], r["steps_remaining"], r["goal_steps_remaining"]) for r in read]


def test_leanprogress_counts_to_the_end_and_to_the_closing_of_the_goal(tmp_path: Path) -> None:
    proof = "by\n  constructor\n  intro a\n  exact a\n  intro b\n  simp\n  exact b"
    a, b = "⊢ A", "⊢ B"
    steps = [
        Tac("constructor", ["⊢ A ∧ B"], [a, b]),
        Tac("intro a", [a, b], ["a : X\n⊢ A'", b]),
        Tac("exact a", ["a : X\n⊢ A'", b], [b]),
        Tac("intro b", [b], ["b : Y\n⊢ B'"]),
        Tac("simp", ["b : Y\n⊢ B'"], ["b : Y\n⊢ B''"]),
        Tac("exact b", ["b : Y\n⊢ B''"]),
    ]
    assert progress_of(tmp_path, proof, steps) == [
        ("constructor", 5, 5),
        ("intro a", 4, 1),
        ("exact a", 3, 0),
        ("intro b", 2, 2),
        ("simp", 1, 1),
        ("exact b", 0, 0),
    ]


def test_goals_that_are_worked_on_out_of_order_are_told_apart(tmp_path: Path) -> None:
    proof = "by\n  apply f\n  rotate_left\n  exact b\n  exact a"
    a, b = "⊢ A", "⊢ B"
    steps = [
        Tac("apply f", ["⊢ G"], [a, b]),
        Tac("rotate_left", [a, b], [b, a]),
        Tac("exact b", [b, a], [a]),
        Tac("exact a", [a], []),
    ]
    assert [row[2] for row in progress_of(tmp_path, proof, steps)][2:] == [0, 0]


def test_chat_turns(store: Store, tmp_path: Path) -> None:
    report = export(store, store.split("default"), "sft", tmp_path / "out")
    read = lines(tmp_path / "out" / "train.jsonl")
    assert len(read) == report.counts["train"] > 50
    for row in read:
        assert [turn["role"] for turn in row["messages"]] == ["system", "user", "assistant"]
        assert "⊢" in row["messages"][1]["content"]
        assert "sorry" not in row["messages"][2]["content"]


def test_parquet_has_every_row(store: Store, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    export(store, store.split("default"), "leanprogress", tmp_path / "lines")
    report = export(store, store.split("default"), "parquet", tmp_path / "out")
    for part in ("train", "val", "test"):
        table = datasets.Dataset.from_parquet(
            str(tmp_path / "out" / f"{part}.parquet"), cache_dir=str(tmp_path / "cache")
        )
        expected = lines(tmp_path / "lines" / f"{part}.jsonl")
        assert len(table) == len(expected) == report.counts[part]
        assert table["tactic"][:] == [row["tactic"] for row in expected]
        assert table["goal_steps_remaining"][:] == [r["goal_steps_remaining"] for r in expected]
        del table


def test_retrieval_queries_have_positives_in_the_corpus_and_negatives_of_their_file(
    store: Store, tmp_path: Path
) -> None:
    export(store, store.split("default"), "retrieval", tmp_path / "out")
    corpus = {
        (entry["path"], premise["full_name"]): premise
        for entry in lines(tmp_path / "out" / "corpus.jsonl")
        for premise in entry["premises"]
    }
    queries = [q for p in ("train", "val", "test") for q in lines(tmp_path / "out" / f"{p}.jsonl")]
    assert len(queries) == 40
    for query in queries:
        number = int(query["full_name"].removeprefix("Rare.t"))
        assert [p["full_name"] for p in query["positives"]] == [f"Rare.l{number // 2}"]
        assert len(query["negatives"]) == min(number, 3)
        for negative in query["negatives"]:
            assert negative["path"] == query["file_path"]
            assert corpus[negative["path"], negative["full_name"]]["end"] <= query["start"]
        for premise in (*query["positives"], *query["negatives"]):
            assert (premise["path"], premise["full_name"]) in corpus
    assert len({json.dumps(q["negatives"]) for q in queries}) > 20


def sensei(*words: str | Path, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SENSEI_")}
    return subprocess.run(
        [sys.executable, "-m", "sensei", *map(str, words)],
        capture_output=True,
        text=True,
        env=environment | {"PYTHONHASHSEED": hash_seed},
        check=False,
    )


def test_every_format_is_the_same_bytes_under_any_order_and_hash_seed(tmp_path: Path) -> None:
    made = []
    for number, seed in enumerate(("0", "77")):
        project = write_project(tmp_path / f"p{number}", [])
        traces = tmp_path / f"traces{number}"
        for place, record in enumerate(records()[:: 1 - 2 * number]):
            write_traces(traces / str(place), [record])
        with open_store(default_database(project)) as opened:
            ingest(traces, opened, project)
            freeze_split(opened, project, seed=3)
        bytes_of = {}
        for kind in ("leandojo", "retrieval", "sft", "leanprogress"):
            out = tmp_path / f"{number}-{kind}"
            if kind == "leandojo":
                done = sensei(
                    *("data", "export", project, "--format", kind, "--out", out), hash_seed=seed
                )
                assert done.returncode == 0, done.stderr
            else:
                with open_store(default_database(project)) as opened:
                    export(opened, opened.split("default"), kind, out)
            for path in sorted(out.rglob("*.json*")):
                if path.name != "metadata.json":  # it says when
                    bytes_of[kind, path.name, path.parent.name[1:]] = path.read_bytes()
        made.append(bytes_of)
    assert made[0] == made[1]
    assert len(made[0]) >= 14


def test_the_command_line(store: Store, project: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = sensei("data", "export", project, "--format", "leandojo", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["files"], answer["theorems"], answer["tactics"]) == (2, 60, 80)
    again = sensei("data", "export", project, "--format", "leandojo", "--out", out)
    assert again.returncode == 2
    assert "is there already; choose another --out" in again.stderr
    part = sensei("data", "export", project, "--format", "sft", "--split", "val", "--out", out)
    assert "sft has all parts in it; leave out --split" in part.stderr


def test_what_cannot_be_had_is_named_and_leaves_nothing(
    store: Store, project: Path, tmp_path: Path
) -> None:
    split = store.split("default")
    with pytest.raises(UsageError, match="no format 'csv'; they are leandojo, leanprogress"):
        export(store, split, "csv", tmp_path / "out")
    (tmp_path / "file").write_text("")
    for kind in FORMATS:
        with pytest.raises(UsageError, match="cannot be written"):
            export(store, split, kind, tmp_path / "file" / "out")
    changed = records()
    changed[1].module.declarations[0].signature = ": other"
    write_traces(default_traces(project), changed)
    ingest(default_traces(project), store, project)
    with pytest.raises(UsageError, match=r"Rare.t0 .* is not what it was .*sensei data split"):
        export(store, split, "sft", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_strategy_that_cannot_be_had_is_left_out_by_name(tmp_path: Path) -> None:
    project = write_project(tmp_path / "p", sample_records())
    with open_store(tmp_path / "s.db") as opened:
        ingest(default_traces(project), opened, project)
        split, _ = freeze_split(opened, project, seed=0)
        report = export(opened, split, "leandojo", tmp_path / "out")
    assert "as near as it comes" in report.left_out["novel_premises"]
    assert not (tmp_path / "out" / "novel_premises").exists()
    assert len(read_folder(tmp_path / "out")["random"]["train"]) == 23
