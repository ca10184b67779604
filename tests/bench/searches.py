"""Searches with one model, at equal tactic calls: how many theorems each has verified.

    python tests/bench/searches.py PROJECT [--generator demo] [--split demo] [--tactic-calls 128]

PROJECT is traced, split, and has the generator's checkpoint, as ./scripts/demo leaves the sample
Kata. Best-first search and HTPS are beside depth-first searches: one with as many tactics a step,
and one that samples a single tactic a step, which is over where that fails. Each is a run of
``sensei prove`` without a time limit, so that no clock decides. Prints a table, and as its last
line one line of JSON, also when it is ended early by SIGTERM.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from early import EndedEarly, end_early

# The search, and tactics sampled a step.
SEARCHES = {
    "best_first": ("best_first", 8),
    "htps": ("htps", 8),
    "depth_first": ("depth_first", 8),
    "depth_first_1": ("depth_first", 1),
}
SHOWN = ("verified", "claimed", "model_calls", "tactic_calls")


def prove(args: argparse.Namespace, search: str, candidates: int) -> dict[str, Any]:
    """The figures of one search."""
    calls = str(args.tactic_calls)
    words = [
        *(sys.executable, "-m", "sensei", "prove", "--project", str(args.project), "--json"),
        *("--split", args.split, "--part", args.part, "--generator", args.generator),
        *("--search", search, "--candidates", str(candidates), "--seed", str(args.seed)),
        *("--tactic-calls", calls, "--model-calls", calls, "--seconds", "3600"),
        *(("--limit", str(args.limit)) if args.limit else ()),
    ]
    told = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    if told.returncode not in (0, 1):  # 1: not every theorem was proved
        raise SystemExit(f"{' '.join(words)} ended with {told.returncode}")
    figures: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])["figures"]
    return figures


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("project", type=Path)
    parser.add_argument("--generator", default="demo")
    parser.add_argument("--split", default="demo")
    parser.add_argument("--part", default="test")
    parser.add_argument("--tactic-calls", type=int, default=128, help="of each theorem")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=int, help="only so many theorems")
    args = parser.parse_args()
    end_early(None)
    found: dict[str, Any] = dict.fromkeys(SEARCHES)
    try:
        for name, (search, candidates) in SEARCHES.items():
            figures = found[name] = prove(args, search, candidates)
            shown = ", ".join(f"{each} {figures[each]}" for each in SHOWN if each in figures)
            print(f"{name:<14} of {figures['theorems']} theorems: {shown}", flush=True)
    except EndedEarly:
        print("ended early", flush=True)
    print(json.dumps({name: figures and figures["verified"] for name, figures in found.items()}))


if __name__ == "__main__":
    main()
