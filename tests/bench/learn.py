"""Whether training teaches: overfitting, and rounds of expert iteration, on the sample Kata.

    python tests/bench/learn.py [--seeds 3] [--theorems 60] [--work DIR]

Overfit: a model is trained on 20 theorems, and must prove these 20. Learning: a model that saw the
proofs of a tenth of Kata tries other theorems, whose proofs are hidden, and learns from what Lean
verified, for three rounds; as many times as there are seeds. Every step is a command of ``sensei``,
and all of it goes on where it was ended if --work is kept. Prints tables, and as its last line one
line of JSON; what is not measured is null in it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
OVERFIT = 20
LOOP = """
name = "learn-{seed}"
rounds = 3
seed = {seed}
split = "learn-{seed}"
part = "val"
limit = {theorems}
held_out = ["test"]
train_after_last = false

[search]
candidates = 8
model_calls = 12
tactic_calls = 96

[[train]]
command = "train sft --epochs {epochs}"
before_first = true
"""
NOT_MEASURED = (
    "grpo_before", "grpo_after", "htps_with_critic", "htps_without", "retrieval_r10", "bm25_r10",
    "progress_mae", "constant_mae",
)  # fmt: skip


def sensei(project: Path, *words: str) -> dict[str, Any]:
    """Runs one command in the project; its JSON."""
    print(f"$ sensei {' '.join(words)}", file=sys.stderr, flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "sensei", *words, "--json"],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(ROOT / "sidecar")},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"sensei {words[0]} ended with exit code {done.returncode}")
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def prepare(work: Path) -> Path:
    """A traced copy of Kata in its database."""
    project = work / "Kata"
    if not project.is_dir():
        source = ROOT / "lean" / "samples" / "Kata"
        shutil.copytree(source, project, ignore=shutil.ignore_patterns(".lake"))
        lakefile = project / "lakefile.toml"
        lakefile.write_text(lakefile.read_text().replace('"../../.."', f'"{ROOT}"'))
    if not (project / ".lake" / "sensei" / "sensei.db").is_file():
        sensei(project, "trace")
        sensei(project, "ingest")
    return project


def overfit(project: Path) -> int:
    """How many of the theorems trained on are proved."""
    whole = sensei(project, "data", "split", "--seed", "0", "--name", "whole")
    count = sum(part["theorems"] for part in whole["parts"].values())
    train = OVERFIT / count
    ratios = f"{train},{(1 - train) / 2},{(1 - train) / 2}"
    sensei(project, "data", "split", "--seed", "0", "--name", "overfit", "--ratios", ratios)
    checkpoint = project / ".lake" / "sensei" / "checkpoints" / "overfit"
    if not (checkpoint / "manifest.json").is_file():
        words = ("train", "sft", "--split", "overfit", "--name", "overfit", "--epochs", "60")
        trained = sensei(project, *words, "--resume")
        print(f"overfit: loss {trained['loss_first']:.3f} -> {trained['loss_last']:.3f}")
    words = ("prove", "--split", "overfit", "--part", "train", "--generator", "overfit")
    figures = sensei(project, *words, "--seconds", "120", "--model-calls", "40")["figures"]
    print(f"overfit: {figures['verified']} of {figures['theorems']} verified")
    return int(figures["verified"])


def rounds(project: Path, seed: int, theorems: int, epochs: int) -> list[dict[str, Any]]:
    """The rounds of one seed."""
    name = f"learn-{seed}"
    sensei(
        project, "data", "split", "--seed", str(seed), "--name", name, "--ratios", "0.1,0.75,0.15"
    )
    config = project / f"{name}.toml"
    config.write_text(LOOP.format(seed=seed, theorems=theorems, epochs=epochs))
    made: list[dict[str, Any]] = sensei(project, "loop", config.name)["rounds"]
    for each in made:
        print(
            f"seed {seed} round {each['round']}: {each['verified']} of {each['tried']} verified, "
            f"{each['new']} new; {each['seconds']:.0f} s of search, {each['train_seconds']:.0f} s "
            "of training after"
        )
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--theorems", type=int, default=60)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--work", type=Path, help="kept, and gone on from")
    args = parser.parse_args()
    started = time.monotonic()
    temporary = None if args.work else tempfile.mkdtemp(prefix="sensei-learn.")
    try:
        project = prepare(Path(args.work or temporary).resolve())
        verified = overfit(project)
        seeds = [rounds(project, seed, args.theorems, args.epochs) for seed in range(args.seeds)]
    finally:
        if temporary:
            shutil.rmtree(temporary)
    by_round = [[each["verified"] for each in column] for column in zip(*seeds, strict=True)]
    print(
        json.dumps(
            {
                "overfit_verified": verified,
                "rounds": [statistics.fmean(column) for column in by_round],
                "rounds_spread": [max(column) - min(column) for column in by_round],
                **dict.fromkeys(NOT_MEASURED),
                "minutes": round((time.monotonic() - started) / 60, 1),
            }
        )
    )


if __name__ == "__main__":
    main()
