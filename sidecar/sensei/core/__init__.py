"""Frozen types, the error tree and the protocols every other package builds on."""
