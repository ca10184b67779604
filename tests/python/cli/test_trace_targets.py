"""What ``sensei trace`` is asked to trace, from words and from lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from sensei.cli.trace_targets import Target, read_list, target_of
from sensei.core.errors import SenseiError

URL = "https://example.org/lean/order.git"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "proj"
    (root / "A").mkdir(parents=True)
    (root / "lakefile.toml").write_text('name = "proj"\n')
    (root / "A" / "B.lean").write_text("")
    (root / "C.lean").write_text("")
    monkeypatch.chdir(tmp_path)
    return root


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], Target("", Path("."))),
        (["proj"], Target("proj", Path("proj"))),
        (["proj", "A.B", "A.*"], Target("proj", Path("proj"), only=("A.B", "A.*"))),
        (["proj/A/B.lean"], Target("A", Path("proj/A"), only=("A/B.lean",))),
        (
            ["proj/A/B.lean", "proj/C.lean"],
            Target("A", Path("proj/A"), only=("A/B.lean", "C.lean")),
        ),
        ([URL], Target("order", Path("."), URL)),
        ([URL, "Order.*"], Target("order", Path("."), URL, only=("Order.*",))),
        (["git@example.org:order"], Target("order", Path("."), "git@example.org:order")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_words(words: list[str], expected: Target, project: Path) -> None:
    found = target_of(words, None, None)
    assert (found.place, found.url, found.only) == (expected.place, expected.url, expected.only)
    assert found.name == (expected.name or project.parent.name)


def test_a_commit(project: Path) -> None:
    assert target_of([URL], None, "v1").commit == "v1"


@pytest.mark.parametrize(
    ("words", "options", "message"),
    [
        (["proj", URL], {}, "two projects: proj and https://"),
        (["proj"], {"project": "other"}, "two projects: other and proj"),
        (["proj/C.lean", URL], {}, "proj/C.lean is in no repository"),
        (["proj"], {"commit": "v1"}, "--commit goes with the address of a repository"),
        (["gone/Here.lean"], {}, "no such file or folder: gone/Here.lean"),
        (["gone.toml"], {}, "no such file or folder: gone.toml"),
    ],
)
def test_words_that_contradict(
    words: list[str], options: dict[str, str], message: str, project: Path
) -> None:
    with pytest.raises(SenseiError, match=message):
        target_of(words, options.get("project"), options.get("commit"))


def test_a_list(project: Path) -> None:
    path = project / "list.toml"
    path.write_text(
        f"""
        [[repository]]
        url = "{URL}"
        commit = "v1"
        folder = "lean"
        only = ["Order.*"]

        [[repository]]
        path = "."
        name = "own"
        """
    )
    assert read_list(path) == [
        Target("order", Path("lean"), URL, "v1", ("Order.*",)),
        Target("own", project),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "list.toml: Expected"),
        ("", "repository: Field required"),
        ("repository = []", "lists no"),
        ("[[repository]]\n", "give either url or path"),
        ('[[repository]]\nurl = "u"\npath = "p"\n', "give either url or path"),
        ('[[repository]]\npath = "p"\ncommit = "c"\n', "a commit goes with a url"),
        ('[[repository]]\nurl = "u"\nrev = "c"\n', "repository.0.rev: Extra inputs"),
        (
            '[[repository]]\nurl = "a/u"\n[[repository]]\nurl = "b/u"\n',
            "two repositories are named u",
        ),
    ],
)
def test_a_list_that_is_none(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text(text)
    with pytest.raises(SenseiError, match=message):
        read_list(path)
