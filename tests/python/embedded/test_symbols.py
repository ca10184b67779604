"""Every declaration that the embedded library binds to compiled code has its symbol in the wheel.

Lean's interpreter finds compiled code by the declaration's own name: a symbol that is not there is
an error where it is called, and one of another kind (a value called as a function) ends the
process.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sensei.toolchain import wheel

ROOT = Path(__file__).resolve().parents[3]
LISTING = Path(__file__).with_name("externs.lean")

# Bound to a C function, or implemented by another declaration, by an attribute of Lean's own that
# compiled code follows; interpreted code cannot call them and none of ours does.
NOT_CALLED = {
    *(f"Lean.Expr.{kind}Impl" for kind in "app bvar const forallE fvar lam letE lit".split()),
    *(f"Lean.Expr.{kind}Impl" for kind in "mdata mvar proj sort".split()),
    *(f"Lean.Level.{kind}Impl" for kind in "imax max mvar param succ zero".split()),
    "Int.div",
    "Lean.Environment.toKernelEnv",
    "Lean.Kernel.Environment.find?",
    "Lean.LocalContext.erase",
    "Lean.LocalContext.find?",
    "Lean.instantiateMVarsImp",
    "Nat.gcd._unary",
    "Nat.modCore",
    "getObjTagNat",
}


@pytest.fixture(scope="module")
def bound(lean: Callable[..., subprocess.CompletedProcess[str]]) -> list[tuple[str, str, int]]:
    """Name, symbol and number of arguments of each."""
    done = lean(LISTING)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    return [(name, symbol, int(arguments)) for name, symbol, arguments in rows]


def test_every_symbol_exists_and_a_function_is_one(bound: list[tuple[str, str, int]]) -> None:
    sys.path.insert(0, str(ROOT / "lean" / "embedded"))
    try:
        from gen.elf import exported_symbols
    finally:
        sys.path.pop(0)
    exported = exported_symbols(wheel.find_wheel().folder / "libleanshared.so")
    assert len(bound) > 2500
    missing, values = set(), set()
    for name, symbol, arguments in bound:
        if symbol in exported.functions or f"{symbol}___boxed" in exported.functions:
            continue
        if symbol not in exported.data:
            missing.add(name)
        elif arguments > 0:
            values.add(name)
    assert missing <= NOT_CALLED, missing - NOT_CALLED
    assert values == set()
