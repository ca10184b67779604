"""Written sessions with the step server, a command or more each: what is sent and answered."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from sensei.envs.process import GymProcess, GymRefused

GOLDEN = Path(__file__).parent / "golden"

PROMISED = r"def f : Nat → Nat := sorry\ntheorem m (n : Nat) : f n = n := sorry"

SESSIONS = {
    "session": [
        'goal.start {"copyFrom":"Places.by_disjunction"}',
        '{"cmd":"goal.tactic","payload":{"stateId":0,"tactic":"rcases h with hp | hq"}}',
        'goal.tactic {"stateId":1,"tactic":"· exact .inr hp"}',
        'goal.tactic {"stateId":2,"tactic":"exact .inr hq"}',
        'goal.tactic {"stateId":2,"tactic":"exact .inl"}',
        'goal.tactic {"stateId":2,"tactic":"sorry"}',
        'goal.tactic {"stateId":2,"tactic":"exact .inl hq"}',
        "stat",
    ],
    "terms": [
        'goal.start {"expr":"∀ p q : Prop, p ∧ q → q ∧ p"}',
        'goal.start {"expr":"(α : Type u) → List α","levels":["u"]}',
        'goal.tactic {"stateId":0,"tactic":"intro p q h"}',
        'goal.tactic {"stateId":2,"expr":"⟨?_, h.1⟩"}',
        'goal.tactic {"stateId":2,"have":"q","binderName":"hq"}',
        'goal.tactic {"stateId":2,"let":"Nat"}',
        'goal.tactic {"stateId":2,"draft":"have hq : q := sorry\\n⟨hq, by sorry⟩"}',
        'goal.tactic {"stateId":2,"draft":"⟨by\\n  skip\\n  sorry, h.1⟩"}',
        'goal.tactic {"stateId":2,"draft":"⟨"}',
        'goal.tactic {"stateId":2,"expr":"sorry"}',
        'goal.tactic {"stateId":2,"expr":"⟨h.2, h.1⟩"}',
        'expr.echo {"expr":"fun n : Nat => n + 1"}',
        'expr.echo {"expr":"3","type":"Int"}',
        'expr.echo {"expr":"fun (α : Type u) => α","levels":["u"]}',
        'expr.echo {"expr":"nonsense"}',
    ],
    "branches": [
        'goal.start {"copyFrom":"Places.by_disjunction"}',
        'goal.tactic {"stateId":0,"tactic":"cases h"}',
        'goal.tactic {"stateId":1,"tactic":"exact .inr ‹p›","goalId":"_uniq.#4",'
        '"autoResume":false}',
        'goal.continue {"target":2,"branch":1}',
        'goal.continue {"target":2,"goals":["_uniq.#6"]}',
        'goal.continue {"target":2,"goals":[]}',
        'goal.start {"copyFrom":"Places.by_term"}',
        'goal.continue {"target":2,"branch":5}',
        'goal.tactic {"stateId":3,"tactic":"exact .inl ‹q›"}',
        'goal.save {"id":1,"path":"PATH"}',
        'goal.load {"path":"PATH"}',
        'goal.print {"stateId":7}',
        'goal.tactic {"stateId":7,"tactic":"exact .inr ‹p›","goalId":"_uniq.#4"}',
        'goal.save {"id":2,"path":"PATH"}',
    ],
    "environment": [
        'env.inspect {"name":"Places.Colour"}',
        'env.inspect {"name":"Places.Colour.red"}',
        'env.inspect {"name":"Places.twice","dependency":true}',
        'env.inspect {"name":"Places.by_attribute"}',
        'env.inspect {"name":"Places.by_attribute","value":true}',
        'env.add {"name":"four","type":"Nat","value":"4"}',
        'env.add {"name":"four_is","type":"four = 4","value":"rfl","isTheorem":true}',
        'env.add {"name":"bad","type":"four = 5","value":"rfl","isTheorem":true}',
        'env.add {"name":"bad","type":"four = 5","value":"sorry","isTheorem":true}',
        'env.inspect {"name":"bad"}',
        'goal.start {"expr":"four = 4"}',
        'goal.tactic {"stateId":0,"tactic":"exact four_is"}',
        'goal.save {"id":0,"path":"PATH"}',
    ],
    "frontend": [
        'frontend.process {"file":"def five := 5\\ntheorem t : five = 5 := rfl\\n#check t",'
        '"newConstants":true}',
        'frontend.process {"file":"theorem wrong : 1 = 2 := rfl"}',
        'frontend.process {"file":"def six := 6","inheritEnv":true}',
        'frontend.distil {"file":"theorem d (p : Prop) (hp : p) : p ∧ six = 6 := by\\n  constructor'
        '\\n  · sorry\\n  · sorry\\ntheorem e : six = 6 := sorry"}',
        'goal.tactic {"stateId":1,"tactic":"rfl"}',
    ],
    "conversions": [
        'goal.start {"expr":"∀ a b c : Nat, b + a + c = 3 → (a + b + c = 3) ∧ (c = c)"}',
        'goal.tactic {"stateId":0,"tactic":"intro a b c h; refine ⟨?_, ?_⟩"}',
        'goal.tactic {"stateId":1,"mode":"conv"}',
        'goal.tactic {"stateId":2,"tactic":"lhs; congr"}',
        'goal.tactic {"stateId":3,"tactic":"rw [Nat.add_comm]"}',
        'goal.tactic {"stateId":4,"tactic":"intro x"}',
        'goal.tactic {"stateId":4,"tactic":"exact"}',
        'goal.tactic {"stateId":4,"tactic":"rfl\\nexact h"}',
        'goal.tactic {"stateId":4,"mode":"calc"}',
        'goal.tactic {"stateId":4,"mode":"tactic"}',
        'goal.tactic {"stateId":4,"tactic":"all_goals rfl"}',
        'goal.tactic {"stateId":6,"tactic":"· exact h\\n· rfl"}',
        'goal.tactic {"stateId":4,"goalId":2,"tactic":"rfl"}',
        'goal.tactic {"stateId":1,"mode":"tactic"}',
        'goal.tactic {"stateId":1,"mode":"prove"}',
        'gym.split {"stateId":4}',
    ],
    "chains": [
        'goal.start {"expr":"∀ a b c d : Nat, a = b + 1 → b + 1 = c → c < d → a < d"}',
        'goal.tactic {"stateId":0,"tactic":"intro a b c d h k l"}',
        'goal.tactic {"stateId":1,"mode":"calc"}',
        'goal.tactic {"stateId":2,"tactic":"a = b + 1"}',
        'goal.tactic {"stateId":3,"goalId":1,"tactic":"_ = c"}',
        'goal.tactic {"stateId":3,"goalId":1,"tactic":"a = c"}',
        'goal.tactic {"stateId":3,"goalId":1,"tactic":"_ <"}',
        'goal.tactic {"stateId":4,"goalId":1,"tactic":"_ < d"}',
        'goal.tactic {"stateId":5,"tactic":"all_goals assumption"}',
        'goal.tactic {"stateId":4,"goalId":1,"mode":"tactic"}',
        'goal.tactic {"stateId":3,"goalId":1,"mode":"conv","autoResume":false}',
    ],
    "subsumption": [
        'goal.start {"expr":"∀ p q : Prop, q → (p ∨ q) ∧ (p ∨ q) ∧ (q → p ∨ q)"}',
        'goal.tactic {"stateId":0,"tactic":"intro p q h; refine ⟨?_, ?_, ?_⟩"}',
        'goal.subsume {"stateId":1,"goal":"_uniq.#5","candidates":["_uniq.#6","_uniq.#1"]}',
        'goal.tactic {"stateId":2,"tactic":"exact .inr h"}',
        'goal.tactic {"stateId":3,"tactic":"exact .inr"}',
        'goal.tactic {"stateId":1,"goalId":2,"tactic":"intro k; revert k"}',
        'goal.subsume {"stateId":5,"goal":"_uniq.#7","candidates":["_uniq.#5","_uniq.#6"]}',
        'goal.subsume {"stateId":5,"goal":"_uniq.#7","candidates":["_uniq.#1"]}',
        'goal.subsume {"stateId":5,"goal":"_uniq.#7","candidates":["_uniq.#6"],"srcStateId":1}',
        'goal.subsume {"stateId":5,"goal":"_uniq.#6","candidates":["_uniq.#1"]}',
    ],
    "saved_environment": [
        'env.add {"name":"seven","type":"Nat","value":"7"}',
        'frontend.process {"file":"theorem seven_is : seven = 7 := rfl","inheritEnv":true}',
        'env.save {"path":"PATH"}',
        'env.add {"name":"eight","type":"Nat","value":"8"}',
        'env.load {"path":"PATH"}',
        'env.inspect {"name":"seven_is"}',
        'env.inspect {"name":"eight"}',
    ],
    "track": [
        f'frontend.track {{"src":"{PROMISED}","dst":"def f : Nat → Nat := id\\n'
        'theorem m (n : Nat) : f n = n := rfl"}',
        f'frontend.track {{"src":"{PROMISED}","dst":"{PROMISED}"}}',
        f'frontend.track {{"src":"{PROMISED}","dst":"def f : Nat → Nat := id\\n'
        'theorem m (n : Nat) : f n = f n := rfl"}',
        f'frontend.track {{"src":"{PROMISED}","dst":"theorem m (n : Nat) : n = n := rfl"}}',
        'frontend.track {"src":"def g : Nat := 1","dst":"def g : Nat := 2"}',
        'frontend.track {"src":"theorem t : 1 = 2 := sorry",'
        '"dst":"axiom a : 1 = 2\\ntheorem t : 1 = 2 := a"}',
        'frontend.track {"src":"def g : Nat := 1","dst":"def g : Nat := x"}',
    ],
    "refactor": [
        'frontend.refactor {"file":"/-- A function. -/\\ndef f : Nat → Nat := sorry\\n'
        "def helper (n : Nat) : Nat := n + 1\\n"
        'theorem mystery (n : Nat) : f n = helper n := sorry"}',
        'frontend.refactor {"file":"def q : Nat → Prop := sorry\\n'
        "def p (n : Nat) : Prop := sorry\\n"
        'theorem one : p 1 := by sorry\\ntheorem all (n : Nat) : p n := by\\n  sorry"}',
        'frontend.refactor {"file":"theorem done : 1 = 1 := rfl"}',
        'frontend.refactor {"file":"def a : Nat := sorry\\ndef b : Nat := sorry\\n'
        'theorem same : a = b := sorry"}',
        'frontend.refactor {"file":"def a : Nat = sorry"}',
    ],
    "upkeep": [
        "options.print",
        'options.set {"automaticMode":false}',
        "options.print",
        'options.set {"automaticMode":true}',
        'options.set {"timeout":"soon"}',
        "options.print",
        'goal.start {"copyFrom":"Places.by_term"}',
        "reset",
        'goal.print {"stateId":0}',
        "reset",
    ],
    "states": [
        'goal.start {"copyFrom":"Places.by_term"}',
        'goal.tactic {"stateId":0,"tactic":"constructor"}',
        'options.set {"automaticMode":false}',
        'goal.tactic {"stateId":1,"tactic":"exact h.2"}',
        'options.set {"automaticMode":true}',
        'goal.tactic {"stateId":1,"tactic":"exact h.2","goalId":0}',
        'goal.tactic {"stateId":1,"tactic":"exact h.2","goalId":2}',
        'goal.print {"stateId":2}',
        'goal.tactic {"stateId":1,"tactic":"exact h.2\\nexact h.1"}',
        'goal.print {"stateId":4,"rootExpr":true}',
        'goal.delete {"stateIds":[1,2]}',
        'goal.print {"stateId":2}',
    ],
}

NUMBER = re.compile(r'("(?:stateId|nextStateId|srcStateId|target|branch|id)": ?)(\d+)')
NUMBERS = re.compile(r'("stateIds": ?)\[([\d,]*)\]')


def shifted(text: str, by: int) -> str:
    """With other numbers of states."""
    text = NUMBER.sub(lambda found: f"{found[1]}{int(found[2]) + by}", text)
    return NUMBERS.sub(
        lambda found: f"{found[1]}[{','.join(str(int(n) + by) for n in found[2].split(','))}]",
        text,
    )


def transcript(server: GymProcess, lines: list[str], path: Path) -> str:
    """A session with its answers: states are counted from 0, and names of goals in the order in
    which they come; a line may use one that came before."""
    server.request("reset", {})
    first = server.request("goal.start", {"copyFrom": "Places.by_term"})["stateId"] + 1
    names: dict[str, str] = {}
    told = []
    for line in lines:
        sent = shifted(line, first).replace("PATH", str(path))
        for name, number in names.items():
            sent = sent.replace(f'"{number}"', f'"{name}"')
        answer = server._answer((sent + "\n").encode(), time.monotonic() + 60)
        text = json.dumps(answer, ensure_ascii=False, indent=1, sort_keys=True)
        text = re.sub(r"(no state )(\d+)", lambda m: f"{m[1]}{int(m[2]) - first}", text)
        for name in re.findall(r"_uniq\.\d+", text):
            names.setdefault(name, f"_uniq.#{len(names)}")
        text = re.sub(r"_uniq\.\d+", lambda m: names[m[0]], text)
        told += [f"> {line}", re.sub(r"\?m\.\d+", "?m", shifted(text, -first))]
    return "\n".join(told) + "\n"


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_is_as_recorded(
    server: GymProcess, tmp_path: Path, name: str, request: pytest.FixtureRequest
) -> None:
    told = transcript(server, SESSIONS[name], tmp_path / "saved.json")
    golden = GOLDEN / f"{name}.txt"
    if request.config.getoption("--update-golden"):
        golden.write_text(told, "utf-8")
    assert told == golden.read_text("utf-8")


def test_a_state_in_a_conversion_is_saved_with_it(server: GymProcess, tmp_path: Path) -> None:
    opened = server.request("goal.start", {"copyFrom": "Places.by_variable"})["stateId"]
    state = opened
    for step in ({"mode": "conv"}, {"tactic": "lhs"}):
        answer = server.request("goal.tactic", {"stateId": state, **step})
        state = answer["nextStateId"]
    path = str(tmp_path / "saved.json")
    server.request("goal.save", {"id": state, "path": path})
    again = server.request("goal.load", {"path": path})["id"]
    goals = server.request("goal.print", {"stateId": again})["goals"]
    assert [goal["fragment"] for goal in goals] == ["conv"]
    assert [goal["pretty"] for goal in goals] == [goal["pretty"] for goal in answer["goals"]]


def test_an_environment_is_described_by_what_it_imports(server: GymProcess) -> None:
    answer = server.request("env.describe", {})
    assert set(answer) == {"imports", "modules"}
    assert answer["imports"] == ["Init"]
    # In the order in which they are imported.
    assert answer["modules"][-1] == "Init"
    assert answer["modules"].index("Init.Prelude") < answer["modules"].index("Init.Core")


def test_a_saved_environment_is_for_the_same_text(server: GymProcess, tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    server.request("env.save", {"path": str(path)})
    saved = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**saved, "source": "0"}), "utf-8")
    answer = server._answer(f'env.load {{"path":"{path}"}}\n'.encode(), time.monotonic() + 60)
    assert answer["error"] == "operation"
    assert "another text" in answer["desc"]


def test_a_saved_state_is_of_its_file(server: GymProcess, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    state = server.request("goal.start", {"copyFrom": "Places.by_term"})["stateId"]
    server.request("goal.save", {"id": state, "path": str(path)})
    path.write_text(path.read_text("utf-8").replace('"source":"', '"source":"1'), "utf-8")
    with pytest.raises(GymRefused, match="another text of the file"):
        server.request("goal.load", {"path": str(path)})
