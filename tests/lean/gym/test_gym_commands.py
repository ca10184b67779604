"""Every command of the step server, on the real one."""

from __future__ import annotations

import time
from typing import Any

import pytest

from sensei.envs.process import GymProcess, GymRefused


def start(server: GymProcess, name: str) -> dict[str, Any]:
    return server.request("goal.start", {"copyFrom": f"Places.{name}"})


def tactic(server: GymProcess, state: int, text: str, **more: str) -> dict[str, Any]:
    return server.request("goal.tactic", {"stateId": state, "tactic": text, **more})


def pretty(answer: dict[str, Any]) -> list[str]:
    assert "goals" in answer, answer
    return [goal["pretty"] for goal in answer["goals"]]


def said(answer: dict[str, Any]) -> str:
    return " ".join(message["data"] for message in answer["messages"])


def test_the_list_of_theorems_is_what_users_wrote(server: GymProcess) -> None:
    names = server.request("gym.theorems", {})["theorems"]
    assert len(set(names)) == len(names)
    instance = [name for name in names if name.startswith("Places.inst")]
    assert len(instance) == 1
    names.remove(instance[0])
    assert [name.removeprefix("Places.") for name in names] == [
        "twice", "by_notation", "Inner.twice", "Inner.by_namespace", "by_open_in", "by_variable",
        "by_include", "by_private", "by_attribute", "by_option", "by_universes",
        "by_alternatives", "by_term", "by_existence", "by_disjunction", "length",
        "Elsewhere.by_root",
    ]  # fmt: skip


def test_a_step_is_on_all_goals_or_on_one(server: GymProcess) -> None:
    root = start(server, "by_disjunction")
    split = tactic(server, root["stateId"], "cases h")
    assert pretty(split) == ["p q : Prop\nh✝ : p\n⊢ q ∨ p", "p q : Prop\nh✝ : q\n⊢ q ∨ p"]
    assert [goal["userName"] for goal in split["goals"]] == ["inl", "inr"]
    first, second = (goal["name"] for goal in split["goals"])
    state = split["nextStateId"]

    on_all = tactic(server, state, "all_goals rename_i it")
    assert pretty(on_all) == ["p q : Prop\nit : p\n⊢ q ∨ p", "p q : Prop\nit : q\n⊢ q ∨ p"]
    on_second = tactic(server, state, "exact .inl ‹q›", goalId=second)
    assert [goal["name"] for goal in on_second["goals"]] == [first]
    assert pretty(tactic(server, on_second["nextStateId"], "exact .inr ‹p›")) == []
    unknown = tactic(server, state, "skip", goalId="_uniq.0")
    assert unknown == {"error": "index", "desc": "no goal _uniq.0 in this state"}


def test_goals_that_share_a_variable_are_solved_together(server: GymProcess) -> None:
    opened = tactic(server, start(server, "by_existence")["stateId"], "refine ⟨?n, ?a, ?b⟩")
    names = {goal["userName"]: goal["name"] for goal in opened["goals"]}
    assert set(names) == {"n", "a", "b"}
    after = tactic(server, opened["nextStateId"], "rfl", goalId=names["a"])
    assert pretty(after) == ["⊢ 0 < 2"]


def test_hypotheses_one_by_one(server: GymProcess) -> None:
    root = start(server, "by_variable")
    goal = root["goals"][0]
    assert goal["name"] == root["root"]
    assert [(v["userName"][:1], v["type"]["pp"], v["isInaccessible"]) for v in goal["vars"]] == [
        ("α", "Type", False), ("i", "Inhabited α", True), ("x", "List α", False),
    ]  # fmt: skip
    assert goal["target"] == {"pp": "xs ++ [] = xs"}
    let = tactic(server, root["stateId"], "let y := xs")
    assert let["goals"][0]["vars"][-1]["value"] == {"pp": "xs"}
    shown = server.request("goal.print", {"stateId": let["nextStateId"]})
    assert shown["goals"] == let["goals"]


def test_deleted_states_are_gone(server: GymProcess) -> None:
    server.request("reset", {})
    first, second = (start(server, "by_term")["stateId"] for _ in range(2))
    assert server.request("stat", {}) == {"nGoals": 2}
    server.request("goal.delete", {"stateIds": [first]})
    assert server.request("stat", {}) == {"nGoals": 1}
    with pytest.raises(GymRefused, match=f"no state {first}"):
        server.request("goal.print", {"stateId": first})
    assert pretty(tactic(server, second, "exact ⟨h.2, h.1⟩")) == []
    assert server.request("reset", {}) == {"nGoals": 2}
    assert server.request("stat", {}) == {"nGoals": 0}


def test_options_are_kept(server: GymProcess) -> None:
    before = server.request("options.print", {})
    try:
        server.request("options.set", {"timeout": 1234})
        server.request("options.set", {"maxHeartbeats": 77})
        now = {"timeout": 1234, "maxHeartbeats": 77, "automaticMode": True}
        assert server.request("options.print", {}) == now
    finally:
        server.request("options.set", before)


def test_a_batch_tries_each_on_the_same_state(server: GymProcess) -> None:
    state = start(server, "by_disjunction")["stateId"]
    texts = ["cases h", "exact nonsense", "exact h.symm", "simp (", "exact h"]
    results = server.request("gym.batch", {"stateId": state, "tactics": texts})["results"]
    assert [len(r["goals"]) if "goals" in r else r["failure"] for r in results] == [
        2, "tactic", 0, "parse", "tactic",
    ]  # fmt: skip
    assert "vars" not in results[0]["goals"][0]
    assert [result.get("microseconds", 0) > 0 for result in results] == [
        True, False, True, False, False,
    ]  # fmt: skip
    assert "nonsense" in said(results[1])


def test_a_batch_begins_nothing_after_its_time(server: GymProcess) -> None:
    state = start(server, "by_term")["stateId"]

    def results(within_ms: int) -> list[dict[str, Any]]:
        payload = {"stateId": state, "tactics": ["sleep 300"] * 20, "beginWithin": within_ms}
        return server.request("gym.batch", payload)["results"]

    assert len(results(0)) == 1
    started = time.monotonic()
    some = results(750)
    assert 2 <= len(some) <= 3
    assert all("goals" in result for result in some)
    assert time.monotonic() - started < 5.0


def test_lean_may_say_something_and_go_on(server: GymProcess) -> None:
    answer = tactic(server, start(server, "by_attribute")["stateId"], "simp? [twice]")
    assert pretty(answer) == []
    assert [message["severity"] for message in answer["messages"]] == ["information"]
    assert "Try this" in said(answer)


@pytest.mark.parametrize(
    ("line", "kind", "desc"),
    [
        ("nonsense", "command", "unknown command"),
        ("goal.start {}", "command", "copyFrom"),
        ('goal.start {"expr":"nonsense"}', "core", "nonsense"),
        ('goal.start {"expr":"True) := trivial\\ntheorem x : (False"}', "parse", "left over"),
        ('goal.start {"expr":"by_elab pure default"}', "operation", "runs code"),
        ('goal.continue {"target":99999,"branch":0}', "index", "no state 99999"),
        ('goal.save {"id":99999,"path":"x"}', "index", "no state 99999"),
        ('goal.load {"path":"/nowhere/x"}', "io", "no such file"),
        ("goal.subsume {}", "command", "stateId"),
        ('env.save {"path":"/nowhere/x"}', "io", "no such file"),
        ('env.load {"path":"/nowhere/x"}', "io", "no such file"),
        ("frontend.track {}", "command", "src"),
        ('frontend.track {"src":"","dst":"#eval 1"}', "operation", "runs code"),
        ('frontend.refactor {"file":"","coreOptions":["a=b"]}', "operation", "set_option"),
        ('frontend.process {"file":"#eval 1"}', "operation", "runs code"),
        ('frontend.process {"fileName":"x"}', "operation", "sensei trace"),
        ('env.inspect {"name":"nonsense"}', "index", "no constant nonsense"),
        ('goal.start {"copyFrom":"Places.nonsense"}', "index", "declares no"),
        ('goal.start {"copyFrom":"Places.length.go"}', "index", "declares no"),
        ('goal.start {"copyFrom":"Places.Colour"}', "operation", "no body"),
        ('goal.start {"copyFrom":"Places.by_mutual"}', "operation", "mutual"),
        ('goal.start {"copyFrom":"Nat.rec"}', "operation", "import"),
        ('goal.tactic {"stateId":99999,"tactic":"rfl"}', "index", "no state 99999"),
        ('goal.tactic {"stateId":"x","tactic":"rfl"}', "command", "stateId"),
        ('{"cmd":"goal.print","payload":[]}', "command", "stateId"),
        ("goal.print {", "command", "not a command"),
    ],
)
def test_a_bad_command_is_an_answer(server: GymProcess, line: str, kind: str, desc: str) -> None:
    answer = server._answer((line + "\n").encode(), time.monotonic() + 30)
    assert answer["error"] == kind
    assert desc in answer["desc"]
