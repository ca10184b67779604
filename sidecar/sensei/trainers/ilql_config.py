"""What a run of ILQL can be told, field by field."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from sensei.trainers.config import RunSettings


class Rewards(BaseModel):
    """What a whole tactic is worth, by what came of it.

    Args:
        failed: Lean refused it.
        ran: it ran, and led to no proof.
        proved: it led to a proof of its goal.
        in_proof: it stands in a proof of the theorem that was accepted.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    failed: float = -0.1
    ran: float = 0.1
    proved: float = 1.0
    in_proof: float = 10.0


class ILQLSettings(RunSettings):
    """Implicit language Q learning from searches; beside what every run can be told:

    Args:
        epochs: passes over the tactics.
        max_seq_len: most tokens of prompt and tactic together; see ``TuningSettings``.
        lr: peak learning rate; None is 5e-4 for a model of less than 20 million weights, 1e-5 for
            any other.
        rename_share: must be 0: under other names Lean might have said something else.
        gamma: what a reward is worth one token earlier.
        tau: of the expectile that V is of Q: a half is the mean, near 1 the maximum.
        alpha: the share by which the target copies of Q follow it after each step.
        double_q: the lesser of two target Q acts; without, the first alone.
        q_weight, v_weight: of the losses of Q and V.
        cql_weight: of the loss that holds Q of tokens that nobody tried down (CQL).
        awac_weight: of the loss of the policy, in which a token counts by its advantage (AWAC).
        awac_beta: how strongly: by exp(awac_beta x advantage); with 0 all count alike.
        awac_limit: most that a token counts.
        decode_beta: how strongly the values steer the decoding (models/ilql.py).
        rewards: of a tactic, given at its end token.
        patience: end after this many passes in a row without a lower loss on held-out tactics, and
            keep the weights of the lowest; None goes through all passes.
        eval_ratio: with ``patience``, where no tactics are held out: the share of the goals whose
            tactics are.
    """

    epochs: int = Field(default=3, ge=1)
    max_seq_len: int = Field(default=1024, ge=32)
    rename_share: float = Field(default=0.0, ge=0, le=0)
    gamma: float = Field(default=1.0, gt=0, le=1)
    tau: float = Field(default=0.9, gt=0, lt=1)
    alpha: float = Field(default=0.005, gt=0, le=1)
    double_q: bool = True
    q_weight: float = Field(default=1.0, ge=0)
    v_weight: float = Field(default=1.0, ge=0)
    cql_weight: float = Field(default=1e-4, ge=0)
    awac_weight: float = Field(default=1.0, ge=0)
    awac_beta: float = Field(default=1.0, ge=0)
    awac_limit: float = Field(default=20.0, gt=0)
    decode_beta: float = Field(default=1.0, ge=0)
    rewards: Rewards = Rewards()
    patience: int | None = Field(default=None, ge=1)
    eval_ratio: float = Field(default=0.1, gt=0, lt=1)
