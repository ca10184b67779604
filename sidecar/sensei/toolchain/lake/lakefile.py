"""The declarative part of `lakefile.lean`, read without running Lean.

    import Lake
    open Lake DSL
    package p where
      srcDir := "lean"
      leanOptions := #[⟨`autoImplicit, false⟩]
    require q from ".." / "q"
    @[default_target] lean_lib L where
      roots := #[`L, `M]
    lean_exe e { root := `Main.E }

The result has the tables of `lakefile.toml`. Anything that computes (`def`, `if`, `script`,
`target`, a dependency on git) is refused: it needs Lean's own build tool.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from sensei.core.errors import ProjectError
from sensei.toolchain.lake.config import refusal

_TOKEN = re.compile(
    r"""(?P<version>v!"[^"]*")
      | (?P<string>"(?:\\.|[^"\\])*")
      | (?P<quoted>`+(?:«[^»]*»|[\w'!?₀-₉]+)(?:\.(?:«[^»]*»|[\w'!?₀-₉]+))*)
      | (?P<number>\d+)
      | (?P<word>(?:«[^»]*»|[^\W\d][\w'!?₀-₉]*)(?:\.(?:«[^»]*»|[^\W\d][\w'!?₀-₉]*))*)
      | (?P<sign>:=|@\[|\#\[|[\[\]{}(),/⟨⟩|;@+*.-]|=>)""",
    re.VERBOSE,
)
_SPACE = re.compile(r"(?:\s+|--[^\n]*|/-.*?-/)*", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def parse_lakefile(text: str, file: Path) -> Mapping[str, Any]:
    """The declarations of `text`, as `lakefile.toml` would have them.

    Raises:
        ProjectError: the file is beyond what is described above; says where.
    """
    return _Parser(text, file).configuration()


class _Parser:
    def __init__(self, text: str, file: Path) -> None:
        self.file = file
        self.tokens: list[tuple[str, str, int]] = []
        self.next = 0
        position = self._space(text, 0)
        while position < len(text):
            match = _TOKEN.match(text, position)
            line = text.count("\n", 0, position) + 1
            if match is None:
                self.tokens.append(("other", text[position], line))
                position = self._space(text, position + 1)
                continue
            self.tokens.append((str(match.lastgroup), match.group(), line))
            position = self._space(text, match.end())
        self.tokens.append(("end", "the end of the file", text.count("\n") + 1))

    @staticmethod
    def _space(text: str, position: int) -> int:
        match = _SPACE.match(text, position)
        return match.end() if match is not None else position

    def configuration(self) -> dict[str, Any]:
        raw: dict[str, Any] = {"lean_lib": [], "lean_exe": [], "require": [], "defaultTargets": []}
        named = False
        while self._kind() != "end":
            attributes = self._attributes()
            word = self._word()
            if word == "import":
                self._word()
            elif word == "open":
                while self._kind() == "word" and self._peek() in {"Lake", "DSL", "System"}:
                    self._word()
            elif word == "package":
                raw |= {"name": self._name(), **self._fields()}
                named = True
            elif word in {"lean_lib", "lean_exe"}:
                table = {"name": self._name(), **self._fields()}
                raw[word].append(table)
                if "default_target" in attributes:
                    raw["defaultTargets"].append(table["name"])
                if "test_driver" in attributes:
                    raw["testDriver"] = table["name"]
            elif word == "require":
                raw["require"].append(self._requirement())
            else:
                self.next -= 1
                raise self._refused(f"'{word}'")
        if not named:
            raise ProjectError(f"{self.file} declares no package", "mend the file")
        return raw

    def _attributes(self) -> set[str]:
        found: set[str] = set()
        while self._taken("@["):
            while not self._taken("]"):
                found.add(self._word())
                self._taken(",")
        return found

    def _requirement(self) -> dict[str, Any]:
        name = self._name()
        if self._word() != "from":
            raise self._refused(f"the dependency {name} is not given by path, which")
        if self._kind() != "string":
            raise self._refused(f"the dependency {name} is not given by path, which")
        parts = [self._string()]
        while self._taken("/"):
            parts.append(self._string())
        return {"name": name, "path": "/".join(parts)}

    def _fields(self) -> dict[str, Any]:
        """`where` with indented fields, or the same in braces; both may be absent."""
        fields: dict[str, Any] = {}
        if self._taken("{"):
            closing = "}"
        elif self._kind() == "word" and self._peek() == "where":
            self.next += 1
            closing = ""
        else:
            return fields
        while not (closing and self._taken(closing)):
            if not closing and not (self._kind() == "word" and self._peek(1) == ":="):
                break
            key = self._word()
            if not self._taken(":="):
                raise self._refused(f"what follows {key}")
            fields[key] = self._value()
            self._taken(",")
            self._taken(";")
        return fields

    def _value(self) -> Any:
        kind, text, _ = self.tokens[self.next]
        if kind == "string":
            parts = [self._string()]
            while self._taken("/"):
                parts.append(self._string())
            return "/".join(parts)
        if kind == "version":
            self.next += 1
            return text[3:-1]
        if kind == "quoted":
            self.next += 1
            return text.lstrip("`")
        if kind == "number":
            self.next += 1
            return int(text)
        if text in {"true", "false"}:
            self.next += 1
            return text == "true"
        if self._taken("#["):
            items = []
            while not self._taken("]"):
                items.append(self._value())
                self._taken(",")
            return items
        if self._taken("⟨"):
            name = self._value()
            self._expect(",")
            value = self._value()
            self._expect("⟩")
            return {"name": name, "value": value}
        if self._taken("."):
            return self._glob()
        raise self._refused(f"the value '{text}'")

    def _glob(self) -> str:
        """`.one`, `.submodules`, `.andSubmodules` as TOML's "M", "M.+", "M.*"."""
        suffix = {"one": "", "submodules": ".+", "andSubmodules": ".*"}
        how = self._word()
        if how not in suffix:
            raise self._refused(f"the value .{how}")
        return str(self._value()) + suffix[how]

    def _name(self) -> str:
        if self._kind() == "string":
            return self._string()
        word = self._word()
        return word[1:-1] if re.fullmatch(r"«[^»]*»", word) else word

    def _string(self) -> str:
        kind, text, _ = self.tokens[self.next]
        if kind != "string":
            raise self._refused(f"'{text}' where a string has to be")
        self.next += 1
        return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m.group(1), m.group(1)), text[1:-1])

    def _word(self) -> str:
        kind, text, _ = self.tokens[self.next]
        if kind != "word":
            raise self._refused(f"'{text}'")
        self.next += 1
        return text

    def _kind(self) -> str:
        return self.tokens[self.next][0]

    def _peek(self, ahead: int = 0) -> str:
        return self.tokens[min(self.next + ahead, len(self.tokens) - 1)][1]

    def _taken(self, sign: str) -> bool:
        kind, text, _ = self.tokens[self.next]
        if kind == "sign" and text == sign:
            self.next += 1
            return True
        return False

    def _expect(self, sign: str) -> None:
        if not self._taken(sign):
            raise self._refused(f"'{self._peek()}' where '{sign}' has to be")

    def _refused(self, what: str) -> ProjectError:
        return refusal(self.file, f"line {self.tokens[self.next][2]}: {what}")
