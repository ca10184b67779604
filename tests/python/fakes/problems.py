"""Random AND/OR problems: failing tactics, cycles, goals met again or twice, coupled goals."""

from __future__ import annotations

import random
from dataclasses import dataclass

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from sensei.core.types import FailureKind

Part = tuple[str, ...]
# What a tactic leaves of a part: parts that must all be proved, or how it fails.
Result = tuple[Part, ...] | FailureKind


@dataclass(frozen=True)
class Problem:
    """``rules[part][tactic]`` is what the tactic leaves; the root is the part of one goal "g0"."""

    rules: dict[Part, dict[str, Result]]
    log_probs: dict[str, list[tuple[str, float]]]

    def provable(self) -> dict[Part, int]:
        """The parts that can be proved, with the round in which that follows: a fixpoint."""
        rounds: dict[Part, int] = {}
        while True:
            fresh = [
                part
                for part, tactics in self.rules.items()
                if part not in rounds
                and any(
                    not isinstance(left, FailureKind) and all(p in rounds for p in left)
                    for left in tactics.values()
                )
            ]
            if not fresh:
                return rounds
            rounds |= dict.fromkeys(fresh, len(rounds))

    def environment(self) -> TableEnvironment:
        moves = {
            part: {
                tactic: left
                if isinstance(left, FailureKind)
                else tuple(goal for p in left for goal in p)
                for tactic, left in tactics.items()
            }
            for part, tactics in self.rules.items()
        }
        parts = {
            tuple(goal for p in left for goal in p): left
            for tactics in self.rules.values()
            for left in tactics.values()
            if not isinstance(left, FailureKind) and left
        }
        return TableEnvironment({"T": ("g0",)}, moves, parts=parts)

    def generator(self) -> TableGenerator:
        return TableGenerator(self.log_probs)

    def runs(self, tactics: tuple[str, ...]) -> bool:
        """Whether the script closes the root, as Lean would read it: each tactic works on the
        first goal, `·` proves the first goal on its own, `rotate_left n` moves n to the end."""
        return self._closes((("g0",),), "\n".join(tactics).split("\n"))

    def _closes(self, parts: tuple[Part, ...], lines: list[str]) -> bool:
        at = 0
        while at < len(lines):
            line = lines[at]
            at += 1
            if not parts or line.startswith(" "):
                return False
            if line.startswith("· "):
                block = [line[2:]]
                while at < len(lines) and lines[at].startswith("  "):
                    block.append(lines[at][2:])
                    at += 1
                if len(parts[0]) != 1 or not self._closes(parts[:1], block):
                    return False
                parts = parts[1:]
            elif line.startswith("rotate_left "):
                if int(line.split()[1]) != len(parts[0]):
                    return False
                parts = (*parts[1:], parts[0])
            else:
                left = self.rules.get(parts[0], {}).get(line, FailureKind.TACTIC)
                if isinstance(left, FailureKind):
                    return False
                parts = (*left, *parts[1:])
        return not parts


def random_problem(seed: int, goals: int = 14) -> Problem:
    """About half of them can be proved."""
    draw = random.Random(seed)
    names = [f"g{i}" for i in range(goals)]
    # Coupled goals are parts of two or three, and rules speak of the part as a whole.
    coupled = [tuple(draw.sample(names, draw.choice((2, 2, 3)))) for _ in range(goals // 4)]
    every: list[Part] = [(name,) for name in names] + coupled
    rules: dict[Part, dict[str, Result]] = {}
    for part in every:
        tactics: dict[str, Result] = {}
        for number in range(draw.randint(0, 5)):
            tactics[f"t{number}"] = _result(draw, names, coupled)
        rules[part] = tactics
    log_probs = {
        name: [(f"t{number}", -draw.expovariate(0.5)) for number in range(6)] for name in names
    }
    # Splitting is a property of the goals: the same goals may not split in two ways.
    seen: dict[Part, tuple[Part, ...]] = {}
    for tactics in rules.values():
        for tactic, left in tactics.items():
            if not isinstance(left, FailureKind):
                joined = tuple(goal for p in left for goal in p)
                tactics[tactic] = seen.setdefault(joined, left)
    return Problem(rules, log_probs)


def _result(draw: random.Random, names: list[str], coupled: list[Part]) -> Result:
    kind = draw.random()
    if kind < 0.35:
        return draw.choice(list(FailureKind))
    if kind < 0.45:
        return ()
    parts: list[Part] = [(name,) for name in draw.choices(names, k=draw.choice((1, 1, 1, 2, 3)))]
    if coupled and draw.random() < 0.25:
        parts.insert(draw.randint(0, len(parts)), draw.choice(coupled))
    return tuple(parts)
