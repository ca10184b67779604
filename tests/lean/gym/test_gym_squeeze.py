"""What ``simp?`` says, through the real step server."""

from __future__ import annotations

import math
from collections.abc import Callable

from sensei.core.types import TacticSucceeded, TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.provers.squeeze import squeezed


def test_simp_says_what_it_uses(
    environment: Callable[..., GymEnvironment], ref: Callable[[str], TheoremRef]
) -> None:
    env = environment(tactic_s=20.0)
    theorem = ref("Places.by_variable")
    state = env.open(theorem)
    [outcome] = env.apply(state, ["simp?"])
    assert isinstance(outcome, TacticSucceeded)
    assert outcome.seconds is not None
    assert outcome.seconds > 0
    assert outcome.said == ("Try this:\n  [apply] simp only [List.append_nil]",)
    # However long each takes here.
    told = squeezed(theorem, ["have h := xs", "simp"], env, slower=math.inf)
    assert told == ("have h := xs\nsimp only [List.append_nil]",)
    assert squeezed(theorem, ["simp"], env, slower=-1.0) == ("simp",)
    whole = squeezed(theorem, ["constructor <;> simp", "rfl"], env, slower=math.inf)
    assert whole == ("constructor <;> simp", "rfl"), "it does not close the theorem"
