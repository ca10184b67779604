"""Problems to prove that are in no traced project: statements from benchmark files.

Read are JSON Lines, JSON (a list, or an object of objects by name) and Lean files, where every
theorem that is left with ``sorry`` is a problem, and sees none of the others. The fields of an
object go by the names that published benchmarks use: miniF2F and ProofNet as DeepSeek-Prover's
repository has them (``name``, ``split``, ``header``, ``formal_statement``), PutnamBench
(``problem_name``, ``lean4_statement``) and Lean Workbook (``id``, ``formal_statement``).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sensei.core.errors import UsageError
from sensei.core.lean_text import blank, without_comments

_NAMES: Final = ("name", "problem_name", "theorem_name", "problem_id", "id", "uuid")
_STATEMENTS: Final = ("formal_statement", "lean4_statement", "lean_statement", "statement")
_HEADERS: Final = ("header", "lean4_header", "lean_header", "imports")
_SPLITS: Final = ("split", "partition")
_KEYWORD: Final = re.compile(r"(?<![\w.])(theorem|lemma|example)(?![\w.])")
_NAME: Final = re.compile(r"\s+((?:«[^»\n]+»|[^\s:({\[⦃«»])+)")
_SCOPE: Final = re.compile(r"^[ \t]*(namespace|section|end)\b[ \t]*([^\s]*)", re.MULTILINE)
#: What a statement may end in: nothing, ``:=``, ``:= by``, ``:= sorry`` or ``:= by sorry``.
_OPEN_END: Final = re.compile(r"(:=\s*(by\b)?\s*(sorry)?\s*)?\Z")
_SORRY: Final = re.compile(r":=\s*(?:by\b\s*)?sorry(?![\w.])")
_MODIFIERS: Final = re.compile(
    r"(?:@\[[^\]\n]*\]\s*|\b(?:private|protected|noncomputable|nonrec|public|unsafe)\s+)+\Z"
)
_PROOF: Final = " := by\n  sorry\n"


@dataclass(frozen=True, slots=True)
class Problem:
    """A statement to prove.

    Args:
        name: what the benchmark calls it; unique in it.
        theorem: the full name of the theorem that ``source`` ends with.
        source: a whole Lean file, whose last declaration is the theorem, with ``sorry`` as proof.
        split: what the benchmark says it is for, "" if nothing.
    """

    name: str
    theorem: str
    source: str
    split: str = ""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A file of problems.

    Args:
        name: the file's name without its ending.
        sha256: of the problems' names and sources, not of the file's layout.
        problems: in the order of the file.
    """

    name: str
    sha256: str
    problems: tuple[Problem, ...]


def read_benchmark(path: Path, *, header: str = "", split: str | None = None) -> Benchmark:
    """Reads a benchmark file.

    Args:
        header: goes before every statement that has none of its own.
        split: only problems of this split.

    Raises:
        UsageError: no such file, not JSON, an object without a statement, a name twice, or nothing
            left; every message names the file and the place in it.
    """
    text = _text(path)
    if path.suffix == ".lean":
        problems = _problems_of_lean(text) if split is None else []
    else:
        problems = [
            _problem(row, where, header)
            for where, row in _rows(path, text)
            if split is None or _first(row, _SPLITS) == split
        ]
    return _checked(path, problems, split)


def read_statements(path: Path, *, split: str | None = None) -> Benchmark:
    """Reads a file of statements that are of no Lean: ``source`` is the statement as it stands.

    Raises:
        UsageError: as ``read_benchmark``.
    """
    text = _text(path)
    problems = []
    for where, row in _rows(path, text):
        if split is None or _first(row, _SPLITS) == split:
            name, statement = _first(row, _NAMES), _first(row, _STATEMENTS)
            if not name or not statement:
                raise UsageError(f"{where} has no name or no statement", "give it both")
            problems.append(Problem(name, name, statement, _first(row, _SPLITS)))
    return _checked(path, problems, split)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}", "give --benchmark a file") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8", "save it as UTF-8") from None


def _checked(path: Path, problems: list[Problem], split: str | None) -> Benchmark:
    if not problems:
        of_split = f" of the split {split!r}" if split is not None else ""
        raise UsageError(f"{path} has no problems{of_split}", "look into the file")
    twice = [name for name, times in Counter(p.name for p in problems).items() if times > 1]
    if twice:
        raise UsageError(f"{path}: two problems are named {twice[0]!r}", "rename one of them")
    return make_benchmark(path.stem, problems)


def make_benchmark(name: str, problems: list[Problem]) -> Benchmark:
    """A benchmark of these problems, with its hash."""
    digest = hashlib.sha256()
    for problem in problems:
        digest.update(json.dumps([problem.name, problem.theorem, problem.source]).encode())
    return Benchmark(name, digest.hexdigest(), tuple(problems))


def make_problem(statement: str, *, name: str, header: str = "", split: str = "") -> Problem:
    """A problem from a statement: ``theorem N ... : T``, with or without an end like ``:= sorry``.

    ``example`` becomes a theorem; declarations before the theorem stay as they are.

    Raises:
        UsageError: there is no theorem in it, or it has a proof.
    """
    text = f"{header.rstrip()}\n\n{statement.strip()}" if header.strip() else statement.strip()
    plain = without_comments(text)
    found = list(_KEYWORD.finditer(plain))
    if not found:
        raise UsageError(
            f"{name}: no theorem, lemma or example in {statement.strip()[:60]!r}",
            "write it as in: theorem two : 1 + 1 = 2",
        )
    last = found[-1]
    # Comments were overwritten in place, so places in `plain` are places in `text`.
    end = _OPEN_END.search(plain.rstrip())
    assert end is not None  # it matches the empty end
    if ":=" not in end[0] and _has_body(plain[last.end() :]):
        raise UsageError(
            f"{name}: the statement goes on after ':=' with something else than sorry",
            "end it before ':=', or with ':= sorry'",
        )
    source = text[: end.start()].rstrip() + _PROOF
    named = _NAME.match(plain, last.end())
    if last[1] == "example":
        own = "sensei_" + re.sub(r"\W", "_", name)
        source = f"{source[: last.start()]}theorem {own}{source[last.end() :]}"
    elif named is None:
        raise UsageError(f"{name}: the theorem has no name", "name it, or write example")
    else:
        own = named[1]
    rooted = own.removeprefix("_root_.")
    outer = [] if rooted != own else _namespaces(plain[: last.start()])
    return Problem(name, ".".join([*outer, rooted]), source, split)


def _problems_of_lean(text: str) -> list[Problem]:
    """The theorems of a Lean file that end in ``sorry``, each in a copy of the file up to its end
    from which the earlier ones of them are cut out."""
    plain = without_comments(text)
    heads = [match for match in _KEYWORD.finditer(plain) if match[1] != "example"]
    problems: list[Problem] = []
    cut: list[tuple[int, int]] = []
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        limit = following.start() if following is not None else len(plain)
        end = _SORRY.search(plain, head.end(), limit)
        named = _NAME.match(plain, head.end())
        if end is None or named is None:
            continue
        earlier = list(text[: end.start()])
        for start, stop in cut:
            blank(earlier, start, stop)
        rooted = named[1].removeprefix("_root_.")
        outer = _namespaces(plain[: head.start()]) if rooted == named[1] else []
        theorem = ".".join([*outer, rooted])
        source = "".join(earlier).rstrip() + _PROOF
        problems.append(Problem(theorem, theorem, source))
        cut.append((_command_start(text, plain, head.start()), end.end()))
    return problems


def _command_start(text: str, plain: str, keyword: int) -> int:
    """Where the command of a keyword begins: before its modifiers and its doc comment."""
    start = keyword
    before = _MODIFIERS.search(plain, 0, start)
    if before is not None:
        start = before.start()
    above = text[:start].rstrip()
    if above.endswith("-/"):
        opened = above.rfind("/--")
        # Between the two there must be nothing but that comment.
        if opened >= 0 and not plain[opened:start].strip():
            return opened
    return start


def _problem(row: Mapping[str, Any], where: str, header: str) -> Problem:
    name = _first(row, _NAMES)
    statement = _first(row, _STATEMENTS)
    if not statement:
        raise UsageError(
            f"{where} has no statement: its fields are {', '.join(sorted(row)) or 'none'}",
            f"one of these is looked for: {', '.join(_STATEMENTS)}",
        )
    own_header = _first(row, _HEADERS)
    try:
        return make_problem(
            statement,
            name=name or hashlib.sha256(statement.encode()).hexdigest()[:12],
            header=own_header or header,
            split=_first(row, _SPLITS),
        )
    except UsageError as error:
        raise UsageError(f"{where}: {error.what}", error.next_step) from None


def _rows(path: Path, text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The objects of a file, each with a name for its place."""
    try:
        whole = json.loads(text)
    except ValueError as error:
        if text.lstrip().startswith("["):
            raise UsageError(f"{path} is not JSON: {error}", "mend the file") from None
        whole = None
    if isinstance(whole, list):
        for number, row in enumerate(whole):
            yield f"{path}, entry {number}", _object(row, f"{path}, entry {number}")
    elif isinstance(whole, dict) and not all(isinstance(row, dict) for row in whole.values()):
        yield f"{path}", whole
    elif isinstance(whole, dict):
        for name, row in whole.items():
            yield f"{path}, {name!r}", {"name": name, **row}
    else:
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                where = f"{path}, line {number}"
                try:
                    row = json.loads(line)
                except ValueError as error:
                    raise UsageError(f"{where} is not JSON: {error}", "mend the line") from None
                yield where, _object(row, where)


def _object(row: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(row, dict):
        raise UsageError(f"{where} is no JSON object", "each problem is one, with its fields")
    return row


def _first(row: Mapping[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        if isinstance(row.get(name), str | int) and str(row[name]).strip():
            return str(row[name])
    return ""


def _has_body(plain: str) -> bool:
    """Whether ``:=`` comes outside brackets, and is not that of a ``let`` in the statement."""
    depth = 0
    for at, character in enumerate(plain):
        depth += (character in "([{⦃⟨") - (character in ")]}⦄⟩")
        if depth == 0 and plain.startswith(":=", at):
            return re.search(r"\b(let|have)\b", plain[:at]) is None
    return False


def _namespaces(plain: str) -> list[str]:
    """The namespaces that are open at the end of ``plain``, outermost first."""
    open_scopes: list[tuple[bool, str]] = []
    for kind, name in _SCOPE.findall(plain):
        if kind != "end":
            open_scopes += [(kind == "namespace", part) for part in name.split(".")]
        else:
            del open_scopes[-max(1, len(name.split(".")) if name else 1) :]
    return [name for is_namespace, name in open_scopes if is_namespace and name]
