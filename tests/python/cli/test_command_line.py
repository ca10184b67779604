"""What holds for every verb: its help, the name of the project, and a quick start."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sensei.cli.main import PASS_THROUGH, VERBS, build_parser, main

# What is about no project, or names its own.
NO_PROJECT = {("demo",), ("completion",), ("bridge",), *((verb,) for verb in PASS_THROUGH)}
HEAVY = {"torch", "transformers", "sqlalchemy", "alembic", "pydantic", "psutil", "rich", "google"}


def leaves(parser: argparse.ArgumentParser) -> Iterator[tuple[tuple[str, ...], object]]:
    """Every command that can be run, with its parser."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, sub in action.choices.items():
                for words, leaf in leaves(sub):
                    yield (name, *words), leaf
            return
    yield (), parser


COMMANDS = {
    words: parser
    for verb in VERBS
    for words, parser in leaves(build_parser(None if verb in PASS_THROUGH else verb))
    if words[0] == verb
}


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_names_the_project_in_the_same_way(words: tuple[str, ...]) -> None:
    options = {text for a in COMMANDS[words]._actions for text in a.option_strings}
    positional = [a.dest for a in COMMANDS[words]._actions if not a.option_strings]
    assert ("--project" in options) == (words not in NO_PROJECT)
    assert "--dir" not in options
    # DIR stands alone where nothing else does.
    assert ("folder" in positional) == (positional == ["folder"])
    if words not in NO_PROJECT and words[0] != "verify" and words[0] != "train":
        assert positional, "a verb that takes nothing else takes DIR"


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_has_json_an_example_and_help_for_all(words: tuple[str, ...]) -> None:
    if words[0] in PASS_THROUGH:
        return
    parser = COMMANDS[words]
    options = {text for a in parser._actions for text in a.option_strings}
    assert "--json" in options
    assert (parser.epilog or "").startswith(f"example: {'echo' if words == ('verify',) else ''}")
    if words != ("bridge",):  # which Lean starts, not a user
        assert f"sensei {words[0]}" in (parser.epilog or "")
    unexplained = [a.dest for a in parser._actions if not a.help and not a.choices]
    assert unexplained in ([], ["what"])


def test_two_projects_are_one_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "show", "here", "--project", "there"]) == 2
    assert capsys.readouterr().err == "sensei: two projects: here and there; give one of them\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["prove", "--junk"], "sensei: unrecognized arguments: --junk; sensei prove --help"),
        (["train", "sft", "--junk", "x"], "unrecognized arguments: --junk x; sensei train --help"),
        (["train"], "the following arguments are required: METHOD; see sensei train --help"),
        (["data", "split", "--seed", "x"], "--seed: invalid int value: 'x'; see sensei data split"),
        (["nosuch"], "invalid choice: 'nosuch'"),
        (["show"], "what to show is missing: KIND or --web; sensei show --help"),
        (["show", "--web", "gone"], "no such folder: gone"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_is_one_line_and_not_the_usage(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(words)
    except SystemExit as ended:
        code = ended.code
    printed = capsys.readouterr()
    assert (code, printed.out, printed.err.count("\n")) == (2, "", 1)
    assert said in printed.err


NUMBERS = [
    (" ".join(words), action)
    for words, parser in COMMANDS.items()
    for action in parser._actions
    if action.type in (int, float) or "number" in getattr(action.type, "__name__", "")
]
AT_LEAST_1 = {"jobs", "memory", "limit", "threads", "timeout", "seconds", "max_seconds"}


def test_numbers_are_of_a_size_that_can_be_meant(capsys: pytest.CaptureFixture[str]) -> None:
    """None of them reaches a clock, a seed or a database that cannot take it."""
    assert len(NUMBERS) > 100
    for verb, action in NUMBERS:
        is_whole = action.type is int or action.type.__name__.startswith("whole")
        wrong = ["1e999", "-1e999", "nan", "0x10", "", *(["9" * 30] if is_whole else [])]
        wrong += ["0", "-1"] if action.dest in AT_LEAST_1 else []
        wrong += ["-0.5"] if action.dest == "temperature" else []
        for text in wrong:
            with pytest.raises(SystemExit) as ended:
                COMMANDS[tuple(verb.split())].parse_args([f"{action.option_strings[0]}={text}"])
            assert ended.value.code == 2
            said = capsys.readouterr().err
            assert f"argument {action.option_strings[0]}" in said, (verb, said)
            assert said.count("\n") == 1


@pytest.mark.parametrize("words", [w for w in COMMANDS if w not in NO_PROJECT], ids=" ".join)
@pytest.mark.parametrize("place", ["gone", "plain"])
def test_no_such_project(
    words: tuple[str, ...],
    place: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A folder that is not there, and one that is no Lean project; each for every verb."""
    if words in (("doctor",), ("config", "show")) and place == "plain":
        return  # these say that there is no project, and what holds without
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain").mkdir()
    needed = {
        ("data", "split"): ["--seed", "0"],
        ("data", "export"): ["--out", "x"],
        ("data", "import"): ["--file", "x"],
        ("loop",): ["loop.toml"],
        ("selfplay",): ["selfplay.toml"],
        ("prove",): ["some_theorem"],
        ("verify",): ["--stored"],
        ("query",): ["SELECT 1"],
        ("show", "attempt"): ["1"],
        ("show", "checkpoint"): ["first"],
        ("show", "module"): ["Some.Module"],
        ("show", "split"): ["default"],
        ("show", "trace"): ["Some.Module"],
    }
    assert main([*words, *needed.get(words, []), "--project", place]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    said = "no such folder: gone" if place == "gone" else "plain is in no Lean project"
    assert said in printed.err
    assert "name the folder of a Lean project" in printed.err
    assert list((tmp_path / "plain").iterdir()) == []


@pytest.mark.parametrize("words", [["--help"], ["verify", "--help"], ["train", "sft", "--help"]])
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys\nfrom sensei.cli.main import main\n"
        f"try:\n    main({words!r})\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert "usage: sensei" in done.stdout
    assert {name.split(".")[0] for name in done.stderr.split()} & HEAVY == set()
