from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SearchRequest(_message.Message):
    __slots__ = ("declaration", "module", "budget", "candidates", "model", "skip_verdict", "omit_failures", "search", "place")
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    MODULE_FIELD_NUMBER: _ClassVar[int]
    BUDGET_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    SKIP_VERDICT_FIELD_NUMBER: _ClassVar[int]
    OMIT_FAILURES_FIELD_NUMBER: _ClassVar[int]
    SEARCH_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    declaration: str
    module: str
    budget: SearchBudget
    candidates: int
    model: str
    skip_verdict: bool
    omit_failures: bool
    search: str
    place: SearchPlace
    def __init__(self, declaration: _Optional[str] = ..., module: _Optional[str] = ..., budget: _Optional[_Union[SearchBudget, _Mapping]] = ..., candidates: _Optional[int] = ..., model: _Optional[str] = ..., skip_verdict: _Optional[bool] = ..., omit_failures: _Optional[bool] = ..., search: _Optional[str] = ..., place: _Optional[_Union[SearchPlace, _Mapping]] = ...) -> None: ...

class SearchPlace(_message.Message):
    __slots__ = ("text", "start", "stop")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    text: str
    start: int
    stop: int
    def __init__(self, text: _Optional[str] = ..., start: _Optional[int] = ..., stop: _Optional[int] = ...) -> None: ...

class SearchBudget(_message.Message):
    __slots__ = ("milliseconds", "model_calls", "tactic_calls")
    MILLISECONDS_FIELD_NUMBER: _ClassVar[int]
    MODEL_CALLS_FIELD_NUMBER: _ClassVar[int]
    TACTIC_CALLS_FIELD_NUMBER: _ClassVar[int]
    milliseconds: int
    model_calls: int
    tactic_calls: int
    def __init__(self, milliseconds: _Optional[int] = ..., model_calls: _Optional[int] = ..., tactic_calls: _Optional[int] = ...) -> None: ...

class SearchEvent(_message.Message):
    __slots__ = ("at_ms", "queued", "opened", "expanded", "advanced", "failed", "claimed", "verdict", "ended")
    AT_MS_FIELD_NUMBER: _ClassVar[int]
    QUEUED_FIELD_NUMBER: _ClassVar[int]
    OPENED_FIELD_NUMBER: _ClassVar[int]
    EXPANDED_FIELD_NUMBER: _ClassVar[int]
    ADVANCED_FIELD_NUMBER: _ClassVar[int]
    FAILED_FIELD_NUMBER: _ClassVar[int]
    CLAIMED_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    at_ms: int
    queued: SearchQueued
    opened: SearchOpened
    expanded: SearchExpanded
    advanced: SearchAdvanced
    failed: SearchFailed
    claimed: SearchClaimed
    verdict: SearchVerdict
    ended: SearchEnded
    def __init__(self, at_ms: _Optional[int] = ..., queued: _Optional[_Union[SearchQueued, _Mapping]] = ..., opened: _Optional[_Union[SearchOpened, _Mapping]] = ..., expanded: _Optional[_Union[SearchExpanded, _Mapping]] = ..., advanced: _Optional[_Union[SearchAdvanced, _Mapping]] = ..., failed: _Optional[_Union[SearchFailed, _Mapping]] = ..., claimed: _Optional[_Union[SearchClaimed, _Mapping]] = ..., verdict: _Optional[_Union[SearchVerdict, _Mapping]] = ..., ended: _Optional[_Union[SearchEnded, _Mapping]] = ...) -> None: ...

class SearchQueued(_message.Message):
    __slots__ = ("ahead",)
    AHEAD_FIELD_NUMBER: _ClassVar[int]
    ahead: int
    def __init__(self, ahead: _Optional[int] = ...) -> None: ...

class SearchOpened(_message.Message):
    __slots__ = ("declaration", "module", "goals", "search")
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    MODULE_FIELD_NUMBER: _ClassVar[int]
    GOALS_FIELD_NUMBER: _ClassVar[int]
    SEARCH_FIELD_NUMBER: _ClassVar[int]
    declaration: str
    module: str
    goals: _containers.RepeatedCompositeFieldContainer[SearchGoal]
    search: str
    def __init__(self, declaration: _Optional[str] = ..., module: _Optional[str] = ..., goals: _Optional[_Iterable[_Union[SearchGoal, _Mapping]]] = ..., search: _Optional[str] = ...) -> None: ...

class SearchGoal(_message.Message):
    __slots__ = ("pretty", "user_name")
    PRETTY_FIELD_NUMBER: _ClassVar[int]
    USER_NAME_FIELD_NUMBER: _ClassVar[int]
    pretty: str
    user_name: str
    def __init__(self, pretty: _Optional[str] = ..., user_name: _Optional[str] = ...) -> None: ...

class SearchExpanded(_message.Message):
    __slots__ = ("nodes",)
    NODES_FIELD_NUMBER: _ClassVar[int]
    nodes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, nodes: _Optional[_Iterable[int]] = ...) -> None: ...

class SearchAdvanced(_message.Message):
    __slots__ = ("node", "tactic", "log_prob", "parts")
    NODE_FIELD_NUMBER: _ClassVar[int]
    TACTIC_FIELD_NUMBER: _ClassVar[int]
    LOG_PROB_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    node: int
    tactic: str
    log_prob: float
    parts: _containers.RepeatedCompositeFieldContainer[SearchPart]
    def __init__(self, node: _Optional[int] = ..., tactic: _Optional[str] = ..., log_prob: _Optional[float] = ..., parts: _Optional[_Iterable[_Union[SearchPart, _Mapping]]] = ...) -> None: ...

class SearchPart(_message.Message):
    __slots__ = ("node", "known", "goals")
    NODE_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    GOALS_FIELD_NUMBER: _ClassVar[int]
    node: int
    known: bool
    goals: _containers.RepeatedCompositeFieldContainer[SearchGoal]
    def __init__(self, node: _Optional[int] = ..., known: _Optional[bool] = ..., goals: _Optional[_Iterable[_Union[SearchGoal, _Mapping]]] = ...) -> None: ...

class SearchFailed(_message.Message):
    __slots__ = ("node", "tactic", "log_prob", "kind", "message")
    NODE_FIELD_NUMBER: _ClassVar[int]
    TACTIC_FIELD_NUMBER: _ClassVar[int]
    LOG_PROB_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    node: int
    tactic: str
    log_prob: float
    kind: str
    message: str
    def __init__(self, node: _Optional[int] = ..., tactic: _Optional[str] = ..., log_prob: _Optional[float] = ..., kind: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class SearchClaimed(_message.Message):
    __slots__ = ("proof",)
    PROOF_FIELD_NUMBER: _ClassVar[int]
    proof: str
    def __init__(self, proof: _Optional[str] = ...) -> None: ...

class SearchVerdict(_message.Message):
    __slots__ = ("accepted", "reason", "detail", "axioms", "milliseconds")
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    AXIOMS_FIELD_NUMBER: _ClassVar[int]
    MILLISECONDS_FIELD_NUMBER: _ClassVar[int]
    accepted: bool
    reason: str
    detail: str
    axioms: _containers.RepeatedScalarFieldContainer[str]
    milliseconds: int
    def __init__(self, accepted: _Optional[bool] = ..., reason: _Optional[str] = ..., detail: _Optional[str] = ..., axioms: _Optional[_Iterable[str]] = ..., milliseconds: _Optional[int] = ...) -> None: ...

class SearchEnded(_message.Message):
    __slots__ = ("status", "detail", "proof", "verified", "milliseconds", "model_calls", "tactic_calls", "partial", "unjudged")
    STATUS_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    PROOF_FIELD_NUMBER: _ClassVar[int]
    VERIFIED_FIELD_NUMBER: _ClassVar[int]
    MILLISECONDS_FIELD_NUMBER: _ClassVar[int]
    MODEL_CALLS_FIELD_NUMBER: _ClassVar[int]
    TACTIC_CALLS_FIELD_NUMBER: _ClassVar[int]
    PARTIAL_FIELD_NUMBER: _ClassVar[int]
    UNJUDGED_FIELD_NUMBER: _ClassVar[int]
    status: str
    detail: str
    proof: str
    verified: bool
    milliseconds: int
    model_calls: int
    tactic_calls: int
    partial: _containers.RepeatedCompositeFieldContainer[PartialProof]
    unjudged: str
    def __init__(self, status: _Optional[str] = ..., detail: _Optional[str] = ..., proof: _Optional[str] = ..., verified: _Optional[bool] = ..., milliseconds: _Optional[int] = ..., model_calls: _Optional[int] = ..., tactic_calls: _Optional[int] = ..., partial: _Optional[_Iterable[_Union[PartialProof, _Mapping]]] = ..., unjudged: _Optional[str] = ...) -> None: ...

class PartialProof(_message.Message):
    __slots__ = ("script", "open")
    SCRIPT_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    script: str
    open: _containers.RepeatedCompositeFieldContainer[SearchGoal]
    def __init__(self, script: _Optional[str] = ..., open: _Optional[_Iterable[_Union[SearchGoal, _Mapping]]] = ...) -> None: ...
