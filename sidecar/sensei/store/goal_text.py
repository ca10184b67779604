"""A goal's hypotheses and target, read from its printed text.

Nearly always they can be, and then only the text is stored: a third of the bytes. What is read here
is compared with what was traced before anything is left out, so nothing depends on how Lean prints.
"""

from __future__ import annotations

_TURNSTILE = "⊢ "


def printed_parts(pretty: str) -> tuple[list[list[str]], str]:
    """The hypotheses as [name, type, value] ("" for no value), and the target, as they are printed:
    a line each, names of one type together, lines that go on are indented."""
    before, _, target = pretty.rpartition(_TURNSTILE)
    entries: list[str] = []
    for line in before.split("\n"):
        if line.startswith(" ") and entries:
            entries[-1] += "\n" + line
        elif line:
            entries.append(line)
    hypotheses = []
    for entry in entries:
        names, _, rest = entry.partition(" : ")
        kind, _, value = rest.partition(" := ")
        hypotheses += [[name, kind, value] for name in names.split(" ")]
    return hypotheses, target
