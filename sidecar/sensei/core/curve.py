"""Figures by step, in a bounded number of points."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Curve:
    """Figures of a run as it goes on, the mean of equally many steps a point.

    Args:
        most: of points; an even number. When there are more, two become one.
    """

    most: int = 400
    _steps: list[int] = field(default_factory=list)
    _values: dict[str, list[float]] = field(default_factory=dict)
    _width: int = 1
    _waiting: list[dict[str, float]] = field(default_factory=list)

    def add(self, step: int, **values: float) -> None:
        """Takes the figures of one step; each time the same ones."""
        self._waiting.append(values)
        if len(self._waiting) < self._width:
            return
        self._steps.append(step)
        for name in values:
            mean = sum(said[name] for said in self._waiting) / len(self._waiting)
            self._values.setdefault(name, []).append(mean)
        self._waiting.clear()
        if len(self._steps) >= self.most:
            self._width *= 2
            self._steps = self._steps[1::2]
            for name, kept in self._values.items():
                pairs = zip(kept[::2], kept[1::2], strict=True)
                self._values[name] = [(one + other) / 2 for one, other in pairs]

    def to_json(self) -> dict[str, list[int] | list[float]]:
        """The last step of each point, and the figures by name; {} for no step."""
        if not self._steps:
            return {}
        rounded = {name: [round(v, 6) for v in kept] for name, kept in self._values.items()}
        return {"step": list(self._steps), **rounded}
