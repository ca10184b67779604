"""The services, by real gRPC calls."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from fakes.traces import sample_records
from sensei.server.limits import Limits
from sensei.wire.v1 import (
    ingest_pb2,
    run_pb2,
    search_pb2,
    status_pb2,
    tactic_pb2,
)

Start = Callable[..., Any]


PLACE = search_pb2.SearchPlace(text="theorem e : A := by\n  ⊢\n", start=22, stop=25)


def ask(*goals: str, **more: Any) -> Any:
    contexts = [tactic_pb2.GoalContext(pretty=goal) for goal in goals]
    return tactic_pb2.SuggestRequest(goals=contexts, **more)


def code_of(call: Callable[[], object]) -> tuple[grpc.StatusCode, str]:
    with pytest.raises(grpc.RpcError) as caught:
        call()
    error: Any = caught.value
    return error.code(), error.details()


def wait_until(true: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + 15
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


def test_tactics_for_several_goals(start: Start) -> None:
    server = start()
    reply = server.tactics.Suggest(ask("A", "B", candidates=2), timeout=10)
    offers = [[c.tactic for c in goal.candidates] for goal in reply.goals]
    assert offers == [["left", "simp"], ["exact B", "simp"]]
    assert reply.goals[0].candidates[1].log_prob == -2.0
    assert (reply.model, reply.batch_goals) == ("table", 2)
    assert server.tactics.Suggest(ask("A", model="other"), timeout=10).model == "other"


def test_a_prefix(start: Start) -> None:
    reply = start().tactics.Suggest(ask("A", prefix="si", candidates=1), timeout=10)
    assert [c.tactic for c in reply.goals[0].candidates] == ["simp"]


@pytest.mark.parametrize(
    ("request_", "code", "said"),
    [
        (ask(), "INVALID_ARGUMENT", "0 goals in one request: 1 to 4 are taken"),
        (ask(*"ABCDE"), "INVALID_ARGUMENT", "5 goals in one request: 1 to 4 are taken"),
        (ask("A", "é" * 51), "INVALID_ARGUMENT", "pretty of goal 2 has 102 bytes: at most 100"),
        (ask("A", " "), "INVALID_ARGUMENT", "goal 2 is empty"),
        (ask("A", candidates=65), "INVALID_ARGUMENT", "65 candidates: at most 64"),
        (ask("A", prefix="x" * 1025), "INVALID_ARGUMENT", "a prefix of more than 1024 bytes"),
        (ask("A", model="gone"), "NOT_FOUND", "no model 'gone' is loaded; loaded: table, other"),
    ],
)
def test_requests_over_a_limit(start: Start, request_: Any, code: str, said: str) -> None:
    server = start(limits=Limits(goals=4, goal_bytes=100))
    status, details = code_of(lambda: server.tactics.Suggest(request_, timeout=10))
    assert (status.name, said in details) == (code, True), details
    assert server.generator.calls == []


def test_a_message_over_the_limit(start: Start) -> None:
    server = start(limits=Limits(message_bytes=10_000))
    status, _ = code_of(lambda: server.tactics.Suggest(ask("x" * 20_000), timeout=10))
    assert status is grpc.StatusCode.RESOURCE_EXHAUSTED


def test_goals_of_many_callers_go_into_one_call(start: Start) -> None:
    server = start()
    server.generator.gate.clear()
    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(server.tactics.Suggest, ask("first"), timeout=20)
        assert server.generator.entered.acquire(timeout=10)
        rest = [pool.submit(server.tactics.Suggest, ask(f"g{i}"), timeout=20) for i in range(8)]
        wait_until(lambda: server.state.models[0].batcher.pending == 8, "eight wait")
        server.generator.gate.set()
        replies = [one.result() for one in rest]
        assert first.result().batch_goals == 1
    assert [r.goals[0].candidates[0].tactic for r in replies] == [f"exact g{i}" for i in range(8)]
    assert len(server.generator.calls) == 2
    assert all(reply.batch_goals == 8 and reply.queue_us > 0 for reply in replies)


def test_a_caller_that_is_gone_costs_the_model_nothing(start: Start) -> None:
    server = start()
    server.generator.gate.clear()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(server.tactics.Suggest, ask("first"), timeout=20)
        assert server.generator.entered.acquire(timeout=10)
        status, _ = code_of(lambda: server.tactics.Suggest(ask("late"), timeout=0.2))
        assert status is grpc.StatusCode.DEADLINE_EXCEEDED
        wait_until(lambda: server.state.models[0].batcher.pending == 0, "it is left out")
        server.generator.gate.set()
        first.result()
    assert server.tactics.Suggest(ask("next"), timeout=10).batch_goals == 1
    assert server.generator.calls == [["first"], ["next"]]


def test_a_full_queue_is_refused(start: Start) -> None:
    server = start(limits=Limits(pending_goals=2))
    server.generator.gate.clear()
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(server.tactics.Suggest, ask("first"), timeout=20)
        assert server.generator.entered.acquire(timeout=10)
        second = pool.submit(server.tactics.Suggest, ask("a", "b"), timeout=20)
        wait_until(lambda: server.state.models[0].batcher.pending == 2, "two wait")
        status, details = code_of(lambda: server.tactics.Suggest(ask("c"), timeout=10))
        assert status is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "2 goals wait for the model" in details
        server.generator.gate.set()
        first.result()
        second.result()


def test_premises_and_progress(start: Start) -> None:
    server = start()
    goal = tactic_pb2.GoalContext(pretty="⊢ A")
    for method, request, expected, said in (
        (server.tactics.SelectPremises, tactic_pb2.SelectPremisesRequest(),
         grpc.StatusCode.INVALID_ARGUMENT, "goal 1 is empty"),
        (server.tactics.SelectPremises, tactic_pb2.SelectPremisesRequest(goal=goal),
         grpc.StatusCode.INVALID_ARGUMENT, "no lakefile"),
        (server.tactics.EstimateProgress, tactic_pb2.EstimateProgressRequest(),
         grpc.StatusCode.FAILED_PRECONDITION, "sensei serve --progress NAME loads it"),
    ):  # fmt: skip
        status, details = code_of(lambda m=method, r=request: m(r, timeout=10))
        assert status is expected, details
        assert said in details


def test_the_status(start: Start, tmp_path: Path) -> None:
    server = start()
    server.tactics.Suggest(ask("A", "B"), timeout=10)
    reply = server.status.Status(status_pb2.StatusRequest(client="test"), timeout=10)
    assert (reply.protocol, reply.project, reply.lean_kind) == (1, str(tmp_path), "embedded")
    assert [(m.name, m.kind, m.checkpoint, m.ready) for m in reply.models] == [
        ("table", "tactics", "", True),
        ("other", "tactics", "/some/checkpoint", True),
        ("bm25", "premises", "", True),
    ]
    assert (reply.load.model_calls, reply.load.model_goals, reply.load.requests) == (1, 2, 2)
    assert reply.limits.goals == Limits().goals


def test_strangers_are_refused(start: Start) -> None:
    server = start()
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        suggest = channel.unary_unary("/sensei.v1.TacticService/Suggest")
        for metadata in (
            [],
            [("authorization", "Bearer wrong")],
            [("authorization", "")],
            [("authorization", "Bearer the-token-of-the-tests ")],
        ):
            call = lambda m=metadata: suggest(b"", timeout=10, metadata=m)  # noqa: E731
            assert code_of(call)[0] is grpc.StatusCode.UNAUTHENTICATED
        search = channel.unary_stream("/sensei.v1.SearchService/Search")
        status, _ = code_of(lambda: list(search(b"", timeout=10)))
        assert status is grpc.StatusCode.UNAUTHENTICATED
        health = health_pb2_grpc.HealthStub(channel)
        request = health_pb2.HealthCheckRequest(service="sensei.v1.TacticService")
        assert health.Check(request, timeout=10).status == health_pb2.HealthCheckResponse.SERVING
    assert server.generator.calls == []


def test_reflection_names_the_services(start: Start) -> None:
    stub = reflection_pb2_grpc.ServerReflectionStub(start().channel)
    # The interceptor of the tests' clients is not for streams both ways.
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    token = [("authorization", "Bearer the-token-of-the-tests")]
    (answer,) = stub.ServerReflectionInfo(iter([request]), timeout=10, metadata=token)
    names = {service.name for service in answer.list_services_response.service}
    assert {"sensei.v1.SearchService", "sensei.v1.RunService", "grpc.health.v1.Health"} <= names


# -- searches -----------------------------------------------------------------------------------


def events(server: Any, name: str, **more: Any) -> list[Any]:
    request = search_pb2.SearchRequest(declaration=name, module="M", **more)
    return list(server.search.Search(request, timeout=30))


def kinds(told: list[Any]) -> list[str]:
    return [event.WhichOneof("event") for event in told]


def test_a_search_that_finds(start: Start) -> None:
    server = start()
    told = events(server, "t")
    assert kinds(told) == [
        *("opened", "expanded", "advanced", "advanced", "expanded", "advanced", "failed"),
        *("claimed", "verdict", "ended"),
    ]
    left, simp = told[2].advanced, told[3].advanced
    assert (left.tactic, left.parts[0].node, left.parts[0].goals[0].pretty) == ("left", 1, "B")
    assert (simp.parts[0].known, simp.parts[0].node, len(simp.parts[0].goals)) == (True, 0, 0)
    assert list(told[5].advanced.parts) == []
    ended = told[-1].ended
    assert (ended.status, ended.verified) == ("claimed", True)
    assert ended.proof == "by\n  left\n  exact B"
    assert server.project.verifier.seen[0].proof == ended.proof
    assert server.project.environments[0].closed
    assert server.project.environments[0].held == {}


def test_a_claim_that_is_rejected_is_no_proof(start: Start) -> None:
    server = start()
    server.project.verifier.rule = lambda claim: False
    told = events(server, "t", omit_failures=True)
    assert "failed" not in kinds(told)
    assert told[-2].verdict.reason == "does_not_compile"
    assert (told[-1].ended.status, told[-1].ended.verified) == ("claimed", False)


def test_a_claim_unjudged(start: Start) -> None:
    server = start()
    told = events(server, "t", skip_verdict=True)
    assert kinds(told)[-2:] == ["claimed", "ended"]
    assert not told[-1].ended.verified
    assert server.project.verifier.seen == []


def test_a_search_that_finds_nothing(start: Start) -> None:
    ended = events(start(), "hopeless", search="breadth_first")[-1].ended
    assert (ended.status, ended.proof) == ("exhausted", "")


def test_budgets(start: Start) -> None:
    server = start()
    few = search_pb2.SearchBudget(tactic_calls=7)
    ended = events(server, "endless", budget=few)[-1].ended
    assert (ended.status, ended.tactic_calls) == ("out_of_budget", 7)
    # More time than the server gives is cut to it.
    short = start(limits=Limits(search_ms=300))
    long = search_pb2.SearchBudget(milliseconds=2**31, tactic_calls=10**9, model_calls=10**9)
    ended = events(short, "endless", budget=long, omit_failures=True)[-1].ended
    assert ended.status == "out_of_budget"
    assert 250 <= ended.milliseconds < 10_000


@pytest.mark.parametrize(
    ("request_", "code", "said"),
    [
        ({"declaration": "none"}, "NOT_FOUND", "no theorem none"),
        ({"declaration": "t", "search": "luck"}, "INVALID_ARGUMENT", "no search 'luck'"),
        ({"declaration": "t", "candidates": 65}, "INVALID_ARGUMENT", "65 candidates"),
        ({"declaration": "t", "model": "gone"}, "NOT_FOUND", "no model 'gone'"),
    ],
)
def test_searches_that_are_refused(
    start: Start, request_: dict[str, Any], code: str, said: str
) -> None:
    request = search_pb2.SearchRequest(**request_)
    status, details = code_of(lambda: list(start().search.Search(request, timeout=10)))
    assert (status.name, said in details) == (code, True), details


def endless(server: Any, timeout_s: float = 60) -> Any:
    budget = search_pb2.SearchBudget(milliseconds=600_000, model_calls=10**8, tactic_calls=10**8)
    request = search_pb2.SearchRequest(declaration="endless", module="M", budget=budget)
    return server.search.Search(request, timeout=timeout_s)


def test_a_cancelled_search_ends(start: Start) -> None:
    server = start()
    call = endless(server)
    for _ in range(5):
        next(call)
    assert server.state.searches == 1
    call.cancel()
    wait_until(lambda: server.state.searches == 0, "the search ends")
    assert server.project.environments[0].closed


def test_a_deadline_ends_a_search(start: Start) -> None:
    server = start()
    status, _ = code_of(lambda: list(endless(server, timeout_s=0.5)))
    assert status is grpc.StatusCode.DEADLINE_EXCEEDED
    wait_until(lambda: server.state.searches == 0, "the search ends")


def test_places_and_queue(start: Start) -> None:
    server = start(limits=Limits(searches=1, queue=1))
    first = endless(server)
    next(first)
    second = endless(server)
    assert next(second).queued.ahead == 0
    wait_until(lambda: server.state.queued == 1, "the second waits")
    status, details = code_of(lambda: next(endless(server)))
    assert status is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "1 searches run and 1 wait" in details
    first.cancel()
    assert next(second).WhichOneof("event") == "opened"
    second.cancel()
    wait_until(lambda: server.state.searches == 0, "both end")


def test_stopping_ends_what_runs(start: Start) -> None:
    """The fixture stops the server while a search runs: it must not hang."""
    call = endless(start())
    next(call)
    assert threading.active_count() > 1


# -- traces -------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "Sample"
    root.mkdir()
    (root / "lakefile.toml").write_text('name = "Sample"\n')
    return root.resolve()


def stream(*, as_json: bool) -> list[Any]:
    parts: list[Any] = [ingest_pb2.IngestRequest(begin=ingest_pb2.IngestBegin())]
    for record in sample_records():
        if as_json:
            text = json_format.MessageToJson(record).encode()
            parts.append(ingest_pb2.IngestRequest(record_json=text))
        else:
            parts.append(ingest_pb2.IngestRequest(record=record))
    return parts


def in_parts(stream: list[Any], size: int) -> list[Any]:
    """The same stream, its records in messages of at most so many bytes of them."""
    parts = stream[:1]
    for request in stream[1:]:
        text = request.record_json
        *first, last = [text[at : at + size] for at in range(0, len(text), size)]
        parts += [ingest_pb2.IngestRequest(record_json_part=piece) for piece in first]
        parts.append(ingest_pb2.IngestRequest(record_json=last))
    return parts


def test_records_come_in_parts(start: Start, project: Path) -> None:
    server = start(root=project)
    whole = server.ingest.Ingest(iter(stream(as_json=True)), timeout=30)
    parts = in_parts(stream(as_json=True), 100)
    assert len(parts) > 10 * len(stream(as_json=True))
    again = server.ingest.Ingest(iter(parts), timeout=30)
    assert (again.snapshot, again.unchanged) == (whole.snapshot, whole.modules)


def test_traces_twice_are_once(start: Start, project: Path) -> None:
    server = start(root=project)
    first = server.ingest.Ingest(iter(stream(as_json=False)), timeout=30)
    again = server.ingest.Ingest(iter(stream(as_json=True)), timeout=30)
    records = sample_records()
    modules = sum(record.HasField("module") for record in records)
    assert (first.modules, first.snapshot) == (modules, again.snapshot)
    assert first.steps == sum(len(record.module.steps) for record in records)
    assert (first.unchanged, again.unchanged) == (0, modules)
    assert server.store.snapshot(first.snapshot).package == "Sample"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ([], "an empty stream"),
        (stream(as_json=True)[1:], "the first message"),
        (stream(as_json=True)[:1] * 2, "the first message"),
        ([*stream(as_json=True), ingest_pb2.IngestRequest()], "has no part"),
        ([*stream(as_json=True), ingest_pb2.IngestRequest(record_json=b"{")], ""),
        (
            [*stream(as_json=True), ingest_pb2.IngestRequest(record_json_part=b"{")],
            "ends within a record",
        ),
        (
            [
                *stream(as_json=True),
                ingest_pb2.IngestRequest(record_json_part=b"{"),
                *stream(as_json=False)[1:],
            ],
            "followed by its next part",
        ),
        (
            [ingest_pb2.IngestRequest(begin=ingest_pb2.IngestBegin(project="/elsewhere"))],
            "not of /elsewhere",
        ),
    ],
)
def test_streams_that_are_refused_change_nothing(
    start: Start, project: Path, parts: list[Any], said: str
) -> None:
    server = start(root=project)
    status, details = code_of(lambda: server.ingest.Ingest(iter(parts), timeout=30))
    assert status in (grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.INTERNAL)
    assert said in details
    assert server.store.snapshots(include_incomplete=True) == []


# -- runs ---------------------------------------------------------------------------------------


def watched(server: Any, run: Any) -> tuple[list[str], Any]:
    told = list(server.runs.Watch(run_pb2.WatchRunRequest(id=run.id), timeout=60))
    numbers = [event.line.number for event in told[:-1]]
    assert numbers == list(range(1, len(told)))
    return [event.line.text for event in told[:-1]], told[-1].ended


def test_a_run_is_watched_to_its_end(start: Start, project: Path) -> None:
    server = start(root=project)
    request = run_pb2.StartRunRequest(kind=run_pb2.RUN_KIND_PROVE, arguments=["No.such"])
    run = server.runs.Start(request, timeout=30)
    assert run.state == run_pb2.RUN_STATE_RUNNING
    lines, ended = watched(server, run)
    assert lines[-1].startswith("sensei: ")
    assert ended.state == run_pb2.RUN_STATE_FAILED
    assert ended.exit_code in (2, 3)
    assert watched(server, run)[0] == lines
    (listed,) = server.runs.List(run_pb2.ListRunsRequest(), timeout=10).runs
    assert (listed.id, listed.arguments) == (run.id, ["No.such"])


def test_runs_that_are_refused(start: Start, project: Path) -> None:
    server = start(root=project)
    for kind, arguments, said in (
        (run_pb2.RUN_KIND_UNSPECIFIED, [], "no run of kind"),
        (run_pb2.RUN_KIND_PROVE, ["--project=/etc"], "--project is the server's"),
        (run_pb2.RUN_KIND_PROVE, ["--data", "sqlite://x"], "--data is the server's"),
        (run_pb2.RUN_KIND_PROVE, ["x"] * 65, "65 arguments"),
    ):
        request = run_pb2.StartRunRequest(kind=kind, arguments=arguments)
        status, details = code_of(lambda r=request: server.runs.Start(r, timeout=10))
        assert status is grpc.StatusCode.INVALID_ARGUMENT
        assert said in details
    status, _ = code_of(lambda: server.runs.Cancel(run_pb2.CancelRunRequest(id="x"), timeout=10))
    assert status is grpc.StatusCode.NOT_FOUND


def test_a_run_is_cancelled_and_only_so_many_run(start: Start, project: Path) -> None:
    server = start(root=project)
    # Starting takes a while, so that it is still running when it is cancelled.
    request = run_pb2.StartRunRequest(kind=run_pb2.RUN_KIND_PROVE, arguments=["No.such"])
    run = server.runs.Start(request, timeout=30)
    status, _ = code_of(lambda: server.runs.Start(request, timeout=30))
    assert status is grpc.StatusCode.RESOURCE_EXHAUSTED
    ended = server.runs.Cancel(run_pb2.CancelRunRequest(id=run.id), timeout=30)
    assert ended.state == run_pb2.RUN_STATE_CANCELLED
    assert server.runs.Start(request, timeout=30).state == run_pb2.RUN_STATE_RUNNING


def test_a_search_at_a_place(start: Start) -> None:
    server = start()
    request = search_pb2.SearchRequest(place=PLACE, module="A.B", declaration="unread")
    code, text = code_of(lambda: list(server.search.Search(request, timeout=20)))
    # The table has no such goal; that it was asked for it by its place is what is tested here.
    assert code is grpc.StatusCode.NOT_FOUND
    assert "line 2 of A.B" in text
    folder = server.project.root / ".lake" / "sensei" / "editor"
    assert list(folder.iterdir()) == []
    for start_, stop in ((22, 22), (0, 1000), (23, 25)):
        bad = search_pb2.SearchPlace(text=PLACE.text, start=start_, stop=stop)
        wrong = search_pb2.SearchRequest(place=bad)
        code, _ = code_of(lambda wrong=wrong: list(server.search.Search(wrong, timeout=20)))
        assert code is grpc.StatusCode.INVALID_ARGUMENT
