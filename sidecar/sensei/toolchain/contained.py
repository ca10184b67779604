"""Runs one program and outlives whatever it leaves behind; keeps it off the network and the files.

    python -I -S contained.py contain PARENT FILE_BYTES FOLDERS PROGRAM [ARGUMENT ...]
    python -I -S contained.py confine FOLDERS PROGRAM [ARGUMENT ...]
    python -I -S contained.py probe

A child may leave its process group and its parent (``setsid``, a double fork). This process
declares itself the reaper of its descendants (Linux: ``PR_SET_CHILD_SUBREAPER``), so that none can
leave *it*: when the program ends, or SIGTERM comes, or the parent dies, all of them are killed. It
then ends as the program did, with its exit code or by its signal.

FOLDERS (as PATH is written; ``-`` for no such bounds) are the only ones in which the program and
what it starts may write (Landlock), and it has no network (a network namespace of its own, which
has no interface; without root also a user namespace) and may signal nothing outside. What the
system does not allow of this is left out: ``probe`` says what it allows. A socket in the file
system can still be connected to by whoever may write to it.

``confine`` does this and becomes the program. A standalone script that imports nothing of ours,
since it is started for every verdict. Source: prctl(2), unshare(2), landlock(7).
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import struct
import sys
from types import FrameType
from typing import NoReturn

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
# The same numbers on every architecture, like all system calls that are as new.
_LANDLOCK_CREATE_RULESET = 444
_LANDLOCK_ADD_RULE = 445
_LANDLOCK_RESTRICT_SELF = 446
_LANDLOCK_VERSION = 1
_PATH_BENEATH = 1
_WRITE_FILE, _REFER, _TRUNCATE = 1 << 1, 1 << 13, 1 << 14
# Writing to files, and making and removing whatever a folder can hold.
_WRITES = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))
_SIGNALS_AND_ABSTRACT_SOCKETS = 3
# Rounds of killing. Each finds all that is alive, so that only a fork bomb needs more than two.
_ROUNDS = 1000


def descendants(root: int) -> list[int]:
    """The processes below ``root``, by the parents that /proc names."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb") as file:
                    # The name before ")" may hold blanks and parentheses.
                    parent = int(file.read().rpartition(b")")[2].split()[1])
            except (OSError, IndexError, ValueError):
                continue
            children.setdefault(parent, []).append(int(entry))
    found: list[int] = []
    todo = [root]
    while todo:
        below = children.get(todo.pop(), [])
        found += below
        todo += below
    return found


def kill_descendants() -> None:
    """Kills and reaps everything below this process."""
    for _ in range(_ROUNDS):
        for pid in descendants(os.getpid()):
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def without_network() -> bool:
    """Leaves the network; whether that went."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNET) == 0:
        return True
    # A user of its own cannot be left again, so another process tries first.
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if _as_own_user_without_network(libc) else 1)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    return status == 0 and _as_own_user_without_network(libc)


def _as_own_user_without_network(libc: ctypes.CDLL) -> bool:
    """The same by a user namespace, in which a user may do it."""
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) != 0:
        return False
    try:
        # Who we are outside is who we are inside; else no file could be made.
        for file, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{user} {user} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            with open(f"/proc/self/{file}", "w") as about:
                about.write(text)
    except OSError:
        return False
    return True


def writing_only_in(folders: list[str]) -> bool:
    """Gives up writing anywhere but in ``folders`` and to devices like /dev/null; whether that
    went."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    version = libc.syscall(ctypes.c_long(_LANDLOCK_CREATE_RULESET), None, ctypes.c_size_t(0), 1)
    if version < 1:
        return False
    handled = _WRITES | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)
    scoped = _SIGNALS_AND_ABSTRACT_SOCKETS if version >= 6 else 0
    # A kernel takes the structure of its own age: what is beyond it must not be there.
    fields = (handled, 0, scoped) if version >= 6 else (handled,)
    rules = struct.pack(f"={len(fields)}Q", *fields)
    ruleset = libc.syscall(
        ctypes.c_long(_LANDLOCK_CREATE_RULESET), rules, ctypes.c_size_t(len(rules)), 0
    )
    if ruleset < 0:
        return False
    for path in (*folders, "/dev/null", "/dev/zero"):
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        allowed = handled if os.path.isdir(path) else handled & (_WRITE_FILE | _TRUNCATE)
        beneath = struct.pack("=Qi", allowed, place)
        libc.syscall(
            ctypes.c_long(_LANDLOCK_ADD_RULE),
            ctypes.c_int(ruleset),
            ctypes.c_int(_PATH_BENEATH),
            beneath,
            ctypes.c_int(0),
        )
        os.close(place)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    done = libc.syscall(ctypes.c_long(_LANDLOCK_RESTRICT_SELF), ctypes.c_int(ruleset), 0)
    os.close(ruleset)
    return bool(done == 0)


def confine(folders: str) -> tuple[bool, bool]:
    """Off the network and the files, as far as that goes: whether off each of them."""
    if folders == "-":
        return False, False
    return without_network(), writing_only_in(folders.split(os.pathsep))


def _give_up(number: int, frame: FrameType | None) -> NoReturn:
    kill_descendants()
    os._exit(128 + number)


def _contain(parent: int, file_bytes: int, folders: str, argv: list[str]) -> NoReturn:
    def perhaps_orphaned(number: int, frame: FrameType | None) -> None:
        if os.getppid() != parent:
            _give_up(signal.SIGTERM, frame)

    signal.signal(signal.SIGTERM, _give_up)
    # The system tells of the end of the *thread* that started us, too, which means nothing.
    signal.signal(signal.SIGHUP, perhaps_orphaned)
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGHUP, 0, 0, 0)
    if os.getppid() != parent:  # it died while this process started
        os._exit(128 + signal.SIGTERM)
    # A limit that we were started under stays: only root may raise it.
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    size = file_bytes if hard == resource.RLIM_INFINITY else min(file_bytes, hard)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    child = os.fork()
    if child == 0:
        try:
            # In a session of its own, so that a signal to its group does not reach us.
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            confine(folders)
            os.execv(argv[0], argv)
        except OSError as error:
            os.write(2, f"{argv[0]}: {error.strerror}\n".encode())
        finally:
            os._exit(127)
    status = 0
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == child:
            break
    kill_descendants()
    if os.WIFSIGNALED(status):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


def main(arguments: list[str]) -> NoReturn:
    """Runs the program; does not return."""
    mode, *rest = arguments
    if mode == "contain":
        _contain(int(rest[0]), int(rest[1]), rest[2], rest[3:])
    if mode == "probe":
        network, files = confine(os.devnull)
        print("network" if network else "", "files" if files else "")
        sys.exit(0)
    confine(rest[0])
    try:
        os.execv(rest[1], rest[1:])
    except OSError as error:
        os.write(2, f"{rest[1]}: {error.strerror}\n".encode())
        os._exit(127)


if __name__ == "__main__":
    main(sys.argv[1:])
