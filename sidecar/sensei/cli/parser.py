"""The parser of command lines: a mistake is one line and exit code 2, like every error of ours."""

from __future__ import annotations

import argparse
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """argparse's, without the usage before an error. Parsers of verbs are of this class, too."""

    def error(self, message: str) -> NoReturn:
        """Ends the process."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")
