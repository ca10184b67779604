"""A Lean process that answers questions about the wire (codec.lean), and all messages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.message import Message

from sensei.wire.v1 import ingest_pb2, run_pb2, search_pb2, status_pb2, tactic_pb2, trace_pb2

HERE = Path(__file__).parent
GENERATOR = HERE.parents[2] / "proto" / "lean_codec.py"
MODULES = (ingest_pb2, run_pb2, search_pb2, status_pb2, tactic_pb2, trace_pb2)


@pytest.fixture(scope="session")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The descriptor of kinds.proto."""
    out = tmp_path_factory.mktemp("kinds") / "descriptors"
    protoc = [sys.executable, "-m", "grpc_tools.protoc", f"--proto_path={HERE}"]
    subprocess.run([*protoc, f"--descriptor_set_out={out}", "kinds.proto"], check=True)
    return out


@pytest.fixture(scope="session")
def messages(kinds: Path) -> dict[str, type[Message]]:
    """The Python classes of all messages, by their names in Lean."""
    pool = descriptor_pool.DescriptorPool()
    for file in FileDescriptorSet.FromString(kinds.read_bytes()).file:
        pool.Add(file)
    found = {}
    for name in ("Kinds", "Older", "Inner"):
        descriptor = pool.FindMessageTypeByName(f"sensei.kinds.{name}")
        found[f"Sensei.Kinds.{name}"] = message_factory.GetMessageClass(descriptor)
    for module in MODULES:
        for descriptor in module.DESCRIPTOR.message_types_by_name.values():
            found[f"Sensei.V1.{descriptor.name}"] = message_factory.GetMessageClass(descriptor)
    return found


@pytest.fixture(scope="session")
def codec(
    library: Any,
    kinds: Path,
    messages: dict[str, type[Message]],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Any]:
    """codec.lean with every message."""
    folder = tmp_path_factory.mktemp("codec")
    subprocess.run([sys.executable, GENERATOR, kinds, folder], check=True)
    library.compile(folder, "Kinds.lean")
    names = [module.DESCRIPTOR.name.split("/")[-1].removesuffix(".proto") for module in MODULES]
    imports = ["import Kinds", *(f"import Sensei.Wire.V1.{name.title()}" for name in names)]
    recoders = ",\n  ".join(
        f'("{name}", fun bytes => do return ({name}.encode (← {name}.decode bytes)))'
        for name in messages
    )
    program = folder / "codec.lean"
    text = (HERE / "codec.lean").read_text("utf-8").replace("-- IMPORTS", "\n".join(imports))
    program.write_text(text.replace("-- RECODERS", recoders), "utf-8")
    answers = library.run(program, folder)
    yield answers
    answers.close()
