"""What ``sensei eval`` says when it is done: a table, or one JSON object, and a file of results."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from sensei.core.types import Budget
    from sensei.provers.benchmark import Score
    from sensei.provers.generators import NamedGenerator
    from sensei.provers.problems import Benchmark
    from sensei.search.options import SearchOptions
    from sensei.store.records import EvaluationRecord, EvaluationResult


def searched_with(
    args: argparse.Namespace,
    benchmark: Benchmark,
    named: NamedGenerator,
    searched: tuple[Budget, SearchOptions],
) -> dict[str, Any]:
    """What the results of an evaluation depend on in every environment: an evaluation goes on only
    with the same."""
    budget, options = searched
    return {
        "benchmark": benchmark.sha256,
        "problems": len(benchmark.problems),
        "samples": args.samples,
        "generator": named.name,
        "checkpoint": named.checkpoint,
        "weights": named.weights,
        "seed": named.seed,
        "temperature": named.temperature,
        "budget": asdict(budget),
        "search": asdict(options),
    }


def report(
    args: argparse.Namespace,
    benchmark: Benchmark,
    evaluation: EvaluationRecord,
    results: list[EvaluationResult],
    ks: list[int],
    tier: str,
) -> int:
    """Says what was found, as the options want it; the exit code: 0 if every problem was solved.

    Args:
        ks: of the pass@k wanted.
        tier: what ``verified`` means (docs/verification.md).

    Raises:
        UsageError: the file of results cannot be written.
    """
    from sensei.provers.benchmark import score

    names = [problem.name for problem in benchmark.problems]
    scored = score(names, results, args.samples, ks, args.seed)
    if args.out:
        _write(Path(args.out), results)
    if args.json:
        answer = {
            "evaluation": evaluation.id,
            "benchmark": benchmark.name,
            "tier": tier,
            **scored.to_json(),
        }
        answer["results"] = [asdict(result) for result in results]
        json.dump(answer, sys.stdout, ensure_ascii=False)
        print()
    else:
        _print(benchmark, evaluation, results, scored, tier)
    return 0 if scored.solved == scored.problems else 1


def _write(path: Path, results: list[EvaluationResult]) -> None:
    draft = path.with_name(f".{path.name}.draft")
    try:
        with draft.open("w", encoding="utf-8") as file:
            for result in results:
                file.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise UsageError(f"{path}: {error.strerror}", "give --out a file to write") from None


def _print(
    benchmark: Benchmark,
    evaluation: EvaluationRecord,
    results: list[EvaluationResult],
    scored: Score,
    tier: str,
) -> None:
    by_problem: dict[str, list[EvaluationResult]] = {p.name: [] for p in benchmark.problems}
    for result in results:
        by_problem[result.problem].append(result)
    width = max(len(name) for name in by_problem)
    for name, its in by_problem.items():
        right = sum(result.verified for result in its)
        others = sorted({r.outcome for r in its if not r.verified})
        tried = f"{right}/{len(its)} verified"
        print(f"{name:<{width}}  {tried}{', else ' * bool(others)}{', '.join(others)}")
    for estimate in scored.pass_at:
        print(
            f"pass@{estimate.k}: {100 * estimate.value:.1f} % "
            f"({100 * estimate.level:.0f} % interval {100 * estimate.low:.1f} to "
            f"{100 * estimate.high:.1f})"
        )
    print(
        f"{scored.solved} of {scored.problems} solved, {scored.claims} claims, "
        f"{scored.verified} verified (tier {tier}), {scored.errors} errors "
        f"(evaluation {evaluation.id})"
    )
    cost = scored.per_solved()
    if scored.solved:
        print(
            f"a solved problem cost {cost['seconds']:.1f} s, "
            f"{cost['model_calls']:.1f} model calls, {cost['tactic_calls']:.1f} tactic calls, "
            f"{cost['tokens']:.0f} tokens"
        )
