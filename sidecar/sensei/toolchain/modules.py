"""Lean modules as files: names, headers, and the order in which they compile.

Leaves out what compiling means: embedded.py and lake/build.py bring that.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import threading
    from concurrent.futures import Future

# A component that Lean writes without «»: a letter (Greek and letter-like ones too, not λ Π Σ),
# then letters, digits, ' ! ? and subscripts.
_FIRST = r"A-Za-z_α-κμ-ωΑ-ΟΡΤ-Ωϊ-ϻἀ-῾℀-⅏𝒜-𝖟"
_PLAIN = re.compile(rf"[{_FIRST}][{_FIRST}0-9'!?₀-₉ₐ-ₜᵢ-ᵪⱼ]*")
_NAME = re.compile(rf"(?:«[^»\n]*»|{_PLAIN.pattern})(?:\.(?:«[^»\n]*»|{_PLAIN.pattern}))*")
_COMMENT = re.compile(r"/-(?![-!])|/--/")

#: What Lean writes for a module; all but .olean and .ilean only for files that begin with `module`.
OLEAN_PARTS: Final = (".olean", ".olean.server", ".olean.private")
IR_PARTS: Final = (".ir.sig", ".ir")
OUTPUTS: Final = (*OLEAN_PARTS, ".ilean", *IR_PARTS)


@dataclass(frozen=True, slots=True)
class Import:
    """One `import` of a header."""

    module: str
    all: bool = False
    meta: bool = False
    exported: bool = True


@dataclass(frozen=True, slots=True)
class Header:
    """What stands before the first command; the implied `import Init` is among the imports."""

    is_module: bool
    imports: tuple[Import, ...]

    @property
    def modules(self) -> tuple[str, ...]:
        """The imported modules, each once, in order."""
        return tuple(dict.fromkeys(entry.module for entry in self.imports))


def components(module: str) -> tuple[str, ...]:
    """`A.«b-c»` as ("A", "b-c")."""
    return tuple(
        part[1:-1] if part.startswith("«") else part
        for part in re.findall(r"«[^»]*»|[^.]+", module)
    )


def module_name(parts: Sequence[str]) -> str:
    """("A", "b-c") as `A.«b-c»`, the way Lean prints it."""
    return ".".join(part if _PLAIN.fullmatch(part) else f"«{part}»" for part in parts)


def module_path(root: Path, module: str, suffix: str) -> Path:
    """The file of `module` below `root`; `suffix` has its dot."""
    parts = components(module)
    return root.joinpath(*parts[:-1], parts[-1] + suffix)


def modules_below(root: Path, module: str) -> list[str]:
    """The modules whose names extend `module`, sorted, `module` itself left out."""
    folder = root.joinpath(*components(module))
    return sorted(
        module_name((*path.relative_to(root).parts[:-1], path.stem))
        for path in folder.rglob("*.lean")
    )


def parse_header(text: str) -> Header:
    """Reads the header as Lean does, and stops at the first thing that is not part of it.

    A header that Lean would reject gives the imports before the mistake: Lean itself reports it
    when the file compiles.
    """
    position = _skip_space(text, 0)

    def word(expected: str) -> bool:
        nonlocal position
        # No space is needed behind a word: Lean reads `importA` as an import.
        if not text.startswith(expected, position):
            return False
        position = _skip_space(text, position + len(expected))
        return True

    is_module = word("module")
    imports = [] if word("prelude") else [Import("Init"), Import("Init", meta=True)]
    while True:
        exported = word("public") or not is_module
        meta = word("meta")
        if not word("import"):
            break
        everything = word("all")
        name = _NAME.match(text, position)
        if name is None:
            break
        imports.append(Import(name.group(), everything, meta, exported))
        position = _skip_space(text, name.end())
    return Header(is_module, tuple(imports))


def _skip_space(text: str, position: int) -> int:
    """Past white space and comments; to Lean, tabs and doc comments are neither."""
    while position < len(text):
        if text[position] in " \r\n":
            position += 1
        elif text.startswith("--", position):
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
        elif _COMMENT.match(text, position):
            position = _after_comment(text, position)
        else:
            break
    return position


def _after_comment(text: str, position: int) -> int:
    depth = 0
    for mark in re.finditer(r"/-|-/", text[position:]):
        depth += 1 if mark.group() == "/-" else -1
        if depth == 0:
            return position + mark.end()
    return len(text)


class CyclicImports(Exception):
    """`cycle`: modules each of which imports the next, the last the first."""

    def __init__(self, cycle: Sequence[str]) -> None:
        self.cycle = tuple(cycle)
        super().__init__(" -> ".join((*cycle, cycle[0])))


def in_import_order(roots: Iterable[str], imports: Callable[[str], Iterable[str]]) -> list[str]:
    """`roots` and what they import, transitively, every module after its imports.

    Raises:
        CyclicImports: there is no such order.
    """
    order: list[str] = []
    finished: set[str] = set()
    path: dict[str, None] = {}
    # An explicit stack: chains of imports are longer than Python's own likes to be.
    stack = [(root, False) for root in reversed(list(roots))]
    while stack:
        module, leave = stack.pop()
        if leave:
            del path[module]
            finished.add(module)
            order.append(module)
        elif module in path:
            cycle = list(path)
            raise CyclicImports(cycle[cycle.index(module) :])
        elif module not in finished:
            path[module] = None
            stack.append((module, True))
            stack.extend((name, False) for name in reversed(list(imports(module))))
    return order


def run_in_order(
    imports: Mapping[str, Collection[str]],
    work: Callable[[str], bool],
    jobs: int,
    cancelled: threading.Event | None = None,
    cost: Callable[[str], int] = lambda module: 1,
) -> set[str]:
    """Calls `work` for every module after its imports, at most `jobs` at once.

    Modules with the costliest chain behind them go first. An exception of `work` stops the rest.

    Args:
        imports: module to its imports; those that are no keys are taken as done.
        work: true when the module is done, false when it failed.
        cancelled: no new work starts once it is set.
        cost: how long a module takes, in any unit.

    Returns:
        The modules that did not succeed: failed, or behind one that failed.
    """
    if not imports:
        return set()
    # Here, since most starts of the launchers find nothing to do and should be quick.
    from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

    order = in_import_order(imports, lambda module: [m for m in imports[module] if m in imports])
    users: dict[str, list[str]] = {module: [] for module in order}
    waiting = dict.fromkeys(order, 0)
    for module in order:
        for name in set(imports[module]) & users.keys():
            users[name].append(module)
            waiting[module] += 1
    height: dict[str, int] = {}
    for module in reversed(order):
        height[module] = cost(module) + max((height[user] for user in users[module]), default=0)

    bad: set[str] = set()
    ready = [(-height[module], module) for module in order if waiting[module] == 0]
    heapq.heapify(ready)
    running: dict[Future[bool], str] = {}
    with ThreadPoolExecutor(jobs) as pool:
        try:
            while ready or running:
                while ready and len(running) < jobs:
                    module = heapq.heappop(ready)[1]
                    if cancelled is not None and cancelled.is_set():
                        bad.add(module)
                    elif any(name in bad for name in imports[module]):
                        bad.add(module)
                        _release(module, users, waiting, height, ready)
                    else:
                        running[pool.submit(work, module)] = module
                if not running:
                    continue
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    module = running.pop(future)
                    if not future.result():
                        bad.add(module)
                    _release(module, users, waiting, height, ready)
        finally:
            for future in running:
                future.cancel()
    return bad


def _release(
    module: str,
    users: Mapping[str, list[str]],
    waiting: dict[str, int],
    height: Mapping[str, int],
    ready: list[tuple[int, str]],
) -> None:
    for user in users[module]:
        waiting[user] -= 1
        if waiting[user] == 0:
            heapq.heappush(ready, (-height[user], user))
