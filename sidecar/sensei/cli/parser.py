"""The parser of command lines: a mistake is one line and exit code 2, like every error of ours."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from sensei.cli.numbers import finite, whole


class Parser(argparse.ArgumentParser):
    """argparse's, without the usage before an error, and with numbers that everything behind the
    command line can take. Parsers of verbs are of this class, too."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.register("type", int, whole)
        self.register("type", float, finite)

    def error(self, message: str) -> NoReturn:
        """Ends the process."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")
