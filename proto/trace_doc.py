"""Writes docs/trace-format.md: every field of a trace record, from the comments of trace.proto.

    python proto/trace_doc.py DESCRIPTORS FILE

DESCRIPTORS is what protoc's --descriptor_set_out wrote, with --include_source_info. A field without
a comment is refused.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)

_FILE = "sensei/v1/trace.proto"
_HEAD = """\
# The trace format

*Generated from `proto/sensei/v1/trace.proto` by `scripts/gen_proto`; do not edit.*

The tracer writes one file a module, `<Module.Name>.json`, into `.lake/build/sensei/trace` (or
`--out`): a `TraceRecord` in proto3 JSON, with names in lowerCamelCase, 64-bit numbers as strings
and enum values by name. Fields at their defaults may be absent. Beside the records, `index.jsonl`
holds the keys by which the next run knows what has not changed; it is no part of the format.

`format_version` grows when an old reader would misread a record. A reader refuses a greater
version than it knows and names both; fields that it does not know it skips, so that adding a field
leaves the version as it is.

**What is in scope at a step.** A constant of another module is if that module is reached from
this one. For modules of the project their records' `imports` say so; those outside are in `brings`
of this record, or of one of the project's modules that it reaches. A constant of this module is if
its declaration ends before the one that the step is in begins, or is in the same mutual block.

**What a step used.** Constants written in the source are in `premises`, with their places;
`premises.step` says in which step. Constants that only the terms have, such as lemmas of `simp`,
`rw` or `omega` and instances, are in the step's `term_constants`. A constant may be in both.
"""


def field_type(field: FieldDescriptorProto, maps: dict[str, str]) -> str:
    """As the .proto writes it."""
    if field.type_name in maps:
        return maps[field.type_name]
    if field.type_name:
        name = field.type_name.rpartition(".")[2]
        name = f"[{name}](#{name.lower()})"
    else:
        name = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    return f"{name} …" if field.label == FieldDescriptorProto.LABEL_REPEATED else name


def map_types(message: DescriptorProto, scope: str) -> dict[str, str]:
    """Map fields are messages of entries in the descriptors."""
    return {
        f"{scope}.{entry.name}": f"map of {_scalar(entry.field[0])} to {_scalar(entry.field[1])}"
        for entry in message.nested_type
        if entry.options.map_entry
    }


def _scalar(field: FieldDescriptorProto) -> str:
    return FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()


def sections(file: FileDescriptorProto) -> Iterator[str]:
    """A section a message and an enum, in the order of the file."""
    comments = {tuple(place.path): place for place in file.source_code_info.location}

    def comment(*path: int) -> str:
        place = comments[path]
        return " ".join((place.leading_comments + place.trailing_comments).split())

    def row(name: str, what: str, said: str) -> str:
        if not said:
            raise SystemExit(f"{_FILE}: {name} has no comment")
        escaped = said.replace("|", "\\|")
        return f"| `{name}` | {what} | {escaped} |"

    found: list[tuple[int, str]] = []
    for number, message in enumerate(file.message_type):
        maps = map_types(message, f".{file.package}.{message.name}")
        lines = [f"## {message.name}", ""]
        if said := comment(4, number):
            lines += [said, ""]
        lines += ["| field | type | meaning |", "|---|---|---|"]
        for index, field in enumerate(message.field):
            lines.append(row(field.name, field_type(field, maps), comment(4, number, 2, index)))
        found.append((comments[4, number].span[0], "\n".join(lines)))
    for number, enum in enumerate(file.enum_type):
        lines = [f"## {enum.name}", "", "| value | number | meaning |", "|---|---|---|"]
        for index, value in enumerate(enum.value):
            lines.append(row(value.name, str(value.number), comment(5, number, 2, index)))
        found.append((comments[5, number].span[0], "\n".join(lines)))
    for _, text in sorted(found):
        yield text


def main(descriptors: str, out: str) -> None:
    """Reads the descriptors and writes the page."""
    files = FileDescriptorSet.FromString(Path(descriptors).read_bytes()).file
    file = next(file for file in files if file.name == _FILE)
    Path(out).write_text("\n\n".join([_HEAD.rstrip(), *sections(file)]) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
