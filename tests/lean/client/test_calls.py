"""Lean's client against grpcio's server: its own connections, and the bridge."""

from __future__ import annotations

import threading
from typing import Any

import psutil
from sidecar_stub import StubServer

MB = 1_000_000
LONG_MS = 3_600_000
"""A call that ends sooner was not ended by its deadline."""


def test_unary(each: Any, server: StubServer) -> None:
    assert each("unary", server.port, 90000, "echo∀").text == "echo∀ -0.500000"
    sent = server.tactics.metadata[0]
    assert sent["authorization"] == "Bearer a-token"
    assert sent["user-agent"].startswith("sensei-lean/")
    assert 30 < server.tactics.left[0] <= 90


def test_calls_share_a_connection(each: Any, server: StubServer) -> None:
    assert all(each("unary", server.port, LONG_MS, f"echo{n}").ok for n in range(20))
    assert len(server.tactics.peers) == 1


def test_the_status_of_the_server(each: Any, server: StubServer) -> None:
    outcome = each("unary", server.port, LONG_MS, "fail:NOT_FOUND:kein_Satz_∀")
    assert outcome.text == f"127.0.0.1:{server.port}: NOT_FOUND: kein Satz ∀"
    assert each("unary", server.port, LONG_MS, "echo").ok
    assert len(server.tactics.peers) == 1


def test_large_messages_both_ways(each: Any, server: StubServer) -> None:
    for size in (5 * MB, 16 * MB):
        assert each("unary", server.port, LONG_MS, f"big:{size}").text == f"got{size} -0.500000"
        assert each("unary", server.port, LONG_MS, f"reply:{size}").text == f"{size} letters"
    assert each("unary", server.port, LONG_MS, "echo").ok
    assert len(server.tactics.peers) == 1


def test_a_reply_larger_than_a_client_takes(each: Any, server: StubServer) -> None:
    outcome = each("unary", server.port, LONG_MS, f"reply:{64 * 1024 * 1024 - 10}")
    assert not outcome.ok
    # Whoever refuses it first.
    assert "at most" in outcome.text or "larger than max" in outcome.text
    assert each("unary", server.port, LONG_MS, "echo").ok


def test_a_deadline_of_a_slow_server(each: Any, server: StubServer) -> None:
    outcome = each("unary", server.port, 300, "slow:1000000")
    assert not outcome.ok
    assert "in the time given" in outcome.text or "DEADLINE_EXCEEDED" in outcome.text
    assert outcome.milliseconds >= 280
    assert each("unary", server.port, LONG_MS, "echo").ok


def test_a_stream(each: Any, server: StubServer) -> None:
    assert each("stream", server.port, LONG_MS, "count:1000", 0).text == "1001 exhausted"
    assert each("stream", server.port, LONG_MS, "count:0", 0).text == "1 exhausted"


def test_a_stream_that_is_left_ends_at_the_server(each: Any, server: StubServer) -> None:
    outcome = each("stream", server.port, LONG_MS, "forever", 5)
    assert "the caller has enough (after 5)" in outcome.text
    assert server.searches.gone.wait(60)
    assert each("unary", server.port, LONG_MS, "echo").ok
    assert len(server.tactics.peers) == 1


def test_losing_interest_ends_the_work(each: Any, server: StubServer) -> None:
    assert each("unary", server.port, LONG_MS, "echo").ok  # a bridge has to start first
    outcome = each("cancel", server.port, 200, "forever")
    assert "cancelled" in outcome.text
    assert outcome.milliseconds >= 190
    assert server.searches.gone.wait(60)


def test_losing_interest_in_a_silent_stream(each: Any, server: StubServer) -> None:
    """The deadline of a stream that says nothing holds, too."""
    assert each("unary", server.port, LONG_MS, "echo").ok
    outcome = each("stream", server.port, 400, "forever", 0)
    assert not outcome.ok
    assert outcome.milliseconds >= 390
    # If it came there at all.
    assert not server.searches.began.is_set() or server.searches.gone.wait(60)


def test_many_requests(each: Any, server: StubServer) -> None:
    assert each("ingest", server.port, LONG_MS, 20, MB, 0).text == f"20 {20 * MB}"
    assert each("ingest", server.port, LONG_MS, 0, 1, 0).text == "0 0"
    assert each("ingest", server.port, LONG_MS, 300, 10, 0).text == "300 3000"


def test_a_server_that_refuses_in_the_middle(each: Any, server: StubServer) -> None:
    outcome = each("ingest", server.port, LONG_MS, 50, 0, 0)
    assert outcome.text.endswith("INVALID_ARGUMENT: an empty record")
    assert each("unary", server.port, LONG_MS, "echo").ok


def test_threads_do_not_disturb_each_other(each: Any, server: StubServer) -> None:
    assert each("parallel", server.port, 8, 25).text == "200"
    assert len(server.tactics.peers) <= 8


def test_a_server_that_stops_gracefully_and_comes_back(each: Any) -> None:
    first = StubServer()
    assert each("unary", first.port, LONG_MS, "echo").ok
    stopper = threading.Timer(0.3, first.stop, args=(10.0,))
    stopper.start()
    # GOAWAY comes in the middle: what has begun is finished.
    assert each("unary", first.port, LONG_MS, "slow:1").ok
    stopper.join()
    gone = each("unary", first.port, LONG_MS, "echo")
    assert not gone.ok
    assert "sensei serve" in gone.text
    second = StubServer(first.port)
    try:
        assert each("unary", first.port, LONG_MS, "echo").ok
    finally:
        second.stop()


def test_a_restarted_server_is_found_again(each: Any) -> None:
    first = StubServer()
    assert each("unary", first.port, LONG_MS, "echo").ok
    first.stop()
    second = StubServer(first.port)
    try:
        assert each("unary", first.port, LONG_MS, "echo").ok
    finally:
        second.stop()


def test_a_call_can_be_recorded_and_replayed(each: Any, server: StubServer) -> None:
    live, again, other = each("record", server.port, "echo").text.split(" | ")
    assert live == "echo -0.500000"
    assert again == "ok echo -0.500000"
    assert "no such call" in other


def test_memory_and_connections_stay_flat(call: Any, server: StubServer) -> None:
    process = psutil.Process(call.answers.process.pid)
    assert call("bench", server.port, 300).ok
    before, files = process.memory_info().rss, process.num_fds()
    call("bench", server.port, 2000)
    for _ in range(5):
        call("stream", server.port, LONG_MS, "forever", 2)
    assert process.memory_info().rss - before < 30 * MB
    assert process.num_fds() <= files + 1
