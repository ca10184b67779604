"""``sensei show``: prints an attempt, a checkpoint, a split or a trace."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.project import add_database, add_project, open_project_store, project_root

if TYPE_CHECKING:
    from sensei.store import Store

EXAMPLE = "sensei show attempt 12"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)

    def kind(name: str, what: str, summary: str, example: str) -> argparse.ArgumentParser:
        sub = kinds.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:],
            epilog=f"example: sensei show {example}",
        )
        sub.add_argument("what", metavar=what)
        return sub

    def stored(sub: argparse.ArgumentParser) -> argparse.ArgumentParser:
        add_project(sub)
        add_database(sub)
        return sub

    attempt = stored(kind("attempt", "ID", "a search: its tree, proof and verdict", "attempt 12"))
    attempt.add_argument(
        "--failures", action="store_true", help="list every failed tactic with its message"
    )
    kind("checkpoint", "PATH", "a checkpoint's manifest", "checkpoint checkpoints/sft")
    stored(kind("split", "NAME", "a split's theorems", "split default"))
    stored(kind("trace", "MODULE", "what was traced of a module", "trace Kata.Logic"))


def run(args: argparse.Namespace) -> int:
    """Prints one thing."""
    if args.kind == "checkpoint":
        return _checkpoint(args)
    shown = {"attempt": _attempt, "split": _split, "trace": _trace}
    with open_project_store(args, project_root(args)) as store:
        return shown[args.kind](args, store)


def _attempt(args: argparse.Namespace, store: Store) -> int:
    from sensei.core.errors import UsageError
    from sensei.search.events import from_records
    from sensei.search.graph import replay
    from sensei.search.render import render

    try:
        attempt = store.attempt(int(args.what))
    except ValueError:
        raise UsageError(
            f"{args.what!r} is no attempt: they have numbers", "sensei prove prints them"
        ) from None
    verdicts = store.verdicts(attempt_id=attempt.id)
    result, spent = attempt.result, attempt.result.spent
    events = from_records(attempt.events)
    if args.json:
        _print_json(
            {
                "id": attempt.id,
                "theorem": asdict(attempt.theorem),
                "generator": attempt.generator,
                "checkpoint": attempt.checkpoint,
                "seed": attempt.seed,
                "budget": asdict(attempt.budget),
                "result": asdict(result),
                "proof": attempt.proof,
                "verdicts": [asdict(v.verdict) for v in verdicts],
                "events": list(attempt.events),
            }
        )
        return 0
    by = attempt.checkpoint or attempt.generator
    print(f"attempt {attempt.id}: {attempt.theorem.name} ({attempt.theorem.module})")
    print(f"by {by}, seed {attempt.seed}, {attempt.created_at:%Y-%m-%d %H:%M:%S} UTC")
    print(
        f"{result.status.value.replace('_', ' ')} after {spent.seconds:.2f} s, "
        f"{spent.model_calls} model calls, {spent.tactic_calls} tactic calls"
    )
    if result.detail:
        print(result.detail)
    if events:
        print(f"\n{render(replay(events), failures=args.failures)}", end="")
    if attempt.proof is not None:
        print(f"\n{attempt.proof}\n")
        if not verdicts:
            print("not judged; sensei verify judges it")
    for verdict in (record.verdict for record in verdicts):
        word = "verified" if verdict.accepted else f"rejected ({verdict.reason.value})"
        axioms = ", ".join(verdict.axioms) or "none"
        print(f"{word}: {verdict.detail}; axioms: {axioms}; Lean {verdict.lean_version}")
    return 0


def _checkpoint(args: argparse.Namespace) -> int:
    from sensei.models.checkpoint import read_manifest

    manifest = read_manifest(Path(args.what).expanduser())
    fields = manifest.model_dump(mode="json")
    if args.json:
        _print_json(fields)
        return 0
    for name, value in fields.items():
        if name == "files":
            print(f"files: {len(value)}, all as their hashes say")
        elif isinstance(value, dict):
            print(f"{name}:")
            for key, inner in sorted(value.items()):
                print(f"  {key}: {inner}")
        elif value != "":
            print(f"{name}: {value}")
    return 0


def _split(args: argparse.Namespace, store: Store) -> int:
    split = store.split(args.what)
    if args.json:
        print(split.manifest, end="" if split.manifest.endswith("\n") else "\n")
        return 0
    ratios = ", ".join(f"{ratio:g}" for ratio in split.ratios)
    print(f"split {split.name}: seed {split.seed}, ratios {ratios}, data {split.dataset_hash}")
    for part in ("train", "val", "test"):
        members = split.part(part)
        print(f"\n{part}: {len(members)}")
        for member in members:
            print(f"  {member.theorem}  ({member.module})")
    return 0


def _trace(args: argparse.Namespace, store: Store) -> int:
    from sensei.core.names import near_matches
    from sensei.ingest.identity import project_snapshot

    snapshot = project_snapshot(store, project_root(args))
    modules = {module.name: module for module in store.modules(snapshot.id)}
    failures = [f for f in store.failures(snapshot.id) if f.module == args.what]
    if args.what not in modules and not failures:
        names = [*modules, *(f.module for f in store.failures(snapshot.id))]
        raise near_matches("traced module", args.what, names)
    declarations = [d for d in store.declarations(snapshot.id) if d.module == args.what]
    steps = Counter(step.declaration_id for step in store.steps(d.id for d in declarations))
    if args.json:
        _print_json(
            {
                "module": args.what,
                "snapshot": snapshot.identity,
                "lean_version": snapshot.lean_version,
                "failures": [asdict(failure) for failure in failures],
                "declarations": [
                    {
                        "name": d.name,
                        "kind": d.kind,
                        "type": d.type,
                        "proof": d.proof_kind,
                        "steps": steps[d.id],
                        "has_sorry": d.has_sorry,
                        "has_error": d.has_error,
                    }
                    for d in declarations
                ],
            }
        )
        return 0
    print(
        f"{args.what}: {len(declarations)} declarations, {sum(steps.values())} steps, "
        f"Lean {snapshot.lean_version}, snapshot {snapshot.identity[:12]}"
    )
    for failure in failures:
        print(f"failed ({failure.reason}): {failure.message}")
    for d in declarations:
        marks = [word for word, on in (("sorry", d.has_sorry), ("error", d.has_error)) if on]
        said = f"  [{', '.join(marks)}]" if marks else ""
        print(f"\n{d.kind} {d.name}{said}\n  {d.type}")
        if steps[d.id]:
            print(f"  {steps[d.id]} steps")
    return 0


def _print_json(value: Any) -> None:
    json.dump(value, sys.stdout, ensure_ascii=False, default=str)
    print()
