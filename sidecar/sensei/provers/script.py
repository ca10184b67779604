"""From the tactics of a search to the proof text that is judged."""

from __future__ import annotations

from collections.abc import Sequence

from sensei.search.proof import placed

INDENT = "  "


def proof_text(tactics: Sequence[str]) -> str:
    """``by`` and the tactics, one under the other, as search.proof.placed places them."""
    lines = [line for tactic in tactics for line in placed(tactic, INDENT)]
    return "\n".join(["by", *(lines or [INDENT + "done"])])
