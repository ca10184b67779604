"""The stand-in for lake, run as the program in the cache, on projects of several packages."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from small_library import write_modules

from fakes.processor import least_processor_s
from sensei.toolchain.installed import Toolchain

APP = """\
name = "app"
version = "0.1.0"
defaultTargets = ["App"]
testDriver = "Checks"

[leanOptions]
pp.privateNames = true
weak.linter.none = false

[[require]]
name = "dep"
path = "../dep"

[[lean_lib]]
name = "App"

[[lean_lib]]
name = "Checks"
globs = ["Checks.+"]
leanOptions = {pp.privateNames = false}
"""
DEP = """\
import Lake
open Lake DSL

-- a package in the declarative form
package dep where
  version := v!"0.1.0"
  srcDir := "src"
  leanOptions := #[⟨`pp.privateNames, true⟩]

@[default_target]
lean_lib Dep where
  roots := #[`Dep]

lean_exe tool where
  root := `Tool.Main
  supportInterpreter := true
"""
MODULES = {
    "App": "import App.A\nimport App.B\n",
    "App.A": "import Dep\nprivate def hidden := three\n#check hidden\n",
    "App.B": "import Dep.Base\ndef four := N.s three\n",
    "Checks.One": "import App\nprivate def hidden := four\n#check hidden\n",
}
DEP_MODULES = {
    "Dep": "import Dep.Base\n",
    "Dep.Base": "def three := N.s (N.s one)\n",
    "Tool.Main": "import Dep\n#check three\n",
}


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A project that requires another by path; the folder names have a space."""
    folder = tmp_path / "a b" / "app"
    dep = tmp_path / "a b" / "dep"
    write_modules(folder, MODULES)
    write_modules(dep / "src", DEP_MODULES)
    (folder / "lakefile.toml").write_text(APP)
    (dep / "lakefile.lean").write_text(DEP)
    return folder


def lake(
    small: Toolchain, folder: Path, *words: str, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    assert small.lake is not None
    return subprocess.run(
        [small.lake, *words], cwd=folder, input=stdin, capture_output=True, text=True
    )


def built(output: str) -> set[str]:
    return {line.split()[3] for line in output.splitlines() if "] Built " in line}


EVERYTHING = {"Dep.Base", "Dep", "App.A", "App.B", "App"}


def test_says_that_it_is_a_stand_in(small: Toolchain, tmp_path: Path) -> None:
    run = lake(small, tmp_path, "--version")
    first, second = run.stdout.splitlines()
    assert first == f"Lake version 5.0.0-sensei (Lean version {small.version})"
    assert "stand-in" in second


@pytest.mark.alone
def test_starts_in_under_150_ms(small: Toolchain) -> None:
    assert small.lake is not None
    assert least_processor_s([small.lake, "--version"]) < 0.15


def test_builds_where_lake_builds_and_only_there(small: Toolchain, app: Path) -> None:
    before = {p for p in app.parent.rglob("*") if ".lake" not in p.parts}
    run = lake(small, app, "build")
    assert run.returncode == 0, run.stdout + run.stderr
    assert built(run.stdout) == EVERYTHING
    assert (app / ".lake/build/lib/lean/App/A.olean").is_file()
    assert (app.parent / "dep/.lake/build/lib/lean/Dep/Base.ilean").is_file()
    assert {p for p in app.parent.rglob("*") if ".lake" not in p.parts} == before
    assert not list(app.parent.glob("*/.lake/build/sensei-tmp-*"))


def test_builds_again_only_what_changed(small: Toolchain, app: Path) -> None:
    assert lake(small, app, "build").returncode == 0
    before = {p: p.lstat().st_mtime_ns for p in app.parent.rglob("*")}
    again = lake(small, app, "build")
    assert built(again.stdout) == set()
    assert {p: p.lstat().st_mtime_ns for p in app.parent.rglob("*")} == before
    assert "_private.App.A.0.hidden : N" in again.stdout, "messages are shown again"

    os.utime(app / "App/A.lean")
    assert built(lake(small, app, "build").stdout) == set(), "a new time is no new content"
    write_modules(app, {"App.B": "import Dep.Base\ndef four := three\n"})
    assert built(lake(small, app, "build").stdout) == {"App.B", "App"}
    (app / ".lake/build/lib/lean/App/A.olean").unlink()
    assert built(lake(small, app, "build").stdout) == {"App.A"}
    write_modules(app.parent / "dep/src", {"Dep.Base": "def three := N.s one\n"})
    assert built(lake(small, app, "build").stdout) == EVERYTHING
    text = (app / "lakefile.toml").read_text()
    (app / "lakefile.toml").write_text(text.replace("privateNames = true", "privateNames = false"))
    options = lake(small, app, "build")
    assert built(options.stdout) == {"App.A", "App.B", "App"}
    assert "hidden : N" in options.stdout
    assert "_private" not in options.stdout


def test_a_damaged_compiled_file_is_compiled_again(small: Toolchain, app: Path) -> None:
    lake(small, app, "build")
    (app / ".lake/build/lib/lean/App/B.olean").write_bytes(b"olean")
    assert built(lake(small, app, "build").stdout) == {"App.B"}


def test_a_killed_build_is_continued(small: Toolchain, app: Path) -> None:
    chain = {f"App.C{i}": f"import {f'App.C{i - 1}' if i else 'Dep'}\n" for i in range(12)}
    write_modules(app, {**chain, "App": "import App.C11\n"})
    assert small.lake is not None
    run = subprocess.Popen([small.lake, "build"], cwd=app, stdout=subprocess.PIPE)
    third = app / ".lake/build/lib/lean/App/C2.trace"
    deadline = time.monotonic() + 60
    while not third.exists():
        assert run.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)
    run.kill()
    run.communicate()
    # The kill may have come between two modules, with nothing left behind: so leave something.
    (app / ".lake/build/sensei-tmp-left").mkdir(exist_ok=True)
    after = lake(small, app, "build")
    assert after.returncode == 0
    assert {"App.C11", "App"} <= built(after.stdout)
    assert not {"Dep.Base", "Dep", "App.C0", "App.C1"} & built(after.stdout)
    assert not list((app / ".lake/build").glob("sensei-tmp-*"))


def test_a_failure_leaves_the_others_built(small: Toolchain, app: Path) -> None:
    write_modules(app, {"App.B": "import Dep.Base\ndef four := nothing\n"})
    run = lake(small, app, "build")
    assert run.returncode == 1
    assert built(run.stdout) == {"Dep.Base", "Dep", "App.A"}
    assert "App/B.lean:2:12: error" in run.stdout
    assert "Unknown identifier `nothing`" in run.stdout
    assert "- App.B" in run.stdout
    assert "error: build failed" in run.stderr
    assert not (app / ".lake/build/lib/lean/App/B.olean").exists()


def test_a_missing_import_is_named(small: Toolchain, app: Path) -> None:
    write_modules(app, {"App.B": "import Mathlib.Logic\n", "App.A": "import App.Gone\n"})
    run = lake(small, app, "build")
    assert run.returncode == 1
    assert "App/B.lean: it imports Mathlib.Logic, which is in no package here" in run.stdout
    assert "App/Gone.lean: No such file" in run.stdout


def test_imports_in_a_circle_are_named(small: Toolchain, app: Path) -> None:
    write_modules(app, {"App.A": "import App.B\n", "App.B": "import App.A\n"})
    run = lake(small, app, "build")
    assert run.returncode == 1
    assert "error: build cycle detected: App.A -> App.B -> App.A" in run.stderr


@pytest.mark.parametrize(
    ("target", "modules"),
    [
        ("App.B", {"Dep.Base", "App.B"}),
        ("+App.A", {"Dep.Base", "Dep", "App.A"}),
        ("dep", {"Dep.Base", "Dep"}),
        ("dep/Dep", {"Dep.Base", "Dep"}),
        ("@dep/Dep", {"Dep.Base", "Dep"}),
        ("tool", {"Dep.Base", "Dep", "Tool.Main"}),
        ("Checks", EVERYTHING | {"Checks.One"}),
    ],
)
def test_targets(small: Toolchain, app: Path, target: str, modules: set[str]) -> None:
    run = lake(small, app, "build", target)
    assert run.returncode == 0, run.stdout + run.stderr
    assert built(run.stdout) == modules


def test_builds_from_a_folder_below_and_by_name(small: Toolchain, app: Path) -> None:
    assert built(lake(small, app / "App", "build").stdout) == EVERYTHING
    assert lake(small, app.parent, "-d", "app", "build").returncode == 0
    assert lake(small, app.parent, "--dir=app", "build", "--no-build").returncode == 0


def test_two_builds_at_once(small: Toolchain, app: Path) -> None:
    assert small.lake is not None
    runs = [
        subprocess.Popen([small.lake, "build"], cwd=app, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    outputs = [run.communicate(timeout=120)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert sum(len(built(output)) for output in outputs) == len(EVERYTHING)


def test_env_runs_a_command_in_the_projects_environment(small: Toolchain, app: Path) -> None:
    lake(small, app, "build")
    run = lake(small, app, "env", "lean", "--stdin", stdin="import App\n#check four\n")
    assert (run.returncode, run.stdout) == (0, "four : N\n")
    run = lake(small, app, "env", "sh", "-c", "exit 7")
    assert run.returncode == 7
    listed = dict(
        line.split("=", 1) for line in lake(small, app, "env").stdout.splitlines() if "=" in line
    )
    assert listed["LEAN_SYSROOT"] == str(small.prefix)
    assert listed["LAKE"] == str(small.lake)
    assert listed["LEAN_PATH"].split(":")[0] == str(app / ".lake/build/lib/lean")
    assert str(app.parent / "dep/src") in listed["LEAN_SRC_PATH"].split(":")
    assert listed["PATH"].split(":")[0] == str(small.prefix / "bin")
    run = lake(small, app, "env", "no-such-command")
    assert run.returncode == 1
    assert "no-such-command cannot be started" in run.stderr


def test_exe_reaches_main_and_is_found_in_a_dependency(small: Toolchain, app: Path) -> None:
    # The small library has no IO: Lean's refusal of `main` shows that `--run` was reached.
    write_modules(app.parent / "dep/src", {"Tool.Main": "import Dep\ndef main := three\n"})
    run = lake(small, app / "App", "exe", "tool", "--version", "x")
    assert "`main` function must have type" in run.stdout + run.stderr
    assert (app.parent / "dep/.lake/build/lib/lean/Dep.olean").is_file()
    run = lake(small, app, "exe", "nothing")
    assert run.returncode == 1
    assert "unknown executable 'nothing'; this workspace has: dep/tool" in run.stderr


def test_lean_elaborates_a_file_with_the_options_of_its_package(
    small: Toolchain, app: Path
) -> None:
    run = lake(small, app, "lean", "App/A.lean")
    assert (run.returncode, run.stdout) == (0, "_private.App.A.0.hidden : N\n")
    run = lake(small, app, "lean", "App/A.lean", "--", "--json")
    assert json.loads(run.stdout)["data"] == "_private.App.A.0.hidden : N"
    (app / "loose.lean").write_text("import App\n#check nothing\n")
    assert lake(small, app, "lean", "loose.lean").returncode == 1


def test_test_builds_the_library_that_drives(small: Toolchain, app: Path) -> None:
    run = lake(small, app, "test")
    assert run.returncode == 0
    assert "Checks.One" in built(run.stdout)
    assert "_private.Checks" not in run.stdout, "a library's options come after the package's"
    write_modules(app, {"Checks.One": "example : N := nothing\n"})
    assert lake(small, app, "test").returncode == 1
    assert "no test driver" in lake(small, app.parent / "dep", "test").stderr


def test_setup_file_describes_what_lean_accepts(small: Toolchain, app: Path) -> None:
    run = lake(small, app, "setup-file", "App/A.lean")
    assert run.returncode == 0, run.stderr
    setup = json.loads(run.stdout)
    assert (setup["name"], setup["package"], setup["isModule"]) == ("App.A", "app", False)
    assert set(setup["importArts"]) == {"Dep", "Dep.Base"}
    assert setup["options"]["pp.privateNames"] is True
    assert setup["options"]["interpreter.prefer_native"] is False
    # Lean itself reads it, and needs no LEAN_PATH to find the imports.
    (app / "setup.json").write_text(run.stdout)
    checked = subprocess.run(
        [small.lean, "--setup", "setup.json", "App/A.lean"],
        cwd=app, env={}, capture_output=True, text=True,
    )  # fmt: skip
    assert (checked.returncode, checked.stdout) == (0, "_private.App.A.0.hidden : N\n")


def test_setup_file_takes_the_editors_header(small: Toolchain, app: Path) -> None:
    header = json.dumps({"imports": [{"module": "App.B"}], "isModule": False})
    run = lake(small, app, "setup-file", "App/A.lean", "-", stdin=header)
    assert set(json.loads(run.stdout)["importArts"]) == {"App.B", "Dep.Base"}


def test_setup_file_exit_codes(small: Toolchain, app: Path, tmp_path: Path) -> None:
    (tmp_path / "loose.lean").write_text("#check one\n")
    assert lake(small, tmp_path, "setup-file", "loose.lean").returncode == 2
    assert lake(small, app, "setup-file", "App/A.lean", "--no-build").returncode == 3
    write_modules(app, {"App.B": "def x := nothing\n"})
    failed = lake(small, app, "setup-file", "App.lean")
    assert failed.returncode == 1
    assert failed.stdout == ""
    assert "Unknown identifier `nothing`" in failed.stderr


def test_a_file_outside_any_target_imports_the_workspace(small: Toolchain, app: Path) -> None:
    (app / "loose.lean").write_text("import App.B\n#check four\n")
    setup = json.loads(lake(small, app, "setup-file", "loose.lean").stdout)
    assert set(setup["importArts"]) == {"App.B", "Dep.Base"}
    assert "package" not in setup
    assert setup["options"]["pp.privateNames"] is True
    unsaved = lake(small, app, "setup-file", "unsaved.lean")
    assert json.loads(unsaved.stdout) == {**setup, "importArts": {}, "name": "_unknown.unsaved"}


def test_modules_of_the_module_system(small: Toolchain, app: Path) -> None:
    write_modules(
        app,
        {
            "App": "module\nprelude\nimport App.A\n",
            "App.A": "module\nprelude\nimport all App.B\n#check hidden\n",
            "App.B": "module\nprelude\npublic axiom Five : Type\ndef hidden := Five\n",
        },
    )
    run = lake(small, app, "build")
    assert run.returncode == 0, run.stdout
    folder = app / ".lake/build/lib/lean/App"
    for suffix in (".olean", ".olean.server", ".olean.private", ".ir", ".ir.sig", ".ilean"):
        assert (folder / f"B{suffix}").is_file()
    assert built(lake(small, app, "build").stdout) == set()
    (folder / "B.olean.private").unlink()
    assert built(lake(small, app, "build").stdout) == {"App.B"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["update"], "'lake update' is not in sensei's stand-in for lake; install elan"),
        (["init", "x"], "'lake init' is not in"),
        (["frobnicate"], "unknown command 'frobnicate'"),
        (["-Kx=1", "build"], "the option -Kx=1 is unknown"),
        (["build", "Nothing"], "unknown target 'Nothing'; this workspace has: App, Checks"),
        (["build", "App:static"], "the facet ':static' needs the real lake; install elan"),
        (["-d", "/no/such", "build"], "no such folder: /no/such"),
        (["lean", "gone.lean"], "no such file: gone.lean"),
        (["exe"], "lake exe needs a name"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_it_refuses(small: Toolchain, app: Path, words: list[str], message: str) -> None:
    run = lake(small, app, *words)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("error: ")
    assert message in run.stderr
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("path = \"../dep\"", 'git = "https://x.org/dep"'), "dep is not given by path"),
        (('path = "../dep"', 'path = "../gone"'), "the dependency dep is not in "),
        (('path = "../dep"', 'path = "App"'), "the dependency dep, "),
        (('path = "../dep"', 'path = "."'), "is the package app, not dep"),
        (('name = "app"', "name = 3"), "name is 3 and not a string"),
        (('name = "app"\n', 'name = "app"\nprecompileModules = true\n'), "precompileModules"),
        (('name = "app"\n', 'name = "app"\nnoSuchField = 1\n'), "noSuchField in package app"),
        (('name = "app"', 'name = "app'), "lakefile.toml: "),
        (("pp.privateNames = true", "pp.privateNames = 1.5"), "no value of a Lean option"),
    ],
)  # fmt: skip
def test_configurations_it_refuses(
    small: Toolchain, app: Path, change: tuple[str, str], message: str
) -> None:
    text = (app / "lakefile.toml").read_text()
    assert change[0] in text
    (app / "lakefile.toml").write_text(text.replace(*change, 1))
    run = lake(small, app, "build")
    assert run.returncode == 1
    assert message in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_no_project(small: Toolchain, tmp_path: Path) -> None:
    run = lake(small, tmp_path, "build")
    assert run.returncode == 1
    assert "neither lakefile.toml nor lakefile.lean" in run.stderr


def test_a_damaged_toolchain_says_so(small: Toolchain, tmp_path: Path) -> None:
    prefix = tmp_path / "toolchain"
    shutil.copytree(small.prefix, prefix, symlinks=True)
    (prefix / "lib/lean/Std.olean").unlink()
    run = subprocess.run([prefix / "bin/lake", "build"], capture_output=True, text=True)
    assert run.returncode == 1
    assert "is damaged; run: sensei doctor" in run.stderr


def test_another_python_environment_does_not_matter(small: Toolchain, app: Path) -> None:
    # bin/lake starts its own Python with its own path, whatever the caller's variables say.
    assert small.lake is not None
    env = {"PYTHONPATH": "/nowhere", "PYTHONHOME": "/nowhere", "PATH": "/usr/bin:/bin"}
    run = subprocess.run([small.lake, "build"], cwd=app, env=env, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert sys.executable in small.lake.read_text()
