from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import unittest
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import List

import multiplane

import scenes

DIRECTORY = os.path.dirname(os.path.abspath(__file__))


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """A Python of its own in this folder, which a crash does not end."""
    return subprocess.run([sys.executable, *arguments], cwd=DIRECTORY, encoding="utf-8", timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})


def drawn(color: str) -> multiplane.Image:
    with multiplane.Scene(scenes.box(backgroundColor=color, opacity=0.5)) as scene:
        return scene.image(scale=2)


class ImageCopyTests(unittest.TestCase):
    def test_pickled_images_have_the_same_pixels(self) -> None:
        image = drawn("#ff0000")
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            data = pickle.dumps(image, protocol)
            found = pickle.loads(data)
            self.assertEqual((found.size, found.png()), (image.size, image.png()))
            for straight in (True, False):
                self.assertEqual(found.tobytes(straight), image.tobytes(straight))

    def test_copies_are_the_image_itself(self) -> None:
        image = drawn("#ff0000")
        self.assertIs(copy.copy(image), image)
        self.assertIs(copy.deepcopy({"image": image})["image"], image)

    def test_images_return_from_a_process_pool(self) -> None:
        colors = ["#ff0000", "#0000ff"]
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            found = list(pool.map(drawn, colors))
        self.assertEqual([image.png() for image in found], [drawn(color).png() for color in colors])

    def test_differences_are_pickled_with_their_images(self) -> None:
        difference = multiplane.compare(drawn("#ff0000"), drawn("#fe0000"))
        found = pickle.loads(pickle.dumps(difference))
        self.assertEqual((found.largest, found.breaches("exact")), (difference.largest, difference.breaches("exact")))

    def test_damaged_pickles_are_refused(self) -> None:
        from multiplane._image import _unpickled

        for width, height, pixels in ((0, 0, b""), (2, 2, b"1234"), (-1, -1, b"1234"), (1 << 40, 1, b"1234")):
            with self.assertRaises(multiplane.Error):
                _unpickled(width, height, pixels)


class SceneCopyTests(unittest.TestCase):
    def test_what_refers_to_a_loaded_scene_is_not_copied(self) -> None:
        with multiplane.Scene(scenes.card()) as scene:
            things: List[object] = [scene, scene["box"], scene.parameters, scene.frames(0, 1), scene._handle]
            for thing in things:
                for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                    with self.subTest(type(thing).__name__), self.assertRaises(TypeError):
                        copied(thing)
            with self.assertRaisesRegex(TypeError, "^Scene: .* load the scene again"):
                copy.copy(scene)


class GarbageTests(unittest.TestCase):
    def test_a_scene_in_a_cycle_of_garbage_is_drawn_by_its_neighbours(self) -> None:
        program = ("import gc, multiplane, scenes\n"
                   "class Neighbour:\n"
                   "    def __del__(self):\n"
                   "        print(self.scene.image().size, self.image.tobytes()[0], self.layer.number('opacity'))\n"
                   "for _ in range(50):\n"
                   "    one = Neighbour(); one.me = one; one.scene = multiplane.Scene(scenes.box())\n"
                   "    one.image = one.scene.image(); one.layer = one.scene['box']; del one\n"
                   "gc.collect(); print('alive')\n")
        ended = run("-c", program)
        self.assertEqual((ended.stderr, ended.stdout.splitlines()), ("", ["(8, 6) 255 1.0"] * 50 + ["alive"]))

    def test_a_revived_cycle_that_is_collected_again_raises(self) -> None:
        program = ("import gc, multiplane, scenes\n"
                   "revived = []\n"
                   "class Second:\n"
                   "    def __del__(self):\n"
                   "        try: print(len(self.image.tobytes()))\n"
                   "        except multiplane.Error as error: print(error)\n"
                   "class First:\n"
                   "    def __del__(self): revived.append(self)\n"
                   "one = First(); one.me = one; one.image = multiplane.Scene(scenes.box()).image(); del one\n"
                   "gc.collect(); one = revived.pop(); one.second = Second(); one.second.image = one.image\n"
                   "one.second.me = one; del one; gc.collect(); print('alive')\n")
        ended = run("-c", program)
        self.assertEqual((ended.stderr, ended.stdout.splitlines()[-1]), ("", "alive"))

    def test_a_picture_at_the_end_of_the_interpreter_does_not_wait(self) -> None:
        program = ("import builtins, multiplane, scenes\n"
                   "class Last:\n"
                   "    def __del__(self): print(self.scene.image().size, flush=True)\n"
                   "builtins.last = Last(); builtins.last.scene = multiplane.Scene(scenes.box())\n"
                   "builtins.last.scene.image()\n")
        ended = run("-c", program)
        self.assertEqual((ended.returncode, ended.stdout), (0, "(8, 6)\n"), ended.stderr)

    def test_a_fork_does_not_wait_for_a_lock_of_its_parent(self) -> None:
        program = ("import multiplane, os, scenes, threading, time\n"
                   "scene = multiplane.Scene(scenes.slow())\n"
                   "thread = threading.Thread(target=scene.image); thread.start(); time.sleep(0.2)\n"
                   "child = os.fork()\n"
                   "if child == 0:\n"
                   "    try: scene.size\n"
                   "    except multiplane.Error as error: print(error.code, flush=True)\n"
                   "    scene.close(); os._exit(0)\n"
                   "os.waitpid(child, 0); thread.join()\n")
        self.assertEqual(run("-c", program).stdout.splitlines(), ["library.forked"])


class RandomTests(unittest.TestCase):
    def test_random_calls_do_not_end_the_process(self) -> None:
        for seed in (1, 2):
            ended = run("random_calls.py", "2500", str(seed), "2")
            self.assertEqual((ended.returncode, ended.stdout.splitlines()[-1:]), (0, ["alive"]), ended.stderr[-2000:])
