"""What a loop can be told, field by field."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from sensei.core.errors import UsageError
from sensei.core.types import Budget
from sensei.search.options import ASK_CRITICS, SEARCHES, SearchOptions

Part = Literal["train", "val", "test"]
Role = Literal["generator", "critic", "progress"]
Count = Annotated[int, Field(ge=1, lt=2**31)]
#: What a training command trains, where that is no generator.
_TRAINS: dict[str, Role] = {"critic": "critic", "progress": "progress"}
Config = TypeVar("Config", bound=BaseModel)
#: Options of a training command that the loop gives itself.
_OURS = (
    "--project", "--database", "--split", "--held-out", "--from-evaluations", "--output", "--name",
    "--seed", "--resume", "--replace", "--dry-run", "--json",
)  # fmt: skip


class SearchSettings(BaseModel):
    """The search of one theorem.

    Args:
        algorithm: a name that ``docs/search.md`` explains.
        candidates: tactics asked for a state.
        batch: states a call of the model.
        alpha: best-first: scores are divided by length^alpha.
        model_calls, tactic_calls: most of them in one search.
        seconds: wall clock of one search. With a limit, results depend on the machine's speed, and
            so does what a loop that was ended and goes on finds. Left out, there is none.
        tactic_seconds: of one tactic.
        temperature: of the generator; 0 takes the best of a beam.
        samples: searches of each theorem in a round; more than one needs a temperature.
        minimize: leave out lines that a found proof does not need.
        critic: htps, mcts: the critic or progress model of the first round, a checkpoint's folder
            or name; "" for none. A training that updates one takes its place.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    algorithm: str = "best_first"
    candidates: Count = 16
    batch: Count = 4
    alpha: float = Field(default=0.0, ge=0)
    model_calls: Count = 200
    tactic_calls: Count = 2000
    seconds: float | None = Field(default=None, gt=0)
    tactic_seconds: float = Field(default=2.0, gt=0)
    temperature: float = Field(default=0.0, ge=0)
    samples: Count = 1
    minimize: bool = False
    critic: str = ""

    @field_validator("algorithm")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in SEARCHES:
            raise ValueError(f"no search is called {name!r}; they are {', '.join(SEARCHES)}")
        return name

    @model_validator(mode="after")
    def _different(self) -> Self:
        if self.samples > 1 and not self.temperature > 0:
            raise ValueError("samples at temperature 0 are all the same: give a temperature")
        if self.critic and self.algorithm not in ASK_CRITICS:
            raise ValueError(f"{self.algorithm} asks no critic; {' and '.join(ASK_CRITICS)} do")
        return self

    def budget(self) -> Budget:
        """What one search may spend."""
        return Budget(self.seconds, self.model_calls, self.tactic_calls)

    def options(self, seed: int, critic: str = "") -> SearchOptions:
        """How one search goes.

        Args:
            critic: what attempts call the critic; "" for none.
        """
        return SearchOptions(
            self.candidates, self.batch, self.alpha, search=self.algorithm, seed=seed, critic=critic
        )


class TrainCommand(BaseModel):
    """One training after each evaluation.

    Args:
        command: the words after ``sensei``, as in ``train sft --epochs 3``. The loop adds the
            project, the split, what is held out, the evaluations so far, seed and output.
        updates: which model the next round takes from it: ``generator``, ``critic``, ``progress``,
            or ``nothing``. Left out, it is the one that the command trains.
        before_first: also train before the first evaluation, on traced proofs alone.
        from_previous: start from the model that it updates as it is now (``--model``), not from
            what the command says.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    command: str
    updates: Role | Literal["nothing"] | None = None
    before_first: bool = False
    from_previous: bool = False

    @field_validator("command")
    @classmethod
    def _ours(cls, command: str) -> str:
        words = shlex.split(command)
        if len(words) < 2 or words[0] != "train":
            raise ValueError("write it as in 'train sft --epochs 3'")
        taken = [word for word in words if word.partition("=")[0] in _OURS]
        if taken:
            raise ValueError(f"{taken[0]} is given by the loop itself")
        return command

    @property
    def role(self) -> Role | None:
        """Which model the next round takes from it; None for none."""
        if self.updates == "nothing":
            return None
        return self.updates or _TRAINS.get(self.words[1], "generator")

    @property
    def words(self) -> list[str]:
        """The command's words."""
        return shlex.split(self.command)


class LoopConfig(BaseModel):
    """A loop: in each round every theorem is tried, and the models learn from what was verified.

    Args:
        name: of the loop in the database, and the beginning of its checkpoints' names.
        rounds: how often to evaluate; a finished loop goes on when this is raised.
        seed: of the order of theorems, of sampling and of training.
        split: the frozen split that says which theorems are for what.
        generator: what the first round evaluates with: ``fixed``, ``untrained``, or a checkpoint's
            folder or name. A training ``before_first`` takes its place.
        part: the part of the split whose theorems are tried and learned from. Their own proofs are
            not shown to a model unless they are in ``train`` and a command trains on traced proofs.
        limit: only so many of them, chosen by the seed.
        shuffle: try them in the seed's order; else in the order of the split.
        skip_proved: do not try again what an earlier round proved.
        held_out: parts whose statements never enter training, whoever proves them.
        measure: how many theorems of ``measure_part`` are tried each round besides, to see what
            was learned; they are held out, so that nothing is learned from them.
        measure_part: the part they are of.
        train_after_last: train once more after the last evaluation.
        second_share: of a round's verified proofs this share, rounded up and chosen by the seed, is
            judged by a second checker too where there is one (docs/verification.md). What it
            refuses is not learned from. 0 asks none.
        search: the search of one theorem.
        train: trainings, in order; one or several models.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    name: str = Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$")
    rounds: Count = 3
    seed: int = Field(default=0, ge=0, lt=2**31)
    split: str = "default"
    generator: str = "fixed"
    part: Part = "train"
    limit: Count | None = None
    shuffle: bool = True
    skip_proved: bool = False
    held_out: tuple[Part, ...] = ("val", "test")
    measure: int = Field(default=0, ge=0)
    measure_part: Part = "test"
    train_after_last: bool = True
    second_share: float = Field(default=0.05, ge=0, le=1)
    search: SearchSettings = SearchSettings()
    train: tuple[TrainCommand, ...] = Field(default=(), max_length=20)

    @model_validator(mode="after")
    def _apart(self) -> Self:
        if self.part in self.held_out:
            raise ValueError(f"the part {self.part!r} cannot be tried and held out: see held_out")
        if self.measure and self.measure_part not in self.held_out:
            raise ValueError(f"measure_part {self.measure_part!r} is not held out: see held_out")
        for command in self.train:
            words = [part for word in command.words for part in word.split("=", 1)]
            if "--part" in words and words[words.index("--part") + 1 :][:1] != [self.part]:
                named = "".join(words[words.index("--part") + 1 :][:1])
                if named in self.held_out:
                    raise ValueError(f"{command.command!r} learns from a held-out part")
        return self


def read_config(path: Path) -> LoopConfig:
    """Reads a configuration file.

    Raises:
        UsageError: no such file, no TOML, or a field that is not as it must be.
    """
    return read_toml(path, LoopConfig, "docs/loop.md")


def read_toml(path: Path, kind: type[Config], page: str) -> Config:
    """Reads a configuration file of a kind, which a page explains.

    Raises:
        UsageError: no such file, no TOML, or a field that is not as it must be.
    """
    try:
        with path.open("rb") as file:
            values = tomllib.load(file)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}", f"{page} has an example") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {error}", "mend the file") from None
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        said = first["msg"].removeprefix("Value error, ")
        raise UsageError(
            f"{path}: {where}{': ' if where else ''}{said}", f"{page} says what each field is"
        ) from None
