"""Pictures in memory, and how far two of them are apart."""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple, Union

from . import _files, _values
from ._error import Error
from ._library import CDifference, failure, library, release_with, taken_bytes

if TYPE_CHECKING:
    import numpy
    import numpy.typing


# A file, or its bytes.
Picture = Union[_values.Path, bytes, bytearray, memoryview]


class Image:
    """A picture in memory: 8 bits a component, sRGB, with alpha. It never changes, and any thread may use it.

    It comes from `Scene.image`, `Scene.frames` or `Image.open`.

    >>> import multiplane
    >>> scene = {"version": 1, "size": [3, 2], "background": "#ff8000", "root": {}}
    >>> with multiplane.Scene(scene) as opened:
    ...     image = opened.image()
    >>> image
    <multiplane.Image 3 x 2>
    >>> image.tobytes()[:4].hex()
    'ff8000ff'
    """

    _handle: int
    _size: Tuple[int, int]

    def __init__(self) -> None:
        raise TypeError("Image: expected no call; Image.open and Scene.image make images")

    @classmethod
    def _of(cls, handle: int) -> Image:
        """Takes over a handle."""
        self = cls.__new__(cls)
        self._handle = handle
        release_with(self, "mp_image_release", handle)
        width, height = ctypes.c_int(), ctypes.c_int()
        library().mp_image_size(handle, ctypes.byref(width), ctypes.byref(height))
        self._size = (width.value, height.value)
        return self

    @classmethod
    def open(cls, source: Picture) -> Image:
        """Reads a PNG, JPEG, WebP or, where libavif is installed, AVIF: a file, or its bytes."""
        if isinstance(source, (bytes, bytearray, memoryview)):
            return cls._of_bytes(bytes(source))
        path = _values.encoded_path(source)
        handle = library().mp_image_load(path)
        if not handle:
            raise failure("image.unreadable", os.fspath(source))
        return cls._of(handle)

    @classmethod
    def _of_bytes(cls, data: bytes) -> Image:
        with _files.in_memory(data) as path:
            handle = library().mp_image_load(path.encode())
            if not handle:
                error = failure("image.unreadable", path)
                raise Error(str(error).replace(path, "the picture"), error.code, "the picture")
        return cls._of(handle)

    @property
    def size(self) -> Tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    # MARK: Pixels

    def numpy(self, straight: bool = True) -> numpy.typing.NDArray[numpy.uint8]:
        """A new array of height × width × 4: red, green, blue, alpha. It needs numpy.

        straight: whether alpha is not multiplied into the colours.
        """
        import numpy

        pixels = numpy.empty((self._size[1], self._size[0], 4), numpy.uint8)
        self._read(pixels.ctypes.data, straight)
        return pixels

    def tobytes(self, straight: bool = True) -> bytes:
        """Red, green, blue and alpha of each pixel, rows from top to bottom without gaps."""
        return bytes(self._pixels(straight))

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        """A copy of the pixels for numpy, Pillow and others: height × width × 4, straight alpha."""
        width, height = self._size
        return {"version": 3, "shape": (height, width, 4), "typestr": "|u1", "strides": (width * 4, 4, 1),
                "data": self._pixels(True)}

    def _pixels(self, straight: bool) -> bytearray:
        pixels = bytearray(self._size[0] * self._size[1] * 4)
        self._read(ctypes.addressof(ctypes.c_char.from_buffer(pixels)), straight)
        return pixels

    def _read(self, address: int, straight: bool) -> None:
        if not library().mp_image_read(self._handle, address, self._size[0] * 4, bool(straight)):
            raise failure("error")

    # MARK: Files

    def png(self) -> bytes:
        """The picture as a PNG file; every bit is kept."""
        return self._encoded("png")

    def jpeg(self, quality: Optional[float] = None) -> bytes:
        """The picture as a JPEG file, over white.

        quality: 0 (least) to 1 (best); 0.9 unless given.
        """
        return self._encoded("jpeg", quality)

    def webp(self, quality: Optional[float] = None) -> bytes:
        """The picture as a WebP file.

        quality: 0 (least) to 1 (best) of the colours; every bit is kept unless given, and at 1.
        """
        return self._encoded("webp", quality)

    def avif(self, quality: Optional[float] = None) -> bytes:
        """The picture as an AVIF file; it needs libavif.

        quality: 0 (least) to 1 (best, every bit is kept) of the colours; 0.9 unless given.
        """
        return self._encoded("avif", quality)

    def save(self, path: _values.Path, quality: Optional[float] = None) -> None:
        """Writes a file, whole or not at all; its extension chooses: `.png`, `.jpg`, `.jpeg`, `.webp` or `.avif`.

        quality: as of `jpeg`, `webp` and `avif`; a PNG has none.
        """
        _values.encoded_path(path)
        _files.write(path, self._encoded(_values.format_of(path), quality))

    def _encoded(self, format: str, quality: Optional[float] = None) -> bytes:
        length = ctypes.c_size_t()
        pointer = library().mp_image_encode(self._handle, format.encode(), _values.quality(quality),
                                            ctypes.byref(length))
        if not pointer:
            raise failure("image.unwritable")
        return taken_bytes(pointer, length.value)

    def _repr_png_(self) -> bytes:
        return self.png()

    def __repr__(self) -> str:
        return f"<multiplane.Image {self._size[0]} x {self._size[1]}>"


class Difference:
    """How far a picture is from the one that was expected, in 255ths of a component; a pixel's is its worst one's."""

    def __init__(self, image: Image, expected: Image) -> None:
        self._image, self._expected = image, expected
        self._values = CDifference()
        self.breaches("exact")

    @property
    def largest(self) -> int:
        """The worst pixel's."""
        return int(self._values.largest)

    @property
    def mean(self) -> float:
        return float(self._values.mean)

    @property
    def beyond_1(self) -> float:
        """The share of pixels, 0 to 1, that differ by more than 1; likewise `beyond_2` and `beyond_8`."""
        return float(self._values.beyond_1)

    @property
    def beyond_2(self) -> float:
        return float(self._values.beyond_2)

    @property
    def beyond_8(self) -> float:
        return float(self._values.beyond_8)

    def alike(self, tolerance: str = "parity") -> bool:
        """Whether a tolerance allows all of it.

        tolerance: `exact`; `parity`, by which renderers may differ; or numbers:
            `1:0.1%,3` lets 0.1 % of the pixels differ by more than 1/255, and none by more than 3/255.
        """
        return not self.breaches(tolerance)

    def breaches(self, tolerance: str = "parity") -> str:
        """What a tolerance does not allow, in words; an empty text if it allows all."""
        word = _values.text("tolerance", tolerance).encode("utf-8", "replace")
        pointer = library().mp_image_compare(self._image._handle, self._expected._handle, word,
                                             ctypes.byref(self._values))
        if not pointer:
            raise failure("image.sizes" if self._image.size != self._expected.size else "error")
        return taken_bytes(pointer).decode()

    def __repr__(self) -> str:
        return f"<multiplane.Difference largest {self.largest}, mean {self.mean:.4f}>"


def compare(image: Union[Image, Picture], expected: Union[Image, Picture]) -> Difference:
    """Compares two pictures of one size: images, files, or their bytes.

    >>> import multiplane
    >>> red, blue = ({"version": 1, "size": [8, 8], "background": color, "root": {}} for color in ("#f00", "#00f"))
    >>> difference = multiplane.compare(multiplane.render(red), multiplane.render(blue))
    >>> difference.largest, difference.alike()
    (255, False)
    """
    first, second = (picture if isinstance(picture, Image) else Image.open(picture) for picture in (image, expected))
    return Difference(first, second)
