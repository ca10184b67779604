"""HOL Light as Debian and Ubuntu package it: where it is, and what brings it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

INSTALL: Final = "apt install hol-light libnum-ocaml-dev"
_FOLDER: Final = Path("/usr/share/hol-light")
# Without the arithmetic of large numbers, a package of its own, it does not load.
_NUMBERS: Final = (Path("/usr/lib/ocaml/nums.cma"), Path("/usr/lib/ocaml/num/nums.cma"))


@dataclass(frozen=True, slots=True)
class HolLight:
    """An installation: the OCaml that loads it, and the file that is loaded."""

    ocaml: Path
    hol_ml: Path


def find_hol_light(folder: Path = _FOLDER) -> HolLight | None:
    """The installation in that folder, if it is one, with the numbers it needs."""
    found = HolLight(folder / "ocaml", folder / "hol.ml")
    there = found.ocaml.is_file() and found.hol_ml.is_file()
    return found if there and any(path.is_file() for path in _NUMBERS) else None
