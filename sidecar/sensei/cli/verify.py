"""``sensei verify``: judges a proof text, or what is stored once more."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.numbers import count, positive
from sensei.cli.project import (
    add_database,
    add_project,
    file_within,
    open_project_store,
    project_root,
)
from sensei.core.errors import NotFoundError, SenseiError, UsageError

if TYPE_CHECKING:
    from sensei.core.types import Claim, TheoremRef, Verdict
    from sensei.store import Store
    from sensei.verify.verifier import LeanVerifier

    # An attempt, its claim, and the latest verdict about it.
    Stored = tuple[int | None, Claim, Verdict | None]

EXAMPLE = "echo 'by simp' | sensei verify Kata.half_double --proof -"
# More than any proof the verifier takes; it says so itself.
_READ_BYTES = 1024 * 1024


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument(
        "theorem", nargs="?", metavar="NAME", help="the theorem; with --file its full name"
    )
    parser.add_argument("--proof", metavar="FILE", help="its proof, from 'by' on; '-' reads stdin")
    parser.add_argument(
        "--attempt", type=int, metavar="ID", help="judge the claim of this attempt (again)"
    )
    parser.add_argument("--stored", action="store_true", help="judge every stored claim again")
    parser.add_argument(
        "--sample",
        type=count,
        metavar="N",
        help="with --stored: only N of the claims that were accepted, which trainings learn from",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    add_project(parser)
    parser.add_argument(
        "--file", metavar="FILE", help="the theorem's source file: no database is needed then"
    )
    add_database(parser)
    parser.add_argument(
        "--timeout", type=positive, default=120.0, metavar="S", help="of each process, seconds"
    )
    parser.add_argument(
        "--memory", type=positive, default=4096.0, metavar="MIB", help="of each process, MiB"
    )
    parser.add_argument(
        "--second",
        action="store_true",
        help="have what is accepted checked by another program too: leanchecker, nanoda_bin",
    )
    parser.add_argument(
        "--allow-axiom", action="append", default=[], metavar="NAME", help="besides Lean's three"
    )


def run(args: argparse.Namespace) -> int:
    """Judges; 0 if accepted (``--stored``: if every verdict is as it was), else 1."""
    if sum((args.theorem is not None, args.attempt is not None, args.stored)) != 1:
        raise UsageError("give one of NAME, --attempt ID and --stored", f"as in: {EXAMPLE}")
    if (args.theorem is None) != (args.proof is None):
        raise UsageError("NAME and --proof go together", f"as in: {EXAMPLE}")
    if args.sample is not None and not args.stored:
        raise UsageError("--sample goes with --stored", "sensei verify --stored --sample 50")
    if args.file and args.theorem is None:
        raise UsageError("--file goes with NAME", f"as in: {EXAMPLE}")
    return _judge_text(args) if args.theorem is not None else _judge_stored(args)


def _verifier(args: argparse.Namespace) -> LeanVerifier:
    from sensei.core.types import ALLOWED_AXIOMS
    from sensei.settings import load_settings
    from sensei.toolchain.limited import Limits
    from sensei.toolchain.workspace import open_workspace
    from sensei.verify.second import require_checkers
    from sensei.verify.verifier import LeanVerifier

    root = project_root(args)
    workspace = open_workspace(root, load_settings(root))
    limits = Limits(timeout_s=args.timeout, rss_bytes=int(args.memory * 1024**2))
    return LeanVerifier(
        workspace,
        limits=limits,
        allowed_axioms=(*ALLOWED_AXIOMS, *args.allow_axiom),
        checkers=require_checkers(workspace) if args.second else (),
    )


def _judge_text(args: argparse.Namespace) -> int:
    from sensei.core.types import Claim
    from sensei.ingest.identity import project_snapshot

    proof = _read_proof(args.proof)
    root = project_root(args)
    if args.file and not args.database:
        claim = Claim(_in_file(root, args.file, args.theorem), proof)
        verdict, kept = _verifier(args).verify(claim), None
    else:
        with open_project_store(args, root) as store:
            store.check_writable()
            snapshot_id = None
            if args.file:
                theorem = _in_file(root, args.file, args.theorem)
            else:
                snapshot_id = project_snapshot(store, root).id
                theorem = store.theorem(args.theorem, snapshot_id=snapshot_id).ref
            claim = Claim(theorem, proof)
            verdict = _verifier(args).verify(claim)
            kept = store.add_verdict(claim, verdict, attempt_id=None, snapshot_id=snapshot_id)
    if args.json:
        _print_json({"id": kept, **asdict(claim), "verdict": asdict(verdict)})
    else:
        number = f"  (verdict {kept})" if kept is not None else ""
        print(f"{_said(verdict)}  {claim.theorem.name}, {verdict.seconds:.1f} s{number}")
    return 0 if verdict.accepted else 1


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A stored claim, the verdict kept with it, and the one found now, or why there is none."""

    attempt: int | None
    claim: Claim
    before: Verdict | None
    now: Verdict | None
    error: str = ""

    @property
    def same(self) -> bool:
        """Whether the two verdicts agree in all that is judged; the wording is not."""
        if self.before is None or self.now is None:
            return False
        return all(
            getattr(self.before, name) == getattr(self.now, name)
            for name in ("accepted", "reason", "axioms")
        )

    @property
    def moved(self) -> tuple[str, ...]:
        """What else is not as it was: a difference in the verdict is no surprise then."""
        if self.before is None or self.now is None:
            return ()
        named = {"source_hash": "the source file", "lean_commit": "Lean"}
        return tuple(
            what
            for name, what in named.items()
            if getattr(self.before, name) != getattr(self.now, name)
        )


def _judge_stored(args: argparse.Namespace) -> int:
    from sensei.verify.pool import VerifierPool

    with open_project_store(args, project_root(args)) as store, ExitStack() as pools:
        store.check_writable()
        claims = _stored_claims(store, args.attempt)
        accepted = [stored for stored in claims if stored[2] is not None and stored[2].accepted]
        if args.sample is not None:
            claims = _sampled(accepted, args.sample, args.seed)
        # Neighbours share a file, which is elaborated once for them; the order of the output is by
        # it too.
        claims.sort(key=lambda stored: stored[1].theorem.file)
        verifier = _verifier(args)
        by_axioms: dict[tuple[str, ...], VerifierPool] = {}
        results = []
        judged: dict[tuple[Claim, tuple[str, ...]], Verdict] = {}
        for attempt, claim, before in claims:
            allowed = before.allowed_axioms if before else ()
            both = tuple(dict.fromkeys((*(allowed or verifier.allowed_axioms), *args.allow_axiom)))
            try:
                if (claim, both) not in judged:
                    if both not in by_axioms:
                        strict = replace(verifier, allowed_axioms=both)
                        by_axioms[both] = pools.enter_context(VerifierPool(strict))
                    judged[claim, both] = by_axioms[both].verify(claim)
                now = judged[claim, both]
            except SenseiError as error:
                # One theorem that is gone does not keep the others from being judged.
                if not args.stored:
                    raise
                results.append(Rejudged(attempt, claim, before, None, str(error)))
            else:
                if before is None or (args.second and now.checkers != before.checkers):
                    store.add_verdict(claim, now, attempt_id=attempt)
                results.append(Rejudged(attempt, claim, before, now))
            if not args.json:
                _print_rejudged(results[-1])
    same = sum(result.same for result in results)
    fresh = sum(r.before is None and r.now is not None for r in results)
    if args.json:
        _print_json({"judged": [_described(r) for r in results], "same": same, "new": fresh})
    elif args.stored:
        of = f" of {len(accepted)} accepted" if args.sample is not None else ""
        tier = " (tier B)" if args.second else ""
        print(f"{len(results)}{of} judged{tier}, {same} the same, {len(results) - same} not")
    if args.stored:
        return 0 if same == len(results) else 1
    sound = [r.now is not None and r.now.accepted and (r.same or r.before is None) for r in results]
    return 0 if all(sound) else 1


def _sampled(claims: list[Stored], number: int, seed: int) -> list[Stored]:
    """So many of them, whatever their order.

    Raises:
        NotFoundError: there are none.
    """
    if not claims:
        raise NotFoundError("no accepted claim is stored", "sensei prove makes them")

    def place(stored: Stored) -> str:
        claim = stored[1]
        text = json.dumps([seed, claim.theorem.file, claim.theorem.name, claim.proof])
        return hashlib.sha256(text.encode()).hexdigest()

    return sorted(claims, key=place)[:number]


def _stored_claims(store: Store, attempt_id: int | None) -> list[Stored]:
    """Each stored claim once, with its latest verdict."""
    from sensei.core.types import Claim

    latest: dict[tuple[int | None, Claim], Verdict | None] = {}
    if attempt_id is not None:
        attempt = store.attempt(attempt_id)
        if attempt.proof is None:
            raise NotFoundError(
                f"attempt {attempt_id} claims no proof", f"sensei show attempt {attempt_id}"
            )
        latest[attempt_id, Claim(attempt.theorem, attempt.proof)] = None
    else:
        # A search that was interrupted before its verdict left a claim alone.
        for attempt in store.attempts():
            if attempt.proof is not None:
                latest[attempt.id, Claim(attempt.theorem, attempt.proof)] = None
    for record in store.verdicts(attempt_id=attempt_id):
        latest[record.attempt_id, record.claim] = record.verdict
    if not latest:
        raise NotFoundError("no claim is stored", "sensei prove makes them")
    return [(attempt, claim, verdict) for (attempt, claim), verdict in latest.items()]


def _in_file(root: Path, file: str, name: str) -> TheoremRef:
    """A theorem of a source file, named from the project's root or from here."""
    from sensei.core.types import TheoremRef
    from sensei.toolchain.modules import module_name

    place = file_within(root, file)
    return TheoremRef(name, module_name(Path(place).with_suffix("").parts), place)


def _read_proof(name: str) -> str:
    try:
        if name == "-":
            text = sys.stdin.buffer.read(_READ_BYTES)
        else:
            with open(name, "rb") as file:
                text = file.read(_READ_BYTES)
        return text.decode()
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}", "give --proof a file, or -") from None
    except UnicodeDecodeError:
        raise UsageError(f"the proof in {name} is not UTF-8", "save it as UTF-8") from None


def _said(verdict: Verdict) -> str:
    if verdict.accepted:
        also = f"; also by {', '.join(verdict.checkers)}" if verdict.checkers else ""
        return f"verified (axioms: {', '.join(verdict.axioms) or 'none'}{also})"
    return f"rejected: {verdict.reason.value}: {verdict.detail}"


def _print_rejudged(result: Rejudged) -> None:
    if result.now is None:
        print(f"not judged: {result.error}  {result.claim.theorem.name}", flush=True)
        return
    if result.before is None:
        how = "not judged before"
    elif result.same:
        how = "the same"
    else:
        how = f"not the same, before: {_said(result.before)}"
    if result.moved:
        how += f"; changed since: {' and '.join(result.moved)}"
    print(f"{_said(result.now)}  {result.claim.theorem.name}: {how}", flush=True)


def _described(result: Rejudged) -> dict[str, Any]:
    return {
        "attempt": result.attempt,
        **asdict(result.claim),
        "verdict": asdict(result.now) if result.now else None,
        "error": result.error,
        "before": asdict(result.before) if result.before else None,
        "same": result.same,
        "changed": list(result.moved),
    }


def _print_json(value: Any) -> None:
    json.dump(value, sys.stdout, ensure_ascii=False)
    print()
