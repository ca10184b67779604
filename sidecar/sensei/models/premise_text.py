"""How a premise becomes text for a dense retriever; training and serving both come through here.

Pure Python. A checkpoint stores ``retrieval_hash()``, and one of another form is refused.
"""

from __future__ import annotations

import hashlib

from sensei.core.types import Premise

_PREMISE = "{name} : {statement}"
_GOAL_RULE = "a goal is put as printed; one too long loses its beginning, a premise its end"


def retrieval_hash() -> str:
    """SHA-256 of both forms, in hex."""
    return hashlib.sha256(f"{_PREMISE}\0{_GOAL_RULE}".encode()).hexdigest()


def premise_text(premise: Premise) -> str:
    """The name and, where it is known, the statement, on one line."""
    if not premise.statement:
        return premise.name
    return _PREMISE.format(name=premise.name, statement=" ".join(premise.statement.split()))


def corpus_hash(premises: list[Premise] | tuple[Premise, ...]) -> str:
    """SHA-256 over what an index of these premises depends on: their texts, in order."""
    made = hashlib.sha256(retrieval_hash().encode())
    for premise in premises:
        made.update(f"\0{premise.module}\0{premise_text(premise)}".encode())
    return made.hexdigest()
