"""Generator, environment, search and verifier, put together.

``from sensei.provers import HFProver``: see named.py. The names are loaded when they are asked for,
so that the command line starts without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sensei.provers.named import ExternalProver, HFProver, RetrievalProver

__all__ = ["ExternalProver", "HFProver", "RetrievalProver"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from sensei.provers import named

        return getattr(named, name)
    raise AttributeError(f"module 'sensei.provers' has no attribute {name!r}")
