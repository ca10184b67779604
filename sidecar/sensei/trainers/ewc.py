"""Elastic weight consolidation: what was learned before holds the weights that it needs.

Source: Kirkpatrick et al., Overcoming catastrophic forgetting in neural networks (2017), equation
3; one running Fisher matrix for all that came before, as in Schwarz et al., Progress & Compress
(2018). What differs: the matrix (its diagonal) is scaled to a mean of 1, so that lambda does not
depend on how small the gradients are at the end of a training.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

FISHER_FILE = "fisher.safetensors"

Weights = dict[str, Tensor]


def trainable(model: Any) -> Weights:
    """The weights that are trained, by name."""
    return {name: p for name, p in model.named_parameters() if p.requires_grad}


def fisher_diagonal(model: Any, losses: Iterable[Tensor]) -> Weights:
    """The mean square of the gradients of the log-likelihoods, scaled to a mean of 1.

    Args:
        losses: the negative log-likelihood of each example, each with its graph.
    """
    weights = trainable(model)
    sums = {name: torch.zeros_like(weight) for name, weight in weights.items()}
    for loss in losses:
        gradients = torch.autograd.grad(
            loss, list(weights.values()), retain_graph=True, allow_unused=True
        )
        for name, gradient in zip(weights, gradients, strict=True):
            if gradient is not None:
                sums[name] += gradient.detach() ** 2
    return scaled(sums)


def scaled(fisher: Weights) -> Weights:
    """The same with a mean of 1; zeros stay."""
    total = sum(float(value.sum()) for value in fisher.values())
    mean = total / max(1, sum(value.numel() for value in fisher.values()))
    return {name: value / mean if mean > 0 else value for name, value in fisher.items()}


def joined(before: Weights | None, now: Weights) -> Weights:
    """The matrix of all that was learned, scaled again."""
    if before is None:
        return now
    return scaled({name: before[name].to(value.device) + value for name, value in now.items()})


def penalty(model: Any, fisher: Weights, anchor: Weights) -> Tensor:
    """Half the sum of F times the squared distance from the weights before."""
    weights = trainable(model)
    terms = [(fisher[name] * (weights[name] - anchor[name]) ** 2).sum() for name in fisher]
    return torch.stack(terms).sum() / 2


def save_fisher(fisher: Weights, folder: Path) -> None:
    """Writes the matrix beside the weights it belongs to."""
    from safetensors.torch import save_file

    save_file(
        {name: value.detach().cpu().contiguous() for name, value in fisher.items()},
        folder / FISHER_FILE,
    )


def load_fisher(folder: Path) -> Weights | None:
    """The matrix of a checkpoint, or None if it has none."""
    from safetensors.torch import load_file

    path = folder / FISHER_FILE
    return load_file(path) if path.is_file() else None
