"""Lean processes that make calls, and a grpcio server to call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from lean_caller import Caller, calling
from sidecar_stub import StubServer


@pytest.fixture(scope="session")
def call(library: Any) -> Iterator[Caller]:
    """One that calls by itself."""
    with calling(library, "direct") as caller:
        yield caller


@pytest.fixture(scope="session")
def bridged(library: Any) -> Iterator[Caller]:
    """One whose calls go through a bridge."""
    with calling(library, "bridge") as caller:
        yield caller


@pytest.fixture(params=["call", "bridged"])
def each(request: pytest.FixtureRequest) -> Any:
    """Either of them."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def server() -> Iterator[StubServer]:
    """A server on a free port."""
    server = StubServer()
    yield server
    server.stop()
