"""HTTP/2 frames and gRPC framing, by their bytes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


def frame(kind: int, flags: int, stream: int, payload: bytes) -> str:
    head = len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big")
    return (head + payload).hex()


@pytest.mark.parametrize(
    ("bytes_", "shown"),
    [
        (frame(0, 1, 3, b"abc"), "3 0 1 3 data 616263 true"),
        (frame(0, 8, 3, b"\2abc\0\0"), "6 0 8 3 data 616263 false"),
        (frame(1, 4, 1, b"xy"), "2 1 4 1 headers 7879 false true"),
        (frame(1, 0x2D, 1, b"\1\0\0\0\0\7xy\0"), "9 1 45 1 headers 7879 true true"),
        (frame(2, 0, 1, b"12345"), "5 2 0 1 other"),
        (frame(3, 0, 5, b"\0\0\0\x08"), "4 3 0 5 rst 8"),
        (frame(4, 0, 0, b"\0\4\0\1\0\0"), "6 4 0 0 settings #[(4, 65536)]"),
        (frame(4, 1, 0, b""), "0 4 1 0 settingsAck"),
        (frame(6, 0, 0, b"abcdefgh"), "8 6 0 0 ping 6162636465666768"),
        (frame(6, 1, 0, b"abcdefgh"), "8 6 1 0 pingAck"),
        (frame(7, 0, 0, b"\0\0\0\5\0\0\0\2why"), "11 7 0 0 goaway 5 2 776879"),
        (frame(8, 0, 0, b"\x80\0\0\5"), "4 8 0 0 window 5"),
        (frame(9, 4, 1, b"z"), "1 9 4 1 continuation 7a true"),
        (frame(77, 1, 9, b"?"), "1 77 1 9 other"),
        (frame(0, 0, 2**31 + 1, b""), "0 0 0 1 data  false"),
    ],
)
def test_frames(codec: Any, bytes_: str, shown: str) -> None:
    assert codec.ok("frame", bytes_) == shown


@pytest.mark.parametrize(
    "bytes_",
    [
        frame(0, 0, 0, b"abc"),  # DATA on no stream
        frame(0, 8, 1, b""),  # padded, without the length
        frame(0, 8, 1, b"\5abc"),  # padding longer than the frame
        frame(1, 4, 0, b""),
        frame(1, 0x20, 1, b"123"),  # a priority is five bytes
        frame(3, 0, 1, b"123"),
        frame(4, 0, 1, b""),
        frame(4, 0, 0, b"12345"),
        frame(4, 1, 0, b"123456"),
        frame(5, 4, 1, b"1234"),
        frame(6, 0, 0, b"1234567"),
        frame(7, 0, 0, b"1234567"),
        frame(8, 0, 0, b"\0\0\0\0"),
        frame(8, 0, 0, b"\0\0\1"),
        frame(9, 4, 0, b""),
        frame(0, 0, 1, b"abc")[:-2],
    ],
)
def test_frames_that_break_the_protocol(codec: Any, bytes_: str) -> None:
    assert codec.ask("frame", bytes_).startswith("error ")


def test_random_frames(codec: Any) -> None:
    @settings(
        max_examples=300,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(
        st.integers(0, 10), st.integers(0, 255), st.sampled_from([0, 1, 7]), st.binary(max_size=20)
    )
    def check(kind: int, flags: int, stream: int, payload: bytes) -> None:
        assert codec.ask("frame", frame(kind, flags, stream, payload)).startswith(("ok ", "error "))

    check()


def test_what_is_written(codec: Any) -> None:
    assert codec.ok("written") == "".join(
        [
            frame(4, 0, 0, b"\0\1\0\0\0\0" + b"\0\4\x7f\xff\xff\xff"),
            frame(4, 1, 0, b""),
            frame(6, 1, 0, b"12345678"),
            frame(8, 0, 5, (70000).to_bytes(4, "big")),
            frame(3, 0, 7, b"\0\0\0\x08"),
            frame(7, 0, 0, bytes(8)),
            frame(1, 5, 9, b"block"),
        ]
    )


@pytest.mark.parametrize(
    ("raw", "limit", "answer"),
    [
        ("00000000", 10, "ok none"),
        ("0000000000", 10, "ok (some (5, 5))"),
        ("0000000003616263", 10, "ok (some (5, 8))"),
        ("00000000036162", 10, "ok none"),
        ("000000000b", 10, "error a message: 11 bytes, at most 10 are taken"),
        ("0100000000", 10, "error a compressed message, which was not asked for"),
    ],
)
def test_messages_in_a_stream(codec: Any, raw: str, limit: int, answer: str) -> None:
    assert codec.ask("framing", raw, limit) == answer


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "0m"), (300, "300m"), (99_999_999, "99999999m"), (100_000_000, "100000S")],
)
def test_time_outs(codec: Any, milliseconds: int, text: str) -> None:
    assert codec.ok("timeout", milliseconds) == text


@pytest.mark.parametrize(
    ("escaped", "text"),
    [
        ("plain", "plain"),
        ("a%20b%25", "a b%"),
        ("%E2%88%80", "∀"),
        ("100%", "100%"),
        ("%zz", "%zz"),
    ],
)
def test_messages_of_a_status(codec: Any, escaped: str, text: str) -> None:
    assert bytes.fromhex(codec.ok("unescape", escaped.encode().hex())).decode() == text


def test_bytes_that_are_no_text_stay_as_they_are(codec: Any) -> None:
    assert bytes.fromhex(codec.ok("unescape", b"%FF".hex())).decode() == "%FF"


def test_statuses(codec: Any) -> None:
    assert [codec.ok("status", n) for n in (0, 4, 8, 16, 17)] == [
        "OK",
        "DEADLINE_EXCEEDED",
        "RESOURCE_EXHAUSTED",
        "UNAUTHENTICATED",
        "UNKNOWN",
    ]
