"""``sensei eval --environment hol-light``: the same evaluation of HOL Light's statements.

No Lean is needed, and no Lean project where ``--database`` names a database.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sensei.cli.evaluated import report, searched_with
from sensei.cli.project import open_project_store, project_folder, project_root
from sensei.cli.searching import load_critic, load_generator, search_options
from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from sensei.envs.hol_light.server import HolLimits
    from sensei.provers.generators import NamedGenerator
    from sensei.provers.problems import Benchmark
    from sensei.provers.prover import Prover
    from sensei.store import Store

# What is about Lean.
_NOT_HERE = ("header", "second", "ray", "provers", "retriever", "minimize", "squeeze")


def run_hol_light(args: argparse.Namespace, ks: list[int]) -> int:
    """Evaluates; 0 if every statement was proved.

    Args:
        ks: of the pass@k wanted.
    """
    from sensei.cli.progress import Reporter
    from sensei.core.types import TheoremRef
    from sensei.envs.hol_light.environment import GoalForm, HolLightServers
    from sensei.envs.hol_light.judge import HolLightVerifier
    from sensei.provers.benchmark import benchmark_snapshot, evaluation_key, run_evaluation
    from sensei.provers.prover import Prover, StoreRecorder
    from sensei.settings import load_settings

    _check(args)
    benchmark = _statements(args)
    root = _root(args)
    limits = _limits(args)
    form = GoalForm.SEXP if args.environment.endswith("sexp") else GoalForm.TEXT
    statements = {problem.name: problem.source for problem in benchmark.problems}
    with (
        open_project_store(args, root) as store,
        HolLightServers(statements, limits, form) as servers,
    ):
        store.check_writable()
        named = _generator(args, store, root)
        critic = load_critic(args, store)
        budget, options = search_options(args, critic)
        version = servers.server().version
        config = {
            **searched_with(args, benchmark, named, (budget, options)),
            "tactic_seconds": limits.tactic_s,
            "environment": args.environment,
            "hol_light": version,
        }
        evaluation = store.open_evaluation(
            evaluation_key(config),
            benchmark=benchmark.name,
            config=config,
            snapshot_id=benchmark_snapshot(
                store, benchmark, lean_version=version, lean_commit="", kind="hol-light"
            ),
            again=args.again,
        )
        if args.retry_errors:
            store.drop_evaluation_errors(evaluation.id)

        def prover(sample: int) -> Prover:
            own = named.seeded(named.seed + sample)
            return Prover(
                generator=own.generator,
                verifier=HolLightVerifier(servers.server, statements),
                budget=budget,
                options=replace(options, seed=own.seed),
                recorder=StoreRecorder(
                    store, evaluation.snapshot_id, own.name, own.checkpoint, own.seed
                ),
                critic=critic.critic if critic else None,
            )

        with Reporter("eval") as reporter:

            def progress(done: int, total: int, verified: int) -> None:
                reporter.update("samples", done, total, f"{verified} verified")

            results = run_evaluation(
                store,
                evaluation,
                list(statements),
                [TheoremRef(name, "HOL", benchmark.name) for name in statements],
                args.samples,
                prover,
                servers.environment,
                workers=load_settings(root).jobs,
                progress=progress,
                interrupt=servers.close,
            )
    return report(args, benchmark, evaluation, results, ks, "A")


def _check(args: argparse.Namespace) -> None:
    from sensei.cli.searching import ENVIRONMENTS

    for name in _NOT_HERE:
        if getattr(args, name):
            raise UsageError(
                f"--{name} goes with Lean, not with --environment {args.environment}",
                f"leave out --{name}, or give --environment {ENVIRONMENTS[0]}",
            )
    if args.search == "whole_proof":
        raise UsageError(
            f"--search whole_proof does not go with --environment {args.environment}",
            "give --search best_first",
        )


def _statements(args: argparse.Namespace) -> Benchmark:
    """The file's that the command line names, else a small set that comes with Sensei."""
    from sensei import envs
    from sensei.provers.problems import make_benchmark, read_statements

    bundled = Path(envs.__file__).with_name("hol_light") / "statements.jsonl"
    file = bundled if args.benchmark is None else Path(args.benchmark)
    whole = read_statements(file, split=args.problems)
    if args.limit is None:
        return whole
    return make_benchmark(whole.name, list(whole.problems[: args.limit]))


def _root(args: argparse.Namespace) -> Path:
    """The project's root; without one, the folder, if a database is named."""
    if args.database is not None and not _in_project(args):
        return project_folder(args).resolve()
    return project_root(args)


def _in_project(args: argparse.Namespace) -> bool:
    from sensei.toolchain.root import find_root

    return find_root(project_folder(args).resolve()) is not None


def _limits(args: argparse.Namespace) -> HolLimits:
    from sensei.envs.hol_light.server import HolLimits

    return HolLimits(tactic_s=args.tactic_seconds or 2.0)


def _generator(args: argparse.Namespace, store: Store, root: Path) -> NamedGenerator:
    """What the command line names; the fixed tactics are HOL Light's."""
    from sensei.models.baselines import HOL_LIGHT_TACTICS, FixedTactics
    from sensei.provers.generators import FIXED

    named = load_generator(args, store, root)
    if named.name != FIXED:
        return named
    return replace(named, generator=FixedTactics(HOL_LIGHT_TACTICS))
