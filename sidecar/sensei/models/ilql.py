"""A tactic generator with value heads: what ILQL trains, and the policy that they steer.

On the last hidden state h of each token stand five heads: V(h), two Q(h, ·) over the vocabulary,
and a slowly moving copy of each Q, the targets. Tactics are decoded from

    logits + beta (min(Q1', Q2') − V)

with the target copies Q'. A head is two layers, the second one zero at first, so that heads which
were not trained change nothing.

Source: Snell et al., Offline RL for Natural Language Generation with Implicit Language Q Learning
(arXiv 2206.11871), sections 3 and 4.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor, nn

from sensei.core.errors import CheckpointError
from sensei.models.checkpoint import ILQL
from sensei.models.loading import LoadedModel, save_pretrained

HEADS = "heads.safetensors"


class ValueHeads(nn.Module):  # type: ignore[misc]
    """The heads of a model.

    Args:
        hidden: H, the width of its last layer.
        vocabulary: V, how many tokens there are.
        seed: of the weights.
    """

    def __init__(self, hidden: int, vocabulary: int, seed: int = 0) -> None:
        super().__init__()
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self.v = _head(hidden, 1)
            self.q = nn.ModuleList([_head(hidden, vocabulary) for _ in range(2)])
        self.target = nn.ModuleList([_head(hidden, vocabulary) for _ in range(2)])
        self.target.load_state_dict(self.q.state_dict())
        self.target.requires_grad_(False)

    def value(self, hidden: Tensor) -> Tensor:
        """V of states: [..., H] to [...]."""
        found: Tensor = self.v(hidden).squeeze(-1)
        return found

    def advantages(self, hidden: Tensor) -> Tensor:
        """min(Q1', Q2') − V of every token, [..., H] to [..., V]."""
        targets = torch.minimum(self.target[0](hidden), self.target[1](hidden))
        return targets - self.v(hidden)

    def move_targets(self, alpha: float) -> None:
        """Moves the target copies by the share ``alpha`` of the way to the heads."""
        with torch.no_grad():
            pairs = zip(self.target.parameters(), self.q.parameters(), strict=True)
            for target, online in pairs:
                target.lerp_(online, alpha)


class SteeredModel(nn.Module):  # type: ignore[misc]
    """A causal language model whose logits are those of the steered policy.

    Args:
        model: of transformers.
        heads: its heads.
        beta: how strongly they steer; 0 leaves the model's own policy.
    """

    def __init__(self, model: Any, heads: ValueHeads, beta: float) -> None:
        super().__init__()
        self.model, self.heads, self.beta = model, heads, beta

    @property
    def config(self) -> Any:
        """The model's."""
        return self.model.config

    def forward(self, past_key_values: Any = None, logits_to_keep: int = 0, **inputs: Any) -> Any:
        """Logits [B, T, V] and the cache; the inputs are those of a model of transformers.

        Args:
            logits_to_keep: of the last so many tokens; 0 for all.
        """
        takes = inspect.signature(type(self.model).forward).parameters
        # transformers renames this argument; take the name the model at hand documents.
        cache = "cache" if "cache" in takes else "past_key_values"
        if logits_to_keep and "logits_to_keep" in takes:
            inputs["logits_to_keep"] = logits_to_keep
        output = self.model(**inputs, **{cache: past_key_values}, output_hidden_states=True)
        logits = output.logits[:, -logits_to_keep:]
        hidden = output.hidden_states[-1][:, -logits.shape[1] :]
        advantages = self.heads.advantages(hidden)
        return SimpleNamespace(
            logits=logits + self.beta * advantages, past_key_values=getattr(output, cache)
        )


def steered(loaded: LoadedModel, folder: Path) -> LoadedModel:
    """What serves a generator's checkpoint: one of ILQL with its heads, any other as it is.

    Args:
        loaded: of ``folder``.

    Raises:
        CheckpointError: the heads are none of this model.
    """
    manifest = loaded.manifest
    if manifest is None or manifest.kind != ILQL:
        return loaded
    beta = float(manifest.config["decode_beta"])
    heads = read_heads(loaded.model, folder).to(next(loaded.model.parameters()).device)
    model = SteeredModel(loaded.model, heads, beta)
    return LoadedModel(model, loaded.tokenizer, manifest)


def heads_of(model: Any, seed: int) -> ValueHeads:
    """Heads that were not trained."""
    width, vocabulary = model.get_output_embeddings().weight.shape[::-1]
    return ValueHeads(int(width), int(vocabulary), seed)


def read_heads(model: Any, folder: Path) -> ValueHeads:
    """The heads of a checkpoint.

    Raises:
        CheckpointError: they are none of this model.
    """
    from safetensors.torch import load_file

    heads = heads_of(model, 0)
    try:
        heads.load_state_dict(load_file(folder / HEADS))
    except (OSError, RuntimeError) as error:
        raise CheckpointError(
            f"{folder / HEADS} has no heads of this model: {error}",
            "train again: sensei train ilql",
        ) from None
    return heads


def save_steered(model: Any, heads: ValueHeads, tokenizer: Any, folder: Path) -> None:
    """Writes model, heads and tokenizer into ``folder``."""
    from safetensors.torch import save_file

    save_pretrained(model, tokenizer, folder)
    tensors = {name: t.detach().cpu().contiguous() for name, t in heads.state_dict().items()}
    save_file(tensors, folder / HEADS)


def _head(hidden: int, out: int) -> nn.Sequential:
    """Two layers, the second of which says nothing yet."""
    last = nn.Linear(2 * hidden, out)
    nn.init.zeros_(last.weight)
    nn.init.zeros_(last.bias)
    return nn.Sequential(nn.Linear(hidden, 2 * hidden), nn.ReLU(), last)
