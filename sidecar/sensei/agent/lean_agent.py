"""The agent that learns repositories as a curriculum, the easiest first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.agent.base_agent import SetUp
from sensei.agent.hf_agent import HFAgent
from sensei.data.repositories import repositories
from sensei.ingest.identity import project_snapshot

if TYPE_CHECKING:
    from sensei.trainers.sft import SFTTrainer


class LeanAgent(HFAgent):
    """As ``HFAgent``, but repositories are learned in the order of their easy theorems, most first.

    Args:
        trainer: of each step; checkpoints are chained.
        database: shared by all repositories, so that their theorems are rated against each other;
            by default a file beside the checkpoint.
        **options: those of ``BaseAgent``.

    Source: LeanAgent's curriculum; what rates a theorem is in ``data/repositories.py``.
    """

    def __init__(
        self, trainer: SFTTrainer, *, database: str | Path | None = None, **options: Any
    ) -> None:
        if database is None:
            output = Path(trainer.output_dir).resolve()
            database = output.with_name(f"{output.name}.db")
        super().__init__(trainer, database=database, **options)

    def in_order(self) -> list[SetUp]:
        """The repositories, the one with most easy theorems first."""
        mine = super()._set_up_ones()
        with self._store(mine[0].root) as store:
            by_id = {project_snapshot(store, one.root).id: one for one in mine}
            chosen = [store.snapshot(number) for number in by_id]
            return [by_id[repository.snapshot.id] for repository in repositories(store, chosen)]
