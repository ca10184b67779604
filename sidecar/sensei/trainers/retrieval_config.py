"""What the training of a retriever can be told, field by field."""

from __future__ import annotations

from pydantic import Field

from sensei.models.encoder_config import EncoderConfig
from sensei.trainers.config import RunSettings


class TrainingConfig(RunSettings):
    """Contrastive training of a dense retriever; beside what every run can be told:

    Args:
        model_name: ``configuration`` for the byte-level encoder made from one, a retriever's
            checkpoint, or a local folder with a Hugging Face encoder. Nothing is downloaded.
        epochs_per_repo: most passes over a repository's queries.
        batch_size: queries a batch; each is compared with what all of them bring.
        lr: peak learning rate; None is 2e-3 for an encoder made from a configuration, 2e-5 for any
            other that is not a checkpoint of ours, 1e-3 to go on from one.
        negatives: premises that are not used, brought by every query.
        in_file_negatives: how many of those are of the query's own file, before its theorem.
        temperature: similarities are divided by it.
        max_tokens: of a goal, which loses its beginning, or a premise, which loses its end.
        ewc_lambda: weight of elastic weight consolidation, which holds what earlier repositories
            taught; 0 holds nothing. The Fisher matrix is scaled to a mean of 1.
        fisher_queries: queries that the Fisher matrix is computed from, at the end of each
            repository.
        patience: evaluations on the validation queries (one an epoch) without a better R@10 or MRR
            after which a repository's training ends; None never ends it early. The best weights
            are kept.
        model: the shape of the encoder made from a configuration.
    """

    model_name: str = "configuration"
    epochs_per_repo: int = Field(default=6, ge=1)
    batch_size: int = Field(default=32, ge=2)
    negatives: int = Field(default=3, ge=0)
    in_file_negatives: int = Field(default=1, ge=0)
    temperature: float = Field(default=0.05, gt=0)
    max_tokens: int = Field(default=256, ge=16)
    ewc_lambda: float = Field(default=1.0, ge=0)
    fisher_queries: int = Field(default=64, ge=1)
    patience: int | None = Field(default=4, ge=1)
    model: EncoderConfig = EncoderConfig()  # type: ignore[assignment]
