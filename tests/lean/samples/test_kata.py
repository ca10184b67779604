"""Kata: it compiles, it is as large as promised, and nothing in it is assumed."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sample_project import SAMPLES, Project

from sensei.toolchain.limited import Finished

ALLOWED = {"propext", "Quot.sound", "Classical.choice"}
OPEN = {
    "Kata.goldbach",
    "Kata.collatz_reaches_one",
    "Kata.exists_shallow",
    "Kata.Expr.optimize_optimize",
}
_SCOPE = re.compile(r"(namespace|section|end)\b ?(\S*)")
_THEOREM = re.compile(r"(?:@\[[^]]*\] )?(private )?theorem (\S+)")


def modules() -> list[Path]:
    """The files of the library, without its root."""
    return sorted((SAMPLES / "Kata" / "Kata").glob("*.lean"))


def theorems(path: Path) -> Iterator[tuple[str, bool]]:
    """The full names of a file's theorems, and whether each is private."""
    scopes: list[tuple[str, str]] = []
    for line in path.read_text("utf-8").splitlines():
        if scope := _SCOPE.match(line):
            if scope[1] == "end":
                assert scopes.pop()[1] == scope[2], f"{path}: {line}"
            else:
                scopes.append((scope[1], scope[2]))
        elif theorem := _THEOREM.match(line):
            names = [name for kind, name in scopes if kind == "namespace"]
            yield ".".join([*names, theorem[2]]), bool(theorem[1])


@pytest.fixture(scope="module")
def built(built_kata: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, Finished]:
    root = built_kata.copy(tmp_path_factory.mktemp("samples"))
    return Project(root, built_kata.toolchain), built_kata.first


def test_is_as_large_as_promised() -> None:
    names = [name for path in modules() for name, _ in theorems(path)]
    assert len(names) >= 200
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert len(modules()) >= 10


def test_root_imports_every_module() -> None:
    root = (SAMPLES / "Kata" / "Kata.lean").read_text("utf-8")
    assert set(re.findall(r"^import (\S+)", root, re.M)) == {f"Kata.{p.stem}" for p in modules()}


def test_needs_nothing_but_core() -> None:
    for path in modules():
        for name in re.findall(r"^import (\S+)", path.read_text("utf-8"), re.M):
            assert name.startswith("Kata."), f"{path.name} imports {name}"


def test_compiles_with_no_warning_but_for_open_problems(built: tuple[Project, Finished]) -> None:
    _, run = built
    output = run.stdout + run.stderr
    assert run.exit_code == 0, output
    warnings = [line for line in output.splitlines() if "warning" in line]
    assert len(warnings) == len(OPEN), output
    assert all("sorry" in line for line in warnings)


def test_axioms(built: tuple[Project, Finished]) -> None:
    kata, _ = built
    names = [name for path in modules() for name, private in theorems(path) if not private]
    asked = kata.root / "Axioms.lean"
    asked.write_text("import Kata\n" + "".join(f"#print axioms {n}\n" for n in names), "utf-8")
    code, messages = kata.lean(asked.name)
    assert code == 0, messages
    found: dict[str, set[str]] = {}
    for message in messages:
        name, _, axioms = re.sub(r"\s+", " ", message.text).partition("' depends on axioms: ")
        if not axioms:
            name, _, rest = name.partition("' does not depend on any axioms")
            assert rest == "", message
        found[name.removeprefix("'")] = {a for a in axioms.strip("[] ").split(", ") if a}
    assert set(found) == set(names)
    assert {name for name in names if "sorryAx" in found[name]} == OPEN
    for name in set(names) - OPEN:
        assert found[name] <= ALLOWED, f"{name}: {found[name]}"
