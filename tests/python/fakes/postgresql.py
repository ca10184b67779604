"""A PostgreSQL server for tests: from the distribution's package, in a folder of its own, on a Unix
socket alone; it ends with its context."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_OPTIONS = "-c listen_addresses= -c fsync=off -c full_page_writes=off -c synchronous_commit=off"
_UNPRIVILEGED = "postgres"


def programs() -> Path | None:
    """The folder of initdb and pg_ctl; None if there is none."""
    on_path = shutil.which("initdb")
    places = [Path(on_path).resolve().parent] if on_path else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((p for p in places if all((p / n).exists() for n in ("initdb", "pg_ctl"))), None)


@contextmanager
def server(binaries: Path) -> Iterator[str]:
    """Starts one; yields the URL of its first database."""
    # Socket paths are short: pytest's folders are too deep for one.
    folder = Path(tempfile.mkdtemp(prefix="sensei-pg-"))
    # The server refuses to be root.
    user = _UNPRIVILEGED if os.geteuid() == 0 else getpass.getuser()
    as_user = {"user": user} if os.geteuid() == 0 else {}

    def ended(program: str, *words: str) -> tuple[int, str]:
        # Into a file: the server that pg_ctl starts would keep a pipe open.
        with (folder / f"{program}.log").open("w+", encoding="utf-8") as log:
            done = subprocess.run(
                [binaries / program, *words],
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=folder,
                timeout=120,
                **as_user,  # type: ignore[call-overload]
            )
            log.seek(0)
            return done.returncode, log.read()

    def run(program: str, *words: str) -> None:
        code, said = ended(program, *words)
        assert code == 0, f"{program} ended with {code}: {said}"

    try:
        if as_user:
            shutil.chown(folder, user)
        data = str(folder / "data")
        words = ("-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync")
        code, said = ended("initdb", *words)
        if code < 0:  # seen once: SIGABRT, while much else ran
            print(f"initdb ended with {code} and is run again: {said}", file=sys.stderr)
            shutil.rmtree(data, ignore_errors=True)
            run("initdb", *words)
        else:
            assert code == 0, f"initdb ended with {code}: {said}"
        options = f"{_OPTIONS} -k {folder}"
        run("pg_ctl", "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql+psycopg://tester@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
