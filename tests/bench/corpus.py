"""A synthetic corpus of traces, of mathlib's size by default, the same bytes for the same seed.

``python tests/bench/corpus.py FOLDER [--modules N]`` writes a Lean project with trace files. Names,
states and tactics repeat about as often as in a real library: a goal is the goal after one step and
before the next, hypotheses stay, and lemmas are cited by a power law. No Lean is run, and none of
the proofs are proofs.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MODULES, DECLARATIONS, STEPS = 3_000, 40, 100  # a module: 120,000 declarations and 300,000 steps
_TACTIC = "Lean.Parser.Tactic."
_VARIABLES = ("a", "b", "c", "m", "n", "k", "x", "y", "s", "t")
_TYPES = ("ℕ", "ℤ", "Set α", "Finset ι", "α → β", "M →ₗ[R] N", "Filter α", "List α")
_SHAPES = (
    ("simp [{p}, {q}]", "simp"),
    ("rw [{p}, {q}]", "rwSeq"),
    ("exact {p} {h} ({q} _)", "exact"),
    ("refine ⟨{h}, fun {v} hv => ?_⟩", "refine"),
    ("obtain ⟨{v}, h{v}⟩ := {p} {h}", "obtain"),
    ("have h' : {v} ≤ {v} + 1 := by\n    exact {p} _", "tacticHave_"),
    ("apply {p}", "apply"),
    ("intro {v} h{v}", "intro"),
)


def records(
    modules: int = MODULES, declarations: int = DECLARATIONS, steps: int = STEPS, seed: int = 0
) -> Iterator[dict[str, Any]]:
    """One TraceRecord a module, as the JSON that the tracer writes."""
    for number in range(modules):
        yield {"module": _Module(number, declarations, steps, seed).build()}


def write_project(folder: Path, modules: int = MODULES, **sizes: int) -> Path:
    """Writes the corpus as a traced project; returns its root."""
    traces = folder / ".lake" / "build" / "sensei" / "trace"
    traces.mkdir(parents=True, exist_ok=True)
    (folder / "lakefile.toml").write_text('name = "corpus"\n', encoding="utf-8")
    for record in records(modules, **sizes):
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        (traces / f"{record['module']['name']}.json").write_text(text, encoding="utf-8")
    return folder


def _module_name(number: int) -> str:
    return f"Corpus.Area{number % 37}.Part{number}"


def _declaration_name(number: int, place: int) -> str:
    return f"Corpus.Area{number % 37}.lemma_{number}_{place}"


class _Module:
    def __init__(self, number: int, declarations: int, steps: int, seed: int) -> None:
        self._random = random.Random(f"{seed}:{number}")
        self._number = number
        self._counts = [
            steps * (place + 1) // declarations - steps * place // declarations
            for place in range(declarations)
        ]
        self._random.shuffle(self._counts)
        self._lines = 1
        self._bytes = 0
        self._source: list[str] = []
        self._declarations: list[dict[str, Any]] = []
        self._goals: list[dict[str, Any]] = []
        self._steps: list[dict[str, Any]] = []
        self._premises: list[dict[str, Any]] = []

    def build(self) -> dict[str, Any]:
        imports = sorted(
            {_module_name(self._random.randrange(self._number)) for _ in range(3)}
            if self._number
            else {"Init"}
        )
        self._write("".join(f"import {name}\n" for name in imports) + "\n")
        for place, count in enumerate(self._counts):
            self._declaration(place, count)
        name = _module_name(self._number)
        return {
            "formatVersion": 1,
            "name": name,
            "file": name.replace(".", "/") + ".lean",
            "source": "".join(self._source),
            "leanVersion": "4.35.0",
            "leanCommit": "0" * 40,
            "toolchainKind": "elan",
            "tracerVersion": "1",
            "options": {"autoImplicit": "false", "pp.unicode.fun": "true"},
            "imports": imports,
            "declarations": self._declarations,
            "goals": self._goals,
            "steps": self._steps,
            "premises": self._premises,
            "messages": [],
            "seconds": 1.5,
            "peakRssBytes": "1500000000",
        }

    def _write(self, text: str) -> dict[str, int]:
        """Adds to the source, from the start of a line; returns the range of the text, end of
        line left out."""
        body = text.rstrip("\n")
        last = body.rsplit("\n", 1)[-1]
        place = {
            "startByte": self._bytes,
            "endByte": self._bytes + len(body.encode()),
            "startLine": self._lines,
            "startColumn": 0,
            "endLine": self._lines + body.count("\n"),
            "endColumn": len(last),
        }
        self._source.append(text)
        self._bytes += len(text.encode())
        self._lines += text.count("\n")
        return place

    def _statement(self) -> tuple[str, list[str]]:
        pick = self._random
        names = pick.sample(_VARIABLES, 3)
        binders = [f"{name} : {pick.choice(_TYPES)}" for name in names]
        number = int(pick.paretovariate(0.35)) % 1_000_000
        return f"{names[0]} + {number} * {names[1]} ≤ {names[2]} ∘ {names[0]}", binders

    def _premise(self) -> tuple[int, int]:
        number = min(int(self._random.paretovariate(0.5)) - 1, self._number)
        return number, self._random.randrange(len(self._counts))

    def _declaration(self, place: int, count: int) -> None:
        name = _declaration_name(self._number, place)
        target, binders = self._statement()
        theorem = count > 0 or self._random.random() < 0.5
        kind = "theorem" if theorem else "def"
        head = f"{kind} {name.rsplit('.', 1)[-1]} " + " ".join(f"({b})" for b in binders)
        whole = self._write(f"{head} : {target} :=\n")
        declaration = {
            "name": name,
            "kind": kind,
            "range": whole,
            "nameRange": whole | {"endByte": whole["startByte"] + len(kind)},
            "signature": f"{' '.join(f'({b})' for b in binders)} : {target}",
            "type": f"∀ {' '.join(f'({b})' for b in binders)}, {target}",
            "typeHash": f"{self._random.getrandbits(64):016x}",
            "proofKind": "PROOF_KIND_TACTIC" if count else "PROOF_KIND_TERM",
            "axioms": ["propext", "Quot.sound"] if theorem else [],
            "isProp": theorem,
            "doc": f"The lemma {place} about {target}." if place % 5 == 0 else "",
        }
        self._declarations.append(declaration)
        if not count:
            proof = self._write(f"  rfl -- {place}\n")
        else:
            proof = self._proof(name, target, binders, count)
        self._write("\n")
        declaration["proofRange"] = proof
        declaration["range"] = whole | {k: proof[k] for k in ("endByte", "endLine", "endColumn")}

    def _proof(self, name: str, target: str, binders: list[str], count: int) -> dict[str, int]:
        pick = self._random
        proof = self._write("  by\n")
        hypotheses = list(binders)
        before = [self._goal(target, hypotheses)]
        for number in range(count):
            text, kind = pick.choice(_SHAPES)
            used = [self._premise() for _ in range(2)]
            p, q = (_declaration_name(*place) for place in used)
            text = text.format(p=p, q=q, h=f"h{number}", v=pick.choice(_VARIABLES))
            where = self._write(f"  {text}\n")
            where = where | {"startByte": where["startByte"] + 2, "startColumn": 2}
            hypotheses = [*hypotheses, f"h{number} : {target} ∧ {pick.randrange(99)} = 0"]
            after = [] if number == count - 1 else [self._goal(f"{target} + {number}", hypotheses)]
            step = {
                "id": len(self._steps),
                "parent": -1,
                "declaration": name,
                "text": text,
                "range": where,
                "kind": _TACTIC + kind,
                "elaborator": f"Lean.Elab.Tactic.eval{kind.title()}",
                "goalsBefore": before,
                "goalsAfter": after,
            }
            for lemma, cited in zip(used, (p, q), strict=True):
                if cited in text:
                    line = 4 + 3 * lemma[1]
                    self._premises.append(
                        {
                            "name": cited,
                            "module": _module_name(lemma[0]),
                            "definition": where | {"startLine": line, "endLine": line},
                            "use": where,
                            "declaration": name,
                            "step": step["id"],
                        }
                    )
            self._steps.append(step)
            before = after
        return proof | {k: where[k] for k in ("endByte", "endLine", "endColumn")}

    def _goal(self, target: str, hypotheses: list[str]) -> int:
        split = [h.split(" : ", 1) for h in hypotheses]
        self._goals.append(
            {
                "mvarId": f"_uniq.{1000 + 7 * len(self._goals)}",
                "pretty": "\n".join([*hypotheses, f"⊢ {target}"]),
                "hypotheses": [{"name": name, "type": kind} for name, kind in split],
                "target": target,
            }
        )
        return len(self._goals) - 1


def main() -> None:
    """Writes the corpus."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--modules", type=int, default=MODULES)
    options = parser.parse_args()
    print(write_project(options.folder, options.modules))


if __name__ == "__main__":
    main()
