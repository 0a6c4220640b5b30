"""The arguments of `render_many` that all rows share, and how a worker draws one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Union, cast

from . import _values
from ._error import Error
from ._rows import Drawn, Task
from ._scene import Scene


@dataclass(frozen=True)
class Job:
    """It contains only types that workers know."""

    source: Union[str, bytes]
    folder: Optional[str]
    assets: Optional[str]
    root: Optional[str]
    time: Optional[float]
    scale: Optional[float]
    format: str
    quality: Optional[float]
    effort: Optional[float]
    renderer: _values.Renderer
    strict: bool
    time_limit: Optional[float]
    memory_limit: Optional[float]
    threads: int

    def draw(self, task: Task) -> Union[Drawn, Error]:
        try:
            with Scene(self.source, cast(Any, task.inputs), folder=self.folder, assets=self.assets, root=self.root,
                       renderer=self.renderer, strict=self.strict, time_limit=self.time_limit,
                       memory_limit=self.memory_limit) as scene:
                scene._kind = scene._kind._replace(threads=self.threads)
                time, scale = (self.time if task.time is None else task.time), task.scale or self.scale
                data = scene.image(time, scale)._encoded(self.format, self.quality, self.effort)
                return Drawn(data, [] if self.strict else scene.warnings)
        except Error as error:
            return error
