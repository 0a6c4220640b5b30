"""Scenes from files or JSON, with their parameters and layers."""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import os
import threading
from types import TracebackType
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, Type, Union

from . import _interrupts, _values
from ._error import Error
from ._image import Image
from ._inputs import Inputs
from ._layer import Layer
from ._library import (CProgress, CSceneInputs, ImageHandle, SceneHandle, Uncopyable, failure, is_forked, library,
                       taken_bytes)
from ._notice import Notice, warnings_of
from ._renderers import RendererKind, renderer

# A path, or JSON: as a string, bytes or a mapping.
Source = Union[_values.Path, bytes, bytearray, memoryview, Mapping[str, object]]


class Scene(Uncopyable):
    """A loaded scene, which can be changed and drawn.

    source: the path of a scene file; or its JSON, as bytes, a string that begins with `{`, or a
        dictionary.
    parameters: values of the scene's parameters; those without one have their defaults. Images are
        paths, `Image` objects, the bytes of image files, open files or arrays.
    folder: the folder for relative paths in JSON; the working directory by default.
    assets: the folder for relative image paths in parameters, which may not lead out of it; by
        default the scene's folder, without that limit.
    root: the folder out of which no path in the scene may lead.
    renderer: `automatic` (OpenGL ES on a hardware device, else the CPU), `gl`, `cpu` or
        `reference`.
    strict: whether a scene with warnings raises `Error`, code `scene.invalid`, when it is loaded and
        when it is drawn. By default each warning is a `SceneWarning`.
    time_limit: seconds of one processor core per picture, beyond which it is refused.
    memory_limit: MiB of memory, of the whole process if the processor draws, else of the device.

    Any thread may use a scene; it draws one picture at a time. `close`, or the end of `with`, frees
    its memory. Afterwards, methods raise `Error` with the code `scene.closed`.

    >>> import multiplane
    >>> card = {"version": 1, "size": [40, 30], "root": {"sublayers": [
    ...     {"name": "box", "frame": [0, 0, 40, 30], "backgroundColor": "#ffffff"}]}}
    >>> with multiplane.Scene(card) as scene:
    ...     scene["box"].set(opacity=0, animate=1)
    ...     [scene.image(time=t).tobytes()[3] for t in (0, 1)], scene.size
    ([255, 0], (40.0, 30.0))
    """

    def __init__(self, source: Source, parameters: Optional[Mapping[str, object]] = None, *,
                 folder: Optional[_values.Path] = None, assets: Optional[_values.Path] = None,
                 root: Optional[_values.Path] = None, renderer: _values.Renderer = "automatic", strict: bool = False,
                 time_limit: Optional[float] = None, memory_limit: Optional[float] = None) -> None:
        self._kind = RendererKind(_values.renderer(renderer), *_values.limits(memory_limit, time_limit))
        self._call: Optional[_interrupts.Call[ImageHandle]] = None
        self._lock = threading.RLock()
        # None until it is set.
        self._time: Optional[float] = None
        self._notice = Notice(strict)
        self._source = _Source(source, folder)
        self._name = self._source.name
        inputs = Inputs.of(parameters)
        self._handle: Optional[SceneHandle] = self._source.load(inputs.structure(assets, root))
        self._parameters = Parameters(self, dict(parameters) if isinstance(parameters, Mapping) else inputs.values)
        with self._use() as handle:
            self._notice.give(self._name, handle)

    def close(self) -> None:
        """Frees the scene; its images stay valid."""
        if is_forked():
            # A thread of the parent may have had the lock.
            self._handle = None
            return
        with self._lock:
            self._handle = None

    def __enter__(self) -> Scene:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<multiplane.Scene {self._name}>"

    @contextlib.contextmanager
    def _use(self) -> Iterator[SceneHandle]:
        """The handle, for exclusive use by this thread."""
        # Before the lock, which a forked process may never get.
        library()
        with self._lock:
            if self._call is not None:
                # It was interrupted, and still draws the scene.
                self._call.wait()
                self._call = None
            if self._handle is None:
                raise Error(f"{self._name}: the scene is closed; draw before its `with` ends", "scene.closed",
                            self._name)
            yield self._handle.opened()

    @property
    def size(self) -> Tuple[float, float]:
        """The width and height of the canvas, in points."""
        width, height = ctypes.c_double(), ctypes.c_double()
        with self._use() as handle:
            library().mp_scene_size(handle, ctypes.byref(width), ctypes.byref(height))
        return width.value, height.value

    @property
    def time(self) -> float:
        """The scene's time in seconds, 0 by default: the begin time of changes with `animate`.

        Animations that have ended by this time are removed, also in pictures of earlier times.
        """
        return 0.0 if self._time is None else self._time

    @time.setter
    def time(self, seconds: float) -> None:
        seconds = _values.time("time", seconds)
        with self._use() as handle:
            library().mp_scene_set_time(handle, seconds)
            self._time = seconds

    @property
    def poster_time(self) -> float:
        """The time of pictures for which none is given, in seconds, while `time` was not set.

        It is the scene file's `poster`, and the middle of a Lottie animation.

        >>> import multiplane
        >>> with multiplane.Scene({"version": 1, "size": [8, 8], "poster": 2, "root": {}}) as scene:
        ...     scene.poster_time
        2.0
        """
        with self._use() as handle:
            return float(library().mp_scene_poster_time(handle))

    # MARK: Parameters and layers

    @property
    def parameters(self) -> Parameters:
        """The scene's parameters by name; setting one changes the layers that use it."""
        return self._parameters

    @property
    def warnings(self) -> List[str]:
        """Warnings about skipped or replaced parts of the scene in its current state, a line each.

        >>> import multiplane
        >>> card = {"version": 1, "size": [8, 8], "root": {"class": "CAGradientLayer", "colors": ["#fff"]}}
        >>> with multiplane.Scene(card) as scene:
        ...     scene.warnings
        ['root.colors: expected at least two colours, found 1; no gradient is drawn']
        """
        with self._use() as handle:
            return [f"{place}: {problem}" for place, problem in warnings_of(handle)]

    def __getitem__(self, name: str) -> Layer:
        """All layers with a name in the tree; raises `Error`, code `layer.unknown`, without one."""
        return Layer(self, _values.text("a layer's name", name))

    @property
    def names(self) -> List[str]:
        """The names of the layers, each once, in the order of the tree."""
        with self._use() as handle:
            reply = json.loads(taken_bytes(library().mp_scene_command(handle, b'{"command": "tree"}')))
        found: Dict[str, None] = {}
        pending = list(reversed(reply["scenes"]))
        while pending:
            layer = pending.pop()
            if "name" in layer:
                found[layer["name"]] = None
            pending += reversed([*filter(None, [layer.get("mask")]), *layer.get("sublayers", [])])
        return list(found)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    # MARK: Pictures

    def image(self, time: Optional[float] = None, scale: Optional[float] = None) -> Image:
        """Draws the scene at a time, without changing the scene's own `time`.

        time: the scene time in seconds; by default the scene's `time` if it was set, else its
            `poster_time`.
        scale: pixels per point; the scene's by default.
        """
        pixels = _values.scale(scale)
        with self._use() as handle:
            if time is not None:
                seconds = _values.time("time", time)
            else:
                # The poster time.
                seconds = math.nan if self._time is None else self._time
            self._notice.give(self._name, handle)
            kind = self._kind

            def draw() -> ImageHandle:
                with renderer(kind) as drawing:
                    image = library().mp_image_renderer_draw(drawing, handle, seconds, pixels)
                    if not image:
                        raise failure("render.failed")
                return ImageHandle(image)

            call = self._call = _interrupts.started(draw)
            call.wait()
            self._call = None
            return Image._of(call.result())

    def _repr_png_(self) -> Optional[bytes]:
        return None if self._handle is None else self.image().png()

    def frames(self, from_: float = 0, to: Optional[float] = None, fps: float = 60, *,
               scale: Optional[float] = None) -> Iterator[Image]:
        """Draws `round((to - from_) * fps)` frames lazily; frame k is at `from_ + k / fps` seconds.

        Raises `Error` with the code `times.invalid` for an empty or infinite range.

        >>> import multiplane
        >>> with multiplane.Scene({"version": 1, "size": [8, 8], "root": {}}) as scene:
        ...     len(list(scene.frames(0, 2, 10)))
        20
        """
        if to is None:
            raise TypeError("frames: expected the end of the frames, to=")
        first, last, speed = _values.time("from_", from_), _values.time("to", to), _values.number("fps", fps)
        if not 0 < speed < float("inf") or last <= first:
            raise Error(f"frames: expected fps above 0 and a to after from_, found {speed}, {first} and {last}",
                        "times.invalid")
        frames = (last - first) * speed
        if frames == float("inf"):
            raise Error(f"frames: expected fewer, found {first} to {last} at {speed} per second", "times.invalid")
        count = round(frames)
        return (self.image(first + frame / speed, scale) for frame in range(count))

    def _write_video(self, path: _values.Path, from_: float, to: float, fps: float, scale: Optional[float],
                     quality: Optional[float], progress: Optional[Callable[[int, int], object]]) -> None:
        _values.encoded_path(path)
        # The path in the library's error lines.
        place = os.path.abspath(os.fsdecode(path))
        start, end, speed = _values.time("from_", from_), _values.time("to", to), _values.number("fps", fps)
        pixels, share = _values.scale(scale), _values.quality(quality)
        raised: List[BaseException] = []

        # Needed even without `progress`, because it detects Ctrl-C.
        def told(_: object, frame: int, count: int) -> bool:
            try:
                # Python 3.10 runs signal handlers after calls alone, and there may be no other here.
                len(interrupts)
                return not interrupts and (progress is None or progress(frame, count) is not False)
            except BaseException as error:  # raised again below, outside the library's frames
                raised.append(error)
                return False

        with self._use() as handle, _interrupts.noted() as interrupts, renderer(self._kind) as drawing:
            self._notice.give(self._name, handle)
            written = library().mp_image_renderer_write_video(
                drawing, handle, os.fsencode(place), start, end, speed, pixels, share, CProgress(told), None)
            if not written:
                error = failure("video.failed", place)
                raise raised[0] if raised else error


class _Source:
    """The source of a scene: a file, or JSON in memory."""

    def __init__(self, source: Source, folder: Optional[_values.Path]) -> None:
        self._json: Optional[bytes] = None
        self._path, self._folder, self.name = b"", None, "scene"
        if isinstance(source, Mapping):
            self._json = _values.encoded_json("scene", dict(source))
        elif isinstance(source, (bytes, bytearray, memoryview)):
            self._json = bytes(source)
        elif isinstance(source, str) and source.lstrip()[:1] == "{":
            self._json = source.encode("utf-8", "surrogatepass")
        elif not isinstance(source, (str, os.PathLike)):
            raise TypeError(f"scene: expected a path, or JSON as a string, bytes or a dictionary, found {source!r}")
        elif folder is not None:
            raise TypeError("folder: expected with a scene of JSON; paths in a file are relative to its own folder")
        else:
            self._path, self.name = _values.encoded_path(source), os.fspath(source)
        if folder is not None:
            self._folder = _values.encoded_path(folder)

    def load(self, inputs: CSceneInputs) -> SceneHandle:
        """Loads the scene with parameter values; returns a new handle."""
        if self._json is None:
            handle = library().mp_scene_load_inputs(self._path, inputs)
        else:
            handle = library().mp_scene_parse_inputs(self._json, len(self._json), self._folder, inputs)
        if not handle:
            raise failure("scene.invalid", self.name)
        return SceneHandle(handle)

    def schema(self) -> Dict[str, Any]:
        if self._json is None:
            pointer = library().mp_scene_parameters_schema(self._path)
        else:
            pointer = library().mp_scene_parameters_schema_parse(self._json, len(self._json), self._folder)
        if not pointer:
            raise failure("scene.invalid", self.name)
        schema: Dict[str, Any] = json.loads(taken_bytes(pointer))
        return schema


def check(source: Source, folder: Optional[_values.Path]) -> None:
    """Raises `Error` for a scene that cannot be loaded without values of parameters."""
    _Source(source, folder).load(Inputs().structure())


class Parameters(Uncopyable, Mapping[str, object]):
    """The parameters of a scene by name, with their values or defaults.

    Setting a parameter changes only the layer properties that use it. An unknown name or an invalid
    value raises `multiplane.Error` and changes nothing.
    """

    def __init__(self, scene: Scene, given: Dict[str, object]) -> None:
        self._scene, self._given = scene, given

    @property
    def schema(self) -> Dict[str, Any]:
        """The JSON Schema of the parameter values."""
        return self._scene._source.schema()

    def _declared(self) -> Dict[str, Dict[str, object]]:
        declared: Dict[str, Dict[str, object]] = self.schema.get("properties", {})
        return declared

    def __getitem__(self, name: str) -> object:
        if self._given.get(name) is not None:
            return self._given[name]
        return self._declared()[name]["default"]

    def __setitem__(self, name: str, value: object) -> None:
        self.update({name: value})

    def update(self, values: Mapping[str, object]) -> None:
        """Sets several parameters: all of them, or none if a value is invalid. None is a default."""
        scene = self._scene
        given = Inputs.of(values)
        unset = [name for name, value in values.items() if value is None]
        declared = self._declared() if unset else {}
        for name in unset:
            default = declared.get(name, {}).get("default")
            if name in declared and default is None:
                place = f"parameters.{name}"
                raise Error(f"{scene._name}: {place}: expected a value, as it has no default, found None",
                            "scene.invalid", place)
            # The library names those that it does not know.
            given.values[name] = default or ""
        with scene._use() as handle:
            if not library().mp_scene_set_inputs(handle, given.structure()):
                raise failure("scene.invalid", scene._source.name)
            self._given = {**self._given, **values}
            scene._notice.is_given = False

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared())

    def __len__(self) -> int:
        return len(self._declared())

    def __repr__(self) -> str:
        return repr(dict(self))
