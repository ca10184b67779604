"""``sensei show``: prints an attempt, a run, a checkpoint, a split, a module or a trace; with
``--web`` opens the dashboard."""

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
NEWEST = "newest"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument(
        "--web",
        nargs="?",
        const=".",
        metavar="DIR",
        help="open the dashboard in a browser, of the project around DIR (default: here)",
    )
    kinds = parser.add_subparsers(dest="kind", metavar="KIND")

    def kind(
        name: str, what: str, summary: str, example: str, default: str | None = None
    ) -> argparse.ArgumentParser:
        sub = kinds.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:],
            epilog=f"example: sensei show {example}",
        )
        if default is None:
            sub.add_argument("what", metavar=what)
        else:
            said = f"default: {default}"
            sub.add_argument("what", metavar=what, nargs="?", default=default, help=said)
        return sub

    def stored(sub: argparse.ArgumentParser) -> argparse.ArgumentParser:
        add_project(sub)
        add_database(sub)
        return sub

    attempt = stored(
        kind("attempt", "ID", "a search: its tree, proof and verdict", "attempt 12", NEWEST)
    )
    attempt.add_argument(
        "--failures", action="store_true", help="list every failed tactic with its message"
    )
    stored(
        kind("checkpoint", "CHECKPOINT", "a checkpoint, by its folder or name", "checkpoint sft")
    )
    stored(kind("run", "ID", "a training or loop: figures, rounds, lineage", "run 3", NEWEST))
    module = stored(
        kind("module", "MODULE", "a traced module: its declarations", "module Kata.Logic --proofs")
    )
    module.add_argument("--proofs", action="store_true", help="print each proof as a tree")
    stored(kind("split", "NAME", "a split's theorems", "split default", "default"))
    stored(kind("trace", "MODULE", "what was traced of a module", "trace Kata.Logic"))


def run(args: argparse.Namespace) -> int:
    """Prints one thing, or opens a browser."""
    if args.web is not None:
        from sensei.cli.show_web import show_web
        from sensei.toolchain.workspace import project_root as root_around

        return show_web(root_around(Path(args.web)))
    if args.kind is None:
        from sensei.core.errors import UsageError

        raise UsageError("what to show is missing: KIND or --web", "sensei show --help")
    if args.kind == "checkpoint":
        return _checkpoint(args)
    shown = {
        "attempt": _attempt, "run": _run, "module": _module, "split": _split, "trace": _trace
    }  # fmt: skip
    with open_project_store(args, project_root(args)) as store:
        return shown[args.kind](args, store)


def _attempt(args: argparse.Namespace, store: Store) -> int:
    from sensei.cli.shown import print_search
    from sensei.core.errors import NotFoundError, UsageError
    from sensei.search.events import Opened, from_records
    from sensei.search.graph import replay
    from sensei.search.render import render

    if args.what == NEWEST:
        attempts = store.attempts()
        if not attempts:
            raise NotFoundError("there is no attempt yet", "sensei prove makes them")
        attempt = store.attempt(attempts[-1].id)
    else:
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
        f"{spent.model_calls} model calls, {spent.tactic_calls} tactic calls, "
        f"{spent.tokens} tokens"
    )
    if events and isinstance(events[0], Opened) and events[0].options.get("critic"):
        print(f"critic: {events[0].options['critic']}")
    if result.detail:
        print(result.detail)
    if events:
        print()
        print_search(render(replay(events), failures=args.failures))
    if attempt.proof is not None:
        print(f"\n{attempt.proof}\n")
        if not verdicts:
            print("not judged; sensei verify judges it")
    for verdict in (record.verdict for record in verdicts):
        word = "verified" if verdict.accepted else f"rejected ({verdict.reason.value})"
        axioms = f"axioms: {', '.join(verdict.axioms) or 'none'}"
        detail = f"{verdict.detail}; " if verdict.detail else ""
        print(f"{word}: {detail}{axioms}; Lean {verdict.lean_version}")
    return 0


def _run(args: argparse.Namespace, store: Store) -> int:
    from sensei.cli.shown import print_run
    from sensei.core.errors import NotFoundError, UsageError
    from sensei.views.runs import run_view

    if args.what == NEWEST:
        runs = store.runs()
        if not runs:
            raise NotFoundError("there is no run yet", "sensei train sft makes one")
        number = runs[-1].id
    else:
        try:
            number = int(args.what)
        except ValueError:
            raise UsageError(
                f"{args.what!r} is no run: they have numbers", "sensei query 'SELECT * FROM runs'"
            ) from None
    view = run_view(store, number)
    if args.json:
        _print_json(view)
    else:
        print_run(view)
    return 0


def _module(args: argparse.Namespace, store: Store) -> int:
    from sensei.cli.shown import module_json, print_module
    from sensei.core.names import near_matches, unquoted
    from sensei.ingest.identity import project_snapshot

    snapshot = project_snapshot(store, project_root(args))
    modules = store.modules(snapshot.id)
    found = next((m for m in modules if unquoted(m.name) == unquoted(args.what)), None)
    if found is None:
        raise near_matches("traced module", args.what, [module.name for module in modules])
    declarations = [d for d in store.declarations(snapshot.id) if d.module == found.name]
    if args.json:
        _print_json(module_json(store, found, declarations))
    else:
        print_module(store, found, declarations, args.proofs)
    return 0


def _checkpoint(args: argparse.Namespace) -> int:
    from sensei.models.checkpoint import read_manifest

    folder = Path(args.what).expanduser()
    if not folder.exists() and "/" not in args.what:
        # By its name, as in sensei prove --generator. A folder needs neither project nor database.
        with open_project_store(args, project_root(args)) as store:
            named = {known.name: known.path for known in store.checkpoints()}
        folder = Path(named.get(args.what, folder))
    manifest = read_manifest(folder, kind=None)
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
    from sensei.core.names import near_matches, unquoted
    from sensei.ingest.identity import project_snapshot

    snapshot = project_snapshot(store, project_root(args))
    modules = {module.name: module for module in store.modules(snapshot.id)}
    # The module of the file "x y.lean" may be named with the marks of «x y» or without them.
    bare = unquoted(args.what)
    wanted = next((name for name in modules if unquoted(name) == bare), args.what)
    failures = [f for f in store.failures(snapshot.id) if unquoted(f.module) == bare]
    if wanted not in modules and not failures:
        names = [*modules, *(f.module for f in store.failures(snapshot.id))]
        raise near_matches("traced module", args.what, names)
    declarations = [d for d in store.declarations(snapshot.id) if d.module == wanted]
    steps = Counter(step.declaration_id for step in store.steps(d.id for d in declarations))
    if args.json:
        _print_json(
            {
                "module": wanted,
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
        f"{wanted}: {len(declarations)} declarations, {sum(steps.values())} steps, "
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
