"""The rules of selection and the weights of samples, against values worked out by hand."""

import math
import random

import pytest

from sensei.loop.selfplay.config import (
    ConjectureSettings,
    FinalSettings,
    ProofSettings,
    ReplaySettings,
    SelectSettings,
)
from sensei.loop.selfplay.selection import (
    final_proofs,
    pick_conjectures,
    pick_seeds,
    repeated,
    replayed,
    samples_each,
    to_try,
)
from sensei.loop.selfplay.values import Conjecture, Lemma, Seed, Statement, Tried, TriedProof


def tried(
    name: str, samples: int, right: int, proof: str = "simp", uses: tuple[str, ...] = ()
) -> Tried:
    proofs = [TriedProof("bad", samples - right, False, "does_not_compile")]
    if right:
        proofs.append(TriedProof(proof, right, True, "verified", 2.0, uses))
    return Tried(name, samples, tuple(proofs))


def statement(name: str) -> Statement:
    return Statement(name, name, f"theorem {name} : True")


def conjecture(name: str, lemma: str = "L", text: str = "") -> Conjecture:
    made = Statement(name, name, text or f"theorem {name} : True")
    return Conjecture(made, Seed("seed", "simp", lemma))


def test_unproved_and_seldom_proved_statements_are_tried() -> None:
    statements = [statement(name) for name in ("new", "never", "seldom", "often")]
    latest = {
        "never": tried("never", 10, 0),
        "seldom": tried("seldom", 10, 3),
        "often": tried("often", 10, 4),
    }
    chosen = to_try(statements, latest, ProofSettings(retry_share=0.0), random.Random(0))
    assert [each.id for each in chosen] == ["new", "never", "seldom"]
    again = to_try(statements, latest, ProofSettings(retry_share=1.0), random.Random(0))
    assert len(again) == 4


def test_retries_are_as_many_as_was_said() -> None:
    statements = [statement(str(number)) for number in range(4000)]
    latest = {each.id: tried(each.id, 10, 9) for each in statements}
    chosen = to_try(statements, latest, ProofSettings(), random.Random(1))
    assert 150 <= len(chosen) <= 250


def test_samples() -> None:
    assert samples_each(2, 1, ProofSettings()) == [64, 64]
    assert samples_each(2, 2, ProofSettings()) == [32, 32]
    assert samples_each(3, 1, ProofSettings(budget=10)) == [4, 3, 3]
    assert samples_each(0, 1, ProofSettings(budget=10)) == []


def test_seeds_need_a_rate_and_a_known_lemma() -> None:
    proved = [
        (statement("easy"), tried("easy", 10, 4, uses=("L", "unknown", "easy"))),
        (statement("hard"), tried("hard", 10, 3, uses=("L",))),
    ]
    lemmas = {name: Lemma(name, f"theorem {name} : True") for name in ("L", "easy")}
    never = ConjectureSettings(no_lemma=0.0)
    assert pick_seeds(proved, lemmas, never, random.Random(0)) == [Seed("easy", "simp", "L")]
    always = ConjectureSettings(no_lemma=1.0)
    seeds = pick_seeds(proved, lemmas, always, random.Random(0))
    assert {seed.lemma for seed in seeds} == {"L", ""}


def test_no_lemma_is_in_too_many_prompts() -> None:
    proved = [
        (statement(str(number)), tried(str(number), 10, 9, uses=("L",))) for number in range(100)
    ]
    seeds = pick_seeds(
        proved, {"L": Lemma("L", "theorem L : True")}, ConjectureSettings(), random.Random(0)
    )
    assert sum(seed.lemma == "L" for seed in seeds) == 10
    assert 30 <= sum(seed.lemma == "" for seed in seeds) <= 70
    assert len(set(seeds)) == len(seeds)


def test_a_statement_and_a_lemma_come_once() -> None:
    proofs = tuple(
        TriedProof(text, 3, True, "verified", 0.0, ("L",)) for text in ("simp", "omega", "rfl")
    )
    proved = [(statement("a"), Tried("a", 9, proofs))]
    settings = ConjectureSettings(lemma_share=1.0, no_lemma=1.0)
    lemmas = {"L": Lemma("L", "theorem L : True")}
    seeds = pick_seeds(proved, lemmas, settings, random.Random(0))
    assert sorted(seed.lemma for seed in seeds) == ["", "L"]
    # Which of its proofs is shown is drawn.
    shown = {
        seed.proof
        for number in range(20)
        for seed in pick_seeds(proved, lemmas, settings, random.Random(number))
    }
    assert shown == {"simp", "omega", "rfl"}
    assert repeated(seeds, 5) == [*seeds, *seeds, seeds[0]]
    assert repeated([], 5) == []


def test_conjectures_are_hard_and_use_their_lemma() -> None:
    made = [
        (conjecture("kept"), tried("kept", 8, 2, uses=("L",))),
        (conjecture("easy"), tried("easy", 8, 3, uses=("L",))),
        (conjecture("unproved"), tried("unproved", 8, 0)),
        (conjecture("unrelated"), tried("unrelated", 8, 1, uses=("M",))),
        (conjecture("free", lemma=""), tried("free", 8, 1)),
    ]
    chosen = pick_conjectures(made, SelectSettings())
    assert [each.statement.id for each in chosen] == ["kept", "free"]
    loose = pick_conjectures(made, SelectSettings(uses_lemma=False))
    assert [each.statement.id for each in loose] == ["kept", "unrelated", "free"]


def test_the_least_elegant_fall_away_lemma_by_lemma() -> None:
    made = []
    for number in range(10):
        name = f"c{number}"
        own = tried(name, 8, 1, proof="x" * (number + 1), uses=("L", "M"))
        made.append((conjecture(name, lemma="LM"[number % 2]), own))
    by_lemma = {each.statement.id for each in pick_conjectures(made, SelectSettings())}
    assert {f"c{number}" for number in range(10)} - by_lemma == {"c0", "c1"}
    over_all = SelectSettings(inelegant_by_lemma=False, inelegant=0.3)
    left = {each.statement.id for each in pick_conjectures(made, over_all)}
    assert {f"c{number}" for number in range(10)} - left == {"c0", "c1", "c2"}


def test_what_was_not_judged_makes_nothing_hard() -> None:
    ran = TriedProof("b", 5, False, "not_judged")
    assert Tried("s", 8, (TriedProof("a", 1, True, "verified"), ran)).rate == 6 / 8
    # Without a verdict that one is right, none is.
    assert Tried("s", 8, (ran,)).rate == 0.0
    assert Tried("s", 8, (TriedProof("a", 1, True, "verified"), ran)).right_samples == 1


def test_weights_of_proofs() -> None:
    two = (
        TriedProof("x" * 100, 1, True, "verified", 5.0),
        TriedProof("y" * 10, 1, True, "verified", 0.0),
    )
    rounds = [[Tried("a", 8, two)], [], []]
    weights = {each.proof[0]: each.weight for each in replayed(rounds, ReplaySettings())}
    assert weights == {
        "x": pytest.approx(math.exp(-0.1 - 0.05) / 2),
        "y": pytest.approx(math.exp(-0.01) / 2),
    }
    assert replayed([*rounds, []], ReplaySettings()) == []
    assert replayed([[tried("a", 8, 5)]], ReplaySettings()) == []


def test_the_final_model_learns_hard_ones_of_all_rounds() -> None:
    many = tuple(TriedProof(f"proof{number:02}", 1, True, "verified", 9.0) for number in range(20))
    rounds = [[Tried("many", 100, many)], [tried("half", 8, 4)], [tried("quarter", 8, 2)]]
    chosen = final_proofs(rounds, FinalSettings(), random.Random(0))
    assert [each.statement for each in chosen].count("many") == 16
    assert {each.statement for each in chosen} == {"many", "quarter"}
    assert chosen[0].weight == pytest.approx(math.exp(-0.001 * 7))
