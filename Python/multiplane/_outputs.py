"""Output files of `render_many`, and the record of what they were drawn from."""

from __future__ import annotations

import hashlib
import json
import os
import re
from typing import Any, Dict, Iterable, List, Optional, Set

from . import _files, _values
from ._error import Error
from ._job import Job
from ._library import VERSION
from ._rows import Entry

_JOURNAL = ".multiplane-render-many.jsonl"
_FIELD = re.compile(r"\{(?:(id)|index(?::0?([1-9]))?)\}")
_ID = re.compile(r"(?!\.{1,2}$)[A-Za-z0-9._-]{1,200}")


class Outputs:
    """Files named by a pattern, such as `cards/{id}.png`.

    A journal beside them has a line per file: its name, its size, and a hash of the scene, the files
    that it names, and the values.
    """

    def __init__(self, pattern: _values.Path, job: Job, again: bool) -> None:
        self._pattern = os.fsdecode(_values.encoded_path(pattern))
        self._folder, self._name = os.path.split(self._pattern)
        if not _FIELD.search(self._name) or _FIELD.search(self._folder):
            raise Error(f"{self._pattern}: expected {{id}} or {{index}} in the name of the file, such as "
                        "cards/{id}.png", "image.unwritable", self._pattern)
        self._job, self._again = job, again
        self._paths: Set[str] = set()
        self._keys: Dict[str, str] = {}
        self._shared = _digest([VERSION, job.format, job.quality, job.effort, job.renderer, job.strict, job.time,
                                job.scale, _scene_state(job)])
        try:
            os.makedirs(self._folder or ".", exist_ok=True)
        except OSError as error:
            raise Error(f"{self._folder}: expected a folder, found \"{error.strerror}\"", "image.unwritable",
                        self._folder) from None
        self._journal = os.path.join(self._folder, _JOURNAL)
        self._known: Dict[str, Any] = {} if again else _read(self._journal)

    def _path(self, entry: Entry) -> str:
        def value(match: "re.Match[str]") -> str:
            if not match[1]:
                return str(entry.index).zfill(int(match[2] or 0))
            if not _ID.fullmatch(str(entry.id)):
                raise Error("id: expected letters, digits, \".\", \"_\" and \"-\", as it names a file", "row.invalid")
            return str(entry.id)

        return os.path.join(self._folder, _FIELD.sub(value, self._name))

    def known(self, entry: Entry) -> Optional[str]:
        """The path of a row's file if it need not be drawn again, else None.

        Raises `Error` if its name is that of an earlier row's.
        """
        path = self._path(entry)
        if path in self._paths:
            raise Error(f"id: expected another one than those before, whose file is {path} too", "row.invalid")
        self._paths.add(path)
        task, job = entry.task, self._job
        images = {name: image.tobytes() for name, image in task.inputs.images.items()}
        named = [value for value in task.inputs.values.values() if isinstance(value, str)]
        base = job.assets or job.folder or (os.path.dirname(job.source) if isinstance(job.source, str) else "")
        self._keys[path] = _digest([self._shared, task.inputs.values, task.time, task.scale,
                                    _states(base, named)], images)
        found = self._known.get(os.path.basename(path))
        if found == [self._keys[path], _size(path)]:
            del self._keys[path]
            return path
        return None

    def write(self, entry: Entry, data: bytes) -> str:
        """Writes a file, and returns its path."""
        path = self._path(entry)
        _files.write(path, data)
        line = json.dumps({"output": os.path.basename(path), "key": self._keys.pop(path), "size": len(data)})
        try:
            with open(self._journal, "a", encoding="utf-8") as journal:
                journal.write(line + "\n")
        except OSError as error:
            raise Error(f"{self._journal}: expected a writable file, found \"{error.strerror}\"", "image.unwritable",
                        self._journal) from None
        return path


def _read(path: str) -> Dict[str, Any]:
    found: Dict[str, Any] = {}
    try:
        with open(path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                try:
                    entry = json.loads(line)
                    found[entry["output"]] = [entry["key"], entry["size"]]
                except (ValueError, KeyError, TypeError):
                    continue  # cut off when a process ended
    except OSError:
        pass  # the first call for this folder
    return found


def _digest(values: List[Any], images: Optional[Dict[str, bytes]] = None) -> str:
    whole = hashlib.sha256(json.dumps(values, sort_keys=True).encode("ascii"))
    for name, pixels in sorted((images or {}).items()):
        whole.update(f"{name}\0{len(pixels)}\0".encode("utf-8", "replace") + pixels)
    return whole.hexdigest()


def _size(path: str) -> Optional[int]:
    try:
        return os.stat(path).st_size
    except OSError:
        return None


def _states(folder: str, names: Iterable[str]) -> List[Any]:
    """Size and date of the files among some names."""
    found: List[Any] = []
    for name in names:
        try:
            status = os.stat(os.path.join(folder, name))
            found.append([name, status.st_size, status.st_mtime_ns])
        except (OSError, ValueError):
            continue
    return found


def _scene_state(job: Job) -> List[Any]:
    """The text of the scene, and the files that it names."""
    source, folder = job.source, job.folder or ""
    if isinstance(source, str):
        folder = os.path.dirname(source)
        try:
            with open(source, "rb") as file:
                source = file.read()
        except OSError:
            return [source]  # reported by those who load it
    try:
        scene = json.loads(source)
        names = [name for key in ("images", "fonts") for name in dict(scene.get(key, {})).values()]
        defaults = [declaration.get("default") for declaration in dict(scene.get("parameters", {})).values()]
        files = _states(folder, [name for name in names + defaults if isinstance(name, str)])
    except (ValueError, AttributeError, TypeError):
        files = []
    return [hashlib.sha256(source).hexdigest(), os.path.realpath(folder), files]
