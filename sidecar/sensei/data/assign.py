"""Which part of a split each theorem is in: train, val or test.

Theorems of one name, or whose statements are equal after renaming of bound variables (equal type
hashes), stay in one part: they are a group. A group's rank depends on the seed and what it is made
of, never on the order of rows or files or a hash seed. Parts are within one theorem of the size
that was asked for, or there is an error.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from sensei.core.errors import UsageError
from sensei.store.records import DeclarationRecord, SplitMember

PARTS = ("train", "val", "test")
# (module that defines it, name)
Premise = tuple[str, str]
Group = list[DeclarationRecord]
# Made once: json.dumps makes one for every call.
_encode = json.JSONEncoder(ensure_ascii=False).encode
_quoted = json.encoder.encode_basestring
# Sums that are looked through for parts of the right size, at most.
_MAX_SUMS = 2_000_000


def row_hash(theorem: DeclarationRecord) -> str:
    """SHA-256 of what a theorem is: module, name, statement and proof, not its place."""
    return _row_hash(
        theorem.module, theorem.name, theorem.type_hash, theorem.signature, theorem.proof_hash
    )


@lru_cache(maxsize=2**17)  # an export asks for each several times; more than mathlib has
def _row_hash(*said: str) -> str:
    return digest_of(*said)


def sizes(members: Iterable[SplitMember]) -> dict[str, int]:
    """How many theorems each part has."""
    counted = Counter(member.part for member in members)
    return {part: counted[part] for part in PARTS}


def assign(
    theorems: Sequence[DeclarationRecord], seed: int, ratios: Sequence[float]
) -> tuple[SplitMember, ...]:
    """A random split; sorted by part, module and name.

    Groups are ranked by SHA-256 of seed and type hash, and go to the first of test, val and train
    that still has room for all of the group.

    Raises:
        UsageError: no choice of groups gives parts of these sizes, or nothing is left to train on.
    """
    groups = grouped(theorems, seed)
    wanted = _wanted(len(theorems), ratios)
    parts: dict[str, list[Group]] = {}
    orders = (("test", "val"), ("val", "test"))
    near = (0, 1, -1)  # with pairs of theorems alone, both may have to give way
    for (first, second), more, too in itertools.product(orders, near, near):
        tried: dict[str, list[Group]] = {}
        tried[first], others = _choose(groups, wanted[first] + more)
        tried[second], tried["train"] = _choose(others, wanted[second] + too)
        parts = parts or tried
        if not _off(tried, wanted):
            parts = tried
            break
    _check_sizes(parts, wanted, ratios, "theorems with equal statements stay together")
    return _members(parts)


def assign_novel_premises(
    theorems: Sequence[DeclarationRecord],
    uses: Mapping[int, AbstractSet[Premise]],
    seed: int,
    ratios: Sequence[float],
) -> tuple[SplitMember, ...]:
    """A split in which every theorem of val and test uses a premise that no theorem of train uses.

    Premises are taken by the SHA-256 of seed and premise; all that use one are held out, as long as
    they fit. What is held out is then divided as in a random split.

    Args:
        uses: by a theorem's id, the premises of its proof.

    Raises:
        UsageError: no order of premises gives parts of these sizes, or nothing is left to train on.
    """
    groups = grouped(theorems, seed)
    wanted = _wanted(len(theorems), ratios)
    held_out = _hold_out(groups, uses, wanted["test"] + wanted["val"], seed)
    held = [group for number, group in enumerate(groups) if number in held_out]
    test, val = _choose(held, wanted["test"])
    parts = {
        "test": test,
        "val": val,
        "train": [group for number, group in enumerate(groups) if number not in held_out],
    }
    _check_sizes(parts, wanted, ratios, "all theorems that use a held-out premise go together")
    return _members(parts)


def grouped(theorems: Sequence[DeclarationRecord], seed: int) -> list[Group]:
    """Theorems that must stay together, in the seed's order."""
    root: dict[str, str] = {}

    def find(key: str) -> str:
        while root.setdefault(key, key) != key:
            root[key] = root[root[key]]
            key = root[key]
        return key

    ordered = sorted(theorems, key=lambda t: (t.type_hash, t.module, t.name, t.snapshot_id))
    for theorem in ordered:
        one, other = find("type " + theorem.type_hash), find("name " + theorem.name)
        root[max(one, other)] = min(one, other)
    groups: dict[str, Group] = {}
    for theorem in ordered:
        groups.setdefault(find("type " + theorem.type_hash), []).append(theorem)
    return sorted(
        groups.values(),
        key=lambda g: (digest_of(seed, g[0].type_hash), g[0].type_hash, g[0].module),
    )


def _wanted(count: int, ratios: Sequence[float]) -> dict[str, int]:
    test, val = (math.floor(ratios[place] * count + 0.5) for place in (2, 1))
    return {"test": test, "val": val, "train": count - test - val}


def _choose(groups: Sequence[Group], wanted: int) -> tuple[list[Group], list[Group]]:
    """Groups with ``wanted`` theorems in all, or as near as can be, and the rest: the first that
    fit, unless only another choice comes within one theorem."""
    room = wanted
    chosen: set[int] = set()
    for number, group in enumerate(groups):
        if len(group) <= room:
            chosen.add(number)
            room -= len(group)
    if room > 1:
        nearest = _nearest(groups, wanted)
        if abs(wanted - sum(len(groups[number]) for number in nearest)) < room:
            chosen = nearest
    return (
        [group for number, group in enumerate(groups) if number in chosen],
        [group for number, group in enumerate(groups) if number not in chosen],
    )


def _nearest(groups: Sequence[Group], wanted: int) -> set[int]:
    """The numbers of groups whose sizes sum up to ``wanted``, or as near as any do."""
    last: dict[int, tuple[int, int]] = {0: (-1, 0)}  # sum -> (the group that made it, sum before)
    for number, group in enumerate(groups):
        if len(last) * len(groups) > _MAX_SUMS or wanted in last:
            break
        for before in [s for s in last if s + len(group) not in last and s <= wanted]:
            last[before + len(group)] = (number, before)
    total = min(last, key=lambda s: (abs(s - wanted), s))
    chosen = set()
    while total:
        number, total = last[total]
        chosen.add(number)
    return chosen


def _hold_out(
    groups: Sequence[Group],
    uses: Mapping[int, AbstractSet[Premise]],
    wanted: int,
    seed: int,
) -> set[int]:
    """The numbers of groups that can be held out together: each member uses a premise that no
    theorem of the other groups uses."""
    of = {theorem.id: number for number, group in enumerate(groups) for theorem in group}
    users: dict[Premise, set[int]] = {}
    for group in groups:
        for theorem in group:
            for premise in uses.get(theorem.id, ()):
                users.setdefault(premise, set()).add(theorem.id)
    ranked = sorted(users, key=lambda premise: (digest_of(seed, *premise), premise))
    held: set[int] = set()
    novel: set[int] = set()  # theorems that have a premise of their own
    room = wanted
    while room > 0:
        before = room
        for premise in ranked:
            fresh = {of[user] for user in users[premise]} - held
            members = [t.id for number in fresh for t in groups[number]]
            if not members or len(members) > room:
                continue
            if all(member in users[premise] or member in novel for member in members):
                held |= fresh
                novel |= users[premise]
                room -= len(members)
        if room == before:
            break
        ranked = [p for p in ranked if any(of[user] not in held for user in users[p])]
    return held


def _check_sizes(
    parts: Mapping[str, list[Group]],
    wanted: Mapping[str, int],
    ratios: Sequence[float],
    why: str,
) -> None:
    got = {part: sum(map(len, groups)) for part, groups in parts.items()}
    count = sum(got.values())
    if got["train"] == 0:
        raise UsageError(
            f"{count} theorem(s) are too few to split by {ratios_text(ratios)}",
            "trace more modules, or give train a greater share with --ratios",
        )
    off = _off(parts, wanted)
    if off:
        largest = max(len(group) for groups in parts.values() for group in groups)
        raise UsageError(
            f"{off[-1]} cannot have {wanted[off[-1]]} of {count} theorems, {got[off[-1]]} is as "
            f"near as it comes: {why}, {largest} of them at most",
            "give other --ratios, or trace more modules",
        )


def _off(parts: Mapping[str, list[Group]], wanted: Mapping[str, int]) -> list[str]:
    """The parts that are not within one theorem of their size."""
    return [p for p in PARTS if abs(sum(map(len, parts[p])) - wanted[p]) > 1]


def _members(parts: Mapping[str, list[Group]]) -> tuple[SplitMember, ...]:
    members = {}
    for part, groups in parts.items():
        for t in (theorem for group in groups for theorem in group):
            row = row_hash(t)
            members[t.snapshot_id, row] = SplitMember(
                t.snapshot_id, part, t.name, t.module, t.file, t.type_hash, row
            )
    return tuple(
        sorted(
            members.values(),
            key=lambda m: (PARTS.index(m.part), m.module, m.theorem, m.row_hash, m.snapshot_id),
        )
    )


def ratios_text(ratios: Sequence[float]) -> str:
    """The ratios as the command line takes them."""
    return ",".join(f"{ratio:g}" for ratio in ratios)


def digest(value: object) -> str:
    """SHA-256 of a value's JSON."""
    return hashlib.sha256(_encode(value).encode()).hexdigest()


def digest_of(*values: str | int) -> str:
    """What ``digest`` says of a list of these, in a third of the time."""
    listed = ", ".join([_quoted(v) if isinstance(v, str) else str(v) for v in values])
    return hashlib.sha256(f"[{listed}]".encode()).hexdigest()
