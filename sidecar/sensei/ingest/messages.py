"""Proto3 JSON to messages, fast: what json_format does, for what the tracer writes.

The protobuf library builds a message from nested dicts in C, but knows neither JSON's names nor its
64-bit numbers. So the dicts go into a twin of the message whose fields bear the JSON names, and the
twin's bytes are the message's. What C would take and proto3 JSON does not, or the other way round,
is looked for before, in the few places where it can be. Whatever does not fit goes to json_format,
which takes every spelling that proto3 JSON allows, or names the fault. Fields that this version
does not know are left out: a newer tracer may add some within a format version.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor, FileDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

_M = TypeVar("_M", bound=Message)
_WIDE_TYPES = {
    FieldDescriptor.TYPE_INT64,
    FieldDescriptor.TYPE_UINT64,
    FieldDescriptor.TYPE_SINT64,
    FieldDescriptor.TYPE_FIXED64,
    FieldDescriptor.TYPE_SFIXED64,
}


def from_json(content: dict[str, Any], kind: type[_M]) -> _M:
    """The message that parsed proto3 JSON is; 64-bit numbers in it are made numbers in place.

    Raises:
        json_format.ParseError: it is none.
    """
    try:
        return kind.FromString(to_bytes(content, kind))
    except (TypeError, ValueError, AttributeError):
        message = kind()
        json_format.ParseDict(content, message, ignore_unknown_fields=True)
        return message


def to_bytes(content: dict[str, Any], kind: type[Message]) -> bytes:
    """The message's bytes, of what the fast way takes.

    Raises:
        TypeError, ValueError, AttributeError: json_format must see it.
    """
    _prepare(content, _plan(kind.DESCRIPTOR))
    return _twin(kind.DESCRIPTOR)(**content).SerializeToString()


@cache
def _twin(message: Descriptor) -> type[Message]:
    """The class of the same message whose fields have their JSON names."""
    pool = DescriptorPool()

    def add(file: FileDescriptor) -> None:
        for needed in file.dependencies:
            add(needed)
        proto = FileDescriptorProto()
        file.CopyToProto(proto)
        _rename(proto.message_type, list(file.message_types_by_name.values()))
        pool.Add(proto)

    add(message.file)
    return GetMessageClass(pool.FindMessageTypeByName(message.full_name))


def _rename(messages: Iterable[DescriptorProto], known: Iterable[Descriptor]) -> None:
    by_name = {message.name: message for message in known}
    for message in messages:
        of = by_name[message.name]
        for field in message.field:
            field.name = of.fields_by_name[field.name].json_name
        _rename(message.nested_type, of.nested_types)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be looked at in a message, by JSON name: its lists and maps, its 64-bit numbers,
    and the messages in it, or lists of them, that have any such themselves."""

    shapes: tuple[tuple[str, type], ...]
    wide: tuple[str, ...]
    inner: tuple[tuple[str, bool, _Plan], ...]


@cache
def _plan(message: Descriptor) -> _Plan:
    shapes: list[tuple[str, type]] = []
    wide, inner = [], []
    for field in message.fields:
        name, of = field.json_name, field.message_type
        if of is not None and of.GetOptions().map_entry:
            shapes.append((name, dict))
            continue
        if field.is_repeated:
            shapes.append((name, list))
        elif field.type in _WIDE_TYPES:
            wide.append(name)
        if of is not None:
            plan = _plan(of)
            if plan.shapes or plan.wide or plan.inner:
                inner.append((name, field.is_repeated, plan))
    return _Plan(tuple(shapes), tuple(wide), tuple(inner))


def _prepare(content: dict[str, Any], plan: _Plan) -> None:
    get = content.get
    for name, shape in plan.shapes:
        value = get(name)
        if value is not None and type(value) is not shape:
            raise TypeError(name)
    for name in plan.wide:
        if type(value := get(name)) is str:
            content[name] = int(value)
    for name, repeated, inner in plan.inner:
        value = get(name)
        if value:
            for item in value if repeated else (value,):
                _prepare(item, inner)
