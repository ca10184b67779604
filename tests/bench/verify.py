"""How long a verdict takes: the proofs that Kata has, judged once more each.

    python tests/bench/verify.py [--count 50]

Takes theorems of the built sample project evenly, splices each one's own proof in, and prints
verdicts a second, the median and the slowest. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from sensei.core.types import Claim, TheoremRef
from sensei.settings import load_settings
from sensei.toolchain.workspace import open_workspace
from sensei.verify.verifier import LeanVerifier

ROOT = Path(__file__).parents[2]
# Top-level theorems with a tactic proof: name, and the text from `by` to the next blank line.
THEOREM = re.compile(
    r"^theorem (\w+)\b[^\n]*(?:\n  [^\n]*?)*? := (by\n(?:[^\n]+\n)+)", re.MULTILINE
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    count = parser.parse_args().count
    with tempfile.TemporaryDirectory(prefix="sensei-bench-") as folder:
        project = Path(folder) / "Kata"
        sample = ROOT / "lean" / "samples" / "Kata"
        shutil.copytree(sample, project, ignore=shutil.ignore_patterns(".lake"))
        lakefile = project / "lakefile.toml"
        lakefile.write_text(lakefile.read_text("utf-8").replace('"../../.."', f'"{ROOT}"'), "utf-8")
        verifier = LeanVerifier(open_workspace(project, load_settings(project)))
        every = claims(project)
        chosen = every[:: max(1, len(every) // count)][:count]
        started, before = time.monotonic(), os.times()
        verdicts = [verifier.verify(claim) for claim in chosen]
        wall, after = time.monotonic() - started, os.times()
    seconds = sorted(verdict.seconds for verdict in verdicts)
    cpu = sum(after[2:4]) - sum(before[2:4])
    figures = {
        "proofs": len(verdicts),
        "of": len(every),
        "verified": sum(verdict.accepted for verdict in verdicts),
        "per_second": round(len(verdicts) / wall, 3),
        "p50_s": round(statistics.median(seconds), 2),
        "slowest_s": round(seconds[-1], 2),
        "cpu_s_each": round(cpu / len(verdicts), 2),
        "lean": verifier.workspace.lean_version,
    }
    for verdict, claim in zip(verdicts, chosen, strict=True):
        if not verdict.accepted:
            print(f"{claim.theorem.name}: {verdict.reason.value}: {verdict.detail}")
    for name, value in figures.items():
        print(f"{name:<12} {value}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
