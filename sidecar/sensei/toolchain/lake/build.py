"""Compiles what is out of date in a workspace, modules in parallel, every module after its imports.

A module is up to date when the key in its trace file, a hash of its source, options, arguments,
Lean and the keys of all it imports, is the one computed now, and its compiled files have the sizes
and times noted there. Compiled files are made in a temporary folder and renamed into place, since a
running Lean may have the old ones mapped into memory.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sensei.core.errors import ToolchainError
from sensei.toolchain.installed import Toolchain
from sensei.toolchain.lake.config import Option
from sensei.toolchain.lake.workspace import Module, Workspace
from sensei.toolchain.modules import (
    IR_PARTS,
    OLEAN_PARTS,
    OUTPUTS,
    CyclicImports,
    Header,
    in_import_order,
    module_path,
    parse_header,
    run_in_order,
)

_TRACE_FORMAT: Final = 1
_TEMPORARY: Final = "sensei-tmp-"
Print = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """The modules a request needs, each after its imports.

    Args:
        modules: in an order in which they can compile.
        headers: the header of each.
        keys: the key of each that can compile.
        problems: modules that cannot compile as they stand, and why.
    """

    modules: Mapping[str, Module]
    headers: Mapping[str, Header]
    keys: Mapping[str, str]
    problems: Mapping[str, str]

    def imports(self, name: str) -> list[str]:
        """The imports of a module within the plan."""
        return [m for m in self.headers[name].modules if m in self.modules]

    def closure(self, names: Iterable[str]) -> list[str]:
        """`names` and all they import, within the plan, imports first."""
        return in_import_order([n for n in names if n in self.modules], self.imports)


@dataclass(frozen=True, slots=True)
class Result:
    """What a build came to.

    Args:
        total: modules that were asked for, imports included.
        built: modules that were compiled now.
        bad: modules that failed, or depend on one that did.
        failed: modules that failed themselves.
    """

    total: int
    built: int
    bad: frozenset[str]
    failed: tuple[str, ...]


class Builder:
    """Builds modules of one workspace with one Lean."""

    def __init__(
        self,
        workspace: Workspace,
        toolchain: Toolchain,
        environment: Mapping[str, str],
        jobs: int,
        print_line: Print,
    ) -> None:
        self.workspace = workspace
        self.toolchain = toolchain
        self.environment = environment
        self.jobs = jobs
        self.print_line = print_line

    def plan(self, names: Iterable[str]) -> Plan:
        """Reads `names` and what they import.

        Raises:
            CyclicImports: modules import one another in a circle.
        """
        modules: dict[str, Module] = {}
        headers: dict[str, Header] = {}
        hashes: dict[str, str] = {}
        problems: dict[str, str] = {}
        queue = list(dict.fromkeys(names))
        while queue:
            name = queue.pop()
            if name in modules:
                continue
            module = self.workspace.find_module(name)
            if module is None:
                continue
            modules[name] = module
            headers[name] = Header(False, ())
            try:
                source = module.source.read_bytes()
            except OSError as error:
                problems[name] = f"{self.shown(module.source)}: {error.strerror}"
                continue
            hashes[name] = hashlib.sha256(source).hexdigest()
            headers[name] = parse_header(source.decode("utf-8", "replace"))
            queue.extend(headers[name].modules)
            lost = self.missing(headers[name].modules)
            if lost:
                problems[name] = f"{self.shown(module.source)}: {lost}"
        order = in_import_order(
            modules, lambda name: [m for m in headers[name].modules if m in modules]
        )
        keys: dict[str, str] = {}
        for name in order:
            own = [m for m in headers[name].modules if m in modules]
            if name not in problems and all(m in keys for m in own):
                keys[name] = self._key(modules[name], hashes[name], [keys[m] for m in own])
        return Plan({name: modules[name] for name in order}, headers, keys, problems)

    def missing(self, imports: Iterable[str]) -> str:
        """Why one of `imports` cannot be had, "" when all can."""
        for name in imports:
            if self.workspace.find_module(name) is not None:
                continue
            if not module_path(self.toolchain.lib_dir, name, ".olean").is_file():
                where = ", ".join(package.name for package in self.workspace.packages)
                return (
                    f"it imports {name}, which is in no package here ({where}) "
                    f"and not in the library of this Lean ({self.toolchain.kind.value})"
                )
        return ""

    def is_fresh(self, plan: Plan, name: str) -> bool:
        """Whether the compiled files of a module are those of its key."""
        trace = self._trace(plan.modules[name])
        return (
            trace is not None
            and trace["key"] == plan.keys.get(name)
            and trace["files"] == _states(plan.modules[name])
        )

    def build(self, names: Iterable[str]) -> Result:
        """Compiles what is out of date of `names` and their imports; prints what happens.

        Raises:
            CyclicImports: modules import one another in a circle.
            ToolchainError: the build folder cannot be written.
        """
        plan = self.plan(names)
        stale = [name for name in plan.modules if not self.is_fresh(plan, name)]
        failed: list[str] = []
        with self._locked(plan, stale):
            # Another process may have compiled some of them while this one waited.
            stale = [name for name in stale if not self.is_fresh(plan, name)]
            self._replay(plan, stale)
            started = [0]

            def compile_module(name: str) -> bool:
                if name not in waiting:
                    return True
                started[0] += 1
                if self._compile(plan, name, f"[{started[0]}/{len(stale)}]"):
                    return True
                failed.append(name)
                return False

            waiting = set(stale)
            imports = {name: plan.imports(name) for name in plan.modules}
            bad = run_in_order(imports if stale else {}, compile_module, self.jobs)
        return Result(
            len(plan.modules), len(stale) - len(waiting & bad), frozenset(bad), tuple(failed)
        )

    def setup(
        self,
        name: str,
        header: Header,
        plan: Plan,
        options: Mapping[str, Option],
        package: str | None,
    ) -> dict[str, Any]:
        """The description of one module that `lean --setup` and the language server read."""
        artifacts = {}
        for imported in plan.closure(header.modules):
            olean = plan.modules[imported].olean
            artifacts[imported] = [
                [str(part) for end in ends if (part := olean.with_suffix(end)).is_file()]
                for ends in (OLEAN_PARTS, IR_PARTS)
            ]
        setup: dict[str, Any] = {
            "name": name,
            "isModule": header.is_module,
            "importArts": artifacts,
            "dynlibs": [],
            "plugins": [],
            "options": {**self.toolchain.options, **options},
        }
        if package is not None:
            setup["package"] = package
        return setup

    def shown(self, path: Path) -> str:
        """A path as messages have it: relative to the root package when it is inside."""
        root = self.workspace.root.folder
        return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)

    def _key(self, module: Module, source: str, imports: Sequence[str]) -> str:
        parts = [
            _TRACE_FORMAT,
            self.toolchain.key,
            module.name,
            module.package.name,
            source,
            sorted(module.options.items()),
            list(module.arguments),
            list(imports),
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def _trace(self, module: Module) -> dict[str, Any] | None:
        try:
            trace = json.loads(module.olean.with_suffix(".trace").read_bytes())
        except (OSError, ValueError):
            return None
        known = isinstance(trace, dict) and trace.get("sensei") == _TRACE_FORMAT
        return trace if known else None

    def _replay(self, plan: Plan, stale: Sequence[str]) -> None:
        """Prints again what up-to-date modules had to say."""
        for name, module in plan.modules.items():
            trace = None if name in stale else self._trace(module)
            if trace is not None and trace["messages"]:
                self.print_line(f"⚠ Replayed {name}\n{trace['messages']}")

    def _compile(self, plan: Plan, name: str, progress: str) -> bool:
        if name in plan.problems:
            self.print_line(f"✖ {progress} Building {name}\nerror: {plan.problems[name]}")
            return False
        module = plan.modules[name]
        started = time.monotonic()
        module.olean.parent.mkdir(parents=True, exist_ok=True)
        with _temporary(module.package.folder) as folder:
            olean = folder / module.olean.name
            setup = folder / "setup.json"
            described = self.setup(
                name, plan.headers[name], plan, module.options, module.package.name
            )
            setup.write_text(json.dumps(described), encoding="utf-8")
            run = subprocess.run(
                [
                    self.toolchain.lean, *module.arguments, "--setup", setup,
                    "-o", olean, "-i", olean.with_suffix(".ilean"), self.shown(module.source),
                ],
                cwd=self.workspace.root.folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                check=False,
            )  # fmt: skip
            messages = (run.stdout + run.stderr).rstrip()
            if run.returncode != 0 or not olean.is_file():
                ended = f"error: lean exited with {run.returncode}"
                text = f"{messages}\n{ended}" if messages else ended
                self.print_line(f"✖ {progress} Building {name}\n{text}")
                return False
            self._install(module, folder)
        self._note(module, plan.keys[name], messages)
        seconds = time.monotonic() - started
        mark = "⚠" if messages else "✔"
        line = f"{mark} {progress} Built {name} ({seconds:.1f}s)"
        self.print_line(f"{line}\n{messages}" if messages else line)
        return True

    def _install(self, module: Module, folder: Path) -> None:
        """Renames the new files into place. The trace goes first: it described the old ones."""
        module.olean.with_suffix(".trace").unlink(missing_ok=True)
        for suffix in OUTPUTS:
            place = module.olean.with_suffix(suffix)
            made = folder / place.name
            # Hash files of Lean's own build tool describe files that are now gone.
            place.with_name(place.name + ".hash").unlink(missing_ok=True)
            if made.is_file():
                os.replace(made, place)
            else:
                place.unlink(missing_ok=True)

    def _note(self, module: Module, key: str, messages: str) -> None:
        trace = {
            "sensei": _TRACE_FORMAT,
            "key": key,
            "files": _states(module),
            "messages": messages,
        }
        place = module.olean.with_suffix(".trace")
        with _temporary(module.package.folder) as folder:
            made = folder / place.name
            made.write_text(json.dumps(trace), encoding="utf-8")
            os.replace(made, place)

    @contextlib.contextmanager
    def _locked(self, plan: Plan, stale: Sequence[str]) -> Iterator[None]:
        """Holds the build folders of the packages to compile in; always in the same order."""
        folders = sorted({plan.modules[name].package.folder for name in stale})
        with contextlib.ExitStack() as stack:
            try:
                for folder in folders:
                    build = folder / ".lake" / "build"
                    build.mkdir(parents=True, exist_ok=True)
                    file = stack.enter_context((build / "sensei.lock").open("a"))
                    fcntl.flock(file, fcntl.LOCK_EX)
                    # What killed builds left: whoever holds the lock is the only one building.
                    for left in build.glob(f"{_TEMPORARY}*"):
                        shutil.rmtree(left, ignore_errors=True)
                yield
            except OSError as error:
                raise ToolchainError(
                    f"the build folder cannot be written: {error}",
                    "make it writable, or free some space",
                ) from error


def write_setup(place: Path, setup: Mapping[str, Any]) -> Path:
    """Writes a module's description where a program started later finds it.

    Raises:
        ToolchainError: the folder cannot be written.
    """
    made = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(json.dumps(setup), encoding="utf-8")
        os.replace(made, place)
    except OSError as error:
        raise ToolchainError(
            f"{place.parent} cannot be written: {error.strerror}", "make it writable"
        ) from error
    return place


def circle_message(error: CyclicImports) -> str:
    """The one-line report of a circle of imports."""
    return f"build cycle detected: {error}"


def _states(module: Module) -> dict[str, list[int]]:
    """Sizes and times of the compiled files that exist."""
    states = {}
    for suffix in OUTPUTS:
        with contextlib.suppress(OSError):
            state = module.olean.with_suffix(suffix).stat()
            states[suffix] = [state.st_size, state.st_mtime_ns]
    return states


@contextlib.contextmanager
def _temporary(package: Path) -> Iterator[Path]:
    """A temporary folder on the file system of a package's build folder."""
    folder = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=package / ".lake" / "build"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
