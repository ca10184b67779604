"""What people look at, as plain values: searches as they grew, proofs as scopes, runs and where
they came from.

Functions over the store and over recorded events, with neither Lean nor torch nor HTTP: the
dashboard's routes send what they return as JSON, ``sensei show`` prints it.
"""
