"""A benchmark, evaluated: every sample of every problem once, each result kept as it comes.

What has a result is not done again, so an evaluation that was ended in any way goes on where it
was. Leaves out how problems become files (scratch.py) and what a model is (generators.py).
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sensei.core.protocols import Environment
from sensei.core.types import TheoremRef
from sensei.provers.evaluate import evaluate
from sensei.provers.pass_at_k import PassAtK, pass_at_k
from sensei.provers.problems import Benchmark
from sensei.provers.prover import Attempt, Prover, Recorder
from sensei.store import Store
from sensei.store.records import EvaluationRecord, EvaluationResult

# Tries theorems: which, the number of the sample, what keeps the attempts, and who is told of each.
Elsewhere = Callable[
    [Sequence[TheoremRef], int, Recorder | None, Callable[[int, int, Attempt], None]], object
]


@dataclass(frozen=True, slots=True)
class Score:
    """What an evaluation came to.

    Args:
        problems: of the benchmark.
        samples: of each problem.
        solved: problems with at least one verified proof.
        claims, verified: of the samples; a claim is verified or was rejected.
        errors: samples for which something outside the search failed.
        pass_at: estimates, one for each k asked for.
        outcomes: samples by outcome.
        seconds, verify_seconds: of searches and verdicts, summed.
        model_calls, tactic_calls, tokens: summed over all samples.
        complete: whether every sample has its result.
    """

    problems: int
    samples: int
    solved: int
    claims: int
    verified: int
    errors: int
    pass_at: tuple[PassAtK, ...]
    outcomes: dict[str, int]
    seconds: float
    verify_seconds: float
    model_calls: int
    tactic_calls: int
    tokens: int
    complete: bool

    def per_solved(self) -> dict[str, float | None]:
        """What was spent, on all problems, for each that was solved; None when none was."""
        spent = {
            "seconds": self.seconds + self.verify_seconds,
            "model_calls": float(self.model_calls),
            "tactic_calls": float(self.tactic_calls),
            "tokens": float(self.tokens),
        }
        return {k: round(v / self.solved, 3) if self.solved else None for k, v in spent.items()}

    def to_json(self) -> dict[str, Any]:
        """The score as a JSON object."""
        return {**asdict(self), "per_solved": self.per_solved()}


def evaluation_key(config: Mapping[str, Any]) -> str:
    """A hash of all that an evaluation's results depend on."""
    return hashlib.sha256(json.dumps(config, sort_keys=True).encode()).hexdigest()


def benchmark_snapshot(
    store: Store, benchmark: Benchmark, *, lean_version: str, lean_commit: str, kind: str
) -> int:
    """The snapshot that attempts on a benchmark's problems are of: its name, content and Lean. It
    holds no module, and is never complete: no trace and no split is of it."""
    about = [benchmark.name, benchmark.sha256, lean_version, lean_commit, kind]
    return store.put_snapshot(
        identity=hashlib.sha256(json.dumps(["benchmark", *about]).encode()).hexdigest(),
        package=benchmark.name,
        content_hash=benchmark.sha256,
        repository=f"benchmark:{benchmark.name}",
        lean_version=lean_version,
        lean_commit=lean_commit,
        toolchain_kind=kind,
    )


def run_evaluation(
    store: Store,
    evaluation: EvaluationRecord,
    names: Sequence[str],
    theorems: Sequence[TheoremRef],
    samples: int,
    prover: Callable[[int], Prover],
    environment: Callable[[], Environment],
    *,
    workers: int = 1,
    progress: Callable[[int, int, int], None] | None = None,
    interrupt: Callable[[], None] | None = None,
    elsewhere: Elsewhere | None = None,
) -> list[EvaluationResult]:
    """Does what has no result yet, and gives all results, by sample and problem.

    Args:
        names: of the problems, in the benchmark's order.
        theorems: where they stand; one a name, all different.
        samples: how often each is tried.
        prover: makes the prover of a sample, by its number.
        environment: makes a worker's environment.
        progress: called after each: how many are done, of how many, and how many are verified.
        interrupt: called when this is interrupted; makes the environments fail.
        elsewhere: tries theorems in place of this process's own workers; of ``prover`` only the
            recorder is then used.
    """
    kept = store.evaluation_results(evaluation.id)
    done = {(result.sample, result.problem) for result in kept}
    total = samples * len(names)
    count, verified = len(done), sum(result.verified for result in kept)
    by_theorem = dict(zip(theorems, names, strict=True))
    for sample in range(samples):
        todo = [theorem for theorem, name in by_theorem.items() if (sample, name) not in done]
        if not todo:
            continue

        def keep(at: int, of: int, attempt: Attempt, sample: int = sample) -> None:
            nonlocal count, verified
            result = result_of(attempt, by_theorem[attempt.theorem], sample)
            store.add_evaluation_result(evaluation.id, result)
            count += 1
            verified += result.verified
            if progress is not None:
                progress(count, total, verified)

        own = prover(sample)
        if elsewhere is not None:
            elsewhere(todo, sample, own.recorder, keep)
            continue
        evaluate(
            todo,
            own,
            environment,
            workers=min(workers, len(todo)),
            progress=keep,
            interrupt=interrupt,
        )
    if evaluation.finished_at is None:
        store.finish_evaluation(evaluation.id)
    return store.evaluation_results(evaluation.id)


def result_of(attempt: Attempt, problem: str, sample: int) -> EvaluationResult:
    """An attempt as a result."""
    result, verdict = attempt.result, attempt.verdict
    if attempt.error or result is None:
        outcome, detail = "error", attempt.error
    elif verdict is not None:
        outcome, detail = verdict.reason.value, verdict.detail
    else:
        outcome, detail = result.status.value, result.detail
    return EvaluationResult(
        problem=problem,
        sample=sample,
        attempt_id=attempt.id,
        verified=attempt.verified,
        outcome=outcome,
        detail=detail,
        proof=attempt.proof,
        seconds=result.spent.seconds if result else 0.0,
        verify_seconds=verdict.seconds if verdict else 0.0,
        model_calls=result.spent.model_calls if result else 0,
        tactic_calls=result.spent.tactic_calls if result else 0,
        tokens=result.spent.tokens if result else 0,
    )


def score(
    names: Sequence[str],
    results: Sequence[EvaluationResult],
    samples: int,
    ks: Sequence[int],
    seed: int = 0,
) -> Score:
    """Adds results up. Only verified ones count as right.

    Args:
        ks: of the pass@k wanted.
        seed: of the intervals' resampling.
    """
    right: dict[str, int] = defaultdict(int)
    outcomes: dict[str, int] = defaultdict(int)
    for result in results:
        right[result.problem] += result.verified
        outcomes[result.outcome] += 1
    counts = [(samples, right[name]) for name in names]
    return Score(
        problems=len(names),
        samples=samples,
        solved=sum(right[name] > 0 for name in names),
        claims=sum(result.proof is not None for result in results),
        verified=sum(result.verified for result in results),
        errors=outcomes.get("error", 0),
        pass_at=tuple(pass_at_k(counts, k, seed=seed) for k in ks),
        outcomes=dict(sorted(outcomes.items())),
        seconds=round(sum(result.seconds for result in results), 3),
        verify_seconds=round(sum(result.verify_seconds for result in results), 3),
        model_calls=sum(result.model_calls for result in results),
        tactic_calls=sum(result.tactic_calls for result in results),
        tokens=sum(result.tokens for result in results),
        complete=len(results) == samples * len(names),
    )
