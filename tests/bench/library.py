"""Where the build of the embedded library spends its time: `python tests/bench/library.py`.

Compiles every module of lean/embedded, one after the other, as the build does, and prints the
processor time of the costliest, of all, how long the build takes on `--jobs` cores with nothing
else running (by these times), and the longest chain of imports. The last line is JSON. Other work
on the machine lengthens processor time too: compare figures of one quiet machine only.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from sensei.toolchain import embedded, forge, wheel
from sensei.toolchain.modules import in_import_order, module_path

ROOT = Path(__file__).parents[2]


def processor_times(library: embedded.Library, order: Sequence[str]) -> dict[str, float]:
    """Seconds of processor time of each module's child."""
    times = {}
    with tempfile.TemporaryDirectory(prefix="sensei-bench-") as folder:
        os.environ["LEAN_PATH"] = folder
        # In this process, which has no threads: the children's times are then at hand.
        lean = forge._Lean(str(wheel.find_wheel().library))
        for module in order:
            olean = module_path(Path(folder), module, ".olean")
            olean.parent.mkdir(parents=True, exist_ok=True)
            child = os.fork()
            if child == 0:
                done = False
                try:
                    source = module_path(library.root, module, ".lean")
                    done = lean.compile(module, str(source), str(olean))
                finally:
                    os._exit(0 if done else 1)
            _, status, used = os.wait4(child, 0)
            if status != 0:
                raise SystemExit(f"{module} does not compile; run: sensei lean --version")
            times[module] = used.ru_utime + used.ru_stime
    return times


def scheduled_s(
    imports: Mapping[str, Sequence[str]], times: Mapping[str, float], jobs: int
) -> float:
    """When the last module is done, the one with the costliest chain behind it always first."""
    order = in_import_order(list(imports), lambda module: imports[module])
    users: dict[str, list[str]] = {module: [] for module in order}
    waiting = {module: len(set(imports[module])) for module in order}
    for module in order:
        for name in set(imports[module]):
            users[name].append(module)
    height: dict[str, float] = {}
    for module in reversed(order):
        height[module] = times[module] + max((height[user] for user in users[module]), default=0)
    ready = [(-height[module], module) for module in order if waiting[module] == 0]
    heapq.heapify(ready)
    running: list[tuple[float, str]] = []
    now = 0.0
    while ready or running:
        while ready and len(running) < jobs:
            module = heapq.heappop(ready)[1]
            heapq.heappush(running, (now + times[module], module))
        now, module = heapq.heappop(running)
        for user in users[module]:
            waiting[user] -= 1
            if waiting[user] == 0:
                heapq.heappush(ready, (-height[user], user))
    return now


def longest_chain(
    imports: Mapping[str, Sequence[str]], times: Mapping[str, float]
) -> list[tuple[str, float]]:
    """The modules that follow one another for the longest time, first to last."""
    before: dict[str, tuple[float, str | None]] = {}
    for module in in_import_order(list(imports), lambda module: imports[module]):
        last = max(imports[module], key=lambda name: before[name][0], default=None)
        before[module] = (times[module] + (before[last][0] if last else 0), last)
    module: str | None = max(before, key=lambda name: before[name][0])
    chain = []
    while module is not None:
        chain.append((module, times[module]))
        module = before[module][1]
    return chain[::-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--top", type=int, default=20, help="how many modules to print")
    arguments = parser.parse_args()
    library = embedded.read_library(ROOT / "lean" / "embedded")
    order = in_import_order(list(library.imports), lambda module: library.imports[module])
    times = processor_times(library, order)
    for module in sorted(times, key=lambda name: -times[name])[: arguments.top]:
        print(f"{times[module]:7.2f} s  {module}")
    chain = longest_chain(library.imports, times)
    print("longest chain:", ", ".join(f"{module} {seconds:.2f}" for module, seconds in chain))
    figures = {
        "modules": len(times),
        "processor_s": round(sum(times.values()), 1),
        "chain_s": round(sum(seconds for _, seconds in chain), 1),
        f"scheduled_{arguments.jobs}_s": round(
            scheduled_s(library.imports, times, arguments.jobs), 1
        ),
        "least_module_s": round(min(times.values()), 3),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
