"""Parameter values for the library."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Union

from . import _values
from ._error import Error
from ._image import Image, picture
from ._library import CNamedImage, CSceneInputs

_EXPECTED = "a string, a number, True, False, a colour, a path, an image or None"


@dataclass
class Inputs:
    """Parameter values, and the folder for those that are paths of images. It can be pickled.

    Texts are converted to the types of numbers, Booleans and colours by the library, as the fields
    of a CSV manifest are.
    """

    values: Dict[str, Any] = field(default_factory=dict)
    images: Dict[str, Image] = field(default_factory=dict)

    @classmethod
    def of(cls, parameters: Union[None, Inputs, Mapping[str, object]]) -> Inputs:
        """Values by parameter. None is a parameter's default."""
        if isinstance(parameters, Inputs):
            return parameters
        if parameters is None:
            return cls()
        if not isinstance(parameters, Mapping):
            raise TypeError(f"parameters: expected a mapping of names to values, found {parameters!r}")
        inputs = cls()
        for name, value in parameters.items():
            _values.text("a parameter's name", name)
            if value is None:
                continue
            image = _picture(name, value)
            if image is not None:
                inputs.images[name] = image
            else:
                inputs.values[name] = _values.plain(value, "", f"parameters.{name}", _EXPECTED)
        return inputs

    def structure(self, assets: Optional[_values.Path] = None, root: Optional[_values.Path] = None) -> CSceneInputs:
        """`mp_scene_inputs`, which keeps alive what it refers to.

        assets: the folder of image paths, which confines them.
        root: the folder that confines all paths of the scene.
        """
        kept: List[object] = [json.dumps(self.values, allow_nan=False).encode("ascii")]
        images = (CNamedImage * len(self.images))()
        for target, (name, image) in zip(images, self.images.items()):
            handle = image._handle.opened()
            target.name, target.image = name.encode("utf-8", "replace"), handle._as_parameter_
            kept.append(handle)
        kept.append(images)
        structure = CSceneInputs(parameters=kept[0], images=images, image_count=len(images), converts_text=True,
                                 assets=None if assets is None else _values.encoded_path(assets),
                                 root=None if root is None else _values.encoded_path(root))
        structure.kept = kept
        return structure


def _picture(name: str, value: object) -> Optional[Image]:
    try:
        return picture(value)
    except Error as error:
        place = f"parameters.{name}"
        raise Error(f"{place}: {error}", error.code, place) from None
