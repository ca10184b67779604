"""In which order files of tests go to the workers of pytest-xdist."""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

#: Folders by what their tests need for long: a session's fixtures, or imports. At the front what
#: traces and builds projects, at the back what trains; in the middle what is short, so that the
#: workers, when they meet there, end together.
FRONT = (
    "tests/e2e/",
    "tests/adversarial/",
    "tests/lean/samples/",
    "tests/lean/trace/",
    "tests/python/toolchain/",
    "tests/python/embedded/",
    "tests/lean/gym/",
)
BACK = (
    "tests/lean/client/",
    "tests/lean/",
    "tests/python/envs/",
    "tests/python/server/",
    "tests/python/provers/",
    "tests/python/loop/",
    "tests/python/models/",
    "tests/python/trainers/",
)


def place(file: str) -> int:
    """Where a file stands: below 0 at the front, above at the back."""
    for at, folder in enumerate(FRONT):
        if file.startswith(folder):
            return at - len(FRONT)
    for at, folder in enumerate(BACK, 1):
        if file.startswith(folder):
            return at
    return 0


class BothEnds(LoadFileScheduling):  # type: ignore[misc]
    """Every other worker takes files from the back: what a worker has made once for its session is
    used by the files it gets next, and is seldom made by two."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _assign_work_unit(self, node: Any) -> None:
        if self.nodes.index(node) % 2 == 0:
            file = min(self.workqueue, key=place)
        else:
            file = max(reversed(self.workqueue), key=place)
        self.workqueue.move_to_end(file, last=False)
        super()._assign_work_unit(node)
