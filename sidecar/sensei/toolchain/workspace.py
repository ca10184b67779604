"""A project together with the Lean that serves it: how to run our Lean programs on it.

The dataclass is the seam that the verifier, the Gym and the tracer take; ``open_workspace`` makes
one for a real project.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LeanWorkspace:
    """A project, its built library, and the Lean that compiles it.

    Args:
        root: the project's root.
        lean: the ``lean`` to run.
        env: environment for it: LEAN_PATH holds our library, the project's and its dependencies'.
        programs: folder of our Lean programs (``lean/Main``).
        options: the project's ``leanOptions``.
        lean_version, lean_commit: as ``lean --version`` says.
        toolchain_kind: embedded | elan | path.
    """

    root: Path
    lean: Path
    env: Mapping[str, str]
    programs: Path
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    lean_version: str = ""
    lean_commit: str = ""
    toolchain_kind: str = ""

    def program(self, name: str, *arguments: str) -> tuple[str, ...]:
        """The command line that runs our Lean program ``name`` (``Judge``, ``Gym``, ``Trace``)."""
        return (str(self.lean), "--run", str(self.programs / f"{name}.lean"), *arguments)

    def compile(
        self, source: Path, *, source_root: Path, olean: Path, ilean: Path | None = None
    ) -> tuple[str, ...]:
        """The command line that compiles one file; its module name comes from its place."""
        parts = [str(self.lean), "-R", str(source_root), "-o", str(olean)]
        if ilean is not None:
            parts += ["-i", str(ilean)]
        parts += [f"-D{name}={_option_text(value)}" for name, value in self.options.items()]
        return (*parts, str(source))

    def options_json(self) -> str:
        """The options as our Lean programs take them."""
        return json.dumps(dict(self.options), sort_keys=True)


def _option_text(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
