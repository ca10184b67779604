"""A project together with the Lean that serves it: how to run our Lean programs on it.

The dataclass is the seam that the verifier, the Gym and the tracer take; ``open_workspace`` makes
one for a real project.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sensei.core.errors import LeanProcessError, ProjectError
from sensei.settings import Settings
from sensei.toolchain.checkout import get_mathlib
from sensei.toolchain.find import find_toolchain
from sensei.toolchain.finished import stderr_report
from sensei.toolchain.installed import Toolchain
from sensei.toolchain.programs import lake_environment, programs_folder, run_lake, try_lake
from sensei.toolchain.root import find_root


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


def project_root(folder: Path) -> Path:
    """The project that ``folder`` is in.

    Raises:
        ProjectError: there is no such folder, or no lakefile in it or above it.
    """
    if not folder.is_dir():
        raise ProjectError(f"no such folder: {folder}", "name the folder of a Lean project")
    folder = folder.resolve()
    root = find_root(folder)
    if root is not None:
        return root
    raise ProjectError(
        f"{folder} is in no Lean project: no lakefile.toml or lakefile.lean there or above it",
        "name the folder of a Lean project: --project DIR",
    )


def open_workspace(
    folder: Path,
    settings: Settings,
    *,
    build: bool = True,
    build_timeout_s: float = 1800.0,
    use_mathlib_cache: bool = False,
    report: Callable[[str], None] = stderr_report,
) -> LeanWorkspace:
    """A project with the Lean that serves it, our programs built for that Lean.

    Args:
        folder: the project's root, or a folder in it.
        build: build the project first; what fails to build is left to whoever needs it.
        build_timeout_s: a build that takes longer is ended; what it finished stays.
        use_mathlib_cache: download mathlib's compiled files first, where the project requires it.
        report: takes one line of progress.

    Raises:
        ProjectError: no project there.
        ToolchainError: no Lean for it.
        LeanProcessError: lake cannot say the project's environment.
    """
    root = project_root(folder)
    toolchain = find_toolchain(root, settings, report)
    programs = programs_folder(toolchain, settings, report)
    if build:
        if use_mathlib_cache:
            get_mathlib(toolchain, root, report)
        report(f"lake build in {root}")
        try_lake(toolchain, root, "build", timeout_s=build_timeout_s)
    env = _environment(toolchain, root)
    # What stands in the files that are traced, searched in and judged asks no sidecar for help.
    env["SENSEI_SIDECAR"] = "off"
    # Ours come first: the programs and the library they were compiled against belong together, even
    # where the project requires another version of this package.
    ours = programs / ".lake" / "build" / "lib" / "lean"
    env["LEAN_PATH"] = os.pathsep.join(filter(None, [str(ours), env.get("LEAN_PATH", "")]))
    env["LEAN_SRC_PATH"] = os.pathsep.join(
        filter(None, [str(programs / "lean"), env.get("LEAN_SRC_PATH", "")])
    )
    return LeanWorkspace(
        root=root,
        lean=toolchain.lean,
        env=env,
        programs=programs / "lean" / "Main",
        options=_options(toolchain, root),
        lean_version=toolchain.version,
        lean_commit=toolchain.commit,
        toolchain_kind=toolchain.kind.value,
    )


def _environment(toolchain: Toolchain, root: Path) -> dict[str, str]:
    """What ``lake env`` says, by line; values with line breaks are none of Lean's."""
    env = dict(lake_environment(toolchain))
    for line in run_lake(toolchain, root, "env", "printenv").splitlines():
        name, equals, value = line.partition("=")
        if equals and (name.startswith(("LEAN", "LAKE")) or name == "PATH"):
            env[name] = value
    return env


def _options(toolchain: Toolchain, root: Path) -> dict[str, bool | int | str]:
    """The ``leanOptions`` of the project, as lake gives them to a file of it."""
    probe = root / "Sensei_probe_options.lean"
    done = try_lake(toolchain, root, "setup-file", str(probe))
    try:
        setup = json.loads(done.stdout)
        options = setup.get("options", {})
        if done.returncode != 0 or not isinstance(options, dict):
            raise ValueError
    except ValueError:
        raise LeanProcessError(
            f"{root}: lake does not say the options of the project", f"cd {root} && lake build"
        ) from None
    return dict(options)
