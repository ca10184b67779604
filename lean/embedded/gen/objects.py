"""Reads Lean objects (strings, names, parser descriptors) of a loaded Lean shared library.

Layout of an object: a header word (bytes 4-5 size in bytes, byte 6 number of object fields,
byte 7 tag), the fields, then the scalars. A word whose lowest bit is set is a boxed scalar.
Constructors are tagged in the order in which their type declares them.
"""

from __future__ import annotations

import ctypes
import struct
from dataclasses import dataclass
from pathlib import Path

from . import elf

Name = tuple[str | int, ...]

_STRING_TAG = 249
_MAX_DEPTH = 64
_CONST, _UNARY, _BINARY, _NODE, _TRAILING, _SYMBOL, _NON_RESERVED = range(7)
_CATEGORY, _PARSER, _ANTIQUOT, _SEP_BY, _SEP_BY1, _UNICODE = range(7, 13)
# Object fields of each constructor of Lean.ParserDescr: n a name, s a string, d a descriptor,
# v a number (not read).
_FIELDS = ("n", "nd", "ndd", "nvd", "nvvd", "s", "s", "nv", "n", "snd", "dsd", "dsd", "ss")


class NotAnObject(Exception):
    """The address does not hold an object of the expected type."""


@dataclass(frozen=True, slots=True)
class Descriptor:
    """What the generator needs of one `ParserDescr`: kind, form, parsers and categories named."""

    kind: Name | None
    form: str  # "node", "trailing", "antiquot" or "alias"
    references: frozenset[Name]
    categories: frozenset[Name]


class Library:
    """A Lean shared library loaded into this process, with its modules initialised.

    Raises OSError when it cannot be loaded and `elf.ElfError` when it is no ELF library.
    """

    def __init__(self, path: Path) -> None:
        self.symbols = elf.exported_symbols(path)
        self._library = ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
        self._library.lean_initialize()
        initialise = self._library.initialize_Lean
        initialise.restype = ctypes.c_void_p
        initialise(ctypes.c_uint8(1), ctypes.c_void_p(1))
        self._ranges = _readable_ranges()

    def version(self) -> str:
        """Lean's version and commit, as the library itself states them."""
        version, commit = (
            self._string(self._global(symbol))
            for symbol in ("l_Lean_versionString", "l_Lean_githash")
        )
        return f"Lean {version.split(',')[0]}, commit {commit}"

    def descriptors(self) -> list[Descriptor]:
        """Every exported `ParserDescr` or `TrailingParserDescr`, in the order of the symbols."""
        found = []
        for symbol in sorted(self.symbols.data):
            if not symbol.startswith("l_"):
                continue
            try:
                found.append(self.descriptor(symbol))
            except NotAnObject:
                continue
        return found

    def descriptor(self, symbol: str) -> Descriptor:
        """The descriptor that `symbol` exports; raises `NotAnObject` when it is something else."""
        return self._descriptor(self._global(symbol))

    def _global(self, symbol: str) -> int:
        return ctypes.c_uint64.in_dll(self._library, symbol).value

    def _header(self, address: int) -> tuple[int, int]:
        """Number of object fields, and tag."""
        if address % 8 or not any(low <= address < high - 64 for low, high in self._ranges):
            raise NotAnObject(hex(address))
        _, _, fields, tag = struct.unpack("<IHBB", ctypes.string_at(address, 8))
        return fields, tag

    @staticmethod
    def _field(address: int, index: int) -> int:
        return ctypes.c_uint64.from_address(address + 8 + 8 * index).value

    def _string(self, address: int) -> str:
        _, tag = self._header(address)
        if tag != _STRING_TAG:
            raise NotAnObject(hex(address))
        bytes_with_nul = self._field(address, 0)
        return ctypes.string_at(address + 32, bytes_with_nul - 1).decode()

    def _name(self, address: int) -> Name:
        parts: list[str | int] = []
        while address != 1:
            if len(parts) > _MAX_DEPTH:
                raise NotAnObject(hex(address))
            fields, tag = self._header(address)
            if fields != 2 or tag not in (1, 2):
                raise NotAnObject(hex(address))
            last = self._field(address, 1)
            parts.append(self._string(last) if tag == 1 else last >> 1)
            address = self._field(address, 0)
        return tuple(reversed(parts))

    def _descriptor(self, address: int, depth: int = 0) -> Descriptor:
        if depth > _MAX_DEPTH:
            raise NotAnObject(hex(address))
        fields, tag = self._header(address)
        if tag >= len(_FIELDS) or fields != len(_FIELDS[tag]):
            raise NotAnObject(hex(address))
        names: list[Name] = []
        references: set[Name] = set()
        categories: set[Name] = set()
        for index, type_ in enumerate(_FIELDS[tag]):
            value = self._field(address, index)
            if type_ == "n":
                names.append(self._name(value))
            elif type_ == "s":
                self._string(value)
            elif type_ == "d":
                part = self._descriptor(value, depth + 1)
                references |= part.references
                categories |= part.categories
        if any(not name for name in names):
            raise NotAnObject(hex(address))
        if tag == _PARSER:
            references.add(names[0])
        elif tag == _CATEGORY:
            categories.add(names[0])
        form = {_NODE: "node", _TRAILING: "trailing", _ANTIQUOT: "antiquot"}.get(tag, "alias")
        kind = None if form == "alias" else names[0]
        return Descriptor(kind, form, frozenset(references), frozenset(categories))


def _readable_ranges() -> tuple[tuple[int, int], ...]:
    """Readable memory of this process, neighbouring mappings joined."""
    ranges: list[tuple[int, int]] = []
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, permissions = line.split()[:2]
        if "r" not in permissions or line.endswith(("[vvar]", "[vsyscall]")):
            continue
        low, high = (int(part, 16) for part in span.split("-"))
        if ranges and ranges[-1][1] == low:
            ranges[-1] = (ranges[-1][0], high)
        else:
            ranges.append((low, high))
    return tuple(ranges)
