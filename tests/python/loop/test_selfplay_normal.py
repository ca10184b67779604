"""Statements that are the same up to white space, their own name and bound names."""

import pytest

from sensei.loop.selfplay.normal import normal, normal_type

BASE = "theorem t (n m : Nat) (h : n < m) : ∃ k, n + k = m ∧ ∀ j < k, j < m"


@pytest.mark.parametrize(
    "same",
    [
        "theorem other (n m : Nat) (h : n < m) : ∃ k, n + k = m ∧ ∀ j < k, j < m",
        "lemma t  (a b:Nat)\n    (h':a<b) :\n  ∃ c, a + c = b ∧ ∀ d < c, d < b",
        "theorem t (n m : Nat) (h : n < m) : -- said so\n ∃ k, n + k = m ∧ ∀ j < k, j < m",
    ],
)
def test_the_same_up_to_names(same: str) -> None:
    assert normal(same) == normal(BASE)


@pytest.mark.parametrize(
    "other",
    [
        "theorem t (n m : Nat) (h : m < n) : ∃ k, n + k = m ∧ ∀ j < k, j < m",
        "theorem t (n m : Nat) (h : n < m) : ∃ k, n + k = m ∧ ∀ j < k, k < m",
        "theorem t {n m : Nat} (h : n < m) : ∃ k, n + k = m ∧ ∀ j < k, j < m",
        "theorem t (n m : Int) (h : n < m) : ∃ k, n + k = m ∧ ∀ j < k, j < m",
        "theorem t (n m : Nat) (h : n < m) : ∃ k, n + k = m ∧ ∀ j < k, j < 10",
    ],
)
def test_what_says_something_else_differs(other: str) -> None:
    assert normal(other) != normal(BASE)


def test_a_constant_keeps_its_name() -> None:
    assert normal("theorem a : double 2 = 4") != normal("theorem a : half 2 = 4")
    assert normal("theorem a (e : Expr) : e.swap = e") == normal(
        "theorem b (f : Expr) : f.swap = f"
    )
    assert normal("theorem a (e : Expr) : e.swap = e") != normal(
        "theorem b (e : Expr) : e.size = e"
    )


def test_what_is_bound_in_brackets_is_not_bound_outside() -> None:
    assert normal("theorem a : (∀ n, n = n) ∧ n = n") != normal("theorem a : (∀ n, n = n) ∧ m = m")
    assert normal("theorem a : (∀ n, n = n) ∧ m = m") == normal("theorem a : (∀ k, k = k) ∧ m = m")


def test_functions_bind() -> None:
    assert normal("theorem a : (fun x y : Nat => x + y) = f") == normal(
        "theorem a : (fun a b : Nat => a + b) = f"
    )
    assert normal("theorem a : each (fun x ↦ x) = f") != normal("theorem a : each (fun x ↦ y) = f")


def test_a_printed_type() -> None:
    assert normal_type("∀ (n m : Nat),\n  n + m = m + n") == normal_type(
        "∀ (a b : Nat), a + b = b + a"
    )
    assert normal_type("∀ (n m : Nat), n + m = m + n") != normal_type(
        "∀ (n m : Nat), n + m = n + m"
    )
