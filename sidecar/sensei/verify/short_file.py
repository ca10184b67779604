"""A claim without the file above it: a short file that imports what stands there, compiled.

The short file has the imports and the open scopes of the theorem's place, word for word, and the
one command with the claim in it. Only the untouched file went into the module that it imports
(lean/Sensei/Verify/Serve.lean), and the judge looks at that module's declarations as it does at
the claim's own: each goes through the kernel, and each is compared with the original's.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sensei.core.types import TheoremRef
from sensei.toolchain.limited import Limits
from sensei.toolchain.modules import module_path
from sensei.toolchain.workspace import LeanWorkspace
from sensei.verify.judge import Accepted, Prepared, Refusal, compare, compile_source

# Serve.lean's ``beforeModule``.
BEFORE = "SenseiBefore"


@dataclass(frozen=True, slots=True)
class Cut:
    """A file cut at a theorem; byte offsets in the file with LF line ends.

    Args:
        folder: holds the module of what stands above.
        header_end: where the imports end.
        scopes: commands that are said again.
        command: the theorem's.
    """

    folder: Path
    header_end: int
    scopes: tuple[tuple[int, int], ...]
    command: tuple[int, int]

    @classmethod
    def from_json(cls, cut: Mapping[str, Any]) -> Cut:
        """As Lean says it."""
        start, stop = cut["command"]
        return cls(
            folder=Path(cut["folder"]),
            header_end=int(cut["headerEnd"]),
            scopes=tuple((int(first), int(last)) for first, last in cut["scopes"]),
            command=(int(start), int(stop)),
        )

    @property
    def module(self) -> Path:
        """The compiled module of what stands above."""
        return self.folder / f"{BEFORE}.olean"

    def stands_alone(self, untouched: bytes) -> bool:
        """Whether nothing follows the theorem on its last line, which a comment at the end of a
        claim would take in."""
        return not untouched[self.command[1] :].partition(b"\n")[0].strip()

    def text(self, untouched: bytes, prepared: Prepared, proof: bytes) -> bytes:
        """The short file."""
        start, stop = self.command
        parts = [untouched[: self.header_end].rstrip(), f"import {BEFORE}".encode()]
        parts += [untouched[first:last] for first, last in self.scopes]
        head = untouched[start : prepared.body_start]
        parts.append(head + b":= " + proof + untouched[prepared.body_end : stop])
        return b"\n\n".join(parts) + b"\n"


def judge_short(
    workspace: LeanWorkspace,
    theorem: TheoremRef,
    *,
    text: bytes,
    cut: Cut,
    original: Path,
    scratch: Path,
    allowed_axioms: tuple[str, ...],
    limits: Limits,
) -> Accepted | Refusal:
    """Compiles a short file in a fresh process and has it judged in another.

    Args:
        text: the short file.
        original: the untouched module, compiled whole.
        scratch: a folder of this claim's own.
    """
    candidate = scratch / "short" / "candidate.olean"
    path = module_path(scratch / "short" / "src", theorem.module, ".lean")
    path.parent.mkdir(parents=True)
    path.write_bytes(text)
    known = os.pathsep.join(filter(None, [str(cut.folder), workspace.env.get("LEAN_PATH", "")]))
    refusal = compile_source(
        replace(workspace, env={**workspace.env, "LEAN_PATH": known}),
        path,
        source_root=scratch / "short" / "src",
        olean=candidate,
        limits=limits,
    )
    if refusal is not None:
        return refusal
    return compare(
        workspace,
        theorem,
        original=original,
        candidate=candidate,
        allowed_axioms=allowed_axioms,
        limits=limits,
        before=cut.module,
    )
