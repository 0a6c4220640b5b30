"""Multiplane: Core Animation for Linux. Renders scenes to pictures and videos.

>>> import multiplane
>>> card = {"version": 1, "size": [240, 120], "background": "#e6e8ed", "root": {"sublayers": [
...     {"frame": [20, 20, 200, 80], "backgroundColor": "#fff", "cornerRadius": 12}]}}
>>> multiplane.render(card, scale=2)[:4]
b'\\x89PNG'

`render` and `render_video` draw in one call. `render_many` draws one picture per row of parameters,
in several processes. A `Scene` is a loaded scene that can be changed and drawn repeatedly; its
pictures are `Image` objects. `compare` measures the difference between two pictures.

Parts of a scene that are skipped or replaced, such as characters without a font, are `SceneWarning`s.
A wrong type raises `TypeError`; every other failure raises `Error`.
"""

from ._error import Error
from ._image import Difference, Image, compare
from ._layer import Layer
from ._library import VERSION as __version__
from ._many import render_many
from ._notice import SceneWarning
from ._render import render, render_video
from ._rows import Row
from ._scene import Parameters, Scene

__all__ = ["Difference", "Error", "Image", "Layer", "Parameters", "Row", "Scene", "SceneWarning", "__version__",
           "compare", "render", "render_many", "render_video"]
