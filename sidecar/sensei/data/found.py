"""What searches leave to learn from: the proofs that were verified, and the searches as they went.

By evaluation, in the order of samples and problems, so that what is learned does not depend on who
finished first. Theorems that are held out are left out here, by the hash of their statement: a
search for one, or for another theorem that says the same, gives no example.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from sensei.core.errors import UsageError
from sensei.core.types import TheoremRef, VerdictReason
from sensei.data.assign import PARTS
from sensei.search.events import Event, from_records
from sensei.search.graph import ROOT, Graph, replay
from sensei.search.visits import visited
from sensei.store import Store
from sensei.store.records import SplitRecord


@dataclass(frozen=True, slots=True)
class FoundStep:
    """One step of a proof that was found and verified.

    Args:
        state: the goal that the model was asked about.
        tactic: what proved it, together with the steps below.
        theorem, module: whose proof it is of.
        attempt_id: the search that found it.
        shares: of a goal without a proof: the tactics of its search's policy, each with its share;
            ``tactic`` is the first of the greatest. A pass teaches one of them, drawn by share.
    """

    state: str
    tactic: str
    theorem: str
    module: str
    attempt_id: int
    shares: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class FinishedSearch:
    """A recorded search of a theorem that may be learned from.

    Args:
        theorem: which.
        statement: the hash of its statement.
        attempt_id: its number in the store.
        verified: whether Lean accepted what it claims.
        graph: all that was tried.
        events: the same as it happened.
    """

    theorem: TheoremRef
    statement: str
    attempt_id: int
    verified: bool
    graph: Graph
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Searches:
    """The searches of some evaluations.

    Args:
        kept: those that may be learned from.
        held_out: how many are of held-out statements.
        unknown: how many are of theorems that were never traced, so that nobody can say whether
            they are held out.
    """

    kept: tuple[FinishedSearch, ...]
    held_out: int
    unknown: int


def held_out_statements(split: SplitRecord, parts: Collection[str]) -> frozenset[str]:
    """The hashes of the statements of some parts of a split.

    Raises:
        UsageError: there is no such part.
    """
    for part in parts:
        if part not in PARTS:
            raise UsageError(f"no part {part!r} of a split", f"the parts are {', '.join(PARTS)}")
    return frozenset(member.type_hash for member in split.members if member.part in parts)


def finished_searches(
    store: Store,
    evaluations: Sequence[int],
    held_out: Collection[str],
    *,
    verified_only: bool = False,
) -> Searches:
    """The searches behind the results of evaluations.

    Args:
        evaluations: their numbers.
        held_out: hashes of statements that must not be learned from.
        verified_only: leave out searches without an accepted proof, and do not count them.

    Raises:
        NotFoundError: there is no such evaluation.
        StoreError: the record of a search is damaged.
    """
    kept, left_out, unknown = [], 0, 0
    statements: dict[int, dict[tuple[str, str], str]] = {}
    for evaluation in evaluations:
        store.evaluation(evaluation)
        for result in store.evaluation_results(evaluation):
            if result.attempt_id is None or (verified_only and not result.verified):
                continue
            attempt = store.attempt(result.attempt_id)
            verified = result.verified and _accepted(store, attempt.id, attempt.proof)
            if verified_only and not verified:
                continue
            if attempt.snapshot_id not in statements:
                statements[attempt.snapshot_id] = {
                    (t.module, t.name): t.type_hash for t in store.theorems(attempt.snapshot_id)
                }
            where = (attempt.theorem.module, attempt.theorem.name)
            statement = statements[attempt.snapshot_id].get(where, "")
            if not statement:
                unknown += 1
            elif statement in held_out:
                left_out += 1
            else:
                events = from_records(attempt.events)
                kept.append(
                    FinishedSearch(
                        attempt.theorem,
                        statement,
                        attempt.id,
                        verified,
                        replay(events),
                        events,
                    )
                )
    return Searches(tuple(kept), left_out, unknown)


def found_steps(searches: Searches) -> list[FoundStep]:
    """The steps of the verified proofs, each (state, tactic) once."""
    seen: set[tuple[str, str]] = set()
    steps = []
    for search in searches.kept:
        if not search.verified:
            continue
        for state, tactic in proof_path(search.graph):
            if (state, tactic) not in seen:
                seen.add((state, tactic))
                theorem = search.theorem
                steps.append(
                    FoundStep(state, tactic, theorem.name, theorem.module, search.attempt_id)
                )
    return steps


def visited_steps(searches: Searches, least: int) -> list[FoundStep]:
    """The policy that simulations of HTPS or MCTS came to at goals that no verified proof has, each
    goal once: the first search with at least so many visits of it.

    Source: HTPS (arXiv 2205.11491), section 5: where there is no proof, the share of the visits.
    A search whose claim was not accepted is left out.
    """
    proved = {state for one in searches.kept if one.verified for state, _ in proof_path(one.graph)}
    steps: dict[str, FoundStep] = {}
    for one in searches.kept:
        if one.graph.claimed and not one.verified:
            continue
        for number, made in visited(one.events).items():
            goals = one.graph.nodes[number].goals
            state = goals[0].pretty
            if made.visits < least or state in proved or state in steps:
                continue
            shares = tuple((tactic, share) for tactic, share in made.shares.items() if share)
            best = max(shares, key=lambda each: each[1])[0]
            where = one.theorem.name, one.theorem.module
            steps[state] = FoundStep(state, best, *where, one.attempt_id, shares)
    return list(steps.values())


def _accepted(store: Store, attempt_id: int, proof: str | None) -> bool:
    """Whether a verdict accepts this very proof, and no kernel, such as a second checker's, refused
    it."""
    about = [r.verdict for r in store.verdicts(attempt_id=attempt_id) if r.claim.proof == proof]
    refused = any(verdict.reason is VerdictReason.KERNEL_REJECTED for verdict in about)
    return not refused and any(verdict.accepted for verdict in about)


def proof_path(graph: Graph) -> Iterator[tuple[str, str]]:
    """Goal and tactic of each node that the claimed proof needs, from the root down."""
    proof = graph.proof()
    if proof is None:
        return
    todo, seen = [ROOT], {ROOT}
    while todo:
        number = todo.pop()
        goals = graph.nodes[number].goals
        if not goals:
            continue
        edge = proof[number]
        yield goals[0].pretty, edge.tactic
        below = [child for child in dict.fromkeys(edge.children) if child not in seen]
        seen.update(below)
        todo += reversed(below)
