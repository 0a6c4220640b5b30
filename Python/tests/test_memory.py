from __future__ import annotations

import gc
import os
import unittest

import multiplane

import scenes

PICTURES = 1000
GROWTH = 4 << 20                # bytes that may be added: the allocator's own unrest


def resident() -> int:
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def draw(index: int) -> None:
    """Everything that the library gives away: scenes, layers, images, files, texts, errors."""
    with multiplane.Scene({**scenes.card(), "size": [128, 128], "background": "#102030"}) as scene:
        scene.parameters["accent"] = f"#{index:06x}"
        # A shadow is not quickly said: its file is of many bytes.
        scene["box"].set(bounds=[0, 0, 60, 60], position=[64, 64], shadowOpacity=1, shadowRadius=30, animate=0.5)
        image = scene.image(time=0.25, scale=2)
    file = image.png()
    assert len(file) > GROWTH / PICTURES, "too small to be missed"
    difference = multiplane.compare(image, multiplane.Image.open(file))
    assert difference.alike("exact"), difference
    try:
        multiplane.Scene(scenes.box(opacity="half"))
    except multiplane.Error:
        pass
    # Not closed: unreferenced scenes are released too.
    multiplane.Scene(scenes.plain()).image().tobytes()


class MemoryTests(unittest.TestCase):
    def test_pictures_take_no_memory_with_them(self) -> None:
        descriptors = 0
        for index in range(PICTURES + PICTURES // 4):
            if index == PICTURES // 4:
                before, descriptors = resident(), len(os.listdir("/proc/self/fd"))
            draw(index)
        self.assertLess(resident() - before, GROWTH, f"bytes after {PICTURES} more pictures")
        self.assertEqual(len(os.listdir("/proc/self/fd")), descriptors)
