"""The encoder of a dense retriever: its own from bytes, and others from a local folder."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch

from fakes.checkpoints import write_tiny
from fakes.retrieval import TINY_ENCODER
from sensei.core.errors import CheckpointError
from sensei.core.types import Premise
from sensei.models.premise_encoder import PremiseEncoder, fresh_encoder, load_encoder


@pytest.fixture(scope="module")
def encoder() -> PremiseEncoder:
    torch.set_num_threads(1)
    return fresh_encoder(TINY_ENCODER, 0, max_tokens=64)


def test_vectors_are_of_length_one_and_do_not_depend_on_their_company(
    encoder: PremiseEncoder,
) -> None:
    goals = [f"x : Nat\n⊢ {'x + ' * n}x = 0" for n in range(40)]
    together = encoder.encode_goals(goals)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    alone = np.concatenate([encoder.encode_goals([goal]) for goal in goals[:9]])
    assert np.allclose(alone, together[:9], atol=1e-5)
    assert np.allclose(encoder.embed_goals(goals).detach().numpy(), together, atol=1e-5)
    assert encoder.encode_premises([]).shape == (0, 32)


def test_a_goal_loses_its_beginning_and_a_premise_its_end(encoder: PremiseEncoder) -> None:
    goal = "⊢ " + "p ∧ " * 30 + "q"
    assert np.allclose(*encoder.encode_goals([goal, "h : r\n" + goal]), atol=1e-5)
    long = "p ∧ " * 30
    first, second = (Premise("name", "M", long + end) for end in ("q", "r"))
    assert np.allclose(*encoder.encode_premises([first, second]), atol=1e-5)
    assert not np.allclose(*encoder.encode_premises([first, Premise("other", "M", long)]))


def test_the_same_seed_gives_the_same_weights_and_no_symbol_is_lost() -> None:
    goal = ["h : ∀ x, x ≠ 0\n⊢ p"]
    one, same, other = (fresh_encoder(TINY_ENCODER, seed) for seed in (1, 1, 2))
    assert np.array_equal(one.encode_goals(goal), same.encode_goals(goal))
    assert not np.allclose(one.encode_goals(goal), other.encode_goals(goal))
    assert one.spelled(goal[0]) == goal[0]


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny sentence encoder whose vocabulary is of lower-case ASCII words without accents."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    letters = [chr(code) for code in range(33, 127)]
    words = ["[PAD]", "[UNK]", *letters, *(f"##{letter}" for letter in letters)]
    plain = Tokenizer(
        models.WordPiece({word: n for n, word in enumerate(words)}, unk_token="[UNK]")
    )
    plain.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=True)
    plain.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    folder = tmp_path_factory.mktemp("bert")
    PreTrainedTokenizerFast(
        tokenizer_object=plain, pad_token="[PAD]", unk_token="[UNK]"
    ).save_pretrained(folder)
    torch.manual_seed(0)
    shape = BertConfig(
        vocab_size=len(words), hidden_size=32, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=48,
    )  # fmt: skip
    BertModel(shape).save_pretrained(folder)
    return folder


def test_another_encoder_reads_symbols_spelled_out(bert: Path) -> None:
    encoder = load_encoder(bert)
    assert encoder.max_tokens == 48
    assert "not equal" in encoder.spelled("x ≠ y")
    assert "forall" in encoder.spelled("∀ x")
    equal, unequal = encoder.encode_goals(["⊢ x = y", "⊢ x ≠ y"])
    assert not np.allclose(equal, unequal, atol=1e-4)
    assert encoder.encode_goals(["⊢ " + "x + " * 100 + "y"]).shape == (1, 32)


def test_what_is_no_encoder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="is no encoder"):
        load_encoder(tmp_path)
    write_tiny(tmp_path / "tactics")
    with pytest.raises(CheckpointError, match="not 'retriever'; train one with: sensei train ret"):
        load_encoder(tmp_path / "tactics")
