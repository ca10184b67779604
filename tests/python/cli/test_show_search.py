"""A search on a terminal and elsewhere: the same words, in colour and without."""

from __future__ import annotations

import re

import pytest

from sensei.cli import shown

TREE = """T: claimed
⊢ p ∧ q
├─ constructor  (-0.50)  #1 *
│  ⊢ [bold]p[/bold]
│  └─ assumption  (-0.10) *
│     no goals
└─ ✗ failed: 2 error
"""


def test_plain_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    shown.print_search(TREE)
    assert capsys.readouterr().out == TREE


def test_colours_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown.print_search(TREE + "x" * 500 + "\n")
    said = capsys.readouterr().out
    assert re.sub(r"\x1b\[[0-9;]*m", "", said) == TREE + "x" * 500 + "\n"
    assert re.search(r"\x1b\[32m[^\x1b]*constructor", said)
    assert re.search(r"\x1b\[31m✗ failed", said)
