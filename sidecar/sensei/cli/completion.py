"""``sensei completion SHELL``: a script that completes verbs, options and files."""

from __future__ import annotations

import argparse
import json

EXAMPLE = "sensei completion bash > ~/.local/share/bash-completion/completions/sensei"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("shell", choices=("bash", "zsh", "tcsh"), help="the shell")


def run(args: argparse.Namespace) -> int:
    """Prints the script."""
    import shtab

    from sensei.cli.main import build_parser

    script = shtab.complete(build_parser(whole=True), args.shell)
    print(json.dumps({"shell": args.shell, "script": script}) if args.json else script)
    return 0
