"""The program of a worker process of `render_many`."""

from __future__ import annotations

import sys
import warnings
from multiprocessing.connection import Connection

from ._job import Job
from ._library import library
from ._notice import SceneWarning

# Messages before the results.
READY, BEGUN = "ready", "begun"


def main() -> None:
    """Draws received rows until the connection closes. Its descriptor is the last argument."""
    # The caller's process gives them.
    warnings.simplefilter("ignore", SceneWarning)
    connection = Connection(int(sys.argv[-1]))
    try:
        job: Job = connection.recv()
        library()
        connection.send(READY)
        while True:
            task = connection.recv()
            connection.send(BEGUN)
            connection.send(job.draw(task))
    except (EOFError, ConnectionError):
        pass
