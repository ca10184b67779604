"""Splits: disjoint, without leaks, the same whatever the order, frozen byte for byte."""

from __future__ import annotations

import json
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
from msgspec import structs

from fakes.traces import ModuleBuilder, Tac, sample_records, write_project, write_traces
from sensei.cli.main import main
from sensei.core.errors import NotFoundError, StoreError, UsageError
from sensei.data.assign import PARTS, assign, assign_novel_premises, grouped, row_hash, sizes
from sensei.data.leaks import find_leaks
from sensei.data.split import check_ratios, dataset_hash, freeze_split, manifest_path, select
from sensei.ingest import default_traces, ingest
from sensei.store import Store, default_database, open_store
from sensei.store.records import DeclarationRecord
from warm import environment_of_commands, run_forked

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
    return structs.replace(record, **changes)


def some_theorems(hashes: list[int]) -> list[DeclarationRecord]:
    return [theorem(n, f"h{value}", f"M{n % 3}") for n, value in enumerate(hashes)]


def possible(groups: list[int], count: int) -> bool:
    """Whether any choice of groups gives the parts of RATIOS, each within one theorem."""
    sums = {(0, 0)}
    for size in groups:
        sums |= {(t + size, v) for t, v in sums} | {(t, v + size) for t, v in sums}
    test, val = int(0.15 * count + 0.5), int(0.05 * count + 0.5)
    return any(
        abs(t - test) <= 1 and abs(v - val) <= 1 and abs(t + v - test - val) <= 1 and t + v < count
        for t, v in sums
    )


HASHES = st.lists(st.integers(0, 30), min_size=5, max_size=60)


@settings(deadline=None)
@given(hashes=HASHES, seed=st.integers(), order=st.randoms(use_true_random=False))
def test_a_split_is_disjoint_whole_and_stable(hashes: list[int], seed: int, order: Any) -> None:
    theorems = some_theorems(hashes)
    try:
        members = assign(theorems, seed, RATIOS)
    except UsageError:
        assert not possible(list(Counter(hashes).values()), len(theorems))
        return
    assert sorted(m.theorem for m in members) == sorted(t.name for t in theorems)
    part_of: dict[str, str] = {}
    for member in members:  # equal statements are in one part
        assert part_of.setdefault(member.type_hash, member.part) == member.part
    count = sizes(members)
    assert abs(count["test"] - 0.15 * len(theorems)) <= 1.5
    assert abs(count["val"] - 0.05 * len(theorems)) <= 1.5
    order.shuffle(theorems)
    moved = [
        structs.replace(t, id=n + 900, module_id=n, position=n) for n, t in enumerate(theorems)
    ]
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


def test_sizes_that_only_one_choice_gives_are_found() -> None:
    # Test wants 6 of 40 theorems: of groups of 4, 4, 3 and 3, the first in rank may be a 4.
    hashes = [0] * 4 + [1] * 4 + [2] * 3 + [3] * 3 + [4] * 26
    for seed in range(12):
        got = sizes(assign(some_theorems(hashes), seed, (0.85, 0.0, 0.15)))
        assert abs(got["test"] - 6) <= 1


def test_sizes_that_cannot_be_had_say_why() -> None:
    with pytest.raises(UsageError, match=r"test cannot have 5 of 10 .*equal statements.* 10 of"):
        assign(some_theorems([0] * 10), 0, (0.5, 0.0, 0.5))


def test_theorems_of_one_name_stay_together() -> None:
    theorems = [theorem(n, f"h{n}", f"M{n}", name=f"t{n % 20}") for n in range(40)]
    for seed in range(5):
        parts: dict[str, set[str]] = {}
        for member in assign(theorems, seed, RATIOS):
            parts.setdefault(member.theorem, set()).add(member.part)
        assert {len(of) for of in parts.values()} == {1}


PREMISES = st.lists(st.sets(st.integers(0, 12), max_size=4), min_size=12, max_size=60)


@settings(deadline=None)
@given(premises=PREMISES, hashes=st.randoms(use_true_random=False), seed=st.integers(0, 9))
def test_held_out_theorems_use_a_premise_of_their_own(
    premises: list[set[int]], hashes: Any, seed: int
) -> None:
    theorems = some_theorems([hashes.randrange(50) for _ in premises])
    uses = {t.id: {("M", f"p{n}") for n in of} for t, of in zip(theorems, premises, strict=True)}
    ratios = (0.5, 0.25, 0.25)
    try:
        members = assign_novel_premises(theorems, uses, seed, ratios)
    except UsageError as error:
        assert "as near as it comes" in str(error)  # noqa: PT017
        return
    got = sizes(members)
    assert all(abs(got[p] - r * len(theorems)) <= 1.5 for p, r in zip(PARTS, ratios, strict=True))
    by_name = {t.name: uses[t.id] for t in theorems}
    trained = set().union(*(by_name[m.theorem] for m in members if m.part == "train"))
    for member in members:
        if member.part != "train":
            assert by_name[member.theorem] - trained
    hashes.shuffle(theorems)
    assert assign_novel_premises(theorems, uses, seed, ratios) == members


def test_novel_premises_hit_their_sizes_when_premises_are_rare() -> None:
    theorems = some_theorems(list(range(200)))
    uses = {t.id: {("M", "common"), ("M", f"p{t.id // 3}")} for t in theorems}
    got = sizes(assign_novel_premises(theorems, uses, 0, RATIOS))
    assert abs(got["test"] - 30) <= 1
    assert abs(got["val"] - 10) <= 1


def test_novel_premises_that_cannot_be_held_out_say_why() -> None:
    theorems = some_theorems(list(range(20)))
    uses = {t.id: {("M", "common")} for t in theorems}
    with pytest.raises(UsageError, match="all theorems that use a held-out premise go together"):
        assign_novel_premises(theorems, uses, 0, RATIOS)


def test_groups_do_not_depend_on_the_order() -> None:
    theorems = some_theorems([n % 7 for n in range(30)])
    assert grouped(theorems, 1) == grouped(theorems[::-1], 1)


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
    assert row_hash(theorem(1, "a")) != row_hash(
        structs.replace(theorem(1, "a"), **{change: "other"})
    )


def test_the_row_hash_does_not_cover_where_it_is() -> None:
    one = theorem(1, "a")
    assert row_hash(one) == row_hash(structs.replace(one, id=5, position=9, module_id=3))


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


def test_leaks_are_found_by_name_statement_and_proof(store: Store, project: Path) -> None:
    frozen, _ = freeze_split(store, project, seed=0)
    assert find_leaks(store, frozen) == []
    train, test = frozen.part("train")[0], frozen.part("test")[0]
    of_type = Counter(m.type_hash for m in frozen.members)
    twin = next(m for m in frozen.part("train") if of_type[m.type_hash] > 1)
    moved = replace(
        frozen, members=tuple(replace(m, part="test") if m == twin else m for m in frozen.members)
    )
    (leak,) = find_leaks(store, moved)
    assert leak.kind == "statement"
    assert {leak.one[0], leak.other[0]} == {"train", "test"}
    assert train.part != test.part

    proof = "by\n  " + "\n  ".join(f"have h{n} : True := trivial" for n in range(5))
    builder = ModuleBuilder("Copies")
    for number in range(6):
        builder.theorem(f"copy{number}", f"P {number}", proof=proof)
    other = write_project(project.parent / "copies", [builder.build()])
    (other / "lakefile.toml").write_text('name = "copies"\n')
    snapshot = ingest(default_traces(other), store, other).snapshot
    copies, _ = freeze_split(
        store, other, seed=0, ratios=(0.5, 0.0, 0.5), name="copies", snapshot=snapshot
    )
    assert [leak.kind for leak in find_leaks(store, copies)] == ["proof"]


def test_leaks_on_the_command_line(
    store: Store, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frozen, _ = freeze_split(store, project, seed=0)
    words = ["data", "leaks", str(project), "--json"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["leaks"] == []
    of_type = Counter(m.type_hash for m in frozen.members)
    twin = next(m for m in frozen.part("train") if of_type[m.type_hash] > 1)
    store.put_split(
        name="leaky",
        snapshot_id=frozen.snapshot_id,
        strategy="random",
        seed=0,
        ratios=frozen.ratios,
        dataset_hash="",
        manifest="",
        members=[replace(m, part="test") if m == twin else m for m in frozen.members],
    )
    assert main([*words, "--split", "leaky"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["name"], found["statement"], found["proof"]) == (0, 1, 0)
    assert main(["data", "leaks", str(project), "--split", "leaky"]) == 1
    assert f"test: {twin.theorem} ({twin.module})" in capsys.readouterr().out


def test_repositories_are_split_together_and_apart(store: Store, project: Path) -> None:
    other = write_project(project.parent / "other")
    (other / "lakefile.toml").write_text('name = "other"\n')
    second = ingest(default_traces(other), store, other).snapshot
    first = store.snapshot(package="sample")
    frozen, selection = freeze_split(
        store, project, seed=2, name="both", snapshot=first, others=[second]
    )
    assert len(selection.theorems) == len(frozen.members) == 60
    assert Counter(m.snapshot_id for m in frozen.members) == {first.id: 30, second.id: 30}
    # The same theorems are in both: each is in the part of its twin.
    assert find_leaks(store, frozen) == []
    manifest = json.loads(frozen.manifest)
    assert [s["repository"] for s in manifest["snapshots"]] == ["sample", "other"]
    again, _ = freeze_split(
        store, project, seed=2, name="again", strategy="random", snapshot=first, others=[second]
    )
    assert again.dataset_hash == frozen.dataset_hash


def test_novel_premises_of_a_project(tmp_path: Path) -> None:
    builder = ModuleBuilder("Rare")
    for number in range(40):
        tac = Tac(f"exact l{number // 2}", ["⊢ P"], premises=[f"l{number // 2}", "all"])
        builder.theorem(f"t{number}", f"P {number}", [tac], proof=f"by exact l{number // 2}")
    project = write_project(tmp_path / "p", [builder.build()])
    with open_store(tmp_path / "s.db") as opened:
        ingest(default_traces(project), opened, project)
        frozen, _ = freeze_split(opened, project, seed=0, strategy="novel_premises", name="novel")
        assert frozen.strategy == "novel_premises"
        assert sizes(frozen.members) == {"train": 32, "val": 2, "test": 6}
        pairs = {(int(m.theorem[1:]) // 2, m.part == "train") for m in frozen.members}
        assert len(pairs) == 20
        with pytest.raises(UsageError, match="no strategy 'new'; they are random, novel_premises"):
            freeze_split(opened, project, seed=0, strategy="new", name="x")


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


def sensei(*words: str | Path, hash_seed: str = "") -> subprocess.CompletedProcess[str]:
    begun = environment_of_commands()
    environment = {k: v for k, v in begun.items() if not k.startswith("SENSEI_")}
    if not hash_seed:
        return run_forked([*map(str, words)], Path.cwd(), environment, "", 300)
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
    assert sensei("data", "show", project).stdout.splitlines() == [
        "nothing traced yet; sensei trace && sensei ingest",
        "no split yet; sensei data split --seed 0 makes one",
    ]
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
    printed = sensei("data", "show", project).stdout
    for line in (
        "of sample: 3 modules, 32 declarations, 32 theorems, 90 steps, 30 premises",
        "longest  3 steps  Sample.comm_0  (Sample.Logic)",
        "failed   Sample.Missing (missing_import): unknown module",
        "error    Sample.broken  (Sample.Nat.Basic)",
        "sorry    Sample.later  (Sample.Logic)",
        "  train ",
    ):
        assert line in printed
    everything = json.loads(sensei("data", "show", project, "--json").stdout)
    assert everything["trace"]["counts"]["steps"] == 90
    assert everything["trace"]["unproved"] == 2
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
