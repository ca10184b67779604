"""Reads LeanDojo's folder as its schema is documented, with nothing of ours: every field must be
there, of its type, and nothing else in a theorem or a corpus line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any


def position(value: Any) -> tuple[int, int]:
    line, column = value
    assert isinstance(line, int)
    assert isinstance(column, int)
    assert line >= 1
    assert column >= 1
    return line, column


def read_theorems(path: Path) -> list[dict[str, Any]]:
    theorems = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(theorems, list)
    for theorem in theorems:
        assert set(theorem) == {
            *("url", "commit", "file_path", "full_name", "theorem_statement"),
            *("start", "end", "traced_tactics"),
        }
        assert all(isinstance(theorem[k], str) for k in ("url", "commit", "file_path", "full_name"))
        assert theorem["theorem_statement"] is None or isinstance(theorem["theorem_statement"], str)
        assert position(theorem["start"]) < position(theorem["end"])
        for tactic in theorem["traced_tactics"]:
            assert set(tactic) == {"tactic", "annotated_tactic", "state_before", "state_after"}
            annotated, provenances = tactic["annotated_tactic"]
            assert re.sub(r"</?a>", "", annotated) == tactic["tactic"]
            assert annotated.count("<a>") == annotated.count("</a>") == len(provenances)
            for provenance in provenances:
                assert set(provenance) == {"full_name", "def_path", "def_pos", "def_end_pos"}
                position(provenance["def_pos"])
                position(provenance["def_end_pos"])
            assert "⊢" in tactic["state_before"]
            assert "⊢" in tactic["state_after"] or tactic["state_after"] == "no goals"
    return theorems


def read_corpus(path: Path) -> dict[str, dict[str, Any]]:
    files = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        assert set(entry) == {"path", "imports", "premises"}
        assert entry["path"].endswith(".lean")
        assert all(name.endswith(".lean") for name in entry["imports"])
        for premise in entry["premises"]:
            assert set(premise) == {"full_name", "code", "start", "end", "kind"}
            assert position(premise["start"]) <= position(premise["end"])
            assert premise["code"]
        assert entry["path"] not in files
        files[entry["path"]] = entry
    return files


def read_folder(folder: Path) -> dict[str, Any]:
    metadata = json.loads((folder / "metadata.json").read_text(encoding="utf-8"))
    assert {"creation_time", "from_repo", "leandojo_version"} <= set(metadata)
    assert {"url", "commit"} == set(metadata["from_repo"])
    traced = [
        json.loads(line)["traced_file_path"]
        for line in (folder / "traced_files.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return {
        "metadata": metadata,
        "traced": traced,
        "corpus": read_corpus(folder / "corpus.jsonl"),
        **{
            strategy.name: {
                part: read_theorems(strategy / f"{part}.json") for part in ("train", "val", "test")
            }
            for strategy in folder.iterdir()
            if strategy.is_dir()
        },
    }
