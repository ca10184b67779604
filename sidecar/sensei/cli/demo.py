"""``sensei demo``: the whole loop on the sample project, by the commands a user would type.

Each step is a command line of its own, shown before it runs; its figures come from its ``--json``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sensei.cli.numbers import count, seconds
from sensei.core.errors import SenseiError, UsageError

EXAMPLE = "sensei demo --json"
# Seconds of search for one theorem, the same for every generator.
SEARCH_S = 8.0
# Shares of train, val and test. The test part is kept small for the time the demo may take.
RATIOS = "0.86,0.06,0.08"
# A file of Rough that is still running after this long is given up on.
ROUGH_TIMEOUT_S = 30
# What a file of Rough may take, MiB; all but one need less than half of it.
ROUGH_MEMORY_MIB = 600


class DemoError(SenseiError):
    """A step of the demo did not run through."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("--samples", metavar="DIR", help="folder with Kata and Rough")
    parser.add_argument("--seed", type=int, default=0, help="of the split, training and search")
    parser.add_argument(
        "--seconds", type=seconds, default=SEARCH_S, metavar="S", help="of search, a theorem"
    )
    parser.add_argument(
        "--train-seconds", type=seconds, default=230.0, metavar="S", help="most seconds of training"
    )
    parser.add_argument("--limit", type=count, metavar="N", help="only N of the test theorems")


def run(args: argparse.Namespace) -> int:
    """Runs it; 0 when every step ran, whatever the figures."""
    samples = Path(args.samples) if args.samples else _samples()
    for name in ("Kata", "Rough"):
        if not (samples / name).is_dir():
            raise UsageError(f"{samples} has no folder {name}", "give --samples lean/samples")
    started = time.monotonic()
    kata, rough = str(samples / "Kata"), str(samples / "Rough")
    seed = str(args.seed)
    traced = _step("trace the sample project", "trace", "--project", kata)
    failed = _step(
        "trace files that are hard to trace",
        *("trace", "--project", rough, "--timeout", str(ROUGH_TIMEOUT_S), "--build-timeout", "10"),
        *("--memory", str(ROUGH_MEMORY_MIB)),
    )
    counts = _step("fill the database", "ingest", "--project", kata)
    split = _step(
        "split by declaration",
        *("data", "split", "--project", kata, "--seed", seed, "--ratios", RATIOS),
        *("--name", "demo", "--replace"),
    )
    trained = _step(
        "train a tactic generator",
        *("train", "sft", "--project", kata, "--split", "demo", "--seed", seed, "--name", "demo"),
        "--replace",
        *("--max-seconds", str(args.train_seconds)),
    )
    figures: dict[str, Mapping[str, Any]] = {}
    checkpoint = str(Path(kata) / ".lake" / "sensei" / "checkpoints" / "demo")
    generators = {"trained": checkpoint, "untrained": "untrained", "fixed": "fixed"}
    for label, generator in generators.items():
        figures[label] = _step(
            f"prove the test theorems: {label}",
            *("prove", "--project", kata, "--split", "demo", "--part", "test"),
            *("--generator", generator, "--seconds", str(args.seconds), "--seed", seed),
            *(("--limit", str(args.limit)) if args.limit else ()),
        )["figures"]
    report = {
        "modules": traced["modules"],
        "declarations": counts["declarations"],
        "steps": counts["steps"],
        "premises": counts["premises"],
        "failures": dict(sorted(Counter(f["reason"] for f in failed["failures"]).items())),
        **{part: split["parts"][part]["theorems"] for part in ("train", "val", "test")},
        "loss_first": trained["loss_first"],
        "loss_last": trained["loss_last"],
        **{label: _chosen(found) for label, found in figures.items()},
        "total_seconds": round(time.monotonic() - started, 1),
    }
    _print_table(report, figures)
    if args.json:
        print(json.dumps(report))
    return 0


def _samples() -> Path:
    from sensei.toolchain.known import locate_lean_sources

    return locate_lean_sources().parent / "samples"


def _step(title: str, *words: str) -> dict[str, Any]:
    """Runs one command of ours and returns the JSON it prints."""
    print(f"\n== {title}\n$ sensei {' '.join(words)}", file=sys.stderr, flush=True)
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "sensei", *words, "--json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=False,
    )
    # 1 says that some file failed or some theorem was not proved: that is a result.
    if done.returncode not in (0, 1):
        raise DemoError(
            f"'{title}' ended with exit code {done.returncode}", f"sensei {' '.join(words)}"
        )
    print(f"   {time.monotonic() - started:.1f} s", file=sys.stderr, flush=True)
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def _chosen(figures: Mapping[str, Any]) -> dict[str, Any]:
    kept = ("theorems", "claims", "verified", "seconds", "model_calls", "tactic_calls")
    return {name: figures[name] for name in kept}


def _print_table(report: Mapping[str, Any], figures: Mapping[str, Mapping[str, Any]]) -> None:
    failures = ", ".join(f"{k} {v}" for k, v in report["failures"].items()) or "none"
    print()
    print(f"Kata   {report['modules']} modules, {report['declarations']} declarations,")
    print(f"       {report['steps']} steps, {report['premises']} premise uses")
    print(f"Rough  failures by kind: {failures}")
    print(f"split  train {report['train']}, val {report['val']}, test {report['test']} theorems")
    print(f"loss   {report['loss_first']:.3f} at first, {report['loss_last']:.3f} at last")
    print()
    rows: list[Sequence[str]] = [
        ("generator", "theorems", "claims", "verified", "seconds", "model", "tactics")
    ]
    rows += [_row(label, figures[label]) for label in ("trained", "untrained", "fixed")]
    _print_rows(rows)
    print("\nper verified theorem")
    per: list[Sequence[str]] = [("generator", "seconds", "model calls", "tactic calls")]
    for label in ("trained", "untrained", "fixed"):
        spent = figures[label]["per_verified"]
        per.append(
            (label, *(_number(spent[k]) for k in ("seconds", "model_calls", "tactic_calls")))
        )
    _print_rows(per)
    _print_outcome(figures)
    print(f"in all {report['total_seconds']:.0f} s")


def _print_outcome(figures: Mapping[str, Mapping[str, Any]]) -> None:
    trained, fixed = figures["trained"]["verified"], figures["fixed"]["verified"]
    theorems = figures["trained"]["theorems"]
    share = 100 * trained / theorems if theorems else 0.0
    print(f"\nthe trained model proved {trained} of {theorems} unseen theorems ({share:.0f} %),")
    if trained > fixed:
        print(f"{trained - fixed} more than the fixed list of ten tactics on the same budget")
    else:
        print(f"{fixed - trained} fewer than the fixed list of ten tactics on the same budget")


def _row(label: str, figures: Mapping[str, Any]) -> Sequence[str]:
    kept = ("theorems", "claims", "verified", "seconds", "model_calls", "tactic_calls")
    return (label, *(_number(figures[name]) for name in kept))


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.1f}"


def _print_rows(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        first, *rest = (
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join((first, *rest)).rstrip())
