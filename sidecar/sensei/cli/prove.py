"""``sensei prove``: searches for proofs, has Lean check every one, keeps what happened.

What is to be proved: theorems by name, a split, what a project or a file leaves with ``sorry``, or
a statement that stands nowhere yet.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.numbers import count
from sensei.cli.project import (
    add_database,
    add_project,
    file_within,
    open_project_store,
    project_root,
)
from sensei.cli.searching import (
    add_search,
    gym_limits,
    load_critic,
    load_generator,
    load_hints,
    search_options,
)
from sensei.core.errors import NotFoundError, UsageError

if TYPE_CHECKING:
    from sensei.core.protocols import Generator
    from sensei.core.types import TheoremRef
    from sensei.provers.cache import ProofCache
    from sensei.provers.critics import NamedCritic
    from sensei.provers.evaluate import Figures
    from sensei.provers.hints import SnapshotHints
    from sensei.provers.prover import Attempt, Recorder
    from sensei.provers.write_back import Written
    from sensei.store import Store
    from sensei.toolchain.workspace import LeanWorkspace

EXAMPLE = "sensei prove --split test --generator fixed --seconds 20"
PARTS = ("train", "val", "test")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("theorems", nargs="*", metavar="NAME", help="theorems, by name or its end")
    add_project(parser)
    add_database(parser)
    parser.add_argument("--split", metavar="PART", help="all of train, val or test; or a split")
    parser.add_argument("--part", choices=PARTS, help="with --split SPLIT: which part (test)")
    parser.add_argument(
        "--sorries",
        nargs="?",
        const="",
        metavar="FILE",
        help="theorems whose proof says sorry: of the traced project, or of one file of it",
    )
    parser.add_argument(
        "--statement", metavar="TEXT", help="a statement, as in 'theorem two : 1 + 1 = 2'"
    )
    parser.add_argument(
        "--header",
        metavar="TEXT",
        help="with --statement: what goes before it (default: imports of the project)",
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="write verified proofs into the files that say sorry; the old files are kept",
    )
    parser.add_argument(
        "--cache",
        action="store_true",
        help="try first what closed the same goals in verified proofs, and remember what does now",
    )
    parser.add_argument("--limit", type=count, metavar="N", help="only the first N theorems")
    add_search(parser)


def run(args: argparse.Namespace) -> int:
    """Proves; 0 if every theorem was verified."""
    from sensei.provers.prover import StoreRecorder
    from sensei.provers.statement import place_statement, statement_problem
    from sensei.provers.write_back import check_unchanged

    ways = (bool(args.theorems), bool(args.split), args.sorries is not None, bool(args.statement))
    if sum(ways) != 1:
        raise UsageError(
            "name theorems, or give one of --split, --sorries and --statement", f"as in: {EXAMPLE}"
        )
    if args.write and args.statement:
        raise UsageError("--write goes with theorems of files", "leave --write out")
    if args.header is not None and not args.statement:
        raise UsageError("--header goes with --statement", "give a statement, or no header")
    root = project_root(args)
    with open_project_store(args, root) as store:
        store.check_writable()
        if args.statement:
            problem = statement_problem(args.statement, root, args.header)
            named = load_generator(args, store, root)
            workspace = _workspace(root)
            snapshot_id, files = place_statement(store, workspace, problem)
            workspace, theorems = files.workspace, list(files.theorems)
        else:
            snapshot_id, theorems = _chosen(args, store, root)
            if args.write:
                check_unchanged(root, _sources(store, snapshot_id, theorems))
            named = load_generator(args, store, root)
            workspace = _workspace(root)
        critic = load_critic(args, store)
        hints = load_hints(args, store, root, named)
        recorder = StoreRecorder(store, snapshot_id, named.name, named.checkpoint, named.seed)
        cache = store if args.cache else None
        attempts, figures = _evaluate(
            args, root, workspace, named.generator, critic, hints, recorder, cache, theorems
        )
        written = _write(store, snapshot_id, workspace, attempts) if args.write else []
    if args.json:
        json.dump(
            {
                "attempts": [_described(a) for a in attempts],
                "figures": figures.to_json(),
                "written": [
                    {"file": w.file, "backup": str(w.backup), "theorems": w.theorems}
                    for w in written
                ],
            },
            sys.stdout,
            ensure_ascii=False,
        )
        print()
    else:
        _print(attempts, figures)
        for one in written:
            print(f"wrote {', '.join(one.theorems)} into {one.file}; before: {one.backup}")
    return 0 if figures.verified == figures.theorems else 1


def _chosen(args: argparse.Namespace, store: Store, root: Path) -> tuple[int, list[TheoremRef]]:
    """The snapshot and the theorems that the command line asks for."""
    from sensei.ingest.identity import project_snapshot

    if args.sorries is not None:
        snapshot = project_snapshot(store, root)
        return snapshot.id, _sorries(args, store, snapshot.id, root)
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


def _sorries(
    args: argparse.Namespace, store: Store, snapshot_id: int, root: Path
) -> list[TheoremRef]:
    """The theorems whose own proof says ``sorry``, in the order of files and places."""
    wanted = file_within(root, args.sorries) if args.sorries else None
    sources: dict[int, bytes] = {}
    found = []
    for theorem in store.theorems(snapshot_id):
        if not theorem.has_sorry or theorem.proof_range is None:
            continue
        if wanted in (None, theorem.file):
            if theorem.module_id not in sources:
                sources[theorem.module_id] = store.source(theorem.module_id).encode()
            span = theorem.proof_range
            proof = sources[theorem.module_id][span.start_byte : span.end_byte]
            # One that only uses what another left open has nothing to fill in.
            if b"sorry" in proof:
                found.append(theorem)
    found.sort(key=lambda t: (t.file, t.position))
    if not found:
        raise NotFoundError(
            f"{args.sorries or root} has no theorem with sorry in its trace",
            "sensei trace && sensei ingest, if it is newer than its trace",
        )
    return [theorem.ref for theorem in found[: args.limit]]


def _workspace(root: Path) -> LeanWorkspace:
    from sensei.settings import load_settings
    from sensei.toolchain.workspace import open_workspace

    return open_workspace(root, load_settings(root))


def _evaluate(
    args: argparse.Namespace,
    root: Path,
    workspace: LeanWorkspace,
    generator: Generator,
    critic: NamedCritic | None,
    hints: SnapshotHints | None,
    recorder: Recorder,
    cache: ProofCache | None,
    theorems: list[TheoremRef],
) -> tuple[list[Attempt], Figures]:
    from sensei.cli.progress import Reporter
    from sensei.envs.choice import make_environments
    from sensei.ingest.identity import package_name
    from sensei.provers.cache import environment_key
    from sensei.provers.evaluate import evaluate
    from sensei.provers.prover import Prover
    from sensei.settings import load_settings
    from sensei.verify.pool import VerifierPool
    from sensei.verify.verifier import LeanVerifier

    workers = min(load_settings(root).jobs, len(theorems))
    limits = gym_limits(args)
    budget, options = search_options(args, critic)
    verifier = VerifierPool(LeanVerifier(workspace))
    prover = Prover(
        generator=generator,
        verifier=verifier,
        budget=budget,
        options=options,
        recorder=recorder,
        minimize=args.minimize,
        cache=cache,
        environment=environment_key(
            package_name(root), workspace.lean_version, workspace.lean_commit
        ),
        critic=critic.critic if critic else None,
        hints=hints,
    )
    environments = make_environments(args.environment, workspace, workers, limits)
    with verifier, environments, Reporter("prove") as reporter:

        def progress(done: int, total: int, attempt: Attempt) -> None:
            reporter.update("theorems", done, total)

        return evaluate(
            theorems,
            prover,
            environments.environment,
            workers=workers,
            progress=progress,
            interrupt=environments.close,
        )


def _write(
    store: Store, snapshot_id: int, workspace: LeanWorkspace, attempts: list[Attempt]
) -> list[Written]:
    """Writes the verified proofs of theorems that say sorry."""
    from sensei.provers.write_back import write_back
    from sensei.toolchain.limited import Limits

    proofs: dict[TheoremRef, str] = {}
    declarations = {}
    for attempt in attempts:
        if not attempt.verified or attempt.proof is None:
            continue
        theorem = store.theorem(attempt.theorem.name, snapshot_id=snapshot_id)
        if not theorem.has_sorry or theorem.proof_range is None:
            continue
        proofs[theorem.ref] = attempt.proof
        declarations[theorem.ref] = theorem
    sources = _sources(store, snapshot_id, list(proofs))
    return write_back(workspace, declarations, sources, proofs, Limits(timeout_s=300.0))


def _sources(store: Store, snapshot_id: int, theorems: list[TheoremRef]) -> dict[str, str]:
    """The traced source of each file with one of the theorems."""
    first = {theorem.file: theorem for theorem in theorems}
    return {
        file: store.source(store.theorem(theorem.name, snapshot_id=snapshot_id).module_id)
        for file, theorem in first.items()
    }


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
        "tier": attempt.verdict.tier if attempt.verdict and attempt.verified else None,
        "error": attempt.error or (result.detail if result else ""),
    }


def _print(attempts: list[Attempt], figures: Figures) -> None:
    for attempt in attempts:
        kept = f"  (attempt {attempt.id})" if attempt.id is not None else ""
        detail = _detail(attempt)
        print(f"{_word(attempt):<20} {attempt.theorem.name}{kept}{detail and f': {detail}'}")
        if len(attempts) == 1 and attempt.proof is not None:
            print(attempt.proof)
    tiers = sorted({a.verdict.tier for a in attempts if a.verdict is not None and a.verified})
    tier = f" (tier {' and '.join(tiers)})" if tiers else ""
    print(
        f"{figures.verified} of {figures.theorems} verified{tier}, {figures.claims} claimed; "
        f"{figures.model_calls} model calls, {figures.tactic_calls} tactic calls, "
        f"{figures.tokens} tokens, {figures.seconds:.1f} s"
    )


def _word(attempt: Attempt) -> str:
    if attempt.verdict is not None and attempt.verified:
        return f"verified, tier {attempt.verdict.tier}"
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
