"""HFProver, RetrievalProver and ExternalProver on a traced project, with the real Lean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from fakes.chat_server import chat_server, completion
from sensei.core.errors import CheckpointError, NotFoundError, UsageError
from sensei.core.types import Budget, SearchStatus, TacticCandidate
from sensei.provers import ExternalProver, HFProver, RetrievalProver
from sensei.search.options import SearchOptions

BUDGET = Budget(None, 20, 200)
# Known to the tiny model, in these very words.
EASY = "theorem easy (n : Nat) : n = n"
WRONG = "intro xs\nexact nothing"
RIGHT = "intro xs\nsimp"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")
    torch.set_num_threads(1)
    from fakes.checkpoints import write_tiny

    return write_tiny(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="module")
def chat_model(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same weights as a stranger's: no manifest, a chat template that shows only the goal."""
    from sensei.models.loading import load_checkpoint, save_pretrained
    from sensei.models.prompt import TEMPLATE

    folder = tmp_path_factory.mktemp("models") / "chat"
    folder.mkdir()
    loaded = load_checkpoint(model)
    assert TEMPLATE.endswith("\n")
    goal = "messages[1].content.split('```')[1].strip()"
    before, after = TEMPLATE.split("{goal}")
    # A template's own last line end is not part of it.
    last = after.removesuffix("\n") + "{{ '\\n' }}"
    loaded.tokenizer.chat_template = f"{before}{{{{ {goal} }}}}{last}"
    save_pretrained(loaded.model, loaded.tokenizer, folder)
    return folder


@pytest.fixture
def hf(model: Path, project: Path) -> Iterator[HFProver]:
    with HFProver(model, project, budget=BUDGET) as prover:
        yield prover


def test_a_checkpoint_searches_writes_and_suggests(hf: HFProver) -> None:
    found = hf.search(EASY)
    assert (found.verified, found.proof) == (True, "by\n  rfl")
    assert found.result is not None
    assert found.result.spent.tokens > 0
    written = hf.write_proof(EASY)
    assert (written.verified, written.proof) == (True, "by\n  rfl")
    assert written.id != found.id
    assert "rfl" in [offered.tactic for offered in hf.suggest("n : Nat\n⊢ n = n")]
    not_there = hf.search("sum_eq")
    assert not_there.result is not None
    assert not not_there.verified
    with pytest.raises(NotFoundError):
        hf.search("sum_neq")


def test_a_local_chat_model_is_asked_through_its_template(chat_model: Path, project: Path) -> None:
    with HFProver(chat_model, project, budget=BUDGET, temperature=0.0) as prover:
        # It answers as it was taught, without the code block that is asked for: no tactic.
        assert prover.suggest("n : Nat\n⊢ n = n") == []
        client = prover.named.generator.client  # type: ignore[attr-defined]
        from sensei.models.chat.prompts import tactic_conversation

        reply = client.complete(tactic_conversation("n : Nat\n⊢ n = n"), 3, 0.0, 0)
    assert reply.answers[0].text == "rfl"
    assert [answer.log_prob for answer in reply.answers] == sorted(
        (answer.log_prob for answer in reply.answers), reverse=True
    )
    assert reply.tokens > len("n : Nat\n⊢ n = n") + 4


def test_premises_stand_above_the_goal(model: Path, project: Path) -> None:
    shown: list[str] = []

    class Watching:
        def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
            shown.extend(states)
            return [[TacticCandidate("omega", -1.0)] for _ in states]

    with RetrievalProver(model, project, budget=BUDGET, premises=50) as prover:
        assert prover.premises("le_sum", "⊢ a ≤ b + 1")[-1].startswith("E2E.weaken : ")
        # Nothing that comes later in the file, and not the theorem itself.
        names = [line.split(" ")[0] for line in prover.premises("weaken", "⊢ 2 * sum n = a ≤ b")]
        assert "E2E.sum" in names
        assert not {"E2E.sum_eq", "E2E.weaken", "E2E.le_sum"} & set(names)
        object.__setattr__(prover.named, "generator", Watching())
        assert prover.search("weaken").verified
        assert prover.write_proof("weaken").verified
    for state in shown:
        *premises, goal = state.split("\n⊢ ")[0].split("\na b : Nat\n")
        assert premises, state
        assert goal.startswith("h : a < b")


def test_a_model_elsewhere_searches_and_mends(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai", reason="the extra 'providers' is not installed")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    options = SearchOptions(candidates=1)
    wrong, right = completion(f"```\n{WRONG}\n```"), completion(f"```\n{RIGHT}\n```")
    with chat_server(wrong, right) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url + "/v1")
        with ExternalProver("openai:m", project, budget=BUDGET, options=options) as prover:
            written = prover.write_proof("E2E.le_sum")
            assert written.verified
            assert written.proof == "by\n  intro xs\n  simp"
            assert "nothing" in server.seen[1][2]["messages"][3]["content"]
            searched = prover.search("E2E.le_sum")
            assert searched.verified
    assert (written.result, searched.result) != (None, None)


def test_a_generator_of_one_s_own(project: Path) -> None:
    class Nothing:
        def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
            return [[] for _ in states]

    with ExternalProver(Nothing(), project, name="mine", budget=BUDGET) as prover:
        result = prover.search("weaken").result
        assert result is not None
        assert result.status is SearchStatus.EXHAUSTED
        assert prover.named.name == "mine"


def test_names_of_nothing_are_refused(project: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="HFProver"):
        ExternalProver("some-model", project)
    with pytest.raises(CheckpointError):
        HFProver(tmp_path / "none", project)
