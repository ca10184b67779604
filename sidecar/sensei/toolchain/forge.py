"""Compiles Lean modules in children of one process that has loaded and set up Lean once.

A start of `bin/lean` takes as long as elaborating a small module. Here the library is loaded and
its initialisers run once; every module is then elaborated in a fork, which calls the same compiled
functions that `lean -o` calls (`Lean.Parser.parseCommand`, `Lean.Elab.Frontend`,
`Lean.writeModule`), one command after another and without tasks. The `.olean` is byte for byte that
of `lean -o` (a test compares).

This file is a program of its own, `python -I -S forge.py LIBRARY`, so that the process that forks
has no threads. It reads a line `[module, source, olean]` in JSON and answers each with one line:
`ok`, or why not. A module with any message is not `ok`: who asked runs `bin/lean` to see it.
LEAN_PATH says where imports are.

Leaves out the order of modules, and messages (embedded.py). `Forge` is the caller's end.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import TracebackType

#: As on Lean's command line.
_TRUST_LEVEL: Final = 1024
#: `prefer_native`: see launcher.py. Linters would only add messages; the check is the code
#: generator's of its own passes, not the kernel's of proofs.
_OPTIONS: Final = ("interpreter.prefer_native", "linter.all", "Elab.async", "compiler.check")
#: The place of `infoState` among the fields of `Lean.Elab.Command.State`.
_INFO_STATE: Final = 8
_OK: Final = "ok"
_PR_SET_PDEATHSIG: Final = 1
_MANY: Final = 1 << 20
#: From <sys/mman.h>: Python's own `mmap` hides addresses.
_READ: Final = 1
_WRITE: Final = 2
_EXECUTE: Final = 4
_PRIVATE_ANONYMOUS: Final = 0x22
_HUGEPAGE: Final = 14
_MOVE_TO: Final = 3
_HUGE_BYTES: Final = 1 << 21
_MAP_FAILED: Final = (1 << 64) - 1
_HUGE_PAGES: Final = Path("/sys/kernel/mm/transparent_hugepage/enabled")


class Forge:
    """One compiling process; compiles one module at a time.

    Args:
        library: `libleanshared.so`.
        environment: of the process, LEAN_PATH included.
    """

    def __init__(self, library: Path, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__, library],
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )

    def compile(self, module: str, source: Path, olean: Path) -> bool:
        """Writes `olean`; false when there is something to say, or the process has died."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps([module, str(source), str(olean)]) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return False
        return self._process.stdout.readline().strip() == _OK

    def __enter__(self) -> Forge:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()


class _Lean:
    """Lean's functions by their exported names; objects are addresses.

    The `___boxed` form of a function takes and gives objects only. What it is given it may free:
    everything made here is kept (`make`), for the process ends soon.
    """

    def __init__(self, library: str) -> None:
        self._library = ctypes.CDLL(library)
        self._functions: dict[str, Callable[..., int]] = {}
        _use_huge_pages(library)
        self.call("lean_initialize")
        self._value(self.call("lean_init_search_path"))
        self.call("lean_enable_initializer_execution")
        # `Lean.Elab.Command.lintersRef`: even with all of them off, running them takes a twelfth.
        linters = self._global("l_Lean_Elab_Command_lintersRef")
        _words(linters, 1)[0] = self.make("l_Array_empty", _box(0))

    def compile(self, module: str, source: str, olean: str) -> bool:
        """Elaborates and writes one module; false when it has messages or cannot be read."""
        self.call("lean_io_mark_end_initialization")
        self.call("lean_init_task_manager")
        text = Path(source).read_bytes()
        no, yes = _box(0), _box(1)
        options = self._global("l_Lean_Options_empty")
        for option in _OPTIONS:
            options = self.make("l_Lean_Options_setBool___boxed", options, self._name(option), no)
        context = self.make(
            "l_Lean_Parser_mkInputContext___boxed",
            self._string(text),
            self._string(source.encode()),
            yes,
            _box(len(text)),
            no,
        )
        header, rest = self._fields(self._run("l_Lean_Parser_parseHeader___boxed", context), 2)
        parser, messages = self._fields(rest, 2)
        silence = messages
        none = self.make("l_Array_empty", no)
        environment, messages = self._fields(
            self._run(
                "l_Lean_Elab_processHeader___boxed",
                header,
                options,
                messages,
                context,
                _box(_TRUST_LEVEL),
                none,
                no,  # not made immortal: marking what is imported costs more than counting uses
                self._name(module),
            ),
            2,
        )
        if not self._silent(messages):
            return False
        state = self._without_info(
            self.make("l_Lean_Elab_Command_mkState", environment, messages, options)
        )
        while True:
            # Lean's own `Frontend.processCommand` drops what the parser says.
            environment, _, scopes = self._fields(state, 3)
            _, *scope = self._fields(self._fields(scopes, 1)[0], 4)
            position = self._fields(parser, 1)[0]
            command, rest = self._fields(
                self.make(
                    "l_Lean_Parser_parseCommand",
                    context,
                    self._structure(environment, *scope),
                    parser,
                    silence,
                ),
                2,
            )
            parser, messages = self._fields(rest, 2)
            if not self._silent(messages):
                return False
            cell = self.make("lean_st_mk_ref", self._structure(state, parser, position, none))
            self._run("l_Lean_Elab_Frontend_elabCommandAtFrontend___boxed", command, context, cell)
            state = self._fields(self.make("lean_st_ref_get", cell), 1)[0]
            environment, messages = self._fields(state, 2)
            if not self._silent(messages):
                return False
            # Elaborated as well, as Lean does: the end of the file has checks of its own.
            if self.call("l_Lean_Parser_isTerminalCommand___boxed", command) == yes:
                break
        self._run("l_Lean_writeModule___boxed", environment, self._string(olean.encode()), yes)
        return True

    def call(self, symbol: str, *arguments: int) -> int:
        """Calls an exported function."""
        function = self._functions.get(symbol)
        if function is None:
            native = self._library[symbol]
            native.restype = ctypes.c_size_t
            native.argtypes = (ctypes.c_size_t,) * len(arguments)
            function = self._functions[symbol] = native
        return function(*arguments)

    def make(self, symbol: str, *arguments: int) -> int:
        """Calls an exported function that gives an object; it is kept."""
        return self.keep(self.call(symbol, *arguments))

    def keep(self, value: int) -> int:
        """Gives an object more owners than anybody here releases."""
        if not value & 1:
            count = ctypes.c_int32.from_address(value)
            if 0 < count.value < _MANY:
                count.value += _MANY
        return value

    def _run(self, symbol: str, *arguments: int) -> int:
        return self._value(self.call(symbol, *arguments))

    def _value(self, result: int) -> int:
        """The value of an `EIO` result.

        Raises:
            OSError: it is an error.
        """
        if ctypes.c_uint8.from_address(result + 7).value != 0:
            raise OSError("an IO error")
        return self._fields(result, 1)[0]

    def _without_info(self, state: int) -> int:
        """The `Command.State` with an `InfoState` that is not `enabled`: an editor's matter."""
        *before, info = self._fields(state, _INFO_STATE + 1)
        trees = self._fields(info, 3)
        _words(state, _INFO_STATE + 1)[:] = [*before, self._structure(*trees, flags=True)]
        return state

    def _fields(self, value: int, count: int) -> list[int]:
        return [self.keep(field) for field in _words(value, count)]

    def _structure(self, *fields: int, flags: bool = False) -> int:
        """An object of a constructor with these fields, and flags that are off, if any."""
        count = len(fields) + flags
        size = 8 + 8 * count
        value = self.call("lean_alloc_object", size)
        ctypes.c_uint64.from_address(value).value = 1 | size << 32 | len(fields) << 48
        _words(value, count)[:] = [*fields, *([0] * flags)]
        return value

    def _global(self, symbol: str) -> int:
        return ctypes.c_size_t.in_dll(self._library, symbol).value

    def _string(self, text: bytes) -> int:
        function = self._library["lean_mk_string_from_bytes"]
        function.restype = ctypes.c_size_t
        return self.keep(function(text, ctypes.c_size_t(len(text))))

    def _name(self, text: str) -> int:
        return self.make("l_String_toName", self._string(text.encode()))

    def _silent(self, messages: int) -> bool:
        return all(
            self.call(f"l_Lean_MessageLog_{name}___boxed", self.keep(messages)) == _box(0)
            for name in ("hasErrors", "hasUnreported")
        )


def _words(value: int, count: int) -> ctypes.Array[ctypes.c_size_t]:
    """What an object holds behind its header."""
    return (ctypes.c_size_t * count).from_address(value + 8)


def _box(number: int) -> int:
    return number << 1 | 1


def _use_huge_pages(library: str) -> None:
    """Moves the library's code to huge pages, where the system gives them.

    The elaborator runs through 100 MB of code with little locality: with small pages, a fifteenth
    of a build is spent on looking addresses up. The children share the copy.
    """
    try:
        if "[never]" in _HUGE_PAGES.read_text():
            return
    except OSError:
        return
    with open("/proc/self/maps", encoding="utf-8") as maps:
        areas = [
            line.split()[0].split("-") for line in maps if " r-xp " in line and library in line
        ]
    system = ctypes.CDLL(None)
    system.mmap.restype = ctypes.c_size_t
    for first, last in areas:
        start, end = _round_up(int(first, 16)), int(last, 16) // _HUGE_BYTES * _HUGE_BYTES
        size = ctypes.c_size_t(end - start)
        if end <= start:
            continue
        # Room to align the copy. What is not used of it costs no memory.
        room = ctypes.c_size_t(size.value + _HUGE_BYTES)
        found = system.mmap(None, room, _READ | _WRITE, _PRIVATE_ANONYMOUS, -1, ctypes.c_long(0))
        if found == _MAP_FAILED:
            return
        copy, place = ctypes.c_size_t(_round_up(found)), ctypes.c_size_t(start)
        if system.madvise(copy, size, _HUGEPAGE) == 0:
            ctypes.memmove(copy.value, start, size.value)
            if system.mprotect(copy, size, _READ | _EXECUTE) == 0:
                # In one step, so that no instruction is missing in between.
                system.mremap(copy, size, size, _MOVE_TO, place)


def _round_up(address: int) -> int:
    return -(-address // _HUGE_BYTES) * _HUGE_BYTES


def _serve(library: str) -> None:
    """Answers requests until standard input ends."""
    lean = _Lean(library)
    gc.disable()  # what little Python makes here dies with the child
    for line in sys.stdin:
        module, source, olean = json.loads(line)
        parent, child = os.getpid(), os.fork()
        if child == 0:
            try:
                os.dup2(2, 1)  # what the module prints is no answer
                ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
                if os.getppid() != parent:
                    os._exit(2)
                # No interpreter shutdown: that would free what Lean's threads still use.
                os._exit(0 if lean.compile(module, source, olean) else 1)
            finally:
                os._exit(2)
        status = os.waitpid(child, 0)[1]
        print(_OK if status == 0 else f"failed, wait status {status}", flush=True)


if __name__ == "__main__":
    _serve(sys.argv[1])
