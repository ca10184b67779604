from sensei.wire.v1 import trace_pb2 as _trace_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class IngestRequest(_message.Message):
    __slots__ = ("begin", "record", "record_json", "record_json_part")
    BEGIN_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    RECORD_JSON_FIELD_NUMBER: _ClassVar[int]
    RECORD_JSON_PART_FIELD_NUMBER: _ClassVar[int]
    begin: IngestBegin
    record: _trace_pb2.TraceRecord
    record_json: bytes
    record_json_part: bytes
    def __init__(self, begin: _Optional[_Union[IngestBegin, _Mapping]] = ..., record: _Optional[_Union[_trace_pb2.TraceRecord, _Mapping]] = ..., record_json: _Optional[bytes] = ..., record_json_part: _Optional[bytes] = ...) -> None: ...

class IngestBegin(_message.Message):
    __slots__ = ("project",)
    PROJECT_FIELD_NUMBER: _ClassVar[int]
    project: str
    def __init__(self, project: _Optional[str] = ...) -> None: ...

class IngestReply(_message.Message):
    __slots__ = ("snapshot", "modules", "declarations", "steps", "premise_uses", "failures", "unchanged")
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    MODULES_FIELD_NUMBER: _ClassVar[int]
    DECLARATIONS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    PREMISE_USES_FIELD_NUMBER: _ClassVar[int]
    FAILURES_FIELD_NUMBER: _ClassVar[int]
    UNCHANGED_FIELD_NUMBER: _ClassVar[int]
    snapshot: int
    modules: int
    declarations: int
    steps: int
    premise_uses: int
    failures: int
    unchanged: int
    def __init__(self, snapshot: _Optional[int] = ..., modules: _Optional[int] = ..., declarations: _Optional[int] = ..., steps: _Optional[int] = ..., premise_uses: _Optional[int] = ..., failures: _Optional[int] = ..., unchanged: _Optional[int] = ...) -> None: ...
