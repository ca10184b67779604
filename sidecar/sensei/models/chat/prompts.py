"""Goals, and failed proofs with Lean's errors, as conversations."""

from __future__ import annotations

from typing import Final

from sensei.core.types import ProofTask
from sensei.models.chat.client import Turn

_TACTIC: Final = (
    "You prove theorems in Lean 4. You are shown a proof state. Answer with the next tactic for "
    "its first goal, in one code block that begins with ```lean4 and holds nothing else. Use only "
    "names that exist. Never use sorry or admit."
)
_PROOF: Final = (
    "You prove theorems in Lean 4. You are shown a theorem as a proof state. Answer with its whole "
    "proof, in one code block that begins with ```lean4: only the tactics that go below `by`, not "
    "the statement. When Lean rejects a proof you are told its error; answer with the whole proof "
    "again, mended. Use only names that exist. Never use sorry or admit."
)


def tactic_conversation(state: str) -> tuple[Turn, ...]:
    """Asks for a tactic for a printed goal."""
    return Turn("system", _TACTIC), Turn("user", f"Proof state:\n{_fenced(state)}")


def proof_conversation(task: ProofTask) -> tuple[Turn, ...]:
    """Asks for a proof; the failures before it are turns of the conversation."""
    asked = f"Theorem {task.theorem.name}:\n{_fenced(task.goal)}"
    turns = [Turn("system", _PROOF), Turn("user", asked)]
    for failed in task.failed:
        turns.append(Turn("assistant", _fenced(failed.proof, "lean4")))
        turns.append(Turn("user", f"Lean rejects this:\n{_fenced(failed.error)}"))
    return tuple(turns)


def _fenced(text: str, language: str = "") -> str:
    """The text as a code block, behind a fence that does not occur in it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"
