"""Examples: the tactics a user would type, whole, each once, in one order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from fakes.traces import TACTIC, ModuleBuilder, Tac, sample_records, write_project, write_traces
from sensei.core.errors import NotFoundError, UsageError
from sensei.data import freeze_split, tactic_examples
from sensei.data.steps import dedent, leaves_open
from sensei.ingest import default_traces, ingest
from sensei.store import Store, open_store

BY, CDOT, SEQ = "Lean.Parser.Term.byTactic", "Lean.cdot", TACTIC + "tacticSeq"
ALL = (1.0, 0.0, 0.0)


def examples_of(
    tmp_path: Path, proof: str, steps: Sequence[Tac], newline: str = "\n"
) -> list[tuple[str, str]]:
    """The (state, tactic) pairs of one theorem with this proof."""
    builder = ModuleBuilder("M", newline=newline).theorem("t", "P", steps, proof=proof)
    project = write_project(tmp_path / "p", [builder.build()])
    with open_store(tmp_path / "s.db") as store:
        ingest(default_traces(project), store, project)
        freeze_split(store, project, seed=0, ratios=ALL)
        return [(e.state, e.tactic) for e in tactic_examples(store, "default", "train")]


def test_containers_are_dropped_and_their_tactics_kept(tmp_path: Path) -> None:
    proof = "by\n  constructor\n  · exact a\n  · (exact b)"
    bullet = Tac("exact a", ["⊢ A"])
    inner = Tac("exact b", ["⊢ B"])
    steps = [
        Tac(
            proof,
            ["⊢ A ∧ B"],
            kind=BY,
            inner=[
                Tac(
                    proof[5:],
                    ["⊢ A ∧ B"],
                    kind=SEQ,
                    inner=[
                        Tac("constructor", ["⊢ A ∧ B"], ["⊢ A", "⊢ B"], TACTIC + "constructor"),
                        Tac("· exact a", ["⊢ A", "⊢ B"], ["⊢ B"], CDOT, [bullet]),
                        Tac(
                            "· (exact b)",
                            ["⊢ B"],
                            kind=CDOT,
                            inner=[Tac("(exact b)", ["⊢ B"], (), TACTIC + "paren", [inner])],
                        ),
                    ],
                )
            ],
        )
    ]
    assert examples_of(tmp_path, proof, steps) == [
        ("⊢ A ∧ B", "constructor"),
        ("⊢ A", "exact a"),
        ("⊢ B", "exact b"),
    ]


def test_rw_is_kept_whole_and_what_a_by_proves_inside_it(tmp_path: Path) -> None:
    proof = "by\n  rw [h (by simp), k]"
    rule = TACTIC + "rwRule"
    steps = [
        Tac(
            "rw [h (by simp), k]",
            ["⊢ G"],
            kind=TACTIC + "rwSeq",
            inner=[
                Tac(
                    "rw [h (by simp), k]", ["⊢ G"], ["⊢ G2"], TACTIC + "rewriteSeq", same_place=True
                ),
                Tac(
                    "h (by simp)",
                    ["⊢ G"],
                    ["⊢ G1"],
                    rule,
                    [
                        Tac(
                            "by simp",
                            ["⊢ C"],
                            kind=BY,
                            inner=[Tac("simp", ["⊢ C"], kind=TACTIC + "simp")],
                        )
                    ],
                ),
                Tac("k", ["⊢ G1"], ["⊢ G2"], rule),
                Tac("]", ["⊢ G2"], kind=TACTIC + "withReducible"),
            ],
        )
    ]
    assert examples_of(tmp_path, proof, steps) == [
        ("⊢ G", "rw [h (by simp), k]"),
        ("⊢ C", "simp"),
    ]


def test_a_macro_and_its_expansion_are_one(tmp_path: Path) -> None:
    expansion = Tac("trivial", ["⊢ True"], kind=TACTIC + "exact", same_place=True)
    steps = [
        Tac(
            "by trivial",
            ["⊢ True"],
            kind=BY,
            inner=[
                Tac(
                    "trivial",
                    ["⊢ True"],
                    kind=SEQ,
                    inner=[
                        Tac("trivial", ["⊢ True"], kind=TACTIC + "tacticTrivial", inner=[expansion])
                    ],
                )
            ],
        )
    ]
    assert examples_of(tmp_path, "by trivial", steps) == [("⊢ True", "trivial")]


def test_combined_tactics_are_kept_whole_with_their_operands_once_a_goal(tmp_path: Path) -> None:
    proof = "by\n  (cases h) <;> simp"
    whole = TACTIC + "«tactic_<;>_»"
    steps = [
        Tac(
            "(cases h) <;> simp",
            ["⊢ P"],
            kind=whole,
            inner=[
                Tac("cases h", ["⊢ P"], ["⊢ P1", "⊢ P2"], TACTIC + "cases"),
                Tac("simp", ["⊢ P1"], kind=TACTIC + "simp"),
                Tac("simp", ["⊢ P1"], kind=TACTIC + "simp", same_place=True),
                Tac("simp", ["⊢ P2"], kind=TACTIC + "simp", same_place=True),
            ],
        )
    ]
    assert examples_of(tmp_path, proof, steps) == [
        ("⊢ P", "(cases h) <;> simp"),
        ("⊢ P", "cases h"),
        ("⊢ P1", "simp"),
        ("⊢ P2", "simp"),
    ]


INDUCTION = """induction n with
  | zero =>
    simp
  | succ n ih =>
    rw [f]
    exact ih"""
INDUCTION_STEP = Tac(
    INDUCTION,
    ["⊢ P n"],
    kind=TACTIC + "induction",
    inner=[
        Tac(
            "| zero =>\n    simp",
            ["⊢ P 0"],
            kind=TACTIC + "inductionAlt",
            inner=[Tac("simp", ["⊢ P 0"], kind=TACTIC + "simp")],
        ),
        Tac("rw [f]", ["⊢ P (n + 1)"], ["⊢ Q"], TACTIC + "rwSeq"),
        Tac("exact ih", ["⊢ Q"]),
    ],
)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_structured_tactic_is_kept_whole_and_dedented_with_its_inner_ones(
    tmp_path: Path, newline: str
) -> None:
    text = INDUCTION.replace("\n", "\n  ")
    step = Tac(text, ["⊢ P n"], kind=TACTIC + "induction", inner=INDUCTION_STEP.inner[1:])
    assert examples_of(tmp_path, "by\n  " + text, [step], newline) == [
        ("⊢ P n", INDUCTION),
        ("⊢ P (n + 1)", "rw [f]"),
        ("⊢ Q", "exact ih"),
    ]


def test_alternatives_are_no_tactics(tmp_path: Path) -> None:
    assert examples_of(tmp_path, "by\n" + INDUCTION, [INDUCTION_STEP])[1:] == [
        ("⊢ P 0", "simp"),
        ("⊢ P (n + 1)", "rw [f]"),
        ("⊢ Q", "exact ih"),
    ]


def test_what_does_nothing_or_leaves_a_hole_is_dropped(tmp_path: Path) -> None:
    steps = [
        Tac("skip", ["⊢ P"], ["⊢ P"], TACTIC + "skip"),
        Tac("have h : Q := by admit", ["⊢ P"], ["h : Q\n⊢ P"], TACTIC + "tacticHave__"),
        Tac(
            "conv => rfl",
            ["⊢ P"],
            ["⊢ P'"],
            TACTIC + "Conv.conv",
            [Tac("rfl", ["| P"], kind=TACTIC + "Conv.convRfl")],
        ),
        Tac("done", [], kind=TACTIC + "done"),
    ]
    proof = "by\n  skip\n  have h : Q := by admit\n  conv => rfl\n  done"
    assert examples_of(tmp_path, proof, steps) == [("⊢ P", "conv => rfl")]


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("exact sorry", True),
        ("· admit", True),
        ("(sorry)", True),
        ("exact sorry_free", False),
        ("exact not.sorry'", False),
        ("exact Foo.sorry", False),
        ("exact «sorry»", False),
        ("simp -- no sorry", False),
        ("simp /- sorry -/", False),
        ('exact f "sorry"', False),
        ("simp -- fine\nsorry", True),
    ],
)
def test_holes_are_told_from_names_strings_and_comments(text: str, open_: bool) -> None:
    assert leaves_open(text) is open_


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("simp", 4, "simp"),
        ("a with\n    | x => b\n      c", 4, "a with\n| x => b\n  c"),
        ("a\n  b", 4, "a\nb"),
        ("a\r\n    b  \r\n", 4, "a\nb"),
        ("a\n\n    b", 4, "a\n\nb"),
        ("a\n  b", 0, "a\n  b"),
    ],
)
def test_dedent(text: str, column: int, expected: str) -> None:
    assert dedent(text, column) == expected


def sample_store(tmp_path: Path) -> tuple[Store, Path]:
    project = write_project(tmp_path / "p")
    store = open_store(tmp_path / "s.db")
    ingest(default_traces(project), store, project)
    return store, project


def test_examples_are_of_their_part_alone_and_in_order(tmp_path: Path) -> None:
    store, project = sample_store(tmp_path)
    with store:
        frozen, _ = freeze_split(store, project, seed=0)
        for part in ("train", "val", "test"):
            examples = tactic_examples(store, frozen, part)
            assert {e.theorem for e in examples} == {m.theorem for m in frozen.part(part)}
            assert examples == tactic_examples(store, "default", part)
            assert examples == sorted(examples, key=lambda e: (e.module, e.step_id))
        with pytest.raises(UsageError, match="the parts are train, val, test"):
            tactic_examples(store, frozen, "dev")
        with pytest.raises(NotFoundError):
            tactic_examples(store, "other", "train")


def test_a_theorem_that_changed_since_is_named(tmp_path: Path) -> None:
    store, project = sample_store(tmp_path)
    with store:
        freeze_split(store, project, seed=0, ratios=ALL)
        records = sample_records()
        records[0].module.declarations[0].type_hash = "changed"
        write_traces(default_traces(project), records)
        ingest(default_traces(project), store, project)
        with pytest.raises(UsageError, match=r"comm_0 \(Sample.Logic\) is not what .* --replace"):
            tactic_examples(store, "default", "train")
