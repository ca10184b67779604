"""Every constant of self-play is a field that docs/selfplay.md names, with the paper's value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from sensei.loop.selfplay.config import SelfPlayConfig, TrainSettings
from sensei.trainers.config import RunSettings

DOCS = Path(__file__).parents[3] / "docs" / "selfplay.md"


def fields(model: type[BaseModel], above: str = "") -> Iterator[str]:
    """Names of all fields, with the name of their section."""
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from fields(kind, f"{name}.")
        elif kind is not None and (model is not TrainSettings or name not in SHARED):
            yield f"{above}{name}"


#: What every training has; ``train.`` fields of its own are in the table.
SHARED = set(RunSettings.model_fields) - {"rename_share"}


def documented() -> set[str]:
    """The fields that the first column of the table names."""
    table = DOCS.read_text("utf-8").split("## Fields")[1].split("\n## ")[0]
    found = set()
    for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE):
        section = ""
        for name in re.findall(r"`([\w.]+)`", row):
            if not name.startswith("."):
                section, _, last = name.rpartition(".")
                name = f".{last}"
            found.add(f"{section}{name}".lstrip("."))
    return found


def test_every_field_is_in_the_table() -> None:
    known = {name for name in fields(SelfPlayConfig) if not name.startswith("model.")}
    assert documented() == known


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("conjectures.seed_rate", 0.35), ("conjectures.no_lemma", 0.5),
        ("conjectures.lemma_share", 0.1), ("conjectures.multiplier", 1.0),
        ("conjectures.temperature", 1.0), ("conjectures.neighbours", 0),
        ("proofs.first_samples", 64), ("proofs.samples", 32), ("proofs.temperature", 1.0),
        ("proofs.retry_share", 0.05), ("proofs.retry_rate", 0.35), ("proofs.budget", None),
        ("select.rate", 0.25), ("select.uses_lemma", True), ("select.inelegant", 0.2),
        ("select.capacity", 4.0), ("replay.rounds", 3), ("replay.rate", 0.5),
        ("replay.length_decay", 0.001), ("replay.seconds_decay", 0.01),
        ("replay.taught_share", 0.0), ("final.rate", 0.25), ("final.proofs", 16),
        ("final.length_decay", 0.001), ("train.epochs", 1), ("train.round_epochs", 1),
        ("train.rename_share", 0.0), ("data.goals", False),
    ],
)  # fmt: skip
def test_what_is_not_said_is_the_papers(name: str, value: object) -> None:
    section, _, field = name.partition(".")
    config = SelfPlayConfig(name="x")
    assert getattr(getattr(config, section), field) == value
