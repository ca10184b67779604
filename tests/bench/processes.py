"""Whether several processes learn what one learns: fine-tuning through the command of --gpus.

    python tests/bench/processes.py [--processes 2] [--device cpu]

A small model is trained on the same pairs by one process, and by several on the CPU (gloo) or on as
many GPUs, with the same batch over all of them. What differs is the order in which numbers are
added. Prints the distance between both checkpoints, relative to the way that the weights went, and
as its last line one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
STEPS = 12


@dataclass(frozen=True)
class Pair:
    """A goal and its tactic."""

    state: str
    tactic: str


PAIRS = [
    *(Pair(f"h{n} : p\n⊢ p", f"exact h{n}") for n in range(8)),
    *(Pair(f"{x} : Nat\n⊢ {x} + 0 = {x}", f"simp [{x}]") for x in "abcdefgh"),
]


def train(output: Path, device: str) -> None:
    """One process's part of the training, as the environment says."""
    from sensei.models.config import ModelConfig
    from sensei.trainers.sft import SFTTrainer

    SFTTrainer(
        output_dir=output,
        epochs_per_repo=STEPS * 8 // len(PAIRS),
        batch_size=8,
        threads=1,
        device=device,
        precision="float32",
        save_steps=None,
        model=ModelConfig(hidden_size=32, layers="ca", heads=2, intermediate_size=64),
    ).train(PAIRS)


def launched(output: Path, processes: int, device: str) -> float:
    """Trains by the launcher of ``sensei train --gpus``; the seconds it took."""
    from sensei.trainers.launching import check_gpus, launch_command

    check_gpus(processes, "ddp", device)
    command = launch_command([], processes, "ddp", device)
    at = command.index("--module")
    own = [str(Path(__file__)), "--child", str(output), "--device", device]
    began = time.monotonic()
    subprocess.run([*command[:at], *own], check=True, env=environment())
    return time.monotonic() - began


def environment() -> dict[str, str]:
    """With our package, and one thread a process."""
    places = filter(None, (str(ROOT / "sidecar"), os.environ.get("PYTHONPATH")))
    return os.environ | {"PYTHONPATH": os.pathsep.join(places), "OMP_NUM_THREADS": "1"}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="(2)")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="(cpu)")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT / "sidecar"))
    if args.child is not None:
        train(args.child, args.device)
        return 0
    from safetensors.torch import load_file

    from sensei.models.config import ModelConfig
    from sensei.models.loading import fresh_model

    with tempfile.TemporaryDirectory(prefix="sensei-processes.") as folder:
        one, several = Path(folder) / "one", Path(folder) / "several"
        subprocess.run(
            [sys.executable, __file__, "--child", str(one), "--device", args.device],
            check=True, env=environment(),
        )  # fmt: skip
        seconds = launched(several, args.processes, args.device)
        before = dict(
            fresh_model(
                ModelConfig(hidden_size=32, layers="ca", heads=2, intermediate_size=64), 0
            ).model.named_parameters()
        )
        found = [load_file(each / "model.safetensors") for each in (one, several)]
        steps = json.loads((several / "manifest.json").read_text("utf-8"))["metrics"]["steps"]
    apart = sum(float((found[0][n] - found[1][n]).square().sum()) for n in found[0]) ** 0.5
    way = sum(float((found[0][n] - before[n]).square().sum()) for n in found[0]) ** 0.5
    print(
        f"{args.processes} processes, {steps:.0f} steps: {apart:.2e} apart after a way of {way:.2f}"
    )
    print(
        json.dumps(
            {"processes": args.processes, "device": args.device, "steps": steps, "apart": apart,
             "way": round(way, 3), "seconds": round(seconds, 1)}
        )
    )  # fmt: skip
    return 0 if steps == STEPS and apart < 1e-3 * way else 1


if __name__ == "__main__":
    sys.exit(main())
