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

from sensei.core.cores import usable_cores
from sensei.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user configured.

    Args:
        lean: which Lean: ``embedded``, ``elan``, a path, or "" for the usual order.
        cache_dir: where toolchains are built.
        database: SQLAlchemy URL; "" means ``.lake/sensei/sensei.db`` in the project.
        jobs: worker processes for building and tracing.
        cc: the C compiler that compiles the tracer for the embedded Lean; "" for the first that is
            found, ``none`` to interpret it.
        sources: where each value came from: ``environment``, ``sensei.toml`` or ``default``.
    """

    lean: str = ""
    cache_dir: Path = field(default_factory=lambda: default_cache_dir(os.environ))
    database: str = ""
    jobs: int = 2
    cc: str = ""
    sources: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """How a provider of models is reached.

    Args:
        key: from the environment alone; never shown.
        base_url: the server's address; "" for the provider's own.
        model: where the command line names none.
        timeout_s: of one request.
        retries: of a request that failed in a way that may pass (429, 5xx, a broken connection).
        requests_per_minute: most that are sent; None for no limit.
        parallel: most requests at a time.
        max_tokens: of one answer.
        answers_per_request: most answers asked for at once; None for no limit.
        log_probs: ask for log-probabilities, which some servers refuse.
        sources: where each value came from, as in ``Settings``.
    """

    key: str = field(default="", repr=False)
    base_url: str = ""
    model: str = ""
    timeout_s: float = 120.0
    retries: int = 4
    requests_per_minute: float | None = None
    parallel: int = 8
    max_tokens: int = 1024
    answers_per_request: int | None = None
    log_probs: bool = True
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)


#: The tables of sensei.toml for providers.
PROVIDERS = ("openai", "anthropic", "google")
#: Names of keys that a provider's library knows beside ``<PROVIDER>_API_KEY``.
_OTHER_KEYS = {"google": ("GEMINI_API_KEY",)}


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
        "jobs": usable_cores(),
        "cc": "",
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
    unknown = sorted(set(from_file) - set(defaults) - set(PROVIDERS) - {"models"})
    if unknown:
        names = [f.name for f in fields(Settings) if f.name != "sources"]
        known = ", ".join([*names, *(f"[{table}]" for table in (*PROVIDERS, "models"))])
        raise UsageError(f"sensei.toml: unknown key '{unknown[0]}'", f"known keys: {known}")
    try:
        values["cc"] = str(values["cc"])
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


def load_provider(
    provider: str, project: Path | None = None, environ: Mapping[str, str] | None = None
) -> ProviderSettings:
    """How ``provider`` is reached: ``<PROVIDER>_API_KEY`` and ``<PROVIDER>_BASE_URL``, as the
    providers' own libraries name them, and the table of its name in ``sensei.toml``.

    Raises:
        UsageError: a key in the file, an unknown entry, a value of the wrong kind, an address with
            a password in it.
    """
    environ = os.environ if environ is None else environ
    table = _read_toml(project / "sensei.toml").get(provider, {}) if project is not None else {}
    prefix = provider.upper()
    if not isinstance(table, dict):
        raise UsageError(f"sensei.toml: {provider} is no table", f"write [{provider}]")
    if any(name in table for name in ("key", "api_key", "token")):
        raise UsageError(
            f"sensei.toml: a key of {provider} is read from the environment only",
            f"take it out of the file, and set {prefix}_API_KEY",
        )
    values: dict[str, Any] = {}
    kinds = {f.name: f.type for f in fields(ProviderSettings) if f.name not in ("key", "sources")}
    sources = dict.fromkeys(("key", *kinds), "default")
    for name, value in table.items():
        if name not in kinds:
            raise UsageError(
                f"sensei.toml: unknown entry '{name}' of [{provider}]",
                f"known are {', '.join(kinds)}",
            )
        if not _is_of(value, str(kinds[name])):
            raise UsageError(f"sensei.toml: {name} = {value!r} of [{provider}] is out of range")
        values[name], sources[name] = value, "sensei.toml"
    if environ.get(f"{prefix}_BASE_URL"):
        values["base_url"], sources["base_url"] = environ[f"{prefix}_BASE_URL"], "environment"
    if "@" in values.get("base_url", "").partition("://")[2].partition("/")[0]:
        raise UsageError(
            f"the address of {provider} has a name or password in it",
            f"leave it out; the key is {prefix}_API_KEY",
        )
    for variable in (f"{prefix}_API_KEY", *_OTHER_KEYS.get(provider, ())):
        if environ.get(variable):
            values["key"], sources["key"] = environ[variable], "environment"
            break
    return ProviderSettings(sources=sources, **values)


def _is_of(value: Any, kind: str) -> bool:
    if kind in ("str", "bool"):
        return isinstance(value, str if kind == "str" else bool)
    whole = isinstance(value, int) and not isinstance(value, bool)
    number = whole or (isinstance(value, float) and "float" in kind)
    return number and value >= (0 if kind == "int" else 1e-9)


def own_names(project: Path | None) -> dict[str, str]:
    """The table ``[models]`` of ``sensei.toml``: names of the user's own for generators.

    Raises:
        UsageError: it is no table of texts.
    """
    table = _read_toml(project / "sensei.toml").get("models", {}) if project is not None else {}
    if not isinstance(table, dict) or not all(isinstance(v, str) for v in table.values()):
        raise UsageError(
            "sensei.toml: [models] is no table of names", 'write as in: fast = "openai:gpt-5-mini"'
        )
    return table


def progress_model(environ: Mapping[str, str] | None = None) -> str | None:
    """The progress model to serve where the command line names none: LeanDojo-v2's variable."""
    environ = os.environ if environ is None else environ
    return environ.get("LEANPROGRESS_MODEL") or None


def let_threads_sleep() -> None:
    """Has numerical libraries' threads sleep while they wait, not spin; call before loading them.

    Beside busy Lean processes a spinning thread holds the core that the one it waits for needs:
    training steps of the default model took ten times as long. What the user set stays.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")


def launched_place() -> tuple[int, int] | None:
    """Which of how many processes this one is, where a launcher started several for one training
    (torch's names); None where none did."""
    rank, count = os.environ.get("RANK", ""), os.environ.get("WORLD_SIZE", "")
    if not (rank.isdigit() and count.isdigit()) or int(count) < 2:
        return None
    return int(rank), int(count)


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
