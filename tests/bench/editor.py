"""How much the way from Lean to the sidecar costs: `python tests/bench/editor.py`.

- `unary`: a small call from interpreted Lean on a connection that is open, and the same call from
  Python's grpcio, both against one grpcio server in a process of its own.
- `mb16`: a request of 16 MB from Lean.
- `editors50`: 50 editors (threads of one Lean process) that each ask the real server for tactics
  once a second: how many calls fail, and their p95, less what they waited for the model, over that
  of one editor.
- `added`: from an answer to the next request, with one `suggest_tactics` after the other: all that
  Lean does for one (the theorem around it, too), without candidates and with eight to try.
- `give_up`: what the premise selector takes to find that a sidecar that listens does not answer.

Prints the figures and, as its last line, JSON. Units are in the names.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests" / "lean"), str(ROOT / "tests" / "lean" / "client")]

from conftest import LeanLibrary  # noqa: E402
from sensei.settings import load_settings  # noqa: E402
from sensei.toolchain.find import find_toolchain  # noqa: E402
from sensei.toolchain.programs import programs_folder  # noqa: E402
from sensei.wire.v1 import tactic_pb2, tactic_pb2_grpc  # noqa: E402

CALLS = 200
EIGHT = ["rfl", "assumption", "simp", "omega", "decide", "intros", "constructor", "trivial"]


def quantile(values: list[float], part: float) -> float:
    """The value that ``part`` of them do not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def library() -> LeanLibrary:
    """Our Lean library for the Lean at hand."""
    settings = load_settings()
    toolchain = find_toolchain(ROOT, settings)
    programs = programs_folder(toolchain, settings, lambda line: None)
    return LeanLibrary(toolchain, programs / ".lake" / "build" / "lib" / "lean")


def wire(lean: LeanLibrary) -> dict[str, float]:
    """The raw calls."""
    stub = ROOT / "tests" / "lean" / "client" / "sidecar_stub.py"
    server = subprocess.Popen([sys.executable, stub], stdout=subprocess.PIPE, text=True)
    with server:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        caller = lean.run(ROOT / "tests" / "lean" / "client" / "calls.lean")
        caller.ask("bench", port, 50)
        _, _, listed = caller.ask("bench", port, CALLS).partition(" ok ")
        from_lean = [us / 1000 for us in json.loads(listed)]
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            from_python = python_calls(channel)
        big = caller.ask("unary", port, 60000, "big:16000000").split(" ")
        assert big[1] == "ok"
        caller.close()
        server.kill()
    return {
        "unary_p50_ms": quantile(from_lean, 0.5),
        "unary_p95_ms": quantile(from_lean, 0.95),
        "grpcio_p50_ms": quantile(from_python, 0.5),
        "grpcio_p95_ms": quantile(from_python, 0.95),
        "mb16_s": int(big[0]) / 1000,
    }


SERVER = """
import asyncio, sys, tempfile
from pathlib import Path
from sensei.models.baselines import FixedTactics
from sensei.server.app import serve
from sensei.server.bind import Bind
from sensei.store import open_store

async def main():
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "s.db")
        served = await serve(Bind(token="bench-token"), {"fixed": (FixedTactics(), "")}, store,
                             Path(folder), None)
        print(served.port, flush=True)
        await asyncio.to_thread(sys.stdin.read)
        await served.stop(0)
        store.close()

asyncio.run(main())
"""


def editors(lean: LeanLibrary) -> dict[str, float]:
    """Many editors against the real server, and one."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        port = int(server.stdout.readline())
        caller = lean.run(
            ROOT / "tests" / "lean" / "client" / "calls.lean", SENSEI_SIDECAR_TOKEN="bench-token"
        )
        listed = {}
        for count, calls in ((1, 20), (1, 100), (50, 20)):  # the first is for warmth
            answer = caller.ask("editors", port, count, calls, 100 if count == 1 else 1000)
            listed[count] = [us / 1000 for us in json.loads(answer.partition(" ok ")[2])]
        caller.close()
        server.stdin.close()
    errors = sum(ms == 0 for ms in listed[50])
    one, many = (quantile([ms for ms in listed[n] if ms], 0.95) for n in (1, 50))
    return {
        "editor_p95_ms": one,
        "editors50_p95_ms": many,
        "editors50_errors": errors,
        "editors50_p95_ratio": many / one,
    }


GIVE_UP = """
import Sensei.Tactic.Hooks
open Lean Meta Elab Tactic in
elab "give_up" : tactic => do
  let begun ← IO.monoNanosNow
  let found ← Sensei.senseiSelector (← getMainGoal) {}
  unless found.isEmpty do throwError "something was selected"
  logInfo m!"{((← IO.monoNanosNow) - begun) / 1000}"
example : True := by
  give_up
  trivial
"""


def give_up(lean: LeanLibrary) -> float:
    """Milliseconds of one selection where something listens that never answers."""
    times = []
    with socket.create_server(("127.0.0.1", 0)) as silent, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "GiveUp.lean"
        file.write_text(GIVE_UP)
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        for _ in range(10):
            done = subprocess.run(
                [lean.toolchain.lean, file],
                cwd=folder,
                env={**lean.env(), "SENSEI_SIDECAR": address},
                capture_output=True,
                text=True,
                check=True,
                timeout=600,
            )
            times.append(int(done.stdout) / 1000)
    return max(times)


def python_calls(channel: grpc.Channel) -> list[float]:
    """Milliseconds of each of the same calls from Python."""
    client = tactic_pb2_grpc.TacticServiceStub(channel)
    goal = tactic_pb2.GoalContext(pretty="echo", open_names=["A", "B"])
    times = []
    for _ in range(CALLS + 50):
        begun = time.perf_counter()
        client.Suggest(tactic_pb2.SuggestRequest(goals=[goal], candidates=3), timeout=10)
        times.append((time.perf_counter() - begun) * 1000)
    return times[50:]


class Clocked(tactic_pb2_grpc.TacticServiceServicer):
    """Offers the same for every goal, and notes when it was asked and when it had answered."""

    def __init__(self, offers: list[str]) -> None:
        offered = [tactic_pb2.TacticCandidate(tactic=offer, log_prob=-1.0) for offer in offers]
        goal = tactic_pb2.SuggestedTactics(candidates=offered)
        self._reply = tactic_pb2.SuggestReply(goals=[goal])
        self.times: list[tuple[float, float]] = []
        self._lock = threading.Lock()

    def Suggest(self, request: Any, context: Any) -> Any:
        """Answers at once."""
        with self._lock:
            begun = time.perf_counter()
            self.times.append((begun, time.perf_counter()))
        return self._reply


def added(lean: LeanLibrary, offers: list[str]) -> list[float]:
    """Milliseconds of each of many `suggest_tactics`, one after the other."""
    servicer = Clocked(offers)
    server = grpc.server(futures.ThreadPoolExecutor(4))
    tactic_pb2_grpc.add_TacticServiceServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    example = "example (n : Nat) : n + 0 = n := by\n  suggest_tactics\n  rfl\n"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "Many.lean"
        options = f'set_option sensei.address "127.0.0.1:{port}"\nset_option Elab.async false\n'
        file.write_text(f"import Sensei.Tactic.Suggest\n{options}{example * (CALLS + 1)}")
        subprocess.run(
            [lean.toolchain.lean, file],
            cwd=folder,
            env=lean.env(),
            stdout=subprocess.DEVNULL,
            check=True,
            timeout=600,
        )
    server.stop(None).wait()
    assert len(servicer.times) == CALLS + 1
    pairs = zip(servicer.times, servicer.times[1:], strict=False)
    return [(later[0] - sooner[1]) * 1000 for sooner, later in pairs]


def main() -> None:
    """Measures and prints."""
    lean = library()
    figures: dict[str, float] = wire(lean)
    for name, offers in (("added", []), ("with_checks", EIGHT)):
        times = added(lean, offers)
        figures[f"{name}_p50_ms"] = quantile(times, 0.5)
        figures[f"{name}_p95_ms"] = quantile(times, 0.95)
    figures |= editors(lean)
    figures["give_up_ms"] = give_up(lean)
    figures = {name: round(value, 3) for name, value in figures.items()}
    for name, value in figures.items():
        print(f"{name:<20} {value}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
