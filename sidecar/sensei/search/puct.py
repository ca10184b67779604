"""What the searches that learn from their visits share: counts and values of edges, and the choice
of an edge by them.

Of each edge that ran: N, how often it was backed up; W, the sum of the values then; VC, how often
it stands in a simulation that is not backed up yet (virtual loss).

Source: HTPS (arXiv 2205.11491), section 4 and its appendix; the regularised policy is from Grill
et al., Monte-Carlo tree search as regularized policy optimization (2020), equation 11.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from sensei.search.graph import Edge, Graph, Node

UNKNOWN = 0.5  # the value of what neither a critic nor a visit has judged


class Policy(enum.StrEnum):
    """How an edge is chosen from counts, values and priors."""

    PUCT = "puct"
    RPO = "rpo"


class SolvedValue(enum.StrEnum):
    """What an edge whose children are all proved is worth to a simulation that goes through proved
    nodes. With ``no_fpu`` this holds from the first visit on; otherwise an unvisited edge is
    worth a half like any other (first-play urgency)."""

    ONE = "one"
    ONE_OVER_COUNTS = "one_over_counts"
    COUNT_OVER_COUNTS = "count_over_counts"
    ONE_OVER_VIRTUAL_COUNTS = "one_over_virtual_counts"
    ONE_OVER_COUNTS_NO_FPU = "one_over_counts_no_fpu"
    COUNT_OVER_COUNTS_NO_FPU = "count_over_counts_no_fpu"


@dataclass(frozen=True, slots=True)
class HTPSOptions:
    """Options of HTPS and MCTS.

    Args:
        policy: how edges are chosen.
        exploration: c, the weight of the prior; at least 0.
        temperature: T of the prior, the soft-max of the tactics' log-probabilities / T; 0 is all
            on the most probable.
        depth_penalty: in (0, 1]: a value is multiplied by it at each tactic on its way up.
        solved_value: see SolvedValue.
        through_solved: whether simulations go on below proved nodes.
    """

    policy: Policy = Policy.PUCT
    exploration: float = 1.0
    temperature: float = 1.0
    depth_penalty: float = 0.99
    solved_value: SolvedValue = SolvedValue.COUNT_OVER_COUNTS
    through_solved: bool = False


@dataclass(slots=True, eq=False)
class Visits:
    """The counts of one expanded node, an entry for each edge that ran."""

    edges: list[Edge]
    prior: list[float]
    n: list[int]
    w: list[float]
    virtual: list[int]
    total: int = 0

    @classmethod
    def of(cls, node: Node, temperature: float) -> Visits:
        """Of a node that was expanded just now."""
        edges = [edge for edge in node.edges if edge.failure is None]
        prior = softmax([edge.log_prob for edge in edges], temperature)
        zeros = [0] * len(edges)
        return cls(edges, prior, zeros, [0.0] * len(edges), list(zeros))

    def back_up(self, place: int, value: float) -> None:
        """Ends a visit of an edge."""
        self.n[place] += 1
        self.w[place] += value
        self.virtual[place] -= 1
        self.total += 1


def softmax(log_probs: Sequence[float], temperature: float) -> list[float]:
    """The soft-max of log-probabilities / T; with T = 0, one on the first of the largest."""
    if not log_probs:
        return []
    top = max(log_probs)
    if temperature == 0.0:
        first = log_probs.index(top)
        return [float(place == first) for place in range(len(log_probs))]
    weights = [math.exp((each - top) / temperature) for each in log_probs]
    total = sum(weights)
    return [weight / total for weight in weights]


def q_value(n: int, w: float, virtual: int, solved: bool, rule: SolvedValue) -> float:
    """What an edge is worth to a simulation, in [0, 1]."""
    visits = max(1, n + virtual)
    if solved:
        if n > 0 or rule in (
            SolvedValue.ONE_OVER_COUNTS_NO_FPU,
            SolvedValue.COUNT_OVER_COUNTS_NO_FPU,
        ):
            if rule is SolvedValue.ONE:
                return 1.0
            if rule is SolvedValue.ONE_OVER_VIRTUAL_COUNTS:
                return 1.0 / (1 + virtual)
            if rule in (SolvedValue.ONE_OVER_COUNTS, SolvedValue.ONE_OVER_COUNTS_NO_FPU):
                return 1.0 / visits
            return max(1, n) / visits
        return UNKNOWN / visits
    return w / visits if n else UNKNOWN / visits


def regularised(
    q: Sequence[float], prior: Sequence[float], total: int, exploration: float
) -> list[float]:
    """The policy that maximises Q under a Kullback-Leibler penalty towards the prior:
    pi = lambda prior / (alpha - Q) with lambda = c sqrt(N) / (N + |A|), alpha such that it sums
    to 1 (found by bisection). Before the first visit it is the prior."""
    if total == 0 or exploration == 0.0:
        return list(prior)
    weight = exploration * math.sqrt(total) / (total + len(q))
    low = max(value + weight * p for value, p in zip(q, prior, strict=True))
    high = max(q) + weight
    for _ in range(40):
        middle = (low + high) / 2
        # A zero prior at the largest Q makes the denominator zero there; it has no weight.
        mass = sum(
            weight * p / (middle - value) for value, p in zip(q, prior, strict=True) if p > 0.0
        )
        low, high = (middle, high) if mass > 1.0 else (low, middle)
    return [
        weight * p / (high - value) if p > 0.0 else 0.0 for value, p in zip(q, prior, strict=True)
    ]


class Simulations:
    """The visits of a graph's nodes, and the choice of an edge among those a walk may take."""

    def __init__(self, graph: Graph, options: HTPSOptions) -> None:
        self.graph = graph
        self.options = options
        self.visits: dict[int, Visits] = {}

    def expanded(self, number: int) -> None:
        """Takes in a node that was expanded."""
        self.visits[number] = Visits.of(self.graph.nodes[number], self.options.temperature)

    def estimate(self, node: Node) -> float:
        """What is held of a node: proved, dead, or the critic's word."""
        if node.proved:
            return 1.0
        if node.dead:
            return 0.0
        return UNKNOWN if node.value is None else node.value

    def choose(self, number: int, above: Path | None) -> int | None:
        """The place of the best edge of an expanded node that does not lead back to the path
        above; None without one. Ties go to the higher prior, then to the first tried."""
        visits = self.visits[number]
        options = self.options
        free = [
            place
            for place, edge in enumerate(visits.edges)
            if not edge.dead and not _leads_back(edge, above)
        ]
        if not free:
            return None
        n, w, virtual, prior = visits.n, visits.w, visits.virtual, visits.prior
        if options.policy is Policy.RPO:
            q = [self._q(visits, place) for place in free]
            pi = regularised(q, [prior[p] for p in free], visits.total, options.exploration)
            spent = 1 + sum(n[p] + virtual[p] for p in free)
            # The edge whose share of the visits is furthest below its share of the policy.
            owed = [pi[i] - (n[p] + virtual[p]) / spent for i, p in enumerate(free)]
            return free[max(range(len(free)), key=lambda i: (owed[i], prior[free[i]], -i))]
        root = options.exploration * math.sqrt(visits.total)
        best, best_score, best_prior = free[0], -1.0, -1.0
        for place in free:
            count = n[place] + virtual[place]
            if visits.edges[place].unproved:
                q_ = (w[place] if n[place] else UNKNOWN) / (count or 1)
            else:
                q_ = self._q(visits, place)
            p = prior[place]
            total = q_ + root * p / (1 + count)
            if total > best_score or (total == best_score and p > best_prior):
                best, best_score, best_prior = place, total, p
        return best

    def _q(self, visits: Visits, place: int) -> float:
        edge = visits.edges[place]
        return q_value(
            visits.n[place], visits.w[place], visits.virtual[place], edge.proved,
            self.options.solved_value,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Path:
    """The nodes from one up to the root."""

    node: int
    above: Path | None


def _leads_back(edge: Edge, above: Path | None) -> bool:
    """Whether a child of the edge stands on the path (which ends in the edge's own node). Nodes are
    numbered as they are found, so only a child with a smaller number can."""
    for child in edge.children:
        if child <= edge.node:
            at = above
            while at is not None:
                if at.node == child:
                    return True
                at = at.above
    return False


@dataclass(slots=True)
class Walk:
    """One simulation: the edge chosen at each node that it went through, and where it stopped.

    Args:
        choices: node -> place of its edge, in the order of the walk.
        leaves: nodes that are not expanded.
    """

    choices: dict[int, int] = field(default_factory=dict)
    leaves: list[int] = field(default_factory=list)
