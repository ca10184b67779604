"""A package with all it requires, and which source file a module is.

Leaves out compiling (build.py).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sensei.core.errors import ProjectError
from sensei.toolchain.lake.config import (
    Executable,
    Library,
    Option,
    Package,
    Target,
    load_package,
)
from sensei.toolchain.modules import components, module_name, module_path, modules_below
from sensei.toolchain.root import LEAN, TOML


@dataclass(frozen=True, slots=True)
class Module:
    """A module of the workspace: its name, its source, and the target that owns it."""

    name: str
    source: Path
    package: Package
    target: Target

    @property
    def olean(self) -> Path:
        """Its compiled file."""
        return module_path(self.package.lib_dir, self.name, ".olean")

    @property
    def options(self) -> Mapping[str, Option]:
        """Lean options it compiles with: the package's, then the target's."""
        return {**self.package.options, **self.target.options}

    @property
    def server_options(self) -> Mapping[str, Option]:
        """`options`, and those that hold in the editor only."""
        more = {**self.package.server_options, **self.target.server_options}
        return {**self.options, **more}

    @property
    def arguments(self) -> tuple[str, ...]:
        """Further arguments of the compiler."""
        return self.package.arguments + self.target.arguments


@dataclass(frozen=True, slots=True)
class Workspace:
    """The root package, then its dependencies in the order they are first required."""

    packages: tuple[Package, ...]

    @property
    def root(self) -> Package:
        """The package that the workspace was opened for."""
        return self.packages[0]

    def find_module(self, name: str) -> Module | None:
        """The module of that name, existing or not; None when no package claims the name."""
        claimed = None
        for package in self.packages:
            for target in package.targets:
                if not _claims(target, name):
                    continue
                source = module_path(package.src_root / target.src_dir, name, ".lean")
                module = Module(name, Path(os.path.normpath(source)), package, target)
                if module.source.is_file():
                    return module
                claimed = claimed or module
        return claimed

    def module_of(self, source: Path) -> Module | None:
        """The module whose source is `source`; None for a file outside every target."""
        source = source.resolve()
        for package in self.packages:
            # Executables first: a root that a library claims too has the executable's options.
            for target in sorted(package.targets, key=lambda t: isinstance(t, Library)):
                root = (package.src_root / target.src_dir).resolve()
                if source.suffix != ".lean" or not source.is_relative_to(root):
                    continue
                parts = source.relative_to(root).with_suffix("").parts
                name = module_name(parts)
                if _claims(target, name):
                    return Module(name, source, package, target)
        return None

    def modules_of(self, package: Package, target: Target) -> list[str]:
        """The modules that building `target` means, sorted."""
        if isinstance(target, Executable):
            return [target.root]
        root = package.src_root / target.src_dir
        return sorted({name for glob in target.globs for name in _expand(root, glob)})

    def targets(self, name: str) -> Iterator[tuple[Package, Target]]:
        """The targets called `name` or `package/name`, the root package's first."""
        package_name, _, short = name.rpartition("/")
        for package in self.packages:
            if package_name in {"", package.name}:
                for target in package.targets:
                    if target.name == short:
                        yield package, target

    def executables(self) -> list[str]:
        """The names of all executables, as `package/name`."""
        return [f"{p.name}/{exe.name}" for p in self.packages for exe in p.executables]

    def lean_path(self) -> list[Path]:
        """Folders of compiled modules."""
        return [package.lib_dir for package in self.packages]

    def source_path(self) -> list[Path]:
        """Folders of sources, each once."""
        found: dict[Path, None] = {}
        for package in self.packages:
            for target in package.targets:
                folder = Path(os.path.normpath(package.src_root / target.src_dir))
                found[folder] = None
        return list(found)


def load_workspace(folder: Path) -> Workspace:
    """Reads the package in `folder` and, transitively, the folders it requires.

    A name that is required twice is the package found first, nearest to the root.

    Raises:
        ProjectError: a configuration is missing, damaged or beyond the stand-in.
    """
    root = load_package(folder.resolve())
    packages = {root.name: root}
    queue = [root]
    while queue:
        package = queue.pop(0)
        for needed in package.requirements:
            if needed.name in packages:
                continue
            place = Path(os.path.normpath(package.folder / needed.path))
            if not place.is_dir():
                raise ProjectError(
                    f"{package.file}: the dependency {needed.name} is not in {place}",
                    "mend its path",
                )
            if not ((place / TOML).is_file() or (place / LEAN).is_file()):
                raise ProjectError(
                    f"{package.file}: the dependency {needed.name}, {place}, is no Lean project",
                    "mend its path",
                )
            found = load_package(place)
            if found.name != needed.name:
                raise ProjectError(
                    f"{package.file}: {place} is the package {found.name}, not {needed.name}",
                    "mend the name in the requirement",
                )
            packages[needed.name] = found
            queue.append(found)
    return Workspace(tuple(packages.values()))


def _claims(target: Target, name: str) -> bool:
    if isinstance(target, Executable):
        return name == target.root
    parts = components(name)
    for root in target.roots:
        prefix = components(root)
        if parts[: len(prefix)] == prefix:
            return True
    return any(_matches(parts, glob) for glob in target.globs)


def _matches(parts: tuple[str, ...], glob: str) -> bool:
    base = components(glob.removesuffix(".*").removesuffix(".+"))
    below = len(parts) > len(base) and parts[: len(base)] == base
    if glob.endswith(".+"):
        return below
    return parts == base or (glob.endswith(".*") and below)


def _expand(root: Path, glob: str) -> list[str]:
    if glob.endswith(".+"):
        return modules_below(root, glob[:-2])
    if glob.endswith(".*"):
        return [glob[:-2], *modules_below(root, glob[:-2])]
    return [glob]
