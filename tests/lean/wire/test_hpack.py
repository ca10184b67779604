"""Header compression: Python's encoder into Lean's decoder, and Lean's into Python's."""

from __future__ import annotations

from typing import Any

import hpack
import pytest
from hpack.huffman import HuffmanEncoder
from hpack.huffman_constants import REQUEST_CODES, REQUEST_CODES_LENGTH
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

QUICK = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
NAMES = st.one_of(
    st.sampled_from([":status", ":path", "content-type", "grpc-status", "x-very-long-name" * 4]),
    st.text("abcdefghijklmnopqrstuvwxyz-0123456789", min_size=1, max_size=12),
)
VALUES = st.one_of(
    st.sampled_from(["200", "", "application/grpc", "/", "GET"]),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)
BLOCKS = st.lists(st.lists(st.tuples(NAMES, VALUES), max_size=8), min_size=1, max_size=5)


def shown(headers: list[tuple[str, str]]) -> str:
    """As codec.lean shows a block."""
    return ",".join(f"{n.encode().hex()}:{v.encode().hex()}" for n, v in headers)


@pytest.mark.parametrize("limit", [0, 64, 256, 4096])
@pytest.mark.parametrize("huffman", [False, True])
def test_blocks_of_another_encoder(codec: Any, limit: int, huffman: bool) -> None:
    @QUICK
    @given(BLOCKS)
    def check(blocks: list[list[tuple[str, str]]]) -> None:
        encoder = hpack.Encoder()
        if limit != 4096:
            encoder.header_table_size = limit
        raw = [encoder.encode(block, huffman=huffman).hex() for block in blocks]
        # An empty block is nothing on the line.
        sent = [(r, b) for r, b in zip(raw, blocks, strict=True) if r]
        if sent:
            answer = codec.ok("headers", limit, *(r for r, _ in sent))
            size, _, rest = answer.partition(" ")
            assert rest.split(" ") == [shown(b) for _, b in sent]
            assert int(size) == encoder.header_table._current_size

    check()


@pytest.mark.parametrize("huffman", ["false", "true"])
def test_blocks_for_another_decoder(codec: Any, huffman: str) -> None:
    @QUICK
    @given(st.lists(st.tuples(NAMES, VALUES.filter(bool)), min_size=1, max_size=8))
    def check(headers: list[tuple[str, str]]) -> None:
        words = [part.encode().hex() for header in headers for part in header]
        block = bytes.fromhex(codec.ok("block", huffman, *words))
        assert [tuple(h) for h in hpack.Decoder().decode(block)] == headers

    check()


# RFC 7541, appendix C: the blocks of each sequence, and the table's size after the last.
VECTORS = {
    "C.2.1": (["400a637573746f6d2d6b65790d637573746f6d2d686561646572"], 55),
    "C.2.4": (["82"], 0),
    "C.3": (
        [
            "828684410f7777772e6578616d706c652e636f6d",
            "828684be58086e6f2d6361636865",
            "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
        ],
        164,
    ),
    "C.4": (
        [
            "828684418cf1e3c2e5f23a6ba0ab90f4ff",
            "828684be5886a8eb10649cbf",
            "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
        ],
        164,
    ),
    "C.6": (
        [
            "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad1718"
            "63c78f0b97c8e9ae82ae43d3",
            "4883640effc1c0bf",
            "88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7"
            "b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007",
        ],
        215,
    ),
}


@pytest.mark.parametrize("name", VECTORS)
def test_vectors_of_the_specification(codec: Any, name: str) -> None:
    blocks, size = VECTORS[name]
    limit = 256 if name == "C.6" else 4096
    decoder = hpack.Decoder()
    decoder.max_allowed_table_size = limit
    decoder.header_table.maxsize = limit
    expected = [shown([tuple(h) for h in decoder.decode(bytes.fromhex(b))]) for b in blocks]
    assert codec.ok("headers", limit, *blocks) == " ".join([str(size), *expected])


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ("80", "index 0"),
        ("be", "index 62"),
        ("ff8080808080", "more than 32 bits"),
        ("40", "end too early"),
        ("000a61", "end too early"),
        ("0001618100", "within a word"),
        ("00016185ffffffffff", "the end inside a Huffman string"),
        ("3fe21f", "a header table of 4097 bytes"),
        ("8820", "a table size after the first header"),
    ],
)
def test_faults_are_named(codec: Any, block: str, problem: str) -> None:
    answer = codec.ask("headers", 4096, block)
    assert answer.startswith("error ")
    assert problem in answer


def test_a_block_that_spells_too_much_is_refused(codec: Any) -> None:
    block = "40" + "0161" + "7f8112" + "62" * 2432 + "be" * 40
    assert "at most 65536" in codec.ask("headers", 4096, block)


def test_random_blocks_agree_with_another_decoder(codec: Any) -> None:
    @settings(QUICK, max_examples=400)
    @given(st.binary(min_size=1, max_size=24))
    def check(raw: bytes) -> None:
        answer = codec.ask("headers", 4096, raw.hex())
        try:
            expected = hpack.Decoder().decode(raw, raw=True)
        except (hpack.HPACKError, UnicodeDecodeError, IndexError):
            # The other one is slacker about lengths of numbers; ours may refuse more.
            assert answer.startswith(("error ", "ok "))
            return
        if answer.startswith("ok "):
            blocks = answer.split(" ")[2] if answer.count(" ") > 1 else ""
            assert blocks.count(":") == len(expected)

    check()


def test_every_symbol_of_the_huffman_code(codec: Any) -> None:
    raw = bytes(range(256)) * 2
    theirs = HuffmanEncoder(REQUEST_CODES, REQUEST_CODES_LENGTH).encode(raw)
    assert codec.ok("huffman", raw.hex()) == f"{theirs.hex()} {raw.hex()}"


@pytest.mark.parametrize("raw", ["ffffffff", "3fffffff", "00", "1f80"])
def test_strings_that_are_not_huffman(codec: Any, raw: str) -> None:
    assert codec.ask("unhuffman", raw).startswith("error ")
