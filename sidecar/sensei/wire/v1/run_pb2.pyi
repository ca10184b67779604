from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RunKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RUN_KIND_UNSPECIFIED: _ClassVar[RunKind]
    RUN_KIND_TRAIN_SFT: _ClassVar[RunKind]
    RUN_KIND_PROVE: _ClassVar[RunKind]

class RunState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RUN_STATE_UNSPECIFIED: _ClassVar[RunState]
    RUN_STATE_RUNNING: _ClassVar[RunState]
    RUN_STATE_DONE: _ClassVar[RunState]
    RUN_STATE_FAILED: _ClassVar[RunState]
    RUN_STATE_CANCELLED: _ClassVar[RunState]
RUN_KIND_UNSPECIFIED: RunKind
RUN_KIND_TRAIN_SFT: RunKind
RUN_KIND_PROVE: RunKind
RUN_STATE_UNSPECIFIED: RunState
RUN_STATE_RUNNING: RunState
RUN_STATE_DONE: RunState
RUN_STATE_FAILED: RunState
RUN_STATE_CANCELLED: RunState

class StartRunRequest(_message.Message):
    __slots__ = ("kind", "arguments")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    kind: RunKind
    arguments: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, kind: _Optional[_Union[RunKind, str]] = ..., arguments: _Optional[_Iterable[str]] = ...) -> None: ...

class WatchRunRequest(_message.Message):
    __slots__ = ("id", "after_line")
    ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_LINE_FIELD_NUMBER: _ClassVar[int]
    id: str
    after_line: int
    def __init__(self, id: _Optional[str] = ..., after_line: _Optional[int] = ...) -> None: ...

class CancelRunRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class ListRunsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListRunsReply(_message.Message):
    __slots__ = ("runs",)
    RUNS_FIELD_NUMBER: _ClassVar[int]
    runs: _containers.RepeatedCompositeFieldContainer[Run]
    def __init__(self, runs: _Optional[_Iterable[_Union[Run, _Mapping]]] = ...) -> None: ...

class Run(_message.Message):
    __slots__ = ("id", "kind", "state", "arguments", "started_unix_ms", "ended_unix_ms", "exit_code", "result_json")
    ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    STARTED_UNIX_MS_FIELD_NUMBER: _ClassVar[int]
    ENDED_UNIX_MS_FIELD_NUMBER: _ClassVar[int]
    EXIT_CODE_FIELD_NUMBER: _ClassVar[int]
    RESULT_JSON_FIELD_NUMBER: _ClassVar[int]
    id: str
    kind: RunKind
    state: RunState
    arguments: _containers.RepeatedScalarFieldContainer[str]
    started_unix_ms: int
    ended_unix_ms: int
    exit_code: int
    result_json: str
    def __init__(self, id: _Optional[str] = ..., kind: _Optional[_Union[RunKind, str]] = ..., state: _Optional[_Union[RunState, str]] = ..., arguments: _Optional[_Iterable[str]] = ..., started_unix_ms: _Optional[int] = ..., ended_unix_ms: _Optional[int] = ..., exit_code: _Optional[int] = ..., result_json: _Optional[str] = ...) -> None: ...

class RunEvent(_message.Message):
    __slots__ = ("line", "ended")
    LINE_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    line: RunLine
    ended: Run
    def __init__(self, line: _Optional[_Union[RunLine, _Mapping]] = ..., ended: _Optional[_Union[Run, _Mapping]] = ...) -> None: ...

class RunLine(_message.Message):
    __slots__ = ("number", "text")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    number: int
    text: str
    def __init__(self, number: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...
