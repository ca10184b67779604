"""Whether training teaches, on the sample Kata: six parts, each by commands of ``sensei``.

    python tests/bench/learn.py [--only PART ...] [--seeds 3] [--theorems 60] [--work DIR]

- ``overfit``: a model is trained on 20 theorems, and must prove these 20.
- ``rounds``: a model that saw the proofs of a tenth of Kata tries other theorems, whose proofs are
  hidden, and learns from what Lean verified, for three rounds; as many times as there are seeds.
- ``grpo``: a little supervised fine-tuning, then GRPO on the same theorems with the default reward:
  how many of them are verified before and after, at the same budget.
- ``critic``: HTPS on the test theorems with and without a critic that was trained on searches of
  the training theorems, at the same budget.
- ``retrieval``: R@10 of a trained retriever and of BM25 on the test part.
- ``progress``: the error of a progress model on the test part, and that of the best constant.

With --work everything goes on where it was ended, and a part that is done is not done again: what
it found is in DIR/learn.json. Prints tables, and as its last line one line of JSON; what is not
measured is null in it.
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
PARTS = ("overfit", "rounds", "grpo", "critic", "retrieval", "progress")
FIGURES = (
    "overfit_verified", "rounds", "rounds_spread", "grpo_before", "grpo_after", "htps_with_critic",
    "htps_without", "retrieval_r10", "bm25_r10", "progress_mae", "constant_mae",
)  # fmt: skip
#: Of one search in the parts that compare two models: calls, so that no clock decides.
BUDGET = ("--model-calls", "12", "--tactic-calls", "96", "--candidates", "8", "--seconds", "600")


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


def split(project: Path, name: str, ratios: str, seed: int = 0) -> None:
    """A frozen split; it is there already if the part goes on."""
    sensei(project, "data", "split", "--seed", str(seed), "--name", name, "--ratios", ratios)


def trained(project: Path, method: str, name: str, *words: str) -> dict[str, Any]:
    """The figures of a checkpoint, which is trained if it is not there."""
    manifest = project / ".lake" / "sensei" / "checkpoints" / name / "manifest.json"
    if not manifest.is_file():
        sensei(project, "train", method, "--name", name, *words, "--resume")
    figures: dict[str, Any] = json.loads(manifest.read_text("utf-8"))["metrics"]
    return figures


def proved(project: Path, name: str, part: str, generator: str, *words: str) -> dict[str, Any]:
    """The figures of a search for every theorem of a part."""
    where = ("--split", name, "--part", part, "--generator", generator)
    answer = sensei(project, "prove", *where, *words)
    lost = [each["theorem"] for each in answer["attempts"] if not each["verified"]]
    if 0 < len(lost) <= 5:
        print(f"not proved: {', '.join(map(str, lost))}")
    figures: dict[str, Any] = answer["figures"]
    return figures


def overfit(project: Path, args: argparse.Namespace) -> dict[str, Any]:
    """How many of the theorems trained on are proved."""
    whole = sensei(project, "data", "split", "--seed", "0", "--name", "whole")
    count = sum(part["theorems"] for part in whole["parts"].values())
    train = OVERFIT / count
    split(project, "overfit", f"{train},{(1 - train) / 2},{(1 - train) / 2}")
    made = trained(project, "sft", "overfit", "--split", "overfit", "--epochs", "60")
    print(f"overfit: loss {made['loss_first']:.3f} -> {made['loss_last']:.3f}")
    words = ("--seconds", "120", "--model-calls", "40")
    figures = proved(project, "overfit", "train", "overfit", *words)
    print(f"overfit: {figures['verified']} of {figures['theorems']} verified")
    return {"overfit_verified": figures["verified"]}


def grpo(project: Path, args: argparse.Namespace) -> dict[str, Any]:
    """Theorems of the training part verified before and after."""
    split(project, "grpo", "0.1,0.45,0.45")
    trained(project, "sft", "grpo-start", "--split", "grpo", "--epochs", "12")
    before = proved(project, "grpo", "train", "grpo-start", *BUDGET)
    words = ("--split", "grpo", "--model", "grpo-start", "--epochs", str(args.grpo_epochs))
    made = trained(project, "grpo", "grpo-end", *words)
    after = proved(project, "grpo", "train", "grpo-end", *BUDGET)
    print(
        f"grpo: {before['verified']} -> {after['verified']} of {after['theorems']} verified; "
        f"reward {made['reward_first']:.3f} -> {made['reward_last']:.3f} in {made['steps']:.0f} "
        f"steps: {made['seconds_generate']:.0f} s sampling, {made['seconds_verify']:.0f} s in "
        f"Lean, {made['seconds_update']:.0f} s learning"
    )
    return {"grpo_before": before["verified"], "grpo_after": after["verified"]}


def critic(project: Path, args: argparse.Namespace) -> dict[str, Any]:
    """Test theorems verified by HTPS with and without a critic."""
    split(project, "critic", "0.3,0.1,0.6")
    trained(project, "sft", "critic-sft", "--split", "critic", "--epochs", "20")
    htps = ("--search", "htps", *BUDGET, "--limit", str(args.theorems))
    checkpoint = project / ".lake" / "sensei" / "checkpoints" / "critic-value"
    if not checkpoint.is_dir():
        proved(project, "critic", "train", "critic-sft", *htps)
    words = ("--split", "critic", "--model", "critic-sft", "--min-visits", "8")
    trained(project, "critic", "critic-value", *words)
    without = proved(project, "critic", "test", "critic-sft", *htps)
    judged = proved(project, "critic", "test", "critic-sft", *htps, "--critic", "critic-value")
    print(
        f"htps: {judged['verified']} of {judged['theorems']} verified with the critic, "
        f"{without['verified']} without"
    )
    return {"htps_with_critic": judged["verified"], "htps_without": without["verified"]}


def retrieval(project: Path, args: argparse.Namespace) -> dict[str, Any]:
    """R@10 on the test part, percent."""
    split(project, "retrieval", "0.6,0.15,0.25")
    made = trained(project, "retriever", "retrieval", "--split", "retrieval")
    found = {
        "retrieval_r10": round(made["test_dense_recall_10"], 1),
        "bm25_r10": round(made["test_bm25_recall_10"], 1),
    }
    print(f"retrieval: R@10 {found['retrieval_r10']}, BM25 {found['bm25_r10']}")
    return found


def progress(project: Path, args: argparse.Namespace) -> dict[str, Any]:
    """Mean absolute errors on the test part, in steps."""
    split(project, "progress", "0.6,0.15,0.25")
    trained(project, "sft", "progress-sft", "--split", "progress")
    words = ("--split", "progress", "--model", "progress-sft")
    made = trained(project, "progress", "progress", *words)
    found = {
        "progress_mae": round(made["test_mae"], 3),
        "constant_mae": round(made["test_constant_mae"], 3),
    }
    print(f"progress: error {found['progress_mae']}, of the constant {found['constant_mae']}")
    return found


def rounds(project: Path, args: argparse.Namespace) -> dict[str, Any]:
    """Theorems verified in each round: the mean of the seeds, and how far they are apart."""
    seeds = [one_loop(project, seed, args.theorems, args.epochs) for seed in range(args.seeds)]
    by_round = [[each["verified"] for each in column] for column in zip(*seeds, strict=True)]
    return {
        "rounds": [statistics.fmean(column) for column in by_round],
        "rounds_spread": [max(column) - min(column) for column in by_round],
    }


def one_loop(project: Path, seed: int, theorems: int, epochs: int) -> list[dict[str, Any]]:
    """The rounds of one seed."""
    name = f"learn-{seed}"
    split(project, name, "0.1,0.75,0.15", seed)
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
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--theorems", type=int, default=60)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--grpo-epochs", type=int, default=4)
    parser.add_argument("--work", type=Path, help="kept, and gone on from")
    args = parser.parse_args()
    parts = {
        "overfit": overfit, "rounds": rounds, "grpo": grpo, "critic": critic,
        "retrieval": retrieval, "progress": progress,
    }  # fmt: skip
    temporary = None if args.work else tempfile.mkdtemp(prefix="sensei-learn.")
    try:
        work = Path(args.work or temporary).resolve()
        work.mkdir(parents=True, exist_ok=True)
        kept = work / "learn.json"
        found: dict[str, Any] = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
        minutes: dict[str, float] = found.setdefault("minutes", {})
        project = prepare(work)
        for name in args.only:
            if name not in minutes:
                started = time.monotonic()
                found |= parts[name](project, args)
                minutes[name] = round((time.monotonic() - started) / 60, 1)
                kept.write_text(json.dumps(found) + "\n", "utf-8")
    finally:
        if temporary:
            shutil.rmtree(temporary)
    print(f"minutes: {minutes}")
    figures = {figure: found.get(figure) for figure in FIGURES}
    print(json.dumps({**figures, "minutes": round(sum(minutes.values()), 1)}))


if __name__ == "__main__":
    main()
