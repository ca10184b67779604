"""What ``sensei show attempt``, ``run`` and ``module`` print: the dashboard's pages, as trees and
tables for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.tree import Tree

    from sensei.store import Store
    from sensei.store.records import DeclarationRecord, ModuleRecord

#: Where output goes to no terminal, lines may be so long.
_WIDE = 160
_BARS = "▁▂▃▄▅▆▇█"
_CURVE_WIDTH = 60


def console() -> Console:
    """Prints to stdout as it is now; nothing in texts is read as markup."""
    import sys

    from rich.console import Console

    wide = None if sys.stdout.isatty() else _WIDE
    return Console(file=sys.stdout, markup=False, highlight=False, emoji=False, width=wide)


def print_search(tree: str) -> None:
    """A search as ``search.render`` draws it; on a terminal its proof, failures and goals stand
    out. Lines are not folded: they are cut by nothing but the terminal."""
    from rich.text import Text

    out = console()
    for line in tree.splitlines():
        text = Text(line)
        text.highlight_regex(r"^[ │├└─]+", "dim")
        text.highlight_regex(r"✗.*$", "red")
        text.highlight_regex(r"⊢.*$", "bold")
        if line.rstrip().endswith("*"):
            text.stylize("green", len(line) - len(line.lstrip(" │├└─")))
        out.print(text, soft_wrap=True)


def print_run(run: Mapping[str, Any]) -> None:
    """A run as ``views.runs.run_view`` tells it."""
    from rich.text import Text
    from rich.tree import Tree

    out = console()
    name = f" {run['name']}" if run["name"] else ""
    took = "" if run["seconds"] is None else f", {run['seconds']:.0f} s"
    out.print(f"run {run['id']}: {run['kind']}{name}, {run['status']}, seed {run['seed']}{took}")
    if run["error"]:
        out.print(f"{run['error']}")
    steps = run["curve"].get("step", ())
    for figure, values in run["curve"].items():
        if figure != "step":
            known = [
                f"{value:.4g} at step {step}"
                for value, step in zip(values, steps, strict=True)
                if value is not None
            ]
            ends = ", ".join(known[:1] + known[1:][-1:])
            out.print(f"{figure}  {bars(values)}  {ends}")
    if run["metrics"]:
        _table(out, "figures", ("figure", "value"), sorted(run["metrics"].items()))
    if run["rounds"]:
        columns = tuple(dict.fromkeys(key for made in run["rounds"] for key in made))
        rows = [[made.get(column) for column in columns] for made in run["rounds"]]
        _table(out, "rounds", columns, rows)
    if run["checkpoints"]:
        told = [
            (made["name"], made["kind"], *(made["outcomes"] or dict.fromkeys("abc", 0)).values())
            for made in run["checkpoints"]
        ]
        _table(out, "checkpoints", ("name", "kind", "searches", "claimed", "verified"), told)
    nodes = {node["id"]: node for node in run["lineage"]["nodes"]}
    below: dict[str, list[str]] = {}
    for one, other in run["lineage"]["edges"]:
        below.setdefault(one, []).append(other)
    reached = {other for _, other in run["lineage"]["edges"]}
    tree = Tree(Text("lineage"))
    shown: set[str] = set()

    def grow(at: Tree, names: Iterable[str]) -> None:
        for name in names:
            node = nodes[name]
            again = " (above)" if name in shown and below.get(name) else ""
            detail = f": {node['detail']}" if node["detail"] else ""
            branch = at.add(Text(f"{node['label']}{detail}{again}"))
            if name not in shown:
                shown.add(name)
                grow(branch, below.get(name, ()))

    grow(tree, [name for name in nodes if name not in reached])
    out.print(tree)


def print_module(
    store: Store,
    module: ModuleRecord,
    declarations: Sequence[DeclarationRecord],
    proofs: bool,
) -> None:
    """A module as a table of its declarations; with ``proofs``, each one's scopes as a tree."""
    out = console()
    steps = Counter(step.declaration_id for step in store.steps(d.id for d in declarations))
    out.print(f"{module.name}: {module.file}, {len(declarations)} declarations")
    rows = [
        (d.name, d.kind, d.proof_kind, steps[d.id] or "", _marks(d), _line(d.type))
        for d in declarations
    ]
    _table(out, "declarations", ("name", "kind", "proof", "steps", "", "type"), rows)
    if proofs:
        from sensei.views.proof import proof_view

        for declaration in declarations:
            if steps[declaration.id]:
                out.print(proof_tree(proof_view(store, declaration)))


def module_json(
    store: Store, module: ModuleRecord, declarations: Sequence[DeclarationRecord]
) -> dict[str, Any]:
    """The same as a JSON object, proofs included."""
    from sensei.views.proof import proof_view

    return {
        "module": module.name,
        "file": module.file,
        "declarations": [proof_view(store, declaration) for declaration in declarations],
    }


def proof_tree(view: Mapping[str, Any]) -> Tree:
    """A proof as ``views.proof.proof_view`` tells it."""
    from rich.text import Text
    from rich.tree import Tree

    tree = Tree(Text(view["name"], style="bold"))

    def grow(at: Tree, scopes: Iterable[Mapping[str, Any]]) -> None:
        for scope in scopes:
            case = f"case {scope['case']}  " if scope["case"] else ""
            line = Text(f"{case}⊢ {_line(scope['target'])}")
            known = ", ".join(f"{h['name']} : {_line(h['type'])}" for h in scope["hypotheses"])
            if known:
                line.append(f"   ({known})", style="dim")
            branch = at.add(line)
            for row in scope["rows"]:
                new = ", ".join(f"{h['name']} : {_line(h['type'])}" for h in row["new"])
                told = Text(row["tactic"], style="cyan")
                if new:
                    told.append(f"   + {new}", style="dim")
                if row["target"] is not None:
                    told.append(f"   ⊢ {_line(row['target'])}", style="dim")
                grow(branch.add(told), row["scopes"])
            if scope["open"]:
                branch.add(Text("nothing closes this goal", style="red"))

    grow(tree, view["scopes"])
    return tree


def bars(values: Sequence[float | None]) -> str:
    """Figures as a line of bars, the mean of equally many each."""
    known = [value for value in values if value is not None]
    if not known:
        return ""
    width = -(-len(known) // _CURVE_WIDTH)
    means = [
        sum(known[i : i + width]) / len(known[i : i + width]) for i in range(0, len(known), width)
    ]
    least, most = min(means), max(means)
    scale = (len(_BARS) - 1) / (most - least) if most > least else 0.0
    return "".join(_BARS[round((mean - least) * scale)] for mean in means)


def _marks(declaration: DeclarationRecord) -> str:
    words = (("sorry", declaration.has_sorry), ("error", declaration.has_error))
    return ", ".join(word for word, on in words if on)


def _line(text: str) -> str:
    return " ".join(text.split())


def _table(out: Console, title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title), title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(Text(column.replace("_", " ")), overflow="fold")
    for row in rows:
        table.add_row(*(Text(_said(value)) for value in row))
    out.print(table)


def _said(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.6g}"
    return f"{value:.0f}" if isinstance(value, float) else str(value)
