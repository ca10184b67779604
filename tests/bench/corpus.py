"""A synthetic corpus of traces, of mathlib's size by default, the same bytes for the same seed.

``python tests/bench/corpus.py FOLDER [--modules N]`` writes a Lean project with trace files. Names,
states and tactics repeat about as often as in a real library: a goal is the goal after one step and
before the next, hypotheses stay, and lemmas are cited by a power law. Every field is written, as
the tracer does. What Kata's trace holds of constants, links and auxiliaries is the measure: two or
three constants in the terms of a step, five in a statement, 13 in a proof, a closed goal with its
link a step, an auxiliary a declaration. No Lean is run, and none of the proofs are proofs.
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
_TOOLCHAIN = 2_000  # constants that are not the corpus's own


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


def _toolchain_constant(number: int) -> dict[str, Any]:
    one, other = _TYPES[number % len(_TYPES)], _TYPES[number // 8 % len(_TYPES)]
    return {
        "name": f"Init.Part{number % 61}.constant_{number}",
        "module": f"Init.Part{number % 61}",
        "origin": "toolchain",
        "kind": ("def", "theorem", "constructor", "instance")[number % 4],
        "statement": f"∀ {{α β : Type u}} [Inhabited α] (f : {one} → {other}), P_{number} f",
        "doc": f"What is to be said of the constant {number}, in a line." if number % 3 else "",
        "attributes": ["simp"] if number % 5 == 0 else [],
        "range": _lines(number, 3),
        "nameRange": _lines(number, 0),
    }


def _corpus_constant(number: int, place: int, user: int) -> dict[str, Any]:
    return {
        "name": _declaration_name(number, place),
        "module": _module_name(number),
        "origin": "module" if number == user else "project",
        "kind": "theorem",
        "statement": f"∀ (a b : ℕ), a + {number} * b ≤ b ∘ {place}",
        "doc": "",
        "attributes": ["simp"] if place % 8 == 0 else [],
        "range": _lines(4 + 3 * place, 2),
        "nameRange": _lines(4 + 3 * place, 0),
    }


def _lines(first: int, more: int) -> dict[str, int]:
    return {
        "startByte": 0,
        "endByte": 0,
        "startLine": first,
        "startColumn": 0,
        "endLine": first + more,
        "endColumn": 20,
    }


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
        self._auxiliaries: list[dict[str, Any]] = []
        self._constants: dict[tuple[int, ...], int] = {}

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
            "plugins": [],
            "constants": [
                _toolchain_constant(*key) if len(key) == 1 else _corpus_constant(*key, self._number)
                for key in self._constants
            ],
            "auxiliaries": self._auxiliaries,
            "interfaceHash": f"{self._random.getrandbits(64):016x}",
            "brings": [] if self._number else ["Init", *(f"Init.Part{n}" for n in range(61))],
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

    def _use(self, *key: int) -> int:
        """The place in the module's table of a constant: (number,) of the toolchain's, or (module,
        place)."""
        return self._constants.setdefault(key, len(self._constants))

    def _common(self, count: int) -> list[int]:
        """Constants of the toolchain, some of which nearly everything uses."""
        numbers = {int(self._random.paretovariate(0.7)) % _TOOLCHAIN for _ in range(count)}
        return [self._use(number) for number in sorted(numbers)]

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
            "hasSorry": False,
            "hasError": False,
            "isPrivate": False,
            "attributes": ["simp"] if place % 8 == 0 else [],
            "attributesInForce": ["simp"] if place % 8 == 0 else [],
            "levelParams": ["u_1"] if place % 3 == 0 else [],
            "modifiers": [],
            "typeConstants": self._common(8),
            "proofSteps": count,
        }
        first = len(self._steps)
        self._declarations.append(declaration)
        if not count:
            proof = self._write(f"  rfl -- {place}\n")
        else:
            proof = self._proof(name, target, binders, count)
        self._write("\n")
        of_steps = {c for step in self._steps[first:] for c in step["termConstants"]}
        declaration["valueConstants"] = sorted(
            of_steps | {*declaration["typeConstants"], *self._common(12)}
        )
        auxiliary = {"name": f"{name}._proof_1", "declaration": name, "range": whole}
        self._auxiliaries.append(auxiliary)
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
                "closed": before,
                "opened": after,
                "links": [{"goal": goal, "subgoals": after} for goal in before],
                "termConstants": self._common(2),
            }
            for lemma, cited in zip(used, (p, q), strict=True):
                if cited in text:
                    step["termConstants"].append(self._use(*lemma))
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
                "hypotheses": [{"name": name, "type": kind, "value": ""} for name, kind in split],
                "target": target,
                "userName": "",
                "parsesBack": True,
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
