"""A library of four modules, enough for Lean to start on."""

from pathlib import Path

MODULES = {
    "Init": "prelude\nimport Init.Nat\nimport Init.Pair\n",
    "Init.Nat": "prelude\ninductive N where | z | s (n : N)\ndef one : N := .s .z\n",
    "Init.Pair": "prelude\nimport Init.Nat\nprivate def low := N.z\ndef pairs := low\n",
    "Std": "prelude\nimport Init\ntheorem triv (p : Prop) (h : p) : p := h\n",
}


def write_modules(root: Path, modules: dict[str, str]) -> Path:
    for module, text in modules.items():
        path = root.joinpath(*module.split(".")).with_suffix(".lean")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root
