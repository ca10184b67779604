"""What a Lean project is: its root, name, wanted Lean, modules and options.

Reads configuration files only; it neither runs Lean nor builds. A `lakefile.lean` that computes
cannot be read that way: then the name is taken from its `package` line, the modules are all Lean
files below the root, and `note` says so.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sensei.core.errors import ProjectError, UsageError
from sensei.toolchain.installed import wanted_toolchain
from sensei.toolchain.lake.config import Option
from sensei.toolchain.lake.workspace import Workspace, load_workspace
from sensei.toolchain.modules import module_name
from sensei.toolchain.root import LEAN, TOML, find_root

_PACKAGE = re.compile(r"^\s*package\s+(?:«([^»]+)»|\"([^\"]+)\"|([\w.-]+))", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ProjectModule:
    """One module: its name, its file, and the Lean options it is compiled with."""

    name: str
    source: Path
    options: Mapping[str, Option]


@dataclass(frozen=True, slots=True)
class Project:
    """A Lean project.

    Args:
        root: the folder of the configuration, absolute.
        file: the configuration.
        name: the package's name.
        toolchain: the text of `lean-toolchain`, "" without one.
        modules: the root package's modules that have a source, imported or not, sorted by name.
        missing: modules that the configuration names and that have no source, sorted.
        options: the package's Lean options.
        library_path: folders of compiled modules, the project's own first.
        source_path: folders of sources, the project's own first.
        note: what could not be read exactly; "" when all was.
    """

    root: Path
    file: Path
    name: str
    toolchain: str
    modules: tuple[ProjectModule, ...]
    missing: tuple[str, ...]
    options: Mapping[str, Option]
    library_path: tuple[Path, ...]
    source_path: tuple[Path, ...]
    note: str = ""

    def module(self, name: str) -> ProjectModule:
        """The module of that name.

        Raises:
            UsageError: there is none; says which are near.
        """
        for module in self.modules:
            if module.name == name:
                return module
        near = [m.name for m in self.modules if m.name.split(".")[-1] == name.split(".")[-1]]
        hint = f"did you mean {near[0]}" if near else f"it has {len(self.modules)} modules"
        raise UsageError(f"{self.name} has no module {name}", hint)


def find_project(start: Path) -> Project:
    """The project that `start`, a folder or a file in it, belongs to.

    Raises:
        ProjectError: no such folder, no project there or above, or a damaged configuration.
    """
    start = start.expanduser()
    if not start.exists():
        raise ProjectError(f"no such folder: {start}", "name the folder of a Lean project")
    place = start.resolve()
    root = find_root(place if place.is_dir() else place.parent)
    if root is None:
        raise ProjectError(
            f"{start} is no Lean project: neither {TOML} nor {LEAN} there or in a folder above",
            "cd into a project, or make one: write lakefile.toml with name and [[lean_lib]]",
        )
    try:
        return _of_workspace(load_workspace(root))
    except ProjectError as error:
        if not (root / LEAN).is_file():
            raise
        return _by_walking(root, str(error))


def _of_workspace(workspace: Workspace) -> Project:
    package = workspace.root
    modules: dict[str, ProjectModule] = {}
    missing = set()
    for target in package.targets:
        for name in workspace.modules_of(package, target) + _own_modules(workspace, target.name):
            module = workspace.find_module(name)
            if module is None or module.package is not package:
                continue
            if module.source.is_file():
                modules[name] = ProjectModule(name, module.source, module.options)
            else:
                missing.add(name)
    return Project(
        root=package.folder,
        file=package.file,
        name=package.name,
        toolchain=wanted_toolchain(package.folder),
        modules=tuple(modules[name] for name in sorted(modules)),
        missing=tuple(sorted(missing)),
        options=package.options,
        library_path=tuple(workspace.lean_path()),
        source_path=tuple(workspace.source_path()),
    )


def _own_modules(workspace: Workspace, target_name: str) -> list[str]:
    """All source files below a library's roots: imported or not, they are the project's."""
    package = workspace.root
    found: list[str] = []
    for library in package.libraries:
        if library.name != target_name:
            continue
        folder = Path(os.path.normpath(package.src_root / library.src_dir))
        for path in _lean_files(folder):
            module = workspace.module_of(path)
            if module is not None and module.package is package:
                found.append(module.name)
    return found


def _by_walking(root: Path, reason: str) -> Project:
    match = _PACKAGE.search((root / LEAN).read_text(encoding="utf-8", errors="replace"))
    name = next((text for text in match.groups() if text), root.name) if match else root.name
    modules = sorted(
        (
            ProjectModule(module_name(path.relative_to(root).with_suffix("").parts), path, {})
            for path in _lean_files(root)
            if path.name != LEAN
        ),
        key=lambda module: module.name,
    )
    return Project(
        root=root,
        file=root / LEAN,
        name=name,
        toolchain=wanted_toolchain(root),
        modules=tuple(modules),
        missing=(),
        options={},
        library_path=(root / ".lake" / "build" / "lib" / "lean",),
        source_path=(root,),
        note=f"modules were found by walking the folder, options are unknown: {reason}",
    )


def _lean_files(folder: Path) -> list[Path]:
    """Lean files below `folder`, sorted; no hidden folders, no nested projects."""
    found = []
    for place, folders, files in os.walk(folder):
        here = Path(place)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".")
            and not (here / name / TOML).is_file()
            and not (here / name / LEAN).is_file()
        )
        found += [here / name for name in sorted(files) if name.endswith(".lean")]
    return found
