"""How Lean names and holds what a .proto declares: scalars, fields, messages of other files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
)

Type = FieldDescriptorProto.Type
KEYWORDS = set(
    "abbrev at axiom by class def deriving do else end example export extends finally for from fun "
    "have if import in include inductive infix instance let local macro match meta module mutual "
    "namespace nomatch notation open opaque partial prefix private protected public renaming "
    "return scoped section set_option show structure syntax then theorem unless unsafe universe "
    "variable where with".split()
)


@dataclass(frozen=True)
class Scalar:
    """How Lean holds a scalar: its type, its default, and Lean expressions from and to the bits
    on the wire."""

    lean: str
    default: str
    wire: str  # varint | fixed64 | fixed32
    read: str  # of `v`, a UInt64 (fixed32: a UInt32)
    write: str  # of `v`, giving a UInt64
    is_default: str  # of `v`


def _number(lean: str, wire: str, read: str, write: str) -> Scalar:
    return Scalar(lean, "0", wire, read, write, "{v} == 0")


_FROM_INT = "(unsigned64 {v})"
SCALARS = {
    Type.TYPE_DOUBLE: Scalar(
        "Float", "0", "fixed64", "(Float.ofBits {v})", "{v}.toBits", "{v}.toBits == 0"
    ),
    Type.TYPE_INT64: _number("Int", "varint", "(signed64 {v})", _FROM_INT),
    Type.TYPE_INT32: _number("Int", "varint", "(signed32 {v})", _FROM_INT),
    Type.TYPE_UINT64: _number("UInt64", "varint", "{v}", "{v}"),
    Type.TYPE_UINT32: _number("UInt32", "varint", "{v}.toUInt32", "{v}.toUInt64"),
    Type.TYPE_SINT64: _number("Int", "varint", "(zigzagDecode {v})", "(zigzagEncode {v})"),
    Type.TYPE_SINT32: _number(
        "Int", "varint", "(zigzagDecode {v}.toUInt32.toUInt64)", "(zigzagEncode {v})"
    ),
    Type.TYPE_FIXED64: _number("UInt64", "fixed64", "{v}", "{v}"),
    Type.TYPE_FIXED32: _number("UInt32", "fixed32", "{v}", "{v}.toUInt64"),
    Type.TYPE_SFIXED64: _number("Int", "fixed64", "(signed64 {v})", _FROM_INT),
    Type.TYPE_SFIXED32: _number("Int", "fixed32", "(signed32 {v}.toUInt64)", _FROM_INT),
    Type.TYPE_BOOL: Scalar(
        "Bool", "false", "varint", "({v} != 0)", "(if {v} then 1 else 0)", "!{v}"
    ),
}
PUSH = {"varint": "pushVarintField", "fixed64": "pushFixed64Field", "fixed32": "pushFixed32Field"}
PUSH_PLAIN = {
    "varint": "pushVarint out {w}",
    "fixed64": "pushLE out {w}.toNat 8",
    "fixed32": "pushLE out {w}.toUInt32.toNat 4",
}
WIRE_TYPE = {"varint": 0, "fixed64": 1, "fixed32": 5}


def camel(snake: str) -> str:
    """``goal_text`` as ``goalText``; a Lean keyword in «»."""
    head, *rest = snake.split("_")
    name = head + "".join(part[:1].upper() + part[1:] for part in rest)
    return f"«{name}»" if name in KEYWORDS else name


@dataclass
class Schema:
    """All messages and enums by full name (``.sensei.v1.Goal``)."""

    messages: dict[str, DescriptorProto] = field(default_factory=dict)
    enums: dict[str, EnumDescriptorProto] = field(default_factory=dict)

    def lean_name(self, full: str) -> str:
        """The name in Lean, inside the file's namespace: the parts from the first capital on."""
        parts = full.lstrip(".").split(".")
        first = next(i for i, part in enumerate(parts) if part[:1].isupper())
        return ".".join(parts[first:])

    def is_map(self, one: FieldDescriptorProto) -> bool:
        """Whether the field is a map."""
        return one.type == Type.TYPE_MESSAGE and self.messages[one.type_name].options.map_entry

    def element(self, one: FieldDescriptorProto) -> tuple[str, str]:
        """The Lean type of one value, and its default."""
        if one.type == Type.TYPE_STRING:
            return "String", '""'
        if one.type == Type.TYPE_BYTES:
            return "ByteArray", ".empty"
        if one.type == Type.TYPE_ENUM:
            return self.lean_name(one.type_name), "default"
        if one.type == Type.TYPE_MESSAGE:
            return self.lean_name(one.type_name), "{}"
        if one.type not in SCALARS:
            raise SystemExit(f"{one.name}: {Type.Name(one.type)} is not supported")
        scalar = SCALARS[one.type]
        return scalar.lean, scalar.default

    def held(self, one: FieldDescriptorProto) -> tuple[str, str]:
        """The Lean type of the structure's field, and its default."""
        if self.is_map(one):
            key, value = self.messages[one.type_name].field
            return f"Array ({self.element(key)[0]} × {self.element(value)[0]})", "#[]"
        lean, default = self.element(one)
        if one.label == FieldDescriptorProto.LABEL_REPEATED:
            return f"Array {lean}", "#[]"
        if one.type == Type.TYPE_MESSAGE or one.proto3_optional:
            return f"Option {lean}", "none"
        return lean, default

    def scalar(self, one: FieldDescriptorProto) -> Scalar | None:
        """The scalar of a number, an enum among them."""
        if one.type == Type.TYPE_ENUM:
            name = self.lean_name(one.type_name)
            return Scalar(
                name,
                "default",
                "varint",
                f"({name}.ofNumber (signed32 {{v}}))",
                "(unsigned64 {v}.toNumber)",
                "{v}.toNumber == 0",
            )
        return SCALARS.get(one.type)


def oneof_of(one: FieldDescriptorProto) -> int | None:
    """The index of the oneof that it is a case of; `optional` alone makes none."""
    return one.oneof_index if one.HasField("oneof_index") and not one.proto3_optional else None


def in_oneof(one: FieldDescriptorProto, at: int) -> bool:
    """Whether it is a case of the oneof at this index."""
    return oneof_of(one) == at


def capital(snake: str) -> str:
    """``goal_text`` as ``GoalText``."""
    name = camel(snake).strip("«»")
    return name[:1].upper() + name[1:]


def walk(
    messages: list[DescriptorProto], prefix: str, path: tuple[int, ...], tag: int
) -> Iterator[tuple[str, DescriptorProto, tuple[int, ...]]]:
    """Messages and those inside: full name, descriptor, and path in the file's comments."""
    for at, message in enumerate(messages):
        full, place = f"{prefix}.{message.name}", (*path, tag, at)
        yield full, message, place
        yield from walk(list(message.nested_type), full, place, 3)
