"""The only reader of environment variables and ``sensei.toml``.

A value comes from, in this order: the environment (``SENSEI_<NAME>``), ``sensei.toml`` in the
project's root, the default. Plain standard library: the launchers import it at every start.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from sensei.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user configured.

    Args:
        lean: which Lean: ``embedded``, ``elan``, a path, or "" for the usual order.
        cache_dir: where toolchains are built.
        database: SQLAlchemy URL; "" means ``.lake/sensei/sensei.db`` in the project.
        jobs: worker processes for building and tracing.
        sources: where each value came from: ``environment``, ``sensei.toml`` or ``default``.
    """

    lean: str = ""
    cache_dir: Path = field(default_factory=lambda: default_cache_dir(os.environ))
    database: str = ""
    jobs: int = 2
    sources: Mapping[str, str] = field(default_factory=dict)


def default_cache_dir(environ: Mapping[str, str]) -> Path:
    """The user's cache folder for Sensei (XDG base directory specification)."""
    base = environ.get("XDG_CACHE_HOME") or os.path.join(environ.get("HOME", "~"), ".cache")
    return Path(base).expanduser() / "sensei"


def load_settings(
    project: Path | None = None, environ: Mapping[str, str] | None = None
) -> Settings:
    """Reads the settings that hold in ``project``.

    Raises:
        UsageError: a file that does not parse, an unknown key, a value of the wrong kind.
    """
    environ = os.environ if environ is None else environ
    from_file = _read_toml(project / "sensei.toml") if project is not None else {}
    defaults: dict[str, Any] = {
        "lean": "",
        "cache_dir": default_cache_dir(environ),
        "database": "",
        "jobs": max(1, os.cpu_count() or 1),
    }
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for name, default in defaults.items():
        variable = "SENSEI_" + {"cache_dir": "CACHE"}.get(name, name.upper())
        if environ.get(variable):
            values[name], sources[name] = environ[variable], "environment"
        elif name in from_file:
            values[name], sources[name] = from_file[name], "sensei.toml"
        else:
            values[name], sources[name] = default, "default"
    unknown = sorted(set(from_file) - set(defaults))
    if unknown:
        known = ", ".join(f.name for f in fields(Settings) if f.name != "sources")
        raise UsageError(f"sensei.toml: unknown key '{unknown[0]}'", f"known keys: {known}")
    try:
        values["jobs"] = int(values["jobs"])
        values["cache_dir"] = Path(values["cache_dir"]).expanduser()
        if values["jobs"] < 1:
            raise ValueError
    except (TypeError, ValueError):
        where = sources["jobs"]
        raise UsageError(
            f"jobs = {values['jobs']!r} ({where}) is not a whole number of at least 1",
            "set SENSEI_JOBS or jobs in sensei.toml to a number",
        ) from None
    return Settings(sources=sources, **values)


def let_threads_sleep() -> None:
    """Has numerical libraries' threads sleep while they wait, not spin; call before loading them.

    Beside busy Lean processes a spinning thread holds the core that the one it waits for needs:
    training steps of the default model took ten times as long. What the user set stays.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")


def child_environment(**changes: str) -> dict[str, str]:
    """A copy of the environment for a child process, with ``changes`` put in."""
    return {**os.environ, **changes}


def _read_toml(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    # Here, since most projects have no such file and the launchers should start quickly.
    import tomllib

    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: {error}", "mend the file or remove it") from None
