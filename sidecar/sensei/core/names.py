"""Errors for names that are not there, with the names the user may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from sensei.core.errors import NotFoundError

SHOWN = 5


def unquoted(name: str) -> str:
    """A name without the marks that Lean puts around parts that are no identifiers."""
    return name.replace("«", "").replace("»", "")


def near_matches(what: str, name: str, known: Sequence[str]) -> NotFoundError:
    """The error for a name that nothing has, listing near ones."""
    if not known:
        return NotFoundError(f"no {what} {name!r}: there is none yet")
    last_parts: dict[str, list[str]] = {}
    for full in sorted(set(known)):
        last_parts.setdefault(full.rsplit(".", 1)[-1], []).append(full)
    bare = unquoted(name)
    near = [full for full in sorted(set(known)) if unquoted(full) == bare]
    near += difflib.get_close_matches(name, sorted(set(known)), n=SHOWN, cutoff=0.6)
    near = list(dict.fromkeys(near))
    for last in difflib.get_close_matches(name.rsplit(".", 1)[-1], sorted(last_parts), n=SHOWN):
        near += [full for full in last_parts[last] if full not in near]
    if not near:
        return NotFoundError(f"no {what} {name!r}", f"there are {len(set(known))}, none like it")
    return NotFoundError(f"no {what} {name!r}", f"did you mean {', '.join(near[:SHOWN])}?")


def not_one(what: str, name: str, found: Sequence[str]) -> NotFoundError:
    """The error for the end of several names."""
    some = ", ".join(sorted(found)[:SHOWN])
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return NotFoundError(f"{len(found)} {what}s are called {name!r}", f"say which: {some}{more}")
