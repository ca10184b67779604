"""``sensei prove``: searches for proofs, has Lean check every one, keeps what happened."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.project import add_database, add_project, open_project_store, project_root
from sensei.core.errors import NotFoundError, UsageError

if TYPE_CHECKING:
    from sensei.core.types import TheoremRef
    from sensei.provers.evaluate import Figures
    from sensei.provers.prover import Attempt
    from sensei.store import Store

EXAMPLE = "sensei prove --split test --generator fixed --seconds 20"
PARTS = ("train", "val", "test")
# search.options.SEARCHES, which a test compares; the command line starts without importing it.
SEARCHES = (
    "best_first", "breadth_first", "depth_first", "updown", "fringe", "htps", "mcts",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("theorems", nargs="*", metavar="NAME", help="theorems, by name or its end")
    add_project(parser)
    add_database(parser)
    parser.add_argument("--split", metavar="PART", help="all of train, val or test; or a split")
    parser.add_argument("--part", choices=PARTS, help="with --split SPLIT: which part (test)")
    parser.add_argument("--limit", type=_count, metavar="N", help="only the first N theorems")
    parser.add_argument(
        "--generator",
        metavar="G",
        help="a checkpoint's folder or name, 'fixed' (ten tactics) or 'untrained' "
        "(default: the newest checkpoint)",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the generator's sampling")
    parser.add_argument(
        "--temperature", type=float, default=0.0, metavar="T", help="0 takes the best of a beam"
    )
    search = parser.add_argument_group("the search of one theorem")
    search.add_argument("--seconds", type=_seconds, default=60.0, metavar="S", help="wall clock")
    search.add_argument(
        "--model-calls", type=_count, default=200, metavar="N", help="states given to the model"
    )
    search.add_argument(
        "--tactic-calls", type=_count, default=2000, metavar="N", help="tactics given to Lean"
    )
    search.add_argument(
        "--search",
        choices=SEARCHES,
        default="best_first",
        help="the algorithm (best_first); docs/search.md says what each does",
    )
    search.add_argument(
        "--candidates", type=_count, default=16, metavar="K", help="tactics asked for a state"
    )
    search.add_argument(
        "--batch", type=_count, default=4, metavar="N", help="states a call of the model"
    )
    search.add_argument(
        "--alpha", type=float, default=0.0, help="scores are divided by length^alpha"
    )
    search.add_argument(
        "--tactic-seconds", type=_seconds, default=2.0, metavar="S", help="one tactic"
    )


def run(args: argparse.Namespace) -> int:
    """Proves; 0 if every theorem was verified."""
    if bool(args.theorems) == bool(args.split):
        raise UsageError("name theorems, or give --split, one of both", f"as in: {EXAMPLE}")
    root = project_root(args)
    with open_project_store(args, root) as store:
        snapshot_id, theorems = _chosen(args, store, root)
        attempts, figures = _evaluate(args, root, store, snapshot_id, theorems)
    if args.json:
        json.dump(
            {"attempts": [_described(a) for a in attempts], "figures": figures.to_json()},
            sys.stdout,
            ensure_ascii=False,
        )
        print()
    else:
        _print(attempts, figures)
    return 0 if figures.verified == figures.theorems else 1


def _chosen(args: argparse.Namespace, store: Store, root: Path) -> tuple[int, list[TheoremRef]]:
    """The snapshot and the theorems that the command line asks for."""
    from sensei.ingest.identity import project_snapshot

    if not args.split:
        snapshot = project_snapshot(store, root)
        named = [store.theorem(name, snapshot_id=snapshot.id).ref for name in args.theorems]
        return snapshot.id, list(dict.fromkeys(named))[: args.limit]
    if args.split in PARTS and args.part is None:
        split, part = store.split("default"), args.split
    else:
        split, part = store.split(args.split), args.part or "test"
    members = split.part(part)[: args.limit]
    if not members:
        raise NotFoundError(f"the split {split.name} has no {part} theorems", "sensei data show")
    return split.snapshot_id, [member.ref for member in members]


def _evaluate(
    args: argparse.Namespace,
    root: Path,
    store: Store,
    snapshot_id: int,
    theorems: list[TheoremRef],
) -> tuple[list[Attempt], Figures]:
    from sensei.cli.progress import Reporter
    from sensei.core.types import Budget
    from sensei.envs.gym import GymEnvironment
    from sensei.envs.pool import GymPool, gym_launch
    from sensei.envs.process import GymLimits
    from sensei.provers.evaluate import evaluate
    from sensei.provers.generators import checkpoint_folder, make_generator
    from sensei.provers.prover import Prover, StoreRecorder
    from sensei.search.options import SearchOptions
    from sensei.settings import load_settings
    from sensei.toolchain.workspace import open_workspace
    from sensei.verify.verifier import LeanVerifier

    wanted = checkpoint_folder(store, args.generator)
    named = make_generator(
        wanted,
        seed=args.seed,
        temperature=args.temperature,
        loading=lambda what: print(f"sensei: loading {what}", file=sys.stderr, flush=True),
    )
    settings = load_settings(root)
    workspace = open_workspace(root, settings)
    workers = min(settings.jobs, len(theorems))
    limits = GymLimits(tactic_s=args.tactic_seconds)
    prover = Prover(
        generator=named.generator,
        verifier=LeanVerifier(workspace),
        budget=Budget(args.seconds, args.model_calls, args.tactic_calls),
        options=SearchOptions(
            args.candidates, args.batch, args.alpha, search=args.search, seed=args.seed
        ),
        recorder=StoreRecorder(store, snapshot_id, named.name, named.checkpoint, named.seed),
    )
    with GymPool(gym_launch(workspace), workers, limits) as pool, Reporter("prove") as reporter:

        def progress(done: int, total: int, attempt: Attempt) -> None:
            reporter.update("theorems", done, total)

        return evaluate(
            theorems,
            prover,
            lambda: GymEnvironment(pool),
            workers=workers,
            progress=progress,
            interrupt=pool.close,
        )


def _described(attempt: Attempt) -> dict[str, Any]:
    result = attempt.result
    return {
        "id": attempt.id,
        "theorem": attempt.theorem.name,
        "module": attempt.theorem.module,
        "verified": attempt.verified,
        "status": result.status.value if result else None,
        "spent": asdict(result.spent) if result else None,
        "proof": attempt.proof,
        "verdict": asdict(attempt.verdict) if attempt.verdict else None,
        "error": attempt.error or (result.detail if result else ""),
    }


def _print(attempts: list[Attempt], figures: Figures) -> None:
    for attempt in attempts:
        kept = f"  (attempt {attempt.id})" if attempt.id is not None else ""
        detail = _detail(attempt)
        print(f"{_word(attempt):<20} {attempt.theorem.name}{kept}{detail and f': {detail}'}")
        if len(attempts) == 1 and attempt.proof is not None:
            print(attempt.proof)
    print(
        f"{figures.verified} of {figures.theorems} verified, {figures.claims} claimed; "
        f"{figures.model_calls} model calls, {figures.tactic_calls} tactic calls, "
        f"{figures.seconds:.1f} s"
    )


def _word(attempt: Attempt) -> str:
    if attempt.verified:
        return "verified"
    if attempt.verdict is not None:
        return f"rejected: {attempt.verdict.reason.value}"
    if attempt.error:
        return "error"
    assert attempt.result is not None
    return attempt.result.status.value.replace("_", " ")


def _detail(attempt: Attempt) -> str:
    """Why it is no more than its word says; what Lean said of a claim is in its verdict."""
    if attempt.verdict is not None:
        return ""
    return attempt.error or (attempt.result.detail if attempt.result else "")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


_count.__name__ = "whole number of at least 1"
_seconds.__name__ = "positive number of seconds"
