"""What self-play needs from outside: a model that writes, trainings, and Lean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sensei.loop.selfplay.config import SelfPlayConfig
from sensei.loop.selfplay.desk import LeanDesk, shared_verifier
from sensei.loop.selfplay.pool import LocalPool, Pool
from sensei.models.checkpoint import Manifest
from sensei.models.statement_prompt import Lesson
from sensei.provers.scratch import project_header
from sensei.toolchain.workspace import LeanWorkspace
from sensei.verify.pool import VerifierPool


class Writer(Protocol):
    """Writes texts below prompts."""

    def write(self, prompts: Sequence[str], temperature: float, seed: int) -> list[str]:
        """An independent sample for each prompt; "" for none that ended."""
        ...

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """A vector for each text."""
        ...


class Shop(Protocol):
    """Models, trainings, Lean."""

    def identity(self) -> Sequence[str]:
        """What results depend on beside the configuration: the Lean, the starting weights."""
        ...

    def imports(self) -> str:
        """The beginning of a file that has all of the project."""
        ...

    def printed(self, names: Sequence[str]) -> dict[str, str]:
        """The types of the project's constants as Lean prints them, closed, with full names."""
        ...

    def writer(self, checkpoint: Path) -> AbstractContextManager[Writer]:
        """The model of a checkpoint."""
        ...

    def train(
        self, model: str, lessons: Sequence[Lesson], output: Path, *, epochs: int, lr: float | None
    ) -> Manifest:
        """Trains from a model to a checkpoint; goes on where it was ended."""
        ...

    def pool(self) -> AbstractContextManager[Pool]:
        """Lean, for jobs."""
        ...


@dataclass(frozen=True, slots=True)
class LeanShop:
    """The real one, on one machine.

    Args:
        root: the project.
        workspace: the same, built; made when Lean is first needed.
        jobs: Lean processes side by side.
        identity_of: which Lean, which weights.
        say: told which model is trained or loaded.
        ray: address of a Ray cluster whose processors do Lean's work, or ``local``; None for
            threads of this process.
        ray_workers: actors there; None takes one for each processor.
    """

    config: SelfPlayConfig
    root: Path
    workspace: Callable[[], LeanWorkspace]
    jobs: int
    identity_of: tuple[str, ...] = ()
    say: Callable[[str], None] = lambda text: None
    ray: str | None = None
    ray_workers: int | None = None

    def identity(self) -> Sequence[str]:
        """The Lean that traced the theorems."""
        return self.identity_of

    def imports(self) -> str:
        """The project's root modules."""
        return project_header(self.root).strip()

    def printed(self, names: Sequence[str]) -> dict[str, str]:
        """Types by full name."""
        desk = self._desk()
        try:
            return desk.printed(self.imports(), names)
        finally:
            desk.close()

    @contextmanager
    def writer(self, checkpoint: Path) -> Iterator[Writer]:
        """A checkpoint's model, loaded anew."""
        from sensei.models.writer import TextWriter

        train = self.config.train
        self.say(f"sensei: loading {checkpoint.name}")
        yield TextWriter(
            checkpoint,
            max_new_tokens=self.config.writer_tokens,
            device=train.device,
            threads=train.threads,
        )

    def train(
        self, model: str, lessons: Sequence[Lesson], output: Path, *, epochs: int, lr: float | None
    ) -> Manifest:
        """Trains in this process."""
        from sensei.trainers.lessons import train_writer

        settings = self.config.train.model_copy(update={} if lr is None else {"lr": lr})
        done = train_writer(
            model, lessons, output, settings, epochs=epochs, max_seq_len=settings.max_seq_len
        )
        return done.manifest

    @contextmanager
    def pool(self) -> Iterator[Pool]:
        """Threads, or actors of a cluster."""
        proofs = self.config.proofs
        if self.ray is None:
            with (
                shared_verifier(self.workspace(), proofs.seconds, proofs.kept_files) as shared,
                LocalPool(lambda: self._desk(shared), self.jobs) as own,
            ):
                yield own
            return
        from sensei.loop.selfplay.ray_desks import DeskPlan, ray_pool

        self.workspace()  # built before the actors open it
        about = {
            "root": str(self.root),
            "judge": self.config.judge.model_dump(mode="json"),
            "proof_seconds": proofs.seconds,
            "screen_behind": proofs.screen_behind,
            "second_share": proofs.second_share,
        }
        plan = DeskPlan("sensei.loop.selfplay.ray_desks:lean_desk", about)
        with ray_pool(self.ray, plan, self.ray_workers) as pool:
            yield pool

    def _desk(self, shared: VerifierPool | None = None) -> LeanDesk:
        proofs = self.config.proofs
        return LeanDesk(
            self.workspace(),
            self.config.judge,
            proofs.seconds,
            proofs.screen_behind,
            shared,
            proofs.second_share,
        )
