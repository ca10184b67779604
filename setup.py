"""Ships the Lean sources inside the Python package; everything else is in pyproject.toml.

An installed sensei has them under `sensei/_lean`, laid out as the repository is; an editable
install uses the repository itself.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
FILES = ("lakefile.lean", "lake-manifest.json", "lean-toolchain")


class BuildWithLean(build_py):
    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib) / "sensei" / "_lean"
        shutil.rmtree(target, ignore_errors=True)
        sources = [ROOT / name for name in FILES]
        sources += [
            path
            for pattern in ("*.lean", "embedded/c/*.[ch]")
            for path in (ROOT / "lean").rglob(pattern)
            if ".lake" not in path.parts and "samples" not in path.parts
        ]
        for path in sources:
            place = target / path.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)


setup(cmdclass={"build_py": BuildWithLean})
