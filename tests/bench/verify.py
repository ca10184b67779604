"""How long a verdict takes: the proofs that the sample project has, judged once more each.

    python tests/bench/verify.py [--count 1000] [--slice 100] [--single 20] [--seconds 470] [--free]

Takes COUNT proofs evenly from the built sample project (1,000: every proof as often as it takes)
and judges them with the pool, a slice by one worker and the same by two, and so on, so that what
the machine does meanwhile falls on both. Beside it, of SINGLE of them: the verifier that starts all
three processes anew for each, and one ``lean`` a proof that compiles the file with the proof in it
and judges nothing. Processor time is counted besides the wall clock, because on a shared machine
only that repeats.

``efficiency_2`` compares one worker that has one core with two that have one core each, so that a
worker has the same in both and what is lost is what the two wait for one another. Two that share
two cores are measured as well (``efficiency_2_shared``): Lean elaborates and checks on several
threads, which then wake one another across cores, and so does one worker on two cores (``--free``).
The last line is JSON: of the slices that were done, if SECONDS are over or SIGTERM comes
(``proofs`` says of how many).
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from early import EndedEarly, end_early

from sensei.core.errors import SenseiError
from sensei.core.types import Claim, TheoremRef, Verdict
from sensei.settings import load_settings
from sensei.toolchain.modules import module_path
from sensei.toolchain.workspace import open_workspace
from sensei.verify.judge import compile_source
from sensei.verify.pool import VerifierPool
from sensei.verify.verifier import LeanVerifier

ROOT = Path(__file__).parents[2]
# Top-level theorems with a tactic proof: name, and the text from `by` to the next blank line.
THEOREM = re.compile(
    r"^theorem (\w+)\b[^\n]*?(?:\n  [^\n]*?)*? := (by\n(?:[^\n]+\n)+)", re.MULTILINE
)
NAMESPACE = re.compile(r"^namespace ([\w.]+)$", re.MULTILINE)


def claims(project: Path) -> list[Claim]:
    """The claims, in the order of files and lines; only files with one namespace."""
    found = []
    for path in sorted((project / "Kata").rglob("*.lean")):
        text = path.read_text("utf-8")
        namespaces = NAMESPACE.findall(text)
        file = path.relative_to(project)
        module = ".".join(file.with_suffix("").parts)
        if len(namespaces) == 1 and "sorry" not in text:
            for name, proof in THEOREM.findall(text):
                theorem = TheoremRef(f"{namespaces[0]}.{name}", module, file.as_posix())
                found.append(Claim(theorem, proof))
    return found


class BoundPool(VerifierPool):
    """Each worker, and what it starts, keeps to a core of its own."""

    def __init__(self, verifier: LeanVerifier, cores: Sequence[int]) -> None:
        super().__init__(verifier, len(cores))
        self._cores = itertools.cycle(cores)
        self._bound = threading.local()

    def verify(self, claim: Claim) -> Verdict:
        if not hasattr(self._bound, "core"):
            self._bound.core = next(self._cores)
            os.sched_setaffinity(0, {self._bound.core})
        return super().verify(claim)


def processor_s() -> float:
    """Processor seconds of this process and those it has waited for."""
    return sum(os.times()[:4])


@dataclass(frozen=True)
class Run:
    """What judging some proofs took."""

    proofs: int
    verified: int
    wall_s: float
    processor_s: float
    seconds: tuple[float, ...]

    @property
    def per_s(self) -> float:
        return self.proofs / self.wall_s

    @property
    def per_processor_s(self) -> float:
        return self.proofs / self.processor_s

    def at(self, share: float) -> float:
        return round(1000 * self.seconds[min(len(self.seconds) - 1, int(share * self.proofs))], 1)


def timed(judge: Callable[[], list[Verdict]]) -> Run:
    started, before = time.monotonic(), processor_s()
    verdicts = judge()
    wall, processor = time.monotonic() - started, processor_s() - before
    for verdict in verdicts:
        if not verdict.accepted:
            print(f"{verdict.reason.value}: {verdict.detail}")
    accepted = sum(verdict.accepted for verdict in verdicts)
    seconds = tuple(sorted(verdict.seconds for verdict in verdicts))
    return Run(len(verdicts), accepted, wall, processor, seconds)


def pooled(pool: VerifierPool, chosen: list[Claim]) -> Run:
    def judge() -> list[Verdict]:
        found = pool.verify_all(chosen)
        for each in found:
            if isinstance(each, SenseiError):
                raise each
        return [each for each in found if isinstance(each, Verdict)]

    return timed(judge)


def together(runs: list[Run]) -> Run:
    """Runs of different proofs as one."""
    return Run(
        sum(run.proofs for run in runs),
        sum(run.verified for run in runs),
        sum(run.wall_s for run in runs),
        sum(run.processor_s for run in runs),
        tuple(sorted(second for run in runs for second in run.seconds)),
    )


def one_lean_each(verifier: LeanVerifier, chosen: list[Claim]) -> float:
    """Proofs a processor second of one ``lean`` a proof."""
    workspace, before = verifier.workspace, processor_s()
    with tempfile.TemporaryDirectory(prefix="sensei-bench-") as folder:
        for number, claim in enumerate(chosen):
            root = Path(folder) / str(number)
            path = module_path(root, claim.theorem.module, ".lean")
            path.parent.mkdir(parents=True)
            # The sample's own proofs: the spliced file is the file.
            path.write_bytes(verifier.read(claim.theorem))
            olean = root / "out.olean"
            refusal = compile_source(
                workspace, path, source_root=root, olean=olean, limits=verifier.limits
            )
            assert refusal is None, refusal
    return len(chosen) / (processor_s() - before)


@dataclass(frozen=True)
class Judged:
    """Slices that were judged by one worker on one core, by two on one core each, by two that share
    two, and, if that was wanted, by one on two."""

    one: list[Run]
    two: list[Run]
    shared: list[Run]
    free: list[Run]


def judged(verifier: LeanVerifier, chosen: list[Claim], size: int, free: bool) -> Judged:
    """Every slice in each way, as far as the time goes."""
    cores = sorted(os.sched_getaffinity(0))[:2]
    done = Judged([], [], [], [])
    try:
        with (
            BoundPool(verifier, cores[:1]) as one,
            BoundPool(verifier, cores) as two,
            VerifierPool(verifier, 2) as shared,
            VerifierPool(verifier, 1) as wide,
        ):
            os.sched_setaffinity(0, cores)
            for start in range(0, len(chosen), size):
                part = chosen[start : start + size]
                runs = [
                    pooled(pool, part) for pool in (one, two, shared, *([wide] if free else []))
                ]
                for kept, run in zip(
                    (done.one, done.two, done.shared, done.free), runs, strict=False
                ):
                    kept.append(run)
                print(f"{start + len(part)} of {len(chosen)}", flush=True)
    except EndedEarly:
        print("ended early", flush=True)
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--slice", type=int, default=100)
    parser.add_argument("--single", type=int, default=20)
    parser.add_argument("--seconds", type=int, help="end after so many (never)")
    parser.add_argument("--free", action="store_true", help="one worker on two cores as well")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sensei-bench-") as folder:
        project = Path(folder) / "Kata"
        sample = ROOT / "lean" / "samples" / "Kata"
        shutil.copytree(sample, project, ignore=shutil.ignore_patterns(".lake"))
        lakefile = project / "lakefile.toml"
        lakefile.write_text(lakefile.read_text("utf-8").replace('"../../.."', f'"{ROOT}"'), "utf-8")
        verifier = LeanVerifier(open_workspace(project, load_settings(project)))
        every = claims(project)
        if args.count <= len(every):
            chosen = every[:: len(every) // args.count][: args.count]
        else:
            chosen = [every[place % len(every)] for place in range(args.count)]
        few = chosen[:: max(1, len(chosen) // args.single)][: args.single]
        for claim in every:  # the untouched files are compiled before the clock starts
            verifier.original_olean(claim.theorem, verifier.read(claim.theorem))
        lean_per_s = one_lean_each(verifier, few)
        each = timed(lambda: [verifier.verify(claim) for claim in few])
        end_early(args.seconds)
        # Neighbours are of one file: a slice is of few.
        chosen.sort(key=lambda claim: claim.theorem.file)
        found = judged(verifier, chosen, args.slice, args.free)
    if not found.one:
        raise SystemExit("not one slice was done: give a smaller --slice")
    one, two, shared = together(found.one), together(found.two), together(found.shared)
    table = {
        "proofs": one.proofs,
        "verified": one.verified,
        "wall_s, one worker": round(one.wall_s, 1),
        "wall_s, two workers": round(two.wall_s, 1),
        "wall_s, two workers that share cores": round(shared.wall_s, 1),
        "processor_ms, one worker": round(1000 / one.per_processor_s),
        "processor_ms, two workers": round(1000 / two.per_processor_s),
        "processor_ms, three processes a proof": round(1000 / each.per_processor_s),
        "processor_ms, one lean a proof": round(1000 / lean_per_s),
        "cores in use, one worker": round(one.processor_s / one.wall_s, 2),
        "cores in use, two workers": round(two.processor_s / two.wall_s, 2),
        "cores in use, two that share": round(shared.processor_s / shared.wall_s, 2),
    }
    if found.free:
        free = together(found.free)
        table["wall_s, one worker on two cores"] = round(free.wall_s, 1)
        table["cores in use, one worker on two"] = round(free.processor_s / free.wall_s, 2)
    for name, value in table.items():
        print(f"{name:<38} {value}")
    figures = {
        "proofs": one.proofs,
        "proofs_per_s_per_core": round(one.per_processor_s, 3),
        "p50_ms": one.at(0.5),
        "p95_ms": one.at(0.95),
        "efficiency_2": round(two.per_s / (2 * one.per_s), 3),
        "efficiency_2_shared": round(shared.per_s / (2 * one.per_s), 3),
        "efficiency_2_processor": round(two.per_processor_s / one.per_processor_s, 3),
        "vs_one_process": round(one.per_processor_s / lean_per_s, 2),
        "vs_three_processes": round(one.per_processor_s / each.per_processor_s, 2),
        "lean": verifier.workspace.lean_version,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
