"""Many claims, each with the guarantee of one: what they share is prepared once.

They share what none of them was part of: the untouched file, elaborated in a process that only
parses claims (claim_server.py), and its compiled module. Each claim is still
compiled in a fresh process and judged in another. Where the file can be cut above the theorem, that
fresh process compiles the theorem alone (short_file.py).

A short file can only accept. Whatever is not accepted in it is compiled in the whole file, as by
LeanVerifier, so that the two give the same verdicts.
"""

from __future__ import annotations

import tempfile
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sensei.core.closing import Closing
from sensei.core.errors import LeanProcessError, SenseiError
from sensei.core.types import Claim, TheoremRef, Verdict, VerdictReason
from sensei.verify.claim_server import ClaimServer, ClaimServerGone
from sensei.verify.judge import Accepted, Prepared, Refusal
from sensei.verify.short_file import Cut, judge_short
from sensei.verify.verifier import Case, LeanVerifier

# A file that was served is one elaboration, kept; more of them than this are seldom in use at once.
SERVERS = 4


class VerifierPool(Closing):
    """Judges claims as ``verifier`` does, several at a time (core.protocols.Verifier).

    A context manager: its end ends the kept processes.

    Args:
        verifier: what judges, under which limits, with which axioms.
        workers: claims at a time in ``verify_all``.
        servers: files whose elaboration is kept at a time.
    """

    def __init__(self, verifier: LeanVerifier, workers: int = 1, servers: int = SERVERS) -> None:
        self.verifier = verifier
        self._workers = max(1, workers)
        self._room = max(1, servers)
        self._servers: OrderedDict[tuple[str, str, bytes], ClaimServer | None] = OrderedDict()
        self._starting: dict[tuple[str, str, bytes], threading.Lock] = {}
        self._lock = threading.Lock()
        self._originals = threading.Lock()
        self._closed = False

    def verify(self, claim: Claim) -> Verdict:
        """Judges one claim; for several threads.

        Raises:
            NotFoundError: the source file is missing, does not compile, or has no such theorem.
            LeanProcessError: a process of ours broke on the untouched file.
        """
        case = self.verifier.open_case(claim)
        if isinstance(case, Verdict):
            return case
        asked = self._prepare(case)
        if asked is None:
            return self.verifier.verify(claim)
        prepared, cut = asked
        if isinstance(prepared, Refusal):
            return case.verdict(prepared)
        with tempfile.TemporaryDirectory(prefix="sensei-verify-") as folder:
            # Other checkers are shown the whole module.
            if cut is not None and cut.stands_alone(case.text) and not self.verifier.checkers:
                found = self._judge_short(case, prepared, cut, Path(folder))
                if found is not None:
                    return found
            return self.verifier.judge_whole(case, prepared, Path(folder))

    def verify_all(
        self,
        claims: Sequence[Claim],
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> list[Verdict | SenseiError]:
        """Judges every claim; one that cannot be judged is the error that says why.

        Args:
            progress: called after each: how many are done, of how many.

        Returns:
            A verdict or an error for each claim, in their order.
        """
        found: list[Verdict | SenseiError | None] = [None] * len(claims)
        done = 0
        counted = threading.Lock()
        shares = _Shares([claim.theorem.file for claim in claims])

        def work() -> None:
            nonlocal done
            for place in shares:
                try:
                    found[place] = self.verify(claims[place])
                except SenseiError as error:
                    found[place] = error
                with counted:
                    done += 1
                    progress(done, len(claims))

        workers = min(self._workers, len(claims))
        with ThreadPoolExecutor(max(1, workers), thread_name_prefix="verify") as threads:
            try:
                for each in [threads.submit(work) for _ in range(workers)]:
                    each.result()
            except BaseException:
                shares.stop()
                raise
        return [each for each in found if each is not None]

    def close(self) -> None:
        """Ends the kept processes; safe to call twice."""
        with self._lock:
            self._closed = True
            servers = [server for server in self._servers.values() if server is not None]
            self._servers.clear()
        for server in servers:
            server.close()

    def _prepare(self, case: Case) -> tuple[Prepared | Refusal, Cut | None] | None:
        """What the file's server says of the claim; None if it is to be asked for alone."""
        theorem = case.claim.theorem
        key = (theorem.file, theorem.module, case.text)
        server = self._server(key, theorem)
        if server is None:
            return None
        try:
            return server.prepare(
                theorem.name, case.proof, refuse_syntax=self.verifier.refuse_syntax
            )
        except ClaimServerGone:
            with self._lock:
                if self._servers.get(key) is server:
                    del self._servers[key]
            return None

    def _server(self, key: tuple[str, str, bytes], theorem: TheoremRef) -> ClaimServer | None:
        """The server of a file as it is now; None if the file cannot be served."""
        with self._lock:
            starting = self._starting.setdefault(key, threading.Lock())
        with starting:
            with self._lock:
                if self._closed:
                    raise LeanProcessError("the pool of verifiers is closed")
                if key in self._servers:
                    self._servers.move_to_end(key)
                    return self._servers[key]
            made: ClaimServer | None
            try:
                verifier = self.verifier
                made = ClaimServer(
                    verifier.workspace, theorem.file, theorem.module, verifier.limits
                )
            except ClaimServerGone:
                made = None
            gone: list[ClaimServer] = []
            with self._lock:
                if self._closed and made is not None:
                    gone.append(made)
                self._servers[key] = made
                while len(self._servers) > self._room:
                    _, old = self._servers.popitem(last=False)
                    if old is not None:
                        gone.append(old)
                self._starting.pop(key, None)
        for old in gone:
            old.close()
        return made

    def _judge_short(
        self, case: Case, prepared: Prepared, cut: Cut, scratch: Path
    ) -> Verdict | None:
        """The verdict that the short file allows; None if the whole one must be asked."""
        verifier = self.verifier
        with self._originals:  # compiled once, whoever comes first
            original = verifier.original_olean(case.claim.theorem, case.text)
        try:
            found = judge_short(
                verifier.workspace,
                case.claim.theorem,
                text=cut.text(case.text, prepared, case.proof),
                cut=cut,
                original=original,
                scratch=scratch,
                allowed_axioms=verifier.allowed_axioms,
                limits=verifier.limits,
            )
        except LeanProcessError:
            return None  # the judge could not put the two together
        # What takes too long alone takes as long with the file around it.
        late = isinstance(found, Refusal) and found.reason is VerdictReason.TIMEOUT
        if isinstance(found, Accepted) or late:
            return case.with_spliced(prepared).verdict(found)
        return None


class _Shares:
    """Which claim each worker judges next; iterated by every worker in a thread of its own.

    A file's server is started once and answers one claim at a time. So a worker takes a file to
    itself, that with the most claims first; when there is none, it helps with the file of which the
    most is left.
    """

    def __init__(self, files: Sequence[str]) -> None:
        by_file: dict[str, deque[int]] = {}
        for place, file in enumerate(files):
            by_file.setdefault(file, deque()).append(place)
        self._untouched = sorted(by_file.values(), key=len)
        self._begun: list[deque[int]] = []
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[int]:
        own: deque[int] = deque()
        while True:
            with self._lock:
                if not own and self._untouched:
                    own = self._untouched.pop()
                    self._begun.append(own)
                if own:
                    place = own.popleft()
                else:
                    most = max(self._begun, key=len, default=own)
                    if not most:
                        return
                    place = most.pop()
            yield place

    def stop(self) -> None:
        """No claim is begun any more."""
        with self._lock:
            self._untouched.clear()
            for each in self._begun:
                each.clear()
