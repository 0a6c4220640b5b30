"""Pixels of other packages as RGBA."""

from __future__ import annotations

import reprlib
from typing import Any, Optional, Tuple

_EXPECTED = "an array of bytes of height x width, or height x width x 1, 2, 3 or 4"


def is_picture(value: Any) -> bool:
    """Whether a value is a picture: an image of Pillow, or an array of two or three dimensions."""
    if hasattr(value, "tolist") or hasattr(value, "__array_interface__") or isinstance(value, memoryview):
        return _is_pillow(value) or len(_shape(value) or ()) in (2, 3)
    return _is_pillow(value)


def rgba(array: Any) -> Tuple[bytes, Tuple[int, int]]:
    """The pixels as RGBA, and the width and height. Raises `TypeError` for other values."""
    if _is_pillow(array):
        # Palettes, CMYK and others are converted to sRGB's primaries by Pillow.
        return array.convert("RGBA").tobytes(), array.size
    view: Any = _view(array)
    if view is None or view.ndim not in (2, 3) or view.ndim == 3 and not 1 <= view.shape[2] <= 4 or 0 in view.shape:
        shape = _shape(array)
        found = reprlib.repr(array) if shape is None else "one of " + " x ".join(map(str, shape))
        raise TypeError(f"image: expected {_EXPECTED}, found {found}")
    if view.format not in ("B", "<B", "=B", "@B"):
        raise TypeError(f"image: expected {_EXPECTED}, found numbers of the format {view.format!r}; convert them, "
                        "as by (array * 255).astype(\"uint8\")")
    channels = view.shape[2] if view.ndim == 3 else 1
    return _expanded(view.tobytes(), channels), (view.shape[1], view.shape[0])


def _is_pillow(value: Any) -> bool:
    return type(value).__module__.split(".")[0] == "PIL" and hasattr(value, "convert")


def _shape(value: Any) -> Optional[Tuple[int, ...]]:
    shape = getattr(value, "shape", None)
    if shape is None:
        interface = getattr(value, "__array_interface__", None)
        shape = interface.get("shape") if isinstance(interface, dict) else None
    return shape if isinstance(shape, tuple) else None


def _view(array: Any) -> Any:
    """A memoryview of an array; None for other values."""
    try:
        return memoryview(array)
    except (TypeError, ValueError):
        pass
    interface = getattr(array, "__array_interface__", None)
    if isinstance(interface, dict) and isinstance(interface.get("data"), (bytes, bytearray)):
        if interface.get("typestr") == "|u1" and 0 not in interface["shape"]:
            return memoryview(interface["data"]).cast("B", interface["shape"])
    if not hasattr(array, "__array__") and not isinstance(interface, dict):
        return None
    try:
        import numpy
    except ImportError:
        return None
    # Any, as stubs of older versions do not say that arrays have buffers.
    found: Any = numpy.ascontiguousarray(numpy.asarray(array))
    return memoryview(found) if found.dtype.kind in "uif" else None


def _expanded(pixels: bytes, channels: int) -> bytes:
    """RGBA of grey, grey with alpha, RGB or RGBA."""
    if channels == 4:
        return pixels
    count = len(pixels) // channels
    expanded = bytearray(b"\xff" * (4 * count))
    for target in range(3):
        expanded[target::4] = pixels[target if channels == 3 else 0::channels]
    if channels == 2:
        expanded[3::4] = pixels[1::2]
    return bytes(expanded)
