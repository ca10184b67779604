"""How a distance to the end of a proof is read as a chance that it is reached."""

from __future__ import annotations

#: What each step costs. HTPS's depth penalty has the same role within a search.
STEP_DISCOUNT = 0.9
