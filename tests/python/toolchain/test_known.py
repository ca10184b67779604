"""The remembered answer to which toolchain the sources lead to: used when true, never when not."""

import os
import shutil
import time
from pathlib import Path

import pytest
from small_library import write_modules

from sensei.settings import Settings
from sensei.toolchain import embedded, known
from sensei.toolchain.find import embedded_toolchain


@pytest.fixture
def old_sources(sources: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources that count as unchanged for long, however recently the test wrote them."""
    monkeypatch.setattr(known, "_SETTLED_NS", -(10**18))
    return sources


def quiet(line: str) -> None:
    del line


def recalled(settings: Settings, sources: Path) -> Path | None:
    found = known.known_toolchain(settings, sources)
    return found[0] if found is not None else None


def test_the_second_start_reads_no_source(
    settings: Settings, old_sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert recalled(settings, old_sources) is None
    first = embedded_toolchain(settings, quiet, old_sources)
    monkeypatch.setattr(embedded, "read_library", lambda *words, **more: pytest.fail("read"))
    assert embedded_toolchain(settings, quiet, old_sources) == first
    assert recalled(settings, old_sources) == first.prefix


def test_an_edit_that_keeps_size_and_time_is_seen(settings: Settings, old_sources: Path) -> None:
    first = embedded_toolchain(settings, quiet, old_sources)
    module = old_sources / "Init" / "Nat.lean"
    before = module.stat()
    text = module.read_text()
    module.write_text("-- x\n" + text)
    assert recalled(settings, old_sources) is None
    module.write_text(text.replace("one", "two"))
    os.utime(module, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert module.stat().st_size == before.st_size
    assert recalled(settings, old_sources) is None
    assert planned(settings, old_sources) != first.prefix


def planned(settings: Settings, sources: Path) -> Path:
    return embedded.planned_prefix(settings, sources)[0]


def test_a_new_file_and_a_file_that_went_are_seen(settings: Settings, old_sources: Path) -> None:
    embedded_toolchain(settings, quiet, old_sources)
    write_modules(old_sources, {"Init.More": "prelude\n"})
    assert recalled(settings, old_sources) is None
    embedded_toolchain(settings, quiet, old_sources)
    assert recalled(settings, old_sources) == planned(settings, old_sources)
    (old_sources / "Init" / "More.lean").unlink()
    assert recalled(settings, old_sources) is None


def test_sources_that_have_just_changed_are_not_remembered(
    settings: Settings, sources: Path
) -> None:
    now = time.time_ns()
    os.utime(sources / "Init.lean", ns=(now, now + 10**12))
    prefix = embedded_toolchain(settings, quiet, sources).prefix
    assert recalled(settings, sources) is None
    assert planned(settings, sources) == prefix


@pytest.mark.parametrize("kind", ["damaged", "gone", "note is junk", "note names another"])
def test_what_is_remembered_is_checked(settings: Settings, old_sources: Path, kind: str) -> None:
    prefix = embedded_toolchain(settings, quiet, old_sources).prefix
    (note,) = prefix.parent.glob("known-*.json")
    if kind == "damaged":
        os.truncate(prefix / "lib" / "lean" / "Init" / "Nat.olean", 10)
    elif kind == "gone":
        shutil.rmtree(prefix)
    elif kind == "note is junk":
        note.write_bytes(b"[1\xff")
    else:
        note.write_text(note.read_text().replace(prefix.name, "0" * 24))
    assert recalled(settings, old_sources) is None
    again = embedded_toolchain(settings, quiet, old_sources)
    assert again.prefix == prefix
    assert recalled(settings, old_sources) == prefix


def test_a_cache_that_cannot_be_written_still_serves(
    settings: Settings, old_sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefix = embedded_toolchain(settings, quiet, old_sources).prefix
    (note,) = prefix.parent.glob("known-*.json")
    note.unlink()
    real = Path.write_text

    def refuse(path: Path, *words: str, **more: str) -> int:
        if path.name.startswith("known-"):
            raise OSError(30, "Read-only file system")
        return real(path, *words, **more)

    monkeypatch.setattr(Path, "write_text", refuse)
    assert embedded_toolchain(settings, quiet, old_sources).prefix == prefix
    assert recalled(settings, old_sources) is None
