"""Searches with one model, at equal tactic calls: how many theorems each has verified.

    python tests/bench/searches.py PROJECT [--generator demo] [--split demo] [--tactic-calls 128]

PROJECT is traced, split, and has the generator's checkpoint, as ./scripts/demo leaves the sample
Kata. Best-first search and HTPS are beside depth-first searches: one with as many tactics a step,
and one that samples a single tactic a step, which is over where that fails. Each is a run of
``sensei prove`` without a time limit, so that no clock decides, on a few theorems at a time, the
same of every search in turn. What is done is kept in PROJECT (``--kept FILE``), and the same
command goes on from there. Prints a table, and as its last line one line of JSON, also when it is
ended early by SIGTERM or after ``--seconds``: of the theorems that every search has tried.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from early import EndedEarly, end_early

from sensei.store import default_database, open_store

# The search, and tactics sampled a step.
SEARCHES = {
    "best_first": ("best_first", 8),
    "htps": ("htps", 8),
    "depth_first": ("depth_first", 8),
    "depth_first_1": ("depth_first", 1),
}
SHOWN = ("verified", "claims", "model_calls", "tactic_calls")


Figures = dict[str, int]


def prove(args: argparse.Namespace, search: str, candidates: int, names: list[str]) -> Figures:
    """The figures of one search of some theorems."""
    calls = str(args.tactic_calls)
    words = [
        *(sys.executable, "-m", "sensei", "prove", *names, "--project", str(args.project)),
        *("--generator", args.generator, "--search", search, "--candidates", str(candidates)),
        *("--seed", str(args.seed), "--tactic-calls", calls, "--model-calls", calls),
        *("--seconds", "3600", "--tactic-seconds", "30", "--json"),
    ]
    told = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    if told.returncode not in (0, 1):  # 1: not every theorem was proved
        raise SystemExit(f"{' '.join(words)} ended with {told.returncode}")
    figures = json.loads(told.stdout.splitlines()[-1])["figures"]
    return {each: figures[each] for each in SHOWN}


def theorems(args: argparse.Namespace) -> list[str]:
    """Names of the split's part, in its order."""
    with open_store(default_database(args.project)) as store:
        names = [member.theorem for member in store.split(args.split).part(args.part)]
    return names[: args.limit]


def added(figures: list[Figures]) -> Figures:
    """Figures of different theorems together."""
    return {each: sum(one[each] for one in figures) for each in SHOWN}


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
    parser.add_argument("--at-once", type=int, default=12, help="theorems of one run (12)")
    parser.add_argument("--kept", type=Path, help="where results are (in PROJECT/.lake/sensei)")
    parser.add_argument("--seconds", type=int, help="end after so many (never)")
    args = parser.parse_args()
    path: Path = args.kept or args.project / ".lake" / "sensei" / "searches.json"
    kept: dict[str, Figures] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    about = [args.generator, args.tactic_calls, args.seed]
    names = theorems(args)
    shares = [names[at : at + args.at_once] for at in range(0, len(names), args.at_once)]
    end_early(args.seconds)
    done: dict[str, list[Figures]] = {name: [] for name in SEARCHES}
    try:
        for share in shares:
            for name, (search, candidates) in SEARCHES.items():
                key = json.dumps([*about, search, candidates, share])
                if key not in kept:
                    kept[key] = prove(args, search, candidates, share)
                    path.write_text(json.dumps(kept), "utf-8")
                done[name].append(kept[key])
            print(f"{sum(map(len, shares[: len(done[name])]))} of {len(names)}", flush=True)
    except EndedEarly:
        print("ended early", flush=True)
    # Only shares that each search has tried are compared.
    whole = min(map(len, done.values()))
    tried = sum(map(len, shares[:whole]))
    totals = {name: added(figures[:whole]) for name, figures in done.items()}
    for name, total in totals.items():
        shown = ", ".join(f"{each} {figure}" for each, figure in total.items())
        print(f"{name:<14} of {tried} theorems: {shown}")
    verified = {name: total["verified"] for name, total in totals.items()}
    print(json.dumps({"theorems": tried, **verified}))


if __name__ == "__main__":
    main()
