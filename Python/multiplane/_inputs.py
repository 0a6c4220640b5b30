"""Parameter values for the library."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Union

from . import _values
from ._library import CSceneInputs

_EXPECTED = "a string, a number, True, False, a colour, a path or None"


@dataclass
class Inputs:
    """Parameter values, and the folder for those that are paths of images. It can be pickled.

    Texts are converted to the types of numbers, Booleans and colours by the library, as the fields
    of a CSV manifest are.
    """

    values: Dict[str, Any] = field(default_factory=dict)

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
            if value is not None:
                inputs.values[name] = _values.plain(value, "", f"parameters.{name}", _EXPECTED)
        return inputs

    def structure(self) -> CSceneInputs:
        """`mp_scene_inputs`, which keeps alive what it refers to."""
        kept: List[object] = [json.dumps(self.values, allow_nan=False).encode("ascii")]
        structure = CSceneInputs(parameters=kept[0], converts_text=True)
        structure.kept = kept
        return structure
