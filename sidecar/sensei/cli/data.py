"""``sensei data``: what was traced, checked; splits, frozen, shown and exported."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli import data_check, data_leaks
from sensei.cli.project import add_database, add_project, open_project_store, project_root
from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from sensei.store import Store
    from sensei.store.records import SplitRecord

EXAMPLE = "sensei data split --seed 0 --ratios 0.8,0.05,0.15"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, summary: str, example: str) -> argparse.ArgumentParser:
        sub = actions.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:],
            epilog=f"example: {example}",
        )
        add_project(sub, alone=True)
        add_database(sub)
        return sub

    split = action("split", "freeze a train/val/test split by theorem", EXAMPLE)
    split.add_argument("--seed", type=int, required=True, help="decides which theorem goes where")
    split.add_argument(
        "--ratios", default="0.8,0.05,0.15", metavar="TRAIN,VAL,TEST", help="shares; sum to 1"
    )
    split.add_argument(
        "--strategy",
        default="random",
        choices=["random", "novel_premises"],
        help="novel_premises: val and test need premises that train does not use",
    )
    split.add_argument("--name", default="default", help="the split's name")
    split.add_argument("--snapshot", metavar="HASH", help="start of a snapshot (default: newest)")
    split.add_argument(
        "--replace", action="store_true", help="take the name from a split frozen before"
    )

    show = action(
        "show",
        "print what was traced (counts, the longest, the failing) and what splits hold",
        "sensei data show --split default",
    )
    one = show.add_mutually_exclusive_group()
    one.add_argument("--split", metavar="NAME", help="only this one")
    one.add_argument(
        "--scope", metavar="THEOREM", help="which premises are in scope at the steps of its proof"
    )

    data_check.add_arguments(action("check", data_check.SUMMARY, data_check.EXAMPLE))
    data_leaks.add_arguments(action("leaks", data_leaks.SUMMARY, data_leaks.EXAMPLE))

    export = action(
        "export",
        "write examples as JSON lines, or a folder in another tool's format",
        "sensei data export --format leandojo --out leandojo",
    )
    export.add_argument(
        "--format",
        default="examples",
        choices=["examples", "leandojo", "leanprogress", "parquet", "sft", "retrieval"],
        help="examples: a file of one part (default); the others: a folder of all parts",
    )
    export.add_argument(
        "--split", metavar="PART", help="of examples: train, val or test (default: train)"
    )
    export.add_argument("--name", default="default", help="the split's name")
    export.add_argument("--out", required=True, metavar="FILE", help="file or folder to write")

    listing = action(
        "repositories",
        "list repositories as a curriculum, the easiest first",
        "sensei data repositories --out database.json",
    )
    listing.add_argument("--out", metavar="FILE", help="write LeanDojo-v2's database as JSON")

    incoming = action(
        "import",
        "read a database of LeanDojo-v2",
        "sensei data import --file dynamic_database.json",
    )
    incoming.add_argument("--file", required=True, metavar="FILE", help="its JSON")


def run(args: argparse.Namespace) -> int:
    """Does one action."""
    root = project_root(args)
    actions = {
        "split": _split,
        "show": _show,
        "check": data_check.run,
        "leaks": data_leaks.run,
        "export": _export,
        "repositories": _repositories,
        "import": _import,
    }
    with open_project_store(args, root) as store:
        return actions[args.action](args, root, store)


def _split(args: argparse.Namespace, root: Path, store: Store) -> int:
    from sensei.data.assign import sizes
    from sensei.data.split import freeze_split, manifest_path
    from sensei.ingest.identity import project_snapshot

    snapshot = project_snapshot(store, root, args.snapshot)
    frozen, selection = freeze_split(
        store,
        root,
        seed=args.seed,
        ratios=_ratios(args.ratios),
        name=args.name,
        strategy=args.strategy,
        snapshot=snapshot,
        replace=args.replace,
    )
    manifest = manifest_path(root, args.name)
    if args.json:
        _print_json(
            _described(store, frozen)
            | {"manifest": str(manifest), "left_out": dict(selection.left_out)}
        )
        return 0
    counts = ", ".join(f"{part} {number}" for part, number in sizes(frozen.members).items())
    print(f"split {frozen.name}: {counts} (seed {frozen.seed}, data {frozen.dataset_hash[:12]})")
    if selection.left_out:
        reasons = ", ".join(f"{number} {why}" for why, number in selection.left_out.items())
        print(f"left out: {reasons}")
    print(f"manifest: {manifest}")
    return 0


def _show(args: argparse.Namespace, root: Path, store: Store) -> int:
    if args.scope:
        return _show_scope(args, root, store)
    splits = [store.split(args.split)] if args.split else store.splits()
    described = [_described(store, split) for split in splits]
    trace = None if args.split else _traced(store, root)
    if args.json:
        _print_json(described[0] if args.split else {"trace": trace, "splits": described})
        return 0
    if not args.split:
        _print_trace(trace)
    if not splits:
        print("no split yet; sensei data split --seed 0 makes one")
    for split in described:
        print(
            f"{split['name']}: seed {split['seed']}, ratios {split['ratios']}, "
            f"snapshot {split['snapshot'][:12]}, data {split['dataset_hash'][:12]}"
        )
        for part, counts in split["parts"].items():
            if "examples" in counts:
                print(f"  {part:<5} {counts['theorems']} theorems, {counts['examples']} examples")
            else:
                print(f"  {part:<5} {counts['theorems']} theorems")
        if "changed" in split:
            print(f"  {split['changed']}")
    return 0


def _show_scope(args: argparse.Namespace, root: Path, store: Store) -> int:
    from collections import Counter

    from sensei.ingest.identity import project_snapshot

    snapshot = project_snapshot(store, root)
    declaration = store.declaration(args.scope, snapshot_id=snapshot.id)
    scope = store.scope(declaration)
    if args.json:
        _print_json({"theorem": declaration.name, "module": declaration.module} | asdict(scope))
        return 0
    for premise in scope.premises:
        print(f"{premise.origin:<10} {premise.kind:<11} {premise.name}  ({premise.module})")
    counts = Counter(premise.origin for premise in scope.premises)
    said = ", ".join(f"{number} of {origin}" for origin, number in sorted(counts.items()))
    print(
        f"{len(scope.premises)} known premises in scope at {declaration.name}: {said}; "
        f"{len(scope.modules)} modules, and {declaration.file} before byte {scope.before_byte}"
    )
    return 0


def _export(args: argparse.Namespace, root: Path, store: Store) -> int:
    from sensei.data.examples import tactic_examples

    if args.format != "examples":
        return _export_folder(args, store)
    part = args.split or "train"
    examples = tactic_examples(store, args.name, part)
    out = Path(args.out)
    lines = [json.dumps(asdict(e), ensure_ascii=False, sort_keys=True) + "\n" for e in examples]
    partial = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        try:
            partial.write_text("".join(lines), encoding="utf-8", newline="\n")
            partial.replace(out)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(
            f"{out} cannot be written: {error.strerror}", "choose another --out"
        ) from error
    theorems = len({(example.module, example.theorem) for example in examples})
    if args.json:
        _print_json(
            {"out": str(out), "part": part, "examples": len(examples), "theorems": theorems}
        )
    else:
        print(f"{len(examples)} examples of {theorems} theorems in {out}")
    return 0


def _repositories(args: argparse.Namespace, root: Path, store: Store) -> int:
    from sensei.data.leandojo_database import export_database
    from sensei.data.repositories import repositories

    if args.out:
        counts = export_database(store, Path(args.out))
        if args.json:
            _print_json({"out": args.out, **counts})
        else:
            print(f"{counts['repositories']} repositories in {args.out}")
        return 0
    described: list[dict[str, Any]] = [
        {
            "repository": r.snapshot.repository,
            "package": r.snapshot.package,
            "commit": r.snapshot.commit,
            "lean_version": r.snapshot.lean_version,
            "levels": {level.value: number for level, number in r.levels.items()},
            "proven": len(r.proven),
            "sorry_proved": len(r.sorry_proved),
            "sorry_unproved": len(r.sorry_unproved),
        }
        for r in repositories(store)
    ]
    if args.json:
        _print_json({"repositories": described})
        return 0
    for one in described:
        levels = ", ".join(f"{number} {level}" for level, number in one["levels"].items())
        print(f"{one['repository']}: {levels}; {one['sorry_proved']} with sorry proved")
    return 0


def _import(args: argparse.Namespace, root: Path, store: Store) -> int:
    from sensei.ingest.leandojo import import_database

    report = import_database(store, Path(args.file))
    if args.json:
        _print_json(asdict(report))
    else:
        print(
            f"{report.theorems} theorems of {report.repositories} repositories; {report.claims} "
            f"claims to judge (sensei verify --stored), {report.not_proofs} proofs have sorry"
        )
    return 0


def _traced(store: Store, root: Path) -> dict[str, Any] | None:
    from sensei.core.errors import NotFoundError
    from sensei.data.summary import summarize
    from sensei.ingest.identity import project_snapshot

    try:
        return summarize(store, project_snapshot(store, root))
    except NotFoundError:
        return None


def _print_trace(trace: dict[str, Any] | None) -> None:
    if trace is None:
        print("nothing traced yet; sensei trace && sensei ingest")
        return
    counts = ", ".join(f"{number} {what}" for what, number in trace["counts"].items())
    print(f"snapshot {trace['snapshot'][:12]} of {trace['repository']}: {counts}")
    for entry in trace["longest"]:
        print(f"  longest  {entry['steps']} steps  {entry['theorem']}  ({entry['module']})")
    for entry in trace["failing"]:
        print(f"  failed   {entry['module']} ({entry['reason']}): {entry['message']}")
    for entry in trace["unproved_first"]:
        print(f"  {entry['why']:<8} {entry['theorem']}  ({entry['module']})")
    more = trace["unproved"] - len(trace["unproved_first"])
    if more:
        print(f"  and {more} more with an error or sorry")


def _export_folder(args: argparse.Namespace, store: Store) -> int:
    from sensei.data.exports import export

    if args.split is not None:
        raise UsageError(f"{args.format} has all parts in it", "leave out --split")
    report = export(store, store.split(args.name), args.format, Path(args.out))
    if args.json:
        _print_json(
            {
                "out": args.out,
                "format": args.format,
                **report.counts,
                "left_out": dict(report.left_out),
            }
        )
        return 0
    counts = ", ".join(f"{number} {what}" for what, number in report.counts.items())
    print(f"{args.format} in {args.out}: {counts}")
    for what, why in report.left_out.items():
        print(f"left out {what}: {why}", file=sys.stderr)
    return 0


def _described(store: Store, split: SplitRecord) -> dict[str, Any]:
    from sensei.data.assign import sizes
    from sensei.data.examples import tactic_examples

    snapshot = store.snapshot(split.snapshot_id)
    described: dict[str, Any] = {
        "name": split.name,
        "seed": split.seed,
        "ratios": list(split.ratios),
        "snapshot": snapshot.identity,
        "dataset_hash": split.dataset_hash,
        "parts": {part: {"theorems": number} for part, number in sizes(split.members).items()},
    }
    try:
        for part, counts in described["parts"].items():
            counts["examples"] = len(tactic_examples(store, split, part))
    except UsageError as error:  # traced again since: the sizes stand, the examples do not
        described["changed"] = str(error)
    return described


def _ratios(text: str) -> list[float]:
    try:
        return [float(word) for word in text.split(",")]
    except ValueError:
        raise UsageError(
            f"--ratios {text!r} is not three numbers", "as in --ratios 0.8,0.05,0.15"
        ) from None


def _print_json(value: Any) -> None:
    json.dump(value, sys.stdout, ensure_ascii=False)
    print()
