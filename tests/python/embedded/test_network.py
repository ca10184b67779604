"""Bytes, sockets, timers and promises of the embedded library, against a real socket."""

from __future__ import annotations

import subprocess


def test_every_native_of_the_network_answers(echoed: subprocess.CompletedProcess[str]) -> None:
    assert echoed.returncode == 0, echoed.stdout + echoed.stderr
    assert echoed.stdout == "all right\n"
