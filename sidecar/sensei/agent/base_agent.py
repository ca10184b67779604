"""What agents share: repositories are traced and split, and theorems are tried."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sensei.core.errors import SenseiError, UsageError
from sensei.ingest.identity import project_snapshot
from sensei.settings import load_settings
from sensei.store import Store, default_database, open_store
from sensei.toolchain.workspace import project_root


class AgentError(SenseiError):
    """A command of an agent ended without a result."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """A repository that is traced, in the database, and split.

    Args:
        root: its working tree.
        split: the name of its frozen split.
    """

    root: Path
    split: str


class BaseAgent(ABC):
    """Sets repositories up, and tries their theorems with ``generator()``.

    Args:
        database: the database's URL or file; None is each project's own.
        seed: of splits and searches.
        ratios: of train, val and test in the splits.
        search: options of ``sensei prove`` for every search, by name: ``{"model_calls": 50}``.
    """

    def __init__(
        self,
        *,
        database: str | Path | None = None,
        seed: int = 0,
        ratios: Sequence[float] = (0.8, 0.05, 0.15),
        search: dict[str, Any] | None = None,
    ) -> None:
        self.database = None if database is None else str(database)
        self.seed = seed
        self.ratios = tuple(ratios)
        self.search = dict(search or {})
        self.repositories: list[SetUp] = []

    @abstractmethod
    def generator(self) -> str:
        """What searches ask for tactics, as ``--generator`` takes it.

        Raises:
            SenseiError: there is none yet.
        """

    @abstractmethod
    def train(self) -> None:
        """Trains on what was set up.

        Raises:
            SenseiError: there is nothing to train on, or the training failed.
        """

    def setup_local_repository(self, path: str | Path) -> Path:
        """Traces a project in a folder (only what changed), and splits it.

        Returns:
            The project's root.

        Raises:
            ProjectError: there is no Lean project.
            AgentError: it could not be traced.
        """
        root = project_root(Path(path))
        self._command("trace", "--project", str(root))
        return self._set_up(root)

    def setup_github_repository(self, url: str, commit: str) -> Path:
        """Checks a Git repository out into the cache, traces it and splits it; no token is needed.

        Args:
            url: any address that Git takes; ``owner/name`` is one on GitHub.
            commit: a whole commit, a branch or a tag.

        Returns:
            The root of its working tree.
        """
        address = url if ":" in url or Path(url).exists() else f"https://github.com/{url}"
        traced = self._command("trace", address, "--commit", commit)
        return self._set_up(Path(traced["project"]))

    def prove(self, *, limit: int | None = None, **search: Any) -> list[dict[str, Any]]:
        """Tries what the repositories leave with ``sorry``; where nothing is left, the theorems of
        their test parts, with their proofs hidden.

        Args:
            limit: only the first theorems of each repository.
            **search: options of ``sensei prove``, before the agent's own.

        Returns:
            One object an attempt, as ``sensei prove --json`` prints it. Only what has ``verified``
            is proved.
        """
        attempts: list[dict[str, Any]] = []
        for one in self._set_up_ones():
            with self._store(one.root) as store:
                snapshot = project_snapshot(store, one.root)
                left = any(t.has_sorry for t in store.theorems(snapshot.id))
            what = ["--sorries"] if left else ["--split", one.split, "--part", "test"]
            attempts += self._prove(one, what, limit, search)["attempts"]
        return attempts

    def evaluate(
        self, part: str = "test", *, limit: int | None = None, **search: Any
    ) -> list[dict[str, Any]]:
        """Tries the theorems of one part of each repository's split.

        Returns:
            The figures of each repository: theorems, claims, verified, cost.
        """
        return [
            self._prove(one, ["--split", one.split, "--part", part], limit, search)["figures"]
            for one in self._set_up_ones()
        ]

    def _set_up(self, root: Path) -> Path:
        split = f"agent-{hashlib.sha256(str(root).encode()).hexdigest()[:12]}"
        at = ["--project", str(root), *self._database_words()]
        self._command("ingest", *at)
        ratios = ",".join(map(str, self.ratios))
        self._command(
            *("data", "split", *at, "--name", split, "--seed", str(self.seed)),
            *("--ratios", ratios, "--replace"),
        )
        self.repositories = [one for one in self.repositories if one.root != root]
        self.repositories.append(SetUp(root, split))
        return root

    def _set_up_ones(self) -> list[SetUp]:
        if not self.repositories:
            raise UsageError(
                "no repository is set up", "call setup_local_repository or setup_github_repository"
            )
        return self.repositories

    def _prove(
        self, one: SetUp, what: Sequence[str], limit: int | None, search: dict[str, Any]
    ) -> dict[str, Any]:
        words = [*what, "--generator", self.generator(), "--seed", str(self.seed)]
        if limit is not None:
            words += ["--limit", str(limit)]
        for name, value in (self.search | search).items():
            words += [f"--{name.replace('_', '-')}", str(value)]
        return self._command("prove", "--project", str(one.root), *self._database_words(), *words)

    def _database_words(self) -> list[str]:
        return [] if self.database is None else ["--database", self.database]

    def _store(self, root: Path) -> Store:
        return open_store(self.database or load_settings(root).database or default_database(root))

    @staticmethod
    def _command(*words: str) -> dict[str, Any]:
        """Runs one command of ours; the JSON it prints last."""
        done = subprocess.run(
            [sys.executable, "-m", "sensei", *words, "--json"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            check=False,
        )
        # 1 says that some file failed or some theorem was not proved: that is a result.
        if done.returncode not in (0, 1) or not done.stdout.strip():
            raise AgentError(
                f"sensei {words[0]} ended with exit code {done.returncode}; what it said is above",
                f"sensei {' '.join(words)}",
            )
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return answer
