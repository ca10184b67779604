"""What steps did, the constants that they used, and what was in scope."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fakes.stores import put_sample
from fakes.traces import sample_records
from sensei.store import Store, open_store
from sensei.store.query import run_query


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with open_store(store_url) as store:
        yield store


def test_effects_and_constants_are_those_of_the_records(store: Store) -> None:
    snapshot = put_sample(store)
    records = {r.module.name: r.module for r in sample_records() if r.HasField("module")}
    for module in store.modules(snapshot):
        traced = records[module.name]
        assert module.plugins == ("libplugin.so",)
        effects = store.effects(module.id)
        constants = store.constants(c for effect in effects for c in effect.constants)
        assert len(effects) == len(traced.steps) > 0
        for effect, step in zip(effects, traced.steps, strict=True):
            assert (effect.closed, effect.opened) == (tuple(step.closed), tuple(step.opened))
            assert effect.links == tuple((link.goal, tuple(link.subgoals)) for link in step.links)
            used = [traced.constants[index] for index in step.term_constants]
            assert [constants[number].name for number in effect.constants] == [c.name for c in used]
        assert any(effect.constants for effect in effects)
        assert store.parses_back(module.id) == [goal.parses_back for goal in traced.goals]
        for constant in constants.values():
            assert constant.doc == f"What {constant.name} says."
            assert (constant.origin, constant.attributes) == ("toolchain", ("simp",))
            assert constant.range is not None
            assert constant.name_range is None
        for declaration, said in zip(
            store.contents(module).declarations, traced.declarations, strict=True
        ):
            details = store.details(declaration.id)
            assert (details.env_name, details.level_params) == (said.name, ("u",))
            assert (details.modifiers, details.attributes_in_force) == (("protected",), ("simp",))
            used = [c.name for c in store.constants(details.type_constants).values()]
            assert used == ["Eq"]


def test_a_constant_is_kept_once(store: Store, store_url: str) -> None:
    for name in ("one", "two"):
        put_sample(store, name)
    kept = run_query(store_url, "SELECT count(*) FROM constants", timeout_s=30, max_rows=1)
    names = [c.name for r in sample_records() for c in r.module.constants]
    assert len(names) > len(set(names))
    assert kept.rows == ((len(set(names)),),)


def test_the_scope_ends_before_the_theorem_and_follows_imports(store: Store) -> None:
    snapshot = put_sample(store)
    declarations = {d.name: d for d in store.declarations(snapshot)}
    last = declarations["Sample.comm_5"]
    assert last.module == "Sample.Last"
    scope = store.scope(last)
    assert scope.modules == ("Init", "Init.Core", "Sample.Logic", "Sample.Nat.Basic")
    found = {premise.name: premise for premise in scope.premises}
    before = found["Sample.comm_2"]
    assert (before.module, before.origin) == ("Sample.Last", "module")
    assert "Sample.comm_5" not in found
    assert "Sample.comm_8" not in found
    assert found["Sample.comm_0"].origin == "project"
    assert (found["Nat.add_comm"].origin, found["Nat.add_comm"].module) == (
        "toolchain",
        "Init.Core",
    )
    first = store.scope(declarations["Sample.comm_0"])
    assert first.modules == ("Init", "Init.Core")
    assert {premise.module for premise in first.premises} == {"Init.Core"}
