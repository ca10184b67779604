"""Searches as they grew, proofs as scopes and runs, in a real browser, from a real server."""

from __future__ import annotations

import importlib.resources
import json
import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes.chromium import Chromium, Page
from fakes.grown import claimed_search, large_search
from fakes.served import TOKEN, Running, served
from fakes.traces import TACTIC, ModuleBuilder, Tac
from sensei.core.types import Budget, SearchResult, SearchStatus, Spent, TheoremRef
from sensei.search.events import Ended, Event, to_record
from sensei.store import Store, open_store
from sensei.store.records import EvaluationResult
from sensei.wire.traced import TracedModule, from_message

ROOT = Path(__file__).parents[2]
#: Set, tests put pictures of the pages into docs/images.
PICTURES = "SENSEI_PICTURES"
HOSTILE = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
THEOREM = TheoremRef("Bad.swap", "Bad", "Bad.lean")


def add_attempt(store: Store, snapshot: int, events: list[Event]) -> int:
    ended = events[-1]
    assert isinstance(ended, Ended)
    return store.add_attempt(
        THEOREM,
        snapshot_id=snapshot,
        generator="checkpoint",
        checkpoint="/c/second",
        seed=0,
        budget=Budget(),
        result=SearchResult(ended.status, (), ended.spent),
        proof="by simp" if ended.status is SearchStatus.CLAIMED else None,
        events=[to_record(event) for event in events],
    )


def traced(store: Store) -> int:
    both, one, other = "p q : Prop\nh : p ∧ q\n⊢ q ∧ p", "⊢ q", f"⊢ p ∨ {HOSTILE}"
    module = ModuleBuilder("Bad").theorem(
        "Bad.swap",
        "p ∧ q → q ∧ p",
        [
            Tac("intro h", ["p q : Prop\n⊢ p ∧ q → q ∧ p"], [both], TACTIC + "intro"),
            Tac("constructor", [both], [one, other], TACTIC + "constructor"),
            Tac("exact h.2", [one]),
            Tac("exact h.1", [other]),
        ],
        proof="by\n  intro h\n  constructor\n  exact h.2\n  exact h.1",
    )
    snapshot = store.put_snapshot(
        identity="b" * 64,
        package="Bad",
        content_hash="c" * 64,
        lean_version="4.35.0",
        lean_commit="0",
        toolchain_kind="embedded",
    )
    store.put_module(snapshot, from_message(module.build().module, TracedModule))
    store.complete_snapshot(snapshot, ["Bad"], [])
    return snapshot


def add_runs(store: Store, snapshot: int) -> None:
    for number, name in enumerate(("first", "second"), start=1):
        run = store.add_run(
            "grpo" if number == 2 else "sft",
            split_id=None,
            dataset_hash=f"{number}" * 64,
            seed=number,
            config={"lr": number / 10, "note": HOSTILE},
            code_version="1",
        )
        steps = list(range(1, 60))
        curve = {"step": steps, "loss": [3.0 / (step + number) for step in steps]}
        if number == 2:
            curve["reward"] = [1 - 1 / step for step in steps]
        store.finish_run(run, metrics={"loss_last": 0.05, "steps": 59, "curve": curve})
        store.add_checkpoint(
            name, run_id=run, kind="tactic_generator", path=f"/c/{name}",
            manifest={"parent": "first:abc"} if number == 2 else {},
        )  # fmt: skip
    loop = store.add_run(
        "loop", split_id=None, dataset_hash="", seed=0, config={"name": "kata"}, code_version="1"
    )
    for number in (1, 2):
        evaluation = store.open_evaluation(
            str(number) * 64,
            benchmark=f"kata round {number}",
            config={"loop": loop, "round": number, "what": "", "generator": "/c/first"},
            snapshot_id=snapshot,
        )
        for problem in range(4):
            done = problem < 2 * number
            outcome = "verified" if done else "exhausted"
            store.add_evaluation_result(
                evaluation.id,
                EvaluationResult(
                    *(f"p{problem}", 0, None, done, outcome, "", "by rfl" if done else None),
                    *(1.0, 0.5, 2, 3),
                ),
            )


class Views:
    """The addresses of what is shown."""

    def __init__(self, store: Store) -> None:
        snapshot = traced(store)
        self.small = f"#/replay/{add_attempt(store, snapshot, claimed_search(THEOREM, HOSTILE))}"
        self.large = f"#/replay/{add_attempt(store, snapshot, large_search(THEOREM, 5000))}"
        nothing = [Ended(SearchStatus.ENVIRONMENT_CRASHED, Spent())]
        empty = store.add_attempt(
            THEOREM, snapshot_id=snapshot, generator="fixed", checkpoint=None, seed=0,
            budget=Budget(), proof=None, events=[],
            result=SearchResult(nothing[0].status, (), nothing[0].spent),
        )  # fmt: skip
        self.empty = f"#/replay/{empty}"
        self.proof = f"#/proof/declaration/{store.declaration('Bad.swap', snapshot_id=snapshot).id}"
        self.found = self.small.replace("replay", "proof")
        self.runs, self.run, self.loop, self.compared = (
            "#/runs",
            "#/runs/2",
            "#/runs/3",
            "#/runs/1/2",
        )
        add_runs(store, snapshot)

    @property
    def all(self) -> list[str]:
        return [self.small, self.proof, self.found, self.runs, self.run, self.loop, self.compared]


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Views]]:
    folder = tmp_path_factory.mktemp("views")
    with open_store(folder / "sensei.db") as store:
        shown = Views(store)
        with served(store, folder) as running:
            yield running, shown


@pytest.fixture
def page(browser: Chromium, views: tuple[Running, Views]) -> Iterator[Page]:
    """A page that is signed in; it may not have complained of anything."""
    shown = browser.open(f"{views[0].url}#/replay")
    shown.js(f"sessionStorage.setItem('sensei-token', {TOKEN!r}); location.reload()")
    shown.until("document.querySelector('main .empty')")
    yield shown
    faults = shown.faults
    shown.close()
    assert faults == []


def go(page: Page, hash: str, there: str) -> None:
    """Follows a link within the dashboard; returns when an element is there."""
    page.js(f"location.hash = {hash!r}")
    page.until(f"!document.querySelector('main .waiting') && document.querySelector({there!r})")


def picture(page: Page, name: str) -> None:
    if os.environ.get(PICTURES):
        page.picture(ROOT / "docs" / "images" / f"dashboard-{name}.png")


def to_step(page: Page, step: int) -> None:
    """Puts the slider at a step (from 0)."""
    page.fill(".steps input", str(step))
    page.until(f"document.querySelector('.tree').dataset.step === '{step}'")
    assert page.text(".steps output").startswith(f"Step {step + 1:,} of ")


def things(page: Page) -> dict[str, str]:
    """What is drawn, by key: its status."""
    found: dict[str, str] = page.js(
        "Object.fromEntries([...document.querySelectorAll('.tree .item')].map((e) =>"
        " [e.dataset.key, [...e.classList].find((c) => c.startsWith('is-')).slice(3)]))"
    )
    return found


def chosen(page: Page) -> str:
    return str(page.js("document.querySelector('.tree .selected')?.dataset.key ?? ''"))


def downloads(page: Page) -> None:
    """Keeps what would be saved as files, as texts by name."""
    page.js(
        """(() => {
          window.saved = {}
          const blobs = new Map()
          URL.createObjectURL = (blob) => {
            const name = 'blob:' + blobs.size
            blobs.set(name, blob)
            return name
          }
          HTMLAnchorElement.prototype.click = function () {
            blobs.get(this.href).text().then((text) => { window.saved[this.download] = text })
          }
        })()"""
    )


def saved(page: Page, ending: str) -> str:
    name = f"Object.keys(window.saved).find((name) => name.endsWith({ending!r}))"
    page.until(name)
    return str(page.js(f"window.saved[{name}]"))


def test_the_slider_shows_the_tree_as_it_grew(page: Page, views: tuple[Running, Views]) -> None:
    go(page, views[1].small, ".tree .item")
    picture(page, "replay")
    end = things(page)
    proved = ("g0", "t0", "g1", "g2", "t4", "t6")
    assert end == dict.fromkeys(proved, "proved") | {"t2": "dead", "g3": "dead"}
    assert page.js("document.querySelectorAll('.tree .together').length") == 1
    on_proof = "[...document.querySelectorAll('.item.on-proof')].map((e) => e.dataset.key).sort()"
    assert page.js(on_proof) == ["g0", "g1", "g2", "t0", "t4", "t6"]
    to_step(page, 0)
    assert things(page) == {"g0": "open"}
    to_step(page, 3)
    assert things(page) == {"g0": "tried", "t0": "open", "g1": "open", "g2": "open"}
    page.click(".steps button[aria-label='One step on']")
    page.until("document.querySelector('.tree').dataset.step === '4'")
    # The shapes tell what the colours tell.
    to_step(page, 12)
    for status, shape in (("dead", "path"), ("proved", "rect"), ("open", "circle")):
        found = f"[...document.querySelectorAll('.is-{status} .shape')].map((e) => e.tagName)"
        assert set(page.js(found)) == {shape}, status


def test_it_plays_to_its_end(page: Page, views: tuple[Running, Views]) -> None:
    go(page, views[1].small, ".tree .item")
    to_step(page, 0)
    page.click(".steps button", "Play")
    page.until("document.querySelector('.steps output').innerText.includes(': ended')")
    page.until("document.querySelector('.steps button').innerText === 'Play'")
    assert len(things(page)) == 8


def test_what_is_clicked_is_told_in_full(page: Page, views: tuple[Running, Views]) -> None:
    go(page, views[1].small, ".tree .item")
    page.js(
        "document.querySelector('[data-key=g2] .box')"
        ".dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    page.until("document.querySelector('.chosen h2').innerText === 'Goal 2'")
    told = page.text(".chosen")
    assert HOSTILE in told
    assert "0.75" in told  # the critic's value
    assert "case right" in told
    page.js("document.querySelector('.chosen details').open = true")
    assert f"simp made no progress {HOSTILE}" in page.text(".chosen details")
    page.click(".chosen button.link", "constructor")
    page.until("document.querySelector('.chosen h2').innerText === 'Tactic'")
    assert "2 goals, all to be proved" in page.text(".chosen")
    assert chosen(page) == "t0"
    assert "model 2.50 s" in page.text("[aria-label='Time so far']")
    assert "Lean 3.50 s" in page.text("[aria-label='Time so far']")


def test_keys_go_along_the_tree_and_fold_it(page: Page, views: tuple[Running, Views]) -> None:
    go(page, views[1].small, ".tree .item")
    page.js("document.querySelector('.tree').focus()")
    for key, code, there in (
        ("ArrowRight", 39, "t0"), ("ArrowRight", 39, "g1"), ("ArrowDown", 40, "g2"),
        ("ArrowUp", 38, "g1"), ("ArrowLeft", 37, "t0"), ("Home", 36, "g0"),
    ):  # fmt: skip
        page.key(key, code)
        page.until(f"document.querySelector('.tree .selected')?.dataset.key === '{there}'")
    page.key("Enter", 13, "\r")
    page.until("document.querySelectorAll('.tree .item').length === 1")
    assert "+3" in page.js("document.querySelector('.tree .hidden-count').textContent")
    page.key("Enter", 13, "\r")
    page.until("document.querySelectorAll('.tree .item').length === 8")


def test_the_outline_tells_the_same_to_screen_readers(
    page: Page, views: tuple[Running, Views]
) -> None:
    go(page, views[1].small, ".tree .item")
    page.click("button", "Outline")
    page.until("document.querySelector('[role=tree]')")
    rows = page.texts("[role=treeitem]")
    assert len(rows) == 8
    assert "goal, proved:" in rows[0]
    assert "tactic, proved: constructor" in rows[1].replace("\n", " ")
    levels = page.js("[...document.querySelectorAll('[role=treeitem]')].map((e) => e.ariaLevel)")
    assert levels[:3] == ["1", "2", "3"]
    page.js("document.querySelector('[role=treeitem][tabindex=\"0\"]').focus()")
    page.key("ArrowRight", 39)
    page.until("document.activeElement.innerText.includes('constructor')")
    assert page.js("document.activeElement.ariaSelected") == "true"
    assert page.text(".chosen h2") == "Tactic"


def test_svg_and_json_are_saved_whole(page: Page, views: tuple[Running, Views]) -> None:
    go(page, views[1].small, ".tree .item")
    downloads(page)
    page.click("button", "Save SVG")
    svg = saved(page, ".svg")
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert any(HOSTILE in text for text in texts)
    assert not any(element.tag.endswith(("script", "img")) for element in root.iter())
    page.click("button", "Save JSON")
    told = json.loads(saved(page, ".json"))
    assert (told["format"], len(told["nodes"]), told["status"]) == (1, 4, "claimed")


def test_no_text_of_a_search_runs_as_script(page: Page, views: tuple[Running, Views]) -> None:
    inside = "document.querySelectorAll('main img, main script, main [onerror]').length"
    for hash in (views[1].small, views[1].proof, views[1].found, views[1].run, views[1].compared):
        go(page, hash, "main h1")
        page.until("document.querySelector('main h1')")
        assert page.js(inside) == 0, hash


def test_five_thousand_goals_are_answered_at_once(page: Page, views: tuple[Running, Views]) -> None:
    """On the work that a click makes; docs/benchmarks.md has the milliseconds."""
    go(page, views[1].large, ".tree .item")
    assert "5,000 goals" in page.text("main")
    # To begin with most is folded, and only what is in sight is in the document.
    assert 0 < len(things(page)) < 500
    page.click("button", "Unfold all")
    page.until("document.querySelector('.tree .sizer').offsetHeight > 20000")
    page.js("document.querySelector('.tree').scrollTo(1200, 10000)")
    page.until("document.querySelectorAll('.tree .item').length > 10")
    elements = page.js("document.querySelectorAll('main *').length")
    assert elements < 5000
    milliseconds = page.js(TIME_CLICKS)
    print(f"\n5,000 goals, unfolded: a click takes {milliseconds} ms")
    assert page.js("document.querySelectorAll('main *').length") < 6000
    page.click("button", "Whole tree")
    page.until("document.querySelector('.tree.from-afar canvas').width > 0")
    assert len(things(page)) == 0
    whole = page.js(INK)
    assert whole > 1000
    # Dots can be chosen, too.
    page.js(
        """(() => {
          const box = document.querySelector('.tree').getBoundingClientRect()
          document.querySelector('.tree canvas').dispatchEvent(new MouseEvent('click',
            {bubbles: true, clientX: box.left + 30, clientY: box.top + box.height / 2}))
        })()"""
    )
    page.until("document.querySelector('.chosen h2')")
    picture(page, "replay-large")
    to_step(page, 2)
    assert 0 < page.js(INK) < whole / 10


#: Milliseconds from a click to the next frame with what it changed, for some goals in sight.
TIME_CLICKS = """(async () => {
  const took = []
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  for (let at = 0; at < 8; at++) {
    const items = [...document.querySelectorAll('.tree .item:not(.selected)')]
    const key = items[at % items.length].dataset.key
    const from = performance.now()
    items[at % items.length].dispatchEvent(new MouseEvent('click', {bubbles: true}))
    while (document.querySelector('.tree .selected')?.dataset.key !== key) await frame()
    took.push(Math.round(10 * (performance.now() - from)) / 10)
  }
  return took
})()"""
#: Points of the canvas that are not empty.
INK = """(() => {
  const canvas = document.querySelector('.tree canvas')
  const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
  let ink = 0
  for (let at = 3; at < data.length; at += 4) ink += data[at] > 0
  return ink
})()"""


def test_a_search_that_recorded_nothing_says_so(page: Page, views: tuple[Running, Views]) -> None:
    go(page, views[1].empty, "main .empty")
    assert "nothing was recorded" in page.text("main")
    go(page, "#/replay", "main .empty")
    go(page, "#/replay/999999", "main .failure")
    assert "999999" in page.text("main .failure")
    page.faults = [fault for fault in page.faults if "404" not in fault]


def test_a_proof_is_scopes(page: Page, views: tuple[Running, Views]) -> None:
    go(page, views[1].proof, ".scope")
    picture(page, "proof-view")
    assert page.js("document.querySelectorAll('.scope .scope').length") == 2
    # Top down hypotheses, bottom up goals.
    outer = page.text(".paper").split("\n")
    assert outer[0].startswith("p q : Prop")
    assert outer[-1] == "⊢ p ∧ q → q ∧ p"
    assert HOSTILE in page.text(".paper")
    go(page, views[1].found, ".scope")
    assert page.js("document.querySelectorAll('.scope .scope').length") == 2


def test_runs_are_drawn_and_compared(page: Page, views: tuple[Running, Views]) -> None:
    go(page, views[1].runs, "tbody tr")
    assert [row.split("\t")[1] for row in page.texts("tbody tr")] == [
        "loop 3 kata",
        "grpo 2",
        "sft 1",
    ]
    for number in (2, 3):
        page.click(f"tbody tr:nth-child({number}) input")
    page.click("button", "Compare")
    page.until("document.querySelectorAll('.chart canvas').length === 2")
    assert page.texts("h2") == ["loss by step", "reward by step", "What differs"]
    assert ["lr", "0.20000", "0.10000"] in [row.split("\t") for row in page.texts("tbody tr")]
    go(page, views[1].run, ".lineage")
    picture(page, "run")
    made = page.texts(".lineage b")
    assert {"sft 1", "first", "grpo 2", "second"} <= set(made)
    assert made.index("first") < made.index("grpo 2") < made.index("second")
    go(page, views[1].loop, "[aria-label=Rounds]")
    rows = [row.split("\t") for row in page.texts("[aria-label=Rounds] tbody tr")]
    assert [row[-1] for row in rows] == ["50.0 %", "100.0 %"]
    page.until("document.querySelector('.chart canvas')")


@pytest.mark.parametrize(
    ("theme", "rules"), [("light", {}), ("dark", {"runOnly": ["color-contrast"]})]
)
def test_axe_finds_no_serious_fault_in_views(
    page: Page, views: tuple[Running, Views], theme: str, rules: dict[str, Any]
) -> None:
    options = json.dumps({"resultTypes": ["violations"], **rules})
    axe = importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
    page.fill("[aria-label=Theme]", theme)
    page.js(axe + "; 0")
    found: list[Any] = []
    for hash in [*views[1].all, "outline"]:
        if hash == "outline":
            go(page, views[1].small, ".tree .item")
            page.click("button", "Outline")
            page.until("document.querySelector('[role=tree]')")
        else:
            go(page, hash, "main h1")
        result = page.js(f"axe.run(document, {options})")
        found += [
            (hash, fault["id"], node["html"][:200], node["failureSummary"][:300])
            for fault in result["violations"]
            if fault["impact"] in ("serious", "critical")
            for node in fault["nodes"]
        ]
    assert found == []


def test_a_phone_shows_views_without_scrolling_to_the_side(
    page: Page, views: tuple[Running, Views]
) -> None:
    page.resize(360, 740)
    for hash in views[1].all:
        go(page, hash, "main h1")
        wide = page.js("document.documentElement.scrollWidth")
        assert wide <= 360, (hash, wide)
    picture(page, "runs-phone")
