"""Goals: parts that the printed text does not say, or says otherwise, are not lost."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fakes.stores import put_sample
from fakes.traces import ModuleBuilder
from sensei.store import open_store
from sensei.store.goal_text import printed_parts
from sensei.wire.traced import TracedModule, from_message
from sensei.wire.v1 import trace_pb2


def test_what_lean_prints_is_read() -> None:
    pretty = "α : Type u_1\na b : α\nf : α → α :=\n  fun x => x\nh✝ : a = b ∧\n  b = a\n⊢ f a = b"
    assert printed_parts(pretty) == (
        [
            ("α", "Type u_1", ""),
            ("a", "α", ""),
            ("b", "α", ""),
            ("f", "α → α :=\n  fun x => x", ""),
            ("h✝", "a = b ∧\n  b = a", ""),
        ],
        "f a = b",
    )
    assert printed_parts("n : ℕ := 3\n⊢ n = 3") == ([("n", "ℕ", "3")], "n = 3")
    assert printed_parts("⊢ True") == ([], "True")
    assert printed_parts("") == ([], "")


WORDS = st.text("ab :=\n⊢ ,∀", max_size=12)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(goals=st.lists(st.tuples(WORDS, WORDS, st.lists(st.tuples(WORDS, WORDS, WORDS)))))
def test_any_goal_comes_back(
    goals: list[tuple[str, str, list[tuple[str, str, str]]]], tmp_path_factory: object
) -> None:
    module = ModuleBuilder("Odd").build().module
    for pretty, target, hypotheses in goals:
        goal = module.goals.add(pretty=pretty, target=target)
        for name, kind, value in hypotheses:
            goal.hypotheses.append(trace_pb2.Hypothesis(name=name, type=kind, value=value))
    with open_store("sqlite://") as store:
        store.put_module(put_sample(store), from_message(module, TracedModule))
        stored = store.goals(next(m.id for m in store.modules(1) if m.name == "Odd"))
    assert [
        (g.pretty, g.target, [(h.name, h.type, h.value) for h in g.hypotheses]) for g in stored
    ] == goals


def test_only_the_printed_text_of_a_goal_is_stored(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        put_sample(store)
        with store._engine.connect() as connection:
            rows = connection.exec_driver_sql(
                "SELECT count(*), count(target_text_id), count(hypotheses_text_id) FROM goals"
            ).one()
    assert rows[0] > 20
    assert rows[1:] == (0, 0)
