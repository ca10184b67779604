"""Headers are read as Lean reads them; modules compile in import order."""

import json
import subprocess
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sensei.toolchain.installed import Toolchain
from sensei.toolchain.modules import (
    CyclicImports,
    components,
    in_import_order,
    module_name,
    module_path,
    parse_header,
    run_in_order,
)

REPOSITORY = Path(__file__).parents[3]
HEADERS = {
    "nothing": "",
    "a command": "def x := 1\nimport A\n",
    "imports": "import A.B\nimport C\n",
    "one line": "import A import B.C def x := 1",
    "prelude": "prelude\nimport A\n",
    "prelude alone": "prelude",
    "module": "module\n\npublic import A\nimport B\nmeta import C\npublic meta import D\n"
    "import all E\n",
    "module and prelude": "module prelude public import A",
    "line comments": "-- import Z\nimport A -- import Y\n-- x\nimport B",
    "block comments": "/- import Z -/ import A /- a /- b -/ import Y -/ import B",
    "an empty comment": "/--/ -/ import A",
    "an unclosed comment": "import A /- import B",
    "a module doc": "import A\n/-! doc -/\nimport B\n",
    "a doc comment": "/-- doc -/ import A",
    "escaped": "import A.«b-c».D\nimport «1»\n",
    "unicode": "import Αλφα.βήτα₁\nimport ℕat\n",
    "primes": "import A'.b!\nimport C?\n",
    "no space": "importA\nimport B\n",
    "no space in module": "moduleimport A",
    "no space in prelude": "preludeimport A",
    "no space after all": "module import allies import B",
    "no space after meta": "module metaimport B",
    "all in a file": "import all A import B",
    "meta in a file": "meta import A import B",
    "public in a file": "public import A import B",
    "a dot": "import A. import B",
    "two dots": "import A..B import C",
    "a digit": "import 1A import B",
    "form feed": "import A\x0cimport B",
    "a no-break space": "import\u00a0A import B",
    "import as a name": "import import\nimport B\n",
    "carriage returns": "import A\r\nimport B\r\n",
    "no name": "import\n",
    "a tab": "import A\n\timport B",
}
#: What Lean rejects when the file is compiled; until then our reading is as good as any.
REJECTED = {
    "an unclosed comment", "no name", "all in a file", "meta in a file", "public in a file",
    "a digit", "a no-break space", "a tab",
}  # fmt: skip


def as_lean_reads(small: Toolchain, files: list[Path]) -> list[dict[str, object] | None]:
    """What Lean makes of the headers; None for one that it rejects."""
    run = subprocess.run(
        [small.lean, "--deps-json", "--stdin"],
        input="".join(f"{file}\n" for file in files), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [entry.get("result") for entry in json.loads(run.stdout)["imports"]]


def as_we_read(text: str) -> dict[str, object]:
    header = parse_header(text)
    imports = [
        {"module": i.module, "importAll": i.all, "isMeta": i.meta, "isExported": i.exported}
        for i in header.imports
    ]
    return {"isModule": header.is_module, "imports": imports}


def test_headers_are_read_as_lean_reads_them(small: Toolchain, tmp_path: Path) -> None:
    files = []
    for number, text in enumerate(HEADERS.values()):
        files.append(tmp_path / f"{number}.lean")
        files[-1].write_bytes(text.encode())
    for name, file, expected in zip(HEADERS, files, as_lean_reads(small, files), strict=True):
        if name not in REJECTED:
            assert (name, as_we_read(file.read_text())) == (name, expected)
        else:
            assert (name, expected) == (name, None)


def test_every_file_of_the_repository_is_read_as_lean_reads_it(small: Toolchain) -> None:
    files = [f for f in sorted((REPOSITORY / "lean").rglob("*.lean")) if ".lake" not in f.parts]
    files = [f for f in files if f.name != "NotUtf8.lean"]  # Lean reads nothing of it
    assert len(files) > 40
    for file, expected in zip(files, as_lean_reads(small, files), strict=True):
        assert (file, as_we_read(file.read_text("utf-8", "replace"))) == (file, expected)


@given(st.text())
def test_any_text_has_a_header(text: str) -> None:
    header = parse_header(text)
    assert len(header.modules) <= len(text) + 1


PART = st.text(
    st.characters(exclude_characters="«»./\0\n\r", exclude_categories=("Cs",)), min_size=1
)


@given(st.lists(PART, min_size=1, max_size=4))
def test_names_and_their_parts(parts: list[str]) -> None:
    assert components(module_name(parts)) == tuple(parts)


@pytest.mark.parametrize(
    ("name", "path"),
    [("A", "A.lean"), ("A.«b-c».D", "A/b-c/D.lean"), ("A.«b.c»", "A/b.c.lean")],
)
def test_paths(name: str, path: str) -> None:
    assert module_path(Path("/r"), name, ".lean") == Path("/r") / path


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, list[str]]:
    size = draw(st.integers(0, 12))
    names = [f"m{i}" for i in range(size)]
    return {
        name: draw(st.lists(st.sampled_from(names[:i]), unique=True)) if i else []
        for i, name in enumerate(names)
    }


@settings(deadline=None)  # threads: on a busy machine any case may wait
@given(graphs(), st.sets(st.integers(0, 11)), st.integers(1, 4))
def test_every_module_runs_once_after_its_imports(
    graph: dict[str, list[str]], failing: set[int], jobs: int
) -> None:
    finished: list[str] = []
    lock = threading.Lock()

    def work(name: str) -> bool:
        with lock:
            assert all(m in finished for m in graph[name])
            good = int(name[1:]) not in failing
            finished.append(name)
            return good

    bad = run_in_order(graph, work, jobs)
    assert len(finished) == len(set(finished))
    expected: set[str] = set()
    for name in in_import_order(graph, lambda name: graph[name]):
        if int(name[1:]) in failing or any(m in expected for m in graph[name]):
            expected.add(name)
    assert bad == expected
    assert set(finished) == {n for n in graph if not any(m in expected for m in graph[n])}


def test_a_circle_is_shown() -> None:
    graph = {"a": ["b"], "b": ["c", "d"], "c": ["b"], "d": []}
    with pytest.raises(CyclicImports, match=r"^b -> c -> b$"):
        in_import_order(graph, lambda name: graph[name])


def test_a_long_chain_needs_no_deep_stack() -> None:
    graph = {f"m{i}": [f"m{i - 1}"] if i else [] for i in range(20_000)}
    assert len(in_import_order(["m19999"], lambda name: graph[name])) == 20_000
