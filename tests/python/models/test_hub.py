"""Models by their names in the hub, from its cache; and names of the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from sensei.core.errors import CheckpointError, UsageError
from sensei.models.hub import hub_folder, model_name
from sensei.provers.generators import check_checkpoint, checkpoint_folder
from sensei.settings import load_settings, own_names
from sensei.store import open_store

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The hub's cache with one model, and no network."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    kept = tmp_path / "hub" / "models--some--prover"
    folder = kept / "snapshots" / COMMIT
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    (kept / "refs").mkdir()
    (kept / "refs" / "main").write_text(COMMIT)
    return folder


def test_what_is_in_the_cache_is_taken_from_there(cache: Path, tmp_path: Path) -> None:
    assert hub_folder("hf:some/prover") == cache
    assert hub_folder(f"hf:some/prover@{COMMIT}") == cache
    assert model_name(cache) == "some/prover"
    assert model_name(tmp_path / "first") == "first"
    with open_store(tmp_path / "sensei.db") as store:
        found = checkpoint_folder(store, "hf:some/prover")
    known = check_checkpoint(found)
    assert (known.name, known.kind) == ("some/prover", "model")


@pytest.mark.parametrize("name", ["hf:no/such", "hf:some/prover@other", "hf:not a name", "hf:"])
def test_what_cannot_be_had_is_named(cache: Path, name: str) -> None:
    with pytest.raises(CheckpointError, match=r"cannot be had: .*; check the name and the network"):
        hub_folder(name)


def test_models_have_names_of_the_users_own(tmp_path: Path) -> None:
    toml = tmp_path / "sensei.toml"
    toml.write_text('[models]\nfast = "openai:small"\nplain = "fixed"\n')
    assert load_settings(tmp_path, {}).jobs >= 1
    with open_store(tmp_path / "sensei.db") as store:
        assert checkpoint_folder(store, "fast", tmp_path) == "openai:small"
        assert checkpoint_folder(store, "plain", tmp_path) == "fixed"
        assert checkpoint_folder(store, "fixed", tmp_path) == "fixed"
    toml.write_text("[models]\nfast = 3\n")
    with pytest.raises(UsageError, match="no table of names"):
        own_names(tmp_path)
