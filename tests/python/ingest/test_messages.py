"""The fast reader of JSON gives what protobuf's own gives."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import json_format
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.traces import failure, sample_records
from sensei.ingest.messages import from_json, to_bytes
from sensei.wire.v1 import trace_pb2


def slowly(content: dict[str, Any]) -> trace_pb2.TraceRecord:
    return json_format.ParseDict(content, trace_pb2.TraceRecord(), ignore_unknown_fields=True)


@pytest.mark.parametrize("proto_names", [False, True])
def test_a_record_is_what_protobuf_reads(proto_names: bool) -> None:
    for record in [*sample_records(), trace_pb2.TraceRecord(failure=failure("A"))]:
        content = json_format.MessageToDict(record, preserving_proto_field_name=proto_names)
        assert from_json(content, trace_pb2.TraceRecord) == record == slowly(content)


def test_what_the_tracer_writes_is_read_the_fast_way() -> None:
    for record in [*sample_records(), trace_pb2.TraceRecord(failure=failure("A"))]:
        content = json_format.MessageToDict(record)
        assert trace_pb2.TraceRecord.FromString(to_bytes(content, trace_pb2.TraceRecord)) == record


NOT_LISTS = st.sampled_from(["", "ab", {}, {"a": 1}, 0, 1, None, [], [1], [None], ["1"], [[]]])


@settings(max_examples=100, deadline=None)
@given(before=NOT_LISTS, axioms=NOT_LISTS, hypotheses=NOT_LISTS, options=NOT_LISTS)
def test_a_list_is_a_list(before: Any, axioms: Any, hypotheses: Any, options: Any) -> None:
    content = {
        "module": {
            "steps": [{"goalsBefore": before}],
            "declarations": [{"axioms": axioms}],
            "goals": [{"hypotheses": hypotheses}],
            "options": options,
        }
    }
    try:
        expected = slowly(content)
    except json_format.ParseError:
        with pytest.raises(json_format.ParseError):
            from_json(content, trace_pb2.TraceRecord)
        return
    assert from_json(content, trace_pb2.TraceRecord) == expected


ODD = st.sampled_from(
    [None, "7", 7, 7.0, "7.0", -1, 2**63, "NaN", True, "PROOF_KIND_TACTIC", 2, [], {}, ["x"], "x"]
)
FIELDS = st.sampled_from(
    ["peakRssBytes", "seconds", "formatVersion", "name", "options", "imports", "goals", "steps"]
)


@settings(max_examples=300, deadline=None)
@given(fields=st.dictionaries(FIELDS, ODD | st.lists(ODD, max_size=2), max_size=4), kind=ODD)
def test_every_spelling_is_read_alike_or_refused_alike(fields: dict[str, Any], kind: Any) -> None:
    content = {"module": {**fields, "declarations": [{"name": "d", "proofKind": kind}]}}
    try:
        expected = slowly(content)
    except json_format.ParseError:
        with pytest.raises(json_format.ParseError):
            from_json(content, trace_pb2.TraceRecord)
        return
    assert str(from_json(content, trace_pb2.TraceRecord)) == str(expected)  # NaN is not itself
