"""Self-play against expert iteration on the sample Kata, at an equal number of proofs.

    python tests/bench/selfplay.py [--seeds 3] [--rounds 3] [--budget 2400] [--jobs 1] [--work DIR]

A first model is taught the proofs of a third of Kata's training theorems; the other two thirds are
to be proved, their proofs hidden. From the same first model, self-play makes conjectures and gives
them part of each round's proofs; expert iteration gives all of them to the theorems. Both sample
and check the same number of proofs in a round. pass@1 on held-out theorems is measured before each
round and after the last; nothing says the same as one of these and is learned.

Every step is a command of ``sensei``; with --work DIR kept, all of it goes on where it was ended.
Prints tables, and as its last line one line of JSON. ``verifications`` are proofs that were sampled
for a round and checked, each arm the same number; judging conjectures comes on top for self-play.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
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

[measure]
theorems = {measured}
samples = {samples}
k = [1, {samples}]

[conjectures]
enabled = {enabled}
taught_seeds = true
multiplier = {multiplier}

[proofs]
budget = {budget}
seconds = 5
verified = {verified}

[replay]
taught_share = 0.5

[final]
enabled = false

[train]
epochs = {epochs}
round_epochs = {round_epochs}
lr = 2e-3
round_lr = 5e-4
batch_size = 16
device = "{device}"
{threads}

[train.model]
hidden_size = {hidden}
layers = "{layers}"
heads = 4
intermediate_size = {inner}
"""


def sensei(project: Path, *words: str) -> dict[str, Any]:
    """Runs one command in the project; its JSON."""
    places = (str(ROOT / "sidecar"), os.environ.get("PYTHONPATH"))
    print(f"$ sensei {' '.join(words)}", file=sys.stderr, flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "sensei", *words, "--json"],
        cwd=project,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, places))},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
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


def played(project: Path, arm: str, seed: int, options: argparse.Namespace) -> dict[str, Any]:
    """One arm of one seed."""
    device = options.device
    config = CONFIG.format(
        arm=arm,
        seed=seed,
        rounds=options.rounds,
        tokens=options.tokens,
        batch=options.batch,
        limit=options.limit,
        measured=options.measure,
        samples=options.samples,
        enabled=str(arm == "selfplay").lower(),
        multiplier=options.multiplier,
        budget=options.budget,
        verified=options.verified,
        epochs=options.epochs,
        round_epochs=options.round_epochs,
        device=device,
        threads=f"threads = {options.threads}" if options.threads else "",
        hidden=options.hidden,
        layers=options.layers,
        inner=3 * options.hidden,
    )
    file = project / f"{arm}-{seed}.toml"
    file.write_text(config)
    folder = project / ".lake" / "sensei" / "selfplay"
    # The same lessons, seed and settings: the other arm's first model is this one's.
    first = folder / f"{arm}-{seed}" / "models" / "first"
    other = folder / f"selfplay-{seed}" / "models" / "first"
    if not first.is_dir() and other.is_dir():
        first.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(other, first)
    return sensei(project, "selfplay", file.name)


def pass_at_1(answer: dict[str, Any]) -> list[float]:
    """Before each round, and after the last."""
    measured = [made["measured"] for made in answer["rounds"]] + [answer["measured"]]
    return [each["pass_at"][0]["value"] for each in measured]


def table(name: str, runs: Sequence[Sequence[float]]) -> None:
    """pass@1 of each round, over the seeds."""
    cells = [f"{statistics.mean(at):6.1%} ±{spread(at):5.1%}" for at in zip(*runs, strict=True)]
    print(f"{name:17}", *cells)


def spread(values: Sequence[float]) -> float:
    """Standard deviation over the seeds; 0 of one."""
    return statistics.stdev(values) if len(values) > 1 else 0.0


def card() -> str:
    """What it ran on."""
    import torch

    if torch.cuda.is_available():
        return str(torch.cuda.get_device_name())
    return f"CPU, {os.cpu_count()} cores, {platform.machine()}"


def parsed() -> argparse.Namespace:
    """The options; ``--small`` is a trial of the script."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1, help="seeds at a time")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--budget", type=int, default=2400, help="proofs a round, of each arm")
    parser.add_argument("--limit", type=int, default=400, help="theorems to prove")
    parser.add_argument("--measure", type=int, default=60, help="held-out theorems")
    parser.add_argument("--samples", type=int, default=8, help="of each held-out theorem")
    parser.add_argument("--verified", type=int, default=2, help="proofs judged of a statement")
    parser.add_argument("--multiplier", type=float, default=0.5, help="conjectures a theorem")
    parser.add_argument("--epochs", type=int, default=60, help="of the first model")
    parser.add_argument("--round-epochs", type=int, default=4)
    parser.add_argument("--hidden", type=int, default=192)
    parser.add_argument("--layers", default="cacaa")
    parser.add_argument("--tokens", type=int, default=256, help="longest text")
    parser.add_argument("--batch", type=int, default=512, help="texts at a time")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--threads", type=int, default=0, help="of torch; 0 leaves its choice")
    parser.add_argument("--work", type=Path, help="a folder to keep and go on from")
    parser.add_argument("--small", action="store_true", help="minutes on two cores; says nothing")
    options = parser.parse_args()
    if options.small:
        small = {
            "seeds": 1, "rounds": 1, "budget": 24, "limit": 8, "measure": 2, "samples": 2,
            "epochs": 2, "round_epochs": 1, "hidden": 64, "layers": "ca", "tokens": 48,
            "batch": 16, "threads": 1,
        }  # fmt: skip
        for name, value in small.items():
            setattr(options, name, value)
    return options


def main() -> None:
    options = parsed()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        work = options.work or Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        project = prepared(work)
        for seed in range(options.seeds):
            # 14 in 100 are held out; of the others a third is taught.
            split = ("--seed", str(seed), "--ratios", "0.29,0.57,0.14")
            if not (project / f"split-{seed}").is_file():
                sensei(project, "data", "split", *split, "--name", f"selfplay-{seed}", "--replace")
                (project / f"split-{seed}").touch()
        with ThreadPoolExecutor(options.jobs) as pool:
            of_seeds = list(
                pool.map(
                    lambda seed: {arm: played(project, arm, seed, options) for arm in ARMS},
                    range(options.seeds),
                )
            )
        answers = {arm: [of_seed[arm] for of_seed in of_seeds] for arm in ARMS}
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
    print(f"conjectures: {sum(each['asked'] for each in made)} written, {dict(rejected)} rejected")
    print(
        json.dumps(
            {
                "rounds": options.rounds,
                **{arm: _over_seeds(figures[arm], statistics.mean) for arm in ARMS},
                "spread": {arm: _over_seeds(figures[arm], spread) for arm in ARMS},
                "conjectures": sum(each["conjectures"] for each in made),
                "conjectures_proved": sum(each["conjectures_proved"] for each in made),
                "kept": sum(each["kept"] for each in made),
                "rejected": dict(sorted(rejected.items())),
                "verifications": of_arm["selfplay"],
                "verifications_expert_iteration": of_arm["expert_iteration"],
                "proved": {
                    arm: [answer["rounds"][-1]["total"] for answer in answers[arm]] for arm in ARMS
                },
                "minutes": round((time.monotonic() - started) / 60, 1),
                "card": card(),
            }
        )
    )


def _over_seeds(runs: Sequence[Sequence[float]], what: Any) -> list[float]:
    return [round(what(at), 4) for at in zip(*runs, strict=True)]


if __name__ == "__main__":
    main()
