"""Working trees of Git repositories in the user's cache, each at one commit.

A tree is made beside its place and renamed into it, under a lock; it keeps what was built and
traced in its ``.lake``. No forge is asked, no token is needed, and nothing asks a question: Git
alone is run, by GitPython, with the user's own settings for hosts and keys.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.core.errors import ProjectError, ToolchainError
from sensei.settings import Settings
from sensei.toolchain.cache import locked
from sensei.toolchain.finished import stderr_report
from sensei.toolchain.installed import Kind, Toolchain
from sensei.toolchain.programs import try_lake

if TYPE_CHECKING:
    from git import Repo

_COMMIT = re.compile(r"^[0-9a-f]{40}$")
_REMOTE = re.compile(r"^(?:https?|ssh|git|file)://|^[\w.-]+@[\w.-]+:(?!//)")
# Git asks nobody, downloads no large files, gives up on a dead line, and speaks to remotes alone.
_ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LFS_SKIP_SMUDGE": "1",
    "GIT_HTTP_LOW_SPEED_LIMIT": "1000",
    "GIT_HTTP_LOW_SPEED_TIME": "60",
    "GIT_ALLOW_PROTOCOL": "https:http:ssh:git:file",
    "GIT_SSH_COMMAND": "ssh -o BatchMode=yes",
}
# What lake may write beside `.lake` makes the tree no other commit.
_NOT_CHANGES = ".lake/\nlake-manifest.json\n"
# In the tree's own settings: all of it is the repository's, in whatever folder the project is.
CHECKOUT_MARK = "sensei.checkout"
_CACHE_GET_S = 3600.0

Report = Callable[[str], None]


def is_remote(text: str) -> bool:
    """Whether a text is the address of a repository: a URL, ``user@host:path`` or a bare one."""
    return bool(_REMOTE.match(text)) or (text.endswith(".git") and (Path(text) / "HEAD").is_file())


def checkout(
    url: str, revision: str | None, settings: Settings, report: Report = stderr_report
) -> Path:
    """The root of the repository's tree at a commit.

    Args:
        url: an address for Git.
        revision: a whole commit, which needs no network once the tree is there; else a branch or a
            tag; None for what the remote has checked out.

    Raises:
        ProjectError: Git cannot reach the repository, or it has no such commit.
        ToolchainError: Git or GitPython is not installed.
    """
    try:
        from git import Git, GitCommandError, GitCommandNotFound, Repo
    except ImportError as error:  # GitPython itself fails so where there is no Git
        raise ToolchainError(
            f"a repository takes Git and GitPython: {str(error).strip().splitlines()[0]}",
            "install Git, and pip install GitPython",
        ) from None
    if "://" not in url and not _REMOTE.match(url):
        url = Path(url).resolve().as_uri()
    try:
        commit = _commit_of(Git(), url, revision)
        key = hashlib.sha256(f"{url}\0{commit}".encode()).hexdigest()[:12]
        name = re.sub(r"[^\w.-]", "_", url.rstrip("/").removesuffix(".git").rsplit("/", 1)[-1])
        folder = settings.cache_dir / "repositories" / f"{name}-{commit[:12]}-{key}"
        folder.parent.mkdir(parents=True, exist_ok=True)
        with locked(folder.parent / f"{folder.name}.lock", report):
            if folder.is_dir():
                with Repo(folder) as repo:
                    _restore(repo, commit, report)
                return folder
            for left in folder.parent.glob(f"{folder.name}.tmp"):
                shutil.rmtree(left)
            report(f"fetching {url} at {commit[:12]}")
            partial = folder.with_name(f"{folder.name}.tmp")
            with Repo.init(partial) as repo:
                _fill(repo, url, commit)
            partial.rename(folder)
    except GitCommandNotFound as error:
        raise ProjectError(f"Git is not installed: {error}", "install Git") from None
    except GitCommandError as error:
        raise ProjectError(
            f"{url}: {_reason(error)}", "check the address and the commit, and that Git reaches it"
        ) from None
    except OSError as error:
        raise ProjectError(
            f"{url}: no working tree in {settings.cache_dir}: {error.strerror or error}",
            "make room there, or set SENSEI_CACHE to another folder",
        ) from error
    return folder


def _commit_of(git: Any, url: str, revision: str | None) -> str:
    if revision is not None and _COMMIT.match(revision):
        return revision
    wanted = ["HEAD"]
    if revision is not None:
        tag = f"refs/tags/{revision}"
        wanted = [f"refs/heads/{revision}", tag + "^{}", tag]
    with git.custom_environment(**_ENVIRONMENT):
        listed = git.ls_remote("--", url, *wanted)
    found = {ref: commit for commit, ref in (line.split("\t") for line in listed.splitlines())}
    for ref in wanted:
        if ref in found:
            return str(found[ref])
    raise ProjectError(
        f"{url} has no branch or tag {revision!r}" if revision else f"{url} is empty",
        "give a whole commit of 40 digits, a branch or a tag: --commit COMMIT",
    )


def _fill(repo: Repo, url: str, commit: str) -> None:
    from git import GitCommandError

    (Path(repo.git_dir) / "info").mkdir(exist_ok=True)
    (Path(repo.git_dir) / "info" / "exclude").write_text(_NOT_CHANGES, encoding="utf-8")
    repo.git.update_environment(**_ENVIRONMENT)
    repo.git.config(CHECKOUT_MARK, "true")
    repo.git.remote("add", "origin", url)
    try:
        repo.git.fetch("--depth", "1", "--no-tags", "origin", commit)
    except GitCommandError:  # not every server gives any commit that it is asked for
        repo.git.fetch("--tags", "origin")
    repo.git.checkout("--quiet", "--detach", commit)


def _restore(repo: Repo, commit: str, report: Report) -> None:
    """A tree that somebody changed is put right; ``.lake`` and other new files stay."""
    changed = repo.git.status("--porcelain", "--untracked-files=no")
    if changed or repo.head.commit.hexsha != commit:
        report(f"{repo.working_dir} was changed and is put back to {commit[:12]}")
        repo.git.checkout("--quiet", "--force", "--detach", commit)


def _reason(error: Any) -> str:
    said = str(error.stderr or "").replace("stderr:", "").strip().strip("'").strip()
    lines = [line for line in said.splitlines() if line.startswith(("fatal:", "error:"))]
    return (lines or said.splitlines() or [f"git ended with {error.status}"])[0]


def wants_mathlib(root: Path) -> bool:
    """Whether the project's manifest requires mathlib."""
    try:
        manifest = json.loads((root / "lake-manifest.json").read_text(encoding="utf-8"))
        return any(package.get("name") == "mathlib" for package in manifest["packages"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def get_mathlib(toolchain: Toolchain, root: Path, report: Report) -> bool:
    """Downloads mathlib's compiled files as its own tool does, where the project requires it and a
    Lean with its real lake serves it; a failure is told, and the build goes on without."""
    if toolchain.kind is Kind.EMBEDDED or toolchain.lake is None or not wants_mathlib(root):
        return False
    report("lake exe cache get")
    done = try_lake(toolchain, root, "exe", "cache", "get", timeout_s=_CACHE_GET_S)
    if done.returncode != 0:
        report(f"lake exe cache get ended with {done.returncode}; mathlib is built from source")
    return done.returncode == 0
