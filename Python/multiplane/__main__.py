"""The command `multiplane`, also as `python -m multiplane`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Iterator

from ._error import Error
from ._library import copies


def _candidates() -> Iterator[Path]:
    """Where the program may be: in the package, else in PATH."""
    yield Path(__file__).with_name("bin") / "multiplane"
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        yield Path(folder, "multiplane")


def _program() -> Path:
    for path in _candidates():
        try:
            with open(path, "rb") as file:
                # Not a script such as the one that calls this.
                if file.read(4) == b"\x7fELF" and os.access(path, os.X_OK):
                    return path
        except OSError:
            continue
    raise Error("found the program neither in the package nor in PATH; install a wheel that has it inside")


def main() -> int:
    """Becomes the command, with the arguments of this process. Returns its status on failure."""
    try:
        program, environment = _program(), dict(os.environ)
        # Libraries that the system lacks; those of the system are preferred, as in Python.
        preloaded = [*copies(), *filter(None, [environment.get("LD_PRELOAD")])]
        if preloaded:
            environment["LD_PRELOAD"] = ":".join(preloaded)
        os.execve(program, ["multiplane", *sys.argv[1:]], environment)
    except (Error, OSError) as error:
        print(f"multiplane: {error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
