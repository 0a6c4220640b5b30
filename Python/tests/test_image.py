from __future__ import annotations

import importlib.util
import os
import stat
import tempfile
import unittest
from pathlib import Path
from typing import Any, Tuple

import multiplane

import scenes
from scenes import pixel

has_numpy = importlib.util.find_spec("numpy") is not None


class PixelTests(scenes.Case):
    def test_alpha_is_straight_unless_told(self) -> None:
        with multiplane.Scene(scenes.box(opacity=0.5)) as scene:
            image = scene.image()
        self.assertEqual(image.size, (8, 6))
        self.assertEqual(len(image.tobytes()), 8 * 6 * 4)
        red, _, _, alpha = image.tobytes()[:4]
        self.assertEqual(red, 255)
        self.assertAlmostEqual(alpha, 127.5, delta=1)
        self.assertAlmostEqual(image.tobytes(straight=False)[0], alpha, delta=1)

    def test_rows_are_from_top_to_bottom(self) -> None:
        with multiplane.Scene(scenes.box(frame=[0, 0, 8, 1])) as scene:
            self.assertEqual([pixel(scene.image(), 0, y)[3] for y in (0, 1, 5)], [255, 0, 0])

    @unittest.skipUnless(has_numpy, "left out: there is no numpy")
    def test_numpy(self) -> None:
        import numpy

        with multiplane.Scene(scenes.box(frame=[0, 0, 3, 1], opacity=0.5)) as scene:
            image = scene.image()
        array = image.numpy()
        self.assertEqual((array.shape, array.dtype), ((6, 8, 4), numpy.dtype(numpy.uint8)))
        self.assertEqual(array.tobytes(), image.tobytes())
        self.assertEqual(image.numpy(straight=False).tobytes(), image.tobytes(straight=False))
        self.assertEqual([bool(array[0, x, 3]) for x in (2, 3)], [True, False])
        array[:] = 0
        self.assertNotEqual(pixel(image)[3], 0)
        viewed = numpy.asarray(image)
        del image
        self.assertEqual(viewed.shape, (6, 8, 4))
        self.assertEqual(viewed[0, 0, 0], 255)

    def test_numpy_is_not_needed(self) -> None:
        import subprocess
        import sys

        program = ("import sys; sys.modules['numpy'] = None; import multiplane\n"
                   "with multiplane.Scene({'version': 1, 'size': [2, 2], 'root': {}}) as scene:\n"
                   "    image = scene.image()\n"
                   "print(len(image.tobytes()), image.__array_interface__['shape'])\n"
                   "try: image.numpy()\n"
                   "except ImportError: print('no numpy')")
        ended = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True)
        self.assertEqual(ended.stdout.decode().split("\n")[:2], ["16 (2, 2, 4)", "no numpy"])

    def test_images_are_not_made_by_hand(self) -> None:
        with self.assertRaises(TypeError):
            multiplane.Image()


class FileTests(scenes.Case):
    def setUp(self) -> None:
        with multiplane.Scene(scenes.box(cornerRadius=2), {}) as scene:
            self.image = scene.image(scale=8)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_formats(self) -> None:
        for extension, begin in ((".png", b"\x89PNG"), (".jpg", b"\xff\xd8\xff"), (".JPEG", b"\xff\xd8\xff"),
                                 (".webp", b"RIFF")):
            with self.subTest(extension):
                path = self.folder / f"picture{extension}"
                self.image.save(path)
                self.assertEqual(path.read_bytes()[:len(begin)], begin)
                self.assertEqual(multiplane.Image.open(path).size, self.image.size)
        self.assertEqual(self.image.png(), (self.folder / "picture.png").read_bytes())
        self.assertEqual(self.image._repr_png_(), self.image.png())
        for lossless in (self.image.png(), self.image.webp(1)):
            self.assertTrue(multiplane.compare(lossless, self.image).alike("exact"))
        self.assertEqual(pixel(multiplane.Image.open(self.image.jpeg(1)))[3], 255)
        self.assertGreater(len(self.image.jpeg(1)), len(self.image.jpeg(0.1)))
        self.assertNotEqual(self.image.webp(0.5), self.image.webp())
        self.assertEqual(self.image.webp(0.9), self.image.webp())
        self.assertEqual(self.image.png(effort=0.3), self.image.png())
        self.assertLess(len(self.image.png(effort=1)), len(self.image.png(effort=0)))
        self.assertNotEqual(self.image.webp(effort=0), self.image.webp(effort=1))
        for effort in (0, 1):
            self.assertTrue(multiplane.compare(self.image.png(effort=effort), self.image).alike("exact"))
        self.image.save(self.folder / "least.png", effort=1)
        self.assertEqual((self.folder / "least.png").read_bytes(), self.image.png(effort=1))

    def test_what_render_writes_is_what_it_gives(self) -> None:
        path = self.folder / "red.webp"
        self.assertEqual(multiplane.render(scenes.plain(), output=path), path.read_bytes())
        self.assertEqual(path.read_bytes()[:4], b"RIFF")
        self.assertEqual(multiplane.render(scenes.plain(), output=path, format="png"), path.read_bytes())
        self.assertEqual(path.read_bytes()[:4], b"\x89PNG")
        formats: Tuple[Any, ...] = ("jpg", "jpeg", "JPEG", "Jpg")
        for format in formats:
            self.assertEqual(multiplane.render(scenes.plain(), format=format)[:3], b"\xff\xd8\xff")

    def test_files_are_whole_or_not_at_all(self) -> None:
        old = self.folder / "old.png"
        old.write_bytes(b"old")
        old.chmod(0o640)
        for path, part in (("no/such.png", "No such file"), ("picture.bmp", "found .bmp"), ("picture", "found none"),
                           ("folder.png", "Is a directory")):
            (self.folder / "folder.png").mkdir(exist_ok=True)
            full = os.path.join(self.folder, path)
            with self.subTest(path), self.fails("image.unwritable", full, part):
                self.image.save(full)
        with self.fails("image.unwritable", "quality", "found 2.0"):
            self.image.save(self.folder / "old.jpg", quality=2)
        with self.fails("image.unwritable", "effort", "found 2.0"):
            self.image.png(effort=2)
        self.assertEqual(sorted(os.listdir(self.folder)), ["folder.png", "old.png"])
        link = self.folder / "link.png"
        link.symlink_to("old.png")
        self.image.save(link)
        self.assertTrue(link.is_symlink())
        self.assertEqual(old.read_bytes(), self.image.png())
        self.assertEqual(stat.S_IMODE(old.stat().st_mode), 0o640)
        self.image.save(self.folder / "new.png")
        self.assertEqual(sorted(os.listdir(self.folder)), ["folder.png", "link.png", "new.png", "old.png"])
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual(stat.S_IMODE((self.folder / "new.png").stat().st_mode), 0o666 & ~mask)

    def test_a_full_disk_leaves_the_old_file(self) -> None:
        import resource

        path = self.folder / "old.png"
        path.write_bytes(b"old")
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (16, before[1]))
        try:
            with self.fails("image.unwritable", str(path), "File too large"):
                self.image.save(path)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        self.assertEqual(path.read_bytes(), b"old")
        self.assertEqual(os.listdir(self.folder), ["old.png"])

    def test_files_that_are_no_pictures(self) -> None:
        path = self.folder / "text.png"
        path.write_text("no picture")
        with self.fails("image.unreadable", str(path), "expected a PNG, JPEG, WebP or AVIF image"):
            multiplane.Image.open(path)
        with self.fails("image.unreadable", "the picture", "the picture: expected a PNG, JPEG, WebP or AVIF image"):
            multiplane.Image.open(b"no picture")
        with self.fails("image.unreadable", str(self.folder / "none.png")):
            multiplane.Image.open(self.folder / "none.png")
        with self.assertRaises(TypeError):
            multiplane.Image.open(3)  # type: ignore[arg-type]


class DifferenceTests(scenes.Case):
    def test_differences(self) -> None:
        red = multiplane.render(scenes.plain("#ff0000"))
        same = multiplane.compare(red, multiplane.Image.open(red))
        self.assertEqual((same.largest, same.mean, same.beyond_1), (0, 0, 0))
        self.assertTrue(same.alike("exact"))
        near = multiplane.compare(red, multiplane.render(scenes.plain("#fe0000")))
        self.assertEqual((near.largest, near.beyond_1), (1, 0))
        self.assertEqual([near.alike(word) for word in ("exact", "parity")], [False, True])
        self.assertEqual(near.alike(), near.alike("parity"))
        far = multiplane.compare(red, multiplane.render(scenes.plain("#fa0000")))
        self.assertEqual((far.largest, far.mean, far.beyond_2, far.beyond_8), (5, 5, 1, 0))
        self.assertFalse(far.alike())
        self.assertEqual([far.alike(text) for text in ("5", "4", "4:100%", "4:99%,5")], [True, False, True, False])
        self.assertIn("pixels differ", far.breaches())

    def test_what_cannot_be_compared(self) -> None:
        small, large = (multiplane.render(scenes.plain(size=size)) for size in ((4, 4), (5, 4)))
        with self.fails("image.sizes", None, "pictures of one size"):
            multiplane.compare(small, large)
        with self.fails("error", "tolerance", "parity", "found \"close\""):
            multiplane.compare(small, small).alike("close")
        with self.assertRaises(TypeError):
            multiplane.compare(small, None)  # type: ignore[arg-type]
