"""Every hostile proof is rejected for its own reason, and the honest one beside it is accepted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from corpus import ATTACKS, HOSTILE, PLAIN, SHAPES, Attack
from sensei.core.types import Claim, TheoremRef, VerdictReason
from sensei.settings import Settings
from sensei.toolchain.limited import Limits
from sensei.toolchain.workspace import open_workspace
from sensei.verify.verifier import LeanVerifier

# Wide enough for a busy machine; what runs into the wall clock has less of it, because an endless
# tactic keeps every step it takes and would run into the memory limit next.
LIMITS = Limits(timeout_s=120.0, rss_bytes=1536 * 1024**2)
SHORT = replace(LIMITS, timeout_s=5.0)


@pytest.fixture(scope="module")
def verifier(copy_project: Callable[[Path], Path], settings: Settings) -> LeanVerifier:
    project = copy_project(Path(__file__).parent / "project")
    return LeanVerifier(open_workspace(project, settings), limits=LIMITS)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_attack_is_rejected_for_its_own_reason(verifier: LeanVerifier, attack: Attack) -> None:
    endless = attack.reason is VerdictReason.TIMEOUT
    verdict = replace(verifier, limits=SHORT if endless else LIMITS).verify(attack.claim())
    assert (verdict.reason, verdict.accepted) == (attack.reason, False), verdict.detail
    assert verdict.detail


CONTROLS = sorted({(a.place, a.control_theorem, a.control_proof) for a in ATTACKS})


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: f"{control[1]}: {control[2]}")
def test_control_is_accepted(
    verifier: LeanVerifier, control: tuple[tuple[str, str, str], str, str]
) -> None:
    (module, file, namespace), theorem, proof = control
    claim = Claim(TheoremRef(f"{namespace}.{theorem}", module, file), proof)
    verdict = verifier.verify(claim)
    assert verdict.accepted, f"{verdict.reason}: {verdict.detail}"
    assert verdict.reason is VerdictReason.VERIFIED
    assert set(verdict.axioms) <= set(verdict.allowed_axioms)
    assert len(verdict.source_hash) == len(verdict.spliced_hash) == 64
    assert verdict.lean_version
    assert verdict.lean_commit


def test_every_fault_of_a_proof_has_an_attack() -> None:
    covered = {attack.reason for attack in ATTACKS}
    elsewhere = {
        VerdictReason.VERIFIED,
        # test_compare.py: no proof text makes the .olean that they need
        VerdictReason.STATEMENT_CHANGED,
        VerdictReason.DECLARATION_MISSING,
        VerdictReason.UNSAFE,
    }
    assert covered | elsewhere == set(VerdictReason)


@pytest.mark.parametrize("name", ["native_decide", "run_tac", "by_elab", "skipKernelTC"])
def test_what_the_fence_refuses_is_caught_behind_it_too(verifier: LeanVerifier, name: str) -> None:
    """With the fence down nothing is accepted either; the reason may be another."""
    attack = next(a for a in ATTACKS if a.name == name)
    verdict = replace(verifier, refuse_syntax=False).verify(attack.claim())
    assert not verdict.accepted
    assert verdict.reason is not VerdictReason.FORBIDDEN_SYNTAX


def test_what_a_proof_starts_does_not_outlive_it(verifier: LeanVerifier) -> None:
    """Not even a process that left its group and its parent; the proof itself is honest."""
    module, file, namespace = HOSTILE
    theorem = TheoremRef(f"{namespace}.two", module, file)
    verdict = verifier.verify(Claim(theorem, "by by_leaving_someone_behind"))
    assert verdict.accepted, verdict.detail
    left = [
        p for p in psutil.process_iter(["cmdline"]) if "98765.4321" in (p.info["cmdline"] or ())
    ]
    assert left == []


def test_places_name_real_files() -> None:
    for module, file, _ in (PLAIN, SHAPES, HOSTILE):
        assert (Path(__file__).parent / "project" / file).is_file()
        assert file == module.replace(".", "/") + ".lean"
