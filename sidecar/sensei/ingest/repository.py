"""Which repository a project's folder is a clone of, and at which commit. Git itself is asked; a
folder of its own, or a machine without Git, is no clone."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from sensei.toolchain.checkout import CHECKOUT_MARK

# Git asks nobody and runs nothing that the folder's own settings name.
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
_TIMEOUT_S = 30.0
_SCP_LIKE = re.compile(r"^(?:[\w.-]+@)?([\w.-]+):(?!//)(.+)$")


@dataclass(frozen=True, slots=True)
class Repository:
    """A clone: where it is from, and its commit; None if its files are not as in the commit."""

    url: str
    commit: str | None


def repository_of(project_root: Path) -> Repository | None:
    """The repository that the folder itself is a clone of; None if it is a folder of its own. A
    folder in a tree that ``toolchain.checkout`` made is of that repository too."""
    is_top = (project_root / ".git").exists()
    if not is_top and _git(project_root, "config", "--get", CHECKOUT_MARK) != "true":
        return None
    remote = _git(project_root, "config", "--get", "remote.origin.url")
    if not remote:
        return None
    changes = _git(project_root, "status", "--porcelain", "--", ".", ":(exclude).lake")
    commit = _git(project_root, "rev-parse", "HEAD") if changes == "" else None
    return Repository(canonical_url(remote), commit or None)


def canonical_url(remote: str) -> str:
    """One spelling of a remote: no user, password, ``.git`` or slash at the end; ssh as https."""
    url = remote.strip()
    scp = _SCP_LIKE.match(url) if "://" not in url else None
    if scp is not None and not Path(url).exists():
        url = f"https://{scp[1]}/{scp[2]}"
    url = re.sub(r"^(?:ssh|git)://", "https://", url)
    url = re.sub(r"^(\w+://)[^/@]*@", r"\1", url)
    return url.rstrip("/").removesuffix(".git")


def _git(folder: Path, *words: str) -> str | None:
    """What Git prints; None if it fails or is not there."""
    try:
        done = subprocess.run(
            [*_GIT, "-C", str(folder), *words],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
