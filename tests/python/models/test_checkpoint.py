"""Checkpoint folders: whole or absent, and refused by name when they are not what they say."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fakes.checkpoints import manifest
from sensei.core.errors import CheckpointError
from sensei.models.checkpoint import read_manifest, write_checkpoint
from sensei.models.loading import load_checkpoint, load_model


def change_manifest(folder: Path, **changes: object) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_a_manifest_comes_back_with_the_hashes_of_all_files(checkpoint: Path) -> None:
    found = read_manifest(checkpoint)
    names = {path.name for path in checkpoint.iterdir()} - {"manifest.json"}
    assert set(found.files) == names
    assert {"model.safetensors", "config.json", "tokenizer.json"} <= names
    assert found.metrics["loss_last"] == 1.0


def test_reading_a_manifest_imports_no_torch(checkpoint: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from sensei.models.checkpoint import read_manifest;"
        "import sensei.models.baselines;"
        f"read_manifest(Path({str(checkpoint)!r}));"
        "sys.exit(bool({'torch', 'transformers', 'safetensors'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_folder_that_is_not_there_or_no_checkpoint_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="no such checkpoint folder"):
        read_manifest(tmp_path / "none")
    with pytest.raises(CheckpointError, match=r"no checkpoint: it has no manifest\.json"):
        read_manifest(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"kind": "tactic_generator"}', "\x00"])
def test_a_damaged_manifest_is_refused(checkpoint: Path, text: str) -> None:
    (checkpoint / "manifest.json").write_text(text)
    with pytest.raises(CheckpointError, match="is damaged"):
        read_manifest(checkpoint)


def test_another_kind_is_refused(checkpoint: Path) -> None:
    change_manifest(checkpoint, kind="critic")
    with pytest.raises(
        CheckpointError, match="of kind 'critic', not 'tactic_generator'"
    ) as refused:
        read_manifest(checkpoint)
    assert refused.value.next_step == "train one with: sensei train sft"
    assert read_manifest(checkpoint, kind=None).kind == "critic"


def test_changed_or_missing_weights_are_refused(checkpoint: Path) -> None:
    weights = checkpoint / "model.safetensors"
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    with pytest.raises(CheckpointError, match=r"model\.safetensors does not match its hash"):
        read_manifest(checkpoint)
    assert read_manifest(checkpoint, verify=False).kind == "tactic_generator"
    weights.unlink()
    with pytest.raises(CheckpointError, match=r"model\.safetensors is missing"):
        read_manifest(checkpoint, verify=False)


def test_another_prompt_is_refused_with_both_hashes(checkpoint: Path) -> None:
    load_checkpoint(checkpoint)
    change_manifest(checkpoint, prompt_hash="0" * 64)
    with pytest.raises(CheckpointError, match="another prompt"):
        load_checkpoint(checkpoint)


def test_a_crash_while_writing_leaves_the_old_checkpoint(checkpoint: Path) -> None:
    before = {path.name: path.read_bytes() for path in checkpoint.iterdir()}

    def crash(draft: Path) -> None:
        (draft / "model.safetensors").write_bytes(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_checkpoint(checkpoint, manifest(), crash)
    assert {path.name: path.read_bytes() for path in checkpoint.iterdir()} == before
    assert [path.name for path in checkpoint.parent.iterdir()] == [checkpoint.name]


def test_a_new_checkpoint_takes_the_place_of_the_old(checkpoint: Path) -> None:
    written = write_checkpoint(
        checkpoint,
        manifest(seed=7),
        lambda draft: (draft / "model.safetensors").write_bytes(b"new") and None,
    )
    assert read_manifest(checkpoint) == written
    assert written.seed == 7
    assert [path.name for path in checkpoint.parent.iterdir()] == [checkpoint.name]


def test_a_folder_with_other_things_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(CheckpointError, match="not empty and no checkpoint"):
        write_checkpoint(tmp_path, manifest(), lambda draft: None)
    assert (tmp_path / "thesis.tex").read_text() == "mine"


def test_a_model_path_that_is_none_says_so(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="no such model folder"):
        load_model(tmp_path / "gpt")
    with pytest.raises(CheckpointError, match=r"neither manifest\.json nor config\.json"):
        load_model(tmp_path)
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(CheckpointError, match="no causal language model"):
        load_model(tmp_path)
