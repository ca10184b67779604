"""`sensei config show` and `sensei completion`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from sensei.cli.main import VERBS, main


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "lakefile.toml").write_text('name = "p"\n')
    (tmp_path / "sensei.toml").write_text('jobs = 3\n[openai]\nmodel = "m"\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SENSEI_JOBS", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "very-secret")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:8000/v1")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    return tmp_path


def test_each_value_and_where_it_came_from(
    inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "show", "--json"]) == 0
    text = capsys.readouterr().out
    shown = {name: (each["value"], each["source"]) for name, each in json.loads(text).items()}
    assert shown["jobs"] == (3, "sensei.toml")
    assert shown["lean"][1] in ("default", "environment")
    assert shown["openai.key"] == ("set", "environment")
    assert shown["openai.model"] == ("m", "sensei.toml")
    assert shown["openai.base_url"] == ("http://localhost:8000/v1", "environment")
    assert shown["openai.retries"][1] == "default"
    assert shown["anthropic.key"] == ("", "default")
    assert "very-secret" not in text
    assert main(["config", "show"]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[0] == str(inside / "sensei.toml")
    assert "very-secret" not in text


def test_a_broken_file_is_named(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (inside / "sensei.toml").write_text("jobs = \n")
    assert main(["config", "show"]) == 2
    assert "sensei.toml" in capsys.readouterr().err


def test_bash_takes_the_completion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    script = tmp_path / "sensei.bash"
    script.write_text(capsys.readouterr().out)
    asked = "COMP_WORDS=(sensei ser); COMP_CWORD=1; _shtab_sensei; echo ${COMPREPLY[*]}"
    done = subprocess.run(
        ["bash", "-c", f"source {script}; {asked}"], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["serve"]
    assert all(verb in script.read_text() for verb in VERBS)
