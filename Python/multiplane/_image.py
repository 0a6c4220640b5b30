"""Images in memory, and the difference between two images."""

from __future__ import annotations

import ctypes
import os
from typing import IO, TYPE_CHECKING, Any, Callable, Dict, Optional, Protocol, Tuple, Union

from . import _arrays, _files, _values
from ._error import Error
from ._library import CDifference, ImageHandle, failure, library, taken_bytes

if TYPE_CHECKING:
    import numpy
    import numpy.typing


# Above the largest size of an image in pixels.
_LARGEST = 1 << 24



class _Array(Protocol):
    """An array of numpy, or an image of Pillow."""

    @property
    def __array_interface__(self) -> Dict[str, Any]: ...


# The path of an image file, its bytes, or an open file of them.
_File = Union[_values.Path, bytes, bytearray, memoryview, IO[bytes]]
# An image, an image file, or an array.
Picture = Union["Image", _File, _Array]


class Image:
    """An image in memory: sRGB with alpha, 8 bits per component. Immutable; any thread may use it.

    `Scene.image`, `Scene.frames`, `Image.open` and `Image.fromarray` create images. numpy and Pillow
    read them as arrays; notebooks display them; they can be pickled. Images with the same pixels are
    equal. From Python 3.12 on, `memoryview(image)` is height × width × 4 bytes, straight RGBA.

    >>> import multiplane
    >>> scene = {"version": 1, "size": [3, 2], "background": "#ff8000", "root": {}}
    >>> with multiplane.Scene(scene) as opened:
    ...     image = opened.image()
    >>> image
    <multiplane.Image 3 x 2>
    >>> image.tobytes()[:4].hex()
    'ff8000ff'
    """

    _handle: ImageHandle
    _size: Tuple[int, int]

    def __init__(self) -> None:
        raise TypeError("Image: expected no call; Image.open, Image.fromarray and Scene.image make images")

    @classmethod
    def _of(cls, handle: Union[int, ImageHandle]) -> Image:
        """Takes ownership of a handle."""
        self = cls.__new__(cls)
        self._handle = handle if isinstance(handle, ImageHandle) else ImageHandle(handle)
        width, height = ctypes.c_int(), ctypes.c_int()
        library().mp_image_size(self._handle, ctypes.byref(width), ctypes.byref(height))
        self._size = (width.value, height.value)
        return self

    @classmethod
    def open(cls, source: _File) -> Image:
        """Reads a PNG, JPEG or WebP image, or AVIF if libavif is installed.

        source: the path of a file, its bytes, or a file that is open for reading bytes.

        Raises `Error` with the code `image.unreadable` if it is missing or not such an image.
        """
        if hasattr(source, "read"):
            source = source.read()
            if not isinstance(source, bytes):
                raise TypeError("image: expected a file that is open for reading bytes, found one of text; "
                                "open it with the mode \"rb\"")
        if isinstance(source, (bytes, bytearray, memoryview)):
            return cls._of_bytes(bytes(source))
        path = _values.encoded_path(source)
        handle = library().mp_image_load(path)
        if not handle:
            raise failure("image.unreadable", os.fspath(source))
        return cls._of(handle)

    @classmethod
    def fromarray(cls, array: object, *, straight: bool = True) -> Image:
        """Creates an image from pixels: an array of numpy, an image of Pillow or a memoryview.

        array: height × width (grey), or height × width × 1, 2 (grey, alpha), 3 (RGB) or 4 (RGBA);
            sRGB, bytes from 0 to 255, top row first. Images of Pillow may have any mode.
        straight: whether colours are not multiplied by alpha.

        >>> import multiplane
        >>> pixels = memoryview(bytes([255, 0, 0, 0, 0, 255])).cast("B", (1, 2, 3))
        >>> multiplane.Image.fromarray(pixels).tobytes().hex()
        'ff0000ff0000ffff'
        """
        pixels, size = _arrays.rgba(array)
        return cls._of_pixels(pixels, size, straight)

    @classmethod
    def _of_bytes(cls, data: bytes) -> Image:
        with _files.in_memory(data) as path:
            handle = library().mp_image_load(path.encode())
            if not handle:
                error = failure("image.unreadable", path)
                raise Error(str(error).replace(path, "the picture"), error.code, "the picture")
        return cls._of(handle)

    # MARK: Copies

    def __copy__(self) -> Image:
        return self

    def __deepcopy__(self, memo: object) -> Image:
        return self

    def __reduce__(self) -> Tuple[Callable[[int, int, bytes], Image], Tuple[int, int, bytes]]:
        return _unpickled, (*self._size, self.tobytes(straight=False))

    @classmethod
    def _of_pixels(cls, pixels: bytes, size: Tuple[int, int], straight: bool) -> Image:
        """An image of tight rows of RGBA."""
        width, height = size
        if not (0 < width < _LARGEST and 0 < height < _LARGEST and len(pixels) == 4 * width * height):
            raise Error(f"image: expected 4 bytes per pixel and a size above 0, found {len(pixels)} bytes for "
                        f"{width} x {height} pixels", "image.unreadable", "image")
        address = ctypes.cast(ctypes.c_char_p(pixels), ctypes.c_void_p)
        handle = library().mp_image_create(address, width, height, 4 * width, straight)
        if not handle:
            raise failure("image.unreadable")
        return cls._of(handle)

    @property
    def size(self) -> Tuple[int, int]:
        """The width and height in pixels."""
        return self._size

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self._size[0]

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self._size[1]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Image):
            return NotImplemented
        return self is other or self._size == other._size and self._pixels(False) == other._pixels(False)

    def __hash__(self) -> int:
        return hash((self._size, bytes(self._pixels(False))))

    # MARK: Pixels

    def numpy(self, straight: bool = True) -> numpy.typing.NDArray[numpy.uint8]:
        """The pixels as a new array of height × width × 4, in the order RGBA, top row first.

        straight: straight alpha if true, premultiplied if false.

        Requires numpy.
        """
        import numpy

        pixels = numpy.empty((self._size[1], self._size[0], 4), numpy.uint8)
        self._read(pixels.ctypes.data, straight)
        return pixels

    def tobytes(self, straight: bool = True) -> bytes:
        """The pixels as RGBA, 4 bytes per pixel, top row first, without padding.

        straight: straight alpha if true, premultiplied if false.
        """
        return bytes(self._pixels(straight))

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        """A copy of the pixels for numpy and Pillow: height × width × 4, RGBA, straight alpha."""
        width, height = self._size
        return {"version": 3, "shape": (height, width, 4), "typestr": "|u1", "strides": (width * 4, 4, 1),
                "data": self._pixels(True)}

    def __buffer__(self, flags: int) -> memoryview:
        return memoryview(self.tobytes()).cast("B", (self._size[1], self._size[0], 4))

    def _pixels(self, straight: bool) -> bytearray:
        pixels = bytearray(self._size[0] * self._size[1] * 4)
        self._read(ctypes.addressof(ctypes.c_char.from_buffer(pixels)), straight)
        return pixels

    def _read(self, address: int, straight: bool) -> None:
        if not library().mp_image_read(self._handle.opened(), address, self._size[0] * 4, bool(straight)):
            raise failure("error")

    # MARK: Files

    def png(self, *, effort: Optional[float] = None) -> bytes:
        """The bytes of a PNG file; lossless.

        effort: 0 (fastest) to 1 (smallest file); the default is 0.3.
        """
        return self._encoded("png", effort=effort)

    def jpeg(self, quality: Optional[float] = None) -> bytes:
        """The bytes of a JPEG file, composited over white.

        quality: 0 (lowest) to 1 (best); the default is 0.9.
        """
        return self._encoded("jpeg", quality)

    def webp(self, quality: Optional[float] = None, *, effort: Optional[float] = None) -> bytes:
        """The bytes of a WebP file.

        quality: 0 (lowest) to 1 (lossless); the default is 0.9.
        effort: 0 (fastest) to 1 (smallest file); the default is 0.3.
        """
        return self._encoded("webp", quality, effort)

    def avif(self, quality: Optional[float] = None) -> bytes:
        """The bytes of an AVIF file. Requires libavif.

        quality: 0 (lowest) to 1 (lossless); the default is 0.9.
        """
        return self._encoded("avif", quality)

    def save(self, file: Union[_values.Path, IO[bytes]], quality: Optional[float] = None, *,
             format: Optional[_values.Format] = None, effort: Optional[float] = None) -> None:
        """Writes an image file, at a path atomically; an existing file is replaced.

        file: a path, or a file that is open for writing bytes.
        quality: as for `jpeg`, `webp` and `avif`; ignored for PNG.
        format: `png`, `jpeg`, `webp` or `avif`; by default that of the path's extension, `.png`,
            `.jpg`, `.jpeg`, `.webp` or `.avif`, and `png` for an open file.
        effort: as for `png` and `webp`; ignored for JPEG and AVIF.

        Raises `Error` with the code `image.unwritable` for other extensions and failed writes.
        """
        if hasattr(file, "write"):
            file.write(self._encoded(_values.format_named(format) if format else "png", quality, effort))
            return
        _values.encoded_path(file)
        kind = _values.format_named(format) if format else _values.format_of(file)
        _files.write(file, self._encoded(kind, quality, effort))

    def _encoded(self, format: str, quality: Optional[float] = None, effort: Optional[float] = None) -> bytes:
        length = ctypes.c_size_t()
        pointer = library().mp_image_encode(self._handle.opened(), format.encode(), _values.quality(quality),
                                            _values.effort(effort), ctypes.byref(length))
        if not pointer:
            raise failure("image.unwritable")
        return taken_bytes(pointer, length.value)

    def _repr_png_(self) -> bytes:
        return self.png()

    def __repr__(self) -> str:
        return f"<multiplane.Image {self._size[0]} x {self._size[1]}>"


def _unpickled(width: int, height: int, pixels: bytes) -> Image:
    """Creates an image from premultiplied pixels."""
    return Image._of_pixels(pixels, (width, height), False)


class Difference:
    """The difference between an image and the expected image, as returned by `compare`.

    A pixel's difference is that of its worst component, in steps of 1/255.
    """

    def __init__(self, image: Image, expected: Image) -> None:
        self._image, self._expected = image, expected
        self._values = CDifference()
        self.breaches("exact")

    @property
    def largest(self) -> int:
        """The largest difference of any pixel, 0 to 255."""
        return int(self._values.largest)

    @property
    def mean(self) -> float:
        """The mean difference of all pixels, 0 to 255."""
        return float(self._values.mean)

    @property
    def beyond_1(self) -> float:
        """The share of pixels that differ by more than 1/255, 0 to 1."""
        return float(self._values.beyond_1)

    @property
    def beyond_2(self) -> float:
        """The share of pixels that differ by more than 2/255, 0 to 1."""
        return float(self._values.beyond_2)

    @property
    def beyond_8(self) -> float:
        """The share of pixels that differ by more than 8/255, 0 to 1."""
        return float(self._values.beyond_8)

    def alike(self, tolerance: str = "parity") -> bool:
        """Whether the difference is within a tolerance.

        tolerance: `exact`; `parity`, the allowed difference between renderers; or numbers, such as
            `1:0.1%,3`: at most 0.1 % of the pixels differ by more than 1/255, and none by more than
            3/255.
        """
        return not self.breaches(tolerance)

    def breaches(self, tolerance: str = "parity") -> str:
        """The limits of a tolerance that are exceeded, in words; an empty string if there are none.

        tolerance: as for `alike`.
        """
        word = _values.text("tolerance", tolerance).encode("utf-8", "replace")
        pointer = library().mp_image_compare(self._image._handle.opened(), self._expected._handle.opened(), word,
                                             ctypes.byref(self._values))
        if not pointer:
            raise failure("image.sizes" if self._image.size != self._expected.size else "error")
        return taken_bytes(pointer).decode()

    def image(self) -> Image:
        """A picture of the difference: black for none, white for 16/255 and more."""
        handle = library().mp_image_difference(self._image._handle.opened(), self._expected._handle.opened())
        if not handle:
            raise failure("image.sizes")
        return Image._of(handle)

    def _repr_png_(self) -> bytes:
        return self.image().png()

    def __repr__(self) -> str:
        return f"<multiplane.Difference largest {self.largest}, mean {self.mean:.4f}>"


def picture(value: Any) -> Optional[Image]:
    """A value as an image in memory; None for other values, and for paths."""
    if isinstance(value, Image):
        return value
    if isinstance(value, (bytes, bytearray)) or hasattr(value, "read"):
        return Image.open(value)
    if _arrays.is_picture(value):
        return Image.fromarray(value)
    return Image.open(value) if isinstance(value, memoryview) else None


def compare(image: Picture, expected: Picture) -> Difference:
    """Compares two images of equal size.

    image, expected: images, paths of image files, their bytes, open files, or arrays as for
        `Image.fromarray`.

    Raises `Error` with the code `image.sizes` if their sizes differ.

    >>> import multiplane
    >>> red, blue = ({"version": 1, "size": [8, 8], "background": color, "root": {}} for color in ("#f00", "#00f"))
    >>> difference = multiplane.compare(multiplane.render(red), multiplane.render(blue))
    >>> difference.largest, difference.alike()
    (255, False)
    """
    return Difference(_opened(image), _opened(expected))


def _opened(value: Any) -> Image:
    found = picture(value)
    return Image.open(value) if found is None else found
