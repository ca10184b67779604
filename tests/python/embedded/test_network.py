"""Bytes, sockets, timers and promises of the embedded library, against a real socket."""

from __future__ import annotations

import socketserver
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., subprocess.CompletedProcess[str]]
PROGRAM = Path(__file__).resolve().parents[2] / "lean" / "embedded" / "programs" / "network.lean"


class Echo(socketserver.BaseRequestHandler):
    """Sends back what comes, and closes after `bye`."""

    def handle(self) -> None:
        while received := self.request.recv(1024):
            self.request.sendall(received)
            if received == b"bye":
                return


def test_every_native_of_the_network_answers(lean: Run) -> None:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            done = lean("--run", PROGRAM, str(server.server_address[1]))
        finally:
            server.shutdown()
            thread.join()
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "all right\n"
