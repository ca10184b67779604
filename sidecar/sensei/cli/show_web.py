"""``sensei show --web``: opens the dashboard in a browser, signed in.

The token goes by a file that only the user can read, and from there in the part of the address that
browsers do not send: what programs are started with, everybody on the machine can see.
"""

from __future__ import annotations

import html
import http.client
import json
import os
import subprocess
import sys
import webbrowser
from contextlib import closing
from pathlib import Path
from typing import Any

from sensei.core.errors import SenseiError, UsageError

_ANSWER_S = 5.0
_NO_HTTP = "sensei serve --stop && sensei serve --http --background"


def show_web(root: Path) -> int:
    """Opens the dashboard of a project's server, which is started if there is none.

    Raises:
        UsageError: the server that runs has no HTTP side.
        SenseiError: no server could be started.
    """
    from sensei.server.sidecar_file import known_server, sidecar_file

    started = known_server(root) is None
    if started:
        _start(root)
    known: dict[str, Any] = json.loads(sidecar_file(root).read_text("utf-8"))
    if known["http_port"] is None:
        raise UsageError(f"the server of {root} does not answer browsers", _NO_HTTP)
    host, port = str(known["host"]), int(known["http_port"])
    scheme = "http" if _answers_plainly(host, port) else "https"
    address = f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"
    page = _signing_in(root, f"{address}#token={known['token']}")
    opened = webbrowser.open(page.as_uri())
    print(f"the dashboard: {address}")
    if not opened:
        print(f"no browser could be opened; {page} signs one in on this machine")
    if started:
        print("its server goes on: sensei serve --stop ends it")
    return 0


def _start(root: Path) -> None:
    command = [sys.executable, "-m", "sensei", "serve", "--http", "0", "--background", "--json"]
    done = subprocess.run(
        [*command, "--project", str(root)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        why = said[-1].removeprefix("sensei: ") if said else f"exit code {done.returncode}"
        error = SenseiError(why, "sensei serve --http")
        error.exit_code = done.returncode if done.returncode in (2, 3) else error.exit_code
        raise error


def _answers_plainly(host: str, port: int) -> bool:
    with closing(http.client.HTTPConnection(host, port, timeout=_ANSWER_S)) as connection:
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False


def _signing_in(root: Path, address: str) -> Path:
    """A page, 0600, that sends the browser on to an address."""
    page = root / ".lake" / "sensei" / "dashboard.html"
    page.unlink(missing_ok=True)
    handle = os.open(page, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        to = html.escape(address, quote=True)
        file.write(
            '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Sensei</title>'
            '<meta name="referrer" content="no-referrer">'
            f'<meta http-equiv="refresh" content="0;url={to}"></html>\n'
        )
    return page
