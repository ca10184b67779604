"""Splits: disjoint, without leaks, the same whatever the order, frozen byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.traces import ModuleBuilder, sample_records, write_project, write_traces
from sensei.core.errors import NotFoundError, StoreError, UsageError
from sensei.data.split import (
    PARTS,
    assign,
    check_ratios,
    dataset_hash,
    freeze_split,
    manifest_path,
    row_hash,
    select,
    sizes,
)
from sensei.ingest import default_traces, ingest
from sensei.store import Store, default_database, open_store
from sensei.store.records import DeclarationRecord

RATIOS = (0.8, 0.05, 0.15)


def theorem(number: int, type_hash: str, module: str = "M", **changes: Any) -> DeclarationRecord:
    record = DeclarationRecord(
        id=number,
        snapshot_id=1,
        module_id=1,
        module=module,
        file=f"{module}.lean",
        position=number,
        name=f"t{number}",
        kind="theorem",
        range=None,
        name_range=None,
        proof_range=None,
        signature=": P",
        type="P",
        doc="",
        type_hash=type_hash,
        proof_kind="tactic",
        proof_hash="p",
        has_sorry=False,
        has_error=False,
        is_private=False,
        is_prop=True,
        axioms=(),
        attributes=(),
    )
    return replace(record, **changes)


def some_theorems(hashes: list[int]) -> list[DeclarationRecord]:
    return [theorem(n, f"h{value}", f"M{n % 3}") for n, value in enumerate(hashes)]


HASHES = st.lists(st.integers(0, 30), min_size=5, max_size=60)


@settings(deadline=None)
@given(hashes=HASHES, seed=st.integers(), order=st.randoms(use_true_random=False))
def test_a_split_is_disjoint_whole_and_stable(hashes: list[int], seed: int, order: Any) -> None:
    theorems = some_theorems(hashes)
    members = assign(theorems, seed, RATIOS)
    assert sorted(m.theorem for m in members) == sorted(t.name for t in theorems)
    part_of: dict[str, str] = {}
    for member in members:  # equal statements are in one part
        assert part_of.setdefault(member.type_hash, member.part) == member.part
    count = sizes(members)
    assert count["test"] <= 0.15 * len(theorems) + 0.5
    assert count["val"] <= 0.05 * len(theorems) + 0.5
    order.shuffle(theorems)
    moved = [replace(t, id=n + 900, module_id=n, position=n) for n, t in enumerate(theorems)]
    assert assign(moved, seed, RATIOS) == members


@settings(deadline=None)
@given(count=st.integers(20, 300), seed=st.integers(0, 5))
def test_without_equal_statements_the_sizes_are_the_ratios(count: int, seed: int) -> None:
    got = sizes(assign(some_theorems(list(range(count))), seed, RATIOS))
    assert abs(got["test"] - 0.15 * count) <= 0.5
    assert abs(got["val"] - 0.05 * count) <= 0.5


def test_another_seed_is_another_split() -> None:
    theorems = some_theorems(list(range(50)))
    assert len({dataset_hash(assign(theorems, seed, RATIOS)) for seed in range(5)}) == 5


def test_a_large_group_does_not_overshoot() -> None:
    members = assign(some_theorems([0] * 30 + list(range(1, 11))), 0, RATIOS)
    assert {m.part for m in members if m.type_hash == "h0"} == {"train"}
    assert sizes(members)["test"] == 6


def test_only_whole_proofs_of_propositions_take_part() -> None:
    selection = select(
        [
            theorem(0, "a"),
            theorem(1, "b", has_sorry=True),
            theorem(2, "c", has_error=True),
            theorem(3, "d", is_prop=False),
            theorem(4, "e", proof_kind="none"),
            theorem(5, "f", proof_kind="term"),
        ]
    )
    assert [t.name for t in selection.theorems] == ["t0", "t5"]
    assert selection.left_out == {"error": 1, "no proof": 1, "no proposition": 1, "sorry": 1}


@pytest.mark.parametrize("change", ["module", "name", "type_hash", "signature", "proof_hash"])
def test_the_row_hash_covers_what_a_theorem_is(change: str) -> None:
    assert row_hash(theorem(1, "a")) != row_hash(replace(theorem(1, "a"), **{change: "other"}))


def test_the_row_hash_does_not_cover_where_it_is() -> None:
    one = theorem(1, "a")
    assert row_hash(one) == row_hash(replace(one, id=5, position=9, module_id=3))


@pytest.mark.parametrize(
    "ratios", [(1,), (0.5, 0.5, 0.5), (0, 0.5, 0.5), (-0.1, 0.6, 0.5), (float("nan"), 0, 0)]
)
def test_bad_ratios_are_refused(ratios: tuple[float, ...]) -> None:
    with pytest.raises(UsageError, match="not three shares"):
        check_ratios(ratios)


def test_too_few_theorems_are_named() -> None:
    with pytest.raises(UsageError, match=r"1 theorem\(s\) are too few to split by 0.1,0,0.9"):
        assign([theorem(0, "a")], 0, (0.1, 0.0, 0.9))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path / "project")


@pytest.fixture
def store(project: Path) -> Iterator[Store]:
    with open_store(default_database(project)) as opened:
        ingest(default_traces(project), opened, project)
        yield opened


def test_no_test_statement_is_a_training_statement_with_other_names(
    store: Store, project: Path
) -> None:
    frozen, selection = freeze_split(store, project, seed=0)
    statements = {t.name: t.type_hash for t in selection.theorems}
    types = {t.name: t.type for t in selection.theorems}
    by_hash = Counter(statements.values())
    renamed = [names for names in by_hash.values() if names > 1]
    assert renamed, "the sample has statements that differ in bound names alone"
    assert len(set(types.values())) == len(types), "and none that are equal as text"
    for seed in range(20):
        frozen, _ = freeze_split(store, project, seed=seed, name=f"s{seed}")
        parts = {p: {statements[m.theorem] for m in frozen.part(p)} for p in PARTS}
        assert not parts["train"] & parts["test"]
        assert not parts["train"] & parts["val"]
        assert not parts["val"] & parts["test"]


def test_freezing_twice_gives_the_same_bytes_and_rows(store: Store, project: Path) -> None:
    first, _ = freeze_split(store, project, seed=4)
    path = manifest_path(project, "default")
    before = path.read_bytes()
    path.unlink()
    second, _ = freeze_split(store, project, seed=4)
    assert second == first
    assert path.read_bytes() == before == first.manifest.encode()
    manifest = json.loads(before)
    assert manifest["sizes"] == sizes(first.members)
    assert sum(map(len, manifest["parts"].values())) == len(first.members) == 30
    assert manifest["dataset_hash"] == first.dataset_hash
    assert manifest["snapshot"] == store.snapshot().identity


def test_the_order_of_files_and_rows_does_not_matter(tmp_path: Path) -> None:
    manifests = []
    for number, records in enumerate((sample_records(), sample_records()[::-1])):
        project = write_project(tmp_path / f"p{number}", [])
        for place, record in enumerate(records):  # other names, another order
            write_traces(tmp_path / f"traces{number}" / str(place), [record])
        with open_store(tmp_path / f"{number}.db") as store:
            ingest(tmp_path / f"traces{number}", store, project)
            manifests.append(freeze_split(store, project, seed=1)[0].manifest)
    assert manifests[0] == manifests[1]


def test_a_frozen_name_is_not_overwritten(store: Store, project: Path) -> None:
    freeze_split(store, project, seed=0)
    before = manifest_path(project, "default").read_bytes()
    with pytest.raises(UsageError, match="choose another --name, or give --replace"):
        freeze_split(store, project, seed=1)
    assert manifest_path(project, "default").read_bytes() == before
    freeze_split(store, project, seed=1, replace=True)
    assert len(store.splits()) == 2


def test_names_that_are_no_files_and_folders_in_the_way(store: Store, project: Path) -> None:
    for name in ("", "../x", "a/b", ".hidden", "a b"):
        with pytest.raises(UsageError, match="cannot name a split"):
            freeze_split(store, project, seed=0, name=name)
    (project / ".lake/sensei/splits").write_text("in the way")
    with pytest.raises(StoreError, match="the manifest cannot be written"):
        freeze_split(store, project, seed=0)


def test_nothing_to_split_is_named(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        with pytest.raises(NotFoundError, match="sensei trace"):
            freeze_split(store, tmp_path, seed=0)
        builder = ModuleBuilder("A").theorem("a", "P", proof="by sorry", has_sorry=True)
        project = write_project(tmp_path / "p", [builder.build()])
        ingest(default_traces(project), store, project)
        with pytest.raises(UsageError, match=r"no proved theorem to split \(1 sorry\)"):
            freeze_split(store, project, seed=0)


def sensei(*words: str | Path, hash_seed: str = "random") -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SENSEI_")}
    return subprocess.run(
        [sys.executable, "-m", "sensei", *map(str, words)],
        capture_output=True,
        text=True,
        env=environment | {"PYTHONHASHSEED": hash_seed},
        check=False,
    )


def test_the_hash_seed_does_not_matter(tmp_path: Path) -> None:
    made = []
    for hash_seed in ("0", "1", "4242"):
        project = write_project(tmp_path / hash_seed)
        out = tmp_path / f"{hash_seed}.jsonl"
        for words in (
            ["ingest", project],
            ["data", "split", project, "--seed", "3"],
            ["data", "export", project, "--split", "train", "--out", out],
        ):
            done = sensei(*words, hash_seed=hash_seed)
            assert done.returncode == 0, done.stderr
        made.append((manifest_path(project, "default").read_bytes(), out.read_bytes()))
    assert made[0] == made[1] == made[2]
    assert made[0][1].count(b"\n") > 20


def test_the_command_line(project: Path, tmp_path: Path) -> None:
    assert sensei("data", "show", project).stdout.startswith("no split yet")
    early = sensei("data", "split", project, "--seed", "0")
    assert early.returncode == 2
    assert "sensei trace" in early.stderr
    assert sensei("ingest", project).returncode == 0
    split = sensei("data", "split", project, "--seed", "0", "--json")
    assert split.returncode == 0, split.stderr
    answer = json.loads(split.stdout)
    assert sum(p["theorems"] for p in answer["parts"].values()) == 30
    assert answer["left_out"] == {"error": 1, "sorry": 1}
    assert Path(answer["manifest"]).is_file()
    shown = json.loads(sensei("data", "show", project, "--split", "default", "--json").stdout)
    assert shown["parts"] == answer["parts"]
    assert "train" in sensei("data", "show", project).stdout
    out = tmp_path / "train.jsonl"
    exported = sensei("data", "export", project, "--split", "train", "--out", out, "--json")
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert json.loads(exported.stdout)["examples"] == len(lines)
    assert len(lines) == answer["parts"]["train"]["examples"]
    assert set(lines[0]) == {"state", "tactic", "theorem", "module", "step_id"}
    wrong = [
        (["split", project, "--seed", "1"], "is frozen with other"),
        (["split", project, "--seed", "0", "--ratios", "a,b"], "is not three numbers"),
        (["show", project, "--split", "defualt"], "did you mean default?"),
        (["export", project, "--split", "trian", "--out", out], "no part 'trian'"),
        (["export", project, "--out", tmp_path / "no" / "x"], "cannot be written"),
        (["show", tmp_path / "nowhere"], "no such folder"),
    ]
    for words, message in wrong:
        done = sensei("data", *words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
        assert message in done.stderr
    for action in ("split", "show", "export"):
        assert "example: sensei data" in sensei("data", action, "--help").stdout
