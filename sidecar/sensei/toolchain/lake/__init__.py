"""`bin/lake` of the embedded Lean: a small stand-in for Lean's build tool.

It serves projects with a `lakefile.toml`, or a `lakefile.lean` of plain declarations, whose
dependencies are given by path. Whatever else a configuration or a command line asks is refused with
the reason. Only the standard library and the light parts of sensei are imported here: the language
server starts this program for every file that is opened.

    config.py     what a package declares; lakefile.toml
    lakefile.py   the declarative part of lakefile.lean
    workspace.py  a package and its dependencies; which file a module is
    build.py      compile what is out of date, in import order
    commands.py   the commands
    __main__.py   the command line
"""
