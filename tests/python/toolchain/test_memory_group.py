"""Control groups that bound memory: found, and the kernel's where this process may make one."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sensei.toolchain.memory_group import (
    PREFIX,
    Groups,
    MemoryGroup,
    _sweep,
    find_groups,
    usable_groups,
)

MIB = 1024**2
# Waits until it is in its group, then takes so many MiB.
HOARDER = (
    "import sys; sys.stdin.readline(); print(len(b'x' * (int(sys.argv[1]) << 20)), flush=True)"
)

real = pytest.mark.skipif(
    usable_groups() is None, reason="this process may make no control group for memory"
)


def test_the_first_version_is_found_in_its_own_group(tmp_path: Path) -> None:
    own = tmp_path / "memory" / "here"
    own.mkdir(parents=True)
    found = find_groups(
        ["5:cpu,cpuacct:/", "4:memory:/here", "0::/"],
        ["proc /proc proc rw 0 0", f"cgroup {tmp_path}/memory cgroup rw,memory 0 0"],
    )
    assert found == Groups(own, 1)


@pytest.mark.parametrize(
    ("handed_on", "expected"), [("cpu memory pids", True), ("cpu pids", False)]
)
def test_the_second_version_is_found_where_memory_is_handed_on(
    tmp_path: Path, handed_on: str, expected: bool
) -> None:
    around = tmp_path / "app.slice"
    (around / "shell.scope").mkdir(parents=True)
    (around / "cgroup.subtree_control").write_text(handed_on + "\n")
    (around / "cgroup.procs").write_text("")
    found = find_groups(
        ["0::/app.slice/shell.scope"], [f"cgroup2 {tmp_path} cgroup2 rw,nsdelegate 0 0"]
    )
    assert found == (Groups(around, 2) if expected else None)


def test_threads_that_look_at_once_all_find_it(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    mounts = [f"cgroup {tmp_path} cgroup rw,memory 0 0"]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: find_groups(["4:memory:/here"], mounts), range(400)))
    assert found == [Groups(tmp_path / "here", 1)] * 400
    assert list((tmp_path / "here").iterdir()) == []


def test_none_is_found_without_a_mount() -> None:
    assert find_groups(["4:memory:/here", "0::/"], ["proc /proc proc rw 0 0"]) is None


def test_a_folder_that_is_no_group_gives_none_and_stays_empty(tmp_path: Path) -> None:
    assert MemoryGroup.join(os.getpid(), MIB, Groups(tmp_path, 1)) is None
    assert list(tmp_path.iterdir()) == []


def test_what_ended_makers_left_is_removed(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    for name in (f"{PREFIX}{ended.pid}-0", f"{PREFIX}{os.getpid()}-0", "other-1"):
        (tmp_path / name).mkdir()
    _sweep(tmp_path)
    left = {folder.name for folder in tmp_path.iterdir()}
    assert left == {f"{PREFIX}{os.getpid()}-0", "other-1"}


@real
@pytest.mark.parametrize(("mib", "killed"), [(300, True), (1, False)])
def test_the_kernel_ends_what_takes_more(mib: int, killed: bool) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", HOARDER, str(mib)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    group = MemoryGroup.join(child.pid, 100 * MIB)
    assert group is not None
    with group:
        said, _ = child.communicate("go\n")
        assert (said == "") == killed
        assert group.killed() == killed
        folder = group._folder
        assert folder.is_dir()
    assert not folder.exists()
