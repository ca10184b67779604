"""How soon the dashboard answers a click in a search's tree of 5,000 goals, in Chromium.

    python tests/bench/clicks.py [--goals 5000] [--clicks 40]

The tree is unfolded whole. Wall clock is from the click to the next frame that shows it, the panel
included; processor time is of the page's own thread, and does not depend on what else the machine
does. Prints both, and as its last line one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))

from fakes.chromium import chromium
from fakes.grown import large_search
from fakes.served import TOKEN, served
from sensei.core.types import Budget, SearchResult, SearchStatus, Spent, TheoremRef
from sensei.search.events import to_record
from sensei.store import open_store

THEOREM = TheoremRef("Large.t", "Large", "Large.lean")
# Chooses a thing in sight; [ms to the frame that shows it].
CLICK = """(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  const items = [...document.querySelectorAll('.tree .item:not(.selected)')]
  const item = items[%d %% items.length]
  const from = performance.now()
  item.dispatchEvent(new MouseEvent('click', {bubbles: true}))
  while (document.querySelector('.tree .selected')?.dataset.key !== item.dataset.key) await frame()
  await frame()
  return performance.now() - from
})()"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--goals", type=int, default=5000)
    parser.add_argument("--clicks", type=int, default=40)
    args = parser.parse_args()
    wall, processor = [], []
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "s.db") as store:
        snapshot = store.put_snapshot(
            identity="b" * 64, package="Large", content_hash="c" * 64, lean_version="4.35.0",
            lean_commit="0", toolchain_kind="embedded",
        )  # fmt: skip
        store.complete_snapshot(snapshot, [], [])
        attempt = store.add_attempt(
            THEOREM, snapshot_id=snapshot, generator="fixed", checkpoint=None, seed=0,
            budget=Budget(), proof=None, result=SearchResult(SearchStatus.EXHAUSTED, (), Spent()),
            events=[to_record(event) for event in large_search(THEOREM, args.goals)],
        )  # fmt: skip
        with served(store, Path(folder)) as running, chromium() as browser:
            page = browser.open(f"{running.url}#/replay/{attempt}")
            page.js(f"sessionStorage.setItem('sensei-token', {TOKEN!r}); location.reload()")
            page.until("document.querySelector('.tree .item')")
            page.click("button", "Unfold all")
            page.until("document.querySelector('.tree .sizer').offsetHeight > 20000")
            page.js("document.querySelector('.tree').scrollTo(1200, 10000)")
            page.until("document.querySelectorAll('.tree .item').length > 10")
            page.call("Performance.enable", timeDomain="threadTicks")
            for number in range(args.clicks):
                before = busy(page)
                wall.append(page.js(CLICK % number))
                processor.append(1000 * (busy(page) - before))
    for name, figures in (("wall", wall), ("processor", processor)):
        ordered = sorted(figures)
        print(
            f"{name:10} ms: median {statistics.median(ordered):6.1f}, "
            f"95 % {ordered[int(0.95 * len(ordered))]:6.1f}, most {ordered[-1]:6.1f}"
        )
    print(
        json.dumps(
            {
                "goals": args.goals,
                "clicks": args.clicks,
                "wall_ms": round(statistics.median(wall), 1),
                "processor_ms": round(statistics.median(processor), 1),
                "processor_most_ms": round(max(processor), 1),
                "machine": platform.machine(),
            }
        )
    )


def busy(page: object) -> float:
    """Seconds of processor that the page's thread has spent on tasks."""
    metrics = page.call("Performance.getMetrics")["metrics"]  # type: ignore[attr-defined]
    return next(float(m["value"]) for m in metrics if m["name"] == "TaskDuration")


main()
