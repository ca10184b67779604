"""``sensei eval``: pass@k on a benchmark file, every proof checked, resumable at every result."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.evaluated import report, searched_with
from sensei.cli.numbers import count
from sensei.cli.project import add_database, add_project, open_project_store, project_root
from sensei.cli.searching import (
    ENVIRONMENTS,
    HOL_LIGHT,
    add_search,
    gym_limits,
    load_critic,
    load_generator,
    load_hints,
    search_options,
)
from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sensei.core.protocols import Environment
    from sensei.provers.critics import NamedCritic
    from sensei.provers.generators import NamedGenerator
    from sensei.provers.hints import SnapshotHints
    from sensei.provers.problems import Benchmark
    from sensei.provers.prover import Prover
    from sensei.provers.scratch import ProblemFiles
    from sensei.store import Store
    from sensei.store.records import EvaluationRecord, EvaluationResult
    from sensei.toolchain.workspace import LeanWorkspace
    from sensei.verify.verifier import BuiltImports

EXAMPLE = "sensei eval --benchmark minif2f.jsonl --problems test --samples 8 --temperature 1 -k 1 8"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument(
        "--benchmark",
        metavar="FILE",
        help="JSON Lines, JSON or a Lean file with sorries (docs/evaluation.md)",
    )
    add_project(parser, alone=True)
    add_database(parser)
    parser.add_argument("--problems", metavar="SPLIT", help="only those of this split")
    parser.add_argument("--limit", type=count, metavar="N", help="only the first N problems")
    parser.add_argument(
        "--header",
        metavar="FILE",
        help="a Lean file that goes before statements that have no header of their own "
        "(default: imports of the project's root modules)",
    )
    parser.add_argument(
        "--samples", type=count, default=1, metavar="N", help="searches of each problem (1)"
    )
    parser.add_argument(
        "-k", type=count, nargs="+", metavar="K", help="pass@K to estimate (1 and N)"
    )
    parser.add_argument(
        "--again", action="store_true", help="evaluate once more what is already evaluated"
    )
    parser.add_argument(
        "--retry-errors", action="store_true", help="do again what failed outside its search"
    )
    parser.add_argument(
        "--second",
        action="store_true",
        help="have accepted proofs checked by another program too (tier B, docs/verification.md)",
    )
    parser.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help="search on a Ray cluster whose provers share one model: that at HOST:PORT, or one on "
        "this machine that ends with the command (docs/distributed.md)",
    )
    parser.add_argument(
        "--provers", type=count, metavar="N", help="with --ray: how many (as many as jobs)"
    )
    parser.add_argument("--out", metavar="FILE", help="also write the results, one JSON a line")
    add_search(parser, (*ENVIRONMENTS, *HOL_LIGHT))


def run(args: argparse.Namespace) -> int:
    """Evaluates; 0 if every problem was solved."""
    from sensei.provers.benchmark import benchmark_snapshot, evaluation_key
    from sensei.provers.generators import is_provided
    from sensei.settings import load_settings, own_names
    from sensei.toolchain.workspace import open_workspace
    from sensei.verify.verifier import BuiltImports

    _check_ray(args)
    ks = sorted(set(args.k or [1, args.samples]))
    if ks[-1] > args.samples:
        raise UsageError(f"pass@{ks[-1]} of {args.samples} samples", f"give --samples {ks[-1]}")
    if args.environment in HOL_LIGHT:
        from sensei.cli.eval_hol_light import run_hol_light

        return run_hol_light(args, ks)
    root = project_root(args)
    wanted = own_names(root).get(args.generator, args.generator)
    unheated = args.temperature is None and not is_provided(wanted)
    if args.samples > 1 and (unheated or args.temperature == 0):
        raise UsageError(
            f"{args.samples} samples at temperature 0 are all the same", "give --temperature 1"
        )
    if args.benchmark is None:
        raise UsageError("no benchmark is named", f"as in: {EXAMPLE}")
    benchmark = _benchmark(args, root)
    with open_project_store(args, root) as store:
        store.check_writable()
        named = load_generator(args, store, root)
        critic = load_critic(args, store)
        hints = load_hints(args, store, root, named)
        workspace = open_workspace(root, load_settings(root))
        imports = BuiltImports()
        config = _config(args, benchmark, named, critic, hints, workspace, imports)
        evaluation = store.open_evaluation(
            evaluation_key(config),
            benchmark=benchmark.name,
            config=config,
            snapshot_id=benchmark_snapshot(
                store,
                benchmark,
                lean_version=workspace.lean_version,
                lean_commit=workspace.lean_commit,
                kind=workspace.toolchain_kind,
            ),
            again=args.again,
        )
        if args.retry_errors:
            store.drop_evaluation_errors(evaluation.id)
        results = _evaluate(
            args, store, evaluation, benchmark, named, critic, hints, workspace, imports
        )
    return report(args, benchmark, evaluation, results, ks, _tier(args))


def _check_ray(args: argparse.Namespace) -> None:
    """What is not shared between the machines of a cluster is refused before anything is loaded."""
    if args.ray is None:
        if args.provers is not None:
            raise UsageError("--provers goes with --ray", "sensei eval --ray --provers 8 ...")
        return
    for name in ("critic", "retriever", "second"):
        if getattr(args, name):
            raise UsageError(f"--ray does not go with --{name}", f"leave out --{name}, or --ray")
    if args.environment != ENVIRONMENTS[0]:
        raise UsageError(
            f"--ray goes with --environment {ENVIRONMENTS[0]} only", "leave out one of the two"
        )


def _benchmark(args: argparse.Namespace, root: Path) -> Benchmark:
    from sensei.provers.problems import make_benchmark, read_benchmark
    from sensei.provers.scratch import project_header

    if args.header is None:
        header = project_header(root)
    else:
        try:
            header = Path(args.header).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{args.header}: {error}", "give --header a Lean file") from None
    whole = read_benchmark(Path(args.benchmark), header=header, split=args.problems)
    if args.limit is None:
        return whole
    return make_benchmark(whole.name, list(whole.problems[: args.limit]))


def _config(
    args: argparse.Namespace,
    benchmark: Benchmark,
    named: NamedGenerator,
    critic: NamedCritic | None,
    hints: SnapshotHints | None,
    workspace: LeanWorkspace,
    imports: BuiltImports,
) -> dict[str, Any]:
    """All that the results depend on."""
    return {
        **searched_with(args, benchmark, named, search_options(args, critic)),
        "tactic_seconds": gym_limits(args).tactic_s,
        **({} if args.environment == ENVIRONMENTS[0] else {"environment": args.environment}),
        "minimize": args.minimize,
        "lean": [workspace.toolchain_kind, workspace.lean_version, workspace.lean_commit],
        "library": imports.key(workspace).hex(),
        **({"second": True} if args.second else {}),
        **({} if hints is None else {"premises": hints.key()}),
    }


def _evaluate(
    args: argparse.Namespace,
    store: Store,
    evaluation: EvaluationRecord,
    benchmark: Benchmark,
    named: NamedGenerator,
    critic: NamedCritic | None,
    hints: SnapshotHints | None,
    workspace: LeanWorkspace,
    imports: BuiltImports,
) -> list[EvaluationResult]:
    from sensei.cli.progress import Reporter
    from sensei.envs.choice import make_environments
    from sensei.provers.benchmark import run_evaluation
    from sensei.provers.prover import Prover, StoreRecorder
    from sensei.provers.scratch import write_problems
    from sensei.settings import load_settings
    from sensei.verify.second import require_checkers
    from sensei.verify.verifier import LeanVerifier

    files = write_problems(workspace, benchmark.problems)
    verifier = LeanVerifier(
        files.workspace,
        imports=imports,
        checkers=require_checkers(files.workspace) if args.second else (),
    )
    budget, options = search_options(args, critic)

    def prover(sample: int) -> Prover:
        own = named.seeded(named.seed + sample)
        return Prover(
            generator=own.generator,
            verifier=verifier,
            budget=budget,
            options=replace(options, seed=own.seed),
            recorder=StoreRecorder(
                store, evaluation.snapshot_id, own.name, own.checkpoint, own.seed
            ),
            minimize=args.minimize,
            critic=critic.critic if critic else None,
            hints=hints,
        )

    jobs = load_settings(workspace.root).jobs
    if args.ray is not None:
        return _evaluate_on_ray(args, store, evaluation, benchmark, named, files, prover, jobs)
    environments = make_environments(args.environment, files.workspace, jobs, gym_limits(args))
    with environments, Reporter("eval") as reporter:

        def progress(done: int, total: int, verified: int) -> None:
            reporter.update("samples", done, total, f"{verified} verified")

        return run_evaluation(
            store,
            evaluation,
            [problem.name for problem in benchmark.problems],
            files.theorems,
            args.samples,
            prover,
            environments.environment,
            workers=jobs,
            progress=progress,
            interrupt=environments.close,
        )


def _evaluate_on_ray(
    args: argparse.Namespace,
    store: Store,
    evaluation: EvaluationRecord,
    benchmark: Benchmark,
    named: NamedGenerator,
    files: ProblemFiles,
    prover: Callable[[int], Prover],
    jobs: int,
) -> list[EvaluationResult]:
    """The same on a cluster: the searches are made there, the store is written here."""
    from sensei.cli.progress import Reporter
    from sensei.distributed.cluster import RayCluster
    from sensei.distributed.evaluation import evaluate_on, model_plan
    from sensei.distributed.lab import LeanLabConfig
    from sensei.distributed.wire import Plan
    from sensei.provers.benchmark import run_evaluation
    from sensei.provers.generators import checkpoint_folder

    budget, options = search_options(args)
    lab = LeanLabConfig(
        workspace=files.workspace,
        budget=budget,
        options=options,
        limits=gym_limits(args),
        minimize=args.minimize,
        seed=named.seed,
    )
    model = model_plan(
        checkpoint_folder(store, args.generator),
        temperature=args.temperature,
        project=project_root(args),
        load_in_4bit=args.load_in_4bit,
    )
    cluster = RayCluster(
        args.ray,
        lab=Plan("sensei.distributed.lab:open_lean_lab", lab.to_json()),
        model=model,
        provers=args.provers or jobs,
    )
    with cluster, Reporter("eval") as reporter:

        def progress(done: int, total: int, verified: int) -> None:
            reporter.update("samples", done, total, f"{verified} verified")

        return run_evaluation(
            store,
            evaluation,
            [problem.name for problem in benchmark.problems],
            files.theorems,
            args.samples,
            prover,
            environment=_no_environment,
            progress=progress,
            elsewhere=lambda todo, sample, recorder, keep: evaluate_on(
                cluster, todo, sample, recorder, keep
            ),
        )


def _no_environment() -> Environment:
    raise AssertionError("the cluster's provers have their own")


def _tier(args: argparse.Namespace) -> str:
    """What ``verified`` means here (docs/verification.md)."""
    return "B" if args.second else "A"
