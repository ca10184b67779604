"""Traced modules into the store: validated, idempotent, all or nothing per module."""

from sensei.ingest.ingest import IngestReport, default_traces, ingest

__all__ = ["IngestReport", "default_traces", "ingest"]
