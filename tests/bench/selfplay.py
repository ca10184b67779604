"""Self-play against expert iteration on the sample Kata, at an equal number of proofs.

    python tests/bench/selfplay.py [--preset gpu] [--minutes M] [--work DIR] [...]

A first model is taught the proofs of a third of Kata's training theorems and the goals in them; of
the other two thirds some are to be proved, their proofs hidden. From the same first model,
self-play makes conjectures and gives them part of each round's proofs; expert iteration gives all
of them to the theorems. Both sample the same number of proofs in a round. pass@1 on held-out
theorems is measured before each round and after the last; nothing says the same as one of these
and is learned.

Every step is a command of ``sensei``; with --work DIR kept, all of it goes on where it was ended.
Prints tables, and as its last line one line of JSON, also when it is ended by SIGTERM or --minutes;
``ended_early`` then says so, and ``seeds_measured`` how many seeds are behind each figure;
``minutes`` are those of all calls with this folder.
``verifications`` are proofs that were sampled for a round and checked, each arm the same number;
judging conjectures comes on top for self-play.

``--preset gpu`` is for one GPU with 16 cores and 128 GB, and ends itself after 18 minutes:

- 3 seeds, both arms at a time: 6 runs, of 5 Lean processes each, so that the cores are busy while
  some of the runs write or train.
- A round is 3,840 proofs of each arm: 16 a theorem without conjectures. As far as two busy cores
  tell, a wrong one takes Lean 10 to 30 ms behind the project; a statement with a right proof 3 to
  5 s for its place and two verdicts; a conjecture 0.6 s to be judged, a goal of a proof 0.3 s; a
  file that the verifier keeps 5 s once.
- If 40 theorems and 60 conjectures are proved a round, 25 of 101 held-out theorems, 250 conjectures
  and 475 goals judged, that is 1,200 s of a core for each run of expert iteration and 2,200 s for
  each of self-play: 10,500 s in all, 11 minutes of 16 cores; training and tracing another 5. None
  of it has been measured on such a machine.
- The first models take 1,900 steps of 32 lessons, or 150 s.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ARMS = ("selfplay", "expert_iteration")
CONFIG = """
name = "{arm}-{seed}"
rounds = {rounds}
seed = {seed}
writer_tokens = {tokens}
write_batch = {batch}

[data]
split = "selfplay-{seed}"
limit = {limit}
goals = {goals}

[measure]
theorems = {measured}
samples = {samples}
k = [1, {samples}]

[conjectures]
enabled = {enabled}
taught_seeds = true
multiplier = {multiplier}
oversample = {oversample}
temperature = {daring}
neighbours = 3

[judge]
known = 150

[proofs]
budget = {budget}
seconds = 3
verified = {verified}
temperature = {temperature}
screen_behind = true
kept_files = {files}

[replay]
taught_share = 0.5

[final]
enabled = false

[train]
epochs = {epochs}
round_epochs = {round_epochs}
lr = {lr}
round_lr = {round_lr}
batch_size = {rows}
max_seq_len = 768
rename_share = 0.5
device = "{device}"
{given}

[train.model]
hidden_size = {hidden}
layers = "{layers}"
heads = {heads}
intermediate_size = {inner}
"""


#: What a GPU and 16 cores do in the time that the head of this file says.
GPU: dict[str, Any] = {
    "jobs": 6, "lean": 5, "files": 20, "threads": 2, "rounds": 3, "budget": 3840, "limit": 240,
    "measured": 101, "epochs": 32, "train_seconds": 150,
    "round_epochs": 3, "hidden": 384, "heads": 6, "layers": "cacacaca", "rows": 32, "lr": 1e-3,
    "round_lr": 3e-4, "batch": 512, "oversample": 3.0, "minutes": 18.0,
}  # fmt: skip
SMALL: dict[str, Any] = {
    "seeds": 1, "rounds": 1, "budget": 24, "limit": 8, "measured": 2, "samples": 2, "epochs": 1,
    "round_epochs": 1, "hidden": 64, "layers": "ca", "tokens": 48, "batch": 16, "threads": 1,
    "goals": False,
}  # fmt: skip


class Ended(Exception):
    """SIGTERM came, or the time is over."""


class Commands:
    """The commands that run now; once ended, no other starts."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._ended = False

    def run(self, words: Sequence[str], folder: Path, env: dict[str, str]) -> str:
        """What a command prints."""
        with self._lock:
            if self._ended:
                raise Ended
            process = subprocess.Popen(
                words, cwd=folder, env=env, stdout=subprocess.PIPE, text=True
            )
            self._running.add(process)
        try:
            told, _ = process.communicate()
        finally:
            with self._lock:
                self._running.discard(process)
        if process.returncode:
            if self._ended:
                raise Ended
            raise subprocess.CalledProcessError(process.returncode, words)
        return told

    def end(self) -> None:
        """Ends them all, as SIGTERM does; each ends its own processes."""
        with self._lock:
            self._ended = True
            for process in self._running:
                process.terminate()


COMMANDS = Commands()


def sensei(project: Path, *words: str, lean: int = 0) -> dict[str, Any]:
    """Runs one command in the project; its JSON."""
    places = (str(ROOT / "sidecar"), os.environ.get("PYTHONPATH"))
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, places))}
    if lean:
        env["SENSEI_JOBS"] = str(lean)
    print(f"$ sensei {' '.join(words)}", file=sys.stderr, flush=True)
    told = COMMANDS.run([sys.executable, "-m", "sensei", *words, "--json"], project, env)
    answer: dict[str, Any] = json.loads(told.splitlines()[-1])
    return answer


def prepared(work: Path) -> Path:
    """Kata, copied, traced and in its database."""
    project = work / "Kata"
    if not (project / "traced").is_file():
        shutil.rmtree(project, ignore_errors=True)
        shutil.copytree(
            ROOT / "lean" / "samples" / "Kata", project, ignore=shutil.ignore_patterns(".lake")
        )
        lakefile = project / "lakefile.toml"
        lakefile.write_text(lakefile.read_text().replace('"../../.."', f'"{ROOT}"'))
        sensei(project, "trace")
        sensei(project, "ingest")
        (project / "traced").touch()
    return project


#: What is measured before the first round.
BEFORE = tuple(f"round-001/measured{end}" for end in (".jsonl", "-written.jsonl", ".json"))


def played(
    project: Path,
    arm: str,
    seed: int,
    options: argparse.Namespace,
    first: threading.Event,
) -> dict[str, Any]:
    """One arm of one seed.

    Args:
        first: set once self-play of this seed has ended.
    """
    given = {"threads": options.threads, "max_seconds": options.train_seconds}
    config = CONFIG.format(
        **vars(options) | {"goals": str(options.goals).lower()},
        given="\n".join(f"{name} = {value}" for name, value in given.items() if value),
        arm=arm,
        seed=seed,
        enabled=str(arm == "selfplay").lower(),
        inner=3 * options.hidden,
    )
    file = project / f"{arm}-{seed}.toml"
    file.write_text(config)
    folder = project / ".lake" / "sensei" / "selfplay"
    own, other = folder / f"{arm}-{seed}", folder / f"selfplay-{seed}"
    if arm != "selfplay" and not (own / "run.json").is_file():
        # The same lessons, seed and settings: the other arm's first model is this one's, and so is
        # what is measured of it.
        while not first.wait(1) and not (other / "round-001" / "measured.json").is_file():
            pass
        for part in ("goals", "models/first", "types.json", *BEFORE):
            if (other / part).is_dir():
                shutil.copytree(other / part, own / part, dirs_exist_ok=True)
            elif (other / part).is_file():
                (own / part).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(other / part, own / part)
    try:
        return sensei(project, "selfplay", file.name, lean=options.lean)
    finally:
        first.set()


def kept(project: Path, arm: str, seed: int) -> dict[str, Any]:
    """What there is of an arm that was ended; the model that was measured last is its last one."""
    sys.path.insert(0, str(ROOT / "sidecar"))
    from sensei.store import default_database, open_store

    found: dict[str, Any] = {"rounds": [], "measured": None}
    if default_database(project).is_file():
        with open_store(default_database(project)) as store:
            for run in store.runs():
                if run.kind == "selfplay" and run.config["name"] == f"{arm}-{seed}":
                    found |= run.metrics
    rounds = len(found["rounds"])
    folder = project / ".lake" / "sensei" / "selfplay" / f"{arm}-{seed}"
    for label in (f"round-{rounds + 1:03}", f"final-{rounds:03}"):
        file = folder / label / "measured.json"
        if found["measured"] is None and file.is_file():
            found["measured"] = json.loads(file.read_text())
    return found


@contextmanager
def ended_by(signals: Sequence[int]) -> Iterator[None]:
    """These signals are raised as ``Ended`` within."""

    def end(number: int, frame: object) -> None:
        raise Ended

    before = {number: signal.signal(number, end) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def pass_at_1(answer: dict[str, Any]) -> list[float]:
    """Before each round, and after the last; as far as it came."""
    measured = [made["measured"] for made in answer["rounds"]] + [answer["measured"]]
    return [each["pass_at"][0]["value"] for each in measured if each is not None]


def by_round(runs: Sequence[Sequence[float]]) -> list[list[float]]:
    """The figures of all seeds that came as far, by round."""
    return [
        [run[at] for run in runs if len(run) > at] for at in range(max(map(len, runs), default=0))
    ]


def table(name: str, runs: Sequence[Sequence[float]]) -> None:
    """pass@1 of each round, over the seeds."""
    cells = [f"{statistics.mean(at):6.1%} ±{spread(at):5.1%}" for at in by_round(runs)]
    print(f"{name:17}", *cells)


def spread(values: Sequence[float]) -> float:
    """Standard deviation over the seeds; 0 of one."""
    return statistics.stdev(values) if len(values) > 1 else 0.0


def card() -> str:
    """What it ran on."""
    program = shutil.which("nvidia-smi")
    if program is not None:
        asked = [program, "--query-gpu=name", "--format=csv,noheader"]
        told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
        if told.strip():
            return told.splitlines()[0]
    return f"CPU, {len(os.sched_getaffinity(0))} cores, {platform.machine()}"


def parsed() -> argparse.Namespace:
    """The options; a preset's are the defaults of those that are not named."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--preset", choices=("gpu", "small"), help="small is a trial of the script")
    parser.add_argument("--minutes", type=float, help="end after so many, with what there is then")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2, help="arms at a time")
    parser.add_argument("--lean", type=int, default=0, help="Lean processes of each; 0: all cores")
    parser.add_argument("--files", type=int, default=8, help="of Kata, kept by each verifier")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--budget", type=int, default=2400, help="proofs a round, of each arm")
    parser.add_argument(
        "--goals", action=argparse.BooleanOptionalAction, default=True,
        help="teach the goals of the taught proofs",
    )  # fmt: skip
    parser.add_argument("--limit", type=int, default=400, help="theorems to prove")
    parser.add_argument("--measured", "--measure", type=int, default=60, help="held-out theorems")
    parser.add_argument("--samples", type=int, default=8, help="of each held-out theorem")
    parser.add_argument("--verified", type=int, default=2, help="proofs judged of a statement")
    parser.add_argument("--multiplier", type=float, default=0.5, help="conjectures a theorem")
    parser.add_argument("--oversample", type=float, default=2.0, help="texts a conjecture")
    parser.add_argument("--daring", type=float, default=0.9, help="temperature of conjectures")
    parser.add_argument("--temperature", type=float, default=0.8, help="of proofs")
    parser.add_argument("--epochs", type=int, default=20, help="of the first model")
    parser.add_argument("--round-epochs", type=int, default=3)
    parser.add_argument("--train-seconds", type=int, help="most of one training")
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--round-lr", type=float, default=5e-4)
    parser.add_argument("--rows", type=int, default=16, help="lessons a step")
    parser.add_argument("--hidden", type=int, default=192)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--layers", default="cacaa")
    parser.add_argument("--tokens", type=int, default=256, help="longest text")
    parser.add_argument("--batch", type=int, default=512, help="texts at a time")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--threads", type=int, default=0, help="of torch; 0 leaves its choice")
    parser.add_argument("--work", type=Path, help="a folder to keep and go on from")
    named, _ = parser.parse_known_args()
    parser.set_defaults(**{"gpu": GPU, "small": SMALL}.get(named.preset, {}))
    return parser.parse_args()


def main() -> None:
    options, started = parsed(), time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        work = options.work or Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        early = False
        with ended_by((signal.SIGTERM, signal.SIGINT)):
            try:
                answers = compared(work, options, started)
            except Ended:
                early = True
        # What is there is told now, whatever comes.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if early:
            answers = {
                arm: [kept(work / "Kata", arm, seed) for seed in range(options.seeds)]
                for arm in ARMS
            }
        spent = work / "minutes"
        minutes = (time.monotonic() - started) / 60
        minutes += float(spent.read_text()) if spent.is_file() else 0.0
        spent.write_text(f"{minutes}\n")
    tell(answers, options, minutes, early)


def compared(
    work: Path, options: argparse.Namespace, started: float
) -> dict[str, list[dict[str, Any]]]:
    """Both arms of all seeds.

    Raises:
        Ended: the time is over, or a signal came; what runs is ended then.
    """
    pool = ThreadPoolExecutor(options.jobs)
    try:
        jobs = [pool.submit(prepared, work)]
        (project,) = awaited(jobs, options, started)
        jobs = [pool.submit(split, project, options.seeds)]
        awaited(jobs, options, started)
        events = [threading.Event() for _ in range(options.seeds)]
        # Seed by seed, self-play first: expert iteration waits for its first model.
        jobs = [
            pool.submit(played, project, arm, seed, options, events[seed])
            for seed in range(options.seeds)
            for arm in ARMS
        ]
        done = awaited(jobs, options, started)
        return {arm: done[at :: len(ARMS)] for at, arm in enumerate(ARMS)}
    finally:
        COMMANDS.end()
        pool.shutdown(wait=True, cancel_futures=True)


def awaited(jobs: list[Future[Any]], options: argparse.Namespace, started: float) -> list[Any]:
    """What jobs come to; the first error of one ends all."""
    todo = set(jobs)
    while todo:
        # In short waits, so that a signal is heeded.
        done, todo = wait(todo, timeout=1, return_when=FIRST_COMPLETED)
        for job in done:
            job.result()
        if options.minutes is not None and time.monotonic() - started > 60 * options.minutes:
            raise Ended
    return [job.result() for job in jobs]


def split(project: Path, seeds: int) -> None:
    """The theorems, apart: 14 in 100 are held out; of the others a third is taught."""
    for seed in range(seeds):
        if not (project / f"split-{seed}").is_file():
            how = ("--seed", str(seed), "--ratios", "0.29,0.57,0.14", "--replace")
            sensei(project, "data", "split", *how, "--name", f"selfplay-{seed}")
            (project / f"split-{seed}").touch()


def tell(
    answers: dict[str, list[dict[str, Any]]],
    options: argparse.Namespace,
    minutes: float,
    early: bool,
) -> None:
    """The tables and the line of JSON."""
    figures = {arm: [pass_at_1(answer) for answer in answers[arm]] for arm in ARMS}
    print(
        f"pass@1 on held-out theorems, before each round and after the last, {options.seeds} seeds"
    )
    for arm in ARMS:
        table(arm, figures[arm])
    made = [each for answer in answers["selfplay"] for each in answer["rounds"]]
    rejected: Counter[str] = Counter()
    for each in made:
        rejected.update(each["rejected"])
    of_arm = {
        arm: sum(each["samples"] for answer in answers[arm] for each in answer["rounds"])
        for arm in ARMS
    }
    proved = {
        arm: [answer["rounds"][-1]["total"] for answer in answers[arm] if answer["rounds"]]
        for arm in ARMS
    }
    print(f"theorems proved: {proved}")
    print(f"conjectures: {sum(each['asked'] for each in made)} written, {dict(rejected)} rejected")
    print(
        json.dumps(
            {
                "rounds": options.rounds,
                **{arm: _over_seeds(figures[arm], statistics.mean) for arm in ARMS},
                "spread": {arm: _over_seeds(figures[arm], spread) for arm in ARMS},
                "seeds_measured": {arm: _over_seeds(figures[arm], len) for arm in ARMS},
                "conjectures": sum(each["conjectures"] for each in made),
                "conjectures_proved": sum(each["conjectures_proved"] for each in made),
                "kept": sum(each["kept"] for each in made),
                "rejected": dict(sorted(rejected.items())),
                "verifications": of_arm["selfplay"],
                "verifications_expert_iteration": of_arm["expert_iteration"],
                "proved": proved,
                "minutes": round(minutes, 1),
                "ended_early": early,
                "card": card(),
            }
        )
    )


def _over_seeds(runs: Sequence[Sequence[float]], what: Any) -> list[float]:
    return [round(what(at), 4) for at in by_round(runs)]


if __name__ == "__main__":
    main()
