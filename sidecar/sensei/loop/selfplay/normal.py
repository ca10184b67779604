"""When two statements are the same text: white space, their own names and bound names apart.

A reading of Lean's surface, not its grammar: binders in brackets before the colon, and after
``∀ ∃ ∃! fun λ Σ Π``. What it does not see as a binder keeps its name, so two statements that it
takes for one differ in names only. Whether they say the same to Lean is for Lean (desk.py).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from sensei.core.lean_text import without_comments
from sensei.models.statement_prompt import without_word

_PART: Final = r"(?:[^\W\d][\w'!?✝₀-₉]*|«[^»\n]*»)"
_TOKEN: Final = re.compile(rf"{_PART}(?:\.{_PART}|\.\d+)*|\d+(?:\.\d+)?|[^\s\w]|\w")
_NAME: Final = re.compile(_PART)
_OPEN, _CLOSE = "([{⦃⟨", ")]}⦄⟩"
_QUANTIFIERS: Final = frozenset({"∀", "∃", "fun", "λ", "Σ", "Π"})
#: What ends the binders of a quantifier.
_BODY: Final = frozenset({",", "↦", "=>"})


def normal(statement: str) -> str:
    """The statement without its name, in tokens with one space between, bound names numbered."""
    tokens = _joined(_TOKEN.findall(without_comments(without_word(statement))))
    if tokens and tokens[0] not in (*_OPEN, ":") and _NAME.match(tokens[0]):
        tokens = tokens[1:]
    return _Reader(tokens).signature()


def normal_type(printed: str) -> str:
    """The same of a type that Lean printed."""
    return _Reader(_joined(_TOKEN.findall(printed))).rest()


def _joined(tokens: list[str]) -> list[str]:
    """``=`` and ``>`` in a row are an arrow of ``fun``."""
    joined: list[str] = []
    for token in tokens:
        if token == ">" and joined and joined[-1] == "=":
            joined[-1] = "=>"
        else:
            joined.append(token)
    return joined


@dataclass(slots=True)
class _Reader:
    tokens: list[str]
    at: int = 0
    count: int = 0
    names: dict[str, str] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)

    def signature(self) -> str:
        """Binders up to the colon, and the type."""
        while self.at < len(self.tokens) and self.tokens[self.at] in "([{⦃":
            self._group()
        return self.rest()

    def rest(self) -> str:
        """All that is left."""
        self._terms(until=frozenset())
        return " ".join(self.out)

    def _terms(self, until: frozenset[str]) -> None:
        """Tokens up to one of ``until`` outside brackets; what is bound in brackets ends there."""
        scopes: list[dict[str, str]] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if not scopes and token in until:
                return
            self.at += 1
            if token in _OPEN:
                scopes.append(dict(self.names))
            elif token in _CLOSE and scopes:
                self.names = scopes.pop()
            self.out.append(self._renamed(token))
            if token in _QUANTIFIERS:
                self._binders()

    def _binders(self) -> None:
        """What stands between a quantifier and its body."""
        while self.at < len(self.tokens) and self.tokens[self.at] not in _BODY:
            token = self.tokens[self.at]
            if token in "([{⦃":
                self._group()
            elif token == ":" or not _NAME.fullmatch(token):
                # The type of plain names, or ``∈ s``, ``< n``, ``!``.
                self._terms(until=_BODY)
            else:
                self._bind(token)
                self.at += 1

    def _group(self) -> None:
        """``(a b : T)``: its names are bound after it, too."""
        self.out.append(self.tokens[self.at])
        self.at += 1
        names = self.at
        while names < len(self.tokens) and _NAME.fullmatch(self.tokens[names]):
            names += 1
        if names < len(self.tokens) and self.tokens[names] == ":" and names > self.at:
            for name in self.tokens[self.at : names]:
                self._bind(name)
            self.at = names
        self._terms(until=frozenset(_CLOSE))
        if self.at < len(self.tokens):
            self.out.append(self.tokens[self.at])
            self.at += 1

    def _bind(self, name: str) -> None:
        self.count += 1
        self.names[name] = f"#{self.count}"
        self.out.append(self.names[name])

    def _renamed(self, token: str) -> str:
        head, dot, rest = token.partition(".")
        return f"{self.names[head]}{dot}{rest}" if head in self.names else token
