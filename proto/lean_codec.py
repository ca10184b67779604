"""Writes Lean structures and codecs from a set of descriptors.

    python proto/lean_codec.py DESCRIPTORS FOLDER [MODULE]

DESCRIPTORS is what protoc's --descriptor_set_out wrote, with --include_source_info for the doc
comments. One Lean file a .proto goes to FOLDER; MODULE (Sensei.Wire.V1) is the folder as a module.
What the code rests on is lean/Sensei/Wire/Protobuf.lean. proto3 only, without `float`, groups and
messages that contain themselves: these are refused.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)
from lean_types import (
    PUSH,
    PUSH_PLAIN,
    WIRE_TYPE,
    Schema,
    Type,
    camel,
    capital,
    in_oneof,
    oneof_of,
    walk,
)

WIDTH = 100


@dataclass
class Printer:
    """The text of one Lean file."""

    schema: Schema
    comments: dict[tuple[int, ...], str]
    lines: list[str] = field(default_factory=list)

    def doc(self, path: tuple[int, ...], indent: str = "", otherwise: str = "") -> None:
        """The comment of the .proto at this place, as a doc comment."""
        text = self.comments.get(path, otherwise).replace("-/", "- /")
        if not text:
            return
        words, rows, row = text.split(), [], indent + "/--"
        for word in [*words[:-1], words[-1] + " -/"]:
            if len(row) + 1 + len(word) > WIDTH:
                rows.append(row)
                row = indent + word
            else:
                row += " " + word
        self.lines += [*rows, row]

    # -- declarations -------------------------------------------------------------------------

    def enum(self, enum: EnumDescriptorProto, full: str, path: tuple[int, ...]) -> None:
        """An enum, open as proto3 has it."""
        name = self.schema.lean_name(full)
        prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", name.split(".")[-1]).upper() + "_"
        cases = [
            (camel(value.name.removeprefix(prefix).lower()), value.number) for value in enum.value
        ]
        self.doc(path, "", f"The enum {full[1:]}.")
        self.lines.append(f"inductive {name} where")
        for at, (case, _) in enumerate(cases):
            self.doc((*path, 2, at), "  ")
            self.lines.append(f"  | {case}")
        self.lines += [
            "  /-- A number that this version has no name for. -/",
            "  | unrecognized (number : Int)",
            "  deriving BEq",
            "",
            f"instance : Inhabited {name} := ⟨.{cases[0][0]}⟩",
            "",
            f"def {name}.toNumber : {name} → Int",
            *(f"  | .{case} => {number}" for case, number in cases),
            "  | .unrecognized number => number",
            "",
            f"def {name}.ofNumber (number : Int) : {name} :=",
            *(f"  if number == {number} then .{case} else" for case, number in cases),
            "  .unrecognized number",
            "",
        ]

    def message(self, message: DescriptorProto, full: str, path: tuple[int, ...]) -> None:
        """A message: structure, codec."""
        name = self.schema.lean_name(full)
        oneofs = {
            at: (oneof.name, [f for f in message.field if in_oneof(f, at)])
            for at, oneof in enumerate(message.oneof_decl)
        }
        oneofs = {at: pair for at, pair in oneofs.items() if pair[1]}
        paths = {f.name: (*path, 2, at) for at, f in enumerate(message.field)}
        for oneof_name, cases in oneofs.values():
            self.lines += [
                f"/-- The cases of {name}.{camel(oneof_name)}. -/",
                f"inductive {name}.{capital(oneof_name)} where",
            ]
            for case in cases:
                self.doc(paths[case.name], "  ")
                self.lines.append(
                    f"  | {camel(case.name)} (value : {self.schema.element(case)[0]})"
                )
            self.lines.append("")
        self.doc(path, "", f"The message {full[1:]}.")
        self.lines.append(f"structure {name} where")
        done: set[int] = set()
        for one in message.field:
            if oneof_of(one) is None:
                self.doc(paths[one.name], "  ")
                lean, default = self.schema.held(one)
                self.lines.append(f"  {camel(one.name)} : {lean} := {default}")
            elif one.oneof_index not in done:
                done.add(one.oneof_index)
                oneof_name = oneofs[one.oneof_index][0]
                case_type = f"{name}.{capital(oneof_name)}"
                self.lines.append(f"  {camel(oneof_name)} : Option {case_type} := none")
        self.lines += [
            "  /-- Fields that this version does not know, as they came. -/",
            "  unknownFields : ByteArray := .empty",
            "",
            f"instance : Inhabited {name} := ⟨{{}}⟩",
            "",
            f"/-- `out` with the fields of a {name} at its end. -/",
            f"def {name}.append (out : ByteArray) (m : {name}) : ByteArray :=",
            *(
                line
                for at, one in self._writing_order(message)
                for line in self._write(name, one, oneofs[at] if at is not None else None)
            ),
            "  appendBytes out m.unknownFields",
            "",
            f"def {name}.encode (m : {name}) : ByteArray := m.append .empty",
            "",
            "/-- `m` with the fields of `bytes[start, stop)`. -/",
            f"def {name}.merge (m : {name}) (bytes : ByteArray) (start stop : Nat) :",
            f"    Except WireError {name} :=",
            "  readFields bytes start stop m fun m number payload from_ to_ =>",
        ]
        for one in message.field:
            self.lines.append(f"    if number == {one.number} then match payload with")
            oneof = oneofs.get(one.oneof_index) if oneof_of(one) is not None else None
            self.lines += [f"      {line}" for line in self._read(name, one, oneof)]
            self.lines += [f"      | _ => {_KEEP}", "    else"]
        self.lines += [
            f"    {_KEEP}",
            "",
            f"def {name}.decode (bytes : ByteArray) : Except WireError {name} :=",
            f"  {name}.merge {{}} bytes 0 bytes.size",
            "",
        ]  # fmt: skip

    def _writing_order(
        self, message: DescriptorProto
    ) -> Iterator[tuple[int | None, FieldDescriptorProto]]:
        """Fields by number, a oneof once, where its first one is."""
        done: set[int] = set()
        for one in sorted(message.field, key=lambda f: f.number):
            at = oneof_of(one)
            if at is None:
                yield None, one
            elif at not in done:
                done.add(at)
                yield at, one

    def _push(self, one: FieldDescriptorProto, value: str) -> str:
        """The expression that appends a field with this value to `out`."""
        number = one.number
        if one.type == Type.TYPE_STRING:
            return f"pushStringField out {number} {value}"
        if one.type == Type.TYPE_BYTES:
            return f"pushBytesField out {number} {value}"
        if one.type == Type.TYPE_MESSAGE:
            return f"pushBytesField out {number} {value}.encode"
        scalar = self.schema.scalar(one)
        assert scalar is not None
        return f"{PUSH[scalar.wire]} out {number} {scalar.write.format(v=value)}"

    def _write(
        self,
        name: str,
        one: FieldDescriptorProto,
        oneof: tuple[str, list[FieldDescriptorProto]] | None,
    ) -> Iterator[str]:
        if oneof is not None:
            yield f"  let out := match m.{camel(oneof[0])} with"
            for case in oneof[1]:
                yield f"    | some (.{camel(case.name)} v) => {self._push(case, 'v')}"
            yield "    | none => out"
            return
        place = f"m.{camel(one.name)}"
        scalar = self.schema.scalar(one)
        if self.schema.is_map(one):
            key, value = self.schema.messages[one.type_name].field
            yield f"  let out := {place}.foldl (init := out) fun out (k, v) =>"
            yield f"    let entry := let out := ByteArray.empty; {self._push(key, 'k')}"
            yield f"    let entry := let out := entry; {self._push(value, 'v')}"
            yield f"    pushBytesField out {one.number} entry"
        elif one.label == FieldDescriptorProto.LABEL_REPEATED and scalar is not None:
            plain = PUSH_PLAIN[scalar.wire].format(w=scalar.write.format(v="v"))
            yield f"  let out := pushPacked out {one.number} {place} fun out v => {plain}"
        elif one.label == FieldDescriptorProto.LABEL_REPEATED:
            yield f"  let out := {place}.foldl (init := out) fun out v => {self._push(one, 'v')}"
        elif one.type == Type.TYPE_MESSAGE or one.proto3_optional:
            yield f"  let out := match {place} with"
            yield f"    | some v => {self._push(one, 'v')}"
            yield "    | none => out"
        else:
            empty = scalar.is_default.format(v=place) if scalar is not None else f"{place}.isEmpty"
            yield f"  let out := if {empty} then out else {self._push(one, place)}"

    def _read(
        self,
        name: str,
        one: FieldDescriptorProto,
        oneof: tuple[str, list[FieldDescriptorProto]] | None,
    ) -> Iterator[str]:
        """The arms of the match on what stands after the field's tag."""
        target = camel(oneof[0] if oneof else one.name)

        def put(value: str) -> str:
            if oneof:
                case = f"{name}.{capital(oneof[0])}.{camel(one.name)}"
                return f"{{ m with {target} := some ({case} {value}) }}"
            if one.label == FieldDescriptorProto.LABEL_REPEATED:
                return f"{{ m with {target} := m.{target}.push {value} }}"
            if one.type == Type.TYPE_MESSAGE or one.proto3_optional:
                return f"{{ m with {target} := some {value} }}"
            return f"{{ m with {target} := {value} }}"

        scalar = self.schema.scalar(one)
        if self.schema.is_map(one):
            key, value = self.schema.messages[one.type_name].field
            yield "| .slice a b => do"
            # Key, value, and whether that is all. An entry with anything else is unknown as a
            # whole, as Python's protobuf has it: nothing is lost when it is written again.
            start = f"({self.schema.element(key)[1]}, {self.schema.element(value)[1]}, true)"
            types = f"{self.schema.element(key)[0]} × {self.schema.element(value)[0]} × Bool"
            yield f"  let entry ← readFields (α := {types}) bytes a b {start}"
            yield "    fun e number payload _ _ =>"
            for part, target_pair in ((key, "({v}, e.2)"), (value, "(e.1, {v}, e.2.2)")):
                yield f"      if number == {part.number} then match payload with"
                yield f"        | {self._one(part, target_pair)}"
                yield "        | _ => .ok (e.1, e.2.1, false)"
                yield "      else"
            yield "      .ok (e.1, e.2.1, false)"
            yield f"  if entry.2.2 then return {put('(entry.1, entry.2.1)')}"
            yield f"  else {_KEEP}"
        elif scalar is not None:
            value = scalar.read.format(v="v")
            yield f"| .{scalar.wire} v => .ok {put(value)}"
            if one.label == FieldDescriptorProto.LABEL_REPEATED:
                bits = "v.bits" if scalar.wire != "fixed32" else "v.bits.toUInt32"
                wire = WIRE_TYPE[scalar.wire]
                packed = f"readPacked bytes {wire} a b m.{target}"
                yield "| .slice a b => do"
                yield f"  let values ← {packed} fun v =>"
                yield f"    {scalar.read.format(v=bits)}"
                yield f"  return {{ m with {target} := values }}"
        elif one.type == Type.TYPE_STRING:
            yield f"| .slice a b => do return {put('(← readString bytes a b)')}"
        elif one.type == Type.TYPE_BYTES:
            yield f"| .slice a b => .ok {put('(bytes.extract a b)')}"
        else:
            lean = self.schema.lean_name(one.type_name)
            before = "{}"
            if oneof:
                case = f".{camel(one.name)}"
                before = f"(match m.{target} with | some ({case} v) => v | _ => {{}})"
            elif one.label != FieldDescriptorProto.LABEL_REPEATED:
                before = f"(m.{target}.getD {{}})"
            yield "| .slice a b => do"
            yield f"  let v ← {lean}.merge {before} bytes a b"
            yield f"  return {put('v')}"

    def _one(self, one: FieldDescriptorProto, target: str) -> str:
        """One arm for a part of a map's entry."""
        scalar = self.schema.scalar(one)
        if scalar is not None:
            value = scalar.read.format(v="v")
            return f".{scalar.wire} v => .ok {target.format(v=value)}"
        if one.type == Type.TYPE_STRING:
            return f".slice a b => do return {target.format(v='(← readString bytes a b)')}"
        if one.type == Type.TYPE_BYTES:
            return f".slice a b => .ok {target.format(v='(bytes.extract a b)')}"
        lean = self.schema.lean_name(one.type_name)
        merged = f"(← {lean}.merge {{}} bytes a b)"
        return f".slice a b => do return {target.format(v=merged)}"

    def service(self, service: ServiceDescriptorProto, package: str, path: tuple[int, ...]) -> None:
        """The methods of a service."""
        for at, method in enumerate(service.method):
            self.doc((*path, 2, at), "", f"The method {method.name} of {service.name}.")
            request = self.schema.lean_name(method.input_type)
            reply = self.schema.lean_name(method.output_type)
            name = method.name[:1].lower() + method.name[1:]
            self.lines += [
                f"def {service.name}.{name} : Method {request} {reply} where",
                f'  path := "/{package}.{service.name}/{method.name}"',
                f"  encode := {request}.encode",
                f"  decode := {reply}.decode",
            ]
            if method.client_streaming:
                self.lines.append("  clientStreams := true")
            if method.server_streaming:
                self.lines.append("  serverStreams := true")
            self.lines.append("")


_KEEP = ".ok { m with unknownFields := appendSlice m.unknownFields bytes from_ to_ }"


def _comments(file: FileDescriptorProto) -> dict[tuple[int, ...], str]:
    found = {}
    for location in file.source_code_info.location:
        text = location.leading_comments or location.trailing_comments
        if text.strip():
            found[tuple(location.path)] = text.strip()
    return found


def module_of(proto: str) -> str:
    """``sensei/v1/trace.proto`` as ``Trace``."""
    return capital(Path(proto).stem)


def generate(file: FileDescriptorProto, schema: Schema, module: str) -> str:
    """The Lean file of one .proto."""
    namespace = "Sensei." + capital(file.package.split(".")[-1])
    printer = Printer(schema, _comments(file))
    head = "\n".join(printer.comments.get((12,), "").splitlines())
    printer.lines += [
        f"/- Generated by scripts/gen_proto from {file.name}; do not edit."
        + (f"\n\n{head}" if head else "")
        + " -/",
        "import Sensei.Wire.Protobuf",
    ]
    if file.service:
        printer.lines.append("import Sensei.Wire.Method")
    printer.lines += [f"import {module}.{module_of(name)}" for name in file.dependency]
    printer.lines += ["", "set_option linter.unusedVariables false", ""]
    printer.lines += [f"namespace {namespace}", "open Sensei.Wire", ""]
    for at, enum in enumerate(file.enum_type):
        printer.enum(enum, f".{file.package}.{enum.name}", (5, at))
    own = {
        full: (message, path)
        for full, message, path in walk(list(file.message_type), f".{file.package}", (), 4)
    }
    for full, (message, path) in own.items():
        for at, enum in enumerate(message.enum_type):
            printer.enum(enum, f"{full}.{enum.name}", (*path, 4, at))
    order = TopologicalSorter(
        {
            full: [
                f.type_name
                for f in message.field
                if f.type == Type.TYPE_MESSAGE and f.type_name in own
            ]
            for full, (message, _) in own.items()
        }
    )
    try:
        names = list(order.static_order())
    except CycleError as error:
        raise SystemExit(f"messages that contain themselves: {error.args[1]}") from None
    for full in names:
        message, path = own[full]
        if not message.options.map_entry:
            printer.message(message, full, path)
    for at, service in enumerate(file.service):
        printer.service(service, file.package, (6, at))
    printer.lines += [f"end {namespace}", ""]
    return "\n".join(printer.lines)


def main(descriptors: str, folder: str, module: str = "Sensei.Wire.V1") -> None:
    """Writes all files."""
    files = FileDescriptorSet.FromString(Path(descriptors).read_bytes()).file
    schema = Schema()
    for file in files:
        for full, message, _ in walk(list(file.message_type), f".{file.package}", (), 4):
            schema.messages[full] = message
            for enum in message.enum_type:
                schema.enums[f"{full}.{enum.name}"] = enum
        for enum in file.enum_type:
            schema.enums[f".{file.package}.{enum.name}"] = enum
    Path(folder).mkdir(parents=True, exist_ok=True)
    for file in files:
        path = Path(folder) / f"{module_of(file.name)}.lean"
        path.write_text(generate(file, schema, module), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
