"""Layers of a scene by name."""

from __future__ import annotations

import ctypes
import difflib
import json
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Tuple, cast

from . import _values
from ._error import Error, read_line
from ._image import Image, picture
from ._library import LayerHandle, Uncopyable, failure, library, taken_bytes

if TYPE_CHECKING:
    from ._scene import Scene

# The names of images in memory in a change of `contents`, and of values of a Lottie layer.
_CONTENTS = "multiplane.contents"
_VALUE = "multiplane.values.%d"


class Layer(Uncopyable):
    """All layers with one name in a scene: `scene["title"]`.

    The properties of the scene format are attributes. Reading one gives the value of the first such
    layer, as in a scene file; setting one changes all of them. An unknown one raises
    `AttributeError`, and `Error` if it is set.

    >>> import multiplane
    >>> scene = multiplane.Scene({"version": 1, "size": [8, 8], "root": {"name": "root"}})
    >>> root = scene["root"]
    >>> root.opacity, root.backgroundColor = 0.5, [1, 0, 0, 1]
    >>> root.opacity, root.backgroundColor
    (0.5, '#ff0000')
    >>> root.opacty
    Traceback (most recent call last):
        ...
    AttributeError: root: opacty: is not a property or key path of CALayer; did you mean "opacity"?
    """

    _scene: Scene
    _name: str

    def __init__(self, scene: Scene, name: str) -> None:
        self._scene, self._name = scene, name
        self._with_first(lambda handle: None)

    def __getattr__(self, key: str) -> Any:
        # Only names that nothing else defines come here.
        if key.startswith("_"):
            raise AttributeError(f"Layer: {key!r} is not an attribute")
        try:
            return self.get(key)
        except Error as error:
            if error.code != "change.invalid":
                raise
            raise AttributeError(str(error)) from None

    def __setattr__(self, key: str, value: object) -> None:
        if key.startswith("_"):
            super().__setattr__(key, value)
        elif hasattr(type(self), key):
            raise AttributeError(f"{self._name}: {key}: cannot be set")
        else:
            self.set({key: value})

    @property
    def name(self) -> str:
        """The name of the layers."""
        return self._name

    def set(self, keys: Mapping[str, object] = {}, /, *, animate: float = 0, **more: object) -> None:
        """Changes properties of every layer with the name, by the keys of the scene format.

        keys: keys that are not identifiers in Python, such as `{"position.x": 4}`. `contents` is the
            name of an image of the scene, or an image, the bytes of an image file, an open file or
            an array. So are the images in `values` of a Lottie layer.
        animate: the duration in seconds, from the scene's `time` on; 0 for none. `timing` is the
            curve.

        Raises `Error` with the code `change.invalid`, and then changes nothing.

        >>> import multiplane
        >>> with multiplane.Scene({"version": 1, "size": [8, 8], "root": {"name": "root"}}) as scene:
        ...     scene["root"].set({"position.x": 4}, cornerRadius=2)
        ...     scene["root"].number("position.x")
        4.0
        """
        change = {**keys, **more, "animate": _values.number("animate", animate)}
        for key in change:
            if _values.text("a key", key) in ("layer", "command"):
                raise TypeError(f"{key}: expected a key of the scene format")
        images: Dict[str, Image] = {}
        contents = picture(change.get("contents"))
        if contents is not None:
            change["contents"], images[_CONTENTS] = _CONTENTS, contents
        if isinstance(values := change.get("values"), Mapping):
            change["values"] = values = dict(values)
            for key, value in values.items():
                if (image := picture(value)) is not None:
                    values[key] = name = _VALUE % len(images)
                    images[name] = image
        command = _values.encoded_json("the change", {"layer": self._name, **change})
        scene = self._scene
        with scene._use() as handle:
            for name, image in images.items():
                library().mp_scene_add_image(handle, name.encode(), image._handle.opened())
            reply = json.loads(taken_bytes(library().mp_scene_command(handle, command)))
            scene._notice.is_given = False
        if "error" in reply:
            raise self._invalid(reply["error"])

    def get(self, key_path: str, *, shown: bool = False) -> Any:
        """The value at a key path such as `string`, `frame` or `position.x`, of the first such layer.

        shown: the animated value at the scene's `time` if true, else the model value.

        Of a Lottie layer, `markers`, `parameters`, `keyPaths`, `animationDuration` and `frameRate`
        are facts of the animation, and the shown `progress` is the position at the scene's `time`.

        Values are those of the scene format: a colour is `#rrggbb` or `#rrggbbaa` if it is one of 8
        bits. None for contents that are not one of the scene's images.
        """
        path = _values.text("a key path", key_path).encode("utf-8", "replace")
        found: List[bytes] = []

        def get(handle: LayerHandle) -> None:
            # C would truncate it.
            if b"\0" in path:
                raise self._invalid(f"layer: expected a key path, found a zero byte in {key_path!r}")
            pointer = library().mp_layer_get(handle, path, bool(shown))
            if not pointer:
                raise self._invalid(str(failure("change.invalid")))
            found.append(taken_bytes(pointer))

        self._with_first(get)
        return json.loads(found[0])

    def text_size(self) -> Tuple[float, float]:
        """The width and height of a text layer's text, in points; of other layers, their own."""
        width, height = ctypes.c_double(), ctypes.c_double()
        self._with_first(lambda handle: library().mp_layer_preferred_size(
            handle, ctypes.byref(width), ctypes.byref(height)))
        return width.value, height.value

    def text_lines(self) -> Dict[str, Any]:
        """The lines of a text layer in its bounds, and the box of its ink.

        The keys are `fontSize` (after fitting), `cut` (whether ink is cut at the bounds), `ink`
        (x, y, width and height, or None) and `lines`, each with `text`, `x`, `baseline`, `width`,
        `ascent`, `descent` and `truncated`. Lengths are in points, from the top left corner of the
        layer, y down. Raises `Error`, code `change.invalid`, for a layer of another class.
        """
        found: List[bytes] = []

        def get(handle: LayerHandle) -> None:
            pointer = library().mp_layer_text_lines(handle)
            if not pointer:
                raise self._invalid("expected a CATextLayer, found another layer")
            found.append(taken_bytes(pointer))

        self._with_first(get)
        return cast(Dict[str, Any], json.loads(found[0]))

    def number(self, key_path: str, *, shown: bool = False) -> float:
        """The number at a key path such as `opacity` or `position.x`, of the first such layer.

        shown: the animated value at the scene's `time` if true, else the model value.
        """
        path = _values.text("a key path", key_path).encode("utf-8", "replace")
        found = ctypes.c_double()

        def get(handle: LayerHandle) -> None:
            if not library().mp_layer_get_number(handle, path, bool(shown), ctypes.byref(found)):
                raise failure("change.invalid")

        self._with_first(get)
        return found.value

    def _invalid(self, line: str) -> Error:
        """The error of a line of the library that begins with the kind of the change."""
        rest = re.sub("^(command|layer): ", "", line)
        return read_line(f"{self._name}: {rest}", "change.invalid", self._name)

    def _with_first(self, body: Callable[[LayerHandle], None]) -> None:
        """Calls a function with the handle of the first layer with the name."""
        scene = self._scene
        with scene._use() as opened:
            root = LayerHandle(library().mp_scene_root(opened))
            name = self._name.encode("utf-8", "replace")
            # C would truncate the name at a zero byte, and could find another layer.
            handle = None if b"\0" in name else library().mp_layer_find(root, name)
            if not handle:
                close = difflib.get_close_matches(self._name, scene.names, 1)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                raise Error(f"{scene._name}: expected the name of a layer, found {self._name!r}{hint}",
                            "layer.unknown", scene._name)
            body(LayerHandle(handle))

    def __repr__(self) -> str:
        return f"<multiplane.Layer {self._name!r} of {self._scene._name}>"
