"""Repositories: thirds that neither sorry nor size can move, proofs by verdict, JSON both ways."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.traces import TACTIC, ModuleBuilder, Tac, write_project
from sensei.core.errors import UsageError
from sensei.core.types import Claim, TheoremRef, Verdict, VerdictReason
from sensei.data.leandojo_database import export_database
from sensei.data.repositories import Level, rating, repositories, thirds
from sensei.ingest import default_traces, ingest
from sensei.ingest.leandojo import import_database
from sensei.store import Store, open_store


def module(name: str, lengths: list[int], sorry: int = 0) -> Any:
    """Theorems with so many tactics each; 0 is a term proof."""
    builder = ModuleBuilder(name)
    for number, length in enumerate(lengths):
        tactics = [f"t{number}_{place} x" for place in range(length)]
        states = [f"h : P{place}\n⊢ Q{number}" for place in range(length)]
        steps = [
            Tac(text, [state], states[place + 1 : place + 2], TACTIC + "exact")
            for place, (text, state) in enumerate(zip(tactics, states, strict=True))
        ]
        proof = "by\n  " + "\n  ".join(tactics) if tactics else "rfl"
        builder.theorem(f"{name}.n{number}", f"Q {number} {name}", steps, proof=proof)
    for number in range(sorry):
        builder.theorem(f"{name}.open{number}", f"O {number}", proof="by sorry", has_sorry=True)
    return builder.build()


def put(store: Store, folder: Path, package: str, records: list[Any]) -> int:
    project = write_project(folder, records)
    (project / "lakefile.toml").write_text(f'name = "{package}"\n')
    return ingest(default_traces(project), store, project).snapshot.id


def accept(store: Store, theorem: TheoremRef, snapshot: int, accepted: bool = True) -> None:
    reason = VerdictReason.VERIFIED if accepted else VerdictReason.STATEMENT_CHANGED
    store.add_verdict(
        Claim(theorem, "by decide"),
        Verdict(accepted, reason, ""),
        attempt_id=None,
        snapshot_id=snapshot,
    )


def test_a_rating_never_overflows() -> None:
    assert rating(0) == 1
    assert rating(3) == pytest.approx(20.0855, rel=1e-4)
    assert rating(710) == rating(10**6) == sys.float_info.max


@given(st.lists(st.integers(1, 30), min_size=1))
def test_thirds_are_the_same_of_tactics_as_of_ratings(tactics: list[int]) -> None:
    def level(value: float, low: float, high: float) -> int:
        return (value > low) + (value > high)

    def percentile(values: list[float], share: float) -> float:
        at = share * (len(values) - 1)
        low, high = values[math.floor(at)], values[math.ceil(at)]
        return low + (high - low) * (at - math.floor(at))

    ratings = sorted(map(rating, tactics))
    bounds = percentile(ratings, 0.33), percentile(ratings, 0.67)
    assert [level(n, *thirds(tactics)) for n in tactics] == [
        level(rating(n), *bounds) for n in tactics
    ]


def test_thirds_of_nothing() -> None:
    assert thirds([]) == (0.0, 0.0)


def test_levels_and_the_order_of_the_curriculum(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        put(store, tmp_path / "a", "hard", [module("A", [7, 8, 9, 0], sorry=5)])
        put(store, tmp_path / "b", "easy", [module("B", [1, 1, 2])])
        put(store, tmp_path / "c", "middle", [module("C", [1, 4, 5, 6])])
        first, second, third = repositories(store)
        assert [r.snapshot.package for r in (first, second, third)] == ["easy", "middle", "hard"]
        assert (first.levels[Level.EASY], first.levels[Level.MEDIUM]) == (2, 1)
        assert second.levels == {
            Level.EASY: 1,
            Level.MEDIUM: 3,
            Level.HARD: 0,
            Level.SORRY: 0,
            Level.UNKNOWN: 0,
        }
        assert third.levels[Level.HARD] == 3
        assert (third.levels[Level.SORRY], third.levels[Level.UNKNOWN]) == (5, 1)
        ratings = [t.rating for t in third.theorems]
        assert ratings[3] is None
        assert ratings[4:] == [math.inf] * 5
        assert (len(third.proven), len(third.sorry_unproved), len(third.sorry_proved)) == (4, 5, 0)


def test_sorry_is_proved_by_a_verdict_on_the_same_statement_of_the_same_repository(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path / "s.db") as store:
        one = put(store, tmp_path / "one", "one", [module("A", [1], sorry=3)])
        two = put(store, tmp_path / "two", "two", [module("A", [1], sorry=3)])
        opens = [TheoremRef(f"A.open{n}", "A", "A.lean") for n in range(3)]
        accept(store, opens[0], one)
        accept(store, opens[1], one, accepted=False)
        found = {r.snapshot.id: r for r in repositories(store)}
        assert [t.record.name for t in found[one].sorry_proved] == ["A.open0"]
        assert [t.record.name for t in found[one].sorry_unproved] == ["A.open1", "A.open2"]
        assert found[two].sorry_proved == ()
        # The proof outlives a new snapshot, but not a new statement.
        changed = module("A", [1, 1], sorry=3)
        newer = put(store, tmp_path / "one", "one", [changed])
        assert [len(r.sorry_proved) for r in repositories(store)] == [1, 0]
        for declaration in changed.module.declarations:
            declaration.type_hash += "x"
        changed.module.source += "-- again\n"
        newest = put(store, tmp_path / "one", "one", [changed])
        assert newest != newer
        assert [len(r.sorry_proved) for r in repositories(store)] == [0, 0]


def test_the_database_goes_out_and_comes_back(tmp_path: Path) -> None:
    out, again = tmp_path / "out.json", tmp_path / "again.json"
    records = [module("A.One", [1, 2, 3, 0], sorry=2), module("A.Two", [2, 5])]
    with open_store(tmp_path / "s.db") as store:
        snapshot = put(store, tmp_path / "one", "one", records)
        put(store, tmp_path / "two", "two", records)
        accept(store, TheoremRef("A.One.open1", "A.One", "A/One.lean"), snapshot)
        assert export_database(store, out) == {"repositories": 2, "theorems": 16}
    value = json.loads(out.read_text())
    one, two = sorted(value["repositories"], key=lambda r: str(r["name"]))
    assert (one["url"], one["name"], one["lean_version"]) == ("one", "one", "4.35.0")
    assert (one["total_theorems"], one["num_proven_theorems"]) == (8, 6)
    assert (one["num_sorry_theorems_proved"], one["num_sorry_theorems_unproved"]) == (1, 1)
    assert one["files_traced"] == ["A/One.lean", "A/Two.lean"]
    theorem = one["proven_theorems"][1]
    assert theorem["difficulty_rating"] == pytest.approx(math.exp(2))
    assert theorem["start"].startswith("(")
    assert len(theorem["traced_tactics"]) == 2
    (proved,) = one["sorry_theorems_proved"]
    assert proved["difficulty_rating"] == math.inf
    assert [t["tactic"] for t in proved["traced_tactics"]] == ["by decide"]
    assert two["num_sorry_theorems_unproved"] == 2

    with open_store(tmp_path / "imported.db") as store:
        report = import_database(store, out)
        assert (report.repositories, report.theorems) == (2, 16)
        assert (report.claims, report.not_proofs) == (1, 0)
        assert import_database(store, out).claims == 0
        (attempt,) = store.attempts()
        assert (attempt.theorem.name, attempt.proof) == ("A.One.open1", "by decide")
        export_database(store, again)
    returned = json.loads(again.read_text())
    for before, after in zip(value["repositories"], returned["repositories"], strict=True):
        for field in ("proven_theorems", "premise_files", "files_traced", "total_theorems"):
            assert _places_aside(after[field]) == _places_aside(before[field]), field
        names = [
            t["full_name"]
            for f in ("sorry_theorems_proved", "sorry_theorems_unproved")
            for t in before[f]
        ]
        # A claim is no proof until Lean has judged it here.
        assert after["sorry_theorems_proved"] == []
        assert {t["full_name"] for t in after["sorry_theorems_unproved"]} == set(names)


def _places_aside(value: Any) -> Any:
    """Without what the import names anew: the commit, and the order of premises and theorems."""
    if isinstance(value, dict):
        return {k: _places_aside(v) for k, v in value.items() if k != "commit"}
    if isinstance(value, list):
        items = [_places_aside(item) for item in value]
        keyed = all(isinstance(item, dict) and "full_name" in item for item in items)
        return sorted(items, key=lambda item: str(item["full_name"])) if keyed else items
    return value


def test_sorry_that_calls_itself_proved_is_none(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    with open_store(tmp_path / "s.db") as store:
        put(store, tmp_path / "one", "one", [module("A", [1, 1])])
        export_database(store, out)
    value = json.loads(out.read_text())
    first = value["repositories"][0]["proven_theorems"][0]
    first["traced_tactics"][0]["tactic"] = "sorry"
    out.write_text(json.dumps(value))
    with open_store(tmp_path / "imported.db") as store:
        assert import_database(store, out).not_proofs == 1
        (repository,) = repositories(store)
        assert [t.record.name for t in repository.sorry_unproved] == [first["full_name"]]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"repositories": [{}]}', '{"repositories": 3}', "null"]
)
def test_what_is_no_database_is_named_and_nothing_is_written(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with open_store(tmp_path / "s.db") as store:
        with pytest.raises(UsageError, match=r"x\.json is no dynamic database of LeanDojo-v2"):
            import_database(store, tmp_path / "x.json")
        assert store.snapshots(include_incomplete=True) == []
        with pytest.raises(UsageError, match=r"cannot be read"):
            import_database(store, tmp_path / "none.json")
