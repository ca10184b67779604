"""Recorded searches to look at: a small one that claims a proof, and one of any size."""

from __future__ import annotations

import random

from sensei.core.types import FailureKind, Goal, SearchStatus, Spent, TheoremRef
from sensei.search.events import (
    Advanced,
    Answered,
    Claimed,
    Ended,
    Event,
    Expanded,
    Failed,
    Opened,
)
from sensei.search.events import Part as PartOf


def part(text: str, case: str = "") -> PartOf:
    """A node of one goal."""
    return (Goal("_uniq.1", text, case),)


def claimed_search(theorem: TheoremRef, hostile: str) -> list[Event]:
    """Two goals of one tactic, and another tactic that leads nowhere; ``hostile`` stands in a
    goal, a tactic and a message. The model takes 2.5 s, Lean 3.5 s, the search 2 s."""
    right = f"q : Prop\n⊢ q ∨ {hostile}"
    return [
        Opened(theorem, part("p q : Prop\n⊢ p ∧ q"), "htps", {"note": hostile}),
        Expanded((0,), (0.0,), (0.5,), 1.0),
        Answered(3.0),
        Advanced(0, "constructor", -0.5, (part("⊢ p", "left"), part(right, "right")), 6.0),
        Failed(0, f"exact {hostile}", -2.0, FailureKind.TACTIC, "unknown", 6.0),
        Advanced(0, "exfalso", -3.0, (part("⊢ False"),), 6.0),
        Expanded((3,), (-1.0,), (0.1,), 6.0),
        Answered(6.25),
        Failed(3, "trivial", -0.2, FailureKind.TACTIC, "no", 6.25),
        Expanded((1, 2), (-0.5, -0.6), (0.25, 0.75), 6.75),
        Answered(7.0),
        Advanced(1, "assumption", -0.1, (), 7.25),
        Failed(2, "simp", -0.9, FailureKind.TACTIC, f"simp made no progress {hostile}", 7.4),
        Advanced(2, "tauto", -1.2, (), 7.5),
        Claimed(7.5),
        Ended(SearchStatus.CLAIMED, Spent(8.0, 4, 7)),
    ]


def large_search(theorem: TheoremRef, goals: int, seed: int = 0) -> list[Event]:
    """An endless search of so many goals, as wide and as deep as searches are."""
    draw = random.Random(seed)
    events: list[Event] = [Opened(theorem, part("⊢ goal 0"), "best_first")]
    waiting, made, at_s, calls, tried = [0], 1, 0.0, 0, 0
    while made < goals:
        node = waiting.pop(draw.randrange(max(1, len(waiting) // 4)))
        events += [Expanded((node,), (-at_s,), (), at_s), Answered(at_s + 0.01)]
        at_s, calls = at_s + 0.02, calls + 1
        for number in range(4):
            tried += 1
            count = min(draw.choice((0, 1, 1, 2, 3)), goals - made)
            if count == 0:
                kind = FailureKind.TACTIC
                events.append(Failed(node, f"fail {number}", -1.0, kind, "no", at_s))
                continue
            fresh = tuple(part(f"n : Nat\n⊢ goal {made + i} = n") for i in range(count))
            waiting += range(made, made + count)
            made += count
            events.append(Advanced(node, f"step {number}", -0.5, fresh, at_s))
    return [*events, Ended(SearchStatus.OUT_OF_BUDGET, Spent(at_s, calls, tried))]
