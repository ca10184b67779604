"""Tactics and whole proofs from a chat model: core.protocols.Generator and ProofWriter."""

from __future__ import annotations

import copy
import hashlib
import math
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from sensei.core.errors import ModelError, UsageError
from sensei.core.tokens import spend_tokens
from sensei.core.types import ProofTask, TacticCandidate
from sensei.models.chat.answers import proof_of, tactic_of
from sensei.models.chat.client import Answer, ChatClient, Reply, Turn
from sensei.models.chat.prompts import proof_conversation, tactic_conversation

DEFAULT_TEMPERATURE: Final = 1.0
_Conversation = Sequence[Turn]


class ChatGenerator:
    """Samples from a model behind a chat interface.

    The log-probability of a candidate is that of the whole answer, where the provider tells it;
    else the logarithm of the share of the answers that gave it. Answers that were cut off at their
    longest length are left out. A failed request fails the whole call.

    Args:
        temperature: 0 asks for one answer, since all would be the same.
        seed: sent along; whether it does anything is the provider's business.
        parallel: most requests at a time.
    """

    #: Several threads may call it at once: their requests do not wait for one another.
    concurrent = True

    def __init__(
        self,
        client: ChatClient,
        *,
        temperature: float = DEFAULT_TEMPERATURE,
        seed: int = 0,
        parallel: int = 8,
    ) -> None:
        if temperature < 0 or parallel < 1:
            raise UsageError(f"temperature {temperature} or parallel {parallel} is out of range")
        self.client = client
        self._temperature = temperature
        self._seed = seed
        self._parallel = parallel

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.Generator."""
        return self._ask([tactic_conversation(state) for state in states], count, tactic_of)

    def write(self, tasks: Sequence[ProofTask], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.ProofWriter."""
        return self._ask([proof_conversation(task) for task in tasks], count, proof_of)

    def with_seed(self, seed: int) -> ChatGenerator:
        """The same model with another seed."""
        other = copy.copy(self)
        other._seed = seed
        return other

    def _ask(
        self,
        conversations: Sequence[_Conversation],
        count: int,
        read: Callable[[str], str | None],
    ) -> list[list[TacticCandidate]]:
        wanted = count if self._temperature > 0 else 1
        at_once = self.client.answers_per_request or wanted
        requests = [
            (place, min(at_once, wanted - before), before)
            for place in range(len(conversations))
            for before in range(0, wanted, at_once)
        ]
        replies: list[list[Answer]] = [[] for _ in conversations]
        with ThreadPoolExecutor(min(self._parallel, max(1, len(requests)))) as threads:
            futures = [
                threads.submit(self._request, conversations[place], answers, before)
                for place, answers, before in requests
            ]
            error: ModelError | None = None
            for (place, _, _), future in zip(requests, futures, strict=True):
                if future.cancelled():
                    continue
                try:
                    reply = future.result()
                except ModelError as raised:
                    error = error or raised
                    for other in futures:
                        other.cancel()
                    continue
                spend_tokens(reply.tokens)
                replies[place] += reply.answers
        if error is not None:
            raise error
        return [self._candidates(answers, read) for answers in replies]

    def _request(self, conversation: _Conversation, answers: int, before: int) -> Reply:
        text = "\0".join(turn.text for turn in conversation)
        digest = hashlib.sha256(f"{self._seed}\0{before}\0{text}".encode()).digest()
        # Providers take seeds of 31 bits.
        seed = int.from_bytes(digest[:4], "big") >> 1
        return self.client.complete(conversation, answers, self._temperature, seed)

    def _candidates(
        self, answers: Sequence[Answer], read: Callable[[str], str | None]
    ) -> list[TacticCandidate]:
        """The texts, each once, best first; ties go to the one that came first."""
        if answers and not any(answer.complete for answer in answers):
            raise ModelError(
                f"{self.client.name}: every answer was cut off at its longest length",
                "raise max_tokens of the provider in sensei.toml",
            )
        times: Counter[str] = Counter()
        best: dict[str, float] = {}
        scored = all(answer.log_prob is not None for answer in answers)
        for answer in answers:
            text = read(answer.text) if answer.complete else None
            if text is None:
                continue
            times[text] += 1
            if scored and answer.log_prob is not None:
                best[text] = max(min(answer.log_prob, 0.0), best.get(text, -math.inf))
        if not scored:
            best = {text: math.log(number / len(answers)) for text, number in times.items()}
        candidates = [TacticCandidate(text, log_prob) for text, log_prob in best.items()]
        return sorted(candidates, key=lambda candidate: -candidate.log_prob)
