"""Entry point: finds the verb, runs it, turns errors into one line and an exit code.

A verb is a module ``sensei.cli.<verb>`` with

- ``EXAMPLE``: one command line for its help,
- ``add_arguments(parser)``: its arguments (``--json`` is added here for all),
- ``run(args) -> int``: does it; returns 0 done, 1 ran but not proved or rejected.

Only the module of the verb at hand is imported, so that start-up stays under 0.3 s.
Results go to stdout, progress and logs to stderr.
"""

from __future__ import annotations

import errno
import importlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sensei import __version__
from sensei.core.errors import SenseiError, UsageError

if TYPE_CHECKING:
    import argparse

# verb -> one line of help, in the order of a first use
VERBS = {
    "doctor": "say which Lean and which parts are there, and what is missing for what",
    "demo": "trace, train, prove and verify the sample project",
    "trace": "record a Lean project's declarations, steps, goals and premises",
    "ingest": "put trace files into the database",
    "data": "splits, checks and exports of what was traced",
    "train": "train a model on a split",
    "prove": "search for proofs and have Lean check them",
    "verify": "judge a proof text, or the stored claims again",
    "eval": "pass@k on a benchmark file, every proof checked",
    "loop": "evaluate, train on what was verified, evaluate again",
    "selfplay": "train a prover that makes its own problems",
    "serve": "answer Lean's calls: suggestions, searches, traces",
    "mcp": "give coding agents the project's tools (Model Context Protocol)",
    "show": "print an attempt, a checkpoint, a split or a trace",
    "query": "ask the database in SQL, read-only",
    "config": "print each setting and where it came from",
    "completion": "print what completes this command in a shell",
    "bridge": "carry Lean's calls to a sidecar behind TLS or a host name",
    "lean": "run the Lean that Sensei found",
    "lake": "run its lake (the stand-in, on the embedded Lean)",
}
# What a folder or file that is not as we left it says.
_IN_THE_WAY = (
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.EEXIST,
    errno.EISDIR,
    errno.ENOTDIR,
    errno.ENOTEMPTY,
)
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
# Verbs whose arguments belong to the program behind them.
PASS_THROUGH = {"lean", "lake"}


class Terminated(KeyboardInterrupt):
    """SIGTERM came: whoever cleans up after Ctrl-C does so now as well."""


@contextmanager
def _ended_like_an_interrupt() -> Iterator[None]:
    """SIGTERM within is raised as an exception, once; a verb may still handle it in its own way."""

    def terminate(number: int, frame: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # what cleans up is not ended halfway
        raise Terminated

    if threading.current_thread() is not threading.main_thread():  # where no handler can be set
        yield
        return
    before = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def build_parser(verb: str | None = None, *, whole: bool = False) -> argparse.ArgumentParser:
    """The parser. Only ``verb`` has its arguments filled in, or with ``whole`` every verb."""
    # Here, since `sensei lean` and `sensei lake` parse nothing and start often.
    from sensei.cli.parser import Parser

    parser = Parser(
        prog="sensei",
        description="Trace a Lean project, train on it, search for proofs, have Lean check them.",
        epilog="example: sensei trace && sensei ingest && sensei data split --seed 0",
    )
    parser.add_argument("--version", action="version", version=f"sensei {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, summary in VERBS.items():
        sub = verbs.add_parser(name, help=summary, description=summary[0].upper() + summary[1:])
        if name == verb or (whole and name not in PASS_THROUGH):
            module = importlib.import_module(f"sensei.cli.{name}")
            sub.epilog = f"example: {module.EXAMPLE}"
            module.add_arguments(sub)
            for leaf in _leaves(sub):
                if "--json" not in leaf._option_string_actions:
                    leaf.add_argument("--json", action="store_true", help="print JSON")
            sub.set_defaults(run=module.run)
    return parser


def _leaves(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    import argparse

    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return [leaf for sub in action.choices.values() for leaf in _leaves(sub)]
    return [parser]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit code."""
    argv = list(sys.argv[1:] if argv is None else argv)
    verb = next((word for word in argv if not word.startswith("-")), None)
    try:
        if argv and argv[0] in PASS_THROUGH:
            return int(importlib.import_module(f"sensei.cli.{argv[0]}").run_raw(argv[1:]))
        args, unknown = build_parser(verb if verb in VERBS else None).parse_known_args(argv)
        if unknown:
            words = " ".join(unknown)
            raise UsageError(f"unrecognized arguments: {words}", f"sensei {args.verb} --help")
        with _ended_like_an_interrupt():
            code = int(args.run(args))
            sys.stdout.flush()
        return code
    except SenseiError as error:
        print(f"sensei: {error}", file=sys.stderr)
        return error.exit_code
    except Terminated:
        print("sensei: ended by SIGTERM", file=sys.stderr)
        return 128 + signal.SIGTERM
    except KeyboardInterrupt:
        print("sensei: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        _drop_stdout()
        return 0
    except OSError as error:
        if error.errno in _NO_ROOM:
            _drop_stdout()
            print(f"sensei: {error.strerror}; free space and run again", file=sys.stderr)
        elif error.errno in _IN_THE_WAY and isinstance(error.filename, str):
            place = f"{error.filename}: {error.strerror}"
            print(f"sensei: {place}; move it away or change its permissions", file=sys.stderr)
        else:
            raise
        return SenseiError.exit_code


def _drop_stdout() -> None:
    """What is still to be flushed at the end goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
