"""A local server that speaks OpenAI's chat completions, Anthropic's messages and Google's
generateContent over HTTP.

What it answers is a list of replies, one a request, the last for all that follow. It keeps what it
was sent. Nothing in it waits but ``hang``, which ends when the server is closed.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What one request gets.

    Args:
        body: the JSON, or a function of what was asked, or plain text.
        drop: close the connection without an answer.
        hang: answer nothing until the server is closed.
    """

    body: Body | str | Callable[[Body], Body] = field(default_factory=dict)
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    drop: bool = False
    hang: bool = False


@dataclass
class ChatServer:
    """Where it is, and what it was sent: (path, headers, body) of each request."""

    url: str
    replies: Sequence[Reply]
    seen: list[tuple[str, dict[str, str], Body]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    closing: threading.Event = field(default_factory=threading.Event)

    def take(self, path: str, headers: dict[str, str], body: Body) -> Reply:
        with self.lock:
            self.seen.append((path, headers, body))
            return self.replies[min(len(self.seen), len(self.replies)) - 1]


def completion(*texts: str, log_probs: Sequence[float] = (), **choice: Any) -> Reply:
    """A chat completion with a choice for each text, or as many as were asked for of one."""

    def body(asked: Body) -> Body:
        wanted = texts * asked.get("n", 1) if len(texts) == 1 else texts
        choices = []
        for place, text in enumerate(wanted):
            made = {
                "index": place,
                "message": {"role": "assistant", "content": text, "refusal": None},
                "finish_reason": "stop",
                "logprobs": None,
            }
            if place < len(log_probs):
                token = {"token": text, "bytes": None, "top_logprobs": []}
                half = log_probs[place] / 2
                made["logprobs"] = {
                    "content": [{**token, "logprob": half}, {**token, "logprob": half}]
                }
            choices.append({**made, **choice})
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": asked["model"],
            "choices": choices,
            "usage": {"prompt_tokens": 20, "completion_tokens": 5, "total_tokens": 25},
        }

    return Reply(body)


def message(text: str, stop_reason: str = "end_turn") -> Reply:
    """A message of Anthropic's."""

    def body(asked: Body) -> Body:
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": asked["model"],
            "content": [{"type": "text", "text": text}],
            "stop_reason": stop_reason,
            "stop_sequence": None,
            "usage": {"input_tokens": 11, "output_tokens": 4},
        }

    return Reply(body)


def generated(text: str, finish_reason: str = "STOP", **candidate: Any) -> Reply:
    """Google's answer, with as many candidates as were asked for."""

    def body(asked: Body) -> Body:
        made = {
            "content": {"role": "model", "parts": [{"text": text}]},
            "finishReason": finish_reason,
            **candidate,
        }
        count = asked["generationConfig"].get("candidateCount", 1)
        return {
            "candidates": [{**made, "index": place} for place in range(count)],
            "usageMetadata": {
                "promptTokenCount": 10,
                "candidatesTokenCount": 4,
                "totalTokenCount": 14,
            },
            "modelVersion": "prover-7b",
        }

    return Reply(body)


def problem(status: int, said: str, **headers: str) -> Reply:
    """An error as the providers send it; the client is told not to wait before it tries again."""
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    # The code is Google's, the status in words, too.
    error = {"message": said, "type": "error", "param": None, "code": status, "status": "FAILED"}
    return Reply(
        {"type": "error", "error": error}, status, (("retry-after-ms", "1"), *named)
    )  # fmt: skip


@contextmanager
def chat_server(*replies: Reply) -> Iterator[ChatServer]:
    """Serves on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = server.take(self.path, headers, body)
            if reply.hang:
                server.closing.wait()
            if reply.hang or reply.drop:
                self.close_connection = True
                return
            made = reply.body(body) if callable(reply.body) else reply.body
            plain = isinstance(made, str)
            data = made.encode() if isinstance(made, str) else json.dumps(made).encode()
            self.send_response(reply.status)
            html = plain and "Content-Type" not in dict(reply.headers)
            if not plain or html:
                self.send_header("Content-Type", "text/html" if html else "application/json")
            self.send_header("Content-Length", str(len(data)))
            for name, value in reply.headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        # The threads are joined when it is closed: none outlives its test.
        daemon_threads = False

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass  # a client that has gone

    listening = Server(("127.0.0.1", 0), Handler)
    server = ChatServer(f"http://127.0.0.1:{listening.server_port}", replies)
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        listening.shutdown()
        thread.join()
        listening.server_close()
