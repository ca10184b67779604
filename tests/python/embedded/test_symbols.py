"""The declarations that the embedded library binds to compiled code: each has its symbol in the
wheel, takes its arguments as that takes them, and is called by a program of tests/lean/embedded.

Lean's interpreter finds compiled code by the declaration's own name: a symbol that is not there is
an error where it is called, and one of another kind (a value called as a function) or with other
arguments ends the process.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Protocol

import pytest

from sensei.toolchain import wheel

EMBEDDED = Path(__file__).resolve().parents[3] / "lean" / "embedded"

# No compiled function has their name; Lean's compiler calls a C function or another declaration in
# their place, which interpreted code cannot.
NO_SYMBOL = {"Nat.gcd._unary", "Nat.modCore", "getObjTagNat"}

# Lean refuses to run code that uses it, and says so.
REFUSED = {"sorryAx"}


class Bound(Protocol):
    """A declaration that is bound to a compiled function."""

    name: str
    symbol: str
    arguments: int
    lent: bool

    @property
    def symbols(self) -> tuple[str, str]:
        """What the interpreter looks for, in its order."""


@pytest.fixture(scope="module")
def exported() -> Any:
    """What the wheel's library exports: values by name, and the names of its functions."""
    sys.path.insert(0, str(EMBEDDED))
    try:
        from gen.elf import exported_symbols
    finally:
        sys.path.pop(0)
    return exported_symbols(wheel.find_wheel().folder / "libleanshared.so")


def test_every_symbol_exists_and_a_function_is_one(bound: list[Bound], exported: Any) -> None:
    assert len(bound) > 2500
    missing, values = set(), set()
    for each in bound:
        if exported.functions.isdisjoint(each.symbols):
            if each.symbol not in exported.data:
                missing.add(each.name)
            elif each.arguments > 0:
                values.add(each.name)
    assert missing == NO_SYMBOL
    assert values == set()


def test_nothing_is_lent_to_a_function_that_keeps_it(bound: list[Bound], exported: Any) -> None:
    """Without a boxed twin the compiled function frees all its arguments: a lent one twice."""
    freed_twice = {
        each.name
        for each in bound
        if each.lent and exported.functions.intersection(each.symbols) == {each.symbol}
    }
    assert freed_twice == set()


def test_every_binding_is_called(bound: list[Bound], called: set[str]) -> None:
    uncalled = {each.name for each in bound if called.isdisjoint(each.symbols)}
    assert uncalled == NO_SYMBOL | REFUSED
