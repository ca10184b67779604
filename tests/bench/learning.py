"""The parts of learn.py: what is trained and searched in each, and with which settings."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OVERFIT = 20
ROUNDS = 3
#: Of GRPO's measure: attempts on each theorem, and goals of one.
ATTEMPTS, ROLLOUT = 4, 12
WITH_TACTICS = """
SELECT theorem FROM split_members JOIN splits ON splits.id = split_id
WHERE splits.name = 'overfit' AND part = 'train'
AND theorem IN (SELECT name FROM declarations WHERE proof_kind = 'tactic')
ORDER BY theorem
"""
LOOP = """
name = "{name}"
rounds = {rounds}
seed = {seed}
split = "{split}"
part = "val"
limit = {theorems}
held_out = ["test"]
generator = "{generator}"
train_after_last = {after_last}

[search]
algorithm = "{algorithm}"
candidates = 16
model_calls = {model_calls}
tactic_calls = {tactic_calls}

[[train]]
command = "{command}"
from_previous = {from_previous}
"""


class Ended(Exception):
    """The benchmark is ended early."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part at work.

    Args:
        project: its own copy of the traced project.
        args: the options of the benchmark.
        seed: of the rounds.
        run: runs a command of sensei in a project; its JSON.
        note: keeps figures.
    """

    project: Path
    args: argparse.Namespace
    seed: int
    run: Callable[..., dict[str, Any]]
    note: Callable[..., None]

    def split(self, name: str, ratios: str) -> None:
        """A frozen split; it is there already if the part goes on."""
        words = ("data", "split", "--seed", str(self.seed), "--name", name, "--ratios", ratios)
        self.run(self.project, *words)

    def theorems(self) -> int:
        """How many the project has to split."""
        whole = self.run(self.project, "data", "split", "--seed", "0", "--name", "whole")
        return sum(each["theorems"] for each in whole["parts"].values())

    def trained(self, method: str, name: str, *words: str) -> dict[str, Any]:
        """The figures of a checkpoint, which is trained if it is not there."""
        manifest = self.project / ".lake" / "sensei" / "checkpoints" / name / "manifest.json"
        if not manifest.is_file():
            if self.args.small:
                words = (*words, "--max-seconds", "5")
            cores = ("--threads", str(self.args.cores), "--seed", str(self.seed))
            self.run(self.project, "train", method, "--name", name, *words, *cores, "--resume")
        figures: dict[str, Any] = json.loads(manifest.read_text("utf-8"))["metrics"]
        return figures

    def proved(self, which: Sequence[str], generator: str, *words: str) -> dict[str, Any]:
        """The figures of a search for every theorem of that name or part (see ``part_of``); what is
        done is kept, too."""
        if self.args.small:
            which = which if which[0] == "--split" else which[:3]
            words = words if "--limit" in words else (*words, "--limit", "3")
        answer = self.run(self.project, "prove", *which, "--generator", generator, *words)
        lost = [each["theorem"] for each in answer["attempts"] if not each["verified"]]
        if 0 < len(lost) <= 5:
            print(f"not proved: {', '.join(map(str, lost))}", flush=True)
        figures: dict[str, Any] = answer["figures"]
        return figures

    def loop(self, name: str, rounds: int, **settings: Any) -> list[dict[str, Any]]:
        """The rounds of a loop."""
        config = self.project / f"{name}.toml"
        config.write_text(LOOP.format(name=name, rounds=rounds, seed=self.seed, **settings))
        made: list[dict[str, Any]] = self.run(self.project, "loop", config.name)["rounds"]
        return made


def part_of(split: str, part: str) -> tuple[str, ...]:
    """What ``prove`` is to prove: a part of a split."""
    return ("--split", split, "--part", part)


def calls(model: int, candidates: int = 8) -> tuple[str, ...]:
    """Of one search where two models are compared: calls, so that no clock decides."""
    return (
        "--model-calls", str(model), "--tactic-calls", str(model * candidates),
        "--candidates", str(candidates), "--seconds", "600",
    )  # fmt: skip


def overfit(part: Part) -> None:
    """How many are proved of 20 theorems whose proofs were trained on: those with tactics, for a
    proof that is a term has no step to learn."""
    train = 1.25 * OVERFIT / part.theorems()
    part.split("overfit", f"{train},{(1 - train) / 2},{(1 - train) / 2}")
    made = part.trained("sft", "overfit", "--split", "overfit", "--epochs", "100")
    print(f"overfit: loss {made['loss_first']:.3f} -> {made['loss_last']:.3f}", flush=True)
    told = part.run(part.project, "query", WITH_TACTICS)
    chosen = tuple(str(name) for (name,) in told["rows"][:OVERFIT])
    figures = part.proved(chosen, "overfit", *calls(60, 16))
    print(f"overfit: {figures['verified']} of {figures['theorems']} verified", flush=True)
    part.note(overfit_verified=figures["verified"])


def rounds(part: Part) -> None:
    """Theorems verified in each round by one seed."""
    part.split("rounds", "0.1,0.75,0.15")
    part.trained("sft", "rounds-start", "--split", "rounds", "--epochs", "40")
    verified: list[int] = []
    for number in range(1, ROUNDS + 1):  # one at a time, so that each is kept when it is there
        made = part.loop(
            "learn", number, split="rounds", theorems=part.args.theorems,
            generator="rounds-start", after_last="false", from_previous="true",
            algorithm="best_first", model_calls=10, tactic_calls=160,
            command=f"train sft --epochs {1 if part.args.small else 12} --lr 1e-3 "
            f"--threads {part.args.cores}",
        )  # fmt: skip
        each = made[-1]
        verified.append(each["verified"])
        print(
            f"seed {part.seed} round {number}: {each['verified']} of {each['tried']} verified, "
            f"{each['new']} new; {each['seconds']:.0f} s of search",
            flush=True,
        )
        part.note(verified=verified)


def grpo(part: Part) -> None:
    """Attempts on the theorems of the training part that were verified before and after: each takes
    one tactic a goal, sampled as GRPO samples, without a search that would hide what was learned;
    several with seeds of their own on each theorem, the same before and after."""

    def rollouts(model: str) -> tuple[int, int]:
        words = ("--temperature", "1", *calls(ROLLOUT, 1))
        made = [
            part.proved(part_of("grpo", "train"), model, *words, "--seed", str(seed))
            for seed in range(1 if part.args.small else ATTEMPTS)
        ]
        verified, tried = (sum(one[key] for one in made) for key in ("verified", "theorems"))
        return verified, tried

    part.split("grpo", "0.06,0.47,0.47")
    part.trained("sft", "grpo-start", "--split", "grpo", "--epochs", "12")
    before, tried = rollouts("grpo-start")
    part.note(grpo_before=before, grpo_attempts=tried)
    words = (
        "--split", "grpo", "--model", "grpo-start", "--epochs", "6", "--batch-size", "128",
        "--max-new-tokens", "96", "--max-seconds", "600",
    )  # fmt: skip
    made = part.trained("grpo", "grpo-end", *words)
    after, tried = rollouts("grpo-end")
    print(
        f"grpo: {before} -> {after} of {tried} attempts verified; "
        f"reward {made['reward_first']:.3f} -> {made['reward_last']:.3f} in {made['steps']:.0f} "
        f"steps: {made['seconds_generate']:.0f} s sampling, {made['seconds_verify']:.0f} s in "
        f"Lean, {made['seconds_update']:.0f} s learning",
        flush=True,
    )
    part.note(
        grpo_after=after,
        grpo_reward=[round(made["reward_first"], 3), round(made["reward_last"], 3)],
    )


def critic(part: Part) -> None:
    """Test theorems verified by HTPS with and without a critic."""
    small = part.args.small
    # A trial's model proves nothing, so that a critic would have nothing to learn from.
    generator, theorems = ("fixed", 12) if small else ("critic-sft", part.args.theorems)
    test = theorems / part.theorems()
    part.split("critic", f"0.3,{0.7 - test},{test}")
    part.trained("sft", "critic-sft", "--split", "critic", "--epochs", "10")
    # Enough calls that searches can go different ways, too few to try everything.
    htps = ("--search", "htps", *calls(24, 8), "--limit", str(theorems))
    without = part.proved(part_of("critic", "test"), generator, *htps)
    part.note(htps_without=without["verified"])
    part.loop(
        "judge", 1, split="critic", theorems=theorems if small else 3 * theorems,
        generator=generator, after_last="true", from_previous="false", algorithm="htps",
        model_calls=24, tactic_calls=384,
        command="train critic --model critic-sft --min-visits 8 --soft-visits 2 "
        f"--threads {part.args.cores} --epochs {1 if small else 12}",
    )  # fmt: skip
    folders = (part.project / ".lake" / "sensei" / "checkpoints").glob("judge-*-round1")
    made = sorted(folders, key=lambda folder: folder.stat().st_mtime)
    if not made:
        raise RuntimeError("nothing was verified, so that no critic was trained")
    name = made[-1].name
    manifest = json.loads((made[-1] / "manifest.json").read_text("utf-8"))
    print(f"critic: {manifest['metrics']}", flush=True)
    judged = part.proved(part_of("critic", "test"), generator, *htps, "--critic", name)
    print(
        f"htps: {judged['verified']} of {judged['theorems']} verified with the critic, "
        f"{without['verified']} without",
        flush=True,
    )
    part.note(htps_with_critic=judged["verified"])


def retrieval(part: Part) -> None:
    """R@10 on the test part, percent."""
    part.split("retrieval", "0.6,0.15,0.25")
    made = part.trained("retriever", "retrieval", "--split", "retrieval")
    found = {
        "retrieval_r10": round(made["test_dense_recall_10"], 1),
        "bm25_r10": round(made["test_bm25_recall_10"], 1),
    }
    print(f"retrieval: R@10 {found['retrieval_r10']}, BM25 {found['bm25_r10']}", flush=True)
    part.note(**found)


def progress(part: Part) -> None:
    """Mean absolute errors on the test part, in steps."""
    part.split("progress", "0.6,0.15,0.25")
    part.trained("sft", "progress-sft", "--split", "progress", "--epochs", "6")
    words = ("--split", "progress", "--model", "progress-sft", "--batch-size", "16")
    made = part.trained("progress", "progress", *words)
    found = {
        "progress_mae": round(made["test_mae"], 3),
        "constant_mae": round(made["test_constant_mae"], 3),
    }
    print(f"progress: error {found['progress_mae']}, of the constant {found['constant_mae']}")
    part.note(**found)


#: The longest first.
PARTS: dict[str, Callable[[Part], None]] = {
    "rounds": rounds, "critic": critic, "grpo": grpo, "progress": progress,
    "retrieval": retrieval, "overfit": overfit,
}  # fmt: skip
