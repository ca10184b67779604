from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GoalContext(_message.Message):
    __slots__ = ("pretty", "declaration", "module", "namespace", "open_names", "imports", "proof_so_far")
    PRETTY_FIELD_NUMBER: _ClassVar[int]
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    MODULE_FIELD_NUMBER: _ClassVar[int]
    NAMESPACE_FIELD_NUMBER: _ClassVar[int]
    OPEN_NAMES_FIELD_NUMBER: _ClassVar[int]
    IMPORTS_FIELD_NUMBER: _ClassVar[int]
    PROOF_SO_FAR_FIELD_NUMBER: _ClassVar[int]
    pretty: str
    declaration: str
    module: str
    namespace: str
    open_names: _containers.RepeatedScalarFieldContainer[str]
    imports: _containers.RepeatedScalarFieldContainer[str]
    proof_so_far: str
    def __init__(self, pretty: _Optional[str] = ..., declaration: _Optional[str] = ..., module: _Optional[str] = ..., namespace: _Optional[str] = ..., open_names: _Optional[_Iterable[str]] = ..., imports: _Optional[_Iterable[str]] = ..., proof_so_far: _Optional[str] = ...) -> None: ...

class SuggestRequest(_message.Message):
    __slots__ = ("goals", "candidates", "prefix", "model")
    GOALS_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    PREFIX_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    goals: _containers.RepeatedCompositeFieldContainer[GoalContext]
    candidates: int
    prefix: str
    model: str
    def __init__(self, goals: _Optional[_Iterable[_Union[GoalContext, _Mapping]]] = ..., candidates: _Optional[int] = ..., prefix: _Optional[str] = ..., model: _Optional[str] = ...) -> None: ...

class SuggestReply(_message.Message):
    __slots__ = ("goals", "model", "queue_us", "model_us", "batch_goals")
    GOALS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    QUEUE_US_FIELD_NUMBER: _ClassVar[int]
    MODEL_US_FIELD_NUMBER: _ClassVar[int]
    BATCH_GOALS_FIELD_NUMBER: _ClassVar[int]
    goals: _containers.RepeatedCompositeFieldContainer[SuggestedTactics]
    model: str
    queue_us: int
    model_us: int
    batch_goals: int
    def __init__(self, goals: _Optional[_Iterable[_Union[SuggestedTactics, _Mapping]]] = ..., model: _Optional[str] = ..., queue_us: _Optional[int] = ..., model_us: _Optional[int] = ..., batch_goals: _Optional[int] = ...) -> None: ...

class SuggestedTactics(_message.Message):
    __slots__ = ("candidates",)
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    candidates: _containers.RepeatedCompositeFieldContainer[TacticCandidate]
    def __init__(self, candidates: _Optional[_Iterable[_Union[TacticCandidate, _Mapping]]] = ...) -> None: ...

class TacticCandidate(_message.Message):
    __slots__ = ("tactic", "log_prob")
    TACTIC_FIELD_NUMBER: _ClassVar[int]
    LOG_PROB_FIELD_NUMBER: _ClassVar[int]
    tactic: str
    log_prob: float
    def __init__(self, tactic: _Optional[str] = ..., log_prob: _Optional[float] = ...) -> None: ...

class SelectPremisesRequest(_message.Message):
    __slots__ = ("goal", "count", "accessible", "model")
    GOAL_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    ACCESSIBLE_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    goal: GoalContext
    count: int
    accessible: _containers.RepeatedScalarFieldContainer[str]
    model: str
    def __init__(self, goal: _Optional[_Union[GoalContext, _Mapping]] = ..., count: _Optional[int] = ..., accessible: _Optional[_Iterable[str]] = ..., model: _Optional[str] = ...) -> None: ...

class SelectPremisesReply(_message.Message):
    __slots__ = ("premises", "model")
    PREMISES_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    premises: _containers.RepeatedCompositeFieldContainer[Premise]
    model: str
    def __init__(self, premises: _Optional[_Iterable[_Union[Premise, _Mapping]]] = ..., model: _Optional[str] = ...) -> None: ...

class Premise(_message.Message):
    __slots__ = ("name", "module", "score")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MODULE_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    name: str
    module: str
    score: float
    def __init__(self, name: _Optional[str] = ..., module: _Optional[str] = ..., score: _Optional[float] = ...) -> None: ...

class EstimateProgressRequest(_message.Message):
    __slots__ = ("goals", "model")
    GOALS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    goals: _containers.RepeatedCompositeFieldContainer[GoalContext]
    model: str
    def __init__(self, goals: _Optional[_Iterable[_Union[GoalContext, _Mapping]]] = ..., model: _Optional[str] = ...) -> None: ...

class EstimateProgressReply(_message.Message):
    __slots__ = ("goals", "model")
    GOALS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    goals: _containers.RepeatedCompositeFieldContainer[ProgressEstimate]
    model: str
    def __init__(self, goals: _Optional[_Iterable[_Union[ProgressEstimate, _Mapping]]] = ..., model: _Optional[str] = ...) -> None: ...

class ProgressEstimate(_message.Message):
    __slots__ = ("steps_left", "probability")
    STEPS_LEFT_FIELD_NUMBER: _ClassVar[int]
    PROBABILITY_FIELD_NUMBER: _ClassVar[int]
    steps_left: float
    probability: float
    def __init__(self, steps_left: _Optional[float] = ..., probability: _Optional[float] = ...) -> None: ...
