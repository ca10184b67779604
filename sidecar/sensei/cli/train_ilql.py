"""``sensei train ilql``: a generator learns values of the tactics that searches tried."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.refining import Found, left_out, named_searches, refine
from sensei.cli.training import add_patience, add_run, bad_setting, run_settings
from sensei.cli.training_data import add_found
from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from sensei.data.outcomes import Outcome
    from sensei.store import Store
    from sensei.trainers.ilql import ILQLTrainer

EXAMPLE = "sensei train ilql --model sft --from-evaluations 1 2"
#: Options that are fields of ILQLSettings, with their defaults, which a test compares.
FIELDS = {
    "epochs": (int, 3, "passes"),
    "max_seq_len": (int, 1024, "tokens of goal and tactic"),
    "gamma": (float, 1.0, "what a reward is worth one token earlier"),
    "tau": (float, 0.9, "of the expectile that V is of Q"),
    "alpha": (float, 0.005, "the share by which the target Q follow a step"),
    "cql_weight": (float, 1e-4, "of what holds untried tokens down"),
    "awac_weight": (float, 1.0, "of the policy's own loss"),
    "awac_beta": (float, 1.0, "how strongly a token counts there by its advantage"),
    "decode_beta": (float, 1.0, "how strongly the values steer the decoding"),
}


def add_ilql(actions: Any) -> None:
    """Adds the verb."""
    summary = "implicit language Q learning: values of the tactics of searches steer the generator"
    ilql = actions.add_parser(
        "ilql",
        help=summary,
        description=summary[0].upper() + summary[1:],
        epilog=f"example: {EXAMPLE}",
    )
    add_run(ilql, "ilql", what="tactics")
    add_found(ilql)
    ilql.add_argument(
        "--model", metavar="G", help="the generator to refine: a folder or name (default: newest)"
    )
    for name, (kind, default, what) in FIELDS.items():
        ilql.add_argument(
            f"--{name.replace('_', '-')}",
            type=kind,
            default=default,
            metavar="N" if kind is int else "X",
            help=f"{what} ({default:g})",
        )
    add_patience(ilql, "passes without a lower loss on a tenth of the goals, held out")
    ilql.add_argument(
        "--single-q", action="store_true", help="the first target Q acts, not the lesser of two"
    )


@dataclass(frozen=True, slots=True)
class OutcomeCounts:
    """How much there is to train on.

    Args:
        by_result: how many tactics came to what.
    """

    by_result: dict[str, int]
    held_out: int
    unknown: int

    @property
    def tactics(self) -> int:
        """All of them."""
        return sum(self.by_result.values())

    def described(self) -> str:
        """One line for people."""
        counts = ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in self.by_result.items())
        said = f"{self.tactics} tactics of searches: {counts}"
        return said + left_out(self.held_out, self.unknown)

    def to_json(self) -> dict[str, Any]:
        """The counts as a JSON object."""
        counts = {"tactics": self.tactics, **self.by_result}
        return counts | {"held_out": self.held_out, "unknown": self.unknown}


def ilql(args: argparse.Namespace) -> int:
    """Trains; 0 when the checkpoint is written."""
    figures = refine(args, "ilql", _data, _trainer, _hash)
    if figures is None:
        return 0
    print(
        f"{figures['examples']:.0f} tactics x {figures['epochs']:.0f} epochs, "
        f"{figures['steps']:.0f} steps in {figures['seconds']:.0f} s; loss a token: "
        + ", ".join(f"{name} {figures[f'loss_{name}']:.3f}" for name in ("q", "v", "cql", "awac"))
    )
    if "advantage_gap" in figures:
        print(f"good tactics over bad ones, by their first token: {figures['advantage_gap']:.3f}")
    return 0


def _data(args: argparse.Namespace, store: Store) -> Found[Outcome]:
    from sensei.data.outcomes import outcomes

    split, searches = named_searches(args, store, EXAMPLE)
    tried = outcomes(searches)
    if not tried:
        raise UsageError(
            f"evaluations {', '.join(map(str, args.from_evaluations))} have no tactic that may be "
            "learned from",
            "search more theorems that are not held out",
        )
    found = Counter(one.result.name.lower() for one in tried)
    by_result = {name: found[name] for name in ("failed", "ran", "proved", "in_proof")}
    return Found(split, tried, OutcomeCounts(by_result, searches.held_out, searches.unknown))


def _hash(tried: Sequence[Outcome]) -> str:
    from sensei.trainers.ilql import outcomes_hash

    return outcomes_hash(tried)


def _trainer(args: argparse.Namespace, model: str, output: Path) -> ILQLTrainer:
    from sensei.models.extra import require_training_extra

    require_training_extra("sensei train ilql")
    from pydantic import ValidationError

    from sensei.trainers.ilql import ILQLTrainer

    try:
        return ILQLTrainer(
            model,
            output,
            **{name: getattr(args, name) for name in FIELDS},
            double_q=not args.single_q,
            patience=args.patience,
            **run_settings(args),
        )
    except ValidationError as error:
        raise bad_setting(error, "ilql") from None
