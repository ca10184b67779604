"""A stand-in for nanoda_bin: reads its configuration and the export, and holds both to the format.

It checks everything about an export but the types: that numbers are consecutive and known before
they are used, that declarations come after what they name, and that axioms are permitted. A file
``refused`` beside it makes it refuse every theorem.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

KINDS = {"axiom", "def", "thm", "opaque", "quot", "inductive"}


def constants(value: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [each for part in value.values() for each in part] if kind == "inductive" else [value]


def check(config: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    assert lines[0]["meta"]["format"]["version"] == "3.1.0"
    names: dict[int, str] = {0: ""}
    levels, exprs = {0}, dict[int, set[int]]()
    declared: set[int] = set()
    for line in lines[1:]:
        if "in" in line:
            assert line["in"] == len(names)
            kind = "str" if "str" in line else "num"
            last = line[kind]["str" if kind == "str" else "i"]
            names[line["in"]] = f"{names[line[kind]['pre']]}.{last}".lstrip(".")
        elif "il" in line:
            assert line["il"] == len(levels)
            of = line.get("max") or line.get("imax") or [line.get("succ", 0)]
            assert set(of) <= levels
            levels.add(line["il"])
        elif "ie" in line:
            assert line["ie"] == len(exprs)
            named: set[int] = set()
            for kind, value in line.items():
                if kind == "const":
                    assert set(value["us"]) <= levels
                    named = {value["name"]}
                elif isinstance(value, dict):
                    for part in ("fn", "arg", "type", "body", "value", "struct"):
                        named |= exprs[value[part]] if part in value else set()
            exprs[line["ie"]] = named
        else:
            ((kind, value),) = line.items()
            assert kind in KINDS
            block = constants(value, kind)
            own = {each["name"] for each in block}
            for each in block:
                used = exprs[each["type"]] | exprs.get(each.get("value", -1), set())
                assert used <= declared | own, [names[n] for n in used - declared - own]
            if kind == "axiom":
                assert names[value["name"]] in config["permitted_axioms"]
            declared |= own
    assert set(config["pp_declars"]) <= {names[n] for n in declared}


def main() -> None:
    config = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    with open(config["export_file_path"], encoding="utf-8") as file:
        check(config, [json.loads(line) for line in file])
    refused = Path(sys.argv[0]).with_name("refused")
    if refused.exists():
        sys.exit(f"type mismatch in {config['pp_declars'][0]}")


if __name__ == "__main__":
    main()
