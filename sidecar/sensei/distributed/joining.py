"""Joining a Ray cluster, or starting one on this machine."""

from __future__ import annotations

import importlib
import os
import socket
import sys
from typing import Any, Final

from sensei.core.errors import LeanProcessError, MissingExtraError

LOCAL: Final = "local"
"""As an address: a cluster on this machine, which ends with what joined it."""

_CONNECT_S: Final = 20.0
# Texts of a few KiB go through it; by default Ray takes a third of the memory.
_OBJECT_STORE_BYTES: Final = 80 * 1024**2


def join(address: str, slots: int, what: str) -> Any:
    """Joins a cluster; the module ``ray``, joined.

    Args:
        address: of a cluster that runs (``HOST:PORT``, ``ray://HOST:PORT``), or ``local``.
        slots: of a local cluster: Lean's processes are what takes the processors.
        what: needs Ray, for the error.

    Raises:
        MissingExtraError: ray is not installed.
        LeanProcessError: there is no cluster at the address.
    """
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise MissingExtraError(what, "ray") from None
    # Nothing is told to anyone about the use of this program.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    own: dict[str, Any] = {}
    if address == LOCAL:
        own = {
            "num_cpus": slots,
            "include_dashboard": False,
            "object_store_memory": _OBJECT_STORE_BYTES,
        }
    else:
        _ask_for_anyone(address)
    try:
        ray.init(
            address=address,
            configure_logging=False,
            log_to_driver=False,
            runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}},
            **own,
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _nobody(address, str(error).splitlines()[0]) from None
    return ray


def _ask_for_anyone(address: str) -> None:
    """Ray itself tries for many minutes to reach an address where nobody listens.

    Raises:
        LeanProcessError: nobody does.
    """
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return  # a name of Ray's own, such as auto
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECT_S).close()
    except (OSError, OverflowError) as error:
        raise _nobody(address, str(error)) from None


def _nobody(address: str, why: str) -> LeanProcessError:
    return LeanProcessError(f"no Ray cluster at {address}: {why}", "start one: ray start --head")
