"""Exports of what was traced, in the formats that other tools read."""

from sensei.data.exports.export import FORMATS, ExportReport, export

__all__ = ["FORMATS", "ExportReport", "export"]
