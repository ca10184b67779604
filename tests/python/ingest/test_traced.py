"""Trace records as values: they mirror the messages, and the fast reader of JSON gives what
protobuf's own gives."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import orjson
import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.traces import failure, sample_records
from sensei.wire import traced
from sensei.wire.traced import TraceRecord, decode, encode, from_message, quick_record, record_of
from sensei.wire.v1 import trace_pb2

SCALARS = {
    FieldDescriptor.TYPE_STRING: str,
    FieldDescriptor.TYPE_BOOL: bool,
    FieldDescriptor.TYPE_DOUBLE: float,
    FieldDescriptor.TYPE_UINT32: traced.Uint32,
    FieldDescriptor.TYPE_INT32: traced.Int32,
    FieldDescriptor.TYPE_UINT64: traced.Uint64,
    FieldDescriptor.TYPE_ENUM: traced.ProofKind,
}


def declared(field: FieldDescriptor) -> Any:
    """The type that a field has here."""
    of = field.message_type
    if of is None:
        one = SCALARS[field.type]
    elif of.GetOptions().map_entry:
        return dict[str, str]
    else:
        one = getattr(traced, of.name)
    if field.is_repeated:
        return list[one]
    return one if of is None else one | None


@pytest.mark.parametrize("name", sorted(trace_pb2.DESCRIPTOR.message_types_by_name))
def test_the_classes_are_the_messages(name: str) -> None:
    message: Descriptor = trace_pb2.DESCRIPTOR.message_types_by_name[name]
    hints = get_type_hints(getattr(traced, name), include_extras=True)
    assert hints == {field.name: declared(field) for field in message.fields}


def test_the_kinds_of_proof_are_the_enum() -> None:
    assert list(get_args(traced.ProofKind)) == trace_pb2.ProofKind.keys()


def either(data: bytes) -> TraceRecord:
    """As ingestion reads it."""
    try:
        return quick_record(data)
    except ValueError:
        return record_of(orjson.loads(data))


def slowly(content: dict[str, Any]) -> TraceRecord:
    message = trace_pb2.TraceRecord()
    return from_message(
        json_format.ParseDict(content, message, ignore_unknown_fields=True), TraceRecord
    )


RECORDS = [*sample_records(), trace_pb2.TraceRecord(failure=failure("A"))]


@pytest.mark.parametrize("proto_names", [False, True])
@pytest.mark.parametrize("all_fields", [False, True])
def test_a_record_is_what_protobuf_reads(proto_names: bool, all_fields: bool) -> None:
    for record in RECORDS:
        content = json_format.MessageToDict(
            record,
            preserving_proto_field_name=proto_names,
            always_print_fields_with_no_presence=all_fields,
        )
        value = either(orjson.dumps(content))
        assert value == from_message(record, TraceRecord) == slowly(content)
        assert decode(encode(value)) == value


def test_what_the_tracer_writes_is_read_the_fast_way() -> None:
    for record in RECORDS:
        data = json_format.MessageToJson(record).encode()
        assert quick_record(data) == from_message(record, TraceRecord)


def test_bytes_do_not_depend_on_the_order_of_a_map() -> None:
    one = traced.TracedModule(options={"a": "1", "b": "2"})
    other = traced.TracedModule(options={"b": "2", "a": "1"})
    assert encode(one) == encode(other)


NOT_LISTS = st.sampled_from(["", "ab", {}, {"a": 1}, 0, 1, None, [], [1], [None], ["1"], [[]]])


def check_alike(content: dict[str, Any]) -> None:
    data = orjson.dumps(content)
    try:
        expected = slowly(content)
    except json_format.ParseError:
        with pytest.raises(json_format.ParseError):
            either(data)
        return
    assert repr(either(data)) == repr(expected)  # NaN is not itself


@settings(max_examples=100, deadline=None)
@given(before=NOT_LISTS, axioms=NOT_LISTS, hypotheses=NOT_LISTS, options=NOT_LISTS)
def test_a_list_is_a_list(before: Any, axioms: Any, hypotheses: Any, options: Any) -> None:
    check_alike(
        {
            "module": {
                "steps": [{"goalsBefore": before}],
                "declarations": [{"axioms": axioms}],
                "goals": [{"hypotheses": hypotheses}],
                "options": options,
            }
        }
    )


ODD = st.sampled_from(
    [None, "7", 7, 7.0, "7.0", -1, 2**63, "NaN", True, "PROOF_KIND_TACTIC", 2, [], {}, ["x"], "x"]
)
FIELDS = st.sampled_from(
    ["peakRssBytes", "seconds", "formatVersion", "name", "options", "imports", "goals", "steps"]
)


@settings(max_examples=300, deadline=None)
@given(fields=st.dictionaries(FIELDS, ODD | st.lists(ODD, max_size=2), max_size=4), kind=ODD)
def test_every_spelling_is_read_alike_or_refused_alike(fields: dict[str, Any], kind: Any) -> None:
    check_alike({"module": {**fields, "declarations": [{"name": "d", "proofKind": kind}]}})
