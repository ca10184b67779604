"""Provers on several processes and machines that share one model.

Everything that crosses from one process to another is JSON (wire.py). Ray is imported by cluster.py
alone, and only when a cluster is opened.
"""
