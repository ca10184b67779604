"""The bodies of requests, with an example each. What a service checks is not checked twice here."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sensei.wire.v1 import run_pb2, search_pb2, tactic_pb2

#: Of what goes into a uint32 of the proto.
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
GOAL = "n : Nat\n⊢ n + 0 = n"


class Texts(BaseModel):
    """A body whose texts are Unicode: JSON can write half of a surrogate pair, which nothing that
    reads a text, nor an answer that quotes it, can take."""

    @model_validator(mode="before")
    @classmethod
    def _unicode(cls, data: Any) -> Any:
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValueError("a text has half of a surrogate pair, which is no Unicode") from None
        return data


class Body(Texts):
    """No unknown fields: a misspelt one is not ignored."""

    model_config = ConfigDict(extra="forbid")


class GenerateBody(Body):
    """LeanCopilot's request for tactics."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"name": "first", "input": GOAL, "prefix": "si"}}
    )
    name: str = Field("", description='the model\'s name; "" for the default')
    input: str = Field(description="the goal, as Lean prints it")
    prefix: str = Field("", description="what every tactic must begin with")
    use_reward: bool = Field(False, description="add steps_remaining and reward to each output")


class EncodeBody(Body):
    """LeanCopilot's request for a vector."""

    model_config = ConfigDict(json_schema_extra={"example": {"name": "", "input": GOAL}})
    name: str = Field("", description='the encoder\'s name; "" for the default')
    input: str = Field(description="a goal or a premise, as Lean prints it")


class SuggestBody(Body):
    """Tactics for goals."""

    model_config = ConfigDict(json_schema_extra={"example": {"goals": [GOAL], "candidates": 4}})
    goals: list[str] = Field(description="as Lean prints them")
    candidates: Count = Field(0, description="tactics a goal; 0 takes the default, 8")
    prefix: str = Field("", description="what every tactic must begin with")
    model: str = Field("", description='"" for the default')

    def message(self) -> Any:
        """Its message."""
        goals = [tactic_pb2.GoalContext(pretty=goal) for goal in self.goals]
        return tactic_pb2.SuggestRequest(
            goals=goals, candidates=self.candidates, prefix=self.prefix, model=self.model
        )


class RetrieveBody(Body):
    """Premises for a goal."""

    model_config = ConfigDict(json_schema_extra={"example": {"goal": GOAL, "count": 8}})
    goal: str = Field(description="as Lean prints it")
    count: Count = Field(0, description="0 takes the default, 32")
    module: str = Field("", description="where the goal is: what it does not import is left out")
    imports: list[str] = Field([], description="modules that its file imports")
    model: str = Field("", description='the retriever; "" for the default')

    def message(self) -> Any:
        """Its message."""
        goal = tactic_pb2.GoalContext(pretty=self.goal, module=self.module, imports=self.imports)
        return tactic_pb2.SelectPremisesRequest(goal=goal, count=self.count, model=self.model)


class ProveBody(Body):
    """A search for a proof of one theorem of the project, judged by Lean."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"declaration": "Kata.half_double", "milliseconds": 10000}}
    )
    declaration: str = Field(description="full name, or the end of one that is unique")
    module: str = Field("", description="its module, if the name does not say enough")
    milliseconds: Count = Field(0, description="0 takes the default, 60000")
    model_calls: Count = Field(0, description="0 takes the default, 200")
    tactic_calls: Count = Field(0, description="0 takes the default, 2000")
    candidates: Count = Field(0, description="tactics a state; 0 takes the default, 16")
    search: str = Field("", description="best_first or another; see docs/search.md")
    model: str = Field("", description='"" for the default')
    stream: bool = Field(False, description="answer with server-sent events, as it happens")

    def message(self) -> Any:
        """Its message."""
        budget = search_pb2.SearchBudget(
            milliseconds=self.milliseconds,
            model_calls=self.model_calls,
            tactic_calls=self.tactic_calls,
        )
        return search_pb2.SearchRequest(
            declaration=self.declaration,
            module=self.module,
            budget=budget,
            candidates=self.candidates,
            search=self.search,
            model=self.model,
        )


class VerifyBody(Body):
    """A proof to be judged."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"declaration": "Kata.half_double", "proof": "by\n  simp [half]"}
        }
    )
    declaration: str = Field(description="full name, or the end of one that is unique")
    module: str = Field("", description="its module, if the name does not say enough")
    proof: str = Field(description="what replaces the original proof, from `by` on")


class RunBody(Body):
    """A training or an evaluation on the server."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"kind": "prove", "arguments": ["--split", "test"]}}
    )
    kind: Literal["train_sft", "prove"]
    arguments: list[str] = Field([], description="of the verb, as on the command line")

    def message(self) -> Any:
        """Its message."""
        kind = f"RUN_KIND_{self.kind.upper()}"
        return run_pb2.StartRunRequest(kind=kind, arguments=self.arguments)


class ChatPart(BaseModel):
    """A part of a message; only text is read."""

    type: str
    text: str = ""


class ChatMessage(BaseModel):
    """One of a conversation."""

    role: str
    content: str | list[ChatPart] | None = None

    @property
    def text(self) -> str:
        """What it says."""
        if isinstance(self.content, list):
            return "".join(part.text for part in self.content if part.type == "text")
        return self.content or ""


class ChatBody(Texts):
    """OpenAI's request for chat completions. Fields that are not named here are not read."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"model": "first", "messages": [{"role": "user", "content": GOAL}], "n": 4}
        }
    )
    model: str = Field(description="a name of GET /v1/models")
    messages: list[ChatMessage] = Field(description="the last one of the user is the goal")
    n: Count | None = Field(None, description="completions; null takes 1")
    stream: bool | None = Field(None, description="answer with chunks, as server-sent events")
