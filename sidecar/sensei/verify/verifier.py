"""Claims to verdicts: the order of the tests, the splice, and what is kept.

A verdict depends on the claim, the untouched file, the project's built imports, the Lean and the
allow-list, all of which it names. Nothing is written into the project but its own cache folder
``.lake/sensei/verify``.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from sensei.core.errors import NotFoundError
from sensei.core.types import ALLOWED_AXIOMS, Claim, TheoremRef, Verdict, VerdictReason
from sensei.toolchain.limited import Limits
from sensei.toolchain.modules import module_path
from sensei.toolchain.workspace import LeanWorkspace
from sensei.verify.judge import (
    Accepted,
    Prepared,
    Refusal,
    compare,
    compile_source,
    prepare,
)
from sensei.verify.second import Checker, fault_found

PROOF_BYTES = 64 * 1024


class BuiltImports:
    """The built modules on LEAN_PATH, as one hash of their names, sizes and times."""

    def __init__(self) -> None:
        self._keys: dict[str, bytes] = {}

    def key(self, workspace: LeanWorkspace) -> bytes:
        """Changes whenever a module is built anew; the files are looked at on the first call."""
        path = workspace.env.get("LEAN_PATH", "")
        if path not in self._keys:
            digest = hashlib.sha256()
            for folder in filter(None, path.split(os.pathsep)):
                for olean in sorted(Path(folder).rglob("*.olean")):
                    stat = olean.stat()
                    digest.update(f"{olean}\0{stat.st_size}\0{stat.st_mtime_ns}\n".encode())
            self._keys[path] = digest.digest()
        return self._keys[path]


@dataclass(frozen=True, slots=True)
class LeanVerifier:
    """Judges claims about the theorems of one project (core.protocols.Verifier).

    Args:
        workspace: the project and its Lean.
        limits: of each of the processes behind one verdict.
        allowed_axioms: what a proof may depend on.
        refuse_syntax: refuse syntax that runs code before it runs. Off only to test that what
            comes after holds without it.
        clock: monotonic seconds.
        imports: the state of the project's built modules, looked at once. A verifier judges the
            project as it was built then; after another build, open another.
        checkers: asked about what is accepted (second.py); each must accept it too.
    """

    workspace: LeanWorkspace
    limits: Limits = field(default_factory=lambda: Limits(timeout_s=120.0))
    allowed_axioms: tuple[str, ...] = ALLOWED_AXIOMS
    refuse_syntax: bool = True
    clock: Callable[[], float] = time.monotonic
    imports: BuiltImports = field(default_factory=BuiltImports, compare=False)
    checkers: tuple[Checker, ...] = ()

    def verify(self, claim: Claim) -> Verdict:
        """Judges one claim.

        Raises:
            NotFoundError: the source file is missing, does not compile, or has no such theorem.
            LeanProcessError: a process of ours broke on the untouched file.
        """
        case = self.open_case(claim)
        if isinstance(case, Verdict):
            return case
        with tempfile.TemporaryDirectory(prefix="sensei-verify-") as folder:
            proof_file = Path(folder) / "proof.txt"
            proof_file.write_bytes(case.proof)
            prepared = prepare(
                self.workspace,
                claim.theorem,
                proof_file,
                self.limits,
                refuse_syntax=self.refuse_syntax,
            )
            if isinstance(prepared, Refusal):
                return case.verdict(prepared)
            return self.judge_whole(case, prepared, Path(folder))

    def open_case(self, claim: Claim) -> Case | Verdict:
        """What is judged, as bytes, or the verdict about a proof that is no text of a proof.

        Raises:
            NotFoundError: the source file is missing.
        """
        case = Case(self, claim, self.read(claim.theorem), b"", self.clock())
        try:
            proof = claim.proof.replace("\r\n", "\n").strip().encode()
        except UnicodeEncodeError:
            return case.verdict(
                Refusal(VerdictReason.FORBIDDEN_SYNTAX, "a proof is text that UTF-8 can write")
            )
        if not proof or len(proof) > PROOF_BYTES or b"\0" in proof:
            detail = f"a proof is 1 to {PROOF_BYTES} bytes of text without NUL, not {len(proof)}"
            return case.verdict(Refusal(VerdictReason.FORBIDDEN_SYNTAX, detail))
        return replace(case, proof=proof)

    def judge_whole(self, case: Case, prepared: Prepared, scratch: Path) -> Verdict:
        """Compiles the whole file with the claim in it, and compares it with the untouched one.

        Args:
            scratch: a folder of this claim's own.
        """
        theorem = case.claim.theorem
        case = case.with_spliced(prepared)
        original = self.original_olean(theorem, case.text)
        candidate = scratch / "out" / "candidate.olean"
        path = module_path(scratch / "src", theorem.module, ".lean")
        path.parent.mkdir(parents=True)
        path.write_bytes(case.spliced)
        refusal = compile_source(
            self.workspace,
            path,
            source_root=scratch / "src",
            olean=candidate,
            limits=self.limits,
        )
        if refusal is not None:
            return case.verdict(refusal)
        judged = compare(
            self.workspace,
            theorem,
            original=original,
            candidate=candidate,
            allowed_axioms=self.allowed_axioms,
            limits=self.limits,
        )
        if isinstance(judged, Accepted):
            for checker in self.checkers:
                fault = fault_found(
                    checker,
                    self.workspace,
                    theorem,
                    candidate=candidate,
                    allowed_axioms=self.allowed_axioms,
                    limits=self.limits,
                    scratch=scratch,
                )
                if fault is not None:
                    detail = f"{checker.name}: {fault}"
                    judged = Refusal(VerdictReason.KERNEL_REJECTED, detail, judged.axioms)
                    break
        return case.verdict(judged)

    def read(self, theorem: TheoremRef) -> bytes:
        """The untouched file.

        Raises:
            NotFoundError: it cannot be read.
        """
        path = self.workspace.root / theorem.file
        try:
            return path.read_bytes()
        except OSError as error:
            raise NotFoundError(
                f"{path}: {error.strerror}", "trace the project again: sensei trace"
            ) from None

    def original_olean(self, theorem: TheoremRef, text: bytes) -> Path:
        """The untouched module, compiled by us once for each source, Lean and set of options."""
        key = _sha256(
            text,
            theorem.module.encode(),
            self.workspace.lean_commit.encode(),
            str(self.workspace.lean).encode(),
            self.workspace.options_json().encode(),
            self.imports.key(self.workspace),
        )
        cache = self.workspace.root / ".lake" / "sensei" / "verify"
        kept = cache / f"{key}.olean"
        if kept.is_file():
            return kept
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="original-", dir=cache) as folder:
            root = Path(folder)
            path = module_path(root, theorem.module, ".lean")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
            made = root / "original.olean"
            refusal = compile_source(
                self.workspace, path, source_root=root, olean=made, limits=self.limits
            )
            if refusal is not None:
                raise NotFoundError(
                    f"{theorem.file} itself does not compile: {refusal.detail}",
                    "mend the file: lake build",
                )
            os.replace(made, kept)
        return kept


@dataclass(frozen=True, slots=True)
class Case:
    """A claim under judgement.

    Args:
        verifier: who judges.
        source: the untouched file.
        proof: the claim, as it goes into the file.
        started: when it was taken up, by the verifier's clock.
        spliced: the file that is compiled, once it is known.
    """

    verifier: LeanVerifier
    claim: Claim
    source: bytes
    proof: bytes
    started: float
    spliced: bytes = b""

    @property
    def text(self) -> bytes:
        """The untouched file as Lean reads it."""
        return self.source.replace(b"\r\n", b"\n")

    def with_spliced(self, prepared: Prepared) -> Case:
        """The case with the whole file that has the claim in it."""
        spliced = splice(self.text, prepared.body_start, prepared.body_end, self.proof)
        return replace(self, spliced=spliced)

    def verdict(self, found: Accepted | Refusal) -> Verdict:
        """What was found, with all that it depends on."""
        judge = self.verifier
        return Verdict(
            accepted=isinstance(found, Accepted),
            reason=VerdictReason.VERIFIED if isinstance(found, Accepted) else found.reason,
            detail="" if isinstance(found, Accepted) else found.detail,
            axioms=found.axioms,
            seconds=judge.clock() - self.started,
            lean_version=judge.workspace.lean_version,
            lean_commit=judge.workspace.lean_commit,
            source_hash=_sha256(self.source),
            spliced_hash=_sha256(self.spliced) if self.spliced else "",
            allowed_axioms=judge.allowed_axioms,
            checkers=(
                tuple(checker.name for checker in judge.checkers)
                if isinstance(found, Accepted)
                else ()
            ),
        )


def splice(text: bytes, start: int, end: int, proof: bytes) -> bytes:
    """``text`` with the bytes from ``start`` to ``end`` replaced by ``:= <proof>``."""
    return text[:start] + b":= " + proof + text[end:]


def _sha256(*parts: bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()
