"""Damaged traces are named, whatever the damage, and nothing of them is written."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.stores import ingest_project
from fakes.traces import edit, first_step, sample_records
from sensei.core.errors import StoreError, TraceError
from sensei.ingest import default_traces
from sensei.ingest.records import read_record
from sensei.store import Store

DAMAGE: dict[str, tuple[Callable[[Path], None], str]] = {
    "cut off": (lambda p: p.write_bytes(p.read_bytes()[:-100]) and None, "damaged JSON"),
    "empty": (lambda p: p.write_bytes(b"") and None, "damaged JSON"),
    "no object": (lambda p: p.write_bytes(b"[1]") and None, "not a trace record"),
    "not UTF-8": (lambda p: p.write_bytes(b'{"module": "\xff"}') and None, "damaged JSON"),
    "newer": (
        edit(lambda c: c["module"].update(formatVersion=2, unheardOf=1)),
        "trace format 2, newer than the 1 of this Sensei; upgrade",
    ),
    "no version": (edit(lambda c: c["module"].pop("formatVersion")), "no format version"),
    "a string for a record": (edit(lambda c: c.update(module="x")), "damaged"),
    "a list for a record": (edit(lambda c: c.update(module=[1])), "damaged"),
    "neither": (edit(lambda c: c.clear()), "neither a module nor a failure"),
    "half a character": (
        edit(lambda c: c["module"]["goals"][0].update(pretty="\ud800")),
        "damaged",
    ),
    "no name": (edit(lambda c: c["module"].pop("name")), "the module has no name"),
    "outside": (edit(lambda c: c["module"].update(file="../x.lean")), "no path relative"),
    "absolute": (edit(lambda c: c["module"].update(file="/x.lean")), "no path relative"),
    "range": (
        edit(lambda c: c["module"]["declarations"][0]["range"].update(endByte=10**6)),
        "its range is outside the source",
    ),
    "line": (
        edit(lambda c: c["module"]["declarations"][0]["proofRange"].update(endLine=10**6)),
        "its proof_range is outside the source",
    ),
    "backwards": (
        edit(
            lambda c: first_step(c)["range"].update(startByte=first_step(c)["range"]["endByte"] + 1)
        ),
        "step 1: its range is outside the source",
    ),
    "goal": (edit(lambda c: first_step(c).update(goalsAfter=[10**6])), "refers to a goal that is"),
    "closed": (edit(lambda c: first_step(c).update(closed=[10**6])), "refers to a goal that is"),
    "opened": (edit(lambda c: first_step(c).update(opened=[10**6])), "refers to a goal that is"),
    "constant": (
        edit(lambda c: first_step(c).update(termConstants=[10**6])),
        "step 1 uses a constant that is not there",
    ),
    "type": (
        edit(lambda c: c["module"]["declarations"][0].update(typeConstants=[10**6])),
        "uses a constant that is not there",
    ),
    "parent": (edit(lambda c: first_step(c).update(parent=1)), "parent 1 does not come before"),
    "step id": (edit(lambda c: first_step(c).update(id=7)), "step 1 says it is step 7"),
    "premise": (
        edit(lambda c: c["module"]["premises"][0].update(step=10**6)),
        "step 1000000 is not there",
    ),
    "type hash": (
        edit(lambda c: c["module"]["declarations"][0].pop("typeHash")),
        r"declaration 0 \(Sample.comm_0\) has no type hash",
    ),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_file_is_named_and_nothing_is_written(
    project: Path, store: Store, kind: str
) -> None:
    harm, message = DAMAGE[kind]
    path = default_traces(project) / "Sample.Logic.json"
    harm(path)
    with pytest.raises(TraceError, match=rf"Sample\.Logic\.json: .*{message}"):
        ingest_project(project, store)
    assert store.snapshots(include_incomplete=True) == []


PLACES = st.lists(st.integers(0, 40), min_size=1, max_size=6)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["\ud800", "Infinity", "-1", "1e400", 2**64, -1, "\x00"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)


def put_at(content: Any, place: list[int], value: Any) -> Any:
    """``content`` with ``value`` in the place that the numbers lead to."""
    if not place or not isinstance(content, dict | list) or not content:
        return value
    keys = list(content) if isinstance(content, dict) else list(range(len(content)))
    key = keys[place[0] % len(keys)]
    content[key] = put_at(content[key], place[1:], value)
    return content


@settings(max_examples=300, deadline=None)
@given(place=PLACES, value=VALUES)
def test_any_change_of_a_record_is_read_or_named(
    place: list[int], value: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "changed.json"
    content = json_format.MessageToDict(sample_records(3)[0])
    path.write_text(json.dumps(put_at(content, place, value)))
    with contextlib.suppress(TraceError):
        read_record(path)


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=60) | st.integers(1, 10**5).map(lambda n: b"[" * n))
def test_any_bytes_are_named(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.json"
    path.write_bytes(data)
    with pytest.raises(TraceError, match=r"bytes\.json: "):
        read_record(path)


def test_no_room_for_temporary_files_is_named(
    project: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules["sensei.ingest.ingest"]
    monkeypatch.setattr(module, "_SPOOL_BYTES", 1)
    monkeypatch.setattr(tempfile, "tempdir", "/dev/full")
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: io.FileIO("/dev/full", "r+"))
    with pytest.raises(StoreError, match="no room for checked records in /dev/full: No space left"):
        ingest_project(project, store)
    assert store.snapshots(include_incomplete=True) == []
