"""The three Lean processes of a verdict, each fresh and limited.

1. *prepare* elaborates the untouched file up to the theorem, finds its body, and parses the
   candidate there: what is not one proof term, or is syntax that runs code, is refused unrun.
2. *compile* elaborates the spliced file to an .olean. It is the only process that runs the claim.
3. *compare* reads both .oleans: same statement, same surroundings, every declaration through the
   kernel, axioms. It believes no message and runs nothing of the claim.

This file starts them and reads their one line of JSON; the judgement itself is Lean
(lean/Sensei/Verify). verifier.py joins the three, pool.py those of many claims.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sensei.core.errors import LeanProcessError
from sensei.core.names import near_matches
from sensei.core.types import TheoremRef, VerdictReason
from sensei.toolchain.limited import Finished, Limits, run_limited
from sensei.toolchain.workspace import LeanWorkspace

# What Lean prints before it aborts with its stack full, in compiled code and in its interpreter.
_OVERFLOW = ("Stack overflow detected", "deep recursion was detected")
# What prepare prints once the untouched file has done its part.
_LOCATED = '{"located":true}'


@dataclass(frozen=True, slots=True)
class Refusal:
    """A fault found by one of the processes."""

    reason: VerdictReason
    detail: str
    axioms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where the original body stands: byte offsets in the file with LF line ends."""

    body_start: int
    body_end: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """Nothing was found against the candidate."""

    axioms: tuple[str, ...]


def prepare(
    workspace: LeanWorkspace,
    theorem: TheoremRef,
    proof_file: Path,
    limits: Limits,
    *,
    refuse_syntax: bool,
) -> Prepared | Refusal:
    """Finds the body of ``theorem`` and parses the candidate in its place.

    Raises:
        LeanProcessError: the untouched file cannot be elaborated up to the theorem.
        NotFoundError: it has no such theorem; near names are told.
    """
    done = run_limited(
        workspace.program(
            "Judge",
            "prepare",
            "--file",
            str(workspace.root / theorem.file),
            "--module",
            theorem.module,
            "--name",
            theorem.name,
            "--proof",
            str(proof_file),
            "--options",
            workspace.options_json(),
            *(() if refuse_syntax else ("--any-syntax",)),
        ),
        cwd=proof_file.parent,
        env=workspace.env,
        limits=limits,
        contained=True,
    )
    if _LOCATED in done.stdout and (refusal := _broken_off(done, "parsing the proof", limits)):
        return refusal
    answer = _answer(done, f"{theorem.file}: preparing {theorem.name}")
    if "missing" in answer:
        raise near_matches(f"theorem in {theorem.file} named", theorem.name, answer["missing"])
    return as_prepared(answer)


def as_prepared(answer: Mapping[str, Any]) -> Prepared | Refusal:
    """What Lean says of a claim that it has parsed."""
    if "refused" in answer:
        return Refusal(VerdictReason(answer["refused"]), str(answer["detail"]))
    return Prepared(int(answer["bodyStart"]), int(answer["bodyEnd"]))


def compile_source(
    workspace: LeanWorkspace, source: Path, *, source_root: Path, olean: Path, limits: Limits
) -> Refusal | None:
    """Compiles ``source`` to ``olean`` in a fresh process; a refusal says why it could not."""
    olean.parent.mkdir(parents=True, exist_ok=True)
    done = run_limited(
        workspace.compile(source, source_root=source_root, olean=olean),
        cwd=source_root,
        env={**workspace.env, "TMPDIR": str(olean.parent)},
        limits=limits,
        contained=True,
        writes=(olean.parent,),
    )
    if refusal := _broken_off(done, "compiling", limits):
        return refusal
    if done.exit_code != 0:
        return Refusal(VerdictReason.DOES_NOT_COMPILE, _first_error(done.stdout + done.stderr))
    if not olean.is_file():
        return Refusal(VerdictReason.DOES_NOT_COMPILE, "lean wrote no .olean")
    return None


def compare(
    workspace: LeanWorkspace,
    theorem: TheoremRef,
    *,
    original: Path,
    candidate: Path,
    allowed_axioms: tuple[str, ...],
    limits: Limits,
    before: Path | None = None,
) -> Accepted | Refusal:
    """Judges the candidate's .olean against the original's.

    Args:
        before: for a short candidate (cut.py), the module of the file above the theorem.

    Raises:
        LeanProcessError: the judge itself broke.
    """
    done = run_limited(
        workspace.program(
            "Judge",
            "compare",
            "--original",
            str(original),
            "--candidate",
            str(candidate),
            "--module",
            theorem.module,
            "--name",
            theorem.name,
            "--axioms",
            ",".join(allowed_axioms),
            *(() if before is None else ("--before", str(before))),
        ),
        cwd=candidate.parent,
        env=workspace.env,
        limits=limits,
    )
    if refusal := _broken_off(done, "the kernel", limits):
        return refusal
    answer = _answer(done, f"{theorem.file}: judging {theorem.name}")
    axioms = tuple(str(name) for name in answer.get("axioms", ()))
    if "refused" in answer:
        return Refusal(VerdictReason(answer["refused"]), str(answer["detail"]), axioms)
    return Accepted(axioms)


def _broken_off(done: Finished, doing: str, limits: Limits) -> Refusal | None:
    """The refusal that a process at its limit, or one that died, amounts to."""
    if done.timed_out:
        return Refusal(VerdictReason.TIMEOUT, f"{doing} took over {limits.timeout_s:g} s")
    if done.out_of_memory:
        mib = limits.rss_bytes // 1024**2
        return Refusal(VerdictReason.MEMORY, f"{doing} took over {mib} MiB")
    if done.exit_code == -signal.SIGABRT and any(s in done.stderr for s in _OVERFLOW):
        return Refusal(VerdictReason.STACK_OVERFLOW, f"{doing} ran out of stack")
    if done.exit_code < 0 or done.exit_code > 1:
        said = _last_line(done.stderr)[:200]
        how = f"signal {-done.exit_code}" if done.exit_code < 0 else f"code {done.exit_code}"
        return Refusal(VerdictReason.CRASH, f"{doing} ended with {how}: {said}".rstrip(": "))
    return None


def _answer(done: Finished, doing: str) -> dict[str, Any]:
    """The last line of a judge that ended well, as JSON."""
    if done.limit_hit:
        which = "time" if done.timed_out else "memory"
        raise LeanProcessError(f"{doing}: over its {which} limit", "raise --timeout or --memory")
    line = _last_line(done.stdout)
    try:
        answer = json.loads(line)
    except json.JSONDecodeError:
        answer = None
    if done.exit_code != 0 or not isinstance(answer, dict):
        said = _last_line(done.stderr) or line or f"exit code {done.exit_code}"
        raise LeanProcessError(f"{doing}: {said}", "check that the project builds: lake build")
    if "error" in answer:
        raise LeanProcessError(f"{doing}: {answer['error']}", "check the name and the file")
    return answer


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""


def _first_error(text: str) -> str:
    """The first error of lean's output on one line, its first 300 characters."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if "error" in line:
            message = " ".join(part.strip() for part in lines[number : number + 4])
            return message.split("error", 1)[1].lstrip("(): ")[:300]
    return _last_line(text)[:300]
