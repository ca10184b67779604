"""The command line of the stand-in for lake."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sensei.core.errors import SenseiError, ToolchainError, UsageError
from sensei.settings import load_settings
from sensei.toolchain.installed import Toolchain, built_toolchain

if TYPE_CHECKING:
    from sensei.toolchain.lake.commands import Session

HELP: Final = """\
Sensei's stand-in for lake, for projects with a lakefile.toml (or a plain lakefile.lean)
and dependencies given by path. Everything else needs the real lake: install elan.

USAGE: lake [OPTIONS] COMMAND

  build [TARGET...]        compile targets: LIB, EXE, PACKAGE, PACKAGE/TARGET, +MODULE
  exe NAME [ARG...]        compile what an executable imports and run it by interpreting
  lean FILE [-- ARG...]    compile what a file imports and run lean on it
  env [COMMAND...]         run a command in the workspace's environment, or print it
  test [-- ARG...]         run the test driver
  serve [-- ARG...]        start the language server
  setup-file FILE          describe a file to the language server, as JSON
  help                     print this

  -d, --dir DIR            use the project in DIR
  -q, --quiet              print problems only
      --no-build           fail where something would have to be compiled
  -h, --help
      --version

EXAMPLE: lake build && lake exe trace
"""
_REAL: Final = "install elan and set SENSEI_LEAN=elan for the real lake"
#: Commands of the real lake that are known, and refused.
_REFUSED: Final = frozenset(
    "new init query check-build check-test check-lint lint shake clean cache pack unpack upload "
    "update upgrade resolve-deps script scripts run translate-config version-tags reservoir-config "
    "self-check add challenge".split()
)
#: Options of the real lake that change nothing here.
_PAST: Final = frozenset(
    "-v --verbose --ansi --no-ansi --no-cache --try-cache -R --reconfigure --keep-toolchain "
    "-H --rehash --old -U --update --allow-empty".split()
)


def main(argv: Sequence[str], toolchain: Toolchain) -> int:
    """Runs one command line; errors are one line on stderr and exit code 1, as lake's are."""
    from sensei.toolchain.lake.build import circle_message
    from sensei.toolchain.modules import CyclicImports

    try:
        return _dispatch(list(argv), toolchain)
    except CyclicImports as error:
        print(f"error: {circle_message(error)}", file=sys.stderr)
    except SenseiError as error:
        print(f"error: {error}", file=sys.stderr)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 1


def run() -> None:
    """What `bin/lake` starts: the toolchain is the one the file lies in."""
    prefix = Path(os.path.realpath(sys.argv[1])).parents[1]
    toolchain = built_toolchain(prefix)
    if toolchain is None:
        error = ToolchainError(f"the embedded Lean in {prefix} is damaged", "run: sensei doctor")
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
    sys.exit(main(sys.argv[2:], toolchain))


def version_text(toolchain: Toolchain) -> str:
    """The first line has the form that programs look for."""
    return (
        f"Lake version 5.0.0-sensei (Lean version {toolchain.version})\n"
        "This is Sensei's stand-in for lake, not Lean's own build tool."
    )


def _dispatch(words: list[str], toolchain: Toolchain) -> int:
    folder, quiet, no_build = Path.cwd(), False, False
    rest: list[str] = []
    while words:
        word = words.pop(0)
        if word in {"-h", "--help"}:
            print(HELP, end="")
            return 0
        if word == "--version":
            print(version_text(toolchain))
            return 0
        if word in {"-d", "--dir"} or word.startswith("--dir="):
            folder = _folder(word, words)
        elif word in {"-q", "--quiet"}:
            quiet = True
        elif word == "--no-build":
            no_build = True
        elif word == "--":
            rest += ["--", *words]
            words = []
        elif word in _PAST or word.startswith("--log-level="):
            continue
        elif word.startswith("-") and word != "-":
            raise UsageError(f"the option {word} is unknown to sensei's stand-in for lake", _REAL)
        else:
            rest.append(word)
            # What follows belongs to the program that is started.
            if rest[0] == "env" or (rest[0] in {"exe", "exec"} and len(rest) == 2):
                rest += words
                words = []
    if not rest or rest[0] == "help":
        print(HELP, end="")
        return 0 if rest else 1

    from sensei.toolchain.lake.commands import Session

    session = Session(folder, toolchain, load_settings().jobs, quiet, no_build)
    return _command(session, rest[0], rest[1:])


def _command(session: Session, name: str, words: list[str]) -> int:
    from sensei.toolchain.lake import commands

    own = words[: words.index("--")] if "--" in words else words
    passed = words[len(own) + 1 :]
    match name:
        case "build":
            return commands.build(session, own)
        case "env":
            return commands.env(session, words)
        case "exe" | "exec":
            if not words:
                raise UsageError("lake exe needs a name", "lake exe NAME [ARG...]")
            return commands.exe(session, words[0], words[1:])
        case "lean":
            if len(own) != 1:
                raise UsageError("lake lean needs one file", "lake lean FILE [-- ARG...]")
            return commands.lean(session, own[0], passed)
        case "setup-file":
            if not own:
                raise UsageError("lake setup-file needs a file", "lake setup-file FILE")
            return commands.setup_file(session, own[0], "-" in own[1:])
        case "serve":
            commands.serve(session, passed)
        case "test":
            return commands.test(session, passed)
    if name in _REFUSED:
        raise UsageError(f"'lake {name}' is not in sensei's stand-in for lake", _REAL)
    raise UsageError(f"unknown command '{name}'", "lake --help lists the commands")


def _folder(word: str, words: list[str]) -> Path:
    text = word.partition("=")[2] or (words.pop(0) if words else "")
    if not Path(text).is_dir():
        raise UsageError(f"no such folder: {text or '(none given)'}", "lake -d DIR COMMAND")
    return Path(text).absolute()


if __name__ == "__main__":
    run()
