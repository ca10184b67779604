from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ProofKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PROOF_KIND_UNSPECIFIED: _ClassVar[ProofKind]
    PROOF_KIND_TERM: _ClassVar[ProofKind]
    PROOF_KIND_TACTIC: _ClassVar[ProofKind]
    PROOF_KIND_ALTERNATIVES: _ClassVar[ProofKind]
PROOF_KIND_UNSPECIFIED: ProofKind
PROOF_KIND_TERM: ProofKind
PROOF_KIND_TACTIC: ProofKind
PROOF_KIND_ALTERNATIVES: ProofKind

class TraceRecord(_message.Message):
    __slots__ = ("module", "failure")
    MODULE_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    module: TracedModule
    failure: ModuleFailure
    def __init__(self, module: _Optional[_Union[TracedModule, _Mapping]] = ..., failure: _Optional[_Union[ModuleFailure, _Mapping]] = ...) -> None: ...

class Range(_message.Message):
    __slots__ = ("start_byte", "end_byte", "start_line", "start_column", "end_line", "end_column")
    START_BYTE_FIELD_NUMBER: _ClassVar[int]
    END_BYTE_FIELD_NUMBER: _ClassVar[int]
    START_LINE_FIELD_NUMBER: _ClassVar[int]
    START_COLUMN_FIELD_NUMBER: _ClassVar[int]
    END_LINE_FIELD_NUMBER: _ClassVar[int]
    END_COLUMN_FIELD_NUMBER: _ClassVar[int]
    start_byte: int
    end_byte: int
    start_line: int
    start_column: int
    end_line: int
    end_column: int
    def __init__(self, start_byte: _Optional[int] = ..., end_byte: _Optional[int] = ..., start_line: _Optional[int] = ..., start_column: _Optional[int] = ..., end_line: _Optional[int] = ..., end_column: _Optional[int] = ...) -> None: ...

class TracedModule(_message.Message):
    __slots__ = ("format_version", "name", "file", "source", "lean_version", "lean_commit", "toolchain_kind", "tracer_version", "options", "imports", "declarations", "goals", "steps", "premises", "messages", "seconds", "peak_rss_bytes", "plugins", "constants", "auxiliaries", "interface_hash", "brings")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    FORMAT_VERSION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    LEAN_VERSION_FIELD_NUMBER: _ClassVar[int]
    LEAN_COMMIT_FIELD_NUMBER: _ClassVar[int]
    TOOLCHAIN_KIND_FIELD_NUMBER: _ClassVar[int]
    TRACER_VERSION_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    IMPORTS_FIELD_NUMBER: _ClassVar[int]
    DECLARATIONS_FIELD_NUMBER: _ClassVar[int]
    GOALS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    PREMISES_FIELD_NUMBER: _ClassVar[int]
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    PEAK_RSS_BYTES_FIELD_NUMBER: _ClassVar[int]
    PLUGINS_FIELD_NUMBER: _ClassVar[int]
    CONSTANTS_FIELD_NUMBER: _ClassVar[int]
    AUXILIARIES_FIELD_NUMBER: _ClassVar[int]
    INTERFACE_HASH_FIELD_NUMBER: _ClassVar[int]
    BRINGS_FIELD_NUMBER: _ClassVar[int]
    format_version: int
    name: str
    file: str
    source: str
    lean_version: str
    lean_commit: str
    toolchain_kind: str
    tracer_version: str
    options: _containers.ScalarMap[str, str]
    imports: _containers.RepeatedScalarFieldContainer[str]
    declarations: _containers.RepeatedCompositeFieldContainer[Declaration]
    goals: _containers.RepeatedCompositeFieldContainer[Goal]
    steps: _containers.RepeatedCompositeFieldContainer[Step]
    premises: _containers.RepeatedCompositeFieldContainer[PremiseUse]
    messages: _containers.RepeatedCompositeFieldContainer[Message]
    seconds: float
    peak_rss_bytes: int
    plugins: _containers.RepeatedScalarFieldContainer[str]
    constants: _containers.RepeatedCompositeFieldContainer[Constant]
    auxiliaries: _containers.RepeatedCompositeFieldContainer[Auxiliary]
    interface_hash: str
    brings: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, format_version: _Optional[int] = ..., name: _Optional[str] = ..., file: _Optional[str] = ..., source: _Optional[str] = ..., lean_version: _Optional[str] = ..., lean_commit: _Optional[str] = ..., toolchain_kind: _Optional[str] = ..., tracer_version: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., imports: _Optional[_Iterable[str]] = ..., declarations: _Optional[_Iterable[_Union[Declaration, _Mapping]]] = ..., goals: _Optional[_Iterable[_Union[Goal, _Mapping]]] = ..., steps: _Optional[_Iterable[_Union[Step, _Mapping]]] = ..., premises: _Optional[_Iterable[_Union[PremiseUse, _Mapping]]] = ..., messages: _Optional[_Iterable[_Union[Message, _Mapping]]] = ..., seconds: _Optional[float] = ..., peak_rss_bytes: _Optional[int] = ..., plugins: _Optional[_Iterable[str]] = ..., constants: _Optional[_Iterable[_Union[Constant, _Mapping]]] = ..., auxiliaries: _Optional[_Iterable[_Union[Auxiliary, _Mapping]]] = ..., interface_hash: _Optional[str] = ..., brings: _Optional[_Iterable[str]] = ...) -> None: ...

class Constant(_message.Message):
    __slots__ = ("name", "kind", "module", "origin", "range", "name_range", "doc", "statement", "attributes")
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MODULE_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    NAME_RANGE_FIELD_NUMBER: _ClassVar[int]
    DOC_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    name: str
    kind: str
    module: str
    origin: str
    range: Range
    name_range: Range
    doc: str
    statement: str
    attributes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[str] = ..., module: _Optional[str] = ..., origin: _Optional[str] = ..., range: _Optional[_Union[Range, _Mapping]] = ..., name_range: _Optional[_Union[Range, _Mapping]] = ..., doc: _Optional[str] = ..., statement: _Optional[str] = ..., attributes: _Optional[_Iterable[str]] = ...) -> None: ...

class Auxiliary(_message.Message):
    __slots__ = ("name", "declaration", "range")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    name: str
    declaration: str
    range: Range
    def __init__(self, name: _Optional[str] = ..., declaration: _Optional[str] = ..., range: _Optional[_Union[Range, _Mapping]] = ...) -> None: ...

class Declaration(_message.Message):
    __slots__ = ("name", "kind", "range", "name_range", "signature", "type", "type_hash", "proof_kind", "proof_range", "has_sorry", "axioms", "doc", "is_private", "is_prop", "attributes", "level_params", "modifiers", "type_constants", "value_constants", "proof_steps", "env_name", "has_error", "attributes_in_force")
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    NAME_RANGE_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    TYPE_HASH_FIELD_NUMBER: _ClassVar[int]
    PROOF_KIND_FIELD_NUMBER: _ClassVar[int]
    PROOF_RANGE_FIELD_NUMBER: _ClassVar[int]
    HAS_SORRY_FIELD_NUMBER: _ClassVar[int]
    AXIOMS_FIELD_NUMBER: _ClassVar[int]
    DOC_FIELD_NUMBER: _ClassVar[int]
    IS_PRIVATE_FIELD_NUMBER: _ClassVar[int]
    IS_PROP_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    LEVEL_PARAMS_FIELD_NUMBER: _ClassVar[int]
    MODIFIERS_FIELD_NUMBER: _ClassVar[int]
    TYPE_CONSTANTS_FIELD_NUMBER: _ClassVar[int]
    VALUE_CONSTANTS_FIELD_NUMBER: _ClassVar[int]
    PROOF_STEPS_FIELD_NUMBER: _ClassVar[int]
    ENV_NAME_FIELD_NUMBER: _ClassVar[int]
    HAS_ERROR_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTES_IN_FORCE_FIELD_NUMBER: _ClassVar[int]
    name: str
    kind: str
    range: Range
    name_range: Range
    signature: str
    type: str
    type_hash: str
    proof_kind: ProofKind
    proof_range: Range
    has_sorry: bool
    axioms: _containers.RepeatedScalarFieldContainer[str]
    doc: str
    is_private: bool
    is_prop: bool
    attributes: _containers.RepeatedScalarFieldContainer[str]
    level_params: _containers.RepeatedScalarFieldContainer[str]
    modifiers: _containers.RepeatedScalarFieldContainer[str]
    type_constants: _containers.RepeatedScalarFieldContainer[int]
    value_constants: _containers.RepeatedScalarFieldContainer[int]
    proof_steps: int
    env_name: str
    has_error: bool
    attributes_in_force: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[str] = ..., range: _Optional[_Union[Range, _Mapping]] = ..., name_range: _Optional[_Union[Range, _Mapping]] = ..., signature: _Optional[str] = ..., type: _Optional[str] = ..., type_hash: _Optional[str] = ..., proof_kind: _Optional[_Union[ProofKind, str]] = ..., proof_range: _Optional[_Union[Range, _Mapping]] = ..., has_sorry: _Optional[bool] = ..., axioms: _Optional[_Iterable[str]] = ..., doc: _Optional[str] = ..., is_private: _Optional[bool] = ..., is_prop: _Optional[bool] = ..., attributes: _Optional[_Iterable[str]] = ..., level_params: _Optional[_Iterable[str]] = ..., modifiers: _Optional[_Iterable[str]] = ..., type_constants: _Optional[_Iterable[int]] = ..., value_constants: _Optional[_Iterable[int]] = ..., proof_steps: _Optional[int] = ..., env_name: _Optional[str] = ..., has_error: _Optional[bool] = ..., attributes_in_force: _Optional[_Iterable[str]] = ...) -> None: ...

class Goal(_message.Message):
    __slots__ = ("mvar_id", "user_name", "pretty", "hypotheses", "target", "parses_back")
    MVAR_ID_FIELD_NUMBER: _ClassVar[int]
    USER_NAME_FIELD_NUMBER: _ClassVar[int]
    PRETTY_FIELD_NUMBER: _ClassVar[int]
    HYPOTHESES_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    PARSES_BACK_FIELD_NUMBER: _ClassVar[int]
    mvar_id: str
    user_name: str
    pretty: str
    hypotheses: _containers.RepeatedCompositeFieldContainer[Hypothesis]
    target: str
    parses_back: bool
    def __init__(self, mvar_id: _Optional[str] = ..., user_name: _Optional[str] = ..., pretty: _Optional[str] = ..., hypotheses: _Optional[_Iterable[_Union[Hypothesis, _Mapping]]] = ..., target: _Optional[str] = ..., parses_back: _Optional[bool] = ...) -> None: ...

class Hypothesis(_message.Message):
    __slots__ = ("name", "type", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    type: str
    value: str
    def __init__(self, name: _Optional[str] = ..., type: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ("id", "parent", "declaration", "text", "range", "kind", "elaborator", "goals_before", "goals_after", "closed", "opened", "links", "term_constants")
    ID_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ELABORATOR_FIELD_NUMBER: _ClassVar[int]
    GOALS_BEFORE_FIELD_NUMBER: _ClassVar[int]
    GOALS_AFTER_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    OPENED_FIELD_NUMBER: _ClassVar[int]
    LINKS_FIELD_NUMBER: _ClassVar[int]
    TERM_CONSTANTS_FIELD_NUMBER: _ClassVar[int]
    id: int
    parent: int
    declaration: str
    text: str
    range: Range
    kind: str
    elaborator: str
    goals_before: _containers.RepeatedScalarFieldContainer[int]
    goals_after: _containers.RepeatedScalarFieldContainer[int]
    closed: _containers.RepeatedScalarFieldContainer[int]
    opened: _containers.RepeatedScalarFieldContainer[int]
    links: _containers.RepeatedCompositeFieldContainer[Link]
    term_constants: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, id: _Optional[int] = ..., parent: _Optional[int] = ..., declaration: _Optional[str] = ..., text: _Optional[str] = ..., range: _Optional[_Union[Range, _Mapping]] = ..., kind: _Optional[str] = ..., elaborator: _Optional[str] = ..., goals_before: _Optional[_Iterable[int]] = ..., goals_after: _Optional[_Iterable[int]] = ..., closed: _Optional[_Iterable[int]] = ..., opened: _Optional[_Iterable[int]] = ..., links: _Optional[_Iterable[_Union[Link, _Mapping]]] = ..., term_constants: _Optional[_Iterable[int]] = ...) -> None: ...

class Link(_message.Message):
    __slots__ = ("goal", "subgoals")
    GOAL_FIELD_NUMBER: _ClassVar[int]
    SUBGOALS_FIELD_NUMBER: _ClassVar[int]
    goal: int
    subgoals: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, goal: _Optional[int] = ..., subgoals: _Optional[_Iterable[int]] = ...) -> None: ...

class PremiseUse(_message.Message):
    __slots__ = ("name", "module", "definition", "use", "declaration", "step")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MODULE_FIELD_NUMBER: _ClassVar[int]
    DEFINITION_FIELD_NUMBER: _ClassVar[int]
    USE_FIELD_NUMBER: _ClassVar[int]
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    name: str
    module: str
    definition: Range
    use: Range
    declaration: str
    step: int
    def __init__(self, name: _Optional[str] = ..., module: _Optional[str] = ..., definition: _Optional[_Union[Range, _Mapping]] = ..., use: _Optional[_Union[Range, _Mapping]] = ..., declaration: _Optional[str] = ..., step: _Optional[int] = ...) -> None: ...

class Message(_message.Message):
    __slots__ = ("severity", "text", "range")
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    severity: str
    text: str
    range: Range
    def __init__(self, severity: _Optional[str] = ..., text: _Optional[str] = ..., range: _Optional[_Union[Range, _Mapping]] = ...) -> None: ...

class ModuleFailure(_message.Message):
    __slots__ = ("format_version", "name", "file", "exit_code", "reason", "message", "seconds", "peak_rss_bytes")
    FORMAT_VERSION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    EXIT_CODE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    PEAK_RSS_BYTES_FIELD_NUMBER: _ClassVar[int]
    format_version: int
    name: str
    file: str
    exit_code: int
    reason: str
    message: str
    seconds: float
    peak_rss_bytes: int
    def __init__(self, format_version: _Optional[int] = ..., name: _Optional[str] = ..., file: _Optional[str] = ..., exit_code: _Optional[int] = ..., reason: _Optional[str] = ..., message: _Optional[str] = ..., seconds: _Optional[float] = ..., peak_rss_bytes: _Optional[int] = ...) -> None: ...
