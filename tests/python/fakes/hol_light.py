#!/usr/bin/env python3
"""In the place of HOL Light: listens, forks for each proof, and knows letters that join with `&`.

Goals are such texts. `SPLIT` takes the first `&` apart, `CLOSE` closes a letter, `LOOP` never ends,
`DIE` ends the process, `SLOW` is late by its own word, `WRONG` closes everything and proves another
theorem. Run as HOL Light is: `hol_light.py -noinit BOOT HOL_ML SOCKET`.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any

State = list[str]


class Failure(Exception):
    """A tactic that fails: its kind and what is said."""


def stepped(goals: State, tactic: str) -> State:
    first, *rest = goals
    if tactic == "SPLIT" and "&" in first:
        left, _, right = first.partition("&")
        return [left.strip(), right.strip(), *rest]
    if tactic == "CLOSE" and len(first) == 1:
        return rest
    if tactic == "WRONG":
        return []
    if tactic == "DIE":
        os._exit(7)
    if tactic == "SLOW":
        raise Failure("timeout", "it took too long")
    while tactic == "LOOP":
        signal.pause()
    raise Failure("tactic" if tactic in ("SPLIT", "CLOSE") else "parse", f"no {tactic} here")


class Proof:
    """One connection's states."""

    def __init__(self) -> None:
        self.states: dict[int, State] = {}
        self.made = 0
        self.form = "text"

    def hold(self, goals: State) -> dict[str, Any]:
        number, self.made = self.made, self.made + 1
        self.states[number] = goals
        sign = "⊢ " if self.form == "text" else "(g () "
        return {"state": number, "goals": [sign + goal for goal in goals]}

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        match request["cmd"]:
            case "open":
                if not request["goal"]:
                    raise Failure("parse", "nothing to prove")
                self.form = request["form"]
                return self.hold([request["goal"]])
            case "tactic":
                return self.hold(stepped(self.states[request["state"]], request["tactic"]))
            case "split":
                return {"states": [self.hold([goal]) for goal in self.states[request["state"]]]}
            case "release":
                for number in request["states"]:
                    del self.states[number]
                return {}
            case "theorems":
                return {"theorems": [["AND", "a & b"]]}
            case "prove":
                goals = [request["goal"]]
                for tactic in request["tactics"]:
                    goals = stepped(goals, tactic)
                if goals:
                    return {"left": len(goals)}
                same = "WRONG" not in request["tactics"]
                return {"hypotheses": 0, "same": same, "theory": True, "theorem": "|- other"}
            case _:
                return {"error": "request"}


def serve(connection: socket.socket) -> None:
    with connection, connection.makefile("rwb") as lines:
        proof = Proof()

        def say(answer: dict[str, Any]) -> None:
            lines.write(json.dumps(answer).encode() + b"\n")
            lines.flush()

        say({"pid": os.getpid(), "version": "fake"})
        for line in lines:
            try:
                say(proof.answer(json.loads(line)))
            except Failure as failure:
                say({"failure": failure.args[0], "message": failure.args[1]})


def main() -> None:
    how = Path(sys.argv[3]).read_text("utf-8")
    if how == "broken":
        sys.exit("this is no HOL Light")
    if how == "endless":
        signal.pause()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(sys.argv[4])
        listening.listen()
        print("ready.", file=sys.stderr, flush=True)
        while True:
            connection, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                serve(connection)
                os._exit(0)
            connection.close()


if __name__ == "__main__":
    main()
