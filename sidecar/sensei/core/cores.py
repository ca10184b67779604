"""How many processor cores there are to work with."""

from __future__ import annotations

import math
import os
from pathlib import Path

_QUOTA = Path("/sys/fs/cgroup/cpu.max")  # of a container; Linux's cgroup version 2


def usable_cores(quota: Path = _QUOTA) -> int:
    """The cores that this process may use: those it is bound to, as by ``taskset`` or a container's
    set, and no more than the share of time that its group has."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        cores = os.cpu_count() or 1
    try:
        share, period = quota.read_text("utf-8").split()
        cores = min(cores, math.ceil(int(share) / int(period)))
    except (OSError, ValueError):  # no such group, or "max"
        pass
    return max(1, cores)
