"""A real Chromium without a window, driven over its own protocol (DevTools, through two pipes).

Waits are for what the page does: a condition is looked at again whenever the document changes.
"""

from __future__ import annotations

import base64
import fcntl
import itertools
import json
import os
import select
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
# No test waits this long; one that would never end does.
_LONGEST_S = 120.0

# Resolves when the condition holds; `what` is a function of nothing, in JavaScript.
_UNTIL = """new Promise((done, failed) => {
  const what = () => (%s)
  let told = false
  const look = () => {
    let found = false
    try { found = what() } catch (error) { found = false }
    if (!found || told) return
    told = true
    seen.disconnect()
    clearInterval(again)
    // What the page does after it has drawn (focus, effects) is done by the frame after the next.
    const settled = () => setTimeout(() => done(true), 0)
    requestAnimationFrame(() => requestAnimationFrame(settled))
    setTimeout(settled, 250) // a page that nobody sees draws no frames
  }
  const seen = new MutationObserver(look)
  seen.observe(document, {subtree: true, childList: true, attributes: true, characterData: true})
  // For what is no change of the document: a size, a style, the focus.
  const again = setInterval(look, 100)
  look()
})"""


class PageError(AssertionError):
    """The page threw."""


class Chromium:
    """One browser. Pages of it share nothing: each has storage of its own."""

    def __init__(self, pid: int, reader: int, writer: int) -> None:
        self._pid, self._reader, self._writer = pid, reader, writer
        self._numbers = itertools.count(1)
        self._rest = bytearray()
        self.pages: dict[str, Page] = {}

    def open(self, url: str, *, width: int = 1280, height: int = 900) -> Page:
        """A page with storage of its own, once it is loaded."""
        context = self.call("Target.createBrowserContext", {})["browserContextId"]
        target = self.call(
            "Target.createTarget", {"url": "about:blank", "browserContextId": context}
        )["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        page = Page(self, session["sessionId"], context)
        self.pages[page.session] = page
        for domain in ("Page", "Runtime", "Log"):
            page.call(f"{domain}.enable")
        page.resize(width, height)
        page.go(url)
        return page

    def call(self, method: str, params: dict[str, Any], session: str | None = None) -> Any:
        """The result of a command."""
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        left = json.dumps(message).encode() + b"\0"
        while left:
            left = left[os.write(self._writer, left) :]
        ends_at = time.monotonic() + _LONGEST_S
        while True:
            answer = self._next(ends_at, method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            page = self.pages.get(answer.get("sessionId", ""))
            if page is not None and "method" in answer:
                page.noted(answer["method"], answer["params"])

    def _next(self, ends_at: float, method: str) -> Any:
        while (end := self._rest.find(b"\0")) < 0:
            left_s = ends_at - time.monotonic()
            if left_s <= 0 or not select.select([self._reader], [], [], left_s)[0]:
                raise PageError(f"{method}: no answer in {_LONGEST_S:g} s")
            chunk = os.read(self._reader, 1 << 16)
            if not chunk:
                raise PageError(f"{method}: the browser ended")
            self._rest += chunk
        message = bytes(self._rest[:end])
        del self._rest[: end + 1]
        return json.loads(message)


class Page:
    """A tab. ``faults`` are what it complained of: exceptions, refused scripts, failed loads."""

    def __init__(self, browser: Chromium, session: str, context: str) -> None:
        self.browser, self.session, self._context = browser, session, context
        self.faults: list[str] = []

    def call(self, method: str, **params: Any) -> Any:
        """The result of a command to this page."""
        return self.browser.call(method, params, self.session)

    def noted(self, method: str, params: dict[str, Any]) -> None:
        """An event of the browser."""
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.faults.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.faults.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
            self.faults.append(json.dumps(params["args"]))

    def go(self, url: str) -> None:
        """Opens an address as typed; returns when its document is there."""
        self.call("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def js(self, expression: str) -> Any:
        """The value of an expression; of a promise, what it resolves to."""
        answer = self.call(
            "Runtime.evaluate",
            expression=expression,
            awaitPromise=True,
            returnByValue=True,
            userGesture=True,
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise PageError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def until(self, condition: str) -> None:
        """Waits until an expression is true."""
        try:
            self.js(_UNTIL % condition)
        except PageError as error:
            if "navigated" in str(error) or "context" in str(error).lower():
                self.until(condition)
                return
            raise PageError(f"{error}; waiting for {condition}; the page: {self.text()}") from None

    def until_text(self, text: str) -> None:
        """Waits until the page shows a text."""
        self.until(f"document.body.innerText.includes({json.dumps(text)})")

    def text(self, selector: str = "body") -> str:
        """The text that one element shows."""
        return str(self.js(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    def texts(self, selector: str) -> list[str]:
        """The text of all elements."""
        found = self.js(
            f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.innerText)"
        )
        return list(found)

    def click(self, selector: str, text: str = "") -> None:
        """Clicks the first element that has a text, once there is one."""
        found = (
            f"[...document.querySelectorAll({json.dumps(selector)})]"
            f".find((e) => e.innerText.includes({json.dumps(text)}))"
        )
        self.until(found)
        self.js(f"{found}.click()")

    def fill(self, selector: str, value: str) -> None:
        """Puts a text in a field, as typing does, or picks an option."""
        self.until(f"document.querySelector({json.dumps(selector)})")
        self.js(
            f"""(() => {{
              const field = document.querySelector({json.dumps(selector)})
              field.focus()
              field.value = {json.dumps(value)}
              field.dispatchEvent(new Event('input', {{bubbles: true}}))
              field.dispatchEvent(new Event('change', {{bubbles: true}}))
            }})()"""
        )

    def key(self, key: str, code: int = 0, text: str = "") -> None:
        """Presses a key where the focus is."""
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=code,
                **more,
            )

    def resize(self, width: int, height: int) -> None:
        """The size of the screen."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def picture(self, path: Path) -> None:
        """A picture of the whole page."""
        taken = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(taken["data"]))

    def close(self) -> None:
        """Closes the page and forgets its storage."""
        self.browser.call("Target.disposeBrowserContext", {"browserContextId": self._context})
        del self.browser.pages[self.session]


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A browser, ended with all that it started."""
    assert PROGRAM
    with tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True) as folder:
        to_browser, from_browser = os.pipe(), os.pipe()
        # Above the numbers that the browser wants them as.
        theirs = [
            fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in (to_browser[0], from_browser[1])
        ]
        os.close(to_browser[0])
        os.close(from_browser[1])
        pid = os.posix_spawn(
            PROGRAM,
            [
                *(PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--lang=en"),
                *("--disable-dev-shm-usage", "--no-first-run", "--disable-extensions"),
                *("--disable-background-networking", "--disable-component-update"),
                *("--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"),
            ],
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_DUP2, theirs[0], 3),
                (os.POSIX_SPAWN_DUP2, theirs[1], 4),
            ],
            setsid=True,
        )
        for fd in theirs:
            os.close(fd)
        try:
            yield Chromium(pid, from_browser[0], to_browser[1])
        finally:
            os.close(to_browser[1])
            os.close(from_browser[0])
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
