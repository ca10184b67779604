"""Arbitrary messages of a class, for property tests."""

from __future__ import annotations

from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import strategies as st

_INTS = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, 2**64 - 1),
    FieldDescriptor.CPPTYPE_ENUM: (-(2**31), 2**31 - 1),
}
_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def _value(field: FieldDescriptor, depth: int) -> st.SearchStrategy[Any]:
    if field.cpp_type in _INTS:
        low, high = _INTS[field.cpp_type]
        return st.one_of(st.integers(max(low, -3), 3), st.integers(low, high))
    if field.cpp_type == FieldDescriptor.CPPTYPE_DOUBLE:
        return st.floats(allow_nan=False)
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return st.booleans()
    if field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
        return arbitrary(field.message_type._concrete_class, depth - 1)
    return st.binary(max_size=8) if field.type == FieldDescriptor.TYPE_BYTES else _TEXT


@st.composite
def arbitrary(draw: st.DrawFn, kind: type[Message], depth: int = 4) -> Message:
    """A message with some of its fields set; below ``depth`` they stay empty."""
    message = kind()
    if depth <= 0:
        return message
    fields = list(kind.DESCRIPTOR.fields)
    chosen = draw(st.lists(st.sampled_from(fields), max_size=6, unique=True)) if fields else []
    for field in chosen:
        held = getattr(message, field.name)
        if field.message_type and field.message_type.GetOptions().map_entry:
            key, value = field.message_type.fields
            for name in draw(st.lists(_value(key, depth), max_size=3)):
                if value.message_type:
                    held[name].CopyFrom(draw(_value(value, depth)))
                else:
                    held[name] = draw(_value(value, depth))
        elif field.is_repeated:
            held.extend(draw(st.lists(_value(field, depth), max_size=3)))
        elif field.message_type:
            held.CopyFrom(draw(_value(field, depth)))
            held.SetInParent()
        else:
            setattr(message, field.name, draw(_value(field, depth)))
    return message
