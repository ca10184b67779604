"""The language server of the cache's `bin/lean` and `bin/lake serve`, over JSON-RPC."""

import os
from pathlib import Path

import pytest
from lsp_session import LspSession
from small_library import write_modules

from sensei.toolchain.installed import Toolchain

TOML = """\
name = "ed"
leanOptions = {pp.privateNames = true}
[[lean_lib]]
name = "Ed"
"""
MAIN = "import Ed.Base\nprivate def mine := two\n#check mine\n#check nothing\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "ed project"
    write_modules(root, {"Ed": "import Ed.Main\n", "Ed.Main": MAIN,
                         "Ed.Base": "def two := N.s one\n"})  # fmt: skip
    (root / "lakefile.toml").write_text(TOML)
    return root


def clean() -> dict[str, str]:
    return {name: text for name, text in os.environ.items() if not name.startswith("LEAN")}


def messages(diagnostics: list[dict[str, object]]) -> list[str]:
    return [str(d["message"]) for d in diagnostics]


@pytest.mark.parametrize("how", ["lake serve", "lean --server"])
def test_a_session(small: Toolchain, project: Path, how: str) -> None:
    assert small.lake is not None
    command: dict[str, list[str | Path]] = {
        "lake serve": [small.lake, "serve", "--"],
        "lean --server": [small.lean, "--server"],
    }
    with LspSession(command[how], project, clean()) as server:
        uri = server.open(project / "Ed" / "Main.lean")
        # The import was not compiled: opening the file compiles it, by `lake setup-file`.
        mine, unknown = messages(server.wait(uri))
        # The private prefix shows that the package's options hold. `lake serve` sets LEAN_SRC_PATH,
        # and so the server knows the module's name; a bare server has the file's address for it.
        name = "Ed.Main" if how == "lake serve" else "«external:file:"
        assert mine.startswith(f"_private.{name}")
        assert unknown == "Unknown identifier `nothing`"
        assert (project / ".lake/build/lib/lean/Ed/Base.olean").is_file()
        hover = server.at("textDocument/hover", uri, 1, 21)
        assert "two : N" in hover["contents"]["value"]
        if how == "lake serve":
            place = server.at("textDocument/definition", uri, 1, 21)
            assert place[0]["targetUri"].endswith("Ed/Base.lean")
        server.change(uri, 2, MAIN.replace("nothing", "two"))
        assert messages(server.wait(uri, 2)) == [mine, "two : N"]


def test_a_broken_import_is_reported_in_the_editor(small: Toolchain, project: Path) -> None:
    write_modules(project, {"Ed.Base": "def two := nowhere\n"})
    with LspSession([small.lean, "--server"], project, clean()) as server:
        found = server.wait(server.open(project / "Ed" / "Main.lean"))
    assert "Unknown identifier `nowhere`" in found[0]["message"]


def test_a_missing_import_is_reported_in_the_editor(small: Toolchain, project: Path) -> None:
    with LspSession([small.lean, "--server"], project, clean()) as server:
        found = server.wait(server.open(project / "Ed" / "Main.lean", "import Mathlib.Data\n"))
    assert "it imports Mathlib.Data, which is in no package here" in found[0]["message"]


def test_a_file_outside_any_project(small: Toolchain, tmp_path: Path) -> None:
    file = tmp_path / "loose.lean"
    file.write_text("#check one\n")
    with LspSession([small.lean, "--server"], tmp_path, clean()) as server:
        assert messages(server.wait(server.open(file))) == ["one : N"]


def test_a_broken_configuration_still_gives_a_server(small: Toolchain, project: Path) -> None:
    (project / "lakefile.toml").write_text("name = ")
    assert small.lake is not None
    with LspSession([small.lake, "serve"], project, clean()) as server:
        found = server.wait(server.open(project / "Ed" / "Base.lean"))
    assert any("lakefile.toml" in text for text in messages(found)), found
