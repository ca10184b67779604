"""Compiles the tracer's worker for the embedded Lean, which has no compiler to native code.

Interpreted, a worker spends as long on its own code and on loading it as on what it traces.
`lean/Main/EmitC.lean` writes all that the worker reaches as one file of C, and whatever C compiler
the machine has makes a program of it, linked with the wheel's library. It is kept in the cache
under a key of the worker's code, the library and the compiler. Where there is no compiler, or it
fails, the worker is interpreted: records are the same.

Leaves out the other programs, and Leans with a toolchain: there `lake` compiles.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sensei.core.errors import ToolchainError
from sensei.settings import Settings
from sensei.toolchain import cache, wheel
from sensei.toolchain.finished import stderr_report
from sensei.toolchain.installed import Kind
from sensei.toolchain.known import locate_lean_sources
from sensei.toolchain.workspace import LeanWorkspace

#: Where the driver looks for a compiled worker (`lean/Sensei/Trace/Driver.lean`).
WORKER_VARIABLE: Final = "SENSEI_TRACE_WORKER"
#: For `cc` in the settings: compile nothing.
NO_COMPILER: Final = "none"

_MODULE: Final = "Sensei.Trace.Worker"
_ROOT: Final = "Sensei.Trace.worker"
_NAME: Final = "worker"
_SYMBOL = re.compile(r"\bIS_(\w+)")
#: Most of a worker's time is the library's: more optimising takes longer than it saves.
_FLAGS: Final = ("-Og", "-fPIC", "-fno-strict-aliasing", "-fno-sanitize=all", "-w")
#: Which of the symbols on its stdin a library has. A process of its own: Lean is loaded into it.
_SYMBOLS_CODE: Final = (
    "import ctypes, sys; library = ctypes.CDLL(sys.argv[1]); "
    "print(*(name for name in sys.stdin.read().split() if hasattr(library, name)), sep='\\n')"
)
_STEP_S: Final = 300.0


class NotCompiled(Exception):
    """Why there is no program, in a line."""


def with_compiled_worker(
    workspace: LeanWorkspace,
    settings: Settings,
    report: Callable[[str], None] = stderr_report,
) -> LeanWorkspace:
    """The workspace, its tracer told of the compiled worker, which is made first if need be.

    Args:
        report: takes one line of progress, and why a worker was not compiled, once.

    Raises:
        ToolchainError: the cache cannot be written.
    """
    if workspace.toolchain_kind != Kind.EMBEDDED.value:
        return workspace
    compiler = c_compiler(settings.cc)
    if not compiler:
        return workspace
    program = _worker(workspace, settings, compiler, report)
    if program is None:
        return workspace
    return dataclasses.replace(workspace, env={**workspace.env, WORKER_VARIABLE: str(program)})


def worker_command(workspace: LeanWorkspace, *arguments: str) -> tuple[str, ...]:
    """The command line of a worker as the tracer starts it in this workspace."""
    compiled = workspace.env.get(WORKER_VARIABLE)
    return (compiled, *arguments) if compiled else workspace.program("TraceWorker", *arguments)


def c_compiler(asked: str) -> tuple[str, ...]:
    """The words that start a C compiler; none if there is none.

    Args:
        asked: a program's name or path, `none`, or "" for the first of cc, gcc, clang and the
            PyPI package ziglang.

    Raises:
        ToolchainError: the program that was asked for is not there.
    """
    if asked == NO_COMPILER:
        return ()
    if asked:
        found = shutil.which(asked)
        if found is None:
            raise ToolchainError(
                f"there is no C compiler {asked}", f"set SENSEI_CC to one, or to {NO_COMPILER}"
            )
        return (found,)
    for name in ("cc", "gcc", "clang"):
        found = shutil.which(name)
        if found is not None:
            return (found,)
    if importlib.util.find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "cc")
    return ()


def _worker(
    workspace: LeanWorkspace,
    settings: Settings,
    compiler: Sequence[str],
    report: Callable[[str], None],
) -> Path | None:
    """The compiled worker, made if need be; None if it cannot be."""
    package = workspace.programs.parents[1]
    library = wheel.find_wheel().library
    state = library.stat()
    key = hashlib.sha256()
    for part in (
        *(workspace.lean_version, workspace.lean_commit, package.name, str(workspace.lean)),
        *(str(library), str(state.st_size), str(state.st_mtime_ns), *compiler, *_FLAGS),
        *(path.read_text("utf-8") for path in _sources()),
    ):
        key.update(f"{part}\0".encode())
    folder = settings.cache_dir.absolute() / "native" / key.hexdigest()[:24]
    # Of this package alone: the project's own modules have no part in the worker.
    lean_path = str(package / ".lake" / "build" / "lib" / "lean")

    def build(place: Path) -> dict[str, Any]:
        report("compiling the tracer, once")
        cache.prune(folder.parent, keep=folder)
        try:
            compile_program(workspace, lean_path, _MODULE, _ROOT, compiler, place / _NAME)
            _check_start(place / _NAME, workspace.env)
        except NotCompiled as problem:
            (place / _NAME).unlink(missing_ok=True)
            report(f"the tracer was not compiled and is interpreted, which is slower: {problem}")
            return {"problem": str(problem)}
        return {}

    manifest = cache.build_once(folder, key.hexdigest(), build, report)
    return None if "problem" in manifest.about else folder / _NAME


def _sources() -> tuple[Path, Path]:
    folder = locate_lean_sources() / "c"
    return folder / "main.c", folder / "runtime.h"


def compile_program(
    workspace: LeanWorkspace,
    lean_path: str,
    module: str,
    root: str,
    compiler: Sequence[str],
    program: Path,
) -> None:
    """Compiles a definition of type ``List String → IO UInt32`` with all that it reaches.

    Args:
        lean_path: where its module and what that imports are, besides Lean's own library.
        root: the definition's name.
        compiler: the words that start a C compiler.
        program: the file to write.

    Raises:
        NotCompiled: something that it reaches cannot be, or the compiler fails.
    """
    library = wheel.find_wheel().library
    main, runtime = _sources()
    env = {**workspace.env, "LEAN_PATH": lean_path}
    with tempfile.TemporaryDirectory(dir=program.parent, prefix="c.") as folder:
        written, symbols = Path(folder) / "program.c", Path(folder) / "symbols.h"
        _run(workspace.program("EmitC", module, root, str(written)), env)
        wanted = sorted(set(_SYMBOL.findall(written.read_text("utf-8"))))
        look = (sys.executable, "-I", "-S", "-c", _SYMBOLS_CODE, str(library))
        found = _run(look, env, "\n".join(wanted)).split()
        symbols.write_text("".join(f"#define IS_{name} 1\n" for name in found), "utf-8")
        _run(
            (
                *(*compiler, *_FLAGS, "-include", str(symbols), "-I", str(runtime.parent)),
                *("-o", str(program), str(written), str(main), str(library)),
                f"-Wl,-rpath,{library.parent}",
            ),
            env,
        )


def _check_start(worker: Path, env: Mapping[str, str]) -> None:
    """Starts it without arguments, of which it has to complain.

    Raises:
        NotCompiled: it does not.
    """
    started = _ended((str(worker),), env)
    if "--module" not in started.stderr:
        raise NotCompiled(f"what was compiled does not start (exit code {started.returncode})")


def _ended(
    command: Sequence[str], env: Mapping[str, str], given: str = ""
) -> subprocess.CompletedProcess[str]:
    """How it ended.

    Raises:
        NotCompiled: it does not start, or does not end.
    """
    try:
        return subprocess.run(
            command,
            env=dict(env),
            input=given,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_STEP_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotCompiled(str(error)) from None


def _run(command: Sequence[str], env: Mapping[str, str], given: str = "") -> str:
    """Its output.

    Raises:
        NotCompiled: it failed.
    """
    done = _ended(command, env, given)
    if done.returncode != 0:
        lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line]
        said = (errors or lines or [f"exit {done.returncode}"])[0]
        raise NotCompiled(f"{command[0]}: {said.strip()}")
    return done.stdout
