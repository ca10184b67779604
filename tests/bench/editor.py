"""How much the way from Lean to the sidecar costs: `python tests/bench/editor.py`.

- `unary`: a small call from interpreted Lean on a connection that is open, and the same call from
  Python's grpcio, in turns of 200 calls each, against one grpcio server in a process of its own.
- `mb1`, `mb16`: a request of so many MB from Lean.
- `added`: from an answer to the next request, with one `suggest_tactics` after the other: all that
  Lean does for one (the theorem around it, too), without candidates and with eight to try.
- `down`: what `suggest_tactics` takes to say that nobody listens at the address.
- `give_up`: what the premise selector takes to find that a sidecar that listens does not answer.
- `editors50`: 50 editors (threads of one Lean process) that each ask the real server for tactics
  once a second: how many calls fail, and their p95, less what they waited for the model, over that
  of one editor.

About a minute and a half on two cores, where the Lean library is built already. `--part` measures a
part only. Prints the figures and, as its last line, JSON, with what is known when it is ended early
(SIGTERM, Ctrl-C). Units are in the names.
"""

from __future__ import annotations

import argparse
import json
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager
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
TURNS = 5
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


@contextmanager
def running(*command: str | Path, **options: Any) -> Iterator[Any]:
    """A process that talks over its pipes, and is ended with the block."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def calling(lean: LeanLibrary, **variables: str) -> Iterator[Any]:
    """A Lean process that makes calls."""
    caller = lean.run(ROOT / "tests" / "lean" / "client" / "calls.lean", **variables)
    with caller.process:
        try:
            yield caller
        finally:
            caller.process.kill()


def wire(lean: LeanLibrary) -> dict[str, float]:
    """The raw calls."""
    stub = ROOT / "tests" / "lean" / "client" / "sidecar_stub.py"
    from_lean: list[float] = []
    from_python: list[float] = []
    with running(sys.executable, stub) as server, calling(lean, SENSEI_SIDECAR="") as caller:
        port = int(server.stdout.readline())
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            for turn in range(TURNS + 1):
                listed = caller.ask("bench", port, CALLS).partition(" ok ")[2]
                python = python_calls(channel)
                if turn > 0:  # the first is for warmth
                    from_lean += [us / 1000 for us in json.loads(listed)]
                    from_python += python
        big = {}
        for megabytes in (1, 16):
            times = [caller.ask("unary", port, 60000, f"big:{megabytes}000000") for _ in range(5)]
            assert all(" ok got" in answer for answer in times)
            big[megabytes] = quantile([int(answer.split(" ")[0]) / 1000 for answer in times], 0.5)
    unary, grpcio = quantile(from_lean, 0.5), quantile(from_python, 0.5)
    return {
        "unary_p50_ms": unary,
        "unary_p95_ms": quantile(from_lean, 0.95),
        "grpcio_p50_ms": grpcio,
        "grpcio_p95_ms": quantile(from_python, 0.95),
        "unary_ratio": unary / grpcio,
        "mb1_s": big[1],
        "mb16_s": big[16],
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
    with (
        running(sys.executable, "-c", SERVER) as server,
        calling(lean, SENSEI_SIDECAR_TOKEN="bench-token", SENSEI_SIDECAR="") as caller,
    ):
        port = int(server.stdout.readline())
        listed = {}
        for count, calls in ((1, 20), (1, 100), (50, 20)):  # the first is for warmth
            answer = caller.ask("editors", port, count, calls, 100 if count == 1 else 1000)
            listed[count] = [us / 1000 for us in json.loads(answer.partition(" ok ")[2])]
        server.stdin.close()
        server.wait(30)
    errors = sum(ms == 0 for ms in listed[50])
    one, many = (quantile([ms for ms in listed[n] if ms], 0.95) for n in (1, 50))
    return {
        "editor_p95_ms": one,
        "editors50_p95_ms": many,
        "editors50_errors": errors,
        "editors50_p95_ratio": many / one,
    }


TIMED = """
import Sensei.Tactic.Hooks
open Lean Meta Elab Tactic

/-- Says how long ten runs take each, in microseconds. -/
def tenTimes (act : TacticM Unit) : TacticM Unit := do
  let mut times := #[]
  for _ in [0:10] do
    Sensei.lastProbe.set none
    let begun ← IO.monoNanosNow
    act
    times := times.push (((← IO.monoNanosNow) - begun) / 1000)
  logInfo m!"{times.toList}"

elab "give_up" : tactic => tenTimes do
  unless (← Sensei.senseiSelector (← getMainGoal) {}).isEmpty do throwError "something is selected"

elab "down" : tactic => tenTimes do
  try discard <| Sensei.askTactics #[← Sensei.goalContext (← getMainGoal)]
  catch _ => return
  throwError "somebody answers"

example : True := by
  give_up
  trivial

set_option sensei.address "127.0.0.1:1" in
example : True := by
  down
  trivial
"""


def nobody(lean: LeanLibrary) -> dict[str, float]:
    """Where something listens that never answers, and where nothing does: the longest of ten."""
    with socket.create_server(("127.0.0.1", 0)) as silent, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "Nobody.lean"
        file.write_text(TIMED)
        done = subprocess.run(
            [lean.toolchain.lean, file],
            cwd=folder,
            env={**lean.env(), "SENSEI_SIDECAR": f"127.0.0.1:{silent.getsockname()[1]}"},
            capture_output=True,
            text=True,
            check=True,
            timeout=600,
        )
    give_up, down = (
        json.loads(line.partition(": info: ")[2] or line) for line in done.stdout.splitlines()
    )
    return {"give_up_ms": max(give_up) / 1000, "down_ms": max(down) / 1000}


def python_calls(channel: grpc.Channel) -> list[float]:
    """Milliseconds of each of the same calls from Python."""
    client = tactic_pb2_grpc.TacticServiceStub(channel)
    goal = tactic_pb2.GoalContext(pretty="echo", open_names=["A", "B"])
    times = []
    for _ in range(CALLS):
        begun = time.perf_counter()
        client.Suggest(tactic_pb2.SuggestRequest(goals=[goal], candidates=3), timeout=10)
        times.append((time.perf_counter() - begun) * 1000)
    return times


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
    options = f'set_option sensei.address "127.0.0.1:{port}"\nset_option Elab.async false\n'
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "Many.lean"
            file.write_text(f"import Sensei.Tactic.Suggest\n{options}{example * (CALLS + 1)}")
            subprocess.run(
                [lean.toolchain.lean, file],
                cwd=folder,
                env=lean.env(),
                stdout=subprocess.DEVNULL,
                check=True,
                timeout=600,
            )
    finally:
        server.stop(None).wait()
    assert len(servicer.times) == CALLS + 1
    pairs = zip(servicer.times, servicer.times[1:], strict=False)
    return [(later[0] - sooner[1]) * 1000 for sooner, later in pairs]


def tactics(lean: LeanLibrary) -> dict[str, float]:
    """`suggest_tactics`, without candidates and with eight."""
    figures = {}
    for name, offers in (("added", []), ("with_checks", EIGHT)):
        times = added(lean, offers)
        figures[f"{name}_p50_ms"] = quantile(times, 0.5)
        figures[f"{name}_p95_ms"] = quantile(times, 0.95)
    return figures


PARTS: dict[str, Callable[[LeanLibrary], dict[str, float]]] = {
    "wire": wire,
    "tactics": tactics,
    "nobody": nobody,
    "editors": editors,
}


def ended(number: int, frame: object) -> None:
    """Ends the benchmark as Ctrl-C does."""
    raise KeyboardInterrupt


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="What the way from Lean to the sidecar costs.")
    parser.add_argument("--part", choices=PARTS, action="append", help="default: all of them")
    wanted = parser.parse_args().part or list(PARTS)
    signal.signal(signal.SIGTERM, ended)
    figures: dict[str, float] = {}
    try:
        lean = library()
        for part in wanted:
            for name, value in PARTS[part](lean).items():
                figures[name] = round(value, 3)
                print(f"{name:<20} {figures[name]}", flush=True)
    except KeyboardInterrupt:
        print("ended early", file=sys.stderr)
    finally:
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
