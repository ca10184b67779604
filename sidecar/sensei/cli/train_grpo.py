"""``sensei train grpo``: a generator learns from what Lean says of the tactics that it samples."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.numbers import count, not_negative, seconds
from sensei.cli.project import open_project_store, project_root
from sensei.cli.training import (
    add_patience,
    add_run,
    add_tuning,
    bad_setting,
    output_folder,
    print_json,
    recorded,
    tuning_settings,
)
from sensei.cli.training_data import PARTS, say_data
from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from sensei.data.proof_goals import ProofGoal
    from sensei.loop.rewards import LeanRewards
    from sensei.store import Store
    from sensei.store.records import SplitRecord
    from sensei.trainers.grpo import GRPOTrainer
    from sensei.trainers.loop import TrainResult

EXAMPLE = "sensei train grpo --model sft --reward verified=1 --reward accepted=0.1"
# loop.rewards.REWARDS, which a test compares; the command line starts without importing it.
REWARDS = ("verified", "closed", "accepted", "progress", "formatted")


def add_grpo(actions: Any) -> None:
    """Adds the verb."""
    summary = "group relative policy optimisation: rewards from Lean for tactics that are sampled"
    grpo = actions.add_parser(
        "grpo",
        help=summary,
        description=summary[0].upper() + summary[1:],
        epilog=f"example: {EXAMPLE}",
    )
    add_run(grpo, "grpo", 32, "completions")
    grpo.add_argument(
        "--part", choices=PARTS, default="train", help="whose goals tactics are sampled for (train)"
    )
    grpo.add_argument(
        "--dry-run", action="store_true", help="say what would be trained on, and end"
    )
    grpo.add_argument(
        "--model", metavar="G", help="the generator to refine: a folder or name (default: newest)"
    )
    grpo.add_argument(
        "--reward",
        action="append",
        type=_weighted,
        metavar="NAME=X",
        help=f"what is rewarded, and its weight; of {', '.join(REWARDS)} (verified=1)",
    )
    grpo.add_argument("--progress", metavar="P", help="the progress model of the reward 'progress'")
    grpo.add_argument(
        "--generations", type=count, default=8, metavar="N", help="tactics sampled a goal (8)"
    )
    grpo.add_argument(
        "--temperature", type=not_negative, default=1.0, metavar="T", help="of them (1)"
    )
    grpo.add_argument(
        "--max-new-tokens", type=count, metavar="N",
        help="longest tactic sampled; longer ones are worth 0 (default: the model's own limit)",
    )  # fmt: skip
    grpo.add_argument("--epochs", type=count, default=1, metavar="N", help="passes (1)")
    grpo.add_argument("--limit", type=count, metavar="N", help="only N goals, evenly spread")
    grpo.add_argument(
        "--kl-beta", type=float, default=0.0, metavar="X", help="a higher one keeps it nearer (0)"
    )
    grpo.add_argument(
        "--reference", metavar="G", help="the model it is kept near to (default: --model)"
    )
    grpo.add_argument(
        "--tactic-seconds", type=seconds, default=2.0, metavar="S", help="of one tactic in Lean (2)"
    )
    add_patience(grpo, "windows of steps without a higher mean reward")
    grpo.add_argument(
        "--window", type=count, default=10, metavar="N", help="with --patience: steps (10)"
    )
    add_tuning(grpo)


def _weighted(text: str) -> tuple[str, float]:
    name, _, weight = text.partition("=")
    if name not in REWARDS:
        raise argparse.ArgumentTypeError(f"no reward {name!r}; they are {', '.join(REWARDS)}")
    try:
        return name, float(weight or 1.0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{weight!r} is no weight") from None


@dataclass(frozen=True, slots=True)
class GoalData:
    """What is trained on."""

    split: SplitRecord
    goals: list[ProofGoal]
    part: str
    rewards: dict[str, float]

    def described(self) -> str:
        """One line for people."""
        theorems = len({goal.theorem for goal in self.goals})
        weights = ", ".join(f"{name} x {weight:g}" for name, weight in self.rewards.items())
        return (
            f"{len(self.goals)} goals of {theorems} theorems of split {self.split.name} "
            f"({self.part}); rewarded: {weights}"
        )

    def to_json(self) -> dict[str, Any]:
        """The counts as a JSON object."""
        return {
            "goals": len(self.goals),
            "theorems": len({goal.theorem for goal in self.goals}),
            "rewards": self.rewards,
        }


def grpo(args: argparse.Namespace) -> int:
    """Trains; 0 when the checkpoint is written."""
    from sensei.models.extra import require_training_extra

    require_training_extra("sensei train grpo")
    from sensei.trainers.config import check_batch
    from sensei.trainers.resume import only_run

    check_batch(args.batch_size, args.generations)
    project = project_root(args)
    if args.dry_run:
        with open_project_store(args, project) as store:
            return say_data(_data(args, store), args)
    output = output_folder(args, project)
    with only_run(output), open_project_store(args, project) as store:
        data = _data(args, store)
        say_data(data, args, output)
        run_id, result = _train(args, store, project, data, output)
    if args.json:
        print_json(run_id, result)
    else:
        _print(run_id, result, data)
    return 0


def _train(
    args: argparse.Namespace, store: Store, project: Path, data: GoalData, output: Path
) -> tuple[int, TrainResult]:
    from sensei.loop.rewards import lean_rewards
    from sensei.provers.generators import checkpoint_folder
    from sensei.settings import load_settings
    from sensei.toolchain.workspace import open_workspace

    model = checkpoint_folder(store, args.model)
    settings = load_settings()
    progress = _progress(args, store)
    _trainer(args, model, [], data, output)  # what is wrong with the options is said before Lean
    with lean_rewards(
        open_workspace(project, settings),
        data.goals,
        list(data.rewards),
        workers=settings.jobs,
        tactic_seconds=args.tactic_seconds,
        progress=progress,
    ) as rewards:
        trainer = _trainer(args, model, rewards.functions(), data, output)
        run_id, result = recorded(
            store,
            "grpo",
            data.split,
            data_set_hash=data.split.dataset_hash,
            config=trainer.settings.model_dump(mode="json")
            | {"model": model, "part": args.part, "rewards": data.rewards},
            output=output,
            logs=args.log,
            train=lambda report: trainer.train(
                data.goals,
                resume=args.resume,
                report=report,
                data_set_hash=data.split.dataset_hash,
            ),
        )
        _say_unreachable(rewards)
    return run_id, result


def _say_unreachable(rewards: LeanRewards) -> None:
    if rewards.unreachable:
        print(
            f"train: Lean opens {len(rewards.unreachable)} of the goals elsewhere or not at all; "
            "nothing was learned from them",
            file=sys.stderr,
        )


def _data(args: argparse.Namespace, store: Store) -> GoalData:
    from sensei.data.proof_goals import proof_goals

    split = store.split(args.split)
    rewards = dict(args.reward or [("verified", 1.0)])
    goals = proof_goals(store, split, args.part)
    if args.limit is not None:
        kept = min(args.limit, len(goals))
        goals = [goals[place * len(goals) // kept] for place in range(kept)]
    if not goals:
        raise UsageError(
            f"the part {args.part} of the split {args.split} has no tactic proof, so there is no "
            "goal to sample tactics for",
            "trace a project with proofs, or name another --split or --part",
        )
    if "progress" in rewards and args.progress is None:
        raise UsageError(
            "the reward 'progress' needs a progress model",
            "name one with --progress; sensei train progress makes one",
        )
    return GoalData(split, goals, args.part, rewards)


def _progress(args: argparse.Namespace, store: Store) -> Any:
    if args.progress is None:
        return None
    from sensei.models.checkpoint import PROGRESS
    from sensei.models.extra import require_training_extra
    from sensei.provers.generators import named_checkpoint

    require_training_extra("sensei train grpo")
    from sensei.models.values import Progress

    return Progress(Path(named_checkpoint(store, args.progress, PROGRESS)))


def _trainer(
    args: argparse.Namespace, model: str, rewards: list[Any], data: GoalData, output: Path
) -> GRPOTrainer:
    from pydantic import ValidationError

    from sensei.trainers.grpo import GRPOTrainer

    def unused(completions: list[str], **_: Any) -> list[float]:
        return [0.0] * len(completions)

    try:
        return GRPOTrainer(
            model,
            rewards or [unused] * len(data.rewards),
            output,
            reference_model=args.reference,
            reward_weights=list(data.rewards.values()),
            kl_beta=args.kl_beta,
            num_generations=args.generations,
            temperature=args.temperature,
            max_new_tokens=args.max_new_tokens,
            epochs_per_repo=args.epochs,
            patience=args.patience,
            window=args.window,
            **tuning_settings(args),
        )
    except ValidationError as error:
        raise bad_setting(error, "grpo") from None


def _print(run_id: int, result: TrainResult, data: GoalData) -> None:
    figures = result.manifest.metrics
    print(f"checkpoint: {result.checkpoint} (run {run_id})")
    said = [("reward", "reward"), *((f"reward_{name}", name) for name in data.rewards)]
    print("; ".join(
        f"{name}: {figures[f'{key}_first']:.3f} -> {figures[f'{key}_last']:.3f}"
        for key, name in said
        if f"{key}_first" in figures
    ))  # fmt: skip
    print(
        f"{figures['examples']:.0f} goals x {figures['epochs']:.0f} epochs, "
        f"{figures['completions']:.0f} completions, {figures['steps']:.0f} steps in "
        f"{figures['seconds']:.0f} s: {figures['seconds_generate']:.0f} s sampling, "
        f"{figures['seconds_verify']:.0f} s in Lean, {figures['seconds_update']:.0f} s learning"
    )
    if figures["examples_skipped"]:
        print(f"too long: {figures['examples_skipped']:.0f} goals skipped")
