"""The prompts of self-play: a statement to prove whole, and a seed to make a conjecture of.

Training and writing both come through here, and a checkpoint keeps ``statement_prompt_hash()``, so
that a model is never asked in another form than it was taught. Pure Python.

Source: Dong and Ma, "STP: Self-play LLM Theorem Provers with Iterative Conjecturing and Proving",
2025 (arXiv:2502.00212), appendix A.1, for the tags, their order, and what is prompt and what is
completion; the prompt of a proof is DeepSeek-Prover-V1.5's. What differs: tags stand on lines of
their own, and the header of a statement is whatever it brings.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final

INSTRUCTION: Final = "Complete the following Lean 4 code:\n\n```lean4\n"
LEMMA: Final = "<lemma>"
EASY: Final = "<easy theorem>"
HARD: Final = "<hard theorem>"
HARD_END: Final = "</hard theorem>"
FENCE: Final = "\n```"
#: Stands for the lemma where a conjecture may be about anything.
TRIVIAL_LEMMA: Final = "theorem true : True"
_WORD: Final = re.compile(r"\s*(?:theorem|lemma)(?![\w.'])")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A prompt, and what is to be written below it; the loss is on the completion only.

    Args:
        prompt: from ``proof_prompt`` or ``conjecture_prompt``.
        completion: from ``proof_completion`` or ``conjecture_completion``.
        weight: of its loss among the others.
    """

    prompt: str
    completion: str
    weight: float = 1.0


def proof_prompt(statement: str, header: str = "") -> str:
    """Asks for a proof.

    Args:
        statement: ``theorem NAME ... : TYPE``, without ``:=``.
        header: the lines above it: imports, namespaces, openings.
    """
    above = f"{header.strip()}\n\n" if header.strip() else ""
    return f"{INSTRUCTION}{above}{statement.strip()} := by\n"


def proof_completion(proof: str) -> str:
    """What answers ``proof_prompt``: the lines below ``by``, indented, and the end of the code."""
    lines = [f"  {line}".rstrip() for line in proof.strip("\n").split("\n")]
    return "\n".join(lines) + FENCE


def read_proof(completion: str) -> str:
    """The proof in a completion: its lines below ``by``, as at column 0; "" if there is none."""
    lines = completion.split(FENCE, 1)[0].replace("\t", "  ").split("\n")
    lines = [line.rstrip() for line in lines]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        return ""
    margin = min(len(line) - len(line.lstrip()) for line in lines if line)
    return "\n".join(line[margin:] for line in lines)


def conjecture_prompt(lemma: str, statement: str, proof: str, header: str = "") -> str:
    """Asks for a theorem that is harder than a proved one and has to do with a lemma of its proof.

    Args:
        lemma: its statement; "" for no particular one.
        statement: of the seed.
        proof: of the seed, the lines below ``by``.
        header: the lines above the seed.
    """
    above = f"{header.strip()}\n\n" if header.strip() else ""
    easy = "\n".join(f"  {line}".rstrip() for line in proof.strip("\n").split("\n"))
    return (
        f"{INSTRUCTION}{above}{LEMMA}\n{lemma.strip() or TRIVIAL_LEMMA}\n{EASY}\n"
        f"{statement.strip()} := by\n{easy}\n{HARD}\ntheorem"
    )


def conjecture_completion(statement: str) -> str:
    """What answers ``conjecture_prompt``: the statement after its first word, and the end tag."""
    return f" {without_word(statement)}\n{HARD_END}"


def read_conjecture(completion: str) -> str:
    """The statement in a completion: up to the end tag, cut at ``:=``; "" if there is none."""
    if HARD_END not in completion:
        return ""
    text = completion.split(HARD_END, 1)[0].split(":=", 1)[0].strip()
    return f"theorem {text}" if text else ""


def without_word(statement: str) -> str:
    """A statement without ``theorem`` or ``lemma`` before it."""
    found = _WORD.match(statement)
    return statement[found.end() if found else 0 :].strip()


def statement_prompt_hash() -> str:
    """SHA-256, in hex, over both prompts and completions of placeholders."""
    parts = (
        proof_prompt("S", "H"),
        proof_prompt("S"),
        proof_completion("P\nP"),
        conjecture_prompt("L", "S", "P\nP", "H"),
        conjecture_prompt("", "S", "P"),
        conjecture_completion("theorem S"),
    )
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
