"""What the server does, in the text format that Prometheus and its like read (version 0.0.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
# Of ServerLoad: its field, the metric, its type, what it says.
_LOAD: Final = (
    ("searches", "sensei_searches", "gauge", "Searches that run."),
    ("queued", "sensei_searches_queued", "gauge", "Searches that wait."),
    ("pending_goals", "sensei_goals_pending", "gauge", "Goals that wait for a model."),
    ("requests", "sensei_requests_total", "counter", "Requests since the start."),
    ("model_calls", "sensei_model_calls_total", "counter", "Calls of models since the start."),
    ("model_goals", "sensei_model_goals_total", "counter", "Goals in calls of models."),
)


def metrics_text(status: Any) -> str:
    """A ``StatusReply`` as metrics, one family after the other."""
    info = {"version": status.version, "lean": status.lean_version, "lean_kind": status.lean_kind}
    models = [
        ({"name": model.name, "kind": model.kind}, int(model.ready)) for model in status.models
    ]
    return "".join(
        (
            _family("sensei_info", "gauge", "What the server is.", [(info, 1)]),
            _family(
                *("sensei_uptime_seconds", "gauge", "Since it listens."),
                [({}, status.uptime_ms / 1000)],
            ),
            *(
                _family(metric, kind, says, [({}, getattr(status.load, field))])
                for field, metric, kind, says in _LOAD
            ),
            _family("sensei_model_ready", "gauge", "Whether a model is loaded.", models),
        )
    )


def _family(
    name: str, kind: str, says: str, samples: Sequence[tuple[Mapping[str, str], float]]
) -> str:
    lines = [f"# HELP {name} {says}", f"# TYPE {name} {kind}"]
    for labels, value in samples:
        told = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        lines.append(f"{name}{{{told}}} {value}" if told else f"{name} {value}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
