"""What an expansion costs in the package ``htps`` of PyPI, on the trees of search.py.

    PYTHON_WITH_HTPS tests/bench/htps_package.py EXPANSIONS TACTICS

Needs nothing of Sensei: run it with the Python of an environment that has ``htps`` (version 0.1.0).
The package is told of the tactics that ran; those that failed it need not see. Prints milliseconds
of processor time an expansion, less the time that making the trees takes.
"""

from __future__ import annotations

import random
import sys
import time

import htps

CONTEXT = "n m : Nat\nh : n ≤ m\nih : ∀ k, k ≤ n → double k = k + k\n⊢ double ({}) = {} + m"


class Trees:
    """Endless random AND/OR trees, and the time they take to make."""

    def __init__(self, tactics: int, seed: int = 0) -> None:
        self.draw = random.Random(seed)
        self.tactics, self.goals, self.seconds = tactics, 1, 0.0
        self.context = htps.Context([])

    def goal(self, number: int) -> htps.Theorem:
        text = CONTEXT.format(number, number)
        made = htps.Theorem(text, text, [], self.context, [])
        made.metadata = {}
        return made

    def expand(self, theorem: htps.Theorem) -> htps.EnvExpansion:
        started = time.process_time()
        tactics, children, effects = [], [], []
        for place in range(self.tactics):
            if self.draw.random() < 0.5:
                continue
            numbers = []
            for _ in range(self.draw.choice((1, 1, 2, 3))):
                if self.draw.random() < 0.1:
                    numbers.append(self.draw.randrange(self.goals))
                else:
                    numbers.append(self.goals)
                    self.goals += 1
            tactics.append(htps.Tactic(f"rw [lemma_{place} n m, ih]", True, 1))
            children.append([self.goal(number) for number in dict.fromkeys(numbers)])
            effects.append(htps.EnvEffect(theorem, tactics[-1], children[-1]))
        if tactics:
            weights = [self.draw.expovariate(0.4) for _ in tactics]
            priors = [weight / sum(weights) for weight in weights]
            durations = [1] * len(tactics)
            made = htps.EnvExpansion(
                theorem, 1, 1, durations, effects, -0.7, tactics, children, priors
            )
        else:
            made = htps.EnvExpansion(theorem, 1, 1, [], "every tactic failed")
        self.seconds += time.process_time() - started
        return made


def main() -> None:
    expansions, tactics = int(sys.argv[1]), int(sys.argv[2])
    parameters = htps.SearchParams(
        exploration=0.3, policy_type=htps.PolicyType.AlphaZero, num_expansions=10 * expansions,
        succ_expansions=16, early_stopping=False, no_critic=False, backup_once=True,
        backup_one_for_solved=True, depth_penalty=0.99, count_threshold=10,
        tactic_p_threshold=0.0, tactic_sample_q_conditioning=False, only_learn_best_tactics=False,
        tactic_init_value=0.0, q_value_solved=htps.QValueSolved.CountOverCounts,
        policy_temperature=1.0, metric=htps.Metric.Size, node_mask=htps.NodeMask.NoMask,
        effect_subsampling_rate=0.0, critic_subsampling_rate=0.0,
        early_stopping_solved_if_root_not_proven=False, virtual_loss=1,
    )  # fmt: skip
    trees = Trees(tactics)
    search = htps.HTPS(trees.goal(0), parameters)
    done = 0
    started = time.process_time()
    while done < expansions:
        wanted = search.theorems_to_expand()
        if not wanted:
            raise SystemExit(f"the search ended after {done} expansions")
        search.expand_and_backup([trees.expand(theorem) for theorem in wanted])
        done += len(wanted)
    seconds = time.process_time() - started - trees.seconds
    print(f"{1000 * seconds / done:.4f}")


if __name__ == "__main__":
    main()
