"""Shorter proofs of what is proved: lines that are not needed go, and Lean says which those are.

Lines are left out in blocks of halving size, the last first, and the script is run again as a whole
in the environment; what still closes the theorem is kept. So no single line of the result can be
left out. It is a claim like any other: the verifier judges it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sensei.core.protocols import Environment
from sensei.core.types import TacticSucceeded, TheoremRef


def minimized(
    theorem: TheoremRef,
    tactics: Sequence[str],
    environment: Environment,
    *,
    runs: int = 200,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[str, ...]:
    """The tactics without the lines that the proof does not need; as they are if Lean does not
    close the theorem with them.

    Args:
        environment: the theorem is opened in it once more.
        runs: most scripts to try.
        stop: asked before each; true keeps what is found so far.

    Raises:
        NotFoundError: there is no such theorem.
        LeanProcessError: Lean died and cannot be brought back.
    """
    root = environment.open(theorem)
    left = runs

    def closes(lines: Sequence[str]) -> bool:
        nonlocal left
        left -= 1
        (outcome,) = environment.apply(root, ["\n".join(lines)]) or (None,)
        if not isinstance(outcome, TacticSucceeded):
            return False
        environment.release([outcome.state])
        return not outcome.state.goals

    try:
        lines = [line for tactic in tactics for line in tactic.split("\n")]
        if len(lines) < 2 or not closes(lines):
            return tuple(tactics)
        before = list(lines)
        size = len(lines) // 2
        while size:
            at = len(lines) - size
            while at >= 0 and left and not stop():
                shorter = lines[:at] + lines[at + size :]
                if shorter and closes(shorter):
                    lines = shorter
                at = min(at - 1, len(lines) - size)
            size //= 2
        return tuple(tactics) if lines == before else ("\n".join(lines),)
    finally:
        environment.release([root])
