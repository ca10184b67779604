"""How fast the step server answers, through the protocol and on one process: opening theorems,
steps by kind, one at a time and in batches; how much it grows; how long a hostile tactic takes; and
what a step costs where the language server elaborates the file again.

    python tests/bench/gym.py [--repeats N] [--calls N] [--opened N]

Rates are by wall clock and by the server's processor time. Prints the figures, and as its last line
one line of JSON.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import itertools
import json
import platform
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import psutil
from early import EndedEarly, end_early

from sensei.core.types import TacticSucceeded, TheoremRef
from sensei.envs.lean_server import LeanServers
from sensei.envs.pool import gym_launch
from sensei.envs.process import GymDied, GymLimits, GymProcess
from sensei.settings import load_settings
from sensei.toolchain.workspace import LeanWorkspace, open_workspace

FILE = """
def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 2

theorem intros : ∀ a b c d : Nat, a = b → c = d → a + c = b + d := by
  intro a b c d h k
  rw [h, k]

theorem simps (n : Nat) (xs : List Nat) : (xs ++ []).length + 0 = xs.length := by
  simp

theorem unfolds (n : Nat) (xs : List Nat) : (xs ++ []).length + 0 = xs.length ∧ double 0 = 0 := by
  simp [double]

theorem omegas (a b c : Nat) (h : a < b) (k : b < c) : a + 1 < c := by
  omega
"""
# What is tried on which theorem.
STEPS = {
    "intro": ("intros", "intro a"),
    "simp": ("simps", "simp"),
    "simp that unfolds": ("unfolds", "simp [double]"),
    "omega": ("omegas", "omega"),
    "failed exact": ("simps", "exact rfl"),
    "parse error": ("simps", "simp ("),
}
BATCH = 50
LIMIT_S = 1.0
HOSTILE = "repeat (first | skip | rfl)"


class Rate(NamedTuple):
    """Times a second."""

    by_wall: float
    by_cpu: float


class Bench:
    """A server, and its process for looking at."""

    def __init__(self, server: GymProcess) -> None:
        self.server = server
        self.process = psutil.Process(server.pid)

    def cpu_s(self) -> float:
        """What it has used so far."""
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def rate(self, act: Callable[[], object], count: int, each: int = 1) -> Rate:
        """Of ``act``, which does ``each`` things."""
        act()
        started, cpu = time.perf_counter(), self.cpu_s()
        for _ in range(count):
            act()
        wall_s, cpu_s = time.perf_counter() - started, self.cpu_s() - cpu
        return Rate(count * each / wall_s, count * each / max(cpu_s, 0.01))

    def open(self, name: str) -> int:
        """Opens a theorem; its state."""
        return int(self.server.request("goal.start", {"copyFrom": name})["stateId"])

    def delete(self, *states: int) -> None:
        """Forgets states."""
        self.server.request("goal.delete", {"stateIds": states})

    def try_all(self, state: int, tactics: list[str]) -> list[dict[str, object]]:
        """One batch, whose states are forgotten."""
        payload = {"stateId": state, "tactics": tactics}
        answer = self.server.request("gym.batch", payload, 120.0)
        results: list[dict[str, object]] = answer["results"]
        self.delete(*(int(str(r["nextStateId"])) for r in results if "nextStateId" in r))
        return results


def theorems(count: int) -> str:
    """A file of that many theorems, each another."""
    return "".join(
        f"theorem t{number} (a b c : Nat) (h : a = b) : a + c + {number} = b + c + {number} := by\n"
        "  rw [h]\n\n"
        for number in range(count)
    )


def step_rates(bench: Bench, repeats: int) -> dict[str, float]:
    """Of every kind of step."""
    figures: dict[str, float] = {}
    again = bench.rate(lambda: bench.delete(bench.open("intros")), repeats)
    figures["open again ms"] = 1000 / again.by_wall
    for name, (theorem, tactic) in STEPS.items():
        state = bench.open(theorem)
        one = {"stateId": state, "tactic": tactic}
        alone = bench.rate(lambda one=one: bench.server.request("goal.tactic", one, 60.0), repeats)
        many = bench.rate(
            lambda state=state, tactic=tactic: bench.try_all(state, [tactic] * BATCH),
            max(1, repeats // BATCH),
            BATCH,
        )
        figures[f"{name}/s"] = alone.by_wall
        figures[f"{name}/s by cpu"] = alone.by_cpu
        figures[f"{name}/s batched"] = many.by_wall
        figures[f"{name}/s batched by cpu"] = many.by_cpu
    return figures


def new_goals_per_s(bench: Bench) -> Rate:
    """`intro`, where no goal was printed before."""
    turns = itertools.count()

    def walk() -> None:
        state, turn = bench.open("intros"), next(turns)
        for name in "abcdhk":
            payload = {"stateId": state, "tactic": f"intro {name}{turn}"}
            state = bench.server.request("goal.tactic", payload)["nextStateId"]

    return bench.rate(walk, 20, 6)


def growth_mib(bench: Bench, calls: int, opened: int) -> float:
    """What so many tactics and openings add, states forgotten as a search does."""
    state = bench.open("intros")
    tactics = ["intro a", "intros", "exact rfl", "simp ("] * (BATCH // 4)

    def work(calls: int, opened: int) -> None:
        for _ in range(calls // len(tactics)):
            bench.try_all(state, tactics)
        for number in range(opened):
            bench.delete(bench.open("unfolds" if number % 2 else "simps"))

    work(calls // 10, opened // 10)
    before = bench.process.memory_info().rss
    work(calls, opened)
    return float(bench.process.memory_info().rss - before) / 1024**2


def hostile_over_limit_s(bench: Bench) -> float:
    """How far past its limit an endless tactic is answered."""
    state = bench.open("intros")
    started = time.perf_counter()
    with contextlib.suppress(GymDied):
        bench.server.request("goal.tactic", {"stateId": state, "tactic": HOSTILE})
    return time.perf_counter() - started - LIMIT_S


def lsp_step_ms(workspace: LeanWorkspace) -> float | None:
    """One tactic in the environment on Lean's language server; none without its extra."""
    if importlib.util.find_spec("leanclient") is None:
        return None
    count = 20
    with LeanServers(workspace, GymLimits(tactic_s=60.0)) as servers:
        with servers.environment() as environment:
            root = environment.open(TheoremRef("intros", "Bench", "Bench.lean"))
            environment.apply(root, ["intro a"])
            started = time.perf_counter()
            outcomes = environment.apply(root, [f"intro a{number}" for number in range(count)])
            seconds = time.perf_counter() - started
    assert all(isinstance(outcome, TacticSucceeded) for outcome in outcomes)
    return 1000 * seconds / count


def options() -> argparse.Namespace:
    """How much is measured."""
    parser = argparse.ArgumentParser(description="The step server's speed.")
    parser.add_argument("--repeats", type=int, default=300, help="of each step; theorems opened")
    parser.add_argument("--calls", type=int, default=30_000, help="tactics while memory is watched")
    parser.add_argument("--opened", type=int, default=2_000, help="theorems opened meanwhile")
    parser.add_argument("--seconds", type=int, help="end after so many (never)")
    return parser.parse_args()


def measure(figures: dict[str, float], workspace: LeanWorkspace, args: argparse.Namespace) -> None:
    """Puts the figures of the server in, one after the other."""
    command = gym_launch(workspace)(TheoremRef("intros", "Bench", "Bench.lean"))
    started = time.perf_counter()
    server = GymProcess.start(command, GymLimits(tactic_s=LIMIT_S, start_s=120.0))
    figures["start s"] = time.perf_counter() - started
    with contextlib.closing(server):
        bench = Bench(server)
        started = time.perf_counter()
        server.request("gym.theorems", {}, 120.0)
        figures["elaborate the file s"] = time.perf_counter() - started
        names = iter([f"t{number}" for number in range(args.repeats)])
        first = bench.rate(lambda: bench.open(next(names)), args.repeats - 1)
        figures["open ms"], figures["open ms by cpu"] = 1000 / first.by_wall, 1000 / first.by_cpu
        figures |= step_rates(bench, args.repeats)
        new = new_goals_per_s(bench)
        figures["intro, new goals/s"] = new.by_wall
        figures["intro, new goals/s by cpu"] = new.by_cpu
        figures["growth MiB"] = growth_mib(bench, args.calls, args.opened)
        figures["rss MiB"] = server.rss_bytes() / 1024**2
        figures["hostile over limit s"] = hostile_over_limit_s(bench)


def main() -> None:
    """Prints the figures."""
    args = options()
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "Bench"
        root.mkdir()
        (root / "lakefile.toml").write_text('name = "Bench"\n\n[[lean_lib]]\nname = "Bench"\n')
        toolchain = Path(__file__).parents[2] / "lean" / "samples" / "Kata" / "lean-toolchain"
        shutil.copy(toolchain, root)
        (root / "Bench.lean").write_text(FILE + theorems(args.repeats))
        workspace = open_workspace(root, load_settings(), build=False)
        end_early(args.seconds)
        try:
            measure(figures, workspace, args)
            (root / "Bench.lean").write_text(FILE)
            step = lsp_step_ms(workspace)
            if step is not None:
                figures["lsp step ms"] = step
        except EndedEarly:
            print("ended early")
    print(f"{platform.processor() or platform.machine()}, Lean {workspace.lean_version}")
    for name, value in figures.items():
        print(f"{name:<32} {value:>10.2f}")
    wanted = {
        "open_ms": "open ms",
        "intro_per_s": "intro/s batched",
        "simp_per_s": "simp/s batched",
        "growth_mib": "growth MiB",
        "hostile_over_limit_s": "hostile over limit s",
        "lsp_step_ms": "lsp step ms",
    }
    said = {
        key: round(figures[name], 3) if name in figures else None for key, name in wanted.items()
    }
    print(json.dumps(said))


if __name__ == "__main__":
    main()
