"""Lean's codec against Python's: both ways, all kinds of fields, and bytes that are no message."""

from __future__ import annotations

import itertools
import struct
from typing import Any

import pytest
from arbitrary_messages import arbitrary
from google.protobuf.message import DecodeError, Message
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Messages = dict[str, type[Message]]
QUICK = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
KINDS = "Sensei.Kinds.Kinds"


def recoded(codec: Any, name: str, raw: bytes) -> bytes:
    return bytes.fromhex(codec.ok("message", name, raw.hex() or "-"))


def test_every_message_goes_both_ways(codec: Any, messages: Messages) -> None:
    @QUICK
    @given(st.data())
    def check(data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(messages)))
        message = data.draw(arbitrary(messages[name]))
        raw = message.SerializeToString(deterministic=True)
        back = recoded(codec, name, raw)
        assert messages[name].FromString(back) == message

    check()


def test_all_kinds_of_fields_go_both_ways(codec: Any, messages: Messages) -> None:
    @QUICK
    @given(arbitrary(messages[KINDS]))
    def check(message: Message) -> None:
        back = recoded(codec, KINDS, message.SerializeToString())
        assert messages[KINDS].FromString(back) == message

    check()


def test_unknown_fields_are_kept(codec: Any, messages: Messages) -> None:
    @QUICK
    @given(arbitrary(messages[KINDS]))
    def check(message: Message) -> None:
        back = recoded(codec, "Sensei.Kinds.Older", message.SerializeToString())
        assert messages[KINDS].FromString(back) == message

    check()


def test_an_unknown_group_is_kept_whole(codec: Any) -> None:
    group = bytes([0x0B, 0x10, 5, 0x1B, 0x22, 2, 65, 66, 0x1C, 0x0C])  # 1: {2: 5, 3: {4: "AB"}}
    assert recoded(codec, "Sensei.Kinds.Older", group) == group
    assert codec.ask("message", "Sensei.Kinds.Older", group[:-1].hex()).startswith("error ")
    deep = bytes([0x0B]) * 500 + bytes([0x0C]) * 500
    assert "nested too deeply" in codec.ask("message", "Sensei.Kinds.Older", deep.hex())
    assert "another group" in codec.ask("message", "Sensei.Kinds.Older", "0b14")


@pytest.mark.parametrize(
    ("raw", "same_as"),
    [
        # A message that comes twice is merged; the last scalar counts.
        ("8201030a0161" + "8201021005", "82010" + "50a01611005"),
        ("1005" + "1007", "1007"),
        # Repeated numbers, packed and not, one after the other.
        ("b20102" + "0102" + "b00103", "b20103010203"),
        # A oneof: the last one counts.
        ("ca0201" + "78" + "d00204", "d00204"),
        # A varint of more bytes than it needs; an int32 with bits beyond 32.
        ("10" + "8580808000", "1005"),
        ("10" + "85808080f0ffffffff01", "1005"),
        # uint32 beyond 32 bits is cut, a bool is anything but 0.
        ("20" + "ffffffffff01", "20ffffffff0f"),
        ("6002", "6001"),
        # A known field with another wire type is unknown, and kept.
        ("15" + "01000000", "15" + "01000000"),
    ],
)
def test_cases_of_the_specification(codec: Any, messages: Messages, raw: str, same_as: str) -> None:
    python = messages[KINDS].FromString(bytes.fromhex(raw))
    back = recoded(codec, KINDS, bytes.fromhex(raw))
    assert back.hex() == same_as
    assert messages[KINDS].FromString(back) == python


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ("0a", "the bytes end too early"),  # a tag and nothing
        ("6a05616263", "a length-delimited field: the bytes end too early"),
        ("09000000", "a field of 8 bytes: the bytes end too early"),
        ("4500", "a field of 4 bytes: the bytes end too early"),
        ("10ffffffffffffffffffffff01", "a varint of more than ten bytes"),
        ("c280808080000161", "a tag of more than five bytes"),
        ("00", "field number 0"),
        ("16", "wire type 6"),
        ("14", "wire type 4"),  # the end of a group that was not begun
        ("6a02c328", "a string that is not UTF-8"),
        ("6affffffffffffffffff01", "the bytes end too early"),  # a length near 2^64
        ("b20103010280", "a varint: the bytes end too early"),  # packed
    ],
)
def test_faults_are_named(codec: Any, raw: str, problem: str) -> None:
    answer = codec.ask("message", KINDS, raw)
    assert answer.startswith("error ")
    assert problem in answer


def test_every_cut_is_an_error_or_a_message(codec: Any, messages: Messages) -> None:
    message = messages[KINDS](
        string_field="αβγ", inner={"text": "x", "more": ["y", "z"]}, doubles=[1.5, -2.0],
        counts={"a": 1}, unpacked=[1, -1], choice_text="t", fixed64_field=7, bytes_field=b"\0\1",
    )  # fmt: skip
    raw = message.SerializeToString()
    for end in range(len(raw)):
        agrees(codec, messages, raw[:end])


@pytest.mark.parametrize("entry", ["0a0161", "0a01611005", "08000a0161", "0a016142017a"])
def test_an_entry_of_a_map_with_more_than_key_and_value_is_kept_whole(
    codec: Any, messages: Messages, entry: str
) -> None:
    number = messages[KINDS].DESCRIPTOR.fields_by_name["counts"].number
    tag = number << 3 | 2
    raw = bytes([tag & 127 | 128, tag >> 7]) if tag > 127 else bytes([tag])
    agrees(codec, messages, raw + bytes([len(entry) // 2]) + bytes.fromhex(entry))


def agrees(codec: Any, messages: Messages, raw: bytes) -> None:
    """Lean takes what Python takes, with the same meaning."""
    answer = codec.ask("message", KINDS, raw.hex() or "-")
    try:
        python = messages[KINDS].FromString(raw)
    except DecodeError:
        assert answer.startswith("error "), raw.hex()
        return
    assert answer.startswith("ok "), (raw.hex(), answer)
    back = messages[KINDS].FromString(bytes.fromhex(answer[3:]))
    # As text, since NaN differs from itself.
    assert str(back) == str(python)


def test_random_and_damaged_bytes(codec: Any, messages: Messages) -> None:
    damaged = st.tuples(
        arbitrary(messages[KINDS]).map(lambda m: m.SerializeToString()),
        st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), max_size=4),
    ).map(lambda pair: damage(*pair))

    @settings(QUICK, max_examples=400)
    @given(st.one_of(st.binary(max_size=60), damaged))
    def check(raw: bytes) -> None:
        agrees(codec, messages, raw)

    check()


def damage(raw: bytes, changes: list[tuple[int, int]]) -> bytes:
    out = bytearray(raw)
    for place, byte in changes:
        if out:
            out[place % len(out)] = byte
    return bytes(out)


def test_extremes_of_numbers(codec: Any, messages: Messages) -> None:
    doubles = [0.0, -0.0, 5e-324, 1.7976931348623157e308, float("inf"), -1.5]
    signed = [-(2**63), -(2**31) - 1, -1, 0, 1, 2**31, 2**63 - 1]
    for number in signed:
        small = struct.unpack("<i", struct.pack("<I", number % 2**32))[0]
        message = messages[KINDS](
            int64_field=number, sint64_field=number, sfixed64_field=number, int32_field=small,
            sint32_field=small, sfixed32_field=small, uint64_field=number % 2**64,
            sint64s=signed, doubles=doubles, double_field=doubles[number % 6],
        )  # fmt: skip
        raw = message.SerializeToString()
        assert recoded(codec, KINDS, raw) == raw
    negative_zero = messages[KINDS](double_field=-0.0).SerializeToString()
    assert recoded(codec, KINDS, negative_zero) == negative_zero


def test_time_grows_with_the_bytes_only(codec: Any, messages: Messages) -> None:
    """Fifty thousand elements; a reader that copied the array for each would take minutes."""
    message = messages[KINDS](strings=["x"] * 50_000, int32s=list(range(5_000)))
    raw = message.SerializeToString()
    assert codec.ok("message", KINDS, raw.hex(), timeout_s=60) == raw.hex()


def test_every_bit_of_a_small_message(codec: Any, messages: Messages) -> None:
    raw = messages[KINDS](
        inner={"text": "ab", "number": -3}, colours=[1, -5, 77]
    ).SerializeToString()
    for place, bit in itertools.product(range(len(raw)), range(8)):
        changed = bytearray(raw)
        changed[place] ^= 1 << bit
        agrees(codec, messages, bytes(changed))
