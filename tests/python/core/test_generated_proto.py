"""What scripts/gen_proto makes is fresh, and what was released can still be read."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorSet,
)

ROOT = Path(__file__).parents[3]
RELEASED = ROOT / "proto" / "released.binpb"


def test_generated_code_is_fresh(tmp_path: Path) -> None:
    subprocess.run(
        [
            ROOT / "scripts/gen_proto",
            tmp_path / "python",
            tmp_path / "lean",
            tmp_path / "trace-format.md",
        ],
        check=True,
        env={**os.environ, "PYTHON": sys.executable},
    )
    for made_in, kept_in in (("python", "sidecar/sensei/wire/v1"), ("lean", "lean/Sensei/Wire/V1")):
        made = {p.name: p.read_text() for p in (tmp_path / made_in).iterdir()}
        kept = {p.name: p.read_text() for p in (ROOT / kept_in).iterdir() if p.is_file()}
        assert made == kept, "run scripts/gen_proto"
    page = (tmp_path / "trace-format.md").read_text("utf-8")
    assert page == (ROOT / "docs" / "trace-format.md").read_text("utf-8"), "run scripts/gen_proto"


FIELD = re.compile(r"\s+(repeated |optional )?[\w.]+(<[\w, .]+>)? \w+ = \d+;(?P<rest>.*)")


def test_every_field_says_what_it_is() -> None:
    """Beside it, or on the line before."""
    fields, silent = 0, []
    for file in sorted((ROOT / "proto").rglob("*.proto")):
        before = ""
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if found := FIELD.fullmatch(line):
                fields += 1
                if "// " not in found["rest"] and not before.strip().startswith("//"):
                    silent.append(f"{file.name}:{number}: {line.strip()}")
            before = line
    assert fields > 100
    assert silent == []


def described(folder: Path, out: Path) -> FileDescriptorSet:
    """The descriptors of the .proto files in a folder."""
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.proto"))
    subprocess.run(
        [
            *(sys.executable, "-m", "grpc_tools.protoc"),
            *(f"--proto_path={folder}", f"--descriptor_set_out={out}", *files),
        ],
        check=True,
    )
    return FileDescriptorSet.FromString(out.read_bytes())


def faults(old: FileDescriptorSet, new: FileDescriptorSet) -> list[str]:
    """What a program with the old messages cannot read, or call, any more."""
    found: list[str] = []
    new_messages, new_enums = dict(messages(new)), dict(enums(new))
    for name, message in messages(old):
        if name not in new_messages:
            found.append(f"{name} is gone")
            continue
        by_number = {one.number: one for one in new_messages[name].field}
        kept = new_messages[name].reserved_range
        reserved = {n for span in kept for n in range(span.start, span.end)}
        for one in message.field:
            now = by_number.get(one.number)
            if now is None and one.number not in reserved:
                found.append(f"{name}.{one.name} is gone, and {one.number} is not reserved")
            elif now is not None and shape(now) != shape(one):
                found.append(f"{name}.{one.name} has changed")
    for name, enum in enums(old):
        values = {v.number: v.name for v in new_enums[name].value} if name in new_enums else {}
        for value in enum.value:
            if values.get(value.number) != value.name:
                found.append(f"{name}.{value.name} has changed")
    new_methods = dict(methods(new))
    found += [f"{path} has changed" for path, m in methods(old) if new_methods.get(path) != m]
    return found


def messages(files: FileDescriptorSet) -> Iterator[tuple[str, DescriptorProto]]:
    def walk(prefix: str, some: list[DescriptorProto]) -> Iterator[tuple[str, DescriptorProto]]:
        for message in some:
            yield f"{prefix}.{message.name}", message
            yield from walk(f"{prefix}.{message.name}", list(message.nested_type))

    for file in files.file:
        yield from walk(file.package, list(file.message_type))


def enums(files: FileDescriptorSet) -> Iterator[tuple[str, EnumDescriptorProto]]:
    for file in files.file:
        yield from ((f"{file.package}.{enum.name}", enum) for enum in file.enum_type)
    for name, message in messages(files):
        yield from ((f"{name}.{enum.name}", enum) for enum in message.enum_type)


def methods(files: FileDescriptorSet) -> Iterator[tuple[str, tuple[object, ...]]]:
    for file in files.file:
        for service in file.service:
            for m in service.method:
                what = (m.input_type, m.output_type, m.client_streaming, m.server_streaming)
                yield f"/{file.package}.{service.name}/{m.name}", what


def shape(one: FieldDescriptorProto) -> tuple[object, ...]:
    """Names count too: trace files are JSON."""
    in_oneof = one.HasField("oneof_index") and not one.proto3_optional
    return (one.name, one.type, one.label, one.type_name, in_oneof)


def test_the_widgets_are_in_the_package() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "gen_widget", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_what_was_released_can_still_be_read(tmp_path: Path) -> None:
    released = FileDescriptorSet.FromString(RELEASED.read_bytes())
    assert sum(1 for _ in methods(released)) >= 10
    assert faults(released, described(ROOT / "proto", tmp_path / "now")) == []


OLD = """syntax = "proto3"; package p;
enum E { E_NONE = 0; E_ONE = 1; }
message A { string a = 1; repeated int32 b = 2; oneof c { bool d = 3; } message In { E e = 1; } }
service S { rpc Go(A) returns (stream A); }"""


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("string a = 1;", "string a = 9;", "p.A.a is gone, and 1 is not reserved"),
        ("string a = 1;", "bytes a = 1;", "p.A.a has changed"),
        ("string a = 1;", "string z = 1;", "p.A.a has changed"),
        ("repeated int32 b", "int32 b", "p.A.b has changed"),
        ("oneof c { bool d = 3; }", "bool d = 3;", "p.A.d has changed"),
        ("E_ONE = 1", "E_ONE = 2", "p.E.E_ONE has changed"),
        ("E e = 1;", "int32 e = 1;", "p.A.In.e has changed"),
        ("returns (stream A)", "returns (A)", "/p.S/Go has changed"),
        ("rpc Go", "rpc Went", "/p.S/Go has changed"),
        ("string a = 1;", "reserved 1;", None),
        ("string a = 1;", "string a = 1; string new = 7;", None),
    ],
)
def test_a_breaking_change_is_named(
    tmp_path: Path, before: str, after: str, fault: str | None
) -> None:
    sets = []
    for name, text in (("old", OLD), ("new", OLD.replace(before, after))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "p.proto").write_text(text)
        sets.append(described(tmp_path / name, tmp_path / f"{name}.binpb"))
    assert faults(*sets) == ([] if fault is None else [fault])
