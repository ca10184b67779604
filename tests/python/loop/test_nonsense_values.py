"""No field of a configuration takes a number that nothing behind it can take."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from sensei.core.errors import UsageError
from sensei.loop.config import LoopConfig, read_toml
from sensei.loop.selfplay.config import SelfPlayConfig


def numbers(model: type[BaseModel], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, field in model.model_fields.items():
        kinds = (field.annotation, *get_args(field.annotation))
        tables = [k for k in kinds if isinstance(k, type) and issubclass(k, BaseModel)]
        if tables:
            yield from numbers(tables[0], (*path, name))
        elif int in kinds or float in kinds:
            yield (*path, name)


@pytest.mark.parametrize("kind", [LoopConfig, SelfPlayConfig])
def test_numbers_are_finite_and_of_a_size_that_can_be_meant(
    kind: type[BaseModel], tmp_path: Path
) -> None:
    paths = list(numbers(kind))
    assert len(paths) > 10
    file = tmp_path / "c.toml"
    for path in paths:
        for text in ("inf", "-inf", "nan", "-1", '"x"'):
            table = f"[{'.'.join(path[:-1])}]\n" if path[1:] else ""
            file.write_text(f'name = "x"\n{table}{path[-1]} = {text}\n')
            with pytest.raises(UsageError, match=path[-1]):
                read_toml(file, kind, "docs/loop.md")


def test_whole_numbers_are_not_huge() -> None:
    found: dict[str, Any] = {}
    for field, values in (("rounds", {"rounds": 2**31}), ("search", {"search": {"batch": 2**31}})):
        with pytest.raises(ValueError, match=field) as error:
            LoopConfig.model_validate({"name": "x", **values})
        found[field] = str(error.value)
    assert all(str(2**31) in said for said in found.values())
    assert math.isfinite(LoopConfig.model_validate({"name": "x", "rounds": 2}).search.alpha)
