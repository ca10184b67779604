"""Models of providers, through the providers' own libraries, against a local server."""

from __future__ import annotations

import json
import logging
import math
import socket
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from fakes.chat_server import (
    ChatServer,
    Reply,
    chat_server,
    completion,
    generated,
    message,
    problem,
)
from sensei.core.errors import ModelError, UsageError
from sensei.core.tokens import tallied
from sensei.core.types import FailedProof, ProofTask, TheoremRef
from sensei.models.chat.client import Pace
from sensei.models.chat.generator import ChatGenerator
from sensei.models.chat.providers import chat_client
from sensei.settings import ProviderSettings, load_provider

KEY = "sk-very-secret-0123456789"
GOAL = "⊢ 1 + 1 = 2"
TASK = ProofTask(TheoremRef("T", "M", "M.lean"), GOAL, (FailedProof("simp", "no progress"),))
#: The same for all providers: where their server is, and a reply with one text.
PROVIDERS = [
    ("openai", "/v1", completion),
    ("anthropic", "", message),
    ("google", "", generated),
]


@pytest.fixture(scope="module", autouse=True)
def _libraries() -> None:
    """Imported here, for they take ten seconds, which every collection of tests would."""
    for library in ("openai", "anthropic", "google.genai"):
        pytest.importorskip(library, reason="the extra 'providers' is not installed")


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Google's library pauses a second and more between tries, whatever the server says."""
    monkeypatch.setattr("tenacity.nap.time", SimpleNamespace(sleep=lambda seconds: None))


def fenced(text: str) -> str:
    return f"```lean4\n{text}\n```"


def generator(
    server: ChatServer, provider: str = "openai", temperature: float = 1.0, **settings: Any
) -> ChatGenerator:
    base = server.url + ("/v1" if provider == "openai" else "")
    reached = ProviderSettings(KEY, base, timeout_s=60.0, retries=2)
    client = chat_client(provider, "prover-7b", replace(reached, **settings))
    return ChatGenerator(client, temperature=temperature, seed=3)


def test_openai_gives_tactics_with_log_probs_and_counts_tokens() -> None:
    replies = completion(fenced("simp"), fenced("rfl"), fenced("simp"), log_probs=(-3, -0.5, -1))
    with chat_server(replies) as server:
        with tallied() as tally:
            first, second = generator(server).generate([GOAL, "⊢ p"], 3)
        assert [(c.tactic, c.log_prob) for c in first] == [("rfl", -0.5), ("simp", -1.0)]
        assert second == first
        assert tally.tokens == 50
        path, headers, body = server.seen[0]
        assert (path, headers["authorization"]) == ("/v1/chat/completions", f"Bearer {KEY}")
        assert (body["model"], body["n"], body["logprobs"]) == ("prover-7b", 3, True)
        assert (body["temperature"], body["max_tokens"]) == (1.0, 1024)
        assert 0 <= body["seed"] < 2**31
        assert {asked["messages"][1]["content"] for _, _, asked in server.seen} == {
            f"Proof state:\n```\n{state}\n```" for state in (GOAL, "⊢ p")
        }


def test_without_log_probs_the_share_of_the_answers_counts() -> None:
    replies = completion(fenced("simp"), fenced("omega"), fenced("omega"), "no idea")
    with chat_server(replies) as server:
        (found,) = generator(server, log_probs=False).generate([GOAL], 4)
        assert "logprobs" not in server.seen[0][2]
    assert [c.tactic for c in found] == ["omega", "simp"]
    assert [c.log_prob for c in found] == [math.log(0.5), math.log(0.25)]


def test_a_whole_proof_is_mended_in_the_same_conversation() -> None:
    with chat_server(completion(fenced("theorem T : 1 + 1 = 2 := by\n  decide"))) as server:
        ((proof,),) = generator(server, temperature=0.0).write([TASK], 8)
        assert proof.tactic == "decide"
        _, _, body = server.seen[0]
        assert body["n"] == 1, "at temperature 0 all answers are the same"
        assert [turn["role"] for turn in body["messages"]] == [
            "system", "user", "assistant", "user",
        ]  # fmt: skip
        assert "no progress" in body["messages"][3]["content"]


def test_answers_are_asked_for_in_the_numbers_that_a_server_takes() -> None:
    with chat_server(completion(fenced("simp"))) as server:
        ((found,),) = generator(server, answers_per_request=3).generate([GOAL], 8)
        assert sorted(body["n"] for _, _, body in server.seen) == [2, 3, 3]
        assert len({body["seed"] for _, _, body in server.seen}) == 3
        assert found.log_prob == 0.0


def test_anthropic_is_asked_once_an_answer() -> None:
    with chat_server(message(fenced("simp"))) as server:
        with tallied() as tally:
            ((proof,),) = generator(server, "anthropic").write([TASK], 3)
        assert (proof.tactic, proof.log_prob) == ("simp", 0.0)
        assert tally.tokens == 3 * 15
        path, headers, body = server.seen[0]
        assert (len(server.seen), path) == (3, "/v1/messages")
        assert any(KEY in value for value in headers.values())
        assert body["max_tokens"] == 1024
        assert body["system"].startswith("You prove theorems")
        assert [turn["role"] for turn in body["messages"]] == ["user", "assistant", "user"]
        assert "temperature" not in body
        generator(server, "anthropic", temperature=0.5).generate([GOAL], 1)
        assert server.seen[-1][2]["temperature"] == 0.5


def test_google_is_asked_as_its_protocol_has_it() -> None:
    with chat_server(generated(fenced("simp"), avgLogprobs=-0.25, tokenCount=4)) as server:
        with tallied() as tally:
            ((proof,),) = generator(server, "google").write([TASK], 3)
        assert (proof.tactic, proof.log_prob) == ("simp", -1.0)
        assert tally.tokens == 3 * 14
        path, headers, body = server.seen[0]
        assert (len(server.seen), path) == (3, "/v1/models/prover-7b:generateContent")
        assert headers["x-goog-api-key"] == KEY
        assert KEY not in path
        assert body["systemInstruction"]["parts"][0]["text"].startswith("You prove theorems")
        assert [turn["role"] for turn in body["contents"]] == ["user", "model", "user"]
        wanted = body["generationConfig"]
        assert (wanted["temperature"], wanted["maxOutputTokens"]) == (1.0, 1024)
        assert "candidateCount" not in wanted
        generator(server, "google", answers_per_request=4).generate([GOAL], 4)
        assert server.seen[-1][2]["generationConfig"]["candidateCount"] == 4


@pytest.mark.parametrize(("provider", "_base", "answer"), PROVIDERS)
def test_what_may_pass_is_tried_again(provider: str, _base: str, answer: Any) -> None:
    replies = [problem(429, "slow down"), problem(503, "overloaded"), answer(fenced("simp"))]
    with chat_server(*replies) as server:
        ((found,),) = generator(server, provider).generate([GOAL], 1)
        assert (found.tactic, len(server.seen)) == ("simp", 3)
    with chat_server(Reply(drop=True), answer(fenced("simp"))) as server:
        assert generator(server, provider).generate([GOAL], 1)[0][0].tactic == "simp"


@pytest.mark.parametrize(("provider", "_base", "answer"), PROVIDERS)
@pytest.mark.parametrize(
    ("status", "tries", "next_step"),
    [(429, 3, "requests_per_minute"), (401, 1, "_API_KEY"), (404, 1, ""), (400, 1, ""),
     (500, 3, "")],
)  # fmt: skip
def test_an_error_is_an_error_and_never_tells_the_key(
    provider: str, _base: str, answer: Any, status: int, tries: int, next_step: str
) -> None:
    with chat_server(problem(status, f"bad request with\nkey {KEY}")) as server:
        with pytest.raises(ModelError) as raised:
            generator(server, provider).generate([GOAL], 1)
        assert len(server.seen) == tries
    told = str(raised.value)
    assert f"{provider}:prover-7b" in told
    assert next_step in told
    assert "\n" not in told
    assert KEY not in told + repr(raised.value) + str(raised.value.__cause__)
    assert KEY not in repr(ProviderSettings(KEY))


@pytest.mark.parametrize(("provider", "_base", "answer"), PROVIDERS)
def test_the_key_is_in_no_log(
    provider: str, _base: str, answer: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with chat_server(problem(429, "slow down"), answer(fenced("simp"))) as server:
        assert generator(server, provider).generate([GOAL], 1)
    assert "retry" in caplog.text.lower()
    assert KEY not in caplog.text


@pytest.mark.parametrize(
    ("provider", "reply", "said"),
    [
        ("openai", completion("x", message={"role": "assistant", "content": fenced("simp"),
                                            "refusal": "I will not"}), "refused: I will not"),
        ("openai", completion(fenced("simp"), finish_reason="content_filter"), "content filter"),
        ("openai", completion(fenced("simp"), finish_reason="length"), "cut off"),
        ("openai", Reply({"object": "list", "data": []}), "no choices"),
        ("openai", Reply("<html>not the server you look for</html>"), "no choices"),
        ("anthropic", message(fenced("simp"), "refusal"), "refused"),
        ("anthropic", message(fenced("simp"), "max_tokens"), "cut off"),
        ("anthropic", Reply("<html>not the server you look for</html>"), "no content"),
        ("google", generated(fenced("simp"), "SAFETY"), "refused: SAFETY"),
        ("google", generated(fenced("simp"), "MAX_TOKENS"), "cut off"),
        ("google", Reply({"promptFeedback": {"blockReason": "OTHER"}}), "refused: OTHER"),
        ("google", Reply({"object": "list"}), "no candidates"),
        ("google", Reply("<html>not the server you look for</html>"), "no candidates"),
    ],
)  # fmt: skip
def test_a_refusal_a_cut_answer_and_another_protocol_are_no_tactics(
    provider: str, reply: Reply, said: str
) -> None:
    with chat_server(reply) as server, pytest.raises(ModelError, match=said):
        generator(server, provider).generate([GOAL], 2)


HALF = json.dumps("```lean\nsimp \ud800\n```")
FORMS = {
    "cut": '{"choices": [{"mess',
    "blank": "",
    "a number": "7",
    "nested": "[" * 100_000,
    "of other types": '{"choices": "x", "content": "x", "candidates": 5}',
    "nothing inside": '{"choices": [{"message": null}], "content": [null], "candidates": 5}',
    "lists for texts": '{"choices": [{"message": {"content": [{"text": "x"}]}}],'
    '"content": [{"type": "text", "text": 5}], "candidates": [{"content": {"parts": 5}}]}',
    "no Unicode": f'{{"choices": [{{"message": {{"content": {HALF}}}, "finish_reason": "stop"}}],'
    f'"content": [{{"type": "text", "text": {HALF}}}], "stop_reason": "end_turn",'
    f'"candidates": [{{"content": {{"parts": [{{"text": {HALF}}}]}}, "finishReason": "STOP"}}]}}',
}


@pytest.mark.parametrize(("provider", "_base", "_answer"), PROVIDERS)
def test_an_answer_of_another_form_is_an_error(provider: str, _base: str, _answer: Any) -> None:
    kind = (("Content-Type", "application/json"),)
    replies = [Reply(text, headers=kind) for text in FORMS.values()]
    packed = (*kind, ("Content-Encoding", "gzip"))
    with chat_server(*replies, Reply("no gzip", headers=packed)) as server:
        asking = generator(server, provider, retries=0)
        for what in (*FORMS, "not packed"):
            with pytest.raises(ModelError, match=f"{provider}:prover-7b: ") as raised:
                asking.generate([GOAL], 1)
            assert "\n" not in str(raised.value), what


def test_prose_is_no_tactic() -> None:
    with chat_server(completion("I cannot help with proofs.")) as server:
        assert generator(server).generate([GOAL], 2) == [[]]


def test_one_failed_request_fails_the_call_and_what_was_spent_is_counted() -> None:
    with chat_server(completion(fenced("simp")), problem(400, "no")) as server:
        client = chat_client("openai", "m", ProviderSettings(KEY, server.url + "/v1"))
        one_by_one = ChatGenerator(client, parallel=1)
        with tallied() as tally, pytest.raises(ModelError, match="log_probs = false"):
            one_by_one.generate([GOAL, "⊢ p", "⊢ q"], 1)
        assert len(server.seen) in (2, 3)
        assert tally.tokens == 25


@pytest.mark.parametrize(("provider", "_base", "_answer"), PROVIDERS)
def test_a_server_that_does_not_answer_or_is_not_there(
    provider: str, _base: str, _answer: Any
) -> None:
    with chat_server(Reply(hang=True)) as server:
        with pytest.raises(ModelError, match=r"no answer from .* in 0.2 s; raise timeout_s"):
            generator(server, provider, timeout_s=0.2, retries=0).generate([GOAL], 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and not listening
        nobody = ChatServer(f"http://127.0.0.1:{taken.getsockname()[1]}", [])
        with pytest.raises(ModelError, match="cannot be reached"):
            generator(nobody, provider, retries=0).generate([GOAL], 1)


def test_a_server_that_tells_no_usage_is_estimated() -> None:
    told = completion(fenced("simp")).body
    assert callable(told)
    with chat_server(Reply(lambda asked: {**told(asked), "usage": None})) as server:
        with tallied() as tally:
            generator(server).generate([GOAL], 1)
        sent = sum(len(turn["content"].encode()) for turn in server.seen[0][2]["messages"])
    assert sent / 4 < tally.tokens < sent / 4 + 20


def test_requests_keep_their_pace() -> None:
    now, slept = [0.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    pace = Pace(120.0, clock=lambda: now[0], sleep=sleep)
    for _ in range(3):
        pace.wait()
    assert slept == [0.5, 0.5]
    now[0] += 10
    pace.wait()
    assert len(slept) == 2
    Pace(None, sleep=sleep).wait()
    assert len(slept) == 2


def test_settings_come_from_the_environment_and_the_project(tmp_path: Any) -> None:
    toml = tmp_path / "sensei.toml"
    toml.write_text('[openai]\nbase_url = "http://a/v1"\nmodel = "m"\nretries = 0\ntimeout_s = 3\n')
    settings = load_provider("openai", tmp_path, {"OPENAI_API_KEY": KEY})
    assert settings == ProviderSettings(KEY, "http://a/v1", "m", timeout_s=3, retries=0)
    elsewhere = {"OPENAI_BASE_URL": "http://b/v1"}
    assert load_provider("openai", tmp_path, elsewhere).base_url == "http://b/v1"
    assert load_provider("anthropic", tmp_path, {}) == ProviderSettings()
    for text, said in [
        ('api_key = "sk"', "environment only"),
        ("colour = 1", "unknown entry 'colour'"),
        ("retries = -1", "out of range"),
        ("timeout_s = 0", "out of range"),
        ('log_probs = "no"', "out of range"),
        ("parallel = true", "out of range"),
        ('base_url = "http://me:pw@host/v1"', "password"),
    ]:
        toml.write_text(f"[openai]\n{text}\n")
        with pytest.raises(UsageError, match=said):
            load_provider("openai", tmp_path, {})
    toml.write_text("openai = 3\n")
    with pytest.raises(UsageError, match="no table"):
        load_provider("openai", tmp_path, {})


def test_google_is_known_by_both_names_of_its_key() -> None:
    both = {"GOOGLE_API_KEY": "one", "GEMINI_API_KEY": "two"}
    assert load_provider("google", None, both).key == "one"
    assert load_provider("google", None, {"GEMINI_API_KEY": "two"}).key == "two"


def test_a_provider_without_a_model_or_a_key_is_refused() -> None:
    with pytest.raises(UsageError, match=r"write openai:MODEL"):
        chat_client("openai", "", ProviderSettings(KEY))
    with pytest.raises(UsageError, match="set ANTHROPIC_API_KEY in the environment"):
        chat_client("anthropic", "m", ProviderSettings())
    local = ProviderSettings(base_url="http://127.0.0.1:1/v1", model="m")
    assert chat_client("openai", "", local).name == "openai:m"
