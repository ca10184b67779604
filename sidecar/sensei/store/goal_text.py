"""A goal's hypotheses and target, read from its printed text.

Nearly always they can be, and then only the text is stored: a third of the bytes. What is read here
is compared with what was traced before anything is left out, so nothing depends on how Lean prints.
"""

from __future__ import annotations

from functools import lru_cache

_TURNSTILE = "⊢ "
Printed = tuple[str, str, str]


def printed_parts(pretty: str) -> tuple[list[Printed], str]:
    """The hypotheses as (name, type, value) ("" for no value), and the target, as they are printed:
    a line each, names of one type together, lines that go on are indented."""
    before, _, target = pretty.rpartition(_TURNSTILE)
    lines = before.split("\n")
    if "\n " in before:
        entries: list[str] = []
        for line in lines:
            if line.startswith(" ") and entries:
                entries[-1] += "\n" + line
            elif line:
                entries.append(line)
        lines = entries
    hypotheses: list[Printed] = []
    for entry in lines:
        if entry:
            hypotheses += _entry(entry)
    return hypotheses, target


@lru_cache(maxsize=32_768)  # a hypothesis stays for as long as its proof goes on
def _entry(entry: str) -> tuple[Printed, ...]:
    names, _, rest = entry.partition(" : ")
    kind, _, value = rest.partition(" := ")
    return tuple((name, kind, value) for name in names.split(" "))
