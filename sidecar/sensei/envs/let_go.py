"""Ending a subprocess of asyncio for good, before its loop is closed."""

from __future__ import annotations

import asyncio


async def let_go(process: asyncio.subprocess.Process | None) -> None:
    """Closes the pipes of a process that has ended.

    asyncio does so by itself some turns after the end, when the loop may be closed already; the
    pipes would stay open, and be complained of wherever they are collected.
    """
    transport: asyncio.SubprocessTransport | None = getattr(process, "_transport", None)
    if transport is not None:
        transport.close()
    for _ in range(3):
        await asyncio.sleep(0)
