"""``sensei bridge``: what Lean starts to call a sidecar that it cannot reach by itself."""

from __future__ import annotations

import argparse
import os
import signal

from sensei.core.errors import MissingExtraError, UsageError

EXAMPLE = "SENSEI_SIDECAR=grpcs://sidecar.example:50051 lake build   # Lean starts the bridge"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It has none: Lean says over stdin what it wants."""


def run(args: argparse.Namespace) -> int:
    """Carries calls between stdin and stdout and the servers that they are for."""
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # stderr is the editor's
    try:
        from sensei.wire.bridge import BridgeError, serve
    except ModuleNotFoundError as error:
        if error.name != "grpc":
            raise
        raise MissingExtraError("sensei bridge", "serve") from None
    # Ctrl-C in a terminal is for Lean, which has calls to end; the bridge ends with its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        serve()
    except BridgeError as error:
        raise UsageError(f"{error}; it is Lean that talks to a bridge", "lake build") from None
    return 0
