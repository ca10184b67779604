"""A client of the language server, just large enough for tests: JSON-RPC over a child's pipes."""

import json
import queue
import subprocess
import threading
import time
from pathlib import Path
from typing import Any


class LspSession:
    """Starts a server; collects diagnostics; every wait has a deadline."""

    def __init__(self, command: list[str | Path], folder: Path, env: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command, cwd=folder, env=env,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}
        self.last_id = 0
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self.request("initialize", {"processId": None, "rootUri": folder.as_uri(),
                                    "capabilities": {}})  # fmt: skip
        self.notify("initialized", {})

    def __enter__(self) -> "LspSession":
        return self

    def __exit__(self, *error: object) -> None:
        try:
            if self.process.poll() is None and error[0] is None:
                self.request("shutdown", None)
                self._send({"method": "exit"})
                self.process.wait(10)
        finally:
            self.process.kill()
            self.process.wait()
            self.reader.join(10)
            for pipe in (self.process.stdin, self.process.stdout):
                assert pipe is not None
                pipe.close()

    def _read(self) -> None:
        out = self.process.stdout
        assert out is not None
        while True:
            size = 0
            while (line := out.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    size = int(line.split(b":")[1])
            if not size:
                self.messages.put(None)
                return
            self.messages.put(json.loads(out.read(size)))

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: object, timeout_s: float = 60.0) -> Any:
        self.last_id += 1
        self._send({"id": self.last_id, "method": method, "params": params})
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                message = self.messages.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no answer to {method} in {timeout_s} s") from None
            assert message is not None, f"the server ended during {method}"
            if message.get("id") == self.last_id and "method" not in message:
                assert "error" not in message, message
                return message["result"]
            if message.get("method") == "textDocument/publishDiagnostics":
                params_ = message["params"]
                self.diagnostics[params_["uri"]] = params_["diagnostics"]
            elif "id" in message and "method" in message:
                self._send({"id": message["id"], "result": None})

    def open(self, file: Path, text: str | None = None) -> str:
        uri = file.as_uri()
        text = file.read_text() if text is None else text
        document = {"uri": uri, "languageId": "lean4", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return uri

    def change(self, uri: str, version: int, text: str) -> None:
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]},
        )

    def wait(self, uri: str, version: int = 1) -> list[dict[str, Any]]:
        """The diagnostics once the whole file is elaborated."""
        self.request("textDocument/waitForDiagnostics", {"uri": uri, "version": version})
        return self.diagnostics.get(uri, [])

    def at(self, method: str, uri: str, line: int, character: int) -> Any:
        position = {"line": line, "character": character}
        return self.request(method, {"textDocument": {"uri": uri}, "position": position})
