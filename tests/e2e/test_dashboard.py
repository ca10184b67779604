"""The dashboard's pages in a real browser, from a real server over a traced project."""

from __future__ import annotations

import importlib.resources
import json
import os
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from command import sensei
from fakes.chromium import Chromium, Page
from fakes.searches import CHECKPOINT
from fakes.served import TOKEN, Running, served
from fakes.traces import ModuleBuilder, Tac
from sensei.core.types import Budget, SearchResult, SearchStatus, Spent, TheoremRef
from sensei.store import Store, open_store
from sensei.wire.traced import TracedModule, from_message

ROOT = Path(__file__).parents[2]
#: Set, tests put pictures of the pages into docs/images.
PICTURES = "SENSEI_PICTURES"
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'&amp;"

Open = Callable[..., Page]


@pytest.fixture
def page(browser: Chromium, dashboard: Running) -> Iterator[Open]:
    """Opens pages, signed in; none of them may have complained of anything."""
    opened: list[Page] = []

    def show(hash: str = "", server: Running = dashboard, **size: int) -> Page:
        made = browser.open(f"{server.url}#token={TOKEN}", **size)
        opened.append(made)
        if hash:
            go(made, hash)
        return made

    yield show
    faults = [fault for made in opened for fault in made.faults]
    for made in opened:
        made.close()
    assert faults == []


def go(page: Page, hash: str) -> None:
    """Follows a link within the dashboard; returns when the page is there."""
    page.js(
        f"document.querySelector('main')?.setAttribute('data-old', ''); location.hash = {hash!r}"
    )
    page.until(
        "!document.querySelector('main .waiting')"
        " && document.querySelector('main h1, main .failure')"
    )


def picture(page: Page, name: str) -> None:
    if os.environ.get(PICTURES):
        page.picture(ROOT / "docs" / "images" / f"dashboard-{name}.png")


def declaration(store: Store, name: str) -> int:
    return store.declaration_lines(store.snapshots()[-1].id, name=name)[0].id


def count(page: Page, card: str) -> int:
    return int(page.js(f"parseInt(document.querySelector('#count-{card}')?.firstChild.data)"))


def test_only_who_has_the_token_sees_anything(browser: Chromium, dashboard: Running) -> None:
    page = browser.open(dashboard.url)
    page.until_text("Token")
    page.fill("[name=token]", "a wrong one")
    page.click("button", "Sign in")
    page.until_text("the token is missing or wrong")
    page.fill("[name=token]", TOKEN)
    page.click("button", "Sign in")
    page.until_text("Traced")
    page.click("button", "Sign out")
    page.until("document.querySelector('[name=token]')")
    assert page.js("sessionStorage.length + location.href.includes('oken')") == 0
    assert all("401" in fault for fault in page.faults), page.faults
    page.close()


def test_the_overview_counts_and_tells_of_workers(page: Open, dashboard: Running) -> None:
    shown = page()
    shown.until_text("step servers started")
    assert TOKEN not in shown.js("location.href")
    tally = dashboard.store.tally()
    cards = ("traced", "proved", "tried", "claimed", "verified", "rejected", "failed")
    wanted = (4, 4, tally.tried, tally.claimed, tally.verified, 1, sum(tally.attempts.values()) - 4)
    assert [count(shown, card) for card in cards] == list(wanted)
    assert shown.text("#worker-health") == "5 step servers started, 3 died (timeout 2, memory 1)."
    assert "412 MiB" in shown.text()
    picture(shown, "overview")


def test_an_attempt_shows_as_it_is_kept(page: Open, dashboard: Running) -> None:
    shown = page("#/attempts")
    shown.until("document.querySelector('.live.on') && document.querySelector('tbody tr')")
    newest = dashboard.store.add_attempt(
        TheoremRef("E2E.le_sum", "E2E", "E2E.lean"),
        snapshot_id=dashboard.store.snapshots()[-1].id,
        generator="live",
        checkpoint=None,
        seed=0,
        budget=Budget(),
        result=SearchResult(SearchStatus.EXHAUSTED, (), Spent(1.5, 1, 2)),
        proof=None,
        events=[],
    )
    shown.until(f"document.querySelector('tbody a')?.innerText === '{newest}'")
    shown.until("[...document.querySelectorAll('option')].some((o) => o.value === 'live')")


def test_from_the_repository_to_a_step_of_a_proof(page: Open, dashboard: Running) -> None:
    shown = page("#/data")
    shown.click("main a", "E2E")
    shown.click("main td a", "E2E")
    shown.click("main td a", "E2E.le_sum")
    shown.until_text("Before")
    assert shown.texts(".badge")[0] == "theorem"
    assert "val of split default" in shown.texts(".badge")
    assert any("steps" in badge for badge in shown.texts(".badge"))
    assert shown.texts(".step") == ["intro xs", "simp"]
    assert shown.texts(".goal") == [
        "⊢ ∀ (xs : List Nat), (xs ++ []).length ≤ xs.length",
        "xs : List Nat\n⊢ (xs ++ []).length ≤ xs.length",
    ]
    assert shown.texts("mark") == ["intro xs"]
    shown.js("document.querySelector('.step.chosen').focus()")
    shown.key("ArrowDown", 40)
    shown.until("document.querySelector('mark')?.innerText === 'simp'")
    shown.until("document.activeElement.innerText === 'simp'")
    assert "No goals are left." in shown.text()
    picture(shown, "proof")
    assert shown.js("document.querySelectorAll('.tok-keyword').length") > 1


def test_premises_lead_to_their_definitions(page: Open, dashboard: Running) -> None:
    shown = page(f"#/data/declaration/{declaration(dashboard.store, 'sum_eq')}")
    shown.click("a.premise", "sum")
    shown.until("document.querySelector('h1')?.innerText === 'E2E.sum'")
    assert "0 + 1 + … + n" in shown.text(".doc")
    go(shown, "#/data/declaration/999999")
    shown.until_text("no declaration 999999")
    shown.faults = [fault for fault in shown.faults if "404" not in fault]


def test_search_by_name_and_by_text(page: Open, dashboard: Running) -> None:
    snapshot = dashboard.store.snapshots()[-1].id
    shown = page(f"#/data/snapshot/{snapshot}")
    shown.fill("[name=name]", "SUM")
    shown.click("button", "Search")
    shown.until_text("E2E.le_sum")
    assert "E2E.weaken" not in shown.text()
    go(shown, f"#/data/snapshot/{snapshot}?text=%E2%88%A7&kind=theorem")
    shown.until("document.querySelectorAll('tbody tr').length === 1")
    assert "E2E.two_ways" in shown.text()
    shown.fill("[name=text]", "no such text")
    shown.click("button", "Search")
    shown.until_text("Nothing has these.")


def test_attempts_are_filtered_and_compared(page: Open, dashboard: Running) -> None:
    shown = page("#/attempts")
    shown.until("document.querySelector('select[name=reason] option[value=verified]')")
    picture(shown, "attempts")
    shown.fill("[name=reason]", "does_not_compile")
    shown.until("document.querySelectorAll('tbody tr').length === 1")
    assert "E2E.weaken" in shown.text("tbody")
    assert "rejected: does not compile" in shown.text("tbody")
    assert "reason=does_not_compile" in shown.js("location.hash")
    go(shown, f"#/attempts?prover={CHECKPOINT}&status=claimed")
    shown.until("document.querySelectorAll('tbody tr').length === 2")
    go(shown, "#/attempts?theorem=two_ways")
    # Not those of before, which are as many.
    shown.until(
        "(() => { const rows = [...document.querySelectorAll('tbody tr')];"
        " return rows.length === 2 && rows.every((r) => r.innerText.includes('two_ways')) })()"
    )
    for at in (1, 2):
        shown.click(f"tbody tr:nth-child({at}) input")
        shown.until(f"document.querySelector('tbody tr:nth-child({at}) input').checked")
    shown.click("main a", "Compare")
    shown.until("document.querySelectorAll('table').length === 2")
    assert "exact ⟨hp, hq⟩" in shown.text()
    assert "constructor" in shown.texts("mark")
    picture(shown, "compare")
    shown.click("main a", "E2E.two_ways")
    shown.until_text("Premises")


def test_sql_makes_a_table_and_a_plot(page: Open) -> None:
    shown = page("#/query")
    shown.fill(
        "textarea", "SELECT length(name) AS long, count(*) AS n FROM declarations GROUP BY 1"
    )
    shown.js("document.querySelector('textarea').focus()")
    shown.call(
        "Input.dispatchKeyEvent", type="keyDown", key="Enter", windowsVirtualKeyCode=13, modifiers=2
    )
    shown.until("document.querySelector('.chart canvas') && document.querySelector('tbody tr')")
    assert shown.texts(".scroll th") == ["long", "n"]
    picture(shown, "query")
    shown.fill("textarea", "DELETE FROM attempts")
    shown.click("button", "Run")
    shown.until_text("only SELECT is allowed")
    shown.faults = [fault for fault in shown.faults if "400" not in fault]


def test_a_job_is_started_only_when_it_is_confirmed(page: Open, dashboard: Running) -> None:
    shown = page()
    shown.click("button", "Start a job…")
    shown.until("document.querySelector('dialog[open]')")
    assert "Keep as it is" in shown.js("document.activeElement.innerText")
    shown.click("dialog button", "Keep as it is")
    shown.until("!document.querySelector('dialog')")
    shown.click("button", "Start a job…")
    shown.fill("dialog input", "--help")
    assert "Nothing runs." in shown.text()
    shown.click("dialog button", "Start")
    shown.until("[...document.querySelectorAll('.badge')].some((b) => b.innerText === 'done')")
    assert "prove --help" in shown.text()


def test_a_job_is_cancelled_only_when_that_is_confirmed(
    page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A model that is asked and never answers: the job does not end by itself.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{silent.getsockname()[1]}/v1")
        shown = page()
        shown.click("button", "Start a job…")
        shown.fill("dialog input", "le_sum --generator openai:silent --seconds 3000")
        shown.click("dialog button", "Start")
        running = "[...document.querySelectorAll('.badge')].some((b) => b.innerText === 'running')"
        shown.until(running)
        shown.click("button", "Cancel…")
        shown.until("document.querySelector('dialog[open]')")
        shown.click("dialog button", "Keep as it is")
        shown.until("!document.querySelector('dialog')")
        assert shown.js(running)
        shown.click("button", "Cancel…")
        shown.click("dialog button", "Cancel it")
        shown.until(
            "[...document.querySelectorAll('.badge')].some((b) => b.innerText === 'cancelled')"
        )
        assert not shown.js(running)


PAGES = ("", "#/data", "#/data/snapshot/1", "#/data/module/1", "#/attempts", "#/attempts/1",
         "#/attempts/1/4", "#/query")  # fmt: skip


def all_pages(dashboard: Running) -> list[str]:
    return [*PAGES, f"#/data/declaration/{declaration(dashboard.store, 'sum_eq')}"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault(page: Open, dashboard: Running, theme: str) -> None:
    axe = importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
    shown = page()
    shown.until_text("Traced")
    shown.fill("[aria-label=Theme]", theme)
    shown.js(axe + "; 0")
    found = []
    for hash in all_pages(dashboard):
        go(shown, hash or "#/")
        result = shown.js("axe.run(document, {resultTypes: ['violations']})")
        found += [
            (hash, fault["id"], node["html"][:200], node["failureSummary"][:300])
            for fault in result["violations"]
            if fault["impact"] in ("serious", "critical")
            for node in fault["nodes"]
        ]
    assert found == []


def test_a_phone_needs_no_scrolling_to_the_side(page: Open, dashboard: Running) -> None:
    shown = page(width=360, height=740)
    for hash in all_pages(dashboard):
        go(shown, hash or "#/")
        wide = shown.js("document.documentElement.scrollWidth")
        assert wide <= 360, (hash, wide)
    go(shown, "#/")
    picture(shown, "phone")


def test_the_keyboard_is_enough(page: Open) -> None:
    shown = page()
    shown.until_text("Traced")
    shown.key("Tab", 9)
    assert shown.js("document.activeElement.innerText") == "Skip to content"
    for _ in range(3):
        shown.key("Tab", 9)
    assert shown.js("document.activeElement.innerText") == "Data"
    shown.key("Enter", 13, "\r")
    shown.until("document.querySelector('h1')?.innerText === 'Traced repositories'")
    assert shown.js("document.activeElement.id") == "main"
    assert shown.js("document.title") == "Data · Sensei"
    assert shown.texts("nav [aria-current=page]") == ["Data"]


def test_an_empty_store_says_what_to_do(page: Open, tmp_path: Path) -> None:
    with open_store(tmp_path / "empty.db") as store, served(store, tmp_path) as running:
        shown = page(server=running)
        shown.until_text("Nothing is traced yet: sensei trace")
        assert count(shown, "traced") == 0
        go(shown, "#/data")
        shown.until_text("Nothing is traced yet")
        go(shown, "#/attempts")
        shown.until_text("No attempt yet: sensei prove")
        go(shown, "#/no-such-page")


def test_no_text_runs_as_script(page: Open, tmp_path: Path) -> None:
    """Names, goals, tactics, messages and answers to SQL that would be markup if they were let."""
    with open_store(tmp_path / "hostile.db") as store, served(store, tmp_path) as running:
        name = f"Bad.«{HOSTILE}»"
        step = Tac("trivial", [f"h : {HOSTILE}\n⊢ {HOSTILE}"], [], premises=[HOSTILE])
        module = ModuleBuilder(f"Bad.«{HOSTILE}»").theorem(
            name, "True", [step], proof="by trivial", error=HOSTILE
        )
        snapshot = store.put_snapshot(
            identity="b" * 64, package=HOSTILE, content_hash="c" * 64, lean_version=HOSTILE,
            lean_commit="0", toolchain_kind="embedded",
        )  # fmt: skip
        store.put_module(snapshot, from_message(module.build().module, TracedModule))
        store.complete_snapshot(snapshot, [f"Bad.«{HOSTILE}»"], [])
        for _ in range(2):
            store.add_attempt(
                TheoremRef(name, HOSTILE, "Bad.lean"), snapshot_id=snapshot, generator=HOSTILE,
                checkpoint=None, seed=0, budget=Budget(), proof=HOSTILE, events=[],
                result=SearchResult(SearchStatus.CLAIMED, (HOSTILE,), Spent(1.0, 1, 1), HOSTILE),
            )  # fmt: skip
        sql = f"#/query?sql={json.dumps('SELECT generator FROM attempts')[1:-1]}"
        shown = page("#/data", running)
        pages = ("", "#/data", "#/data/snapshot/1", "#/data/snapshot/1?name=Bad",
                 "#/data/module/1", "#/data/declaration/1", "#/attempts", "#/attempts/1",
                 "#/attempts/1/2", sql)  # fmt: skip
        for hash in pages:
            go(shown, hash or "#/")
            if hash == sql:
                shown.click("button", "Run")
            shown.until_text(HOSTILE)
            inside = "document.querySelectorAll('#root img, #root script, #root [onerror]').length"
            assert shown.js(inside) == 0, hash


def test_show_web_opens_it_signed_in(browser: Chromium, project: Path, tmp_path: Path) -> None:
    """A server is started; the browser is told of a file of the user's own, and no token."""
    script, told = tmp_path / "browser", tmp_path / "told"
    script.write_text(f'#!/bin/sh\necho "$@" > {told}\n')
    script.chmod(0o700)
    # A server without Lean: looking needs none.
    place = {"BROWSER": str(script), "SENSEI_LEAN": str(tmp_path / "none")}
    try:
        said = sensei(project, "show", "--web", **place)
        assert "sensei serve --stop ends it" in said
        known = json.loads((project / ".lake" / "sensei" / "sidecar.json").read_text("utf-8"))
        assert f"http://127.0.0.1:{known['http_port']}/" in said
        opened = project / ".lake" / "sensei" / "dashboard.html"
        assert told.read_text().strip() == opened.as_uri()
        assert known["token"] not in said + told.read_text()
        assert stat.S_IMODE(opened.stat().st_mode) == 0o600
        page = browser.open(opened.as_uri())
        page.until("document.querySelector('#count-traced')?.firstChild.data === '4'")
        assert known["token"] not in page.js("location.href")
        assert page.faults == []
        page.close()
        again = sensei(project, "show", "--web", str(project), **place)
        assert "--stop" not in again
    finally:
        sensei(project, "serve", "--stop")
