"""A step server in Python: Pantograph's protocol over goals that are words, and every misbehaviour.

``gym_server.py --file F`` serves the theorems of F, one a line: NAME GOAL GOAL ...
A tactic is a word and its argument; ``TACTICS`` below says what each does to the goals.
Switches: GYM_LOG (a file for what was received), GYM_PLAIN (no commands of ours, goals without
``pretty``), GYM_START (``hang``, ``die``, ``garbage``), GYM_NAP_S (pause before ready).
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Goals = tuple[str, ...]
PLAIN = bool(os.environ.get("GYM_PLAIN"))


class Refused(Exception):
    def __init__(self, **answer: Any) -> None:
        self.answer = answer


def fail(kind: str, text: str = "no") -> Goals:
    raise Refused(failure=kind, messages=[{"severity": "error", "data": text}])


def split(goals: Goals) -> Goals:
    return (goals[0] + "l", goals[0] + "r", *goals[1:])


def hang(_goals: Goals, _word: str) -> Goals:
    while True:
        time.sleep(1)


def eat(_goals: Goals, _word: str) -> Goals:
    hoard = []
    while True:
        hoard.append(b"x" * (8 << 20))
        time.sleep(0.005)


def fork(goals: Goals, _word: str) -> Goals:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    log("child", str(child.pid))
    return hang(goals, "")


def leave(_goals: Goals, word: str) -> Goals:
    print("going down", file=sys.stderr, flush=True)
    os._exit(int(word or 3))


def noise(goals: Goals, _word: str) -> Goals:
    print("what a tactic prints\n[1, 2]\n{not json", flush=True)
    return goals


def nap(goals: Goals, word: str) -> Goals:
    time.sleep(float(word))
    return goals


def roll(goals: Goals, _word: str) -> Goals:
    return (str(time.time_ns()),)


def write(goals: Goals, word: str) -> Goals:
    """Writes to a file: of that path, or of the temporary folder if it is a name."""
    try:
        Path(os.environ["TMPDIR"], word).write_text("x")
    except OSError as error:
        fail("tactic", str(error.strerror))
    return goals


def call(goals: Goals, word: str) -> Goals:
    """Connects to a port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", int(word))).close()
    except OSError as error:
        fail("tactic", str(error.strerror))
    return goals


TACTICS: dict[str, Callable[[Goals, str], Goals]] = {
    "split": lambda goals, _: split(goals),
    "close": lambda goals, _: goals[1:],
    "say": lambda goals, word: (word, *goals[1:]),
    "constructor": lambda goals, _: split(goals),
    "rfl": lambda goals, _: goals[1:] if goals[0].startswith("same") else fail("tactic"),
    "noise": noise,
    "nap": nap,
    "roll": roll,
    "fail": lambda _, __: fail("tactic"),
    "parse": lambda _, __: fail("parse", "unexpected token"),
    "loop": lambda _, __: fail("timeout"),
    "beats": lambda _, __: fail("heartbeats"),
    "forbidden": lambda _, __: fail("forbidden"),
    "hang": hang,
    "eat": eat,
    "fork": fork,
    "exit": leave,
    "write": write,
    "call": call,
}


def log(*words: str) -> None:
    if path := os.environ.get("GYM_LOG"):
        with Path(path).open("a") as file:
            file.write(" ".join((str(os.getpid()), *words)) + "\n")


class Server:
    def __init__(self, theorems: dict[str, Goals]) -> None:
        self.theorems = theorems
        self.states: dict[int, Goals] = {}
        self.next = 0

    def keep(self, goals: Goals) -> dict[str, Any]:
        self.next += 1
        self.states[self.next] = goals
        return {"nextStateId": self.next, "goals": [self.goal(g) for g in goals]}

    def goal(self, text: str) -> dict[str, Any]:
        name = f"_uniq.{os.getpid()}.{self.next}"
        if PLAIN:
            return {"name": name, "target": {"pp": text}, "vars": []}
        return {"name": name, "pretty": f"⊢ {text}", "target": {"pp": text}, "userName": text[-1]}

    def tactic(self, state: int, text: str) -> dict[str, Any]:
        log("tactic", text)
        if state not in self.states:
            raise Refused(error="index", desc=f"no state {state}")
        word, _, argument = text.partition(" ")
        if word == "sorry":
            return {**self.keep(()), "messages": [], "hasSorry": True}
        try:
            run = TACTICS.get(word, lambda _, __: fail("tactic", f"unknown tactic {word}"))
            return {**self.keep(run(self.states[state], argument)), "messages": []}
        except Refused as refused:
            return refused.answer

    def answer(self, command: str, payload: dict[str, Any]) -> dict[str, Any]:
        match command:
            case "options.set":
                log("options", json.dumps(payload))
                return {}
            case "reset":
                self.states.clear()
                return {"nGoals": 0}
            case "stat":
                return {"nGoals": len(self.states)}
            case "goal.start":
                log("start", payload["copyFrom"])
                if payload["copyFrom"] not in self.theorems:
                    raise Refused(error="index", desc="no such declaration")
                kept = self.keep(self.theorems[payload["copyFrom"]])
                return {"stateId": kept["nextStateId"], "root": "_uniq.0"}
            case "goal.print":
                return {"goals": [self.goal(g) for g in self.states[payload["stateId"]]]}
            case "goal.delete":
                for state in payload["stateIds"]:
                    del self.states[state]
                return {}
            case "goal.tactic":
                return self.tactic(payload["stateId"], payload["tactic"])
            case "gym.theorems" if not PLAIN:
                return {"theorems": list(self.theorems)}
            case "gym.batch" if not PLAIN:
                end = time.monotonic() + payload["beginWithin"] / 1000
                results = []
                for text in payload["tactics"]:
                    if results and time.monotonic() > end:
                        break
                    results.append(self.tactic(payload["stateId"], text))
                return {"results": results}
        raise Refused(error="command", desc=f"unknown command '{command}'")


def main() -> None:
    source = Path(sys.argv[sys.argv.index("--file") + 1])
    lines = [line.split() for line in source.read_text().splitlines()]
    server = Server({name: tuple(goals) for name, *goals in lines})
    log("up", source.name)
    match os.environ.get("GYM_START"):
        case "hang":
            time.sleep(600)
        case "die":
            sys.exit("the file has no header")
        case "garbage":
            print("warning: something\n", flush=True)
    time.sleep(float(os.environ.get("GYM_NAP_S", "0")))
    print("ready.", flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = server.answer(request["cmd"], request["payload"])
        except Refused as refused:
            answer = refused.answer
        print(json.dumps(answer), flush=True)
        if any("shout" in text for text in request["payload"].get("tactics", [])):
            print('{"nextStateId": 1, "goals": []}', flush=True)


TACTICS["shout"] = lambda goals, _: goals

if __name__ == "__main__":
    main()
