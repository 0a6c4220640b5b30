"""Random calls in random order over the whole interface, with copies, threads, forks and garbage.

    python3 random_calls.py COUNT [SEED [THREADS]]

Only exceptions that the documentation names may come of them, and no end of the process.
"""

from __future__ import annotations

import copy
import gc
import itertools
import os
import pickle
import random
import sys
import tempfile
import threading
import weakref
from typing import Any, Callable, Dict, Iterator, List

import multiplane

import scenes

# What a call may raise.
EXPECTED = (multiplane.Error, TypeError, KeyError, ValueError, AttributeError, StopIteration, BufferError)
VALUES: List[Any] = [0, 1, 2.5, -1, 1e308, float("nan"), True, None, "", "box", "#00ff00", "\0", "\ud800", b"",
                     b"\x89PNG", [], [1, 2, 3, 4], {}, {"accent": "#123456"}, object()]
KEYS = ["opacity", "position.x", "backgroundColor", "string", "frame", "contents", "cornerRadius", "nothing", "\ud800"]


class Garbage:
    """A cycle whose finalizer uses its neighbours.

    The scene is not in a pool, so that no other thread holds its lock: the collector may run while
    this thread holds another one's.
    """

    def __init__(self) -> None:
        self.me = self
        scene = multiplane.Scene(scenes.card())
        self.held = scene, scene.image(), scene["box"]

    def __del__(self) -> None:
        if not hasattr(self, "held"):
            return  # a fork, which loads no scene
        scene, image, layer = self.held
        for use in (scene.image, image.tobytes, lambda: layer.number("opacity"), lambda: layer.set(opacity=0.5)):
            try:
                use()
            except EXPECTED:
                pass


class Calls:
    """A pool of objects, and the calls that are made of them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.scenes = [multiplane.Scene(scenes.card()), multiplane.Scene(scenes.fading())]
        self.images = [scene.image() for scene in self.scenes]
        self.layers = [scene["box"] for scene in self.scenes]
        self.iterators: List[Iterator[Any]] = [self.scenes[0].frames(0, 1, 4)]
        self.folder = tempfile.mkdtemp()
        self.all: Dict[str, Callable[[], object]] = {
            name[4:]: getattr(self, name) for name in sorted(dir(self)) if name.startswith("call")}

    def pick(self, things: Any) -> Any:
        return self.random.choice(list(things))

    def value(self) -> Any:
        return self.pick(VALUES + self.images[:1] + self.scenes[:1])

    def scene(self) -> multiplane.Scene:
        scene: multiplane.Scene = self.pick(self.scenes)
        return scene

    def image(self) -> multiplane.Image:
        image: multiplane.Image = self.pick(self.images)
        return image

    def add(self, pool: List[Any], thing: Any) -> None:
        """Into the pool, in place of another one if it is full."""
        if len(pool) < 8:
            pool.append(thing)
        else:
            pool[self.random.randrange(len(pool))] = thing

    def one(self) -> None:
        self.all[self.pick(self.all)]()

    # Each is a call or a few.

    def call_load(self) -> None:
        source = self.pick([scenes.card(), scenes.card(), scenes.fading(), self.value()])
        self.add(self.scenes, multiplane.Scene(source, self.pick([None, None, {"accent": self.value()}])))

    def call_close(self) -> None:
        if self.random.random() < 0.2:
            self.scene().close()

    def call_draw(self) -> None:
        self.add(self.images, self.scene().image(self.pick([None, 0, 0.5, self.value()]),
                                                 self.pick([None, 1, 2, 0.5, self.value()])))

    def call_render(self) -> None:
        multiplane.render(self.pick([self.scene(), scenes.card()]), self.pick([None, {"accent": self.value()}]),
                          format=self.pick(["png", "webp", self.value()]))

    def call_video(self) -> None:
        scene = self.scene()

        def told(frame: int, count: int) -> bool:
            # Not of other scenes: two threads that hold one each would wait for each other.
            self.pick([lambda: None, scene.close, scene.image, gc.collect, lambda: scene["box"].set(opacity=0)])()
            return frame < 2

        multiplane.render_video(scene, os.path.join(self.folder, "clip.apng"), to=self.pick([0.1, 0.3]), fps=30,
                                progress=told)

    def call_frames(self) -> None:
        self.add(self.iterators, self.scene().frames(0, self.pick([1, 2, self.value()]), 10))

    def call_next(self) -> None:
        found = next(self.pick(self.iterators))
        if isinstance(found, multiplane.Image):
            self.add(self.images, found)

    def call_layer(self) -> None:
        self.add(self.layers, self.scene()[self.pick(["box", "root", self.value()])])

    def call_set(self) -> None:
        self.pick(self.layers).set({self.pick(KEYS): self.value()}, animate=self.pick([0, 1, self.value()]))

    def call_number(self) -> None:
        self.pick(self.layers).number(self.pick(KEYS), shown=self.pick([True, False]))

    def call_get(self) -> None:
        layer = self.pick(self.layers)
        self.pick([lambda: layer.get(self.pick(KEYS), shown=self.pick([True, False])), layer.text_size,
                   lambda: layer.opacity, lambda: setattr(layer, self.pick(KEYS[:6]), self.value())])()

    def call_names(self) -> None:
        scene = self.scene()
        self.pick([lambda: scene.names, lambda: self.value() in scene, lambda: list(scene)])()

    def call_parameters(self) -> None:
        parameters = self.scene().parameters
        self.pick([lambda: dict(parameters), lambda: parameters.update({"accent": self.value()}),
                   lambda: len(parameters), lambda: parameters[self.value()], lambda: repr(parameters),
                   lambda: parameters.schema])()

    def call_facts(self) -> None:
        scene = self.scene()
        self.pick([lambda: scene.size, lambda: scene.time, lambda: scene.warnings, lambda: repr(scene),
                   lambda: setattr(scene, "time", self.value()), lambda: hash(scene)])()

    def call_pixels(self) -> None:
        image = self.image()
        self.pick([image.tobytes, lambda: image.tobytes(straight=False), image.png, image.webp, image.jpeg,
                   lambda: image.__array_interface__, lambda: image.size, lambda: repr(image), image._repr_png_])()

    def call_open(self) -> None:
        self.add(self.images, multiplane.Image.open(self.pick([self.image().png(), self.value()])))

    def call_save(self) -> None:
        name = self.pick(["a.png", "b.webp", "c.gif"])
        self.image().save(os.path.join(self.folder, name), self.pick([None, self.value()]))

    def call_compare(self) -> None:
        difference = multiplane.compare(self.pick([self.image(), self.value()]), self.image())
        self.pick([lambda: difference.alike(), difference.image, difference._repr_png_,
                   lambda: difference.breaches(self.value()), lambda: difference.mean])()

    def call_array(self) -> None:
        sizes = self.pick([(1, 2, 4), (2, 2, 3), (3, 1)])
        count = sizes[0] * sizes[1] * (sizes[2] if len(sizes) > 2 else 1)
        view = memoryview(self.random.getrandbits(8 * count).to_bytes(count, "big")).cast("B", sizes)
        array = self.pick([view, view, self.value()])
        self.add(self.images, multiplane.Image.fromarray(array, straight=self.pick([True, False])))

    def call_equal(self) -> None:
        hash(self.image()), self.image() == self.pick([self.image(), self.value()])

    def call_contents(self) -> None:
        self.pick(self.layers).set(contents=self.pick([self.image(), self.image().png(), b"", self.value()]),
                                   animate=self.pick([0, 1]))

    def call_photo(self) -> None:
        scene = {**scenes.box(contents={"parameter": "photo"}),
                 "parameters": {"photo": {"type": "string", "format": "image"}}}
        loaded = multiplane.Scene(scene, {"photo": self.pick([self.image(), self.image().webp(), self.value()])})
        loaded.parameters["photo"] = self.pick([self.image(), self.value()])
        self.add(self.scenes, loaded)

    def call_copy(self) -> None:
        thing = self.pick([self.image(), self.image(), self.scene(), self.pick(self.layers), self.scene().parameters,
                           self.pick(self.iterators)])
        found = self.pick([copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])(thing)
        assert isinstance(found, multiplane.Image), found
        self.add(self.images, found)

    def call_drop(self) -> None:
        pool = self.pick([self.scenes, self.images, self.layers])
        if len(pool) > 3:
            pool.pop(self.random.randrange(len(pool)))

    def call_garbage(self) -> None:
        Garbage()
        if self.random.random() < 0.1:
            gc.collect()

    def call_weak(self) -> None:
        weakref.ref(self.scene())
        weakref.finalize(self.image(), gc.collect, 0)

    def call_bare(self) -> None:
        kind = self.pick([multiplane.Scene, multiplane.Image, multiplane.Layer, multiplane.Parameters,
                          multiplane.Difference])
        bare = kind.__new__(kind)
        getattr(bare, self.pick([name for name in dir(kind) if not name.startswith("__")]))


def work(calls: Calls, count: int) -> None:
    for _ in range(count):
        try:
            calls.one()
        except EXPECTED:
            pass


def fork(calls: Calls, count: int) -> None:
    """Calls in a child, which can draw nothing and must not wait for ever."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        work(calls, count)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status == 0, f"a child ended with {status}"


def main(count: int, seed: int, threads: int) -> None:
    # A pool of its own per thread, but for one that two threads share.
    pools = [Calls(seed + number) for number in range(threads)]
    done = itertools.count()
    step = 500
    raised: List[BaseException] = []

    def run(calls: Calls) -> None:
        try:
            while next(done) * step < count:
                work(calls, step)
        except BaseException as error:
            raised.append(error)

    workers = [threading.Thread(target=run, args=(pool,)) for pool in [*pools, pools[0]]]
    for worker in workers:
        worker.start()
    for _ in range(4):
        workers[0].join(1)
        fork(pools[-1], 50)
    for worker in workers:
        worker.join()
    gc.collect()
    if raised:
        raise raised[0]
    print("alive")


if __name__ == "__main__":
    main(*([int(number) for number in sys.argv[1:]] + [2000, 1, 2][len(sys.argv) - 1:]))
