"""Group relative policy optimisation: a tactic generator learns from rewards of what it samples.

Runs on TRL's GRPOTrainer, on tokens of our own: prompt, end token and truncation are those of
fine-tuning and serving. Source: Shao et al., DeepSeekMath (2024), with the loss that is TRL's
default (Yu et al., DAPO, 2025). Where rewards come from is nothing of this file: Lean's are in
provers/rewards.py.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from sensei.core.errors import SenseiError, UsageError
from sensei.models.encoding import Encoder
from sensei.models.generator import MAX_NEW_TOKENS
from sensei.models.loading import CONFIGURATION, LoadedModel, load_model
from sensei.trainers.config import GRPOSettings, LoraSettings, check_batch
from sensei.trainers.loop import LossLostError, Report, TrainResult
from sensei.trainers.lora import lora_settings
from sensei.trainers.tuning import Halt, Log, Tuning, is_small, refuse_premises

#: ``(completions, **columns) -> one number for each``, None for what cannot be judged. The columns:
#: ``prompts`` (the goals' texts), ``goals`` (what was given to ``train``), and those of TRL.
RewardFunc = Callable[..., Any]


class RewardError(SenseiError):
    """A reward function raised, or gave something that are no rewards."""


class GoalLike(Protocol):
    """A goal that tactics are sampled for."""

    @property
    def state(self) -> str: ...


class GRPOTrainer:
    """Trains a tactic generator by rewards.

    Args:
        model_name: a checkpoint of ours, or a local folder with a Hugging Face causal language
            model, fine-tuned already.
        reward_func: one or several; see ``RewardFunc``. In logs and figures each has its name.
        output_dir: the checkpoint folder to write.
        reference_model, reward_weights, kl_beta: fields of ``GRPOSettings``.
        lora_config: ``LoraSettings``, a ``peft.LoraConfig``, or None for full fine-tuning.
        clock: the time of day, for the manifest.
        **settings: the fields of ``GRPOSettings``, which says what each does.

    Raises:
        UsageError: a batch that TRL would refuse, or weights for another number of rewards.
    """

    def __init__(
        self,
        model_name: str,
        reward_func: RewardFunc | Sequence[RewardFunc],
        output_dir: str | Path = "outputs",
        *,
        reference_model: str | None = None,
        reward_weights: Sequence[float] | None = None,
        kl_beta: float = 0.0,
        lora_config: Any = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        **settings: Any,
    ) -> None:
        self.model_name = model_name
        self.output_dir = Path(output_dir)
        self.rewards = [reward_func] if callable(reward_func) else list(reward_func)
        self._peft_config = lora_config if not isinstance(lora_config, LoraSettings) else None
        self._clock = clock
        self.settings = GRPOSettings(
            lora=lora_settings(lora_config),
            reference_model=reference_model,
            reward_weights=None if reward_weights is None else tuple(reward_weights),
            kl_beta=kl_beta,
            **settings,
        )
        check_batch(self.settings.batch_size, self.settings.num_generations)
        weights = self.settings.reward_weights
        if not self.rewards or (weights is not None and len(weights) != len(self.rewards)):
            raise UsageError(
                f"{len(weights or ())} reward weights for {len(self.rewards)} reward functions",
                "give one weight for each reward function, and at least one function",
            )
        if reference_model is not None and not kl_beta:
            raise UsageError(
                "a reference model does nothing while kl_beta is 0", "give a kl_beta, as in 0.04"
            )

    def train(
        self,
        goals: Sequence[GoalLike],
        *,
        resume: bool = False,
        report: Report = lambda progress: None,
        data_set_hash: str | None = None,
    ) -> TrainResult:
        """Trains on ``goals`` and writes the checkpoint.

        Args:
            goals: what tactics are sampled for; reward functions are given them back.
            resume: go on from an interrupted run of the same goals and settings, if there is one;
                the result is that of a run without interruption, as far as the rewards are.
            report: called after every step.
            data_set_hash: what the manifest says the data was; the hash of the goals by default.

        Raises:
            UsageError: nothing to train on, or ``resume`` of a run with other settings.
            CheckpointError: the model cannot be loaded, or the output folder is something else.
            RewardError: a reward function failed; the states so far are kept for ``resume``.
            DivergedError: the loss is no number, and nothing of the run is worth keeping.
        """
        settings = self.settings
        if self.model_name == CONFIGURATION:
            raise UsageError(
                "rewards refine a model that writes tactics, and this one would start from random "
                "weights",
                "name a checkpoint with --model; sensei train sft makes one",
            )
        run = Tuning(
            self.model_name, self.output_dir, settings, self._peft_config, self._clock, report
        )
        start = load_model(Path(self.model_name), load_in_4bit=settings.load_in_4bit)
        refuse_premises(start, self.model_name)
        encoder = Encoder(start.tokenizer)
        longest = settings.max_new_tokens or (
            start.manifest.max_new_tokens if start.manifest else MAX_NEW_TOKENS
        )
        prompts, shortened = _prompts(goals, encoder, settings.max_seq_len - longest)
        if not prompts:
            raise UsageError(
                f"none of {len(goals)} goals can be shown within "
                f"{settings.max_seq_len - longest} tokens",
                "trace a project with proofs first, or raise max_seq_len",
            )
        rows = _lay_out(list(prompts), settings)
        steps = len(rows) * settings.num_generations // (settings.batch_size * settings.accumulate)
        reference = None
        if settings.kl_beta and (settings.reference_model or settings.lora is None):
            reference = load_model(Path(settings.reference_model or self.model_name)).model
        sampler = _Sampler(goals, prompts, encoder, self.rewards)
        trained = self._run(run, sampler, start, rows, steps, longest, reference, resume)
        log = [entry for entry in trained.state.log_history if "reward" in entry]
        return run.keep(
            start,
            {
                **_figures(log, [_name(reward) for reward in self.rewards]),
                **sampler.seconds(trained.state.log_history),
                "examples": len(goals),
                "examples_skipped": len(goals) - len(prompts),
                "examples_shortened": shortened,
                "epochs": settings.epochs_per_repo,
                "completions": steps * settings.batch_size * settings.accumulate,
            },
            # What is sampled shorter to learn from is served as long as before.
            max_new_tokens=max(longest, start.manifest.max_new_tokens if start.manifest else 0),
            data_set_hash=data_set_hash,
        )

    def _halt(self) -> Halt | None:
        """When the run has learned enough: the mean reward of the last steps grows no more."""
        settings = self.settings
        if settings.patience is None:
            return None

        def missed(model: Any, log: Log) -> float:
            rewards = [entry["reward"] for entry in log if entry.get("reward") is not None]
            last = rewards[-settings.window :]
            return -sum(last) / len(last) if last else 0.0

        return Halt(missed, every=settings.window, patience=settings.patience)

    def _run(
        self,
        run: Tuning,
        sampler: _Sampler,
        start: LoadedModel,
        rows: Sequence[int],
        steps: int,
        longest: int,
        reference: Any,
        resume: bool,
    ) -> Any:
        from datasets import Dataset
        from trl import GRPOConfig

        settings = self.settings
        states = [goal.state for goal in sampler.goals]
        lr = settings.lr
        if lr is None:
            lr = 1e-5 if settings.lora is not None else 4e-4 if is_small(start) else 1e-6
        return run.train(
            sampler.trainer_class(reference, settings.kl_beta),
            GRPOConfig,
            start,
            data_hash=goals_hash(sampler.goals),
            steps=steps,
            lr=lr,
            resume=resume,
            halt=self._halt(),
            config_options={
                "num_generations": settings.num_generations,
                "max_completion_length": longest,
                "temperature": settings.temperature,
                "reward_weights": None
                if settings.reward_weights is None
                else list(settings.reward_weights),
                "shuffle_dataset": False,  # the rows are in order
                # TRL would read the reference from the path of the model: it is given beside.
                "beta": settings.kl_beta if settings.lora is not None and reference is None else 0,
                "remove_unused_columns": False,
            },
            options={
                "reward_funcs": sampler.reward_funcs,
                "train_dataset": Dataset.from_dict(
                    {"prompt": [states[row] for row in rows], "row": list(rows)}
                ),
            },
        )


class _Sampler:
    """What TRL's trainer is told of goals and rewards, and how long its parts take.

    Args:
        goals: all of them.
        prompts: tokens of those that can be shown, by number.
    """

    def __init__(
        self,
        goals: Sequence[GoalLike],
        prompts: Mapping[int, list[int]],
        encoder: Encoder,
        rewards: Sequence[RewardFunc],
    ) -> None:
        self.goals = goals
        self._tokens = {goals[row].state: tokens for row, tokens in prompts.items()}
        self._encoder = encoder
        self.reward_funcs = [self._wrapped(reward) for reward in rewards]
        self._generate_s = self._verify_s = 0.0

    def _wrapped(self, reward: RewardFunc) -> RewardFunc:
        """The reward function on whole tactics: what has no end, or is no text, is worth 0."""
        name = _name(reward)

        def named(
            prompts: list[str], completion_ids: list[list[int]], row: list[int], **columns: Any
        ) -> list[float | None]:
            texts = [self._text(ids) for ids in completion_ids]
            whole = [place for place, text in enumerate(texts) if text is not None]
            columns |= {
                "completions": [texts[place] for place in whole],
                "prompts": [prompts[place] for place in whole],
                "goals": [self.goals[row[place]] for place in whole],
                "completion_ids": [completion_ids[place] for place in whole],
            }
            found: list[float | None] = [0.0] * len(texts)
            if not whole:
                return found
            try:
                given = reward(**columns)
                values = [None if value is None else float(value) for value in given]
            except SenseiError:
                raise
            except Exception as error:  # the user's own code
                raise RewardError(
                    f"the reward function {name!r} raised {type(error).__name__}: {error}; it was "
                    f"given {len(whole)} completions, the first for the goal {prompts[whole[0]]!r}",
                    "mend it, and go on with resume=True (--resume)",
                ) from error
            if len(values) != len(whole) or not all(v is None or math.isfinite(v) for v in values):
                raise RewardError(
                    f"the reward function {name!r} gave {len(values)} rewards for {len(whole)} "
                    "completions, or one that is no number",
                    "have it give one finite number, or None, for each completion",
                )
            for place, value in zip(whole, values, strict=True):
                found[place] = value
            return found

        named.__name__ = name
        return named

    def _text(self, ids: Sequence[int]) -> str | None:
        """A completion's text; None for one without an end, and for what is no text."""
        if not ids or ids[-1] != self._encoder.eos_id:
            return None
        return self._encoder.text(tuple(ids[:-1]))

    def trainer_class(self, reference: Any, kl_beta: float) -> Any:
        """TRL's trainer on our tokens, with this reference."""
        from trl import GRPOTrainer as TrlGRPOTrainer
        from trl.trainer.utils import add_fused_lm_head

        sampler = self

        class Sampling(TrlGRPOTrainer):  # type: ignore[misc]
            def __init__(self, *arguments: Any, **options: Any) -> None:
                super().__init__(*arguments, **options)
                if reference is not None:
                    self.beta = kl_beta
                    add_fused_lm_head(reference, temperature=self.temperature)  # as its own
                    self.ref_model = self.accelerator.prepare_model(
                        reference.eval(), evaluation_mode=True
                    )

            def _tokenize_prompts(self, prompts: list[str]) -> Any:
                return [sampler._tokens[prompt] for prompt in prompts], None, {}

            def _generate(self, prompts: list[str]) -> Any:
                began = time.monotonic()
                if not all(bool(weight.isfinite().all()) for weight in self.model.parameters()):
                    raise LossLostError("the weights are no numbers, so nothing can be sampled")
                try:
                    return super()._generate(prompts)
                finally:
                    sampler._generate_s += time.monotonic() - began

            def _calculate_rewards(self, *arguments: Any) -> Any:
                began = time.monotonic()
                try:
                    return super()._calculate_rewards(*arguments)
                finally:
                    sampler._verify_s += time.monotonic() - began

        return Sampling

    def seconds(self, log: Sequence[Mapping[str, float]]) -> dict[str, float]:
        """Of this process's steps: what sampling, rewards and the rest took."""
        steps = sum(entry.get("step_time") or 0.0 for entry in log)
        update = max(0.0, steps - self._generate_s - self._verify_s)
        return {
            "seconds_generate": round(self._generate_s, 2),
            "seconds_verify": round(self._verify_s, 2),
            "seconds_update": round(update, 2),
        }


def goals_hash(goals: Sequence[GoalLike]) -> str:
    """SHA-256 over all goals, in order."""
    listed = [goal.state for goal in goals]
    return hashlib.sha256(json.dumps(listed, ensure_ascii=False).encode()).hexdigest()


def _prompts(
    goals: Sequence[GoalLike], encoder: Encoder, limit: int
) -> tuple[dict[int, list[int]], int]:
    """Tokens of the goals that can be shown within ``limit``, by number; and how many of them lost
    hypotheses."""
    found: dict[int, list[int]] = {}
    shortened = 0
    for number, goal in enumerate(goals):
        prompt = encoder.prompt(goal.state, limit)
        if not prompt.cut_target and 0 < len(prompt.tokens) <= limit:
            found[number] = prompt.tokens
            shortened += prompt.dropped_hypotheses > 0
    return found, shortened


def _lay_out(goals: list[int], settings: GRPOSettings) -> list[int]:
    """All epochs, shuffled; the last step is filled up from the first goals."""
    rng = random.Random(settings.seed)
    rows: list[int] = []
    for _ in range(settings.epochs_per_repo):
        order = list(goals)
        rng.shuffle(order)
        rows += order
    a_step = settings.batch_size * settings.accumulate // settings.num_generations
    missing = -len(rows) % a_step
    return rows + [rows[place % len(rows)] for place in range(missing)]


def _name(reward: RewardFunc) -> str:
    return getattr(reward, "__name__", type(reward).__name__)


def _figures(log: Sequence[Mapping[str, float]], names: Sequence[str]) -> dict[str, float]:
    """The first and the last tenth of the steps: reward, and each part of it."""
    part = max(1, len(log) // 10)
    keys = {"reward": "reward", "loss": "loss", "kl": "kl"}
    keys |= {f"rewards/{name}/mean": f"reward_{name}" for name in names}
    figures: dict[str, float] = {}
    for where, these in (("first", log[:part]), ("last", log[-part:])):
        for theirs, ours in keys.items():
            values = [entry[theirs] for entry in these if entry.get(theirs) is not None]
            if values:
                figures[f"{ours}_{where}"] = sum(values) / len(values)
    return figures
