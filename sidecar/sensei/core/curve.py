"""Figures by step, in a bounded number of points."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Curve:
    """Figures of a run as it goes on, the mean of equally many steps a point; None where none of
    the steps has a figure.

    Args:
        most: of points; an even number. When there are more, two become one.
    """

    most: int = 400
    _steps: list[int] = field(default_factory=list)
    # Sums and numbers of what was said, so that two points become one exactly.
    _sums: dict[str, list[tuple[float, int]]] = field(default_factory=dict)
    _width: int = 1
    _waiting: list[dict[str, float]] = field(default_factory=list)

    def add(self, step: int, **values: float) -> None:
        """Takes the figures of one step."""
        self._waiting.append(values)
        if len(self._waiting) < self._width:
            return
        self._steps.append(step)
        for name in dict.fromkeys([*self._sums, *(n for said in self._waiting for n in said)]):
            known = self._sums.setdefault(name, [(0.0, 0)] * (len(self._steps) - 1))
            said = [each[name] for each in self._waiting if name in each]
            known.append((sum(said), len(said)))
        self._waiting.clear()
        if len(self._steps) >= self.most:
            self._width *= 2
            self._steps = self._steps[1::2]
            for name, kept in self._sums.items():
                pairs = zip(kept[::2], kept[1::2], strict=True)
                self._sums[name] = [(one[0] + two[0], one[1] + two[1]) for one, two in pairs]

    def to_json(self) -> dict[str, list[int] | list[float | None]]:
        """The last step of each point, and the figures by name; {} for no step."""
        if not self._steps:
            return {}
        means: dict[str, list[float | None]] = {
            name: [round(total / count, 6) if count else None for total, count in kept]
            for name, kept in self._sums.items()
        }
        return {"step": list(self._steps), **means}
