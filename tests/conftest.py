"""Fixtures that several areas share: the embedded Lean, and copies of projects built with it."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from sensei.settings import Settings, child_environment, load_settings
from sensei.toolchain.find import find_toolchain
from sensei.toolchain.installed import Toolchain
from sensei.toolchain.limited import Finished, Limits, run_limited
from sensei.toolchain.workspace import LeanWorkspace, open_workspace
from warm import close_forks

ROOT = Path(__file__).parents[1]

# A busy machine is no fault of the code under test.
hypothesis_settings.register_profile(
    "sensei", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("sensei")

# A shell's background jobs ignore Ctrl-C, and what they start would ignore it too: tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write golden files anew (tests of traces)"
    )


def pytest_unconfigure() -> None:
    close_forks()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Files are dealt out from both ends of their list."""
    if config.getoption("dist") != "loadfile":
        return None
    from both_ends import BothEnds

    return BothEnds(config, log)


@pytest.fixture(scope="session")
def settings() -> Settings:
    """The user's settings, with the Lean that SENSEI_LEAN names, else the embedded one."""
    return load_settings()


@pytest.fixture(scope="session")
def copy_project(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Copies a project of the repository, so that no test writes into the checkout."""

    def copy(source: Path) -> Path:
        target = tmp_path_factory.mktemp(source.name) / source.name
        shutil.copytree(source, target, ignore=shutil.ignore_patterns(".lake"))
        lakefile = target / "lakefile.toml"
        text = lakefile.read_text("utf-8")
        lakefile.write_text(text.replace('"../../.."', f'"{ROOT}"'), "utf-8")
        return target

    return copy


@dataclass(frozen=True)
class BuiltKata:
    """A copy of the Kata sample, and what the first ``lake build`` in it said."""

    root: Path
    toolchain: Toolchain
    first: Finished

    def copy(self, parent: Path) -> Path:
        """Another copy, built as well."""
        return Path(shutil.copytree(self.root, parent / "Kata", symlinks=True))


@pytest.fixture(scope="session")
def built_kata(copy_project: Callable[[Path], Path]) -> BuiltKata:
    """Built once, with the Lean that serves it, as its users build it; nothing may be written to
    it."""
    root = copy_project(ROOT / "lean" / "samples" / "Kata")
    toolchain = find_toolchain(root, load_settings(root), lambda line: None)
    assert toolchain.lake is not None, f"{toolchain.prefix} has no lake"
    limits = Limits(timeout_s=300)
    first = run_limited(
        [str(toolchain.lake), "build"], cwd=root, env=child_environment(), limits=limits
    )
    return BuiltKata(root, toolchain, first)


@pytest.fixture(scope="session")
def kata(
    built_kata: BuiltKata, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> LeanWorkspace:
    """A built copy of the Kata sample."""
    return open_workspace(built_kata.copy(tmp_path_factory.mktemp("kata")), settings)
