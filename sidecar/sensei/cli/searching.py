"""The generator and the search of one theorem: the same options for every verb that proves."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from sensei.cli.numbers import count, not_negative, seconds
from sensei.core.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from sensei.core.types import Budget
    from sensei.envs.process import GymLimits
    from sensei.provers.critics import NamedCritic
    from sensei.provers.generators import NamedGenerator
    from sensei.provers.hints import SnapshotHints
    from sensei.provers.retrievers import NamedRetriever
    from sensei.search.options import SearchOptions
    from sensei.store import Store

# search.options.SEARCHES and WHOLE_PROOF, which a test compares; the command line starts without
# importing them.
SEARCHES = (
    "best_first", "breadth_first", "depth_first", "updown", "fringe", "htps", "mcts", "whole_proof",
)  # fmt: skip

# envs.choice.ENVIRONMENTS, likewise. The first is what nobody has to name.
ENVIRONMENTS = ("gym", "lean-server", "pantograph")
# HOL Light, with goals as text or as s-expressions: for statements of its own, which no Lean reads.
HOL_LIGHT = ("hol-light", "hol-light-sexp")


def add_search(
    parser: argparse.ArgumentParser, environments: tuple[str, ...] = ENVIRONMENTS
) -> None:
    """Adds the options.

    Args:
        environments: that can be named, the first if none is.
    """
    parser.add_argument(
        "--generator",
        metavar="G",
        help="a checkpoint's folder or name, 'fixed' (ten tactics), 'untrained', or 'openai:MODEL' "
        "and 'anthropic:MODEL' of providers (default: the newest checkpoint)",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the generator's sampling")
    parser.add_argument(
        "--temperature",
        type=not_negative,
        metavar="T",
        help="0, the best of a beam, is a checkpoint's default; 1 that of providers' models",
    )
    add_four_bit(parser)
    add_retriever(parser, "show each goal with premises")
    search = parser.add_argument_group("the search of one theorem")
    search.add_argument("--seconds", type=seconds, default=60.0, metavar="S", help="wall clock")
    search.add_argument(
        "--model-calls", type=count, default=200, metavar="N", help="states given to the model"
    )
    search.add_argument(
        "--tactic-calls", type=count, default=2000, metavar="N", help="tactics given to Lean"
    )
    search.add_argument(
        "--tokens", type=count, metavar="N", help="read and written by the model (no limit)"
    )
    search.add_argument(
        "--search",
        type=lambda name: name.replace("-", "_"),
        choices=SEARCHES,
        default="best_first",
        help="the algorithm (best_first); docs/search.md says what each does",
    )
    search.add_argument(
        "--candidates", type=count, default=16, metavar="K", help="tactics asked for a state"
    )
    search.add_argument(
        "--rounds",
        type=count,
        default=4,
        metavar="N",
        help="whole_proof: how often proofs are asked for, the first time included",
    )
    search.add_argument(
        "--batch", type=count, default=4, metavar="N", help="states a call of the model"
    )
    search.add_argument(
        "--alpha", type=float, default=0.0, help="scores are divided by length^alpha"
    )
    search.add_argument(
        "--critic",
        metavar="C",
        help="htps, mcts: a checkpoint of a critic or progress model, by folder or name, that "
        "judges the goals that are expanded (default: a half for each)",
    )
    search.add_argument(
        "--environment",
        choices=environments,
        default=environments[0],
        help="what runs tactics (gym); docs/environments.md says what each needs",
    )
    search.add_argument(
        "--tactic-seconds",
        type=seconds,
        metavar="S",
        help="one tactic (2), or one proof of whole_proof (20)",
    )
    search.add_argument(
        "--minimize", action="store_true", help="leave out lines that a found proof does not need"
    )
    search.add_argument(
        "--squeeze",
        action="store_true",
        help="replace simp, simp_all and simpa in a found proof by what simp? says, where Lean is "
        "no slower with it",
    )
    search.add_argument(
        "--proof",
        choices=("shortest", "fastest"),
        default="shortest",
        help="of several proofs found, the shortest (default), or the one whose tactics took Lean "
        "the least time",
    )


def add_four_bit(parser: argparse.ArgumentParser) -> None:
    """Adds ``--load-in-4bit``."""
    parser.add_argument(
        "--load-in-4bit",
        action="store_true",
        help="quantize the model's weights as they are loaded: an eighth of the memory",
    )


def add_retriever(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds ``--retriever`` and ``--premises``.

    Args:
        what: the retriever is for.
    """
    parser.add_argument(
        "--retriever",
        metavar="R",
        help=f"{what} that 'bm25', a retriever's checkpoint (folder or name), or "
        "'hybrid:CHECKPOINT' finds (default: none)",
    )
    parser.add_argument(
        "--premises", type=count, default=8, metavar="N", help="with --retriever: how many (8)"
    )


def load_retriever(args: argparse.Namespace, store: Store, root: Path) -> NamedRetriever | None:
    """The retriever that the command line names, if it does.

    Raises:
        CheckpointError: there is none, or it is damaged.
        MissingExtraError: the libraries of models are not installed.
    """
    if args.retriever is None:
        return None
    from sensei.provers.retrievers import index_folder, make_retriever

    return make_retriever(
        store,
        args.retriever,
        cache=index_folder(root),
        loading=lambda what: print(f"sensei: loading {what}", file=sys.stderr, flush=True),
    )


def load_hints(
    args: argparse.Namespace, store: Store, root: Path, named: NamedGenerator
) -> SnapshotHints | None:
    """The premises that goals are shown with, if the command line names a retriever.

    Raises:
        CheckpointError: the generator was trained on other prompts.
        NotFoundError: nothing of the project is in the store.
    """
    from sensei.provers.generators import check_premises

    check_premises(named, args.premises if args.retriever is not None else 0)
    retriever = load_retriever(args, store, root)
    if retriever is None:
        return None
    from sensei.ingest.identity import project_snapshot
    from sensei.provers.hints import SnapshotHints

    return SnapshotHints(store, project_snapshot(store, root).id, args.premises, retriever)


def load_generator(args: argparse.Namespace, store: Store, root: Path) -> NamedGenerator:
    """The generator that the command line names; says on stderr what it loads.

    Raises:
        CheckpointError: there is none, or it is damaged.
        MissingExtraError: the libraries of models are not installed.
    """
    from sensei.provers.generators import checkpoint_folder, make_generator

    return make_generator(
        checkpoint_folder(store, args.generator, root),
        seed=args.seed,
        temperature=args.temperature,
        project=root,
        loading=lambda what: print(f"sensei: loading {what}", file=sys.stderr, flush=True),
        load_in_4bit=args.load_in_4bit,
    )


def load_critic(args: argparse.Namespace, store: Store) -> NamedCritic | None:
    """The critic that the command line names, if it names one.

    Raises:
        UsageError: the search asks no critic.
        CheckpointError: there is none, it is of another kind, or it is damaged.
        MissingExtraError: the libraries of models are not installed.
    """
    if args.critic is None:
        return None
    from sensei.provers.critics import make_critic
    from sensei.search.options import ASK_CRITICS

    if args.search not in ASK_CRITICS:
        raise UsageError(
            f"--critic goes with a search that asks one, and {args.search} does not",
            f"give --search {ASK_CRITICS[0]}, or leave --critic out",
        )
    return make_critic(store, args.critic)


def search_options(
    args: argparse.Namespace, critic: NamedCritic | None = None
) -> tuple[Budget, SearchOptions]:
    """What one search may spend, and how it goes."""
    from sensei.core.types import Budget
    from sensei.search.options import SearchOptions

    budget = Budget(args.seconds, args.model_calls, args.tactic_calls, args.tokens)
    return budget, SearchOptions(
        args.candidates,
        args.batch,
        args.alpha,
        search=args.search,
        seed=args.seed,
        rounds=args.rounds,
        critic="" if critic is None else critic.name,
        proof=args.proof,
        squeeze=args.squeeze,
    )


def gym_limits(args: argparse.Namespace) -> GymLimits:
    """The limits of one step server. A whole proof is a longer tactic than others."""
    from sensei.provers.writing import gym_limits_of

    return gym_limits_of(args.search, args.tactic_seconds)
