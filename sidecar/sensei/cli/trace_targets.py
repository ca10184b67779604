"""What ``sensei trace`` is asked to trace: projects on disk, repositories, lists of them.

A list is a TOML file of ``[[repository]]`` tables:

    [[repository]]
    url = "https://example.org/lean/order.git"   # or: path = "../order", relative to the list
    commit = "0123…"     # a commit, branch or tag; without it what the remote has checked out
    folder = "lean"      # of the project in it; without it the top
    only = ["Order.*"]   # modules, patterns or files; without it all
    name = "order"       # in the results; without it the end of the address
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from sensei.core.errors import ProjectError, UsageError
from sensei.settings import Settings
from sensei.toolchain.checkout import checkout, is_remote
from sensei.toolchain.workspace import project_root


@dataclass(frozen=True, slots=True)
class Target:
    """One project to trace.

    Args:
        place: a folder in the project, or below a repository's top; relative to ``url`` if any.
        only: modules, patterns or files; all if empty.
    """

    name: str
    place: Path
    url: str | None = None
    commit: str | None = None
    only: tuple[str, ...] = ()

    def root(self, settings: Settings) -> Path:
        """The project's root, fetched if need be.

        Raises:
            ProjectError: it cannot be had, or is no Lean project.
        """
        if self.url is None:
            return project_root(self.place)
        top = checkout(self.url, self.commit, settings)
        folder = (top / self.place).resolve()
        if not folder.is_relative_to(top.resolve()):
            raise ProjectError(f"{self.place} is outside of {self.url}", "name a folder in it")
        if project_root(folder).is_relative_to(top.resolve()):
            return project_root(folder)
        raise ProjectError(f"{self.url} has no Lean project in {self.place}", "give its folder")


def target_of(words: Sequence[str], project: str | None, commit: str | None) -> Target:
    """What the words of a command line name: a folder, a file or an address, and modules.

    Raises:
        UsageError: they name two projects, or a commit of none.
    """
    places: list[str] = [] if project is None else [project]
    only = []
    for word in words:
        path = Path(word)
        if is_remote(word) or path.is_dir() or (path.suffix == ".lean" and path.is_file()):
            places.append(word)
        elif "/" in word or word.endswith((".lean", ".toml")):
            raise ProjectError(f"no such file or folder: {word}", "name what is there")
        else:
            only.append(word)
    files = [place for place in places if Path(place).suffix == ".lean" and Path(place).is_file()]
    others = [place for place in places if place not in files]
    if len(others) > 1:
        raise UsageError(f"two projects: {others[0]} and {others[1]}", "give one of them")
    if others and is_remote(others[0]):
        if files:
            raise UsageError(f"{files[0]} is in no repository at {others[0]}", "give its modules")
        return Target(_name_of(others[0]), Path("."), others[0], commit, tuple(only))
    if commit is not None:
        raise UsageError("--commit goes with the address of a repository", "give its URL")
    place = Path(others[0]) if others else Path(files[0]).parent if files else Path(".")
    if files:
        root = project_root(place)
        for file in files:
            inside = Path(file).resolve()
            if not inside.is_relative_to(root):
                raise UsageError(f"{file} is not in the project {root}", "give one project's files")
            only.append(inside.relative_to(root).as_posix())
    return Target(_name_of(str(place.resolve())), place, only=tuple(only))


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid")

    url: str | None = None
    path: str | None = None
    commit: str | None = None
    folder: str = "."
    only: list[str] = []
    name: str | None = None

    @model_validator(mode="after")
    def _one_place(self) -> _Entry:
        if (self.url is None) == (self.path is None):
            raise ValueError("give either url or path")
        if self.url is None and self.commit is not None:
            raise ValueError("a commit goes with a url")
        return self


class _List(BaseModel):
    model_config = ConfigDict(extra="forbid")

    repository: list[_Entry]


def read_list(path: Path) -> list[Target]:
    """The targets of a list, of different names.

    Raises:
        UsageError: it cannot be read, or is no such list.
    """
    try:
        entries = _List.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).repository
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {error}", "mend the file") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the list"
        raise UsageError(f"{path}: {where}: {first['msg']}", "sensei trace --help") from None
    targets: list[Target] = []
    for entry in entries:
        place = entry.folder if entry.path is None else str(path.parent / entry.path / entry.folder)
        address = entry.url
        if address is not None and "://" not in address and (path.parent / address).is_dir():
            address = str(path.parent / address)
        name = entry.name or _name_of(entry.url or str(Path(place).resolve()))
        if any(target.name == name for target in targets):
            raise UsageError(f"{path}: two repositories are named {name}", "give one a name = ...")
        targets.append(Target(name, Path(place), address, entry.commit, tuple(entry.only)))
    if not targets:
        raise UsageError(f"{path} lists no [[repository]]", "sensei trace --help")
    return targets


def _name_of(address: str) -> str:
    return address.rstrip("/").removesuffix(".git").rsplit("/", 1)[-1].rsplit(":", 1)[-1]
