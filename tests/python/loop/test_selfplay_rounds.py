"""Rounds of self-play: what is tried, made, learned and held out; a kill changes nothing."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import threading
import warnings
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from fakes.selfplay import FakeDesk, FakeShop
from fakes.traces import write_project
from sensei.cli.main import main
from sensei.cli.selfplay import _print as print_report
from sensei.core.errors import UsageError
from sensei.loop.selfplay.config import SelfPlayConfig, read_config
from sensei.loop.selfplay.folder import Journal
from sensei.loop.selfplay.lessons import HeldOutError, Taught, check_held_out
from sensei.loop.selfplay.play import SelfPlay
from sensei.loop.selfplay.pool import Answer, Job, LocalPool, ProofJob, overlapped
from sensei.loop.selfplay.report import SelfPlayReport
from sensei.loop.selfplay.values import Statement, Tried, TriedProof
from sensei.models.checkpoint import read_manifest
from sensei.models.statement_prompt import HARD, Lesson
from sensei.store import Store, default_database, open_store

CONFIG: dict[str, Any] = {
    "name": "play",
    "rounds": 3,
    "write_batch": 16,
    "data": {"split": "loop", "held_out": ["test"]},
    "measure": {"theorems": 4, "samples": 4, "k": [1, 4]},
    "conjectures": {"taught_seeds": True, "lemma_share": 1.0},
    "proofs": {"first_samples": 8, "samples": 8},
    "select": {"rate": 0.6},
    "replay": {"rate": 0.9},
    "final": {"rate": 0.9},
}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_project(tmp_path_factory.mktemp("selfplay") / "project")
    assert main(["ingest", str(root)]) == 0
    assert main(["data", "split", str(root), "--seed", "0", "--ratios", "0.2,0.5,0.3",
                 "--name", "loop"]) == 0  # fmt: skip
    return root


@pytest.fixture
def root(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "project", symlinks=True))


def played(
    root: Path,
    store: Store,
    shop: FakeShop | None = None,
    *,
    restart: bool = False,
    **changes: Any,
) -> SelfPlayReport:
    config = SelfPlayConfig.model_validate(CONFIG | changes)
    return SelfPlay(store, config, root, shop or FakeShop()).run(restart=restart)


def told(report: SelfPlayReport) -> list[dict[str, Any]]:
    """What must not depend on when it was done."""
    return [made.to_json() | {"write_seconds": 0.0} for made in report.rounds]


def test_rounds_prove_more_and_make_conjectures(root: Path) -> None:
    with open_store(default_database(root)) as store:
        shop = FakeShop()
        report = played(root, store, shop)
        first, _, third = report.rounds
        assert first.total < third.total <= first.statements
        later = report.rounds[1:]
        assert all(made.conjectures > 0 and made.conjectures_proved > 0 for made in later)
        reasons = {reason for made in later for reason in made.rejected}
        assert reasons >= {"trivial", "does_not_elaborate", "unfinished", "duplicate"}
        for made in report.rounds:
            # Each text that was written is tried, or rejected for one reason.
            assert made.asked == made.conjectures + sum(made.rejected.values())
            assert made.samples == 8 * (made.statements + made.conjectures)
            assert made.lessons_checked > 0
        assert sum(made.kept for made in report.rounds) > 0
        assert [name for name, _ in shop.trained] == [
            "first", "round-001", "round-002", "round-003", "final-003",
        ]  # fmt: skip
        # The first model learns both roles; those of rounds learn their conjectures.
        taught = dict(shop.trained)
        assert any(HARD in lesson.prompt for lesson in taught["round-002"])
        # Measured with each round's model, and with the last.
        assert [made.model for made in report.rounds] == ["first", "round-001", "round-002"]
        assert report.measured is not None
        assert first.measured is not None
        assert report.measured.theorems == first.measured.theorems == 4
        assert first.measured.solved > 0
        # All of it is in the store.
        run = store.run(report.run)
        assert (run.kind, run.status) == ("selfplay", "done")
        assert run.metrics["rounds"] == json.loads(json.dumps([m.to_json() for m in report.rounds]))
        names = [known.name for known in store.checkpoints()]
        assert names == [f"play-{name}" for name, _ in shop.trained]
        assert store.verdicts(accepted=True)
        # Once more is nothing more; another round goes on from there.
        assert played(root, store, shop) == report
        assert len(shop.trained) == 5
        longer = played(root, store, shop, rounds=4)
        assert told(longer)[:3] == told(report)


def test_the_table(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(default_database(root)) as store:
        report = played(root, store, rounds=2)
    capsys.readouterr()
    print_report(report)
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.split()[:5] == ["round", "tried", "proved", "total", "written"]
    for row, made in zip(rows, report.rounds, strict=False):
        assert row.split()[:4] == [
            str(number) for number in (made.round, made.statements, made.proved, made.total)
        ]
    assert any(line.startswith("rejected: ") and "trivial" in line for line in rows)
    assert rows[-1] == f"model: {report.final} (run {report.run}, {report.folder})"


def test_the_folder_has_all_to_repeat_it(root: Path) -> None:
    with open_store(default_database(root)) as store:
        report = played(root, store)
        folder = Path(report.folder)
        about = json.loads((folder / "run.json").read_text())
        assert SelfPlayConfig.model_validate(about["config"]).name == "play"
        assert {"split", "shop", "prompt", "code_version", "key"} <= set(about)
        assert {path.name for path in (folder / "round-002").iterdir()} >= {
            "written.jsonl", "judged.jsonl", "proofs.jsonl", "proofs-written.jsonl",
            "measured.jsonl", "measured.json",
        }  # fmt: skip
        measured = json.loads((folder / "round-002" / "measured.json").read_text())
        assert measured == json.loads(json.dumps(report.rounds[1].to_json()["measured"]))
        assert len(list((folder / "lessons").iterdir())) == 5
        with pytest.raises(UsageError, match="another configuration"):
            played(root, store, seed=1)
        with pytest.raises(UsageError, match="another configuration"):
            played(root, store, FakeShop(lean="4.36.0"))
        again = played(root, store, restart=True)
        assert told(again) == told(report)
        assert (folder.with_name("play.1") / "run.json").is_file()


def test_without_conjectures_it_is_expert_iteration_on_the_same_budget(root: Path) -> None:
    with open_store(default_database(root)) as store:
        budget = {"proofs": {"budget": 200}}
        with_them = played(root, store, **budget)
        without = played(
            root, store, name="expert", conjectures={"enabled": False, "taught": False}, **budget
        )
        assert all(made.samples == 200 for made in (*with_them.rounds, *without.rounds))
        assert all(made.conjectures == made.asked == 0 for made in without.rounds)
        lessons = (Path(without.folder) / "lessons").glob("*.jsonl")
        assert all(HARD not in path.read_text() for path in lessons)


def test_refreshing_forgets_the_replay_and_starts_from_the_base(root: Path) -> None:
    with open_store(default_database(root)) as store:
        shop = FakeShop()
        report = played(root, store, shop, final={"rate": 0.9, "every": 1})
        names = [name for name, _ in shop.trained]
        assert names == [
            "first", "round-001", "refreshed-001", "round-002", "refreshed-002", "round-003",
            "final-003",
        ]  # fmt: skip
        assert [made.model for made in report.rounds] == [
            "first", "refreshed-001", "refreshed-002",
        ]  # fmt: skip
        base = {read_manifest(Path(report.folder) / "models" / name, None).base_model
                for name in ("first", "refreshed-001", "final-003")}  # fmt: skip
        assert base == {"configuration"}


def test_what_is_held_out_is_never_learned(root: Path) -> None:
    with open_store(default_database(root)) as store:
        shop = FakeShop(held_out=frozenset(range(100, 130)))
        report = played(root, store, shop)
        assert sum(made.rejected.get("held_out", 0) for made in report.rounds) > 0
        held_out = {member.theorem for member in store.split("loop").part("test")}
        shown = [lesson.prompt + lesson.completion for _, each in shop.trained for lesson in each]
        for name in held_out:
            assert not any(f" {name.removeprefix('Sample.')} " in text for text in shown), name
        assert not any(f"n + {number} =" in text for text in shown for number in range(100, 130))


def test_a_lesson_about_a_held_out_statement_is_an_error() -> None:
    lessons = [Taught(Lesson("p", "c"), "Some.theorem", ("type:1", "said:2"))]
    assert check_held_out(lessons, frozenset({"type:2"}), "round") == 1
    with pytest.raises(HeldOutError, match=r"Some\.theorem says what a held-out theorem says"):
        check_held_out(lessons, frozenset({"said:2"}), "round")


def test_kills_at_any_moment_end_in_the_same_run(root: Path, template: Path) -> None:
    small: dict[str, Any] = {"rounds": 2}
    with open_store(default_database(root)) as store:
        whole = played(root, store, **small)
    root = Path(shutil.copytree(template, root.parent / "other", symlinks=True))
    seen: set[str] = set()
    for dies_at in itertools.count(2, 9):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                with open_store(default_database(root)) as store:
                    played(root, store, FakeShop(watch=dying(dies_at, root)), **small)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            assert os.WEXITSTATUS(status) == 0
            break
        seen.add((root / "died").read_text())
    assert {"training begins", "training ends", "writing"} <= seen, seen
    with open_store(default_database(root)) as store:
        assert told(played(root, store, **small)) == told(whole)
        assert len([run for run in store.runs() if run.kind == "selfplay"]) == 1


def dying(at: int, root: Path) -> Any:
    """Kills the process at the ``at``-th thing that happens, or at the first of a kind that no
    process died at yet."""
    happened = itertools.count(1)
    lock = threading.Lock()

    def watch(what: str) -> None:
        with lock:
            mark = root / f"died at {what}"
            if next(happened) == at or not mark.exists():
                mark.touch()
                (root / "died").write_text(what)
                os.kill(os.getpid(), signal.SIGKILL)

    return watch


def test_a_torn_line_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "proofs.jsonl"
    journal = Journal(path, Tried, lambda tried: tried.statement)
    one = Tried("a", 2, (TriedProof("rfl", 1, True, "verified", 0.5, ("L",)),), 1, 1, 0.5)
    journal.add(one)
    journal.add(Tried("a", 9, ()))  # of two the first stays
    with path.open("ab") as file:
        file.write(b'{"statement":"b","samp')
    again = Journal(path, Tried, lambda tried: tried.statement)
    assert again.values == {"a": one}
    again.add(Tried("b", 1, ()))
    assert set(Journal(path, Tried, lambda tried: tried.statement).values) == {"a", "b"}


def proof_job(name: str) -> ProofJob:
    return ProofJob(Statement(name, name, f"theorem {name} : True"), 1, (("t0", 1),), 1)


def test_lean_works_while_the_model_writes() -> None:
    """The second job is only made once the first is being done."""
    begun = threading.Event()
    with LocalPool(lambda: FakeDesk(lambda what: begun.set()), 1) as pool:

        def jobs() -> Any:
            yield proof_job("a1")
            assert begun.wait(300), "the first job waits for all jobs to be written"
            yield proof_job("a2")

        kept: list[Answer] = []
        overlapped(pool, jobs(), kept.append, ahead=8)
    assert len(kept) == 2


def test_no_more_than_so_many_jobs_are_open() -> None:
    class Counting:
        """Keeps every job open until it is asked for room."""

        workers = 1

        def __init__(self) -> None:
            self.open: list[tuple[Future[Answer], Job]] = []
            self.most = 0

        def submit(self, job: Job) -> Future[Answer]:
            future: Future[Answer] = Future()
            self.open.append((future, job))
            self.most = max(self.most, len(self.open))
            if len(self.open) == 3:
                first, job = self.open.pop(0)
                first.set_result(FakeDesk(lambda what: None).do(job))
            return future

        def close(self) -> None:
            for future, job in self.open:
                future.set_result(FakeDesk(lambda what: None).do(job))
            self.open.clear()

    pool = Counting()
    kept: list[Answer] = []

    def jobs() -> Any:
        for number in range(10):
            yield proof_job(f"a{number}")
        pool.close()

    overlapped(pool, jobs(), kept.append, ahead=3)
    assert (len(kept), pool.most) == (10, 3)


def test_an_error_of_lean_ends_the_round(root: Path) -> None:
    def broken(what: str) -> None:
        if what == "checking":
            raise UsageError("Lean is gone", "find it")

    with open_store(default_database(root)) as store:
        with pytest.raises(UsageError, match="Lean is gone"):
            played(root, store, FakeShop(watch=broken))
        run = store.runs()[-1]
        assert (run.status, run.metrics["error"]) == ("failed", "Lean is gone; find it")
        played(root, store)
        assert store.runs()[-1].status == "done"


def test_the_command_says_what_it_would_do(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = root / "selfplay.toml"
    file.write_text('name = "x"\n[data]\nsplit = "loop"\n[measure]\ntheorems = 3\nsamples = 8\n')
    capsys.readouterr()
    assert main(["selfplay", str(file), "--project", str(root), "--dry-run", "--json"]) == 0
    about = json.loads(capsys.readouterr().out)
    assert (about["rounds"], len(about["measured"])) == (3, 3)
    assert set(about["tried"]).isdisjoint(about["taught"])
    assert main(["selfplay", str(file), "--project", str(root), "--dry-run"]) == 0
    assert "3 rounds:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rounds = 3", "name: Field required"),
        ('name = "x"\n[data]\npart = "test"', "the part 'test' cannot be learned from and held"),
        ('name = "x"\n[measure]\nk = [9]', "pass@9 needs as many samples, not 8"),
        ('name = "x"\n[select]\nmatching = "best"', "select.matching"),
        ('name = "x"\n[conjectures]\nelegance = 1', "conjectures.elegance: Extra inputs"),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "selfplay.toml"
    file.write_text(text)
    with pytest.raises(UsageError) as error:
        read_config(file)
    assert said in str(error.value)
    assert "docs/selfplay.md says what each field is" in str(error.value)
