"""How fast the step server answers: starting, opening theorems, and steps by kind, one at a time
through the protocol and in batches.

    python tests/bench/gym.py

Prints the figures, and as its last line one line of JSON.
"""

from __future__ import annotations

import json
import platform
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sensei.core.types import TheoremRef
from sensei.envs.pool import gym_launch
from sensei.envs.process import GymLimits, GymProcess
from sensei.settings import load_settings
from sensei.toolchain.workspace import open_workspace

FILE = """
def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 2

theorem intros : ∀ a b c d : Nat, a = b → c = d → a + c = b + d := by
  intro a b c d h k
  rw [h, k]

theorem simps (n : Nat) (xs : List Nat) : (xs ++ []).length + 0 = xs.length ∧ double 0 = 0 := by
  simp [double]

theorem omegas (a b c : Nat) (h : a < b) (k : b < c) : a + 1 < c := by
  omega
"""
# What is tried on which theorem.
STEPS = {
    "intro": ("intros", "intro a"),
    "simp": ("simps", "simp [double]"),
    "omega": ("omegas", "omega"),
    "failed exact": ("simps", "exact rfl"),
    "parse error": ("simps", "simp ("),
}
REPEATS = 300
BATCH = 50


def rate(act: Callable[[], object], count: int, each: int = 1) -> float:
    """Times a second."""
    act()
    started = time.perf_counter()
    for _ in range(count):
        act()
    return count * each / (time.perf_counter() - started)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "Bench"
        root.mkdir()
        (root / "lakefile.toml").write_text('name = "Bench"\n\n[[lean_lib]]\nname = "Bench"\n')
        toolchain = Path(__file__).parents[2] / "lean" / "samples" / "Kata" / "lean-toolchain"
        shutil.copy(toolchain, root)
        (root / "Bench.lean").write_text(FILE)
        workspace = open_workspace(root, load_settings(), build=False)
        command = gym_launch(workspace)(TheoremRef("intros", "Bench", "Bench.lean"))
        started = time.perf_counter()
        server = GymProcess.start(command, GymLimits(tactic_s=10.0, start_s=120.0))
        figures = {"start s": time.perf_counter() - started}
        started = time.perf_counter()
        server.request("gym.theorems", {})
        figures["elaborate the file s"] = time.perf_counter() - started
        figures["open ms"] = 1000 / rate(
            lambda: server.request("goal.start", {"copyFrom": "simps"}), REPEATS
        )
        for name, (theorem, tactic) in STEPS.items():
            state = server.request("goal.start", {"copyFrom": theorem})["stateId"]
            one = {"stateId": state, "tactic": tactic}
            many = {"stateId": state, "tactics": [tactic] * BATCH}
            figures[f"{name}/s"] = rate(lambda one=one: server.request("goal.tactic", one), REPEATS)
            figures[f"{name}/s batched"] = rate(
                lambda many=many: server.request("gym.batch", many), REPEATS // BATCH, BATCH
            )
        figures["rss MiB"] = server.rss_bytes() / 1024**2
        server.close()
    print(f"{platform.processor() or platform.machine()}, Lean {workspace.lean_version}")
    for name, value in figures.items():
        print(f"{name:<24} {value:>10.2f}")
    print(json.dumps({name: round(value, 3) for name, value in figures.items()}))


if __name__ == "__main__":
    main()
