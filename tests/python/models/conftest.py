"""A tiny checkpoint for the tests of this folder."""

from pathlib import Path

import pytest


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    """On disk, and the test's own to damage."""
    torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")
    torch.set_num_threads(1)
    from fakes.checkpoints import write_tiny

    return write_tiny(tmp_path / "tiny")
