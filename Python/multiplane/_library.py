"""`libmultiplane.so`: search, loading and the functions of multiplane.h."""

from __future__ import annotations

import ctypes
import os
import re
import sys
import threading
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int, c_size_t, c_void_p
from pathlib import Path
from typing import Any, Callable, ClassVar, Dict, List, NoReturn, Optional, Tuple, TypeVar

from ._error import Error, read_line

VERSION = "0.1.0"

Self = TypeVar("Self", bound="Handle")

_NAMES = ("libmultiplane.so.0", "libmultiplane.so")
# Copies of system libraries, for systems that lack them; only in a wheel.
_SYSTEM = Path(__file__).with_name("lib") / "system"
_TEXT = "libpangocairo-1.0.so.0"
_INSTALL = "install a wheel that has it inside, or set MULTIPLANE_LIBRARY to its path"


class CDifference(ctypes.Structure):
    """`mp_difference`."""

    _fields_ = [("largest", c_int), ("mean", c_double), ("beyond_1", c_double), ("beyond_2", c_double),
                ("beyond_8", c_double)]


class CNamedImage(ctypes.Structure):
    """`mp_named_image`."""

    _fields_ = [("name", c_char_p), ("image", c_void_p)]


class CSceneInputs(ctypes.Structure):
    """`mp_scene_inputs`."""

    _fields_ = [("parameters", c_char_p), ("images", POINTER(CNamedImage)), ("image_count", c_size_t),
                ("assets", c_char_p), ("root", c_char_p), ("converts_text", c_bool)]
    kept: object
    """What the pointers refer to."""


# `mp_progress`.
CProgress = ctypes.CFUNCTYPE(c_bool, c_void_p, c_int, c_int)

# Result and parameter types. Returned strings that the caller frees are declared as pointers.
_FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {
    "mp_version": (c_char_p, []),
    "mp_error": (c_char_p, []),
    "mp_free": (None, [c_void_p]),
    "mp_scene_load_inputs": (c_void_p, [c_char_p, POINTER(CSceneInputs)]),
    "mp_scene_parse_inputs": (c_void_p, [c_char_p, c_size_t, c_char_p, POINTER(CSceneInputs)]),
    "mp_scene_release": (None, [c_void_p]),
    "mp_scene_size": (None, [c_void_p, POINTER(c_double), POINTER(c_double)]),
    "mp_scene_root": (c_void_p, [c_void_p]),
    "mp_scene_poster_time": (c_double, [c_void_p]),
    "mp_scene_set_time": (None, [c_void_p, c_double]),
    "mp_scene_command": (c_void_p, [c_void_p, c_char_p]),
    "mp_scene_set_inputs": (c_bool, [c_void_p, POINTER(CSceneInputs)]),
    "mp_scene_add_image": (None, [c_void_p, c_char_p, c_void_p]),
    "mp_scene_parameters_schema": (c_void_p, [c_char_p]),
    "mp_scene_parameters_schema_parse": (c_void_p, [c_char_p, c_size_t, c_char_p]),
    "mp_scene_warnings": (c_void_p, [c_void_p]),
    "mp_layer_find": (c_void_p, [c_void_p, c_char_p]),
    "mp_layer_release": (None, [c_void_p]),
    "mp_layer_get": (c_void_p, [c_void_p, c_char_p, c_bool]),
    "mp_layer_text_lines": (c_void_p, [c_void_p]),
    "mp_layer_preferred_size": (None, [c_void_p, POINTER(c_double), POINTER(c_double)]),
    "mp_layer_get_number": (c_bool, [c_void_p, c_char_p, c_bool, POINTER(c_double)]),
    "mp_image_renderer_create": (c_void_p, [c_char_p, c_char_p, c_int]),
    "mp_image_renderer_release": (None, [c_void_p]),
    "mp_image_renderer_set_limits": (None, [c_void_p, c_size_t, c_double]),
    "mp_image_renderer_draw": (c_void_p, [c_void_p, c_void_p, c_double, c_double]),
    "mp_image_renderer_write_video": (c_bool, [c_void_p, c_void_p, c_char_p, c_double, c_double, c_double, c_double,
                                               c_double, CProgress, c_void_p]),
    "mp_image_create": (c_void_p, [c_void_p, c_int, c_int, c_size_t, c_bool]),
    "mp_image_load": (c_void_p, [c_char_p]),
    "mp_image_release": (None, [c_void_p]),
    "mp_image_size": (None, [c_void_p, POINTER(c_int), POINTER(c_int)]),
    "mp_image_read": (c_bool, [c_void_p, c_void_p, c_size_t, c_bool]),
    "mp_image_encode": (c_void_p, [c_void_p, c_char_p, c_double, c_double, POINTER(c_size_t)]),
    "mp_image_difference": (c_void_p, [c_void_p, c_void_p]),
    "mp_image_compare": (c_void_p, [c_void_p, c_void_p, c_char_p, POINTER(CDifference)]),
}

_lock = threading.Lock()
_loaded: Optional[ctypes.CDLL] = None
_is_forked = False
# The paths of the package's copies of system libraries that are in use.
_copies: List[str] = []


def copies() -> List[str]:
    """The paths of the package's copies of libraries that this system lacks. Loads the library."""
    library()
    return list(_copies)


def library() -> ctypes.CDLL:
    """The library, loaded on first use.

    Raises `Error` with the codes `library.missing`, `library.version` or, in a forked process,
    `library.forked`.
    """
    global _loaded
    if _is_forked:
        raise Error("multiplane: the library was loaded before this process was forked, and its threads are not here: "
                    "start processes with multiprocessing's \"spawn\", or draw nothing before the fork",
                    "library.forked")
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _checked(*_found())
                os.register_at_fork(after_in_child=_note_fork)
    return _loaded


def _note_fork() -> None:
    global _is_forked
    _is_forked = True


def is_forked() -> bool:
    """Whether this process was forked after the library was loaded, and therefore cannot use it."""
    return _is_forked


def _found() -> Tuple[ctypes.CDLL, str]:
    given = os.environ.get("MULTIPLANE_LIBRARY")
    if given:
        return _opened(given), given
    for name in _NAMES:
        path = Path(__file__).with_name("lib") / name
        if path.exists():
            return _opened(str(path)), str(path)
    for name in _NAMES:
        try:
            return ctypes.CDLL(name), name
        except OSError as error:
            # The loader's message begins with the missing file: the library or a dependency.
            if not str(error).startswith(f"{name}: "):
                raise _unopened(name, error) from None
    raise Error(f"{_NAMES[0]}: found neither in the package nor by the loader; {_INSTALL}", "library.missing")


def _opened(path: str) -> ctypes.CDLL:
    try:
        try:
            opened = ctypes.CDLL(path)
        except OSError as error:
            # The package may contain the missing dependency.
            if str(error).startswith(f"{path}: ") or not _SYSTEM.is_dir():
                raise
            _open_missing()
            return ctypes.CDLL(path)
    except OSError as error:
        raise _unopened(path, error) from None
    if _SYSTEM.is_dir() and not _has_text():
        _open_missing()
    return opened


def _has_text() -> bool:
    """Whether the system has the text library, which is loaded on first use.

    Looks for the file beside Cairo's, because loading it for this check takes tens of milliseconds.
    """
    try:
        found = re.search(rb"(/.*)/libcairo\.so\.2", Path("/proc/self/maps").read_bytes())
    except OSError:
        return True
    return found is None or os.path.exists(os.path.join(os.fsdecode(found.group(1)), _TEXT))


def _open_missing() -> None:
    """Loads the package's copies of system libraries that this system lacks.

    The loader then finds them by name. The system's own libraries are preferred, because they are
    newer and other code in the process may use them.
    """
    for line in (_SYSTEM / "order").read_text().splitlines():
        name = line.split()[0]
        try:
            ctypes.CDLL(name)
        except OSError:
            path = str(_SYSTEM / name)
            ctypes.CDLL(path)
            _copies.append(path)
    if "FONTCONFIG_FILE" not in os.environ and not os.path.exists("/etc/fonts/fonts.conf"):
        os.environ["FONTCONFIG_FILE"] = str(_SYSTEM / "fonts.conf")


def _unopened(path: str, error: OSError) -> Error:
    reason = " ".join(str(error).split())
    if reason.startswith(f"{path}: "):
        return Error(f"{reason}; {_INSTALL}", "library.missing", path)
    return Error(f"{path}: {reason}; install the Debian packages that Multiplane's Python/README.md lists",
                 "library.missing", path)


def _checked(opened: ctypes.CDLL, path: str) -> ctypes.CDLL:
    lacking = []
    for name, (result, parameters) in _FUNCTIONS.items():
        try:
            function = getattr(opened, name)
        except AttributeError:
            lacking.append(name)
            continue
        function.restype, function.argtypes = result, parameters
    found = opened.mp_version().decode() if "mp_version" not in lacking else None
    if found is not None and found != VERSION:
        raise Error(f"{path}: expected version {VERSION}, that of the Python package, found {found}; "
                    "install both from one release", "library.version", path)
    if lacking:
        more = f" and {len(lacking) - 1} more functions" if len(lacking) > 1 else ""
        raise Error(f"{path}: lacks {lacking[0]}{more}; install a library that was built with this Python package",
                    "library.version", path)
    return opened


def failure(code: str, subject: Optional[str] = None) -> Error:
    """The error of this thread's last failure, with `code` and `subject` as in `read_line`."""
    return read_line(library().mp_error().decode("utf-8", "replace"), code, subject)


class _Keeper:
    """Releases a pointer of the library when it is deleted. The cell is empty afterwards."""

    __slots__ = ("_function", "_cell")

    def __init__(self, function: str, cell: List[int]) -> None:
        self._function, self._cell = function, cell

    # The parameter exists because module globals may be gone when an interpreter ends.
    def __del__(self, _is_ending: Callable[[], bool] = sys.is_finalizing) -> None:
        # Not at exit: the process frees everything, and other threads may still be drawing. Not in
        # a forked process, which lacks the library's threads.
        if self._cell and not _is_ending() and _loaded is not None and not _is_forked:
            getattr(_loaded, self._function)(self._cell.pop())


class Handle:
    """A pointer of the library, released after the last use. It is passed as an argument.

    The garbage collector first calls `__del__` of all objects in a cycle, in any order, and then
    clears the cycle. Therefore `__del__` does not release the pointer, which other objects of the
    cycle may still use: it adds a `_Keeper`, which is deleted with the handle itself.
    """

    __slots__ = ("_cell", "_keeper")
    _release: ClassVar[str]

    def __init__(self, pointer: int) -> None:
        self._cell = [pointer]

    def __del__(self, _keeper: Callable[[str, List[int]], object] = _Keeper) -> None:
        self._keeper = _keeper(self._release, self._cell)

    def opened(self: Self) -> Self:
        """The handle. Raises `Error` if a cycle of garbage was revived and collected again."""
        if not self._cell:
            raise Error("multiplane: expected an object in use, found one that the garbage collector released")
        return self

    @property
    def _as_parameter_(self) -> int:
        return self._cell[0]

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(f"{type(self).__name__}: belongs to its process")


class SceneHandle(Handle):
    """`mp_scene`."""

    __slots__ = ()
    _release = "mp_scene_release"


class LayerHandle(Handle):
    """`mp_layer`."""

    __slots__ = ()
    _release = "mp_layer_release"


class ImageHandle(Handle):
    """`mp_image`."""

    __slots__ = ()
    _release = "mp_image_release"


class RendererHandle(Handle):
    """`mp_image_renderer`."""

    __slots__ = ()
    _release = "mp_image_renderer_release"


class Uncopyable:
    """An object that can be neither copied nor pickled, because it refers to a loaded scene."""

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(f"{type(self).__name__}: cannot be copied or pickled, because its scene belongs to this "
                        "process; load the scene again, or send its images")


def taken_bytes(pointer: int, length: Optional[int] = None) -> bytes:
    """Copies and frees bytes that the library returned.

    length: the number of bytes; up to the terminating zero by default.
    """
    try:
        return ctypes.string_at(pointer) if length is None else ctypes.string_at(pointer, length)
    finally:
        library().mp_free(pointer)
