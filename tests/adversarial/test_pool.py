"""The pool of verifiers: the verdicts of one claim at a time, no claim in the way of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sensei.verify.pool as pool_module
from corpus import ATTACKS, PLAIN, SHAPES
from sensei.core.errors import NotFoundError, SenseiError
from sensei.core.types import Claim, TheoremRef, Verdict, VerdictReason
from sensei.settings import Settings
from sensei.toolchain.limited import Limits
from sensei.toolchain.workspace import open_workspace
from sensei.verify.judge import Accepted
from sensei.verify.pool import VerifierPool
from sensei.verify.verifier import LeanVerifier

LIMITS = Limits(timeout_s=120.0, rss_bytes=1536 * 1024**2)
# Of each kind of end one: refused unrun, the end of the kept process or of the fresh one, and what
# only the whole file shows.
NAMES = (
    "another theorem instead",
    "very deep",
    "a tactic that dies",
    "a comment that takes in its neighbour",
)
CHOSEN = tuple(attack for attack in ATTACKS if attack.name in NAMES)


def shown(verdict: Verdict) -> Verdict:
    """A verdict without what differs from one run to the next: its time, and where in the file."""
    return replace(verdict, seconds=0.0)


@pytest.fixture(scope="module")
def verifier(copy_project: Callable[[Path], Path], settings: Settings) -> LeanVerifier:
    project = copy_project(Path(__file__).parent / "project")
    return LeanVerifier(open_workspace(project, settings), limits=LIMITS)


@pytest.fixture(scope="module")
def pool(verifier: LeanVerifier) -> Iterator[VerifierPool]:
    with VerifierPool(verifier) as made:
        yield made


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What came of the short files that were judged."""
    found = []
    judge = pool_module.judge_short

    def judge_and_tell(*args: Any, **named: Any) -> Any:
        found.append(judge(*args, **named))
        return found[-1]

    monkeypatch.setattr(pool_module, "judge_short", judge_and_tell)
    return found


def test_chosen_attacks_are_there() -> None:
    assert sorted(attack.name for attack in CHOSEN) == sorted(NAMES)


@pytest.mark.parametrize("attack", CHOSEN, ids=lambda attack: attack.name)
def test_attack_is_rejected_and_the_next_claim_is_none_the_worse(
    pool: VerifierPool, attack: Any
) -> None:
    rejected = pool.verify(attack.claim())
    assert (rejected.reason, rejected.accepted) == (attack.reason, False), rejected.detail
    accepted = pool.verify(attack.control())
    assert accepted.accepted, accepted.detail


@pytest.mark.parametrize(
    ("place", "theorem", "proof"),
    [
        (SHAPES, "included", "by rw [h]"),
        (SHAPES, "hidden", "by decide"),
    ],
)
def test_honest_proof_is_accepted_alone_with_the_verdict_of_the_whole_file(
    verifier: LeanVerifier,
    pool: VerifierPool,
    short: list[Any],
    place: tuple[str, str, str],
    theorem: str,
    proof: str,
) -> None:
    module, file, namespace = place
    claim = Claim(TheoremRef(f"{namespace}.{theorem}", module, file), proof)
    verdict = pool.verify(claim)
    assert [type(found) for found in short] == [Accepted]
    assert shown(verdict) == shown(verifier.verify(claim))


def test_file_with_local_notation_is_judged_whole(
    verifier: LeanVerifier, short: list[Any], tmp_path: Path
) -> None:
    """What is local is in no compiled module, so the theorem alone would not be the theorem."""
    name = "Local.lean"
    (verifier.workspace.root / name).write_text(
        'local notation "two" => 2\n\ntheorem t : two = 1 + 1 := rfl\n', "utf-8"
    )
    with VerifierPool(verifier) as pool:
        verdict = pool.verify(Claim(TheoremRef("t", "Local", name), "by decide"))
    assert verdict.accepted, verdict.detail
    assert short == []


def test_changed_file_is_read_again(verifier: LeanVerifier) -> None:
    path = verifier.workspace.root / "Changing.lean"
    claim = Claim(TheoremRef("t", "Changing", path.name), "by decide")
    with VerifierPool(verifier) as pool:
        path.write_text("theorem t : 1 = 1 := rfl\n", "utf-8")
        assert pool.verify(claim).accepted
        path.write_text("theorem t : 1 = 2 := sorry\n", "utf-8")
        assert pool.verify(claim).reason is VerdictReason.DOES_NOT_COMPILE


def test_all_are_judged_in_their_order_and_one_that_cannot_be_is_its_error(
    verifier: LeanVerifier,
) -> None:
    module, file, namespace = PLAIN
    claims = [
        Claim(TheoremRef(f"{namespace}.{name}", module, file), proof)
        for name, proof in (("two", "rfl"), ("nowhere", "rfl"), ("false_claim", "sorry"))
    ]
    told = []
    with VerifierPool(verifier, workers=2) as pool:
        found = pool.verify_all(claims, progress=lambda done, total: told.append((done, total)))
    assert isinstance(found[0], Verdict)
    assert found[0].accepted
    assert isinstance(found[1], NotFoundError)
    assert isinstance(found[2], Verdict)
    assert found[2].reason is VerdictReason.SORRY
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_closed_pool_says_so(verifier: LeanVerifier) -> None:
    module, file, namespace = PLAIN
    pool = VerifierPool(verifier)
    pool.close()
    pool.close()
    with pytest.raises(SenseiError, match="closed"):
        pool.verify(Claim(TheoremRef(f"{namespace}.two", module, file), "rfl"))
