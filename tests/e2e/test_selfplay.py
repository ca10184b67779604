"""``sensei selfplay`` with the real Lean and a model that is a table; then with everything real."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from command import sensei
from fakes.selfplay import FakeShop
from sensei.cli.main import main
from sensei.core.types import TheoremRef
from sensei.loop.selfplay.base import renamed
from sensei.loop.selfplay.config import JudgeSettings, SelfPlayConfig
from sensei.loop.selfplay.desk import LeanDesk, said_key
from sensei.loop.selfplay.goals import checked_goals, goal_theorems
from sensei.loop.selfplay.play import SelfPlay
from sensei.loop.selfplay.pool import Answer, JudgeJob, Judgement, LocalPool, Pool, ProofJob
from sensei.loop.selfplay.ray_desks import lean_desk
from sensei.loop.selfplay.statements import read_library
from sensei.loop.selfplay.values import Statement
from sensei.models.statement_prompt import HARD
from sensei.settings import Settings
from sensei.store import default_database, open_store
from sensei.toolchain.workspace import LeanWorkspace, open_workspace

BASE, SCOPE = "import E2E.Basic", "namespace E2E\nvariable {α : Type} (k : Nat)"
SUM_EQ = (
    "induction n with\n| zero => rfl\n| succ n ih =>\n"
    "  rw [sum, Nat.mul_add, ih, ← Nat.add_mul, Nat.add_comm n 2, Nat.mul_comm]"
)


@pytest.fixture(scope="module")
def workspace(
    ingested: Path, tmp_path_factory: pytest.TempPathFactory, settings: Settings
) -> LeanWorkspace:
    root = tmp_path_factory.mktemp("selfplay") / "project"
    return open_workspace(Path(shutil.copytree(ingested, root, symlinks=True)), settings)


@pytest.fixture(scope="module")
def desk(workspace: LeanWorkspace) -> Iterator[LeanDesk]:
    made = LeanDesk(workspace, JudgeSettings(seconds=60.0), proof_seconds=60.0)
    yield made
    made.close()


def made_up(text: str) -> Statement:
    return Statement(text, "", text, BASE, SCOPE)


@pytest.mark.parametrize(
    ("text", "rejected"),
    [
        ("theorem : 4 * sum k = 2 * (k * (k + 1))", ""),
        ("theorem a (n : Nat) : nothing n = n", "does_not_elaborate"),
        ("theorem a (n : Nat) : n + 1", "does_not_elaborate"),
        ("theorem a : True\ntheorem b : False", "does_not_elaborate"),
        ("theorem a : ∀ n, n < sum n ∧ sum n < n → sum n = 7", "vacuous"),
        ("theorem a (n m : Nat) (h : n < m) : n + 1 ≤ m", "trivial"),
        ("theorem a (m : Nat) : 2 * sum m = m * (m + 1)", "restated"),
        ("theorem a (b : Nat) (c : Nat) (h : Nat.lt b c) : b ≤ c + 1", "restated"),
        ("theorem a (xs : List Nat) : (xs ++ []).length ≤ xs.length", "held_out"),
        ("theorem a (p q : Prop) : p → q → (p ∧ q)", "held_out"),
    ],
)
def test_lean_judges_conjectures(desk: LeanDesk, text: str, rejected: str) -> None:
    known = ("E2E.weaken", "E2E.sum_eq", "E2E.le_sum")
    # One held-out theorem is known by name, the other by what Lean prints of it.
    held_out = frozenset({"E2E.le_sum", said_key("∀ (p q : Prop), p → q → p ∧ q")})
    judgement = desk.judge(JudgeJob(made_up(text), known, held_out))
    assert judgement.rejected == rejected, judgement


def test_the_verifier_says_which_proofs_are_right(desk: LeanDesk) -> None:
    place = TheoremRef("E2E.sum_eq", "E2E.Basic", "E2E/Basic.lean")
    lemmas = frozenset({"Nat.add_mul", "E2E.sum_eq"})
    in_place = Statement("E2E.sum_eq", "E2E.sum_eq", "theorem sum_eq (n : Nat) : 2 * sum n = "
                         "n * (n + 1)", BASE, "namespace E2E", place=place)  # fmt: skip
    wrong = (("exact sum_eq n", 1), ("simp", 1), ("sorry", 1), ("x" * 5000, 1))
    tried = desk.check(ProofJob(in_place, 9, ((SUM_EQ, 2), *wrong), 4, lemmas)).tried
    assert tried.rate == pytest.approx(2 / 9)
    (right,) = tried.right
    assert right.uses == ("Nat.add_mul",)
    outcomes = {proof.proof[:4]: proof.outcome for proof in tried.proofs if not proof.right}
    assert outcomes["sorr"] == outcomes["xxxx"] == "forbidden"
    assert outcomes["exac"] == "tactic"  # a theorem is not there for its own proof
    # Tried behind the project first, they come to the same.
    desk.screen_behind = True
    try:
        again = desk.check(ProofJob(in_place, 9, ((SUM_EQ, 2), *wrong), 4, lemmas)).tried
    finally:
        desk.screen_behind = False
    assert {p.proof[:4]: p.outcome for p in again.proofs} == {
        p.proof[:4]: p.outcome for p in tried.proofs
    }
    # A conjecture has a file of its own behind the project, and what it uses is in the proof term.
    twice = made_up("theorem a (n : Nat) : 4 * sum n = 2 * (n * (n + 1))")
    by_lemma = "have h := sum_eq n\nomega"
    job = ProofJob(twice, 3, ((by_lemma, 1), ("exact sum_eq n", 1), ("omega", 1)), 4, lemmas)
    done = desk.check(job)
    (right,) = done.tried.right
    assert (right.proof, right.uses) == (by_lemma, ("E2E.sum_eq",))
    assert [verdict.accepted for _, verdict in done.verdicts] == [True]
    assert (done.tried.checks, done.tried.verdicts) == (3, 1)
    # What is known already is not asked again, and no more are judged than was said.
    again = desk.check(ProofJob(twice, 1, ((by_lemma, 1),), 4, lemmas, (right,))).tried
    assert (again.checks, again.right_samples) == (0, 1)
    capped = desk.check(ProofJob(twice, 1, ((by_lemma, 1),), 0, lemmas)).tried
    assert [proof.outcome for proof in capped.proofs] == ["not_judged"]


def test_a_desk_of_a_cluster_says_what_one_here_does(
    workspace: LeanWorkspace, desk: LeanDesk
) -> None:
    about = {
        "root": str(workspace.root), "judge": desk.settings.model_dump(mode="json"),
        "proof_seconds": 60.0, "screen_behind": True,
    }  # fmt: skip
    job = JudgeJob(
        made_up("theorem a (m : Nat) : 2 * sum m = m * (m + 1)"), ("E2E.sum_eq",), frozenset()
    )
    there = lean_desk(about)
    try:
        judgements = [each.do(job) for each in (there, desk)]
    finally:
        there.close()
    said = [replace(each, seconds=0.0) for each in judgements if isinstance(each, Judgement)]
    assert said[0] == said[1]
    assert said[0].rejected == "restated"


def test_names_are_replaced() -> None:
    assert renamed("theorem a.b (n : Nat) : n = n", "c") == "theorem c (n : Nat) : n = n"
    assert renamed("lemma «a b» : True", "c") == "theorem c : True"
    assert renamed("theorem (n : Nat) : n = n", "c") == "theorem c (n : Nat) : n = n"
    assert renamed("theorem : True", "c") == "theorem c : True"


@dataclass
class TableWriter:
    """Knows a proof of each theorem, now and then, and makes conjectures of two kinds."""

    def write(self, prompts: Sequence[str], temperature: float, seed: int) -> list[str]:
        return [self._text(prompt, seed + at) for at, prompt in enumerate(prompts)]

    def _text(self, prompt: str, draw: int) -> str:
        if f"{HARD}\n" in prompt:
            said = ("(n : Nat) : 4 * sum n = 2 * (n * (n + 1))", "(n : Nat) : n = n", "(n : N) : n")
            return f" made {said[draw % 3]}\n</hard theorem>"
        if draw % 3 == 0:
            return "  simp\n```"
        if "4 * sum" in prompt:
            return "  have h := sum_eq n\n  omega\n```"
        if "weaken" in prompt:
            return "  omega\n```"
        lines = "\n".join(f"  {line}" for line in SUM_EQ.split("\n"))
        return f"{lines}\n```"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[float(len(text)), 1.0] for text in texts]


@dataclass
class TableShop(FakeShop):
    """A model that is a table, and Lean: the desk that is open already."""

    desk: LeanDesk | None = None

    def imports(self) -> str:
        return BASE

    def printed(self, names: Sequence[str]) -> dict[str, str]:
        assert self.desk is not None
        return self.desk.printed(BASE, names)

    @contextmanager
    def writer(self, checkpoint: Path) -> Iterator[TableWriter]:
        yield TableWriter()

    @contextmanager
    def pool(self) -> Iterator[Pool]:
        with LocalPool(lambda: KeptOpen(self.desk), 1) as pool:
            yield pool


@dataclass
class KeptOpen:
    """A desk that others close."""

    desk: LeanDesk | None

    def do(self, job: JudgeJob | ProofJob) -> Answer:
        assert self.desk is not None
        return self.desk.do(job)

    def close(self) -> None:
        pass


def test_self_play_on_real_lean(workspace: LeanWorkspace, desk: LeanDesk) -> None:
    root = workspace.root
    sensei(root, "data", "split", "--seed", "0", "--ratios", "0.5,0.25,0.25", "--name", "first")
    config = SelfPlayConfig.model_validate(
        {
            "name": "table",
            "rounds": 1,
            "data": {"split": "first"},
            "conjectures": {"taught_seeds": True, "multiplier": 2.0, "lemma_share": 1.0},
            "proofs": {"first_samples": 4, "verified": 1},
            "select": {"rate": 1.0, "uses_lemma": False},
            "replay": {"rate": 1.0},
            "final": {"rate": 1.0},
        }
    )
    with open_store(default_database(root)) as store:
        shop = TableShop(desk=desk)
        report = SelfPlay(store, config, root, shop).run()
        # Every verdict on the project's theorems and on conjectures is kept.
        assert store.verdicts(accepted=True)
    asked = sum(made.asked for made in report.rounds)
    rejected = {reason for made in report.rounds for reason in made.rejected}
    assert asked > 0
    assert rejected >= {"trivial", "does_not_elaborate"}
    assert sum(made.conjectures_proved for made in report.rounds) > 0
    assert any(HARD in lesson.prompt for _, own in shop.trained[1:] for lesson in own)


def test_goals_of_traced_proofs_are_theorems(
    workspace: LeanWorkspace, desk: LeanDesk, tmp_path: Path
) -> None:
    with open_store(default_database(workspace.root)) as store:
        (snapshot,) = {each.snapshot_id for each in store.splits()}
        library = read_library(store, snapshot, BASE)
        goals = goal_theorems(store, snapshot, library, library.theorems)
    assert [(goal.statement.id, goal.statement.text, goal.proof[:8]) for goal in goals] == [
        ("E2E.le_sum/1", "theorem le_sum_1 (xs : List Nat) : (xs ++ []).length ≤ xs.length",
         "simp"),
        ("E2E.sum_eq/1", "theorem sum_eq_1 : 2 * sum 0 = 0 * (0 + 1)", "rfl"),
        ("E2E.sum_eq/2", "theorem sum_eq_2 (n : Nat) (ih : 2 * sum n = n * (n + 1)) : "
         "2 * sum (n + 1) = (n + 1) * (n + 1 + 1)", "rw [sum,"),
    ]  # fmt: skip
    goals.append(replace(goals[2], statement=replace(goals[2].statement, id="x"), proof="omega"))
    with LocalPool(lambda: KeptOpen(desk), 1) as pool:
        found = checked_goals(goals, frozenset(), ["E2E.le_sum"], tmp_path, lambda: pool)
    # The first says what a held-out theorem says; the last has a proof that is none.
    assert [(goal.statement.id, goal.easy) for goal in found] == [
        ("E2E.sum_eq/1", True), ("E2E.sum_eq/2", False),
    ]  # fmt: skip


MODEL = """
name = "small"
rounds = 1
writer_tokens = 16
write_batch = 4

[data]
split = "second"
goals = true

[measure]
theorems = 1
samples = 2
k = [1]

[conjectures]
taught_seeds = true

[proofs]
first_samples = 2
screen_behind = true

[final]
enabled = false

[train]
threads = 1
device = "cpu"
batch_size = 2

[train.model]
hidden_size = 64
layers = "ca"
heads = 2
intermediate_size = 64
"""


def test_the_command_with_everything_real(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A model that small proves nothing: what is shown is that the parts fit."""
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    split = ("--seed", "0", "--ratios", "0.5,0.25,0.25", "--name", "second")
    assert main(["data", "split", str(project), *split]) == 0
    (project / "selfplay.toml").write_text(MODEL)
    monkeypatch.setenv("SENSEI_JOBS", "1")
    capsys.readouterr()
    # In this process: what torch and its models take to be imported is most of such a command.
    words = ["selfplay", str(project / "selfplay.toml"), "--project", str(project), "--json"]
    assert main(words) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    (made,) = answer["rounds"]
    assert made["samples"] == 2 * (made["statements"] + made["conjectures"])
    assert made["asked"] == made["conjectures"] + sum(made["rejected"].values())
    folder = Path(answer["folder"])
    manifest = json.loads((folder / "models" / "first" / "manifest.json").read_text())
    assert manifest["kind"] == "statement_writer"
