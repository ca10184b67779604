"""The losses of ILQL on the tokens of a batch's tactics.

With state h, token a, reward r (0 but at the end token), next state h', and target copies Q':

- Q:    (Q_i(h, a) − r − gamma V(h'))² of both; V(h') is 0 after the end token, and not moved;
- V:    |tau − 1[u < 0]| u² with u = Q'(h, a) − V(h), where Q' is the lesser of the two;
- CQL:  −log softmax(Q_i(h, ·))[a] of both;
- AWAC: −log pi(a | h) exp(beta (Q'(h, a) − V(h))), at most ``limit`` times.

Source: Snell et al. (arXiv 2206.11871), section 4; Nair et al., AWAC (arXiv 2006.09359), for the
last, as BAIT trains it.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from sensei.models.ilql import ValueHeads
from sensei.trainers.ilql_config import ILQLSettings


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of some tactics, T of them.

    Args:
        hidden: h, [T, H].
        following: h', [T, H].
        logits: of the policy, [T, V].
        actions: a, [T].
        rewards: r, [T].
        last: whether the token ends its tactic, [T].
    """

    hidden: Tensor
    following: Tensor
    logits: Tensor
    actions: Tensor
    rewards: Tensor
    last: Tensor

    def __post_init__(self) -> None:
        count = len(self.actions)
        assert self.hidden.shape == self.following.shape
        assert self.hidden.shape[0] == self.logits.shape[0] == count
        assert self.actions.shape == self.rewards.shape == self.last.shape == (count,)


@dataclass(frozen=True, slots=True)
class Terms:
    """The sum over the tokens of each loss, without its weight."""

    q: Tensor
    v: Tensor
    cql: Tensor
    awac: Tensor

    def total(self, settings: ILQLSettings) -> Tensor:
        """All of them by their weights."""
        return (
            settings.q_weight * self.q
            + settings.v_weight * self.v
            + settings.cql_weight * self.cql
            + settings.awac_weight * self.awac
        )


def ilql_terms(heads: ValueHeads, tokens: Tokens, settings: ILQLSettings) -> Terms:
    """The losses of some tokens."""
    actions = tokens.actions
    of_all = [q(tokens.hidden).float() for q in heads.q]  # [T, V] each
    taken = [_at(values, actions) for values in of_all]
    value = heads.value(tokens.hidden).float()
    with torch.no_grad():
        following = heads.value(tokens.following).float()
        aim = tokens.rewards + settings.gamma * following.masked_fill(tokens.last, 0.0)
        targets = [_at(q(tokens.hidden).float(), actions) for q in heads.target]
        target = torch.minimum(*targets) if settings.double_q else targets[0]
    above = target - value
    expectile = torch.where(above < 0, 1 - settings.tau, settings.tau)
    counts = torch.exp(settings.awac_beta * above.detach()).clamp(max=settings.awac_limit)
    policy = cross_entropy(tokens.logits.float(), actions, reduction="none")
    return Terms(
        q=sum(((q - aim) ** 2).sum() for q in taken),
        v=(expectile * above**2).sum(),
        cql=sum(cross_entropy(q, actions, reduction="sum") for q in of_all),
        awac=(counts * policy).sum(),
    )


def _at(values: Tensor, actions: Tensor) -> Tensor:
    """Of [T, V] the value of each action, [T]."""
    return values.gather(1, actions.unsqueeze(1)).squeeze(1)
