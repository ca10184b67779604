"""Every constant that a module adds is one of its declarations or belongs to one."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tracing import trace_file

from sensei.toolchain.workspace import LeanWorkspace
from sensei.wire.v1 import trace_pb2

SOURCE = Path(__file__).with_name("declarations") / "Shapes.lean"
NAMES = """\
import Lean
import Shapes
open Lean
#eval show CoreM Unit from do
  let env ← getEnv
  let some module := env.getModuleIdx? `Shapes | throwError "Shapes is not imported"
  for (name, _) in env.constants.map₁.toList do
    if env.getModuleIdxFor? name == some module then
      IO.println ((privateToUserName? name).getD name).toString
"""


@pytest.fixture(scope="module")
def module(kata: LeanWorkspace, tmp_path_factory: pytest.TempPathFactory) -> trace_pb2.TracedModule:
    record = trace_file(kata, SOURCE, tmp_path_factory.mktemp("shapes") / "record.json")
    assert not record.HasField("failure"), record.failure.message
    return record.module


def declared(module: trace_pb2.TracedModule) -> dict[str, trace_pb2.Declaration]:
    return {d.name.removeprefix("Shapes."): d for d in module.declarations}


def test_constants_are_told(
    module: trace_pb2.TracedModule, kata: LeanWorkspace, tmp_path: Path
) -> None:
    def lean(*words: str) -> str:
        env = {**kata.env, "LEAN_PATH": f"{tmp_path}:{kata.env['LEAN_PATH']}"}
        done = subprocess.run(
            [str(kata.lean), *words], cwd=tmp_path, env=env, capture_output=True,
            encoding="utf-8", timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    (tmp_path / "Names.lean").write_text(NAMES, "utf-8")
    (tmp_path / "Shapes.lean").write_text(SOURCE.read_text("utf-8"), "utf-8")
    lean("-R", str(tmp_path), "-o", str(tmp_path / "Shapes.olean"), "Shapes.lean")
    there = {line for line in lean("Names.lean").splitlines() if line.startswith("Shapes.")}
    told = {d.name for d in module.declarations} | {a.name for a in module.auxiliaries}
    assert len(there) > 60
    # Equations and the like are made when somebody asks for them, here or in an importing file.
    assert sorted(there - told) == []


def test_kinds(module: trace_pb2.TracedModule) -> None:
    kinds = {name: d.kind for name, d in declared(module).items()}
    expected = {
        "Colour": "inductive", "Colour.red": "constructor", "Point": "structure",
        "Point.mk": "constructor", "Sized": "class", "instSizedNat": "instance",
        "named": "instance", "instDecidableEqColour": "instance", "by_macro": "theorem",
        "macro_first": "theorem", "macro_second": "def", "even": "def", "odd": "def",
        "withWhere.twice": "def", "withLetRec.go": "def", "secret": "def", "guarded": "def",
        "unseen": "opaque", "assumed": "axiom",
    }  # fmt: skip
    assert {name: kinds.get(name) for name in expected} == expected


def test_each_declaration_is_told_once_and_in_order(module: trace_pb2.TracedModule) -> None:
    names = [d.name for d in module.declarations]
    assert len(names) == len(set(names))
    starts = [d.name_range.start_byte for d in module.declarations]
    assert starts == sorted(starts)


def test_auxiliaries_belong_to_declarations(module: trace_pb2.TracedModule) -> None:
    owners = {a.name.removeprefix("Shapes."): a.declaration for a in module.auxiliaries}
    names = {d.name for d in module.declarations}
    assert set(owners.values()) - names <= {""}
    assert owners["Colour.rec"] == "Shapes.Colour"
    assert owners["Point.mk.injEq"] == "Shapes.Point.mk"
    # What a macro is made of has no declaration, but a place.
    unowned = [a for a in module.auxiliaries if not a.declaration]
    assert all("_aux_" in a.name and a.HasField("range") for a in unowned)
    hidden = [name for name in owners if name.startswith("hiddenLetRec.walk")]
    assert len(hidden) == 1
    assert owners[hidden[0]] == "Shapes.hiddenLetRec"


def test_what_declarations_say_of_themselves(module: trace_pb2.TracedModule) -> None:
    found = declared(module)
    names = [c.name for c in module.constants]
    assert list(found["guarded"].modifiers) == ["protected", "noncomputable"]
    assert list(found["universal"].level_params) == ["u"]
    assert list(found["attributed"].attributes) == ["simp"]
    assert found["secret"].is_private
    assert found["secret"].env_name.endswith("Shapes.secret")
    assert found["Colour"].doc.strip() == "A colour."
    matched = found["matched"]
    assert matched.proof_steps == 3
    assert {names[i] for i in matched.type_constants} >= {"Shapes.Colour", "Or", "Eq"}
    assert "Or.inl" in {names[i] for i in matched.value_constants}
    assert "Or.inl" not in {names[i] for i in matched.type_constants}
    constants = {c.name: c for c in module.constants}
    assert constants["Or.inl"].kind == "constructor"
    assert constants["Or.inl"].origin == "toolchain"
    assert constants["Or.inl"].statement
    assert constants["Or.inl"].HasField("range")
    assert constants["Shapes.Colour"].origin == "module"


def test_attributes_in_force_are_those_of_the_environment(module: trace_pb2.TracedModule) -> None:
    found = {name: list(d.attributes_in_force) for name, d in declared(module).items()}
    expected = {
        "attributed": ["simp"], "attributed_later": ["simp"], "attributed_backwards": ["simp"],
        "Extensional.ext": ["ext"], "Extensional": [], "Extensional.inside": ["reducible"],
        "matched_by_grind": ["grind"], "opaqueish": ["irreducible"], "clear": ["reducible"],
        "named": ["instance"], "Sized": ["class"], "by_macro": [],
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected
    written = {name: list(d.attributes) for name, d in declared(module).items()}
    assert written["attributed_later"] == []
    assert written["attributed_backwards"] == ["simp ←"]
    assert written["Extensional.inside"] == []
    constants = {c.name: list(c.attributes) for c in module.constants}
    assert constants["instOfNatNat"] == ["instance"]
    assert "simp" in constants["Nat.zero_add"]


def test_every_constant_of_the_source_is_in_the_table(module: trace_pb2.TracedModule) -> None:
    table = {(c.name, c.module) for c in module.constants}
    assert {(use.name, use.module) for use in module.premises} <= table
    assert not any(d.has_error for d in module.declarations)


def test_a_module_says_what_it_brings(module: trace_pb2.TracedModule) -> None:
    assert "Init.Prelude" in module.brings
    assert list(module.brings) == sorted(set(module.brings))
