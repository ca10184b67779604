"""Which Lean serves a project: the one asked for, the project's own, else the embedded one.

The order: `SENSEI_LEAN` (or `lean` in sensei.toml) as `embedded`, `elan` or a path; elan, or a lean
on PATH of the wanted version, when the project has a `lean-toolchain`; the embedded Lean.
Leaves out building the embedded one (embedded.py).
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sensei.core.errors import ToolchainError, UsageError
from sensei.settings import Settings, child_environment
from sensei.toolchain import finished, known
from sensei.toolchain.installed import (
    Kind,
    Toolchain,
    built_toolchain,
    of_manifest,
    wanted_toolchain,
    wanted_version,
)

if TYPE_CHECKING:
    import subprocess

_VERSION = re.compile(r"version (\S+?),.* commit ([0-9a-f]+)")
_ANSWER_S: Final = 60.0
# elan may download a toolchain that the user asked for.
_DOWNLOAD_S: Final = 1800.0


def find_toolchain(
    project: Path | None, settings: Settings, report: finished.Report = finished.stderr_report
) -> Toolchain:
    """The Lean for `project`; builds the embedded one if that is it and it is not built.

    Args:
        project: the project's root; None outside any project.
        report: takes one line of progress.

    Raises:
        UsageError: the setting names something that is no Lean.
        ToolchainError: the Lean asked for is missing or does not run.
    """
    asked = settings.lean
    if asked == Kind.EMBEDDED.value:
        return embedded_toolchain(settings, report)
    if asked == Kind.ELAN.value:
        return _from_elan(project)
    if asked:
        return _from_path(Path(asked).expanduser(), settings.sources.get("lean", "environment"))
    if project is not None and (wanted := wanted_toolchain(project)):
        own = _installed(project, wanted)
        if own is not None:
            return own
    return embedded_toolchain(settings, report)


def embedded_toolchain(
    settings: Settings,
    report: finished.Report = finished.stderr_report,
    sources: Path | None = None,
) -> Toolchain:
    """The embedded Lean, built if needed.

    Raises:
        ToolchainError: it cannot be built; see `embedded.ensure_embedded`.
    """
    sources = sources or known.locate_lean_sources()
    found = known.known_toolchain(settings, sources)
    if found is None:
        # Here, since a start of Lean that finds it built should not load what builds it.
        from sensei.toolchain.embedded import ensure_embedded

        found = ensure_embedded(settings, report, sources)
    prefix, manifest = found
    finished.mark_used(prefix)
    return of_manifest(prefix, manifest)


def _installed(project: Path, wanted: str) -> Toolchain | None:
    """The project's own Lean if it can be had without a download."""
    if shutil.which("elan") is not None and _elan_has(wanted):
        return _from_elan(project)
    lean = shutil.which("lean")
    if lean is None or _is_elan_proxy(Path(lean)):
        return None
    try:
        found = _ask(Path(lean), Kind.PATH, project)
    except ToolchainError:
        return None
    return found if found.version == wanted_version(wanted) else None


def _is_elan_proxy(lean: Path) -> bool:
    """Whether `lean` is elan under another name: starting it could start a download."""
    return lean.resolve().name == "elan" or (lean.parent / "elan").exists()


def _elan_has(wanted: str) -> bool:
    run = _run(["elan", "toolchain", "list"], None, _ANSWER_S)
    names = {line.split()[0] for line in run.stdout.splitlines() if line.strip()}
    version = wanted_version(wanted)
    return wanted in names or (bool(version) and f"leanprover/lean4:v{version}" in names)


def _from_elan(project: Path | None) -> Toolchain:
    if shutil.which("elan") is None:
        raise ToolchainError(
            "SENSEI_LEAN=elan, but elan is not on PATH",
            "install it from https://lean-lang.org/install, or set SENSEI_LEAN=embedded",
        )
    run = _run(["elan", "which", "lean"], project, _DOWNLOAD_S)
    lines = run.stdout.split("\n")
    lean = Path(lines[0].strip())
    if run.returncode != 0 or not lean.is_file():
        wanted = wanted_toolchain(project) if project is not None else ""
        reason = (run.stderr.strip().splitlines() or ["no answer"])[-1]
        raise ToolchainError(
            f"elan has no Lean for {project or 'this folder'}: {reason}",
            f"elan toolchain install {wanted}" if wanted else "elan default stable",
        )
    return _ask(lean, Kind.ELAN, project)


def _from_path(path: Path, source: str) -> Toolchain:
    lean = path / "bin" / "lean" if path.is_dir() else path
    if not lean.is_file():
        what = f"{lean} is not there" if path.is_dir() else f"{path} does not exist"
        raise UsageError(
            f"SENSEI_LEAN ({source}): {what}",
            "set it to embedded, elan, a toolchain's folder or a lean program",
        )
    return _ask(lean, Kind.PATH, None)


def _ask(lean: Path, kind: Kind, project: Path | None) -> Toolchain:
    """Runs `lean` to learn its version and its prefix."""
    said = _run([str(lean), "--version"], project, _ANSWER_S)
    match = _VERSION.search(said.stdout)
    placed = _run([str(lean), "--print-prefix"], project, _ANSWER_S)
    prefix = Path(placed.stdout.strip())
    if said.returncode != 0 or match is None or placed.returncode != 0 or not prefix.is_dir():
        output = " | ".join((said.stdout + said.stderr).split("\n")).strip(" |")
        raise ToolchainError(
            f"{lean} does not answer as Lean does (exit {said.returncode}): {output[:200]}",
            "set SENSEI_LEAN to a Lean that runs, or to embedded",
        )
    own = built_toolchain(prefix)
    if own is not None:
        return own
    lake = prefix / "bin" / "lake"
    version, commit = match.groups()
    return Toolchain(
        kind=kind,
        prefix=prefix,
        lean=prefix / "bin" / "lean" if (prefix / "bin" / "lean").is_file() else lean,
        lake=lake if lake.is_file() else None,
        version=version,
        commit=commit,
        lib_dir=prefix / "lib" / "lean",
        key=f"{version} {commit}",
        options={},
    )


def _run(
    command: list[str], folder: Path | None, timeout_s: float
) -> subprocess.CompletedProcess[str]:
    # Here, since the embedded Lean is found without a child process.
    import subprocess

    try:
        return subprocess.run(
            command,
            cwd=folder,
            env=child_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout_s,
            check=False,
        )
    except OSError as error:
        raise ToolchainError(
            f"{command[0]} cannot be started: {error.strerror}", "set SENSEI_LEAN=embedded"
        ) from error
    except subprocess.TimeoutExpired:
        raise ToolchainError(
            f"{' '.join(command)} did not answer in {timeout_s:.0f} s", "set SENSEI_LEAN=embedded"
        ) from None
