"""The generator: distinct tactics, true scores, the same ones each time."""

from pathlib import Path

import pytest
import torch

from sensei.core.errors import CheckpointError, ModelError, UsageError
from sensei.core.tokens import tallied
from sensei.models.baselines import TEN_TACTICS, FixedTactics, untrained
from sensei.models.decode import Sampled
from sensei.models.encoding import Encoder
from sensei.models.generator import TacticGenerator
from sensei.models.loading import load_checkpoint

STATES = [
    "n : Nat\n⊢ n = n",
    "p q : Prop\nh : p ∧ q\n⊢ q ∧ p",
    "\n".join(f"h{i} : a{i} = b{i}" for i in range(20)) + "\n⊢ a0 = b0",
]


def rescored(checkpoint: Path, state: str, tactic: str) -> float:
    """The tactic's log-probability by one forward pass over the whole text."""
    from sensei.models.encoding import Encoder

    loaded = load_checkpoint(checkpoint)
    encoder = Encoder(loaded.tokenizer)
    prompt = encoder.prompt(state, 512).tokens
    tokens = prompt + encoder.tactic(tactic)
    with torch.no_grad():
        scores = loaded.model(input_ids=torch.tensor([tokens])).logits[0].double().log_softmax(-1)
    return sum(float(scores[at - 1, tokens[at]]) for at in range(len(prompt), len(tokens)))


@pytest.mark.parametrize("temperature", [0.0, 1.0, 1.7])
def test_scores_are_those_of_a_forward_pass_sorted_and_distinct(
    checkpoint: Path, temperature: float
) -> None:
    offered = TacticGenerator(checkpoint, temperature=temperature, gap=None).generate(STATES, 12)
    assert len(offered) == len(STATES)
    assert all(len(candidates) >= 3 for candidates in offered)
    for state, candidates in zip(STATES, offered, strict=True):
        tactics = [candidate.tactic for candidate in candidates]
        assert len(set(tactics)) == len(tactics) <= 12
        scores = [candidate.log_prob for candidate in candidates]
        assert scores == sorted(scores, reverse=True)
        for candidate in candidates:
            expected = rescored(checkpoint, state, candidate.tactic)
            assert candidate.log_prob == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_goal_gets_the_same_tactics_alone_among_others_and_again(
    checkpoint: Path, temperature: float
) -> None:
    generator = TacticGenerator(checkpoint, seed=5, temperature=temperature)
    together = [[c.tactic for c in found] for found in generator.generate(STATES, 8)]
    alone = [[c.tactic for c in generator.generate([state], 8)[0]] for state in STATES]
    other = TacticGenerator(checkpoint, seed=5, temperature=temperature, max_rows=8)
    in_parts = [[c.tactic for c in found] for found in other.generate(STATES, 8)]
    assert together == alone == in_parts


def test_the_seed_changes_what_is_sampled_but_not_a_beam_search(checkpoint: Path) -> None:
    def tactics(seed: int, temperature: float) -> list[str]:
        generator = TacticGenerator(checkpoint, seed=seed, temperature=temperature)
        return [c.tactic for c in generator.generate(STATES[:1], 8)[0]]

    assert tactics(1, 1.0) != tactics(2, 1.0)
    assert tactics(1, 0.0) == tactics(2, 0.0)


def test_a_gap_gives_up_the_unlikely_and_changes_no_other(checkpoint: Path) -> None:
    all_of_them = TacticGenerator(checkpoint, gap=None).generate(STATES[:1], 12)[0]
    likely = TacticGenerator(checkpoint, gap=3.0).generate(STATES[:1], 12)[0]
    assert 1 <= len(likely) < len(all_of_them)
    least = all_of_them[0].log_prob - 3.0
    assert [c.tactic for c in likely] == [c.tactic for c in all_of_them if c.log_prob >= least]


def test_sampling_leaves_torchs_own_random_state_alone(checkpoint: Path) -> None:
    generator = TacticGenerator(checkpoint, temperature=1.0)
    torch.manual_seed(11)
    expected = torch.rand(3)
    torch.manual_seed(11)
    generator.generate(STATES, 4)
    assert torch.equal(torch.rand(3), expected)


def test_sampling_without_replacement_finds_all_of_a_small_support(checkpoint: Path) -> None:
    """With room for one token beyond the end token, beams are exactly the most likely ones."""
    generator = TacticGenerator(checkpoint, max_new_tokens=1, gap=None)
    found = generator.generate(STATES[:1], 300)[0]
    assert len(found) > 60
    assert all(len(candidate.tactic) == 1 for candidate in found)


def test_outputs_without_an_end_in_time_are_dropped(checkpoint: Path) -> None:
    for candidate in TacticGenerator(checkpoint, max_new_tokens=3).generate(STATES[:1], 16)[0]:
        assert len(candidate.tactic.encode()) <= 3


def test_text_is_kept_as_it_is_and_giving_up_is_left_out(checkpoint: Path) -> None:
    generator = TacticGenerator(checkpoint)
    tactics = [
        "by_cases h : p",
        "",
        "  ",
        "sorry",
        "· sorry",
        "exact (sorry_lemma)",
        "rw [A.b]\n  ",
    ]
    tactics += ["admit; sorry", "simp"]
    encode = generator._encoder.tokenizer
    found = generator._candidates(
        [Sampled(tuple(encode(t)["input_ids"]), -i) for i, t in enumerate(tactics)]
        + [Sampled(tuple(encode("∀")["input_ids"][:1]), -20.0)]
    )
    assert [c.tactic for c in found] == [
        "by_cases h : p",
        "exact (sorry_lemma)",
        "rw [A.b]\n  ",
        "simp",
    ]


def test_a_goal_beyond_the_limit_is_shortened_and_counted(checkpoint: Path) -> None:
    generator = TacticGenerator(checkpoint)
    huge = "\n".join(f"h{i} : a{i} = b{i}" for i in range(200)) + "\n⊢ a0 = b0"
    generator.generate([STATES[0], huge], 2)
    assert generator.prompts_shortened == 1


def test_no_states_and_bad_arguments(checkpoint: Path, tmp_path: Path) -> None:
    generator = TacticGenerator(checkpoint)
    assert generator.generate([], 8) == []
    with pytest.raises(UsageError):
        generator.generate(STATES, 0)
    with pytest.raises(UsageError):
        TacticGenerator(checkpoint, temperature=-1)
    with pytest.raises(CheckpointError):
        TacticGenerator(tmp_path / "none")


def test_a_model_that_fails_is_a_model_error(checkpoint: Path) -> None:
    loaded = load_checkpoint(checkpoint)
    generator = TacticGenerator(loaded)
    loaded.model.lm_head.weight = torch.nn.Parameter(torch.zeros(3, 5))
    with pytest.raises(ModelError, match="the model failed on 1 state"):
        generator.generate(STATES[:1], 4)


def test_fixed_tactics_are_ten_in_a_fixed_order_and_equally_likely() -> None:
    offered = FixedTactics().generate(["⊢ a", "⊢ b"], 16)
    assert offered[0] == offered[1]
    assert [c.tactic for c in offered[0]] == list(TEN_TACTICS)
    assert len(set(TEN_TACTICS)) == 10
    assert {round(c.log_prob, 6) for c in offered[0]} == {-2.302585}
    assert len(FixedTactics().generate(["⊢ a"], 3)[0]) == 3


def test_the_untrained_model_is_the_same_for_the_same_seed() -> None:
    def tactics(seed: int) -> list[str]:
        made = untrained(seed=seed, max_new_tokens=8, temperature=1.0)
        return [candidate.tactic for candidate in made.generate(STATES[:1], 16)[0]]

    assert tactics(1) == tactics(1)


def test_tokens_are_those_of_prompts_and_of_what_is_offered(checkpoint: Path) -> None:
    generator = TacticGenerator(checkpoint)
    encoder = Encoder(load_checkpoint(checkpoint).tokenizer)
    with tallied() as both:
        with tallied() as first:
            offered = generator.generate(STATES[:1], 4)
        generator.generate(STATES[:1], 4)
    read = len(encoder.prompt(STATES[0], 512).tokens)
    # What is no text, or only gives up, was written as well and is not offered.
    written = sum(len(encoder.tactic(candidate.tactic)) for candidate in offered[0])
    assert first.tokens >= read + written
    assert both.tokens == 2 * first.tokens
    with tallied() as one:
        generator.generate(STATES[:1], 1)
    assert read < one.tokens < first.tokens
