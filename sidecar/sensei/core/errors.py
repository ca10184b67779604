"""Every error Sensei raises on purpose, as one tree.

An error says what failed, on which input, and what to do next. The command line prints it on one
line and exits with ``exit_code``. A tactic that fails is no error: it is a value (core/types.py).
"""

from __future__ import annotations


class SenseiError(Exception):
    """Base of the tree.

    Args:
        what: what failed and on which input, one line, no full stop.
        next_step: the command or action that gets the user further; empty when there is none.
    """

    exit_code = 3

    def __init__(self, what: str, next_step: str = "") -> None:
        self.what = what
        self.next_step = next_step
        super().__init__(f"{what}; {next_step}" if next_step else what)


class UsageError(SenseiError):
    """The caller's arguments are off: an unknown name, a bad value, a missing folder."""

    exit_code = 2


class ProjectError(UsageError):
    """The named folder is missing, or is no Lean project."""


class NotFoundError(UsageError):
    """A theorem, attempt, split, run or checkpoint of that name does not exist."""


class ToolchainError(SenseiError):
    """No usable Lean: the wheel, the cache, the compiler or elan is missing or broken."""


class UnsupportedToolchainError(ToolchainError):
    """A Lean that Sensei's own Lean programs do not build on."""


class LeanProcessError(SenseiError):
    """A Lean process could not be started, broke its protocol or died outside any tactic."""


class TraceError(SenseiError):
    """A trace file is damaged, or of a format this version does not read."""


class StoreError(SenseiError):
    """The database cannot be opened, read or written."""


class SchemaTooNewError(StoreError):
    """The database was written by a newer Sensei."""


class CheckpointError(UsageError):
    """A folder is no checkpoint, or one of another kind or prompt."""


class ModelError(SenseiError):
    """A model failed to load or to answer."""


class MissingExtraError(SenseiError):
    """An optional part is not installed.

    Args:
        feature: what the user asked for.
        extra: the extra of the package that brings it.
    """

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs the extra '{extra}'", f"pip install 'sensei[{extra}]'")
