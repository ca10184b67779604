"""A worker's part with no Lean: theorems of a table, and workers that die when they are told to."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from fakes.verifier import RuleVerifier
from sensei.core.protocols import Generator
from sensei.core.types import Budget, Claim, Verdict
from sensei.distributed.lab import OneSeed, SeededModel, prove_with
from sensei.distributed.wire import Done, Task
from sensei.search.options import SearchOptions

MOVES = {("a",): {"close": ()}, ("b",): {"split": ("a",)}}
# Every third is hopeless, every third needs two steps; the last cannot be opened at all.
ROOTS = {f"t{n}": ("abz"[n % 3],) for n in range(11)}
GENERATOR = TableGenerator({"a": [("close", -1.0)], "b": [("split", -1.0)], "z": [("no", -2.0)]})


def accepts(claim: Claim) -> bool:
    return claim.theorem.name != "t4"


class TableLab:
    """Proves the theorems of the table.

    Args:
        dies: theorems with which the process ends, once: a file in ``folder`` says that it has.
        always: theorems with which it ends each time.
    """

    def __init__(self, folder: Path, dies: list[str], always: list[str]) -> None:
        self._folder, self._dies, self._always = folder, dies, always

    def prove(self, task: Task, model: SeededModel) -> Done:
        name = task.theorem.name
        if name in self._always:
            os._exit(1)
        if name in self._dies:
            try:
                (self._folder / name).touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                os._exit(1)
        return prove_with(
            TableEnvironment(ROOTS, MOVES),
            RuleVerifier(accepts),
            task,
            OneSeed(model, task.sample),
            budget=Budget(),
            options=SearchOptions(),
        )

    def verify(self, claim: Claim) -> Verdict:
        return RuleVerifier(accepts).verify(claim)

    def close(self) -> None:
        pass


def open_lab(config: dict[str, Any]) -> TableLab:
    return TableLab(Path(config["folder"]), config["dies"], config["always"])


def open_model(config: dict[str, Any]) -> Any:
    def make(seed: int) -> Generator:
        return GENERATOR

    return make
