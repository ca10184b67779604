"""Fakes of the seams in sensei.core.protocols."""
