"""Errors as RFC 9457 problem documents.

Each has ``type`` (``about:blank``: the status says the kind), ``title``, ``status`` and ``detail``,
and ``error`` as OpenAI's clients read it (an extension member, RFC 9457 section 3.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import grpc
from starlette.responses import JSONResponse

from sensei.core.errors import SenseiError
from sensei.server.service import status_of

MEDIA_TYPE = "application/problem+json"

_STATUS = {
    grpc.StatusCode.INVALID_ARGUMENT: HTTPStatus.BAD_REQUEST,
    grpc.StatusCode.NOT_FOUND: HTTPStatus.NOT_FOUND,
    grpc.StatusCode.RESOURCE_EXHAUSTED: HTTPStatus.TOO_MANY_REQUESTS,
    grpc.StatusCode.FAILED_PRECONDITION: HTTPStatus.CONFLICT,
    grpc.StatusCode.UNIMPLEMENTED: HTTPStatus.NOT_IMPLEMENTED,
    grpc.StatusCode.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED: HTTPStatus.GATEWAY_TIMEOUT,
}


class Problem(Exception):
    """Ends a request with a problem document.

    Args:
        status: of the answer.
        detail: one line: what failed, on which input, what to do next.
        headers: of the answer, besides.
    """

    def __init__(
        self, status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None
    ) -> None:
        self.status, self.detail, self.headers = status, detail, dict(headers or {})
        super().__init__(detail)

    @classmethod
    def of_grpc(cls, code: grpc.StatusCode, detail: str) -> Problem:
        """What a service ended a call with."""
        return cls(_STATUS.get(code, HTTPStatus.INTERNAL_SERVER_ERROR), detail)

    @classmethod
    def of_error(cls, error: SenseiError) -> Problem:
        """An error of ours."""
        return cls.of_grpc(status_of(error), str(error))

    def document(self) -> dict[str, Any]:
        """The body of the answer."""
        return {
            "type": "about:blank",
            "title": self.status.phrase,
            "status": int(self.status),
            "detail": self.detail,
            "error": {
                "message": self.detail,
                "type": self.status.phrase.lower().replace(" ", "_"),
                "code": int(self.status),
            },
        }

    def response(self) -> JSONResponse:
        """The answer."""
        return JSONResponse(
            self.document(), int(self.status), headers=self.headers, media_type=MEDIA_TYPE
        )
