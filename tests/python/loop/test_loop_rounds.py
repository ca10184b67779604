"""The rounds of a loop: what is tried, what is learned from, and that a kill changes neither."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from fakes.stores import dump
from fakes.traces import write_project
from fakes.workshop import LadderWorkshop
from sensei.cli.main import main
from sensei.core.errors import UsageError
from sensei.data.found import finished_searches, found_steps, held_out_statements
from sensei.loop.config import LoopConfig
from sensei.loop.rounds import Loop, LoopReport
from sensei.models.checkpoint import ILQL, read_manifest
from sensei.store import Store, default_database, open_store

CONFIG: dict[str, Any] = {
    "name": "ladder",
    "rounds": 3,
    "split": "loop",
    "part": "val",
    "held_out": ["test"],
    "train": [{"command": "train sft --only-found"}],
}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_project(tmp_path_factory.mktemp("loop") / "project")
    assert main(["ingest", str(root)]) == 0
    assert main(["data", "split", str(root), "--seed", "0", "--ratios", "0.2,0.5,0.3",
                 "--name", "loop"]) == 0  # fmt: skip
    return root


@pytest.fixture
def root(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "project", symlinks=True))


def looped(
    root: Path, store: Store, *, restart: bool = False, shop: LadderWorkshop | None = None,
    **changes: Any,
) -> LoopReport:  # fmt: skip
    config = LoopConfig.model_validate(CONFIG | changes)
    return Loop(store, config, root, shop or LadderWorkshop(store, "loop")).run(restart=restart)


def told(report: LoopReport) -> list[dict[str, Any]]:
    """What must not depend on when it was done."""
    return [asdict(r) | {"evaluation": 0, "seconds": 0.0, "generator": ""} for r in report.rounds]


def test_every_round_proves_more_from_what_was_verified(root: Path) -> None:
    with open_store(default_database(root)) as store:
        shop = LadderWorkshop(store, "loop")
        report = looped(root, store, shop=shop)
        first, second, third = report.rounds
        assert [r.round for r in report.rounds] == [1, 2, 3]
        assert 0 < first.verified < second.verified < third.verified < first.tried == 15
        assert (first.new, first.proved) == (first.verified, first.verified)
        assert second.new == second.verified - first.verified
        assert third.proved == third.verified
        assert first.tactic_calls == first.model_calls == 15
        # Each training is told all evaluations so far, and what is held out.
        words = shop.trained[-1]
        told_of = words[words.index("--from-evaluations") + 1 :][:3]
        assert told_of == [str(r.evaluation) for r in report.rounds]
        assert words[words.index("--held-out") + 1] == "test"
        # All of it is in the store.
        run = store.run(report.run)
        assert (run.kind, run.status) == ("loop", "done")
        assert [r["verified"] for r in run.metrics["rounds"]] == [
            first.verified, second.verified, third.verified,
        ]  # fmt: skip
        assert [c.name for c in store.checkpoints()] == [r.trained[0] for r in report.rounds]
        # Once more is nothing more; another round goes on from there.
        assert looped(root, store, shop=shop) == report
        assert len(shop.trained) == 3
        longer = looped(root, store, shop=shop, rounds=4)
        assert longer.rounds[:3] == report.rounds
        assert longer.rounds[3].verified >= third.verified
        assert len(shop.trained) == 4


def test_only_what_is_verified_and_not_held_out_is_learned_from(root: Path) -> None:
    with open_store(default_database(root)) as store:
        split = store.split("loop")
        rejected = frozenset(m.theorem for m in split.part("val") if int(m.theorem[12:]) % 4 == 0)
        shop = LadderWorkshop(store, "loop", rejected=rejected)
        report = looped(root, store, shop=shop, measure=9)
        assert [r.verified for r in report.rounds] == [0, 0, 0]
        assert report.rounds[0].claimed == len(rejected)
        assert shop.trained == [], "a claim that is no proof teaches nothing"
        # The held-out theorems were proved, and are no examples.
        assert report.rounds[0].measured_verified > 0
        apart = next(e for e in store.evaluations() if e.benchmark.endswith("held out"))
        held_out = held_out_statements(split, ["test"])
        searches = finished_searches(store, [apart.id], held_out, verified_only=True)
        assert searches.kept == ()
        assert searches.held_out == report.rounds[0].measured_verified
        # Without the rule they would be.
        assert found_steps(finished_searches(store, [apart.id], frozenset()))


def test_a_share_is_judged_by_a_second_checker_too(root: Path) -> None:
    said: list[str] = []
    with open_store(default_database(root)) as store:
        shop = LadderWorkshop(store, "loop", rungs=1, second_refuses=frozenset())
        (made,) = looped(root, store, rounds=1, shop=shop, second_share=0.17).rounds
        assert made.verified == 15
        assert (made.sampled, made.tier_b, made.refused) == (3, 3, 0), "the share is rounded up"
        # Gone on with, the same ones were judged, and none is judged again.
        assert looped(root, store, rounds=1, shop=shop, second_share=0.17).rounds == (made,)
        assert len(shop.asked_again) == 3
        everyone = looped(root, store, rounds=1, shop=shop, second_share=1).rounds[0]
        assert (everyone.sampled, everyone.tier_b) == (15, 15)
        assert len({claim.theorem for claim in shop.asked_again}) == len(shop.asked_again) == 15
        # Without a checker, and with a share of none.
        config = LoopConfig.model_validate(CONFIG | {"name": "alone", "rounds": 1})
        bare = LadderWorkshop(store, "loop", rungs=1)
        absent = Loop(store, config, root, bare, say=said.append).run()
        assert (absent.rounds[0].sampled, absent.rounds[0].tier_b) == (1, 0)
        assert any("there is no second checker here" in line for line in said)
        none = looped(root, store, rounds=1, shop=shop, name="none", second_share=0).rounds[0]
        assert (none.sampled, len(shop.asked_again)) == (0, 15)


def test_what_a_second_checker_refuses_is_told_and_not_learned_from(root: Path) -> None:
    said: list[str] = []
    with open_store(default_database(root)) as store:
        wrong = store.split("loop").part("val")[0].theorem
        shop = LadderWorkshop(store, "loop", rungs=1, second_refuses=frozenset({wrong}))
        config = LoopConfig.model_validate(CONFIG | {"rounds": 1, "second_share": 1})
        for _ in range(2):  # done, and gone on with
            (made,) = Loop(store, config, root, shop, say=said.append).run().rounds
            assert (made.verified, made.proved, made.sampled) == (14, 14, 15)
            assert (made.tier_b, made.refused) == (14, 1)
            loud = [line for line in said if line.startswith("WARNING")]
            assert f"refused 1 of 15 proofs that Lean accepted, {wrong}: " in loud[-1]
        assert (len(loud), len(shop.asked_again)) == (2, 15)
        kept = finished_searches(store, [made.evaluation], frozenset()).kept
        assert [s.theorem.name for s in kept if not s.verified] == [wrong]
        positives = finished_searches(store, [made.evaluation], frozenset(), verified_only=True)
        assert len(positives.kept) == 14
        assert wrong not in {step.theorem for step in found_steps(positives)}


def test_a_statement_is_held_out_under_every_name(root: Path) -> None:
    with open_store(default_database(root)) as store:
        report = looped(root, store, rounds=1)
        evaluation = report.rounds[0].evaluation
        by_statement: dict[str, list[str]] = {}
        for theorem in store.theorems(store.split("loop").snapshot_id):
            by_statement.setdefault(theorem.type_hash, []).append(theorem.name)
        found = finished_searches(store, [evaluation], frozenset()).kept
        twice = next(s for s in found if len(by_statement[s.statement]) > 1)
        searches = finished_searches(store, [evaluation], {twice.statement})
        names = {search.theorem.name for search in searches.kept}
        assert names.isdisjoint(by_statement[twice.statement])
        assert len(searches.kept) + searches.held_out == len(found)


def test_kills_at_any_moment_end_in_the_same_loop(root: Path, template: Path) -> None:
    with open_store(default_database(root)) as store:
        whole = looped(root, store, measure=5)
    weights = [c.weights_hash() for c in _checkpoints(root)]
    root = Path(shutil.copytree(template, root.parent / "other", symlinks=True))
    seen: set[str] = set()
    for dies_at in itertools.count(3, 11):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                with open_store(default_database(root)) as store:
                    shop = LadderWorkshop(store, "loop", watch=_dying(dies_at, root))
                    looped(root, store, shop=shop, measure=5)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        dump(Path(default_database(root)))
        if not os.WIFSIGNALED(status):
            break
        seen.add((root / "died").read_text())
    assert {"training begins", "training ends"} <= seen, seen
    assert any(what.startswith("t") for what in seen)
    with open_store(default_database(root)) as store:
        assert told(looped(root, store, measure=5)) == told(whole)
        assert len([run for run in store.runs() if run.kind == "loop"]) == 1
        assert [c.name for c in store.checkpoints()] == [r.trained[0] for r in whole.rounds]
    assert [c.weights_hash() for c in _checkpoints(root)] == weights


def test_training_on_what_was_found(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(default_database(root)) as store:
        evaluation = looped(root, store, rounds=1).rounds[0].evaluation

    def dry(*words: str) -> Any:
        capsys.readouterr()
        assert main(["train", "sft", "--project", str(root), "--split", "loop", "--dry-run",
                     "--json", *words]) == 0  # fmt: skip
        return json.loads(capsys.readouterr().out)

    traced = dry()
    assert (traced["examples"], traced["found"]) == (traced["traced"], 0)
    found = ("--from-evaluations", str(evaluation), "--held-out", "test")
    only = dry(*found, "--only-found")
    assert only["examples"] == only["found"] > 0
    both = dry(*found)
    assert both["examples"] == both["traced"] + both["found"]
    assert len({d["dataset_hash"] for d in (traced, only, both)}) == 3
    # Of a part that is held out, nothing.
    assert dry(*found[:2])["held_out"] == only["examples"]
    for words, said in (
        (("--only-found",), "--only-found goes with --from-evaluations"),
        ((*found[:2], "--only-found"), "have no verified proof to learn from"),
        (("--from-evaluations", "99"), "no evaluation 99"),
    ):
        assert main(["train", "sft", "--project", str(root), "--split", "loop", *words]) == 2
        assert said in capsys.readouterr().err
    # Each theorem of the ladder has one right tactic; what was tried beside it is worse.
    with open_store(default_database(root)) as store:
        last = looped(root, store).rounds[-1].evaluation
    words = ["train", "dpo", "--project", str(root), "--split", "loop", "--held-out", "test"]
    assert main([*words, "--from-evaluations", str(last), "--dry-run", "--json"]) == 0
    pairs = json.loads(capsys.readouterr().out)
    assert pairs["pairs"] == pairs["failed"] >= pairs["goals"] > 0
    assert main([*words, "--from-evaluations", str(evaluation)]) == 2
    assert "no goal of one on which another tactic led to nothing" in capsys.readouterr().err
    assert main(words) == 2
    assert "no searches to learn from are named" in capsys.readouterr().err
    # A critic learns from what was proved and from what was not.
    words = ["train", "critic", "--project", str(root), "--split", "loop", "--dry-run", "--json"]
    assert main([*words, "--held-out", "test", "--from-evaluations", str(last)]) == 0
    labels = json.loads(capsys.readouterr().out)
    assert labels["examples"] > 0 < labels["examples_held_out"]
    assert main([*words, "--held-out", "val", "test", "--from-evaluations", str(last)]) == 2
    assert "no search that a critic may learn from" in capsys.readouterr().err
    file = root / "loop.toml"
    file.write_text(_toml(CONFIG))
    assert main(["loop", str(file), "--project", str(root), "--dry-run", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["theorems"]) == 15
    # Values are learned from all that was tried.
    words = ["train", "ilql", "--project", str(root), "--split", "loop", "--held-out", "test"]
    assert main([*words, "--from-evaluations", str(last), "--dry-run", "--json"]) == 0
    tried = json.loads(capsys.readouterr().out)
    assert tried["in_proof"] > 0 < tried["failed"] >= pairs["failed"]
    assert tried["tactics"] == sum(tried[n] for n in ("failed", "ran", "proved", "in_proof"))
    assert main([*words, "--held-out", "val", "test", "--from-evaluations", str(last)]) == 2
    assert "have no tactic that may be learned from" in capsys.readouterr().err
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from fakes.checkpoints import write_tiny

    start = str(write_tiny(root / "start"))
    quick = ["--model", start, "--epochs", "1", "--threads", "1", "--device", "cpu", "--json"]
    assert main([*words, "--from-evaluations", str(last), *quick]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["examples"] == tried["tactics"]
    assert read_manifest(Path(made["checkpoint"]), ILQL).config["tau"] == 0.9
    # Simulations are of htps and mcts; other searches add nothing.
    assert dry(*found, "--visit-shares", "1")["found"] == only["found"]
    assert main(["train", "sft", "--project", str(root), "--split", "loop",
                 "--visit-shares", "1"]) == 2  # fmt: skip
    assert "goes with --from-evaluations" in capsys.readouterr().err


def _dying(at: int, root: Path) -> Any:
    """Kills the process at the ``at``-th thing that happens, or at the first moment of a training
    that no process died at yet."""
    happened = itertools.count(1)

    def watch(what: str) -> None:
        mark = root / f"died at {what}"
        fresh = what.startswith("training") and not mark.exists()
        if next(happened) == at or fresh:
            mark.touch()
            (root / "died").write_text(what)
            os.kill(os.getpid(), signal.SIGKILL)

    return watch


def _checkpoints(root: Path) -> list[Any]:
    folder = root / ".lake" / "sensei" / "checkpoints"
    return [read_manifest(path) for path in sorted(folder.iterdir()) if path.is_dir()]


def test_the_order_is_the_seeds(root: Path) -> None:
    with open_store(default_database(root)) as store:

        def order(**changes: Any) -> list[str]:
            config = LoopConfig.model_validate(CONFIG | changes)
            return list(Loop(store, config, root, LadderWorkshop(store, "loop")).theorems())

        plain = order(shuffle=False)
        assert order() == order() != plain
        assert order(seed=1) != order()
        assert sorted(order()) == sorted(plain)
        assert order(limit=4) == order()[:4]


def test_a_loop_of_another_configuration_is_refused(root: Path) -> None:
    with open_store(default_database(root)) as store:
        report = looped(root, store, rounds=1)
        with pytest.raises(UsageError, match="begun with another configuration"):
            looped(root, store, rounds=1, seed=1)
        with pytest.raises(UsageError, match="begun with another"):
            looped(root, store, rounds=1, shop=LadderWorkshop(store, "loop", lean="4.36.0"))
        again = looped(root, store, rounds=1, restart=True)
        assert again.run != report.run
        assert again.rounds[0].evaluation != report.rounds[0].evaluation
        assert told(again)[0] | {"trained": ()} == told(report)[0] | {"trained": ()}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": "a/b"}, "name"),
        ({"rounds": 0}, "rounds"),
        ({"held_out": ["val", "test"]}, "cannot be tried and held out"),
        ({"measure": 3, "measure_part": "train"}, "is not held out"),
        ({"train": [{"command": "prove"}]}, "as in 'train sft --epochs 3'"),
        ({"train": [{"command": "train sft --seed 3"}]}, "--seed is given by the loop itself"),
        ({"train": [{"command": "train sft --split=x"}]}, "--split=x is given by the loop"),
        ({"search": {"algorithm": "none"}}, "no search is called 'none'"),
        ({"search": {"samples": 2}}, "give a temperature"),
        ({"search": {"model_calls": 0}}, "search.model_calls"),
        ({"unheard_of": 1}, "unheard_of"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_bad_configuration_is_one_line(
    root: Path, changes: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = root / "loop.toml"
    file.write_text(_toml(CONFIG | changes))
    capsys.readouterr()
    assert main(["loop", str(file), "--project", str(root)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"sensei: {file}: ")
    assert said in line


def _toml(values: dict[str, Any]) -> str:
    lines, tables = [], []
    for key, value in values.items():
        if isinstance(value, dict):
            tables += [f"[{key}]", *(f"{k} = {json.dumps(v)}" for k, v in value.items())]
        elif key == "train":
            tables += [f"[[train]]\ncommand = {json.dumps(each['command'])}" for each in value]
        else:
            lines.append(f"{key} = {json.dumps(value)}")
    return "\n".join([*lines, *tables]) + "\n"


def test_the_next_round_searches_with_the_critic_that_was_trained(root: Path) -> None:
    trained = [
        {"command": "train progress", "before_first": True},
        {"command": "train sft --only-found"},
        {"command": "train critic", "from_previous": True},
        {"command": "train grpo --reward=progress=1 --reward verified"},
        {"command": "train critic --epochs 1", "updates": "nothing"},
    ]
    search = {"algorithm": "htps"}
    with open_store(default_database(root)) as store:
        shop = LadderWorkshop(store, "loop")
        report = looped(root, store, shop=shop, train=trained, search=search, rounds=3)
        words = [w[1] for w in shop.trained]
        assert words == ["progress", *["progress", "sft", "critic", "grpo", "critic"] * 3]
        names = {c.name: c.kind for c in store.checkpoints()}
        # At first the progress model judges; then the critic of the round before.
        critics = [Path(r.critic).name for r in report.rounds]
        assert [name.partition("round")[2] for name in critics] == ["0-1", "1-3", "2-3"]
        assert [names[name] for name in critics] == ["progress", "critic", "critic"]
        assert [one for _, one in shop.benches] == [r.critic for r in report.rounds]
        # The generator is the last that was trained of its kind.
        assert [Path(r.generator).name[-2:] for r in report.rounds] == ["ed", "-4", "-4"]
        _, second, _ = (w for w in shop.trained if w[1:3] == ["critic", "--project"])
        assert second[second.index("--model") + 1].endswith("round1-3"), "from the critic so far"
        grpo = next(w for w in shop.trained if w[1] == "grpo")
        assert grpo[grpo.index("--progress") + 1].endswith("round1-1")
        assert "--from-evaluations" not in grpo
        found = store.evaluation(report.rounds[1].evaluation)
        assert found.config["critic"] == report.rounds[1].critic
        assert looped(root, store, shop=shop, train=trained, search=search, rounds=3) == report


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"search": {"critic": "c"}}, "best_first asks no critic"),
        ({"train": [{"command": "train grpo --part test"}]}, "held-out part"),
        ({"train": [{"command": "train sft --part=test"}]}, "held-out part"),
    ],
)
def test_models_and_parts_that_cannot_be(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        LoopConfig.model_validate(CONFIG | changes)
    LoopConfig.model_validate(CONFIG | {"train": [{"command": "train grpo --part val"}]})


def test_a_checkpoint_of_another_kind_takes_no_place(root: Path) -> None:
    with open_store(default_database(root)) as store, pytest.raises(UsageError, match="makes a cr"):
        looped(root, store, train=[{"command": "train critic", "updates": "generator"}])
