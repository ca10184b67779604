from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class StatusRequest(_message.Message):
    __slots__ = ("client",)
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    client: str
    def __init__(self, client: _Optional[str] = ...) -> None: ...

class StatusReply(_message.Message):
    __slots__ = ("version", "protocol", "project", "lean_version", "lean_kind", "models", "limits", "load", "last_error", "uptime_ms")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    PROJECT_FIELD_NUMBER: _ClassVar[int]
    LEAN_VERSION_FIELD_NUMBER: _ClassVar[int]
    LEAN_KIND_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    LOAD_FIELD_NUMBER: _ClassVar[int]
    LAST_ERROR_FIELD_NUMBER: _ClassVar[int]
    UPTIME_MS_FIELD_NUMBER: _ClassVar[int]
    version: str
    protocol: int
    project: str
    lean_version: str
    lean_kind: str
    models: _containers.RepeatedCompositeFieldContainer[LoadedModel]
    limits: ServerLimits
    load: ServerLoad
    last_error: str
    uptime_ms: int
    def __init__(self, version: _Optional[str] = ..., protocol: _Optional[int] = ..., project: _Optional[str] = ..., lean_version: _Optional[str] = ..., lean_kind: _Optional[str] = ..., models: _Optional[_Iterable[_Union[LoadedModel, _Mapping]]] = ..., limits: _Optional[_Union[ServerLimits, _Mapping]] = ..., load: _Optional[_Union[ServerLoad, _Mapping]] = ..., last_error: _Optional[str] = ..., uptime_ms: _Optional[int] = ...) -> None: ...

class LoadedModel(_message.Message):
    __slots__ = ("name", "kind", "checkpoint", "ready")
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CHECKPOINT_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    name: str
    kind: str
    checkpoint: str
    ready: bool
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[str] = ..., checkpoint: _Optional[str] = ..., ready: _Optional[bool] = ...) -> None: ...

class ServerLimits(_message.Message):
    __slots__ = ("message_bytes", "goal_bytes", "goals", "candidates", "searches", "queue", "pending_goals", "runs", "search_ms")
    MESSAGE_BYTES_FIELD_NUMBER: _ClassVar[int]
    GOAL_BYTES_FIELD_NUMBER: _ClassVar[int]
    GOALS_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    SEARCHES_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    PENDING_GOALS_FIELD_NUMBER: _ClassVar[int]
    RUNS_FIELD_NUMBER: _ClassVar[int]
    SEARCH_MS_FIELD_NUMBER: _ClassVar[int]
    message_bytes: int
    goal_bytes: int
    goals: int
    candidates: int
    searches: int
    queue: int
    pending_goals: int
    runs: int
    search_ms: int
    def __init__(self, message_bytes: _Optional[int] = ..., goal_bytes: _Optional[int] = ..., goals: _Optional[int] = ..., candidates: _Optional[int] = ..., searches: _Optional[int] = ..., queue: _Optional[int] = ..., pending_goals: _Optional[int] = ..., runs: _Optional[int] = ..., search_ms: _Optional[int] = ...) -> None: ...

class ServerLoad(_message.Message):
    __slots__ = ("searches", "queued", "pending_goals", "requests", "model_calls", "model_goals")
    SEARCHES_FIELD_NUMBER: _ClassVar[int]
    QUEUED_FIELD_NUMBER: _ClassVar[int]
    PENDING_GOALS_FIELD_NUMBER: _ClassVar[int]
    REQUESTS_FIELD_NUMBER: _ClassVar[int]
    MODEL_CALLS_FIELD_NUMBER: _ClassVar[int]
    MODEL_GOALS_FIELD_NUMBER: _ClassVar[int]
    searches: int
    queued: int
    pending_goals: int
    requests: int
    model_calls: int
    model_goals: int
    def __init__(self, searches: _Optional[int] = ..., queued: _Optional[int] = ..., pending_goals: _Optional[int] = ..., requests: _Optional[int] = ..., model_calls: _Optional[int] = ..., model_goals: _Optional[int] = ...) -> None: ...
