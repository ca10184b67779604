"""The released training examples of STP, as lessons for a writer.

The published data sets (``kfdong/STP_Lean_0320`` and ``kfdong/STP_Lean_SFT`` on the Hugging Face
hub) are rows of ``prompt`` and ``target``; other columns (``weight``, ``tag``, …) may be there.
The prompt of a proof is the instruction, the code before it and, where the theorem's head is not
part of the target, the statement up to ``:= by``. The prompt of a conjecture ends with ``<hard
theorem>``, and its target is the statement on lines of its own and ``</hard theorem>``.

Read are JSON Lines and a JSON list, which is what ``datasets`` exports; nothing is downloaded.

Source of the format: ``prepare_datasets.py`` of the released code, and tools that read the released
files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sensei.core.errors import UsageError
from sensei.models.statement_prompt import HARD, HARD_END, Lesson, without_word

#: From the word to before ``:=``.
_HEAD: Final = re.compile(r"^(?:theorem|lemma)\s.*?(?=\s*:=)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class StpExample:
    """An example.

    Args:
        number: its place in the file, from 1.
        conjecture: it teaches to make one; else a proof.
        statement: that is made or proved, as far as it can be read; else "".
        lesson: prompt, completion, weight.
    """

    number: int
    conjecture: bool
    statement: str
    lesson: Lesson


def read_stp_examples(path: Path) -> list[StpExample]:
    """The examples of a file.

    Raises:
        UsageError: no such file, or a row that is none; the message says which.
    """
    examples = []
    for number, row in enumerate(_rows(path), 1):
        where = f"{path}, row {number}"
        if not isinstance(row, dict):
            raise UsageError(f"{where} is no JSON object", "each example is one")
        prompt, target = row.get("prompt"), row.get("target")
        if not isinstance(prompt, str) or not isinstance(target, str) or not target.strip():
            raise UsageError(f"{where} has no prompt and target", "give it both, as texts")
        weight = row.get("weight", 1.0)
        if isinstance(weight, bool) or not isinstance(weight, int | float) or weight < 0:
            raise UsageError(f"{where}: its weight is no number from 0 on", "mend or drop it")
        examples.append(_example(number, prompt, target, float(weight)))
    if not examples:
        raise UsageError(f"{path} has no examples", "look into the file")
    return examples


def _example(number: int, prompt: str, target: str, weight: float) -> StpExample:
    if not prompt.rstrip().endswith(HARD):
        heads = _HEAD.findall(f"{prompt}{target}")
        return StpExample(number, False, heads[-1] if heads else "", Lesson(prompt, target, weight))
    # Here the first word of a conjecture is part of its prompt.
    said = without_word(target.split(HARD_END, 1)[0])
    lesson = Lesson(f"{prompt.rstrip()}\ntheorem", f" {said}\n{HARD_END}", weight)
    return StpExample(number, True, f"theorem {said}", lesson)


def _rows(path: Path) -> Iterator[Any]:
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}", "give a file of examples") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8", "save it as UTF-8") from None
    if text.lstrip().startswith("["):
        try:
            yield from json.loads(text)
        except ValueError as error:
            raise UsageError(f"{path} is not JSON: {error}", "mend the file") from None
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except ValueError as error:
                raise UsageError(
                    f"{path}, line {number} is not JSON: {error}", "mend the line"
                ) from None
