"""Finds a Lean, or makes the embedded one; project discovery; the stand-in for lake; doctor.

find.py       which Lean serves a project
project.py    what a Lean project is: root, name, modules, options
embedded.py   builds the embedded Lean out of wheel.py, launcher.py and lean/embedded
cache.py      a folder that is whole or absent
finished.py   such a folder, read: its manifest, and whether it is whole
known.py      which such folder the sources lead to, remembered between starts
modules.py    module names, headers, compile order
lake/         `bin/lake` of the embedded Lean
doctor.py     what is there, what is missing, and the command that brings it
limited.py    children under limits
"""
