"""Trace records as Python values: what trace.proto declares, read from JSON at the speed of C.

A module has thousands of steps, and protobuf's own reader of JSON takes longer over each than the
database does. msgspec reads what the tracer writes; any other spelling that proto3 JSON allows, and
a record of a newer tracer, goes to json_format and then through ``from_message``. A test holds
these classes equal to the messages, field by field.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_type_hints

import msgspec
from google.protobuf import json_format
from google.protobuf.message import Message as ProtoMessage

from sensei.wire.v1 import trace_pb2

Uint32 = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]
Int32 = Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]
# JSON has 64-bit numbers as strings; once a record is read it is a number.
Uint64 = (
    Annotated[int, msgspec.Meta(ge=0)] | Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,18}\Z")]
)
ProofKind = Literal[
    "PROOF_KIND_UNSPECIFIED", "PROOF_KIND_TERM", "PROOF_KIND_TACTIC", "PROOF_KIND_ALTERNATIVES"
]
PROOF_KINDS: tuple[str, ...] = get_args(ProofKind)


class _Value(
    msgspec.Struct, rename="camel", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A message. Fields at their defaults are not written, so that new fields change no hash."""


class Range(_Value):
    """See the proto."""

    start_byte: Uint32 = 0
    end_byte: Uint32 = 0
    start_line: Uint32 = 0
    start_column: Uint32 = 0
    end_line: Uint32 = 0
    end_column: Uint32 = 0


class Constant(_Value):
    """See the proto."""

    name: str = ""
    kind: str = ""
    module: str = ""
    origin: str = ""
    range: Range | None = None
    name_range: Range | None = None
    doc: str = ""
    statement: str = ""
    attributes: list[str] = []


class Auxiliary(_Value):
    """See the proto."""

    name: str = ""
    declaration: str = ""
    range: Range | None = None


class Declaration(_Value):
    """See the proto."""

    name: str = ""
    kind: str = ""
    range: Range | None = None
    name_range: Range | None = None
    signature: str = ""
    type: str = ""
    type_hash: str = ""
    proof_kind: ProofKind = "PROOF_KIND_UNSPECIFIED"
    proof_range: Range | None = None
    has_sorry: bool = False
    axioms: list[str] = []
    doc: str = ""
    is_private: bool = False
    is_prop: bool = False
    attributes: list[str] = []
    level_params: list[str] = []
    modifiers: list[str] = []
    type_constants: list[Uint32] = []
    value_constants: list[Uint32] = []
    proof_steps: Uint32 = 0
    env_name: str = ""
    has_error: bool = False
    attributes_in_force: list[str] = []


class Hypothesis(_Value):
    """See the proto."""

    name: str = ""
    type: str = ""
    value: str = ""


class Goal(_Value):
    """See the proto."""

    mvar_id: str = ""
    user_name: str = ""
    pretty: str = ""
    hypotheses: list[Hypothesis] = []
    target: str = ""
    parses_back: bool = False


class Link(_Value):
    """See the proto."""

    goal: Uint32 = 0
    subgoals: list[Uint32] = []


class Step(_Value):
    """See the proto."""

    id: Uint32 = 0
    parent: Int32 = 0
    declaration: str = ""
    text: str = ""
    range: Range | None = None
    kind: str = ""
    elaborator: str = ""
    goals_before: list[Uint32] = []
    goals_after: list[Uint32] = []
    closed: list[Uint32] = []
    opened: list[Uint32] = []
    links: list[Link] = []
    term_constants: list[Uint32] = []


class PremiseUse(_Value):
    """See the proto."""

    name: str = ""
    module: str = ""
    definition: Range | None = None
    use: Range | None = None
    declaration: str = ""
    step: Int32 = 0


class Message(_Value):
    """See the proto."""

    severity: str = ""
    text: str = ""
    range: Range | None = None


class TracedModule(_Value):
    """See the proto."""

    format_version: Uint32 = 0
    name: str = ""
    file: str = ""
    source: str = ""
    lean_version: str = ""
    lean_commit: str = ""
    toolchain_kind: str = ""
    tracer_version: str = ""
    options: dict[str, str] = {}
    imports: list[str] = []
    declarations: list[Declaration] = []
    goals: list[Goal] = []
    steps: list[Step] = []
    premises: list[PremiseUse] = []
    messages: list[Message] = []
    seconds: float = 0.0
    peak_rss_bytes: Uint64 = 0
    plugins: list[str] = []
    constants: list[Constant] = []
    auxiliaries: list[Auxiliary] = []
    interface_hash: str = ""
    brings: list[str] = []


class ModuleFailure(_Value):
    """See the proto."""

    format_version: Uint32 = 0
    name: str = ""
    file: str = ""
    exit_code: Int32 = 0
    reason: str = ""
    message: str = ""
    seconds: float = 0.0
    peak_rss_bytes: Uint64 = 0


class TraceRecord(_Value):
    """See the proto."""

    module: TracedModule | None = None
    failure: ModuleFailure | None = None


_V = TypeVar("_V", bound=_Value)
_decode_json = msgspec.json.Decoder(TraceRecord).decode
# The same bytes for the same value, whatever the order in which its maps were filled.
encode = msgspec.msgpack.Encoder(order="deterministic").encode
decode = msgspec.msgpack.Decoder(TraceRecord).decode


def quick_record(data: bytes) -> TraceRecord:
    """The record that a trace file of this version's tracer is.

    Raises:
        ValueError: json_format must see it.
    """
    record = _decode_json(data)
    for part in (record.module, record.failure):
        if part is not None:
            part.peak_rss_bytes = int(part.peak_rss_bytes)
    return record


def record_of(content: dict[str, Any]) -> TraceRecord:
    """The record that parsed proto3 JSON is, in any spelling. Fields that this version does not
    know are left out: a newer tracer may add some within a format version.

    Raises:
        json_format.ParseError: it is none.
    """
    message = trace_pb2.TraceRecord()
    json_format.ParseDict(content, message, ignore_unknown_fields=True)
    return from_message(message, TraceRecord)


def from_message(message: ProtoMessage, kind: type[_V]) -> _V:
    """A message as a value of its class here."""
    values: dict[str, Any] = {}
    kinds = _inner(kind)
    for field, value in message.ListFields():
        if field.message_type is None:
            if field.is_repeated:
                value = list(value)
            elif field.enum_type is not None:
                known = field.enum_type.values_by_number.get(value)
                value = known.name if known else str(value)
        elif field.message_type.GetOptions().map_entry:
            value = dict(value)
        elif field.is_repeated:
            value = [from_message(item, kinds[field.name]) for item in value]
        else:
            value = from_message(value, kinds[field.name])
        values[field.name] = value
    return kind(**values)


@cache
def _inner(kind: type[_Value]) -> dict[str, type[_Value]]:
    """The classes of the fields that are messages, or lists of them."""
    hints = get_type_hints(kind)
    inner = {
        name: [t for t in (hint, *get_args(hint)) if isinstance(t, type) and issubclass(t, _Value)]
        for name, hint in hints.items()
    }
    return {name: found[0] for name, found in inner.items() if found}
