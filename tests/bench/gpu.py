"""Speeds on one GPU: `python tests/bench/gpu.py [--out FILE] [--small]`.

Models have the shapes of real ones and random weights; nothing is downloaded.

- Fine-tuning: `SFTTrainer`, a 1.5-billion-weight Qwen2.5 shape, bfloat16, packed rows of 1,024
  tokens. Tokens a second over the steps after the first few, and model FLOPs utilisation: six
  operations a weight and token (the embedding counts once, as the output layer), twelve times
  layers, width and length for attention (Chowdhery et al. 2022, appendix B), over the card's dense
  bfloat16 peak.
- Generation: `TacticGenerator` on that model, 64 goals at once, 8 candidates each.
- Retrieval: `PremiseEncoder` in the shape of ByT5-small, compiled, over 200,000 premises;
  `encode_ready_s` is the compilation.
- A step of GRPO: `GRPOTrainer` on that model, 32 completions of 32 tokens in groups of 8. Random
  weights write no tactics, so what Lean takes for a step is measured beside it, by `LeanRewards` on
  `--project DIR`, a traced project with the split `whole`: for each goal the tactic that stands
  there and seven of other goals. Without a project it is null.

`--small` is a trial of the script on a CPU. `--only PART ...` runs some parts. The last line is
JSON, also where it is ended by SIGTERM or after `--minutes`; what was not measured is null.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from sensei.core.types import Premise
from sensei.data.proof_goals import proof_goals
from sensei.loop.rewards import lean_rewards
from sensei.models.byte_tokenizer import byte_tokenizer
from sensei.models.encoder_config import EncoderConfig
from sensei.models.generator import TacticGenerator
from sensei.models.loading import LoadedModel, quiet_libraries, save_pretrained
from sensei.models.premise_encoder import fresh_encoder
from sensei.settings import load_settings
from sensei.store import default_database, open_store
from sensei.toolchain.workspace import open_workspace
from sensei.trainers.batches import Pair
from sensei.trainers.grpo import GRPOTrainer
from sensei.trainers.loop import Progress
from sensei.trainers.sft import SFTTrainer

#: Dense bfloat16 operations a second, by NVIDIA's data sheets.
PEAKS = {"H100": 989e12, "H200": 989e12, "A100": 312e12}
WARM_STEPS = 5


@dataclass(frozen=True)
class Sizes:
    """What is run."""

    shape: dict[str, int]
    steps: int
    batch: int
    goals: int
    premises: int
    encoder: EncoderConfig


# Qwen2.5-1.5B (its config.json), ByT5-small's encoder.
WHOLE = Sizes(
    {"hidden_size": 1536, "intermediate_size": 8960, "num_hidden_layers": 28,
     "num_attention_heads": 12, "num_key_value_heads": 2, "vocab_size": 151936},
    steps=40, batch=16, goals=64, premises=200_000,
    encoder=EncoderConfig(
        hidden_size=1472, layers=12, heads=6, head_size=64, intermediate_size=3584
    ),
)  # fmt: skip
SMALL = Sizes(
    {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
     "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 300},
    steps=8, batch=2, goals=4, premises=200, encoder=EncoderConfig(),
)  # fmt: skip


def text(rng: random.Random, size: int) -> str:
    words = ["Nat", "List", "∀", "x", "xs", "→", "=", "+", "length", "append", "hp", "succ", "∧"]
    made = ""
    while len(made) < size:
        made += rng.choice(words) + " "
    return made.strip()


def qwen(sizes: Sizes) -> Any:
    from transformers import Qwen2Config, Qwen2ForCausalLM

    torch.manual_seed(0)
    shape = Qwen2Config(
        **sizes.shape, max_position_embeddings=4096, tie_word_embeddings=True,
        pad_token_id=0, bos_token_id=None, eos_token_id=1,
    )  # fmt: skip
    with quiet_libraries(), torch.device("cuda" if torch.cuda.is_available() else "cpu"):
        return Qwen2ForCausalLM(shape)


def flops_per_token(model: Any, length: int) -> float:
    """Of a forward and backward pass."""
    weights = sum(p.numel() for p in model.parameters())  # the tied embedding once
    shape = model.config
    return 6.0 * weights + 12.0 * shape.num_hidden_layers * shape.hidden_size * length


def fine_tuning(sizes: Sizes, base: Path, out: Path) -> dict[str, Any]:
    rng = random.Random(0)
    rows = sizes.steps * sizes.batch
    # About five examples a row, as in traces.
    pairs = [Pair(f"{text(rng, 60)} : {text(rng, 40)}\n⊢ {text(rng, rng.randint(20, 120))}",
                  f"simp [{text(rng, rng.randint(10, 60))}]") for _ in range(rows * 6)]  # fmt: skip
    marks: list[tuple[int, float]] = []

    def report(progress: Progress) -> None:
        marks.append((progress.step, progress.seconds))

    torch.cuda.reset_peak_memory_stats() if torch.cuda.is_available() else None
    trainer = SFTTrainer(
        str(base), out, epochs_per_repo=1, batch_size=sizes.batch, max_seq_len=1024, lr=1e-5,
        packing=True, precision="bfloat16", skeletons=False, rename_share=0.0, save_steps=None,
        compiled=torch.cuda.is_available(),
    )  # fmt: skip
    result = trainer.train(pairs, report=report)
    metrics = result.manifest.metrics
    (first, began), (last, ended) = marks[WARM_STEPS], marks[-1]
    tokens_a_step = metrics["tokens"] / metrics["steps"]
    tokens_per_s = tokens_a_step * (last - first) / (ended - began)
    return {
        "sft_tokens_per_s": round(tokens_per_s),
        "sft_steps": metrics["steps"],
        "sft_full": round(tokens_a_step / (1024 * sizes.batch), 3),
        "sft_loss": [metrics["loss_first"], metrics["loss_last"]],
        "sft_gib": round(torch.cuda.max_memory_allocated() / 2**30, 1)
        if torch.cuda.is_available()
        else None,
    }


def generation(sizes: Sizes, model: Any) -> dict[str, Any]:
    rng = random.Random(1)
    generator = TacticGenerator(
        LoadedModel(model, byte_tokenizer(), None), max_new_tokens=32, gap=None, max_rows=4096
    )
    goals = [f"{text(rng, 80)}\n⊢ {text(rng, 60)}" for _ in range(sizes.goals)]
    generator.generate(goals[:2], 8)
    began = time.monotonic()
    generator.generate(goals, 8)
    seconds = time.monotonic() - began
    # Random weights seldom end a tactic: what is counted is sequences of 32 tokens.
    return {"tactics_per_s": round(8 * len(goals) / seconds, 1), "tactic_tokens": 32}


def retrieval(sizes: Sizes) -> dict[str, Any]:
    rng = random.Random(2)
    premises = [
        Premise(f"Lib.lemma{i}", "Lib", text(rng, rng.randint(40, 160)))
        for i in range(sizes.premises)
    ]
    encoder = fresh_encoder(sizes.encoder, 0)
    if torch.cuda.is_available():
        encoder.model.to(device="cuda", dtype=torch.bfloat16)
    began = time.monotonic()
    if torch.cuda.is_available():
        encoder.model = torch.compile(encoder.model, dynamic=True)
    encoder.encode_premises(premises[:4096], batch=1024)
    ready_s = time.monotonic() - began
    began = time.monotonic()
    vectors = encoder.encode_premises(premises, batch=1024)
    seconds = time.monotonic() - began
    assert vectors.shape == (len(premises), sizes.encoder.hidden_size)
    return {
        "encode_per_s": round(len(premises) / seconds),
        "encode_s": round(seconds, 1),
        "encode_ready_s": round(ready_s, 1),
    }


def grpo_step(
    sizes: Sizes, base: Path, out: Path, project: Path | None, found: dict[str, Any]
) -> dict[str, Any]:
    """The parts of a step; the model's two are in ``found`` before Lean is asked."""
    rng = random.Random(3)
    steps, completions = 6, max(16, 2 * sizes.batch)
    goals = [
        Pair(f"{text(rng, 80)}\n⊢ {text(rng, 60)}", "") for _ in range(steps * completions // 8)
    ]

    def worthless(completions: list[str], **_: Any) -> list[float]:
        return [0.0] * len(completions)

    trainer = GRPOTrainer(
        str(base), worthless, out, batch_size=completions, num_generations=8, lr=1e-6,
        max_new_tokens=32, max_seq_len=512, precision="bfloat16", save_steps=None,
    )  # fmt: skip
    metrics = trainer.train(goals).manifest.metrics
    step = {
        "generate": round(metrics["seconds_generate"] / steps, 3),
        "verify": None,
        "update": round(metrics["seconds_update"] / steps, 3),
    }
    found |= {"grpo_step_s": step, "grpo_completions": completions}
    if project is not None:
        found["grpo_step_s"] = step | {"verify": lean_step(project, completions // 8)}
    return {"grpo_step_s": found["grpo_step_s"]}


def lean_step(project: Path, goals_a_step: int) -> float:
    """Seconds of Lean for one step, the mean of four; its servers are warm."""
    settings = load_settings(project)
    store = open_store(default_database(project))
    try:
        goals = proof_goals(store, store.split("whole"), "train")
    finally:
        store.close()
    rng = random.Random(4)
    asked = [rng.sample(goals, goals_a_step) for _ in range(5)]
    workspace = open_workspace(project, settings)
    seconds = []
    with lean_rewards(workspace, goals, ("verified",), workers=settings.jobs) as rewards:
        for step in asked:
            pairs = [
                (goal, tactic)
                for goal in step
                for tactic in (goal.written, *(one.written for one in rng.sample(goals, 7)))
            ]
            began = time.monotonic()
            rewards.score([goal for goal, _ in pairs], [tactic for _, tactic in pairs])
            seconds.append(time.monotonic() - began)
    return round(sum(seconds[1:]) / len(seconds[1:]), 3)


PARTS = ("generation", "retrieval", "fine_tuning", "grpo")
FIGURES = ("card", "sft_tokens_per_s", "sft_mfu", "grpo_step_s", "tactics_per_s", "encode_per_s")


class Ended(BaseException):
    """It is to end now; nothing on the way may take it for its own error."""


def end(*_: Any) -> None:
    raise Ended


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--project", type=Path, help="traced, with a split called whole")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART")
    parser.add_argument("--minutes", type=float, help="end after so long")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGALRM, end)
    if args.minutes:
        signal.setitimer(signal.ITIMER_REAL, 60 * args.minutes)
    sizes = SMALL if args.small else WHOLE
    card = torch.cuda.get_device_name() if torch.cuda.is_available() else "none"
    found: dict[str, Any] = {"card": card, "torch": torch.__version__}
    try:
        with tempfile.TemporaryDirectory(prefix="sensei-bench-") as folder:
            measure(sizes, Path(folder), args, card, found)
    except Ended:
        print("ended early", file=sys.stderr, flush=True)
    signal.setitimer(signal.ITIMER_REAL, 0)
    found = {figure: found.get(figure) for figure in FIGURES} | found
    print(json.dumps(found), flush=True)
    if args.out is not None:
        args.out.write_text(json.dumps(found) + "\n", "utf-8")


def measure(
    sizes: Sizes, folder: Path, args: argparse.Namespace, card: str, found: dict[str, Any]
) -> None:
    """Adds the figures of each part to ``found`` when they are there."""
    model = qwen(sizes)
    work = flops_per_token(model, 1024)
    save_pretrained(model, byte_tokenizer(), folder / "base")
    peak = next((rate for name, rate in PEAKS.items() if name in card), None)

    def tuned() -> dict[str, Any]:
        made = fine_tuning(sizes, folder / "base", folder / "run")
        return made | {
            "sft_mfu": round(made["sft_tokens_per_s"] * work / peak, 3) if peak else None
        }

    if "generation" in args.only:
        found |= generation(sizes, model)
    del model
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "retrieval": lambda: retrieval(sizes),
        "grpo": lambda: grpo_step(sizes, folder / "base", folder / "grpo", args.project, found),
        "fine_tuning": tuned,  # the longest: it compiles
    }
    for name, part in parts.items():
        if name in args.only:
            torch.cuda.empty_cache() if torch.cuda.is_available() else None
            print(json.dumps(found), flush=True)
            found |= part()


if __name__ == "__main__":
    main()
