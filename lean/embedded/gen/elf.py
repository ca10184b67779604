"""Reads the exported symbols of an ELF shared library, without binutils.

Only what Lean's library needs: 64-bit little-endian files and their dynamic symbol table.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path

_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_DYNAMIC_SYMBOLS = 11
_OBJECT, _FUNCTION = 1, 2


class ElfError(Exception):
    """The file is not a 64-bit little-endian ELF library with dynamic symbols."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """Exported names of one library, each mapped to its offset from the load address."""

    data: dict[str, int]
    functions: frozenset[str]


def exported_symbols(path: Path) -> Symbols:
    """Lists the symbols that `path` defines and exports.

    Raises:
        ElfError: `path` is not such a library; the message names it.
    """
    data: dict[str, int] = {}
    functions: set[str] = set()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as image:
        if image[:6] != b"\x7fELF\x02\x01":
            raise ElfError(f"{path} is not a 64-bit little-endian ELF file")
        (first_section,) = struct.unpack_from("<Q", image, 0x28)
        size, count = struct.unpack_from("<HH", image, 0x3A)
        sections = [_SECTION.unpack_from(image, first_section + i * size) for i in range(count)]
        table = next((s for s in sections if s[1] == _DYNAMIC_SYMBOLS), None)
        if table is None:
            raise ElfError(f"{path} has no dynamic symbol table")
        names = sections[table[6]][4]
        symbols = image[table[4] : table[4] + table[5]]
        for name, info, _, section, value, _ in _SYMBOL.iter_unpack(symbols):
            if section == 0 or info & 0xF not in (_OBJECT, _FUNCTION):
                continue
            start = names + name
            text = image[start : image.find(b"\0", start)].decode()
            if info & 0xF == _OBJECT:
                data[text] = value
            else:
                functions.add(text)
    return Symbols(data, frozenset(functions))
