"""ILQL: what is rewarded, each term of its loss, and that the values steer what is served."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch
from safetensors.torch import load_file, save_file
from test_dpo import advanced, failed, search

from fakes.checkpoints import write_tiny
from sensei.cli.train_ilql import FIELDS
from sensei.core.errors import CheckpointError, UsageError
from sensei.data.found import Searches
from sensei.data.outcomes import Outcome, Result, outcomes
from sensei.models.checkpoint import ILQL, read_manifest
from sensei.models.generator import TacticGenerator
from sensei.models.ilql import HEADS, SteeredModel, ValueHeads, read_heads, steered
from sensei.models.loading import load_checkpoint, load_model
from sensei.models.values import Critic
from sensei.provers.generators import make_generator
from sensei.search.events import Claimed, Expanded
from sensei.trainers.ilql import ILQLTrainer, _Run
from sensei.trainers.ilql_config import ILQLSettings, Rewards
from sensei.trainers.ilql_loss import Tokens, ilql_terms
from sensei.trainers.loop import DivergedError, TrainResult
from sensei.trainers.values import CriticTrainer

GOAL = "n : Nat\n⊢ n = n"
TRIED = [
    Outcome(GOAL, "omega", Result.IN_PROOF),
    Outcome(GOAL, "rfl", Result.FAILED),
    Outcome("h : p\n⊢ p", "exact h", Result.PROVED),
    Outcome("h : p\n⊢ p", "simp [h]", Result.RAN),
    Outcome("a b : Nat\n⊢ a + b = b + a", "rfl", Result.FAILED),
]


def test_what_comes_of_each_tactic() -> None:
    proved = search(
        True,
        Expanded((0,), (0.0,), (), 0.0),
        failed(0, "bad"), advanced(0, "detour", "far"), advanced(0, "split", "left", "right"),
        Expanded((2,), (0.0,), (), 0.0), advanced(2, "close"), advanced(2, "close too"),
        Expanded((3,), (0.0,), (), 0.0), advanced(3, "close"), Claimed(0.0),
    )  # fmt: skip
    again = search(
        False, Expanded((0,), (0.0,), (), 0.0), failed(0, "split"), advanced(0, "x", "y")
    )
    refused = search(False, Expanded((0,), (0.0,), (), 0.0), advanced(0, "cheats"), Claimed(0.0))
    found = outcomes(Searches((proved, again, refused), 0, 0))
    assert [(o.state, o.tactic, o.result.name) for o in found] == [
        ("⊢ root", "bad", "FAILED"),
        ("⊢ root", "detour", "RAN"),
        ("⊢ root", "split", "IN_PROOF"),  # the best of what came of it
        ("⊢ left", "close", "IN_PROOF"),
        ("⊢ left", "close too", "PROVED"),
        ("⊢ right", "close", "IN_PROOF"),
        ("⊢ root", "x", "RAN"),
    ]


# --- the loss, by hand: two tokens of one tactic, a vocabulary of three


class Fixed(ValueHeads):
    """Heads whose words are given: hidden states are numbers of rows."""

    def __init__(self, v: list[float], q: list[Any], target: list[Any]) -> None:
        super().__init__(1, 3)
        table = torch.nn.Embedding.from_pretrained
        self.v = _Table(table(torch.tensor([[x] for x in v]), freeze=False))
        self.q = torch.nn.ModuleList([_Table(table(torch.tensor(x), freeze=False)) for x in q])
        self.target = torch.nn.ModuleList([_Table(table(torch.tensor(x))) for x in target])


class _Table(torch.nn.Module):  # type: ignore[misc]
    def __init__(self, table: Any) -> None:
        super().__init__()
        self.table = table

    def forward(self, hidden: Any) -> Any:
        return self.table(hidden[:, 0].long())


def fixed() -> tuple[Fixed, Tokens]:
    heads = Fixed(
        v=[0.5, 2.0, 7.0],
        q=[[[1.0, 0, 0], [0, 3.0, 0], [0, 0, 0]], [[2.0, 0, 0], [0, 1.0, 0], [0, 0, 0]]],
        target=[[[4.0, 0, 0], [0, 1.0, 0], [0, 0, 0]], [[1.5, 0, 0], [0, 6.0, 0], [0, 0, 0]]],
    )
    tokens = Tokens(
        hidden=torch.tensor([[0.0], [1.0]]),
        following=torch.tensor([[1.0], [2.0]]),
        logits=torch.tensor([[math.log(2), 0.0, 0.0], [0.0, 0.0, 0.0]], requires_grad=True),
        actions=torch.tensor([0, 1]),
        rewards=torch.tensor([0.0, 10.0]),
        last=torch.tensor([False, True]),
    )
    return heads, tokens


def test_each_term_of_the_loss_by_hand() -> None:
    heads, tokens = fixed()
    terms = ilql_terms(heads, tokens, ILQLSettings(gamma=0.5, tau=0.9, awac_beta=1.0))
    # Aims: 0 + 0.5 V(h1) = 1, and 10 alone, since the tactic ends.
    assert terms.q.item() == pytest.approx(
        (1 - 1) ** 2 + (2 - 1) ** 2 + (3 - 10) ** 2 + (1 - 10) ** 2
    )
    # The lesser targets 1.5 and 1, over 0.5 and below 2.
    assert terms.v.item() == pytest.approx(0.9 * 1.0**2 + 0.1 * 1.0**2)
    expected = -sum(math.log(math.exp(of) / (math.exp(of) + 2)) for of in (1.0, 2.0, 3.0, 1.0))
    assert terms.cql.item() == pytest.approx(expected)
    weights = math.exp(1.5 - 0.5), math.exp(1.0 - 2.0)
    assert terms.awac.item() == pytest.approx(weights[0] * math.log(2) + weights[1] * math.log(3))
    whole = ILQLSettings(q_weight=2, v_weight=3, cql_weight=5, awac_weight=7)
    assert terms.total(whole).item() == pytest.approx(
        2 * terms.q.item() + 3 * terms.v.item() + 5 * terms.cql.item() + 7 * terms.awac.item()
    )


def test_double_q_and_the_limit_of_a_tokens_weight() -> None:
    heads, tokens = fixed()
    single = ilql_terms(heads, tokens, ILQLSettings(double_q=False))
    assert single.v.item() == pytest.approx(0.9 * 3.5**2 + 0.1 * 1.0**2), "the first target alone"
    few = ilql_terms(heads, tokens, ILQLSettings(awac_beta=50.0, awac_limit=2.0))
    assert few.awac.item() == pytest.approx(2.0 * math.log(2), rel=1e-6)
    alike = ilql_terms(heads, tokens, ILQLSettings(awac_beta=0.0))
    assert alike.awac.item() == pytest.approx(math.log(2) + math.log(3))


def test_each_loss_moves_what_it_is_for_and_nothing_else() -> None:
    def moved(name: str) -> set[str]:
        heads, tokens = fixed()
        getattr(ilql_terms(heads, tokens, ILQLSettings()), name).backward()
        found = {n.split(".")[0] for n, p in heads.named_parameters() if p.grad is not None}
        return found | ({"policy"} if tokens.logits.grad is not None else set())

    assert moved("q") == {"q"}, "neither V(h') nor the copies"
    assert moved("v") == {"v"}
    assert moved("cql") == {"q"}
    assert moved("awac") == {"policy"}


def test_target_copies_follow_by_their_share() -> None:
    heads = ValueHeads(4, 3, seed=1)
    before = [p.clone() for p in heads.target.parameters()]
    with torch.no_grad():
        for weight in heads.q.parameters():
            weight += 1.0
    heads.move_targets(0.25)
    for old, now in zip(before, heads.target.parameters(), strict=True):
        assert torch.allclose(now, old + 0.25)
    assert not any(p.requires_grad for p in heads.target.parameters())


# --- the trainer


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("ilql") / "start")


def train(start: Path, output: Path, call: dict[str, Any] | None = None, **changes: Any) -> Any:
    values: dict[str, Any] = {
        "epochs": 10, "batch_size": 5, "lr": 5e-3, "alpha": 0.3, "decode_beta": 4.0, "threads": 1,
        "device": "cpu",
    }  # fmt: skip
    return ILQLTrainer(str(start), output, **values | changes).train(TRIED, **call or {})


@pytest.fixture(scope="module")
def plain(start: Path, tmp_path_factory: pytest.TempPathFactory) -> TrainResult:
    rewards = Rewards(failed=-2.0, ran=0.0, proved=1.0, in_proof=2.0)
    output = tmp_path_factory.mktemp("ilql") / "plain"
    result = train(start, output, epochs=100, rewards=rewards, save_steps=None)
    assert isinstance(result, TrainResult)
    return result


def test_a_refused_tactic_is_offered_after_one_of_a_proof(start: Path, plain: TrainResult) -> None:
    def offered(folder: Path) -> dict[str, float]:
        generator = make_generator(str(folder), seed=0).generator
        return {c.tactic: c.log_prob for c in generator.generate([GOAL], 8)[0]}

    before, after = offered(start), offered(plain.checkpoint)
    assert before["rfl"] > before.get("omega", -math.inf)
    assert after["omega"] > after.get("rfl", -math.inf)
    manifest = read_manifest(plain.checkpoint)
    assert manifest.kind == ILQL
    assert manifest.parent == f"start:{read_manifest(start).weights_hash()}"
    assert manifest.metrics["advantage_gap"] > 0.5
    assert manifest.metrics["steps"] == 100


def test_values_alone_steer_what_the_policy_did_not_learn(start: Path, tmp_path: Path) -> None:
    """With no loss of its own the policy is as it was, and the decoding still is not."""
    folder = train(start, tmp_path / "values", awac_weight=0.0, decode_beta=6.0).checkpoint
    loaded = load_checkpoint(folder)
    served = steered(loaded, folder)
    assert isinstance(served.model, SteeredModel)
    ids = torch.tensor([[5, 9, 11]])
    with torch.inference_mode():
        policy = loaded.model(input_ids=ids, output_hidden_states=True)
        advantages = read_heads(loaded.model, folder).advantages(policy.hidden_states[-1])
        logits = served.model(input_ids=ids).logits
        last = served.model(input_ids=ids, logits_to_keep=1).logits
    assert torch.allclose(logits, policy.logits + 6.0 * advantages, atol=1e-4)
    assert torch.allclose(last, logits[:, -1:], atol=1e-5)
    assert advantages.abs().max() > 0.01


def test_a_resumed_run_ends_as_one_without_interruption(start: Path, tmp_path: Path) -> None:
    def report(progress: Any) -> None:
        if progress.step == 5:
            raise KeyboardInterrupt

    whole = train(start, tmp_path / "whole", save_steps=None)
    with pytest.raises(KeyboardInterrupt):
        train(start, tmp_path / "run", {"report": report}, save_steps=2)
    steps: list[int] = []
    call = {"resume": True, "report": lambda progress: steps.append(progress.step)}
    resumed = train(start, tmp_path / "run", call, save_steps=2)
    assert steps[0] == 5
    for file in ("model.safetensors", HEADS):
        weights = load_file(resumed.checkpoint / file)
        for name, tensor in load_file(whole.checkpoint / file).items():
            assert torch.equal(tensor, weights[name]), name


def test_one_batch_is_as_good_as_its_parts(start: Path) -> None:
    settings = ILQLSettings(accumulate=5, device="cpu")
    trainer = ILQLTrainer(str(start), "unused")
    loaded = load_model(start)
    from sensei.models.encoding import Encoder

    rows = trainer._encoded(TRIED, Encoder(loaded.tokenizer))
    run = _Run(loaded, ValueHeads(32, len(loaded.tokenizer)), settings, 0, "cpu")
    whole = _Run(loaded, run.heads, ILQLSettings(device="cpu"), 0, "cpu").loss([rows], 0)
    parts = [run.loss([[row] for row in rows], number) for number in range(5)]
    assert sum(parts).item() / 5 == pytest.approx(whole.item(), rel=1e-5)


def test_it_goes_on_with_its_heads_and_other_trainings_take_its_policy(
    plain: TrainResult, tmp_path: Path
) -> None:
    again = train(plain.checkpoint, tmp_path / "again", epochs=1, lr=1e-9, alpha=1e-9)
    before, after = (load_file(folder / HEADS) for folder in (plain.checkpoint, again.checkpoint))
    assert all(torch.allclose(before[name], after[name], atol=1e-5) for name in before)
    assert not isinstance(load_model(plain.checkpoint).model, SteeredModel)
    goals = [Labelled(f"h : {p}\n⊢ {p}", float(p == "p"), p) for p in ("p", "q", "r")]
    critic = CriticTrainer(
        str(plain.checkpoint), tmp_path / "critic", epochs=1, device="cpu", threads=1
    ).train(goals)
    assert len(Critic(critic.checkpoint, device="cpu").evaluate(["⊢ p"])) == 1


class Labelled:
    def __init__(self, state: str, target: float, theorem: str) -> None:
        self.state, self.target, self.theorem = state, target, theorem


def test_bad_input(start: Path, plain: TrainResult, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="random weights"):
        train(Path("configuration"), tmp_path / "fresh")
    huge = [Outcome("⊢ " + "x" * 100, "rfl", Result.RAN)]
    with pytest.raises(UsageError, match="none of 1 tactics"):
        ILQLTrainer(str(start), tmp_path / "short", max_seq_len=64).train(huge)
    endless = Rewards(failed=math.inf, ran=math.inf, proved=math.inf, in_proof=math.inf)
    with pytest.raises(DivergedError, match="step 1 is no number"):
        train(start, tmp_path / "lost", rewards=endless)
    assert not (tmp_path / "lost").exists()
    save_file({"v.0.weight": torch.zeros(2, 2)}, tmp_path / HEADS)
    with pytest.raises(CheckpointError, match="no heads of this model"):
        read_heads(load_checkpoint(plain.checkpoint).model, tmp_path)
    assert TacticGenerator(plain.checkpoint, device="cpu").generate([GOAL], 2)[0]


def test_the_options_of_the_command_have_the_defaults_of_the_settings() -> None:
    defaults = ILQLSettings()
    assert {name: given for name, (_, given, _) in FIELDS.items()} == {
        name: getattr(defaults, name) for name in FIELDS
    }
