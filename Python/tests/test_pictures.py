from __future__ import annotations

import importlib.util
import io
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, List

import multiplane
from multiplane import Image

import scenes
from scenes import RED, pixel

has_numpy = importlib.util.find_spec("numpy") is not None
has_pillow = importlib.util.find_spec("PIL") is not None
BLUE = (0, 0, 255, 255)


def photo() -> Dict[str, object]:
    """A canvas that shows the parameter `photo`."""
    return {**scenes.box(contents={"parameter": "photo"}),
            "parameters": {"photo": {"type": "string", "format": "image"}}}


def blue(alpha: int = 255) -> Image:
    return Image.fromarray(memoryview(bytes([0, 0, 255, alpha] * 4)).cast("B", (2, 2, 4)))


class ArrayTests(scenes.Case):
    def test_channels(self) -> None:
        for count, found in ((1, "404040ff"), (2, "40404080"), (3, "408020ff"), (4, "40802080")):
            given = {1: [64], 2: [64, 128], 3: [64, 128, 32], 4: [64, 128, 32, 128]}[count]
            image = Image.fromarray(memoryview(bytes(given * 6)).cast("B", (2, 3, count)))
            self.assertEqual((image.size, image.width, image.height), ((3, 2), 3, 2))
            self.assertEqual([part - int(found[2 * index:2 * index + 2], 16)
                              for index, part in enumerate(image.tobytes()[:4])], [0] * 4, count)
        self.assertEqual(Image.fromarray(memoryview(bytes(6)).cast("B", (2, 3))).size, (3, 2))
        premultiplied = memoryview(bytes([64, 0, 0, 128])).cast("B", (1, 1, 4))
        image = Image.fromarray(premultiplied, straight=False)
        self.assertEqual(image.tobytes(straight=False), premultiplied.tobytes())

    def test_other_arrays(self) -> None:
        for wrong in (memoryview(bytes(4)), memoryview(bytes(5)).cast("B", (1, 1, 5)), [[1, 2]], 3, None,
                      memoryview(bytes(16)).cast("f", (2, 2))):
            with self.assertRaisesRegex(TypeError, "^image: expected an array of bytes"):
                Image.fromarray(wrong)

    @unittest.skipUnless(has_numpy, "left out: there is no numpy")
    def test_numpy(self) -> None:
        import numpy

        image = multiplane.Scene(scenes.box(opacity=0.5, cornerRadius=3)).image(scale=4)
        self.assertEqual(Image.fromarray(image.numpy()), image)
        self.assertEqual(Image.fromarray(image.numpy(straight=False), straight=False), image)
        flipped = Image.fromarray(image.numpy()[::-1, :, :3])
        self.assertEqual(flipped.numpy()[..., :3].tolist(), image.numpy()[::-1, :, :3].tolist())
        with self.assertRaisesRegex(TypeError, "astype"):
            Image.fromarray(numpy.zeros((2, 2, 3)))

    @unittest.skipUnless(has_pillow, "left out: there is no Pillow")
    def test_pillow(self) -> None:
        import PIL.Image

        red = PIL.Image.new("RGB", (4, 3), (255, 0, 0))
        for mode in ("RGB", "RGBA", "P", "CMYK", "L", "1", "LA"):
            with self.subTest(mode):
                image = Image.fromarray(red.convert(mode))
                self.assertEqual(image.size, (4, 3))
                if mode not in ("L", "1", "LA"):
                    self.assertEqual(pixel(image), RED)


class ImageTests(scenes.Case):
    def test_images_are_equal_by_pixels(self) -> None:
        self.assertEqual(blue(), blue())
        self.assertEqual(len({blue(), blue(), blue(128)}), 2)
        self.assertNotEqual(blue(), blue(254))
        self.assertNotEqual(blue(), "blue")

    @unittest.skipUnless(sys.version_info >= (3, 12), "left out: before Python 3.12 only C has buffers")
    def test_buffers(self) -> None:
        view = memoryview(blue())  # type: ignore[arg-type,unused-ignore]
        self.assertEqual((view.shape, view.tobytes()), ((2, 2, 4), blue().tobytes()))

    def test_open_files(self) -> None:
        file = io.BytesIO()
        blue().save(file)
        self.assertEqual(file.getvalue(), blue().png())
        self.assertEqual(Image.open(io.BytesIO(file.getvalue())), blue())
        file = io.BytesIO()
        blue().save(file, format="webp")
        self.assertEqual(file.getvalue()[:4], b"RIFF")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "blue.dat")
            blue().save(path, format="jpeg", quality=0.5)
            with open(path, "rb") as opened:
                self.assertEqual(Image.open(opened).size, (2, 2))
            with open(path, encoding="latin-1") as text, self.assertRaisesRegex(TypeError, '"rb"'):
                Image.open(text)  # type: ignore[arg-type]
        with self.fails("error", "format", "found 'bmp'"):
            blue().save(io.BytesIO(), format="bmp")  # type: ignore[arg-type]

    def test_comparisons(self) -> None:
        view = memoryview(blue().tobytes()).cast("B", (2, 2, 4))
        for one in (blue(), blue().png(), io.BytesIO(blue().png()), view):
            self.assertTrue(multiplane.compare(one, blue()).alike("exact"))  # type: ignore[arg-type,unused-ignore]

    def test_notebooks_show_scenes_and_differences(self) -> None:
        scene = multiplane.Scene(scenes.box())
        self.assertEqual(Image.open(scene._repr_png_() or b""), scene.image())
        difference = multiplane.compare(scene.image(), multiplane.Scene(scenes.box(frame=[0, 0, 4, 6])).image())
        self.assertEqual([pixel(difference.image(), x) for x in (0, 7)], [(0, 0, 0, 255), (255, 255, 255, 255)])
        self.assertEqual(Image.open(difference._repr_png_()), difference.image())
        scene.close()
        self.assertIsNone(scene._repr_png_())


class InputTests(scenes.Case):
    def pictures(self) -> List[Any]:
        found: List[Any] = [blue(), blue().png(), bytearray(blue().webp(1)), memoryview(blue().png()),
                            io.BytesIO(blue().png()), memoryview(blue().tobytes()).cast("B", (2, 2, 4))]
        if has_numpy:
            found.append(blue().numpy())
        if has_pillow:
            import PIL.Image

            found.append(PIL.Image.new("RGB", (2, 2), (0, 0, 255)))
        return found

    def test_image_parameters(self) -> None:
        for value in self.pictures():
            with self.subTest(type(value).__name__):
                self.assertEqual(scenes.color(multiplane.render(photo(), {"photo": value})), BLUE)
        with multiplane.Scene(photo(), {"photo": blue(0)}) as scene:
            scene.parameters["photo"] = blue()
            self.assertEqual(pixel(scene.image()), BLUE)
        drawn = dict(multiplane.render_many(photo(), [{"photo": blue()}, {"photo": b"no picture"}], workers=1))
        assert isinstance(drawn[0], bytes)
        self.assertEqual(scenes.color(drawn[0]), BLUE)
        self.assertIn("row 1: parameters.photo: the picture: expected a PNG", str(drawn[1]))

    def test_contents(self) -> None:
        for value in self.pictures():
            with self.subTest(type(value).__name__), multiplane.Scene(scenes.box()) as scene:
                scene["box"].set(contents=value, opacity=0.5)
                self.assertEqual(pixel(scene.image())[:3], BLUE[:3])
                scene["box"].set(contents=blue(0), backgroundColor=None)
                self.assertEqual(pixel(scene.image())[3], 0)

    def test_images_in_place_of_other_values(self) -> None:
        with self.fails("scene.invalid", "parameters.accent", "found an image"):
            multiplane.render(scenes.card(), {"accent": blue()})
