"""Augmentation: more true (state, tactic) pairs out of those that were traced.

- The same step under other local names, so that a model learns to copy them: a pair stays true when
  a local name is replaced everywhere by one that occurs in neither. Which names, and by what,
  depends on the seed and the pair alone.
- The skeleton of a structured tactic: `induction … with` or `cases … with` whose alternatives are
  left open. It is a step of its own that leaves the cases as goals, and the traced steps inside
  the alternatives are the steps on those goals; a search can put them together anew.
"""

from __future__ import annotations

import random
import re

from sensei.models.prompt import split_goal

_STRUCTURED = re.compile(r"(induction|cases)\b[^\n]*\bwith")
_ALTERNATIVE = re.compile(r"\s*(\|.*?=>)")

# What may stand in an identifier after its first character, besides letters and digits.
_PART = r"[\w'!?✝]"
_IDENTIFIER = re.compile(rf"(?<![\w'!?.✝])[^\W\d]{_PART}*")
# `this` is named by Lean itself; a dagger marks a name nobody can write.
_FIXED = {"this"}

_HYPOTHESES = (
    "h h1 h2 h3 h' hp hq hr hx hy hn hm ha hb hc hle hlt hne heq hpos hmem hab hxy H h₁ h₂ h₃"
    " key this' hyp hz hk ht hl hs"
).split()
_INDUCTION = "ih IH ih1 ih2 ihl ihr iha ihb ih_n hi ihn ihx ihs ih'".split()
_LISTS = "xs ys zs as bs cs l l1 l2 ws us vs tail rest l' xs' ys'".split()
_UPPER = "A B C D P Q R S T U α β γ".split()
_LOWER = "a b c d e f g i j k m n p q r s t u v w x y z".split()


def skeleton(tactic: str) -> str | None:
    """A structured tactic with ``?_`` for what each alternative does.

    Returns:
        None when the tactic has no alternatives, or is written in another way.
    """
    head, *lines = tactic.split("\n")
    if not lines or not _STRUCTURED.fullmatch(head):
        return None
    indent = len(lines[0]) - len(lines[0].lstrip())
    kept = [head]
    for line in lines:
        if len(line) - len(line.lstrip()) > indent:
            continue
        alternative = _ALTERNATIVE.match(line)
        if alternative is None:
            return None
        kept.append(f"{' ' * indent}{alternative[1]} ?_")
    made = "\n".join(kept)
    return None if made == tactic else made


def local_names(state: str) -> list[str]:
    """The local names a goal declares, in order, each once."""
    names: list[str] = []
    for entry in split_goal(state)[0]:
        head, colon, _ = entry.partition(" : ")
        if colon and not entry.startswith("case "):
            names += [name for name in head.split() if name not in names]
    return names


def rename_locals(state: str, tactic: str, rng: random.Random) -> tuple[str, str]:
    """Gives a random part of the state's local names other names, in state and tactic alike.

    Args:
        state: a pretty-printed goal.
        tactic: a tactic that was run on it.
        rng: the only source of choice.

    Returns:
        The renamed pair; the pair itself when the state has no name to rename.
    """
    return _renamed(local_names(state), state, tactic, rng)


_BOUND = re.compile(r"[({⦃]((?:[^\W\d][\w'!?]*[ \t]+)+):(?!=)")


def rename_bound(prompt: str, completion: str, rng: random.Random) -> tuple[str, str]:
    """Gives a random part of the names that a text binds in brackets, ``(a b : T)``, other names,
    in a prompt and its completion alike."""
    bound = dict.fromkeys(name for group in _BOUND.findall(prompt) for name in group.split())
    return _renamed(list(bound), prompt, completion, rng)


def _renamed(names: list[str], state: str, tactic: str, rng: random.Random) -> tuple[str, str]:
    text = f"{state}\n{tactic}"
    used = set(_IDENTIFIER.findall(text))
    used |= {part for word in re.findall(r"[\w'!?.✝]+", text) for part in word.split(".")}
    renaming: dict[str, str] = {}
    share = rng.choice((0.3, 0.6, 1.0))
    for name in names:
        if name in _FIXED or "✝" in name or "." in name or not _IDENTIFIER.fullmatch(name):
            continue
        if rng.random() >= share:
            continue
        fresh = _fresh_name(name, used, rng)
        renaming[name] = fresh
        used.add(fresh)
    return _apply(renaming, state), _apply(renaming, tactic)


def _apply(renaming: dict[str, str], text: str) -> str:
    return _IDENTIFIER.sub(lambda match: renaming.get(match[0], match[0]), text)


def _fresh_name(name: str, used: set[str], rng: random.Random) -> str:
    if name.lower().startswith("ih"):
        pool = _INDUCTION
    elif name == "h" or (name[0] in "hH" and len(name) > 1):
        pool = _HYPOTHESES
    elif len(name) > 1 and name[-1] == "s":
        pool = _LISTS
    elif name[0].isupper() or name[0] in "αβγδ":
        pool = _UPPER
    else:
        pool = _LOWER
    if rng.random() < 0.75:
        free = [candidate for candidate in pool if candidate not in used]
        if free:
            return rng.choice(free)
    first = "h" if pool is _HYPOTHESES else rng.choice(_LOWER)
    while True:
        made = first + "".join(
            rng.choices("abcdefghijklmnopqrstuvwxyz0123456789_", k=rng.randint(1, 3))
        )
        if made not in used and made not in _KEYWORDS:
            return made


_KEYWORDS = frozenset(
    "as at by do else end for from fun have if in is let match mut of open or rw set show simp"
    " then to try with".split()
)
