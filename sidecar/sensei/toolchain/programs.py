"""Our own Lean programs, compiled for a Lean that somebody else's project uses.

The sources (`lean/Sensei`, `lean/Main`) are copied into the cache under a key of their content and
the Lean, and built there once, so that neither the project nor an installed package is written to.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import psutil

from sensei.core.errors import LeanProcessError, ToolchainError, UnsupportedToolchainError
from sensei.settings import Settings, child_environment
from sensei.toolchain import cache
from sensei.toolchain.installed import Toolchain
from sensei.toolchain.known import locate_lean_sources
from sensei.toolchain.limited import UNLIMITED_FILE_BYTES, Limits, run_limited

_PACKAGE_FILES: Final = ("lakefile.lean", "lake-manifest.json", "lean-toolchain")
_BUILD_S: Final = 1800.0
_TOLD_EVERY_S: Final = 10.0


def programs_folder(
    toolchain: Toolchain, settings: Settings, report: Callable[[str], None]
) -> Path:
    """The root of our Lean package, built for ``toolchain``.

    Raises:
        UnsupportedToolchainError: they do not build on this Lean.
        ToolchainError: the sources are missing, or the Lean has no lake.
    """
    lean = locate_lean_sources().parent
    root = lean.parent
    sources = sorted(
        path
        for part in ("Sensei.lean", "Sensei", "Main")
        for path in ([lean / part] if part.endswith(".lean") else (lean / part).rglob("*.lean"))
    )
    digest = hashlib.sha256(toolchain.key.encode())
    for path in [*sources, *(root / name for name in _PACKAGE_FILES)]:
        digest.update(f"\0{path.relative_to(root)}\0".encode() + path.read_bytes())
    key = digest.hexdigest()
    folder = settings.cache_dir / "programs" / key[:24]

    def build(place: Path) -> dict[str, Any]:
        for path in sources:
            target = place / path.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        for name in _PACKAGE_FILES:
            shutil.copyfile(root / name, place / name)
        report(f"building Sensei's Lean programs for Lean {toolchain.version}, once")
        started = time.monotonic()
        try:
            with _told(place / ".lake" / "build", len(sources), report):
                run_lake(toolchain, place, "build")
        except LeanProcessError as error:
            raise UnsupportedToolchainError(
                f"Sensei's programs do not build on Lean {toolchain.version}: {error.what}",
                "give the project a newer lean-toolchain, or set SENSEI_LEAN=embedded",
            ) from None
        report(f"Sensei's Lean programs are ready ({time.monotonic() - started:.0f} s)")
        return {"version": toolchain.version, "commit": toolchain.commit}

    cache.build_once(folder, key, build, report)
    return folder


@contextlib.contextmanager
def _told(folder: Path, total: int, report: Callable[[str], None]) -> Iterator[None]:
    """Reports how many of ``total`` modules are compiled below ``folder``, as they become more."""
    ended = threading.Event()

    def watch() -> None:
        told = 0
        while not ended.wait(_TOLD_EVERY_S):
            compiled = told
            with contextlib.suppress(OSError):  # lake moves files as we look
                compiled = sum(1 for _ in folder.rglob("*.olean"))
            if compiled > told:
                report(f"Sensei's Lean programs: {compiled}/{total} modules")
                told = compiled

    watcher = threading.Thread(target=watch, name="programs", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()


def run_lake(toolchain: Toolchain, folder: Path, *arguments: str) -> str:
    """Runs lake in ``folder`` and returns what it printed.

    Raises:
        ToolchainError: the Lean has no lake.
        LeanProcessError: lake failed; its last error line is told.
    """
    done = try_lake(toolchain, folder, *arguments)
    if done.returncode != 0:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line]
        said = (errors or lines or [f"exit code {done.returncode}"])[0]
        raise LeanProcessError(
            f"lake {' '.join(arguments)} failed in {folder}: {said.strip()}",
            f"cd {folder} && sensei lake {' '.join(arguments)}",
        )
    return done.stdout


def try_lake(
    toolchain: Toolchain, folder: Path, *arguments: str, timeout_s: float = _BUILD_S
) -> subprocess.CompletedProcess[str]:
    """Runs lake in ``folder`` and returns how it ended, whatever that was.

    One that is still running after ``timeout_s`` is ended with all it started; its exit code is
    then that of the signal.
    """
    if toolchain.lake is None:
        raise ToolchainError(f"{toolchain.lean} has no lake beside it", "set SENSEI_LEAN=elan")
    done = run_limited(
        [str(toolchain.lake), *arguments],
        cwd=folder,
        env=lake_environment(toolchain),
        limits=Limits(
            timeout_s=timeout_s,
            rss_bytes=psutil.virtual_memory().total,
            file_bytes=UNLIMITED_FILE_BYTES,
        ),
        # A build that outlives us would go on for hours, and beside the next one.
        contained=sys.platform == "linux",
    )
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)


def lake_environment(toolchain: Toolchain) -> Mapping[str, str]:
    """The environment for lake: the chosen Lean first on PATH."""
    base = child_environment()
    return base | {"PATH": f"{toolchain.lean.parent}:{base.get('PATH', '')}"}
