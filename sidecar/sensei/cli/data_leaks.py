"""``sensei data leaks``: what is in two parts of a frozen split."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sensei.store import Store

SUMMARY = "look for names, statements (up to bound names) and long proofs in two parts of a split"
EXAMPLE = "sensei data leaks --split default"
_SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("--split", default="default", metavar="NAME", help="the split's name")


def run(args: argparse.Namespace, root: Path, store: Store) -> int:
    """1 if a name or a statement is in two parts; equal proofs of different statements are told,
    and are the reader's to judge."""
    from sensei.data.leaks import find_leaks

    split = store.split(args.split)
    leaks = find_leaks(store, split)
    kinds = Counter(leak.kind for leak in leaks)
    counts = {kind: kinds[kind] for kind in ("name", "statement", "proof")}
    if args.json:
        json.dump(
            {"split": split.name, **counts, "leaks": [asdict(leak) for leak in leaks]},
            sys.stdout,
            ensure_ascii=False,
        )
        print()
    else:
        told = ", ".join(f"{number} {kind}s" for kind, number in counts.items())
        print(f"split {split.name}: {told} in two parts")
        for leak in leaks[:_SHOWN]:
            places = " and ".join(f"{p}: {name} ({m})" for p, m, name in (leak.one, leak.other))
            print(f"  {leak.kind:<9} {places}")
        if len(leaks) > _SHOWN:
            print(f"  and {len(leaks) - _SHOWN} more: --json")
    return 1 if counts["name"] or counts["statement"] else 0
