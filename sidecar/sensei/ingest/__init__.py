"""Traced modules into the store: validated, idempotent, all or nothing per module."""
