"""What self-play can be told, field by field. Constants are the paper's unless it is said.

The paper: Dong and Ma, "STP: Self-play LLM Theorem Provers with Iterative Conjecturing and
Proving", 2025 (arXiv:2502.00212), and its released code, where the two differ or only one says.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sensei.loop.config import read_toml
from sensei.trainers.config import RunSettings

Part = Literal["train", "val", "test"]
Count = Annotated[int, Field(ge=1, lt=2**31)]
Share = Annotated[float, Field(ge=0, le=1)]


class _Fields(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class DataSettings(_Fields):
    """Which statements are for what.

    Args:
        split: the frozen split.
        taught: parts whose traced proofs the first model is trained on.
        part: the part whose statements are proved and learned from; their own proofs are not shown.
        limit: only so many of them, chosen by the seed.
        files: benchmark files whose statements are proved besides (docs/evaluation.md).
        examples: files of the released training examples to train the first model on besides.
        held_out: parts whose statements nothing may be trained on. Checked in every round.
        header: show a statement's imports, namespaces and openings above it.
        goals: also teach the goals of the taught proofs as theorems of their own, with the rest of
            their proof. Ours, for small models; the paper's has read a library before.
    """

    split: str = "default"
    taught: tuple[Part, ...] = ("train",)
    part: Part = "val"
    limit: Count | None = None
    files: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    held_out: tuple[Part, ...] = ("test",)
    header: bool = True
    goals: bool = False

    @model_validator(mode="after")
    def _apart(self) -> Self:
        for part in (self.part, *self.taught):
            if part in self.held_out:
                raise ValueError(f"the part {part!r} cannot be learned from and held out")
        return self


class MeasureSettings(_Fields):
    """Held-out theorems that are tried in each round; nothing is learned from them.

    Args:
        part: of the split.
        theorems: how many, chosen by the seed; 0 measures nothing.
        samples: proofs of each. Ours; the paper has 64 to 3,200.
        k: pass@k that are estimated.
    """

    part: Part = "test"
    theorems: int = Field(default=0, ge=0)
    samples: Count = 8
    k: tuple[Count, ...] = (1, 8)

    @model_validator(mode="after")
    def _enough(self) -> Self:
        if max(self.k, default=1) > self.samples:
            raise ValueError(f"pass@{max(self.k)} needs as many samples, not {self.samples}")
        return self


class ConjectureSettings(_Fields):
    """How conjectures are asked for.

    Args:
        enabled: without them, self-play is expert iteration.
        taught: teach the first model to make conjectures, enabled or not.
        seed_rate: a proved theorem is a seed when more than this share of its proofs was right.
        taught_seeds: taught theorems with their traced proofs are seeds, too: else there is none
            in the first round. Ours; the paper's are proofs that were found.
        no_lemma: how often a seed is also used with no lemma in particular.
        lemma_share: no lemma is in more than this share of the prompts.
        multiplier: at most so many conjectures for each statement that is tried.
        oversample: texts that are written for each conjecture that is wanted, as many fall away.
            Ours.
        temperature: of the writing.
        tuples: of one (lemma, earlier theorem, later theorem) in the first model's lessons, at
            most so many for a later theorem and a lemma, the nearest. Ours; the paper has all.
            With ``data.goals``, as many goals of a harder one's proof lead to it.
        neighbours: so many theorems before a taught one in its file lead to it, too, by no lemma in
            particular. Ours; the paper has none.
    """

    enabled: bool = True
    taught: bool = True
    seed_rate: Share = 0.35
    taught_seeds: bool = False
    no_lemma: Share = 0.5
    lemma_share: Annotated[float, Field(gt=0, le=1)] = 0.1
    multiplier: Annotated[float, Field(gt=0)] = 1.0
    oversample: Annotated[float, Field(ge=1)] = 2.0
    temperature: Annotated[float, Field(gt=0)] = 1.0
    tuples: Count | None = 4
    neighbours: int = Field(default=0, ge=0)


class JudgeSettings(_Fields):
    """What Lean says about a conjecture before anyone tries to prove it. All ours.

    Args:
        trivial: a conjecture that one of these proves is too easy.
        false_by: with these, the hypotheses are tried to prove ``False``; what does it is verified.
        restated: refuse what says the same as a known theorem, up to names and what Lean unfolds.
        known: of the known theorems only so many are compared with, those that share most names.
        seconds: of one tactic.
    """

    trivial: tuple[str, ...] = ("trivial", "rfl", "assumption", "contradiction", "decide", "omega")
    false_by: tuple[str, ...] = ("contradiction", "omega", "simp_all")
    restated: bool = True
    known: Count = 1000
    seconds: Annotated[float, Field(gt=0)] = 2.0


class ProofSettings(_Fields):
    """How proofs are sampled and checked.

    Args:
        first_samples: of each statement in the first round.
        samples: in each later one.
        budget: proofs sampled in a round over all statements and conjectures, in place of
            ``first_samples`` and ``samples``: each gets its share of them. Ours.
        retry_share: how often a statement that was proved is tried again.
        retry_rate: one that was proved by less than this share of its proofs is tried always.
        temperature: of the sampling.
        seconds: of one proof in Lean. The paper has 200.
        verified: of the different proofs that Lean ran through, so many of a statement are compiled
            and judged in a round, the shortest first; no other counts. Ours: the paper believes
            its server.
        second_share: of the accepted proofs this share is judged by a second checker too, where
            there is one (docs/verification.md); what it refuses is not right. Ours.
        screen_behind: try proofs of the project's theorems behind the whole project first, where
            many are tried in the time of one that is opened in its own place, and there only what
            ran through. It misses a proof that only its place can read. Ours.
        kept_files: of the project, whose elaboration is kept for verdicts; each may take 200 MB.
            Ours.
    """

    first_samples: Count = 64
    samples: Count = 32
    budget: Count | None = None
    retry_share: Share = 0.05
    retry_rate: Share = 0.35
    temperature: Annotated[float, Field(gt=0)] = 1.0
    seconds: Annotated[float, Field(gt=0)] = 20.0
    verified: Count = 16
    second_share: Share = 0.05
    screen_behind: bool = False
    kept_files: Count = 8


class SelectSettings(_Fields):
    """Which conjectures the next model learns to make.

    Args:
        rate: proved, but by no more than this share of its proofs.
        uses_lemma: only where the elaborated proof names the lemma it was asked with.
        inelegant: of what is left, this share with the shortest proof for their length is dropped.
        inelegant_by_lemma: among those of one lemma, as the released code does; else among all, as
            the paper says.
        matching: how weights are moved towards the unproved statements: ``exact`` is the optimal
            transport, ``greedy`` the reference's, ``none`` gives all weight 1.
        capacity: most weight of one conjecture, where 1 is the mean.
    """

    rate: Share = 0.25
    uses_lemma: bool = True
    inelegant: Share = 0.2
    inelegant_by_lemma: bool = True
    matching: Literal["exact", "greedy", "none"] = "exact"
    capacity: Annotated[float, Field(ge=1)] = 4.0


class ReplaySettings(_Fields):
    """Which proofs the next model learns.

    Args:
        rounds: proofs of so many last rounds.
        rate: of what was proved by no more than this share of its proofs.
        length_decay: weight falls by e for 1/this many characters of a proof.
        seconds_decay: and for 1/this many seconds in Lean.
        taught_share: the weight of the first model's lessons among all. Ours; the paper has 0.
        from_previous: the next model goes on from this one; else from the first.
    """

    rounds: Count = 3
    rate: Share = 0.5
    length_decay: Annotated[float, Field(ge=0)] = 0.001
    seconds_decay: Annotated[float, Field(ge=0)] = 0.01
    taught_share: Annotated[float, Field(ge=0, lt=1)] = 0.0
    from_previous: bool = True


class FinalSettings(_Fields):
    """Re-training from the base model on what all rounds proved, with the first model's lessons.

    Args:
        enabled: do it after the last round.
        every: also after so many rounds; the next round goes on with it and forgets the proofs
            before. None never. The paper does it now and then.
        rate: of what was proved by no more than this share of its proofs.
        proofs: most different ones of a statement.
        length_decay: as in ``replay``.
    """

    enabled: bool = True
    every: Count | None = None
    rate: Share = 0.25
    proofs: Count = 16
    length_decay: Annotated[float, Field(ge=0)] = 0.001


class TrainSettings(RunSettings):
    """Training on weighted lessons, beside what every run can be told.

    Args:
        epochs: passes over the lessons of the first and the final model.
        round_epochs: and of those between. The paper has 1 of both.
        round_lr: peak learning rate of those between; None is ``lr``.
        max_seq_len: most tokens of prompt and completion; longer lessons are left out.
        rename_share: the share of lessons whose variables get other names, anew in each epoch.
            Ours; the paper has 0.
    """

    epochs: Count = 1
    round_epochs: Count = 1
    round_lr: float | None = Field(default=None, gt=0)
    max_seq_len: int = Field(default=1024, ge=64)
    rename_share: Share = 0.0


class SelfPlayConfig(_Fields):
    """Self-play: a first model, rounds of conjecturing and proving, and a final model.

    Args:
        name: of the run, its folder and its checkpoints.
        rounds: how many; a finished run goes on when this is raised.
        seed: of everything that is drawn.
        model: what everything is trained from: ``configuration`` or a local model's folder.
        writer_tokens: longest proof or conjecture, in tokens.
        write_batch: texts written at a time. Another gives other texts.
    """

    name: str = Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$")
    rounds: Count = 3
    seed: int = Field(default=0, ge=0, lt=2**31)
    model: str = "configuration"
    writer_tokens: int = Field(default=512, ge=16)
    write_batch: Count = 64
    data: DataSettings = DataSettings()
    measure: MeasureSettings = MeasureSettings()
    conjectures: ConjectureSettings = ConjectureSettings()
    judge: JudgeSettings = JudgeSettings()
    proofs: ProofSettings = ProofSettings()
    select: SelectSettings = SelectSettings()
    replay: ReplaySettings = ReplaySettings()
    final: FinalSettings = FinalSettings()
    train: TrainSettings = TrainSettings()

    @model_validator(mode="after")
    def _measured_is_held_out(self) -> Self:
        if self.measure.theorems and self.measure.part not in self.data.held_out:
            raise ValueError(f"measure.part {self.measure.part!r} is not held out")
        return self


def read_config(path: Path) -> SelfPlayConfig:
    """Reads a configuration file.

    Raises:
        UsageError: no such file, no TOML, or a field that is not as it must be.
    """
    return read_toml(path, SelfPlayConfig, "docs/selfplay.md")
