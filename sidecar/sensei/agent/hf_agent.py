"""The agent that fine-tunes a model of transformers on its repositories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sensei.agent.base_agent import BaseAgent, SetUp
from sensei.core.errors import UsageError
from sensei.data.examples import tactic_examples
from sensei.models.checkpoint import MANIFEST

if TYPE_CHECKING:
    from sensei.trainers.sft import SFTTrainer


class HFAgent(BaseAgent):
    """Trains a tactic generator, one repository after the other, and proves with it.

    Args:
        trainer: says which model, how, and where to; ``epochs_per_repo`` are of each repository.
            From the second repository on it trains what it made of the one before, which stays
            beside the output with a number.
        **options: those of ``BaseAgent``.
    """

    def __init__(self, trainer: SFTTrainer, **options: Any) -> None:
        super().__init__(**options)
        self.trainer = trainer

    def generator(self) -> str:
        """The trainer's checkpoint.

        Raises:
            UsageError: it is not trained yet.
        """
        folder = self.trainer.output_dir
        if not (folder / MANIFEST).is_file():
            raise UsageError(f"{folder} is no checkpoint yet", "call train() first")
        return str(folder.resolve())

    def train(self) -> None:
        """Trains on the training parts of the repositories, in order; checkpoints are chained.

        Raises:
            UsageError: no repository is set up, or one has nothing to train on.
        """
        from sensei.cli.training import recorded

        previous, last = self.trainer.model_name, self.trainer.output_dir
        ordered = self.in_order()
        for number, one in enumerate(ordered, start=1):
            # Each has a place of its own: an adapter needs the model that it is of.
            place = last if one is ordered[-1] else last.with_name(f"{last.name}-{number}")
            trainer = self.trainer.placed(previous, place)
            with self._store(one.root) as store:
                split = store.split(one.split)
                examples = tactic_examples(store, split, "train")
                recorded(
                    store,
                    "sft",
                    split,
                    data_set_hash=split.dataset_hash,
                    output=place,
                    config=trainer.settings.model_dump(mode="json") | {"model": previous},
                    train=lambda report, trainer=trainer, examples=examples, split=split: (  # type: ignore[misc]
                        trainer.train(examples, report=report, data_set_hash=split.dataset_hash)
                    ),
                )
            previous = str(place)

    def in_order(self) -> list[SetUp]:
        """The repositories in the order they are learned in: as they were set up."""
        return self._set_up_ones()
