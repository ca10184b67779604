"""Premises above goals: one text for training and proving, in scope, and checkpoints held to it."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from fakes.traces import write_project
from sensei.cli.main import main
from sensei.core.errors import CheckpointError
from sensei.core.protocols import Generator
from sensei.core.types import TacticCandidate, TheoremRef
from sensei.data.examples import tactic_examples
from sensei.ingest.ingest import ingest
from sensei.models.prompt import build_prompt, prompt_hash, with_premises
from sensei.provers.generators import NamedGenerator, check_premises
from sensei.provers.hints import PremisesAbove, SnapshotHints
from sensei.provers.premises import PremiseIndex
from sensei.store import Store, default_database, open_store


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_project(tmp_path_factory.mktemp("hints") / "project")
    with open_store(default_database(root)) as store:
        ingest(root / ".lake" / "build" / "sensei" / "trace", store, root)
    assert main(["data", "split", "--seed", "0", "--project", str(root)]) == 0
    return root


@pytest.fixture(scope="module")
def store(project: Path) -> Iterator[Store]:
    with open_store(default_database(project)) as store:
        yield store


def test_entries_are_in_scope_and_the_best_is_last(store: Store) -> None:
    snapshot = store.snapshot().id
    hints = SnapshotHints(store, snapshot, 5)
    for theorem in store.theorems(snapshot)[:12]:
        goal = f"n : Nat\n⊢ {theorem.type}"
        entries = list(hints.of(theorem.ref)(goal))
        scope = {p.name for p in store.scope(theorem).premises} | {"Nat.add_comm"}
        names = [entry.partition(" : ")[0] for entry in entries]
        assert set(names) <= scope
        assert theorem.name not in names
        fewer = SnapshotHints(store, snapshot, 2).of(theorem.ref)(goal)
        assert list(fewer) == entries[-2:]
        assert hints.shown(theorem.ref, goal) == with_premises(goal, entries)
    unknown = hints.of(TheoremRef("new", "Scratch", "Scratch.lean"))("⊢ Sample.comm_1")
    assert unknown  # of a file that was not traced, everything
    assert hints.of(TheoremRef("gone", "Sample.Logic", ""))("⊢ Sample.comm_1") is not None


def test_no_proof_is_read_to_find_what_it_uses(store: Store) -> None:
    snapshot = store.snapshot().id
    hints = SnapshotHints(store, snapshot, 50)
    theorem = store.theorems(snapshot)[-1]
    goal = "⊢ n + 3 = 3 + n"  # of the words of statements whose proofs use it, none is its own
    names = [entry.partition(" : ")[0] for entry in hints.of(theorem.ref)(goal)]
    assert "Nat.add_comm" not in names
    assert names
    known = [p.name for p in PremiseIndex.of_snapshot(store, snapshot).select(goal, 50)]
    assert "Nat.add_comm" in known  # the editor's index does read proofs


class Listening:
    """Keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        self.asked += states
        return [[TacticCandidate("rfl", -1.0)] for _ in states]


def test_training_and_proving_show_the_same_text(
    project: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from sensei.trainers import sft

    trained: list[str] = []

    def stop(examples, *rest, **options):  # type: ignore[no-untyped-def]
        trained.extend(example.state for example in examples)
        raise KeyboardInterrupt

    monkeypatch.setattr(sft, "lay_out", stop)
    words = ["train", "sft", "--project", str(project), "--epochs", "1", "--device", "cpu"]
    main([*words, "--retriever", "bm25", "--premises", "3", "--threads", "1"])
    assert trained
    snapshot = store.snapshot().id
    hints = SnapshotHints(store, snapshot, 3)
    listening = Listening()
    for example in tactic_examples(store, "default", "train"):
        generator: Generator = PremisesAbove(
            listening, hints.of(store.theorem(example.theorem, snapshot_id=snapshot).ref)
        )
        generator.generate([example.state], 1)
    assert trained[: len(listening.asked)] == listening.asked
    assert any(text.startswith("Nat.add_comm : True\n") for text in trained)
    run = json.loads(json.dumps(store.runs()[-1].config))
    assert (run["premises"], run["retriever"]) == (3, "bm25")


def test_premises_are_left_out_first_and_the_farthest_first() -> None:
    shown = with_premises("h : p\n⊢ q", ["far : 1 = 1", "near : 2 = 2"])
    whole = build_prompt(shown)
    assert whole.text == "GOAL\nfar : 1 = 1\nnear : 2 = 2\nh : p\n⊢ q\nTACTIC\n"
    short = build_prompt(shown, len(whole.text.encode()) - 1)
    assert "near : 2 = 2\nh : p" in short.text
    assert "far" not in short.text


def test_a_checkpoint_is_asked_as_it_was_taught(tmp_path: Path) -> None:
    assert len({prompt_hash(), prompt_hash(3), prompt_hash(8)}) == 3
    bare, shown = (NamedGenerator(Listening(), "checkpoint", "/c", 0, premises=n) for n in (0, 3))
    check_premises(bare, 0)
    check_premises(shown, 3)
    check_premises(NamedGenerator(Listening(), "openai:m", None, 0), 8)
    with pytest.raises(CheckpointError, match="with 3 premises in its prompt, not 0; give --ret"):
        check_premises(shown, 0)
    with pytest.raises(CheckpointError, match="with no premises in its prompt, not 8; leave"):
        check_premises(bare, 8)


def test_a_checkpoint_says_what_its_prompts_were(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from fakes.checkpoints import write_tiny
    from sensei.models.loading import load_checkpoint, shown_premises

    taught = write_tiny(tmp_path / "a", prompt_hash=prompt_hash(3), config={"premises": 3})
    loaded = load_checkpoint(taught)
    assert loaded.manifest is not None
    assert shown_premises(loaded.manifest) == 3
    with pytest.raises(CheckpointError, match="another prompt"):
        load_checkpoint(write_tiny(tmp_path / "b", prompt_hash=prompt_hash(3)))
