"""The commands of the stand-in: build, env, exe, lean, setup-file, serve, test.

Each returns an exit code, or becomes another program. Leaves out the command line (__main__.py).
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NoReturn, TextIO

from sensei.core.errors import ProjectError, SenseiError, UsageError
from sensei.settings import child_environment
from sensei.toolchain.installed import TOOLCHAIN_FILE, Toolchain, wanted_toolchain, wanted_version
from sensei.toolchain.lake.build import Builder, Result, write_setup
from sensei.toolchain.lake.config import Executable, Package
from sensei.toolchain.lake.workspace import Module, Workspace, load_workspace
from sensei.toolchain.modules import Header, Import, parse_header
from sensei.toolchain.root import find_root

#: Exit codes that Lean's server knows: no project here, and `--no-build` would have to build.
NO_PROJECT: Final = 2
OUT_OF_DATE: Final = 3
#: The environment variable that tells the server that the configuration is broken.
INVALID_CONFIG: Final = "LAKE_INVALID_CONFIG"


class Session:
    """One call: where it was made, with which Lean, and what to print on."""

    def __init__(
        self, folder: Path, toolchain: Toolchain, jobs: int, quiet: bool, no_build: bool
    ) -> None:
        self.folder = folder
        self.toolchain = toolchain
        self.jobs = jobs
        self.quiet = quiet
        self.no_build = no_build

    def workspace(self) -> Workspace:
        """The workspace of this folder, or of the nearest one above it."""
        return load_workspace(find_root(self.folder) or self.folder)

    def environment(self, workspace: Workspace | None) -> dict[str, str]:
        """What a child process sees: this Lean first, and the workspace's modules."""
        toolchain = self.toolchain
        base = child_environment()
        changes = {
            "LAKE": str(toolchain.lake or toolchain.prefix / "bin" / "lake"),
            "LAKE_HOME": str(toolchain.prefix),
            "LEAN": str(toolchain.lean),
            "LEAN_SYSROOT": str(toolchain.prefix),
            "PATH": _joined([toolchain.lean.parent], base.get("PATH", "")),
        }
        if workspace is not None:
            changes["LEAN_PATH"] = _joined(workspace.lean_path(), base.get("LEAN_PATH", ""))
            sources = [*workspace.source_path(), toolchain.prefix / "src" / "lean"]
            changes["LEAN_SRC_PATH"] = _joined(sources, base.get("LEAN_SRC_PATH", ""))
        return base | changes

    def builder(self, workspace: Workspace, to_stderr: bool) -> Builder:
        """A builder that prints on stdout for `build`, else on stderr."""
        stream = sys.stderr if to_stderr else sys.stdout

        def print_line(line: str) -> None:
            if not (self.quiet and line.startswith("✔")):
                print(line, file=stream, flush=True)

        environment = self.environment(workspace)
        return Builder(workspace, self.toolchain, environment, self.jobs, print_line)


def build(session: Session, targets: Sequence[str]) -> int:
    """Builds targets, by default the root package's default ones; 1 when a module failed."""
    workspace = session.workspace()
    _warn_about_version(session, workspace)
    names = list(targets)
    if not names:
        names = list(workspace.root.default_targets)
        if not names:
            print("warning: this package has no default targets; nothing to build")
    modules: dict[str, None] = {}
    for name in names:
        modules |= dict.fromkeys(_modules_of_target(workspace, name))
    result = _build(session, session.builder(workspace, False), list(modules))
    if result.bad:
        return _failed(result, sys.stdout)
    print(f"Build completed successfully ({result.total} modules, {result.built} built).")
    return 0


def env(session: Session, command: Sequence[str]) -> int:
    """Runs a command in the workspace's environment; prints the environment without one."""
    environment = session.environment(session.workspace())
    if command:
        _become(command, environment)
    for name, value in sorted(environment.items()):
        print(f"{name}={value}")
    return 0


def exe(session: Session, name: str, arguments: Sequence[str]) -> int:
    """Builds what an executable imports and interprets its `main`; the folder stays the same."""
    workspace = session.workspace()
    found = [(p, t) for p, t in workspace.targets(name) if isinstance(t, Executable)]
    if not found:
        known = ", ".join(workspace.executables()) or "none"
        raise UsageError(f"unknown executable '{name}'", f"this workspace has: {known}")
    package, target = found[0]
    module = workspace.find_module(target.root)
    if module is None or not module.source.is_file():
        raise ProjectError(
            f"{package.file}: {target.root}, the root of executable {target.name}, has no source",
            f"write {module.source if module else target.root}",
        )
    return _run_lean(session, workspace, module, module.source, ["--run"], arguments)


def lean(session: Session, file: str, arguments: Sequence[str]) -> int:
    """Builds what a file imports and elaborates the file."""
    workspace = session.workspace()
    source = Path(file)
    if not source.is_file():
        raise UsageError(f"no such file: {file}", "name a Lean source file")
    return _run_lean(session, workspace, workspace.module_of(source), source, arguments, [])


def test(session: Session, arguments: Sequence[str]) -> int:
    """Runs the test driver: an executable, or a library that is built."""
    workspace = session.workspace()
    driver = workspace.root.test_driver
    if not driver:
        raise UsageError(
            f"{workspace.root.name}: no test driver configured", "set testDriver in lakefile.toml"
        )
    found = list(workspace.targets(driver))
    if not found:
        raise ProjectError(
            f"{workspace.root.file}: the test driver {driver} is no target", "mend testDriver"
        )
    words = [*workspace.root.test_arguments, *arguments]
    if isinstance(found[0][1], Executable):
        return exe(session, driver, words)
    if words:
        raise UsageError("arguments cannot be passed to a library as test driver", "leave them out")
    return build(session, [driver])


def setup_file(session: Session, file: str, header_given: bool) -> int:
    """Builds what a file imports and prints its description as JSON for the language server.

    Args:
        header_given: the header of the editor's text is on stdin, as JSON.
    """
    source = Path(file).absolute()
    workspace = _workspace_for(session, source)
    if workspace is None:
        return NO_PROJECT
    module = workspace.module_of(source)
    header = _header_from(sys.stdin.read()) if header_given else None
    if header is None:
        # A file that is not saved yet has no header but the implied one.
        text = source.read_text(encoding="utf-8", errors="replace") if source.is_file() else ""
        header = parse_header(text)
    builder = session.builder(workspace, True)
    lost = builder.missing(header.modules)
    if lost:
        print(f"error: {builder.shown(source)}: {lost}", file=sys.stderr)
        return 1
    if session.no_build:
        plan = builder.plan(header.modules)
        if not all(builder.is_fresh(plan, name) for name in plan.modules):
            return OUT_OF_DATE
    else:
        result = _build(session, builder, header.modules)
        if result.bad:
            return _failed(result, sys.stderr)
        plan = builder.plan(header.modules)
    name = module.name if module is not None else _loose_name(source)
    root = workspace.root
    loose = {**root.options, **root.server_options}
    options = module.server_options if module is not None else loose
    package = module.package.name if module is not None else None
    print(json.dumps(builder.setup(name, header, plan, options, package)))
    return 0


def serve(session: Session, arguments: Sequence[str]) -> NoReturn:
    """Becomes the language server, also where there is no project or a broken one."""
    workspace = None
    changes = {}
    if find_root(session.folder) is not None:
        try:
            workspace = session.workspace()
        except SenseiError as error:
            print(f"error: {error}", file=sys.stderr)
            changes[INVALID_CONFIG] = str(error)
    environment = session.environment(workspace) | changes
    _become([str(session.toolchain.lean), "--server", *arguments], environment)


def _build(session: Session, builder: Builder, modules: Sequence[str]) -> Result:
    if not session.no_build:
        return builder.build(modules)
    plan = builder.plan(modules)
    stale = tuple(name for name in plan.modules if not builder.is_fresh(plan, name))
    return Result(len(plan.modules), 0, frozenset(stale), stale)


def _failed(result: Result, out: TextIO) -> int:
    print("Some required targets logged failures:", file=out)
    for name in sorted(result.failed):
        print(f"- {name}", file=out, flush=True)
    print("error: build failed", file=sys.stderr, flush=True)
    return 1


def _run_lean(
    session: Session,
    workspace: Workspace,
    module: Module | None,
    source: Path,
    before: Sequence[str],
    after: Sequence[str],
) -> int:
    header = parse_header(source.read_text(encoding="utf-8", errors="replace"))
    builder = session.builder(workspace, True)
    lost = builder.missing(header.modules)
    if lost:
        raise ProjectError(f"{source}: {lost}", "add it to the workspace, or remove the import")
    result = _build(session, builder, header.modules)
    if result.bad:
        return _failed(result, sys.stderr)
    plan = builder.plan(header.modules)
    name = module.name if module is not None else _loose_name(source)
    described = builder.setup(
        name,
        header,
        plan,
        module.options if module is not None else workspace.root.options,
        module.package.name if module is not None else None,
    )
    digest = hashlib.sha256(str(source.absolute()).encode()).hexdigest()[:16]
    # In the root package, since a dependency may be in a place that cannot be written.
    place = workspace.root.folder / ".lake" / "build" / "setup" / f"{digest}.json"
    setup = str(write_setup(place, described))
    more = module.arguments if module is not None else workspace.root.arguments
    command = [str(session.toolchain.lean), *more, "--setup", setup, *before, str(source), *after]
    return _become(command, session.environment(workspace))


def _modules_of_target(workspace: Workspace, text: str) -> list[str]:
    """The modules of `LIB`, `EXE`, `PACKAGE`, `PACKAGE/TARGET`, `MODULE` or `+MODULE`."""
    name, _, facet = text.removeprefix("@").partition(":")
    if facet not in {"", "olean", "ilean", "leanArts"}:
        raise UsageError(
            f"the facet ':{facet}' needs the real lake",
            "install elan and set SENSEI_LEAN=elan, or ask for the target without a facet",
        )
    if not name.startswith("+"):
        for package, target in workspace.targets(name):
            return workspace.modules_of(package, target)
        for package in workspace.packages:
            if name == package.name:
                return _default_modules(workspace, package)
    module = workspace.find_module(name.removeprefix("+"))
    if module is None:
        targets = [t.name for p in workspace.packages for t in p.targets]
        raise UsageError(f"unknown target '{text}'", f"this workspace has: {', '.join(targets)}")
    return [module.name]


def _default_modules(workspace: Workspace, package: Package) -> list[str]:
    found: list[str] = []
    for name in package.default_targets:
        targets = list(workspace.targets(f"{package.name}/{name}"))
        if not targets:
            raise ProjectError(
                f"{package.file}: the default target {name} is no target", "mend defaultTargets"
            )
        found += workspace.modules_of(*targets[0])
    return found


def _workspace_for(session: Session, source: Path) -> Workspace | None:
    """The workspace of the current folder if the file is in it, else that of the file."""
    here = find_root(session.folder)
    if here is not None and source.is_relative_to(here):
        return load_workspace(here)
    if here is not None:
        workspace = load_workspace(here)
        if workspace.module_of(source) is not None:
            return workspace
    there = find_root(source.parent)
    return load_workspace(there) if there is not None else None


def _header_from(text: str) -> Header | None:
    if not text.strip():
        return None
    raw: Mapping[str, object] = json.loads(text)
    imports = raw.get("imports")
    entries = imports if isinstance(imports, list) else []
    return Header(
        bool(raw.get("isModule")), tuple(Import(str(entry["module"])) for entry in entries)
    )


def _loose_name(source: Path) -> str:
    """The name of a file outside every target, as Lean's own build tool has it."""
    return f"_unknown.{source.stem}" if source.stem.isidentifier() else "_unknown"


def _warn_about_version(session: Session, workspace: Workspace) -> None:
    wanted = wanted_toolchain(workspace.root.folder)
    version = wanted_version(wanted)
    if wanted and version != session.toolchain.version:
        print(
            f"warning: {TOOLCHAIN_FILE} asks for {wanted}, this is Lean "
            f"{session.toolchain.version} ({session.toolchain.kind.value})",
            file=sys.stderr,
        )


def _become(command: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """Replaces this process, so that signals, stdin and exit codes are the command's own."""
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        os.execvpe(command[0], list(command), dict(environment))
    except OSError as error:
        raise UsageError(
            f"{command[0]} cannot be started: {error.strerror}", "check the command"
        ) from None


def _joined(folders: Sequence[Path], rest: str) -> str:
    return os.pathsep.join([*map(str, folders), *([rest] if rest else [])])
