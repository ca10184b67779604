"""Members of a mutual block are in scope in each other, and nothing else is that stands later.

Lean 4.35 takes a forward reference in a mutual block of theorems, or of definitions, and refuses to
mix theorems with definitions or examples.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from fakes.stores import put_sample
from sensei.store import open_store
from sensei.wire.traced import Declaration, Range, TracedModule

SOURCE = """\
theorem early : True := trivial
/- mutual -/
theorem alone : True := trivial
-- a mutual
mutual -- of two /- mutual
/-- mutual /- too -/ -/
theorem a : ∀ n : Nat, True
  | 0 => trivial
  | n + 1 => by exact b n
/- between /- mutual -/ end --/

theorem b : ∀ n : Nat, True
  | 0 => trivial
  | n + 1 => by exact a n
end
mutual
theorem c : True := by exact d
theorem d : True := trivial
end
theorem late : True := by trivial
"""
OTHERS = {"early": "", "alone": "", "a": "b", "b": "a", "c": "d", "d": "c", "late": ""}


def module() -> TracedModule:
    data, declarations = SOURCE.encode(), []
    for name in OTHERS:
        start = word = data.index(f"theorem {name} ".encode())
        after = (b"\n/- ", b"\n-- ", b"\nend", b"\ntheorem")
        ends = [at for at in (data.find(w, word) for w in after) if at >= 0]
        end = min(ends, default=len(data))
        if name == "a":
            start = data.index(b"/-- mutual")  # its doc comment
        lines = [data[:at].count(b"\n") + 1 for at in (start, end)]
        place = Range(start_byte=start, end_byte=end, start_line=lines[0], end_line=lines[1])
        declarations.append(
            Declaration(name=name, kind="theorem", range=place, type="True", type_hash=name)
        )
    return TracedModule(
        format_version=1, name="M", file="M.lean", source=SOURCE, declarations=declarations
    )


@pytest.mark.parametrize("name", OTHERS)
def test_the_others_of_a_block_are_in_scope(name: str, tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        snapshot = put_sample(store)
        store.put_module(snapshot, module())
        scope = store.scope(store.declaration(name, snapshot_id=snapshot))
    names = list(OTHERS)
    before = set(names[: names.index(name)])
    found = {premise.name for premise in scope.premises if premise.origin == "module"}
    assert found == before | ({OTHERS[name]} - {""})
