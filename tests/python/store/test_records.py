"""What is written comes back: traces, splits, runs, attempts, verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime

import pytest

from fakes.stores import put_sample
from fakes.traces import ModuleBuilder, Tac, failure, sample_records
from sensei.core.errors import NotFoundError, StoreError, UsageError
from sensei.core.types import (
    Budget,
    Claim,
    SearchResult,
    SearchStatus,
    Spent,
    TheoremRef,
    Verdict,
    VerdictReason,
)
from sensei.store import Store, open_store
from sensei.store.records import SplitMember
from sensei.wire.traced import TracedModule, from_message
from sensei.wire.v1 import trace_pb2

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
THEOREM = TheoremRef("Sample.comm_0", "Sample.Logic", "Sample/Logic.lean")


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with open_store(store_url, clock=lambda: NOW) as opened:
        yield opened


def span(r: trace_pb2.Range) -> tuple[int, ...]:
    return (r.start_byte, r.end_byte, r.start_line, r.start_column, r.end_line, r.end_column)


def test_a_module_comes_back_as_it_was_traced(store: Store) -> None:
    snapshot = put_sample(store)
    traced = [r.module for r in sample_records() if r.HasField("module")]
    stored = {m.name: m for m in store.modules(snapshot)}
    for module in traced:
        record = stored[module.name]
        assert store.source(record.id) == module.source
        assert record.imports == tuple(module.imports)
        assert record.options == dict(module.options)
        assert (record.seconds, record.peak_rss_bytes) == (0.25, 3_000_000_000)
        goals = store.goals(record.id)
        assert [g.pretty for g in goals] == [g.pretty for g in module.goals]
        assert [[h.type for h in g.hypotheses] for g in goals] == [
            [h.type for h in g.hypotheses] for g in module.goals
        ]
        declarations = [d for d in store.declarations(snapshot) if d.module == module.name]
        assert [d.name for d in declarations] == [d.name for d in module.declarations]
        for stored_one, traced_one in zip(declarations, module.declarations, strict=True):
            assert stored_one.range == span(traced_one.range)
            assert stored_one.proof_range == span(traced_one.proof_range)
            assert stored_one.signature == traced_one.signature
            assert stored_one.type == traced_one.type
            assert stored_one.proof_kind == "tactic"
        steps = store.steps(d.id for d in declarations)
        assert [(s.text, s.kind, s.goals_before, s.goals_after) for s in steps] == [
            (s.text, s.kind, tuple(s.goals_before), tuple(s.goals_after)) for s in module.steps
        ]
        assert [-1 if s.parent is None else s.parent for s in steps] == [
            s.parent for s in module.steps
        ]
        premises = store.premises(d.id for d in declarations)
        assert [(p.name, p.step, p.use) for p in premises] == [
            (p.name, p.step, span(p.use)) for p in module.premises
        ]
        assert [m.text for m in store.messages(record.id)] == [m.text for m in module.messages]


def test_counts_and_failures(store: Store) -> None:
    snapshot = put_sample(store)
    store.put_failure(snapshot, failure("Sample.Slow", "timeout"))
    counts = store.counts(snapshot)
    assert (counts.modules, counts.declarations, counts.theorems) == (3, 32, 32)
    assert (counts.steps, counts.premises) == (90, 30)
    assert counts.failures == {"missing_import": 1, "timeout": 1}
    first, second = store.failures(snapshot)
    assert (first.module, first.message, first.exit_code) == ("Sample.Missing", "unknown module", 1)
    assert second.reason == "timeout"
    assert store.put_failure(snapshot, failure("Sample.Slow", "timeout")) == "unchanged"
    assert store.put_failure(snapshot, failure("Sample.Slow", "crash")) == "replaced"
    assert store.counts(snapshot).failures == {"crash": 1, "missing_import": 1}


def test_errors_and_sorries_are_marked(store: Store) -> None:
    snapshot = put_sample(store)
    theorems = {t.name: t for t in store.theorems(snapshot)}
    assert [n for n, t in theorems.items() if t.has_error] == ["Sample.broken"]
    assert [n for n, t in theorems.items() if t.has_sorry] == ["Sample.later"]


def test_steps_of_equal_names_belong_to_the_declaration_around_them(store: Store) -> None:
    snapshot = put_sample(store)
    builder = ModuleBuilder("Sample.Twice")
    for state in ("⊢ 1", "⊢ 2"):
        builder.theorem(
            "_example", state[2:], [Tac("rfl", [state])], proof="by rfl", kind="example"
        )
    store.put_module(snapshot, from_message(builder.build().module, TracedModule))
    examples = [d for d in store.declarations(snapshot) if d.kind == "example"]
    assert [[s.declaration_id for s in store.steps([d.id])] for d in examples] == [
        [examples[0].id],
        [examples[1].id],
    ]


def test_a_theorem_is_found_by_its_name_or_an_end_that_is_its_own(store: Store) -> None:
    put_sample(store)
    assert store.theorem("Sample.comm_3").ref == TheoremRef(
        "Sample.comm_3", "Sample.Logic", "Sample/Logic.lean"
    )
    assert store.declaration("comm_3").name == "Sample.comm_3"
    with pytest.raises(NotFoundError, match=r"no theorem 'Sample.com_3'; did you mean .*comm_3"):
        store.theorem("Sample.com_3")
    with pytest.raises(NotFoundError, match=r"no theorem 'latr'; did you mean Sample.later\?"):
        store.theorem("latr")
    with pytest.raises(NotFoundError, match="none like it"):
        store.theorem("zzzzzzzz")


def test_an_end_that_several_have_is_refused_with_their_names(store: Store) -> None:
    builder = ModuleBuilder("M")
    for namespace in ("A", "B"):
        builder.theorem(f"{namespace}.same", "True", proof="by trivial")
    snapshot = put_sample(store)
    store.put_module(snapshot, from_message(builder.build().module, TracedModule))
    with pytest.raises(NotFoundError, match=r"2 theorems are called 'same'.*A.same \(M\), B.same"):
        store.theorem("same")
    assert store.theorem("A.same").name == "A.same"


def test_an_empty_database_says_what_to_do(store: Store) -> None:
    with pytest.raises(NotFoundError, match=r"sensei trace && sensei ingest"):
        store.theorem("x")
    with pytest.raises(NotFoundError, match="sensei data split --seed 0"):
        store.split("default")
    with pytest.raises(NotFoundError, match="no attempt 1; sensei prove makes one"):
        store.attempt(1)


def test_the_newest_snapshot_of_a_package_is_taken(store: Store) -> None:
    first, other = put_sample(store, "a"), put_sample(store, "b")
    assert store.snapshot().id == other
    assert store.snapshot(package="a").id == first
    assert store.snapshot("a0000").id == first
    with pytest.raises(NotFoundError, match="of the package 'c'"):
        store.snapshot(package="c")


def test_an_incomplete_snapshot_is_not_seen(store: Store) -> None:
    snapshot = store.put_snapshot(
        identity="i" * 64,
        package="p",
        content_hash="c",
        lean_version="",
        lean_commit="",
        toolchain_kind="",
    )
    assert store.snapshots() == []
    assert [s.id for s in store.snapshots(include_incomplete=True)] == [snapshot]


def test_a_module_that_is_replaced_leaves_nothing_behind(store: Store) -> None:
    snapshot = put_sample(store)
    module = sample_records()[0].module
    assert store.put_module(snapshot, from_message(module, TracedModule)) == "unchanged"
    module.seconds = 99
    assert store.put_module(snapshot, from_message(module, TracedModule)) == "unchanged"
    del module.premises[:]
    del module.steps[3:]
    assert store.put_module(snapshot, from_message(module, TracedModule)) == "replaced"
    counts = store.counts(snapshot)
    assert (counts.modules, counts.steps, counts.premises) == (3, 63, 20)


def attempt(store: Store, snapshot: int, **changes: object) -> int:
    values: dict[str, object] = {
        "snapshot_id": snapshot,
        "generator": "model",
        "checkpoint": "sft-1",
        "seed": 7,
        "budget": Budget(seconds=None, model_calls=3, tactic_calls=None),
        "result": SearchResult(
            SearchStatus.CLAIMED, ("intro n", "simp\n  done"), Spent(1.5, 2, 30), "fine"
        ),
        "proof": "by\n  intro n",
        "events": [{"kind": "start", "goal": "⊢ ∀ n"}, {"kind": "end", "line": "a\u2028b\nc"}],
    }
    return store.add_attempt(THEOREM, **(values | changes))  # type: ignore[arg-type]


def test_an_attempt_comes_back_with_its_events(store: Store) -> None:
    snapshot = put_sample(store)
    number = attempt(store, snapshot)
    record = store.attempt(number)
    assert record.theorem == THEOREM
    assert record.budget == Budget(None, 3, None)
    assert record.result.tactics == ("intro n", "simp\n  done")
    assert record.result == SearchResult(
        SearchStatus.CLAIMED, ("intro n", "simp\n  done"), Spent(1.5, 2, 30), "fine"
    )
    assert record.events[1] == {"kind": "end", "line": "a\u2028b\nc"}
    assert (record.proof, record.seed, record.checkpoint) == ("by\n  intro n", 7, "sft-1")
    assert record.created_at == NOW
    attempt(store, snapshot, generator="fixed", checkpoint=None)
    assert [a.generator for a in store.attempts()] == ["model", "fixed"]
    assert [a.id for a in store.attempts(generator="model", theorem=THEOREM.name)] == [number]
    with pytest.raises(NotFoundError, match="no attempt 99; the newest is 2"):
        store.attempt(99)


def test_a_verdict_comes_back_whole(store: Store) -> None:
    number = attempt(store, put_sample(store))
    claim = Claim(THEOREM, "by\n  simp")
    verdict = Verdict(
        accepted=False,
        reason=VerdictReason.AXIOM_NOT_ALLOWED,
        detail="it uses cheat",
        axioms=("cheat", "propext"),
        seconds=2.5,
        lean_version="4.35.0",
        lean_commit="abc",
        source_hash="s" * 64,
        spliced_hash="p" * 64,
        allowed_axioms=("propext",),
        checkers=("nanoda_bin",),
    )
    assert len(fields(Verdict)) == 11  # a new field needs a column
    store.add_verdict(claim, verdict, attempt_id=number)
    accepted = Verdict(True, VerdictReason.VERIFIED, "")
    store.add_verdict(claim, accepted, attempt_id=None)
    first, second = store.verdicts()
    assert (first.claim, first.verdict, first.attempt_id) == (claim, verdict, number)
    assert second.verdict == accepted
    assert [v.id for v in store.verdicts(accepted=True)] == [second.id]
    assert [v.id for v in store.verdicts(attempt_id=number)] == [first.id]


def test_a_verdict_of_an_attempt_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match=r"(?i)foreign key"):
        store.add_verdict(
            Claim(THEOREM, "by rfl"), Verdict(True, VerdictReason.VERIFIED, ""), attempt_id=5
        )


def test_attempts_outlive_a_new_trace_of_their_module(store: Store) -> None:
    snapshot = put_sample(store)
    number = attempt(store, snapshot)
    module = sample_records()[0].module
    module.tracer_version = "2"
    assert store.put_module(snapshot, from_message(module, TracedModule)) == "replaced"
    assert store.attempt(number).theorem == THEOREM


def freeze(store: Store, snapshot: int, manifest: str, replace: bool = False) -> int:
    return store.put_split(
        name="default",
        snapshot_id=snapshot,
        seed=3,
        ratios=(0.5, 0.0, 0.5),
        dataset_hash=manifest * 8,
        manifest=manifest,
        members=[
            SplitMember(snapshot, "train", "A.b", "A", "A.lean", "t1", "r1"),
            SplitMember(snapshot, "test", "A.c", "A", "A.lean", "t2", "r2"),
        ],
        replace=replace,
    )


def test_a_split_is_frozen(store: Store) -> None:
    snapshot = put_sample(store)
    first = freeze(store, snapshot, "one")
    assert freeze(store, snapshot, "one") == first
    with pytest.raises(UsageError, match="frozen with other theorems"):
        freeze(store, snapshot, "two")
    run = store.add_run(
        "sft", split_id=first, dataset_hash="d", seed=0, config={}, code_version="1"
    )
    second = freeze(store, snapshot, "two", replace=True)
    assert store.split("default").id == second
    old, new = store.splits()
    assert (old.id, old.manifest, store.run(run).split_id) == (first, "one", first)
    assert [m.theorem for m in new.part("test")] == ["A.c"]
    with pytest.raises(NotFoundError, match="did you mean default"):
        store.split("defautl")


def test_runs_and_checkpoints(store: Store) -> None:
    run = store.add_run(
        "sft", split_id=None, dataset_hash="d", seed=1, config={"lr": 0.1}, code_version="0.1"
    )
    assert store.run(run).status == "running"
    store.finish_run(run, metrics={"loss": 0.5})
    assert (store.run(run).status, store.run(run).metrics) == ("done", {"loss": 0.5})
    assert store.run(run).finished_at == NOW
    number = store.add_checkpoint("c", run_id=run, kind="sft", path="/a", manifest={"x": 1})
    assert store.add_checkpoint("c", run_id=run, kind="sft", path="/b", manifest={}) == number
    assert [(c.name, c.path) for c in store.checkpoints()] == [("c", "/b")]
    with pytest.raises(NotFoundError, match="no run 9"):
        store.finish_run(9, metrics={})
