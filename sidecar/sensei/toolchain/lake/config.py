"""What a package declares, and how `lakefile.toml` says it.

Fields that change nothing on the embedded Lean (descriptions, native linking) are read past;
fields whose effect the stand-in does not have are refused by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sensei.core.errors import ProjectError
from sensei.toolchain.root import LEAN, TOML

Option = str | bool | int

#: No effect without native code, publishing or a network.
_PACKAGE_PAST: Final = frozenset(
    "version versionTags description keywords homepage license licenseFiles readmeFile reservoir "
    "lintDriver lintDriverArgs builtinLint preferReleaseBuild releaseRepo buildArchive buildType "
    "moreLeancArgs weakLeancArgs moreLinkArgs weakLinkArgs moreLinkLibs moreLinkObjs nativeLibDir "
    "binDir irDir platformIndependent enableArtifactCache restoreAllArtifacts fixedToolchain "
    "libPrefixOnWindows allowImportAll requiresModuleSystem allowNonModules backend".split()
)
_TARGET_PAST: Final = frozenset(
    "libName defaultFacets nativeFacets supportInterpreter exeName buildType moreLeancArgs "
    "weakLeancArgs moreLinkArgs weakLinkArgs moreLinkLibs moreLinkObjs platformIndependent "
    "libPrefixOnWindows allowImportAll requiresModuleSystem allowNonModules backend".split()
)


@dataclass(frozen=True, slots=True)
class Library:
    """A `lean_lib`: `roots` say which modules are its own, `globs` which of them it builds."""

    name: str
    src_dir: str
    roots: tuple[str, ...]
    globs: tuple[str, ...]
    options: Mapping[str, Option]
    server_options: Mapping[str, Option]
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Executable:
    """A `lean_exe`: the module whose `main` is run."""

    name: str
    src_dir: str
    root: str
    options: Mapping[str, Option]
    server_options: Mapping[str, Option]
    arguments: tuple[str, ...]


Target = Library | Executable


@dataclass(frozen=True, slots=True)
class Requirement:
    """A dependency in a folder, relative to the package that names it."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Package:
    """One package: its folder, the file that declares it, and what it declares."""

    name: str
    folder: Path
    file: Path
    src_dir: str
    libraries: tuple[Library, ...]
    executables: tuple[Executable, ...]
    requirements: tuple[Requirement, ...]
    default_targets: tuple[str, ...]
    options: Mapping[str, Option]
    server_options: Mapping[str, Option]
    arguments: tuple[str, ...]
    test_driver: str
    test_arguments: tuple[str, ...]

    @property
    def targets(self) -> tuple[Target, ...]:
        """Libraries, then executables."""
        return (*self.libraries, *self.executables)

    @property
    def lib_dir(self) -> Path:
        """Where its `.olean` files are, as in Lean's own build tool."""
        return self.folder / ".lake" / "build" / "lib" / "lean"

    @property
    def src_root(self) -> Path:
        """The folder its targets' source folders are relative to."""
        return self.folder / self.src_dir


def refusal(file: Path, what: str) -> ProjectError:
    """The error for a configuration that the stand-in does not serve."""
    return ProjectError(
        f"{file}: {what}; sensei's stand-in for lake does not do that",
        "use the real lake: install elan and set SENSEI_LEAN=elan",
    )


def load_package(folder: Path) -> Package:
    """Reads the package in `folder`; of two files Lean's own tool takes `lakefile.lean`.

    Raises:
        ProjectError: no configuration, or one that is damaged or beyond the stand-in.
    """
    if (folder / LEAN).is_file():
        from sensei.toolchain.lake.lakefile import parse_lakefile

        file = folder / LEAN
        return package_of(parse_lakefile(_read(file), file), file)
    if (folder / TOML).is_file():
        import tomllib

        file = folder / TOML
        try:
            raw = tomllib.loads(_read(file))
        except tomllib.TOMLDecodeError as error:
            raise ProjectError(f"{file}: {error}", "mend the file") from None
        return package_of(raw, file)
    raise ProjectError(
        f"{folder} is no Lean project: it has neither {TOML} nor {LEAN}",
        "go to the folder that has one, or name it with -d",
    )


def package_of(raw: Mapping[str, Any], file: Path) -> Package:
    """Checks the raw tables of a configuration and gives them types."""
    return _Reader(file).package(raw)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ProjectError(f"{file} cannot be read: {error}", "mend the file") from None


class _Reader:
    """Takes fields out of tables by type; `file` is for the errors."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def package(self, raw: Mapping[str, Any]) -> Package:
        table = dict(raw)
        name = self.text(table, "name", None)
        where = f"package {name}"
        src_dir = self.text(table, "srcDir", ".")
        if self.text(table, "buildDir", ".lake/build") != ".lake/build":
            raise refusal(self.file, "a buildDir of its own")
        if self.text(table, "leanLibDir", "lib/lean") not in {"lib", "lib/lean"}:
            raise refusal(self.file, "a leanLibDir of its own")
        for native in ("precompileModules", "isModule", "bootstrap"):
            if table.pop(native, False):
                raise refusal(self.file, f"{native} in {where}")
        package = Package(
            name=name,
            folder=self.file.parent,
            file=self.file,
            src_dir=src_dir,
            libraries=tuple(self.library(t) for t in self.tables(table, "lean_lib")),
            executables=tuple(self.executable(t) for t in self.tables(table, "lean_exe")),
            requirements=tuple(self.requirement(t) for t in self.tables(table, "require")),
            default_targets=self.texts(table, "defaultTargets"),
            options=self.options(table, "leanOptions"),
            server_options=self.options(table, "moreServerOptions"),
            arguments=self.texts(table, "moreLeanArgs") + self.texts(table, "weakLeanArgs"),
            test_driver=self.text(table, "testDriver", ""),
            test_arguments=self.texts(table, "testDriverArgs"),
        )
        self.nothing_left(table, _PACKAGE_PAST, where)
        return package

    def library(self, table: dict[str, Any]) -> Library:
        name = self.text(table, "name", None)
        where = f"lean_lib {name}"
        if table.pop("precompileModules", False) or self.texts(table, "needs"):
            raise refusal(self.file, f"precompileModules or needs in {where}")
        roots = self.texts(table, "roots") or (name,)
        library = Library(
            name=name,
            src_dir=self.text(table, "srcDir", "."),
            roots=roots,
            globs=self.texts(table, "globs") or roots,
            options=self.options(table, "leanOptions"),
            server_options=self.options(table, "moreServerOptions"),
            arguments=self.texts(table, "moreLeanArgs") + self.texts(table, "weakLeanArgs"),
        )
        self.nothing_left(table, _TARGET_PAST, where)
        return library

    def executable(self, table: dict[str, Any]) -> Executable:
        name = self.text(table, "name", None)
        where = f"lean_exe {name}"
        if self.texts(table, "needs"):
            raise refusal(self.file, f"needs in {where}")
        executable = Executable(
            name=name,
            src_dir=self.text(table, "srcDir", "."),
            root=self.text(table, "root", name),
            options=self.options(table, "leanOptions"),
            server_options=self.options(table, "moreServerOptions"),
            arguments=self.texts(table, "moreLeanArgs") + self.texts(table, "weakLeanArgs"),
        )
        self.nothing_left(table, _TARGET_PAST, where)
        return executable

    def requirement(self, table: dict[str, Any]) -> Requirement:
        name = self.text(table, "name", None)
        path = self.text(table, "path", "")
        if not path:
            raise refusal(self.file, f"the dependency {name} is not given by path")
        self.nothing_left(table, frozenset({"scope"}), f"require {name}")
        return Requirement(name, path)

    def text(self, table: dict[str, Any], key: str, default: str | None) -> str:
        value = table.pop(key, default)
        if not isinstance(value, str):
            problem = "is missing" if value is None else f"is {value!r} and not a string"
            raise ProjectError(f"{self.file}: {key} {problem}", "mend the file")
        return value

    def texts(self, table: dict[str, Any], key: str) -> tuple[str, ...]:
        value = table.pop(key, [])
        value = [value] if isinstance(value, str) else value
        if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
            raise ProjectError(f"{self.file}: {key} is no list of strings", "mend the file")
        return tuple(value)

    def tables(self, table: dict[str, Any], key: str) -> list[dict[str, Any]]:
        value = table.pop(key, [])
        if not (isinstance(value, list) and all(isinstance(item, dict) for item in value)):
            raise ProjectError(f"{self.file}: {key} is no list of tables", f"write [[{key}]]")
        return [dict(item) for item in value]

    def options(self, table: dict[str, Any], key: str) -> dict[str, Option]:
        """Lean options, from nested tables or a list of {name, value}."""
        value = table.pop(key, {})
        if isinstance(value, list):
            try:
                value = {item["name"]: item["value"] for item in value}
            except (TypeError, KeyError):
                raise ProjectError(
                    f"{self.file}: an entry of {key} has no name or no value", "mend the file"
                ) from None
        found: dict[str, Option] = {}
        stack = [("", value)]
        while stack:
            prefix, item = stack.pop()
            if isinstance(item, dict):
                stack.extend((f"{prefix}.{k}" if prefix else k, v) for k, v in item.items())
            elif isinstance(item, str | bool) or (isinstance(item, int) and item >= 0):
                found[prefix] = item
            else:
                raise ProjectError(
                    f"{self.file}: {key} {prefix or ''} = {item!r} is no value of a Lean option",
                    "write true, false, a number or a string",
                )
        return dict(sorted(found.items()))

    def nothing_left(self, table: dict[str, Any], past: frozenset[str], where: str) -> None:
        unknown = sorted(set(table) - past)
        if unknown:
            raise refusal(self.file, f"{unknown[0]} in {where}")
