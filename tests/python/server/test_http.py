"""The HTTP side, by real requests to a real server."""

from __future__ import annotations

import json
import math
import os
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from sensei.core.errors import UsageError
from sensei.models.retrievers import Bm25Retriever
from sensei.provers.retrievers import NamedRetriever
from sensei.server.bind import Bind
from sensei.server.http.guard import TokenBucket, host_name
from sensei.server.http.metrics import metrics_text
from sensei.server.limits import Limits
from sensei.server.state import Judge
from sensei.wire.v1 import status_pb2

Start = Callable[..., Any]
TOKEN = "the-token-of-the-tests"
BEARER = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def client(start: Start) -> Iterator[Callable[..., Any]]:
    """Clients of servers: ``(server, client)``."""
    clients: list[httpx.Client] = []

    def make(**more: Any) -> tuple[Any, httpx.Client]:
        server = start(http_port=0, **more)
        base = f"http://127.0.0.1:{server.http_port}"
        made = httpx.Client(base_url=base, headers=BEARER, timeout=30, trust_env=False)
        clients.append(made)
        return server, made

    yield make
    for made in clients:
        made.close()


def problem(response: httpx.Response, status: int) -> str:
    """The detail of a problem document of this status."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    document = response.json()
    assert (document["status"], document["type"]) == (status, "about:blank")
    assert document["error"]["message"] == document["detail"]
    return str(document["detail"])


def sent_events(response: httpx.Response) -> list[tuple[str, Any]]:
    blocks = [dict(line.split(": ", 1) for line in block.splitlines())
              for block in response.text.split("\n\n") if block]  # fmt: skip
    return [(block.get("event", ""), json.loads(block["data"])) for block in blocks]


def test_lean_copilots_request_and_answer(client: Callable[..., Any]) -> None:
    """As its client sends it: no token, and what it reads of the answer."""
    server, _ = client()
    body = {"name": "table", "input": "A", "prefix": "si"}
    with httpx.Client(trust_env=False) as plain:
        answer = plain.post(f"http://localhost:{server.http_port}/generate", json=body)
    assert answer.status_code == 200
    assert answer.json() == {"outputs": [{"output": "simp", "score": math.exp(-2.0)}]}


def test_generate_says_what_is_missing(client: Callable[..., Any]) -> None:
    _, http = client()
    assert "no model 'x' is loaded" in problem(
        http.post("/generate", json={"name": "x", "input": "A"}), 404
    )
    detail = problem(http.post("/encode", json={"input": "A"}), 409)
    assert "sensei serve --retriever CHECKPOINT" in detail
    assert "bytes" in problem(http.post("/encode", json={"input": "A" * 70_000}), 400)


def test_rewards_and_vectors_by_the_models_that_are_loaded(client: Callable[..., Any]) -> None:
    progress = Judge("p", "/checkpoints/p", lambda goals: [3.5 for _ in goals])
    retriever = NamedRetriever("dense", "dense:1", "/checkpoints/dense",
                               Bm25Retriever.of_texts, lambda text: [0.6, 0.8])  # fmt: skip
    _, http = client(progress=progress, retriever=retriever)
    answer = http.post("/generate", json={"input": "A", "use_reward": True}).json()
    assert [(o["output"], o["steps_remaining"], o["reward"]) for o in answer["outputs"]] == [
        ("left", 3.5, -3.5), ("simp", 3.5, -3.5),
    ]  # fmt: skip
    for name in ("", "dense"):
        assert http.post("/encode", json={"name": name, "input": "A"}).json() == {
            "outputs": [0.6, 0.8]
        }
    body = {"name": "other", "input": "A"}
    assert "loaded: dense" in problem(http.post("/encode", json=body), 404)


def test_openais_client_reads_the_answer(client: Callable[..., Any]) -> None:
    _, http = client()
    models = http.get("/v1/models").json()
    assert [model["id"] for model in models["data"]] == ["table", "other"]
    parts = [{"type": "text", "text": "A"}]
    messages = [{"role": "system", "content": "help"}, {"role": "user", "content": parts}]
    body = {"model": "table", "messages": messages, "n": 2, "temperature": 0.5}
    answer = http.post("/v1/chat/completions", json=body).json()
    assert answer["object"] == "chat.completion"
    choices = [(c["index"], c["message"]["content"], c["finish_reason"]) for c in answer["choices"]]
    assert choices == [(0, "left", "stop"), (1, "simp", "stop")]
    stream = http.post("/v1/chat/completions", json={**body, "stream": True})
    *chunks, last = stream.text.strip().split("\n\n")
    assert last == "data: [DONE]"
    deltas = [json.loads(chunk[6:])["choices"][0]["delta"].get("content") for chunk in chunks]
    assert deltas == ["left", None, "simp", None]
    assert "the goal is missing" in problem(
        http.post("/v1/chat/completions", json={"model": "table", "messages": []}), 400
    )
    body["model"] = "gone"
    answer = http.post("/v1/chat/completions", json=body)
    assert answer.json()["error"]["message"] == problem(answer, 404)


def test_tactics_premises_and_status(client: Callable[..., Any], tmp_path: Path) -> None:
    _, http = client()
    (tmp_path / "lakefile.toml").write_text('name = "p"\n')
    reply = http.post("/v1/suggest", json={"goals": ["A", "B"], "candidates": 1}).json()
    tactics = [[c["tactic"] for c in goal["candidates"]] for goal in reply["goals"]]
    assert tactics == [["left"], ["exact B"]]
    assert "sensei ingest" in problem(http.post("/v1/retrieve", json={"goal": "A"}), 404)
    status = http.get("/v1/status").json()
    assert [model["name"] for model in status["models"]] == ["table", "other", "bm25"]
    assert status["load"]["model_calls"] == "1"
    told = http.get("/metrics")
    assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = told.text.splitlines()
    assert "# TYPE sensei_requests_total counter" in lines
    assert "sensei_model_calls_total 1" in lines
    assert "sensei_model_goals_total 2" in lines
    assert 'sensei_model_ready{name="bm25",kind="premises"} 1' in lines


def test_a_proof_is_found_and_judged(client: Callable[..., Any]) -> None:
    server, http = client()
    answer = http.post("/v1/prove", json={"declaration": "t"}).json()
    assert (answer["status"], answer["verified"]) == ("claimed", True)
    assert answer["verdict"]["reason"] == "verified"
    [claim] = server.project.verifier.seen
    assert answer["proof"] == claim.proof
    assert "no theorem gone" in problem(http.post("/v1/prove", json={"declaration": "gone"}), 404)
    hopeless = http.post("/v1/prove", json={"declaration": "hopeless"}).json()
    assert (hopeless["status"], hopeless["verified"], hopeless["verdict"]) == (
        "exhausted", False, None,
    )  # fmt: skip


def test_a_search_as_it_happens_ends_with_its_reader(client: Callable[..., Any]) -> None:
    server, http = client()
    events = sent_events(http.post("/v1/prove", json={"declaration": "t", "stream": True}))
    names = [name for name, _ in events]
    assert names[:2] == ["opened", "expanded"]
    assert names[-3:] == ["claimed", "verdict", "ended"]
    assert events[-1][1]["ended"]["verified"] is True
    body = {"declaration": "gone", "stream": True}
    assert "no theorem" in problem(http.post("/v1/prove", json=body), 404)

    body = {"declaration": "endless", "stream": True, "tactic_calls": 2**31 - 1,
            "model_calls": 2**31 - 1, "milliseconds": 600_000}  # fmt: skip
    with http.stream("POST", "/v1/prove", json=body) as response:
        assert next(response.iter_lines()) == "event: opened"
        assert server.state.searches == 1
    ended = threading.Event()
    while server.state.searches and not ended.wait(0.02):
        pass
    assert server.project.environments[-1].closed


def test_a_verdict_by_request(client: Callable[..., Any]) -> None:
    server, http = client()
    server.project.verifier.rule = lambda claim: claim.proof == "by good"
    body = {"declaration": "t", "proof": "by good"}
    assert http.post("/v1/verify", json=body).json()["accepted"] is True
    body["proof"] = "by bad"
    verdict = http.post("/v1/verify", json=body).json()
    assert (verdict["accepted"], verdict["reason"]) == (False, "does_not_compile")
    body["declaration"] = "gone"
    assert "no theorem gone" in problem(http.post("/v1/verify", json=body), 404)
    body["proof"] = "x" * 70_000
    assert "bytes" in problem(http.post("/v1/verify", json=body), 400)
    server.state.project = None
    body["proof"] = "by good"
    assert "no Lean" in problem(http.post("/v1/verify", json=body), 409)


def test_a_run_from_start_to_end(client: Callable[..., Any]) -> None:
    _, http = client()
    run = http.post("/v1/runs", json={"kind": "prove", "arguments": ["--split", "gone"]}).json()
    assert run["state"] == "RUN_STATE_RUNNING"
    events = sent_events(http.get(f"/v1/runs/{run['id']}/events"))
    assert events[-1][0] == "ended"
    assert events[-1][1]["ended"]["state"] == "RUN_STATE_FAILED"
    assert [r["id"] for r in http.get("/v1/runs").json()["runs"]] == [run["id"]]
    assert http.post(f"/v1/runs/{run['id']}/cancel").json()["exit_code"] == 2
    assert "no run 'x'" in problem(http.get("/v1/runs/x/events"), 404)


def test_who_has_no_token_gets_nothing(client: Callable[..., Any]) -> None:
    server, http = client()
    for wrong in ({}, {"authorization": "Bearer x"}, {"authorization": TOKEN}):
        with httpx.Client(base_url=http.base_url, headers=wrong, trust_env=False) as stranger:
            assert ".lake/sensei/sidecar.json" in problem(stranger.get("/v1/status"), 401)
            assert stranger.get("/healthz").json() == {"status": "ok"}
            problem(stranger.post("/v1/verify", json={"declaration": "t", "proof": "x"}), 401)
    assert server.project.verifier.seen == []


@pytest.mark.parametrize("path", ["/generate", "/v1/status", "/healthz"])
def test_pages_of_other_sites_are_kept_out(client: Callable[..., Any], path: str) -> None:
    _, http = client()
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}):
        problem(http.post(path, headers=headers, json={"input": "A"}), 403)
    # A name of another's that leads here (DNS rebinding).
    problem(http.post(path, headers={"host": "evil.example"}, json={"input": "A"}), 421)
    assert http.get("/healthz", headers={"origin": "http://localhost:3000"}).status_code == 200


def test_bodies_and_rates_have_limits(client: Callable[..., Any]) -> None:
    limits = Limits(message_bytes=1000, requests_per_s=0.001, requests_burst=5)
    _, http = client(limits=limits)
    long = json.dumps({"input": "A" * 2000})
    assert "1000 bytes" in problem(http.post("/generate", content=long), 413)
    assert "1000 bytes" in problem(http.post("/generate", content=iter([long.encode()])), 413)
    for _ in range(3):
        assert http.get("/healthz").status_code == 200
    refused = http.get("/healthz")
    assert "too many requests" in problem(refused, 429)
    assert int(refused.headers["retry-after"]) > 900


def test_half_a_surrogate_pair_is_refused_wherever_it_stands(client: Callable[..., Any]) -> None:
    server, http = client()
    half = "\ud800"
    for path, body in (
        ("/generate", {"input": half}),
        ("/encode", {"input": half}),
        ("/v1/suggest", {"goals": ["A", half]}),
        ("/v1/retrieve", {"goal": "A", "imports": [half]}),
        ("/v1/prove", {"declaration": half}),
        ("/v1/verify", {"declaration": "t", "proof": half}),
        ("/v1/runs", {"kind": "prove", "arguments": [half]}),
        ("/v1/dashboard/query", {"sql": half}),
        ("/v1/chat/completions", {"model": "table", "messages": [{"role": half}]}),
        # In a name as well, which the answer would quote.
        ("/v1/verify", {half: 1}),
    ):
        sent = json.dumps(body)
        said = http.post(path, content=sent, headers={"content-type": "application/json"})
        assert "no Unicode" in problem(said, 422), path
    assert server.state.last_error == ""


def test_a_request_that_does_not_come_whole_is_not_waited_for(client: Callable[..., Any]) -> None:
    server, http = client(limits=Limits(request_s=0.05))
    generator = server.generator
    generator.gate.clear()
    head = b"POST /generate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n"
    with ThreadPoolExecutor(1) as pool:
        # How long an answer takes does not count: this one is there when the others have ended.
        slow = pool.submit(http.post, "/generate", json={"input": "A"})
        assert generator.entered.acquire(timeout=60)
        for begun in (b"", head[:20], head, head + b'\r\n{"input": "A"}'):
            place = ("127.0.0.1", server.http_port)
            with socket.create_connection(place, timeout=60) as connection:
                connection.sendall(begun)
                assert connection.recv(1000) == b""
        generator.gate.set()
        assert slow.result().status_code == 200
    assert len(generator.calls) == 1, "half a body was acted on"


def test_readers_that_vanish_hold_nothing(client: Callable[..., Any]) -> None:
    server, http = client(limits=Limits(calls=4, searches=1, queue=1))
    body = {"declaration": "endless", "stream": True, "tactic_calls": 10**6, "model_calls": 10**6}
    wait = threading.Event()
    for _ in range(3):
        with http.stream("POST", "/v1/prove", json=body) as told:
            assert told.status_code == 200
            assert next(told.iter_lines()) == "event: opened"
        while server.state.searches:
            wait.wait(0.02)
    assert http.post("/v1/prove", json={"declaration": "t"}).json()["verified"]


def test_the_bucket_fills_again() -> None:
    now = [0.0]
    bucket = TokenBucket(2.0, 2.0, clock=lambda: now[0])
    assert [bucket.wait_s() for _ in range(3)] == [0.0, 0.0, 0.5]
    now[0] = 0.5
    assert [bucket.wait_s() for _ in range(2)] == [0.0, 0.5]
    now[0] = 100.0
    assert [bucket.wait_s() for _ in range(3)] == [0.0, 0.0, 0.5]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("LocalHost:80", "localhost"), ("127.0.0.1", "127.0.0.1"), ("[::1]:8", "[::1]"),
        ("[::1]", "[::1]"), ("[::1]x", ""), ("[::1", ""), ("a:b", ""), ("", ""), ("a:1:2", ""),
    ],
)  # fmt: skip
def test_names_of_hosts(text: str, name: str) -> None:
    assert host_name(text) == name


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/v1/prove", {"declaration": "t", "secs": 3}, "secs: Extra inputs are not permitted"),
        ("/v1/prove", {}, "declaration: Field required"),
        ("/v1/prove", {"declaration": "t", "candidates": -1}, "candidates: "),
        ("/v1/runs", {"kind": "rm"}, "kind: "),
        ("/generate", "no object", ""),
    ],
)
def test_bad_bodies_are_named(client: Callable[..., Any], path: str, body: Any, said: str) -> None:
    _, http = client()
    assert said in problem(http.post(path, json=body), 422)
    assert "/nowhere" in problem(http.get("/nowhere"), 404)
    assert "GET /v1/prove" in problem(http.get("/v1/prove"), 405)


def test_what_was_asked_is_kept_without_secrets(client: Callable[..., Any], tmp_path: Path) -> None:
    server, http = client()
    http.post("/v1/verify", json={"declaration": "t", "proof": "secret"})
    http.get("/v1/status", headers={"authorization": "Bearer x"})
    server.status.Status(status_pb2.StatusRequest())
    path = tmp_path / ".lake" / "sensei" / "audit.jsonl"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(line["peer"], line["what"]) for line in lines] == [
        ("127.0.0.1", "POST /v1/verify"),
        ("gRPC", "/sensei.v1.StatusService/Status"),
    ]
    assert "secret" not in path.read_text()
    assert TOKEN not in path.read_text()


def test_the_description_has_examples_and_no_strange_scripts(client: Callable[..., Any]) -> None:
    _, http = client()
    schemas = http.get("/openapi.json").json()["components"]["schemas"]
    bodies = [name for name in schemas if name.endswith("Body")]
    assert len(bodies) >= 8
    assert all("example" in schemas[name] for name in bodies)
    problem(http.get("/docs"), 404)


def test_a_server_that_others_reach_needs_names() -> None:
    public = {"host": "0.0.0.0", "token": TOKEN, "own_token": True,
              "certificate": Path("c"), "key": Path("k")}  # fmt: skip
    Bind(**public).check()  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="--http-name NAME"):
        Bind(**public, http_port=0).check()  # type: ignore[arg-type]
    Bind(**public, http_port=0, http_names=("lean.example",)).check()  # type: ignore[arg-type]


def test_a_port_that_is_taken(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Exception, match=f"127.0.0.1:{port} for HTTP.*--http 0"):
            start(http_port=port)


def test_no_request_makes_a_fault(client: Callable[..., Any], tmp_path: Path) -> None:
    """Requests made from the description, good and bad: schemathesis finds no 500."""
    limits = Limits(requests_per_s=1e9, requests_burst=1e9, search_ms=50)
    server, http = client(limits=limits)
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{http.base_url}/openapi.json",
        "--checks", "not_a_server_error", "--phases", "examples,fuzzing",
        "--max-examples", "8", "--seed", "1", "--header", f"Authorization: Bearer {TOKEN}",
        "--exclude-path", "/v1/runs", "--no-color",
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONWARNINGS": "ignore", "NO_PROXY": "*"}
    # It keeps what it saw in the folder it runs in.
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, env=environment, timeout=300
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert server.state.last_error == ""


def test_metrics_say_names_as_they_are() -> None:
    model = status_pb2.LoadedModel(name='a "b"\\\n', kind="tactics")
    text = metrics_text(status_pb2.StatusReply(models=[model], uptime_ms=1500))
    assert r'sensei_model_ready{name="a \"b\"\\\n",kind="tactics"} 0' in text.splitlines()
    assert "sensei_uptime_seconds 1.5" in text.splitlines()
