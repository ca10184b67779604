"""Lean's symbols spelled out, for encoders whose vocabulary lacks them.

A sentence encoder made for English reads ``∀`` and ``⊢`` as one unknown token, and one that strips
accents reads ``≠`` as ``=``. Pure Python; which symbols a tokenizer loses is for its owner to say.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

WORDS = {
    "∀": "forall", "∃": "exists", "∄": "not exists", "λ": "fun", "⊢": "goal", "→": "to",
    "←": "from", "↔": "iff", "↦": "maps to", "⇒": "implies", "¬": "not", "∧": "and", "∨": "or",
    "=": "equals", "≠": "not equal", "≤": "le", "≥": "ge", "<": "lt", ">": "gt", "≈": "approx",
    "≃": "equiv", "≅": "iso", "≡": "congruent", "≪": "much less", "∣": "divides",
    "∈": "in", "∉": "not in", "⊆": "subset", "⊂": "strict subset", "⊇": "superset", "∪": "union",
    "∩": "inter", "∅": "empty", "\\": "minus", "×": "times", "·": "dot", "∘": "comp", "•": "smul",
    "⊕": "plus", "⊗": "tensor", "∑": "sum", "∏": "product", "∫": "integral", "√": "sqrt",
    "∞": "infinity", "⊤": "top", "⊥": "bottom", "⊔": "sup", "⊓": "inf", "⟨": "(", "⟩": ")",
    "‖": "norm", "⁻": "inverse", "ℕ": "Nat", "ℤ": "Int", "ℚ": "Rat", "ℝ": "Real", "ℂ": "Complex",
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ι": "iota",
    "κ": "kappa", "μ": "mu", "ν": "nu", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau",
    "φ": "phi", "ψ": "psi", "ω": "omega", "✝": "inaccessible", "▸": "rewrite",
}  # fmt: skip
_DIGITS = {ord(sub): str(n) for n, sub in enumerate("₀₁₂₃₄₅₆₇₈₉")} | {
    ord(sup): f"^{n}" for n, sup in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")
}


def spell_out(text: str, lost: Callable[[str], bool]) -> str:
    """``text`` with every character that ``lost`` is true of replaced by words.

    A word stands apart from its neighbours by spaces; an index stays at its name (``h₁`` is
    ``h1``). A character that no table knows is told by its Unicode name.
    """
    made: list[str] = []
    for character in text:
        if character.isspace() or not lost(character):
            made.append(character)
        elif ord(character) in _DIGITS:
            made.append(_DIGITS[ord(character)])
        else:
            word = WORDS.get(character) or unicodedata.name(character, "symbol").lower()
            made.append(f" {word} ")
    return "".join(made)
