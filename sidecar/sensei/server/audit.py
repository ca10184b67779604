"""Who asked what: a line of JSON a request, in the project's ``.lake/sensei/audit.jsonl``, 0600.

Bodies, goals and tokens are not kept. At 8 MiB the file becomes ``audit.jsonl.1``, in place of the
one that had this name.
"""

from __future__ import annotations

import json
import logging
import os
import time
from pathlib import Path

from sensei.core.errors import UsageError

MAX_BYTES = 8 * 1024 * 1024
log = logging.getLogger("sensei.server")


def audit_file(root: Path) -> Path:
    """Its place in a project."""
    return root / ".lake" / "sensei" / "audit.jsonl"


class AuditLog:
    """Appends to the file. Belongs to one event loop; ``close`` ends it.

    Raises:
        UsageError: the file cannot be written.
    """

    def __init__(self, path: Path, max_bytes: int = MAX_BYTES) -> None:
        self._path, self._max_bytes = path, max_bytes
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._open()
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from None

    def _open(self) -> int:
        return os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600)

    def note(self, peer: str, what: str) -> None:
        """A request that was let in. A full disk does not stop it: that is logged."""
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = json.dumps({"at": now, "peer": peer, "what": what}) + "\n"
        try:
            os.write(self._file, line.encode())
            if os.fstat(self._file).st_size >= self._max_bytes:
                os.replace(self._path, self._path.with_name(self._path.name + ".1"))
                os.close(self._file)
                self._file = self._open()
        except OSError as error:
            log.error("%s: %s", self._path, error.strerror)

    def close(self) -> None:
        """Ends it."""
        os.close(self._file)
