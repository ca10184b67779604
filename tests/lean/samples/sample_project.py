"""A copy of a sample, and the Lean that compiles it."""

import json
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns

from sensei.settings import child_environment, load_settings
from sensei.toolchain.find import Toolchain, find_toolchain
from sensei.toolchain.limited import Finished, Limits, run_limited

REPOSITORY = Path(__file__).resolve().parents[3]
SAMPLES = REPOSITORY / "lean" / "samples"


@dataclass(frozen=True)
class Message:
    """One message of Lean's."""

    severity: str
    line: int
    text: str


@dataclass(frozen=True)
class Project:
    """A copy of a sample."""

    root: Path
    toolchain: Toolchain

    def lake(self, *arguments: str, timeout_s: float = 300) -> Finished:
        """Runs the toolchain's lake in the project."""
        assert self.toolchain.lake is not None, f"{self.toolchain.prefix} has no lake"
        return run_limited(
            [str(self.toolchain.lake), *arguments],
            cwd=self.root,
            env=child_environment(),
            limits=Limits(timeout_s=timeout_s),
        )

    def lean(self, file: str, timeout_s: float = 300) -> tuple[int, list[Message]]:
        """Elaborates one file; gives the exit code and the messages."""
        run = self.lake("env", str(self.toolchain.lean), "--json", file, timeout_s=timeout_s)
        if run.timed_out:
            raise TimeoutError(file)
        lines = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
        messages = [Message(m["severity"], m["pos"]["line"], m["data"]) for m in lines]
        if run.exit_code != 0 and not messages:
            messages = [Message("error", 0, run.stdout + run.stderr)]
        return run.exit_code, messages


def copy_sample(name: str, parent: Path) -> Project:
    """Copies a sample into ``parent``; its dependency on the repository is kept."""
    root = parent / name
    copytree(SAMPLES / name, root, ignore=ignore_patterns(".lake", "build"))
    lakefile = root / "lakefile.toml"
    text = lakefile.read_text("utf-8")
    assert '"../../.."' in text
    lakefile.write_text(text.replace('"../../.."', json.dumps(str(REPOSITORY))), "utf-8")
    return Project(root, find_toolchain(root, load_settings(root), lambda line: None))
