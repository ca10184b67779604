"""The widgets in a real browser: the package's modules, with what Lean answers.

`search.json` is what test_search_proof.py gets from Lean, word for word, and `panel.json` what
test_suggest_panel.py does.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = Path(__file__).parents[3]
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium: apt-get install chromium")


class Text(HTMLParser):
    """The visible text of the view, by class, and the calls that it made."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.by_class: dict[str, list[str]] = {}
        self.calls = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("meta", "link", "br"):
            return
        names = dict(attrs).get("class") or dict(attrs).get("id") or ""
        self.stack.append(names)
        for name in names.split():
            self.by_class.setdefault(name, []).append("")

    def handle_endtag(self, tag: str) -> None:
        self.stack.pop()

    def handle_data(self, data: str) -> None:
        for names in self.stack:
            for name in names.split():
                self.by_class[name][-1] += data


class Quiet(SimpleHTTPRequestHandler):
    """Serves the page's files and says nothing."""

    def log_message(self, *said: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    for path in [*(HERE / "page").iterdir(), *HERE.glob("*.json")]:
        shutil.copy(path, folder)
    # The module as Lean compiles it in, not the file that it was made of.
    lean = (ROOT / "lean" / "Sensei" / "Widget" / "Javascript.lean").read_text("utf-8")
    found = re.findall(r'def (\w+) : String := r##"(.*?)"##', lean, re.DOTALL)
    assert {name for name, _ in found} == {"search", "suggest"}
    for name, code in found:
        (folder / f"{name}.js").write_text(code, "utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


Show = Callable[..., Text]


@pytest.fixture
def show(address: str, tmp_path: Path) -> Show:
    """Opens the page until nothing more happens, in virtual time."""

    def open_page(query: str, picture: Path | None = None) -> Text:
        assert BROWSER
        done = subprocess.run(
            [
                *(BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--lang=en"),
                *("--disable-dev-shm-usage", f"--user-data-dir={tmp_path / 'profile'}"),
                *("--virtual-time-budget=20000", "--window-size=700,420"),
                f"--screenshot={picture}" if picture else "--dump-dom",
                f"{address}/index.html?{query}",
            ],
            capture_output=True,
            encoding="utf-8",
            timeout=240,
            check=True,
        )
        return Text(done.stdout)

    return open_page


def calls(page: Text) -> list[Any]:
    return [json.loads(line) for line in page.by_class["calls"][0].splitlines()]


def test_while_it_searches(show: Show) -> None:
    page = show("name=search&until=1")
    assert page.by_class["sensei-status"] == ["searching: 1 states, 3 goalsCancel"]
    assert page.by_class["sensei-node"] == [
        "· ⊢ p ∧ q",
        "○ constructor ⟶ ⊢ p",
        "○ constructor ⟶ ⊢ q",
    ]
    assert "sensei-found" not in page.by_class
    number = calls(page)[0][1]["id"]
    assert calls(page) == [
        ["Sensei.searchProgress", {"id": number, "after": 0}],
        ["Sensei.searchProgress", {"id": number, "after": 3}],
    ]


def test_the_button_cancels(show: Show) -> None:
    page = show("name=search&until=1&click=sensei-cancel")
    assert ["Sensei.cancelSearch", {"id": calls(page)[0][1]["id"]}] in calls(page)


def test_a_proof_is_applied(show: Show) -> None:
    page = show("name=search&click=sensei-apply")
    assert page.by_class["sensei-status"] == ["claimed: 7 states, 40 tactics, 1.5 s"]
    assert page.by_class["sensei-found"] == ["Applyexact ⟨hp, hq⟩"]
    assert "sensei-cancel" not in page.by_class
    props = json.loads((HERE / "search.json").read_text("utf-8"))["props"]
    (edit,) = [what for kind, what in calls(page) if kind == "applyEdit"]
    assert edit == {
        "changes": {props["pos"]["uri"]: [{"range": props["range"], "newText": "exact ⟨hp, hq⟩"}]}
    }


def test_a_larger_tree(show: Show) -> None:
    """Goals proved, tried and met again; an outcome without a proof."""
    page = show("name=larger")
    nodes = page.by_class["sensei-node"]
    assert nodes[0] == "· ⊢ 0 + n = n ∧ n = n"
    assert "✓ constructor ⟶ ⊢ n = n" in nodes
    assert any(node.endswith("(above)") for node in nodes)
    assert page.by_class["sensei-closed"][0].startswith("✓ rfl")
    assert page.by_class["sensei-status"] == ["failed: the budget was spent"]


def test_lean_is_gone(show: Show) -> None:
    page = show("name=gone")
    assert page.by_class["sensei-status"] == ["no search 7"]


def test_the_panel(show: Show) -> None:
    page = show("name=panel&view=suggest&click=sensei-ask")
    first, second = page.by_class["sensei-suggestion"]
    assert first == "Applyexact hp no goals left"
    assert second.startswith("Applyrefine id ?_p q : Prop")
    asked, applied = calls(page)
    assert asked == ["Sensei.suggestAt", {"line": 5, "character": 4}]
    place = {"line": 5, "character": 4}
    edit = {"range": {"start": place, "end": place}, "newText": "exact hp\n    "}
    assert applied == ["applyEdit", {"changes": {"file:///project/T.lean": [edit]}}]


def test_a_picture(show: Show, tmp_path: Path) -> None:
    picture = tmp_path / "search.png"
    show("name=larger&until=1", picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
