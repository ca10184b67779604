"""Proto3 JSON to messages, fast: what json_format does, for what the tracer writes.

The protobuf library builds a message from nested dicts in C, but knows neither JSON's names nor its
64-bit numbers; those are put right here, by tables made from the messages' descriptors. Whatever
does not fit goes to json_format, which takes every spelling that proto3 JSON allows, or names the
fault. Fields that this version does not know are left out: a newer tracer may add some within a
format version.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

_M = TypeVar("_M", bound=Message)
_WIDE_TYPES = {
    FieldDescriptor.TYPE_INT64,
    FieldDescriptor.TYPE_UINT64,
    FieldDescriptor.TYPE_SINT64,
    FieldDescriptor.TYPE_FIXED64,
    FieldDescriptor.TYPE_SFIXED64,
}


def from_json(content: dict[str, Any], kind: type[_M]) -> _M:
    """The message that parsed proto3 JSON is.

    Raises:
        json_format.ParseError: it is none.
    """
    try:
        return kind(**_arguments(content, _fields(kind.DESCRIPTOR)))
    except (TypeError, ValueError, AttributeError):
        message = kind()
        json_format.ParseDict(content, message, ignore_unknown_fields=True)
        return message


_PLAIN, _WIDE, _LIST, _MAP, _MESSAGE, _MESSAGES = range(6)
_Fields = dict[str, tuple[str, int, Any]]


@cache
def _fields(message: Descriptor) -> _Fields:
    """By JSON name and by the name in the proto, which proto3 JSON allows too: the name in the
    proto, what kind of value it has, and the fields of the messages in it."""
    fields: _Fields = {}
    for field in message.fields:
        inner = field.message_type
        entry: tuple[str, int, Any] = (field.name, _kind(field), None)
        if entry[1] in (_MESSAGE, _MESSAGES):
            entry = (*entry[:2], _fields(inner))
        fields[field.json_name] = fields[field.name] = entry
    return fields


def _kind(field: FieldDescriptor) -> int:
    inner = field.message_type
    if inner is not None:
        if inner.GetOptions().map_entry:
            return _MAP
        return _MESSAGES if field.is_repeated else _MESSAGE
    if field.is_repeated:
        return _LIST
    return _WIDE if field.type in _WIDE_TYPES else _PLAIN


def _arguments(content: dict[str, Any], fields: _Fields) -> dict[str, Any]:
    """What the message is made of; a TypeError or AttributeError for what json_format must see."""
    arguments: dict[str, Any] = {}
    for key, value in content.items():
        if value is None or key not in fields:
            continue
        name, kind, inner = fields[key]
        if kind == _MESSAGE:
            value = _arguments(value, inner)
        elif kind != _PLAIN:
            if kind == _WIDE:
                value = int(value) if type(value) is str else value
            elif type(value) is not (dict if kind == _MAP else list):
                raise TypeError(key)
            elif kind == _MESSAGES:
                value = [_arguments(item, inner) for item in value]
        arguments[name] = value
    return arguments
