"""What is held until it is closed, and is closed at the end of its ``with``."""

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closing(ABC):
    """Closes itself at the end of its ``with``, however that ends."""

    __slots__ = ()

    @abstractmethod
    def close(self) -> None:
        """Gives back what it holds; safe to call twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
