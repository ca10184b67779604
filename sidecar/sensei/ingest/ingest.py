"""From a folder of trace files to a snapshot in the store.

All files are read and checked before anything is written. Some modules are one transaction; a
snapshot is seen once it is complete. So a kill at any moment leaves whole modules of a snapshot
nobody sees, and the next ingest goes on from there.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from sensei.core.errors import StoreError, TraceError
from sensei.core.memory import no_garbage_collection
from sensei.ingest.identity import content_hash, package_name, snapshot_identity
from sensei.ingest.records import read_record, trace_files
from sensei.ingest.repository import repository_of
from sensei.store import Store
from sensei.store.records import SnapshotCounts, SnapshotRecord
from sensei.store.texts import sha256
from sensei.wire.traced import TraceRecord, decode, encode

# Checked records wait in memory up to this size, then in a temporary file.
_SPOOL_BYTES = 64 * 1024 * 1024
# Records are stored in transactions of about this size.
_BATCH_BYTES = 6 * 1024 * 1024

Progress = Callable[[str, int, int], None]


def default_traces(project_root: Path) -> Path:
    """Where the tracer leaves its files."""
    return project_root / ".lake" / "build" / "sensei" / "trace"


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did: how many modules were new, changed or as before, and what there is."""

    snapshot: SnapshotRecord
    added: int
    replaced: int
    unchanged: int
    counts: SnapshotCounts


@dataclass(frozen=True, slots=True)
class _Toolchain:
    version: str
    commit: str
    kind: str


def ingest(
    folder: Path,
    store: Store,
    project_root: Path,
    progress: Progress = lambda phase, done, total: None,
) -> IngestReport:
    """Stores the trace files of ``folder`` as a snapshot of the project.

    Twice is once: the same rows, with the same ids. A module whose record changed replaces the old
    one in one transaction.

    Args:
        folder: holds one TraceRecord a file, as proto3 JSON, at any depth.
        project_root: names the package and the repository; no source is read from it.
        progress: told (``read`` or ``store``, done, total).

    Raises:
        ProjectError: ``project_root`` is no Lean project.
        TraceError: a file is damaged, or two contradict each other; nothing was written.
        StoreError: the database failed; whole modules may be in it, unseen.
    """
    package = package_name(project_root)
    clone = repository_of(project_root)
    repository, commit = (clone.url, clone.commit) if clone else (package, None)
    with no_garbage_collection(), tempfile.SpooledTemporaryFile(_SPOOL_BYTES) as spool:
        checked = _Checked.read(folder, spool, progress)
        snapshot_id = store.put_snapshot(
            identity=snapshot_identity(
                repository=repository,
                commit=commit,
                package=package,
                content=checked.content,
                lean_version=checked.toolchain.version,
                lean_commit=checked.toolchain.commit,
                toolchain_kind=checked.toolchain.kind,
            ),
            repository=repository,
            commit=commit,
            package=package,
            content_hash=checked.content,
            lean_version=checked.toolchain.version,
            lean_commit=checked.toolchain.commit,
            toolchain_kind=checked.toolchain.kind,
        )
        done: Counter[str] = Counter()
        modules, failures, stored = [], [], 0
        for batch in checked.batches(spool):
            traced = [record.module for record in batch if record.module is not None]
            done.update(store.put_modules(snapshot_id, traced))
            modules += [module.name for module in traced]
            for record in batch:
                if record.failure is not None:
                    failures.append(record.failure.name)
                    store.put_failure(snapshot_id, record.failure)
            stored += len(batch)
            progress("store", stored, len(checked.sizes))
        store.complete_snapshot(snapshot_id, modules, failures)
    return IngestReport(
        snapshot=store.snapshot(snapshot_id),
        added=done["added"],
        replaced=done["replaced"],
        unchanged=done["unchanged"],
        counts=store.counts(snapshot_id),
    )


@dataclass(frozen=True, slots=True)
class _Checked:
    """The checked records, serialized one after the other in a spool that stands at its start."""

    sizes: tuple[int, ...]
    content: str
    toolchain: _Toolchain

    def batches(self, spool: IO[bytes]) -> Iterator[list[TraceRecord]]:
        """The records, in lists of about ``_BATCH_BYTES``."""
        batch, held = [], 0
        for size in self.sizes:
            batch.append(decode(spool.read(size)))
            held += size
            if held >= _BATCH_BYTES:
                yield batch
                batch, held = [], 0
        if batch:
            yield batch

    @staticmethod
    def read(folder: Path, spool: IO[bytes], progress: Progress) -> _Checked:
        files = trace_files(folder)
        sizes: list[int] = []
        sources: dict[str, str] = {}
        owners: dict[str, Path] = {}
        toolchains: dict[_Toolchain, Path] = {}
        for number, path in enumerate(files):
            record = read_record(path)
            module = record.module
            one = module or record.failure
            assert one is not None  # a checked record has one of them
            for key in (f"the module {one.name}", f"the file {one.file}"):
                if key in owners:
                    raise TraceError(
                        f"{path} and {owners[key]} are both of {key}",
                        f"remove {folder} and trace again: sensei trace",
                    )
                owners[key] = path
            if module is not None:
                sources[module.file] = sha256(module.source)
                toolchains.setdefault(
                    _Toolchain(module.lean_version, module.lean_commit, module.toolchain_kind),
                    path,
                )
            else:
                sources[one.file] = ""
            data = encode(record)
            try:
                spool.write(data)
            except OSError as error:
                raise StoreError(
                    f"no room for checked records in {tempfile.gettempdir()}: {error.strerror}",
                    "free space there, or set TMPDIR to another folder",
                ) from error
            sizes.append(len(data))
            progress("read", number + 1, len(files))
        if len(toolchains) > 1:
            (first, one_path), (second, other_path) = list(toolchains.items())[:2]
            raise TraceError(
                f"{one_path} was traced by Lean {first.version} ({first.kind}), "
                f"{other_path} by {second.version} ({second.kind})",
                f"remove {folder} and trace again: sensei trace",
            )
        spool.seek(0)
        toolchain = next(iter(toolchains), _Toolchain("", "", ""))
        return _Checked(tuple(sizes), content_hash(sources.items()), toolchain)
