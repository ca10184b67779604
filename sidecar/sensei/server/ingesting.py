"""IngestService: a stream of trace records into the store, all or nothing.

The records go to files of a temporary folder, which `sensei.ingest` then reads as it reads a
tracer's: it checks all of them before it writes.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToJson

from sensei.core.errors import SenseiError, UsageError
from sensei.ingest.ingest import IngestReport, ingest
from sensei.server.service import refuse
from sensei.server.state import State
from sensei.store import Store
from sensei.wire.v1 import ingest_pb2, ingest_pb2_grpc


class IngestService(ingest_pb2_grpc.IngestServiceServicer):
    """Takes traces of the server's project.

    Args:
        store: where they go.
        max_bytes: of one stream, on disk.
    """

    def __init__(self, state: State, store: Store, *, max_bytes: int = 4 * 1024**3) -> None:
        self._state, self._store, self._max_bytes = state, store, max_bytes
        self._one = asyncio.Lock()

    async def Ingest(self, requests: AsyncIterator[Any], context: Any) -> Any:
        """See the proto."""
        try:
            with tempfile.TemporaryDirectory(prefix="sensei-ingest-") as folder:
                await self._receive(requests, Path(folder))
                async with self._one:
                    report = await asyncio.to_thread(
                        ingest, Path(folder), self._store, self._state.root
                    )
        except SenseiError as error:
            await refuse(self._state, context, error)
        return _reply(report)

    async def _receive(self, requests: AsyncIterator[Any], folder: Path) -> None:
        number = size = 0
        goes_on = False  # whether the record at hand has more bytes to come
        async for request in requests:
            part = request.WhichOneof("part")
            if (part == "begin") != (number == 0):
                raise UsageError("the first message, and no other, is `begin`")
            if goes_on and part not in ("record_json", "record_json_part"):
                raise UsageError("a record that goes on is followed by its next part")
            path = folder / f"{number:08}.json"
            text = b""
            if part == "begin":
                wanted = request.begin.project
                if wanted and Path(wanted).resolve() != self._state.root:
                    raise UsageError(f"this server is of {self._state.root}, not of {wanted}")
            elif part == "record":
                text = MessageToJson(request.record, indent=None).encode()
            elif part in ("record_json", "record_json_part"):
                text = getattr(request, part)
            else:
                raise UsageError(f"message {number + 1} of the stream has no part")
            size += len(text)
            if size > self._max_bytes:
                raise UsageError(f"a stream of more than {self._max_bytes} bytes")
            if part != "begin":
                await asyncio.to_thread(_append, path, text)
            goes_on = part == "record_json_part"
            if not goes_on:
                number += 1
        if goes_on:
            raise UsageError("the stream ends within a record")
        if number == 0:
            raise UsageError("an empty stream; the first message is `begin`")


def _append(path: Path, text: bytes) -> None:
    with path.open("ab") as file:
        file.write(text)


def _reply(report: IngestReport) -> Any:
    counts = report.counts
    return ingest_pb2.IngestReply(
        snapshot=report.snapshot.id,
        modules=counts.modules,
        declarations=counts.declarations,
        steps=counts.steps,
        premise_uses=counts.premises,
        failures=sum(counts.failures.values()),
        unchanged=report.unchanged,
    )
