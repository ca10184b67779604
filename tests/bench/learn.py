"""Whether training teaches, on the sample Kata: six parts, each by commands of ``sensei``.

    python tests/bench/learn.py --work DIR --jobs 8 [--cores 2] [--minutes 20] [--only PART ...]
    python tests/bench/learn.py --work DIR --join

- ``overfit``: a model is trained on 20 theorems, and must prove these 20.
- ``rounds``: a model that saw the proofs of a tenth of Kata tries other theorems, whose proofs are
  hidden, and learns from what Lean verified, for three rounds; as many times as there are seeds.
- ``grpo``: a little supervised fine-tuning, then GRPO on the same theorems with the default reward:
  how many of the same attempts on them are verified before and after, each of one sampled tactic a
  goal.
- ``critic``: HTPS on the test theorems with and without a critic that was trained on searches of
  theorems that the generator had not seen, at the same budget.
- ``retrieval``: R@10 of a trained retriever and of BM25 on the test part.
- ``progress``: the error of a progress model on the test part, and that of the best constant.

Each part, and each seed of ``rounds``, works on a copy of the traced project of its own, so that
``--jobs`` of them run side by side, ``--cores`` for each; parts can also be run by several calls
with the same --work. What is done is kept in DIR/PART.json and not done again. ``--join`` runs
nothing, and joins what is there.

Ends by itself, by --minutes, or by SIGTERM; in each case it prints a table, and as its last line
one line of JSON, in which what was not measured is null.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parent))

from learning import PARTS, Ended, Part  # noqa: E402  (beside this file)

FIGURES = (
    "overfit_verified", "rounds", "rounds_spread", "grpo_before", "grpo_after", "htps_with_critic",
    "htps_without", "retrieval_r10", "bm25_r10", "progress_mae", "constant_mae",
)  # fmt: skip


class Bench:
    """The commands that run at this moment, and what was found.

    Args:
        work: the folder of copies and findings.
        args: the options.
    """

    def __init__(self, work: Path, args: argparse.Namespace) -> None:
        self.work, self.args = work, args
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self._ended = False

    def end(self) -> None:
        """Ends the commands that run, and lets no other begin."""
        with self._lock:
            self._ended = True
            for process in self._running:
                process.terminate()

    def sensei(self, project: Path, *words: str) -> dict[str, Any]:
        """Runs one command in the project; its JSON.

        Raises:
            Ended: the benchmark ends.
        """
        print(f"$ sensei {' '.join(words)}", file=sys.stderr, flush=True)
        cores = str(self.args.cores)
        places = (str(ROOT / "sidecar"), os.environ.get("PYTHONPATH"))
        env = os.environ | {
            "PYTHONPATH": os.pathsep.join(filter(None, places)),
            "SENSEI_JOBS": cores,
            "OMP_NUM_THREADS": cores,
        }
        if self.args.device == "cpu":
            env["CUDA_VISIBLE_DEVICES"] = ""
        with self._lock:
            if self._ended:
                raise Ended
            process = subprocess.Popen(
                [sys.executable, "-m", "sensei", *words, "--json"],
                cwd=project, env=env, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            self._running.add(process)
        try:
            said = process.communicate()[0]
        finally:
            with self._lock:
                self._running.discard(process)
        if self._ended:
            raise Ended
        if process.returncode not in (0, 1) or not said.strip():
            raise RuntimeError(f"sensei {' '.join(words)}: exit code {process.returncode}")
        answer: dict[str, Any] = json.loads(said.splitlines()[-1])
        return answer

    def prepare(self) -> None:
        """Kata, copied, traced and in its database; by one process, whoever comes first."""
        project = self.work / "Kata"
        with (self.work / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if (project / "traced").is_file():
                return
            shutil.rmtree(project, ignore_errors=True)
            source = ROOT / "lean" / "samples" / "Kata"
            shutil.copytree(source, project, ignore=shutil.ignore_patterns(".lake"))
            lakefile = project / "lakefile.toml"
            lakefile.write_text(lakefile.read_text().replace('"../../.."', f'"{ROOT}"'))
            self.sensei(project, "trace")
            self.sensei(project, "ingest")
            (project / "traced").touch()

    def run(self, unit: str) -> None:
        """One part, or one seed of it, as far as it is not done."""
        kept = self.work / f"{unit}.json"
        found: dict[str, Any] = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
        if found.get("done"):
            return
        folder = self.work / unit
        if not (folder / "traced").is_file():
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(self.work / "Kata", folder)
        name, _, seed = unit.partition("-")
        spent, started = found.get("minutes", 0.0), time.monotonic()

        def note(**figures: Any) -> None:
            found.update(figures, minutes=round(spent + (time.monotonic() - started) / 60, 2))
            draft = kept.with_suffix(".draft")
            draft.write_text(json.dumps(found) + "\n", "utf-8")
            draft.replace(kept)

        part = Part(folder, self.args, int(seed or 0), self.sensei, note)
        PARTS[name](part)
        note(done=True)

    def joined(self) -> dict[str, Any]:
        """What all units found, in the names of the benchmark's last line."""
        kept = {
            path.stem: json.loads(path.read_text("utf-8"))
            for path in sorted(self.work.glob("*.json"))
            if path.stem.partition("-")[0] in PARTS
        }
        found: dict[str, Any] = {}
        for unit, figures in kept.items():
            if not unit.startswith("rounds-"):
                found |= figures
        seeds = [v["verified"] for unit, v in kept.items() if unit.startswith("rounds-")]
        by_round = [list(column) for column in zip(*seeds, strict=False)]  # that all came to
        if by_round:
            found["rounds"] = [round(statistics.fmean(column), 2) for column in by_round]
            found["rounds_spread"] = [max(column) - min(column) for column in by_round]
        minutes = {unit: figures["minutes"] for unit, figures in kept.items()}
        unfinished = [unit for unit, figures in kept.items() if not figures.get("done")]
        print(f"minutes: {minutes}" + (f"; not at their end: {unfinished}" if unfinished else ""))
        figures = {figure: found.get(figure) for figure in FIGURES}
        return {**figures, "minutes": round(max(minutes.values(), default=0.0), 1)}


def units(args: argparse.Namespace) -> list[str]:
    """What there is to do, the longest first."""
    wanted = [part for part in PARTS if part in args.only]
    seeds = [f"rounds-{seed}" for seed in range(args.seeds)]
    return [unit for part in wanted for unit in (seeds if part == "rounds" else [part])]


def parsed() -> argparse.Namespace:
    """The options; ``--small`` is a trial of the script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART")
    parser.add_argument("--join", action="store_true", help="join what --work has, run nothing")
    parser.add_argument("--work", type=Path, help="kept, and gone on from")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="units side by side (1)")
    parser.add_argument("--cores", type=int, default=2, metavar="N", help="of each unit (2)")
    parser.add_argument("--device", choices=("cpu", "auto"), default="cpu", help="(cpu)")
    parser.add_argument("--minutes", type=float, metavar="M", help="end after so long")
    parser.add_argument("--seeds", type=int, default=3, help="of the rounds (3)")
    parser.add_argument("--theorems", type=int, default=40, help="tried in a search (40)")
    parser.add_argument("--small", action="store_true", help="a trial that says nothing")
    args = parser.parse_args()
    if args.small:
        args.seeds, args.theorems = 1, 3
    if args.join and args.work is None:
        parser.error("--join needs the --work of the runs")
    return args


def main() -> int:
    args = parsed()
    temporary = None if args.work else tempfile.mkdtemp(prefix="sensei-learn.")
    failed = 0
    try:
        work = Path(args.work or temporary).resolve()
        work.mkdir(parents=True, exist_ok=True)
        bench = Bench(work, args)
        if not args.join:
            failed = ran(bench, args)
        print(json.dumps(bench.joined()))
    finally:
        if temporary:
            shutil.rmtree(temporary)
    return 1 if failed else 0


def ran(bench: Bench, args: argparse.Namespace) -> int:
    """Runs all units until they are done, or the benchmark is ended; how many failed."""

    def end(*_: Any) -> None:
        # Not from the handler itself: what it interrupted may hold the lock.
        threading.Thread(target=bench.end).start()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    timer = threading.Timer(60 * args.minutes, bench.end) if args.minutes else None
    if timer is not None:
        timer.daemon = True
        timer.start()
    failed: list[str] = []

    def one(unit: str) -> None:
        tried(unit, lambda: bench.run(unit), failed)

    tried("trace", bench.prepare, failed)
    if not failed:
        with ThreadPoolExecutor(args.jobs) as pool:
            wait([pool.submit(one, unit) for unit in units(args)])
    if timer is not None:
        timer.cancel()
    return len(failed)


def tried(unit: str, do: Callable[[], None], failed: list[str]) -> None:
    """Does it; what fails is said, and the others go on."""
    try:
        do()
    except Ended:
        print(f"{unit}: ended early", file=sys.stderr, flush=True)
        failed.append(unit)
    except (RuntimeError, OSError, KeyError, json.JSONDecodeError) as error:
        print(f"{unit}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        failed.append(unit)


if __name__ == "__main__":
    sys.exit(main())
