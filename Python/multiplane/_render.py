"""Pictures and videos in one call."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Dict, Iterator, Mapping, Optional, Union

from . import _files, _values
from ._scene import Scene, Source


@contextlib.contextmanager
def _scene(source: Union[Scene, Source], parameters: Optional[Mapping[str, object]],
           options: Dict[str, Any]) -> Iterator[Scene]:
    """A scene with the arguments of `Scene` that are not None; they are not allowed for a loaded scene."""
    given = {name: value for name, value in options.items() if value is not None}
    if not isinstance(source, Scene):
        with Scene(source, parameters, **given) as scene:
            yield scene
        return
    for name in (["parameters"] if parameters is not None else []) + list(given):
        raise TypeError(f"{name}: not allowed for a loaded scene; pass it to Scene")
    yield source


def render(scene: Union[Scene, Source], parameters: Optional[Mapping[str, object]] = None, *,
           time: Optional[float] = None,
           scale: Optional[float] = None, format: Optional[_values.Format] = None, quality: Optional[float] = None,
           renderer: Optional[_values.Renderer] = None, folder: Optional[_values.Path] = None,
           assets: Optional[_values.Path] = None, root: Optional[_values.Path] = None, strict: Optional[bool] = None,
           time_limit: Optional[float] = None, memory_limit: Optional[float] = None,
           output: Optional[_values.Path] = None, effort: Optional[float] = None) -> bytes:
    """Draws a scene and returns the bytes of an image file.

    scene: a path, JSON or a `Scene`.
    parameters, folder, assets, root, renderer, strict, time_limit, memory_limit: as for `Scene`; not
        allowed if `scene` is a `Scene`.
    time: the scene time in seconds; animations without a begin time start at 0. By default the
        `time` of a `Scene` if it was set, else the scene's `poster_time`.
    scale: pixels per point; the scene's by default.
    format: `png`, `jpeg`, `webp` or `avif`; by default that of the output's extension, else `png`.
    quality: 0 (lowest) to 1 (best), as for `Image.jpeg`, `.webp` and `.avif`; ignored for PNG.
    output: the path of a file that is also written, atomically.
    effort: 0 (fastest) to 1 (smallest file), as for `Image.png` and `.webp`; ignored for JPEG and AVIF.

    >>> import multiplane
    >>> multiplane.render({"version": 1, "size": [8, 8], "root": {}}, format="webp")[:4]
    b'RIFF'
    """
    if format is not None:
        kind = _values.format_named(format)
    else:
        kind = "png" if output is None else _values.format_of(output)
    _values.quality(quality)
    _values.effort(effort)
    with _scene(scene, parameters, {
            "folder": folder, "assets": assets, "root": root, "renderer": renderer, "strict": strict,
            "time_limit": time_limit, "memory_limit": memory_limit}) as opened:
        image = opened.image(time, scale)
    data = image._encoded(kind, quality, effort)
    if output is not None:
        _files.write(output, data)
    return data


def render_video(scene: Union[Scene, Source], path: _values.Path, parameters: Optional[Mapping[str, object]] = None, *,
                 to: float, from_: float = 0, fps: float = 60, scale: Optional[float] = None,
                 quality: Optional[float] = None,
                 renderer: Optional[_values.Renderer] = None, folder: Optional[_values.Path] = None,
                 assets: Optional[_values.Path] = None, root: Optional[_values.Path] = None,
                 strict: Optional[bool] = None, time_limit: Optional[float] = None,
                 memory_limit: Optional[float] = None,
                 progress: Optional[Callable[[int, int], object]] = None) -> None:
    """Writes a time range of a scene to a video file, atomically.

    scene, parameters, scale, renderer, folder, assets, root, strict, time_limit, memory_limit: as
        for `render`.
    path: ends in `.mp4`, `.webm`, `.mov`, `.gif`, `.apng` or `.webp`. All but the last two need the
        program ffmpeg.
    to, from_: scene times in seconds. There are `round((to - from_) * fps)` frames; the end is
        exclusive.
    fps: frames per second.
    quality: 0 (smallest file) to 1 (best) for `.mp4`, `.webm`, `.mov` and `.webp`; by default nearly
        lossless, and lossless for `.webp`.
    progress: called after each frame with the numbers of written and of all frames. If it returns
        False, the work ends with the error code `cancelled`; an exception also ends it. No file is
        left then.
    """
    with _scene(scene, parameters, {
            "folder": folder, "assets": assets, "root": root, "renderer": renderer, "strict": strict,
            "time_limit": time_limit, "memory_limit": memory_limit}) as opened:
        opened._write_video(path, from_, to, fps, scale, quality, progress)
