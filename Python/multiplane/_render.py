"""Pictures and videos in one call."""

from __future__ import annotations

import contextlib
from typing import Callable, Iterator, Mapping, Optional, Union

from . import _files, _values
from ._scene import Scene, Source


@contextlib.contextmanager
def _scene(source: Union[Scene, Source], parameters: Optional[Mapping[str, object]], folder: Optional[_values.Path],
           renderer: Optional[str]) -> Iterator[Scene]:
    if not isinstance(source, Scene):
        with Scene(source, parameters, folder=folder, renderer=renderer or "automatic") as scene:
            yield scene
        return
    for name, value in (("parameters", parameters), ("folder", folder), ("renderer", renderer)):
        if value is not None:
            raise TypeError(f"{name}: not allowed for a loaded scene; pass it to Scene")
    yield source


def render(scene: Union[Scene, Source], parameters: Optional[Mapping[str, object]] = None, *, time: float = 0,
           scale: Optional[float] = None, format: Optional[str] = None, quality: Optional[float] = None,
           renderer: Optional[str] = None, folder: Optional[_values.Path] = None,
           output: Optional[_values.Path] = None) -> bytes:
    """Draws a scene and gives the bytes of a picture's file.

    scene: a path, JSON or a `Scene`; with parameters, folder and renderer as of `Scene`.
    time: in seconds after the scene's animations began.
    scale: pixels a point; the scene's own unless given.
    format: `png`, `jpeg`, `webp` or `avif`; that of the output's extension unless given, and else `png`.
    quality: 0 (least) to 1 (best), as of `Image.jpeg`, `.webp` and `.avif`; a PNG has none.
    output: a file that is written too, whole or not at all.

    >>> import multiplane
    >>> multiplane.render({"version": 1, "size": [8, 8], "root": {}}, format="webp")[:4]
    b'RIFF'
    """
    if format is not None:
        kind = _values.FORMATS[_values.word("format", format, _values.FORMATS)]
    else:
        kind = "png" if output is None else _values.format_of(output)
    _values.quality(quality)
    with _scene(scene, parameters, folder, renderer) as opened:
        image = opened.image(time, scale)
    data = image._encoded(kind, quality)
    if output is not None:
        _files.write(output, data)
    return data


def render_video(scene: Union[Scene, Source], path: _values.Path, parameters: Optional[Mapping[str, object]] = None, *,
                 to: float, from_: float = 0, fps: float = 60, scale: Optional[float] = None,
                 renderer: Optional[str] = None, folder: Optional[_values.Path] = None,
                 progress: Optional[Callable[[int, int], object]] = None) -> None:
    """Writes a scene as a video, whole or not at all: `.mp4`, `.webm`, `.mov`, `.gif`, `.apng` or `.webp`.

    But for the last two it needs the program ffmpeg.

    to, from_: in seconds of the scene; there are `round((to - from_) * fps)` frames.
    progress: called after each frame with how many are written, of how many; what returns False ends the work with
        an error whose code is `cancelled`, and what raises ends it too. No file is left then.
    """
    with _scene(scene, parameters, folder, renderer) as opened:
        opened._write_video(path, from_, to, fps, scale, progress)
