from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import importlib.util
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, List

import multiplane

import scenes

has_numpy = importlib.util.find_spec("numpy") is not None


def bar() -> Dict[str, Any]:
    """A canvas whose red box has the width of the parameter `width`, in points."""
    return {**scenes.box(frame=None, anchorPoint=[0, 0], bounds=[0, 0, {"parameter": "width"}, 6],
                         hidden={"parameter": "hidden"}),
            "parameters": {"width": {"type": "number", "minimum": 0, "maximum": 8, "default": 8},
                           "hidden": {"type": "boolean", "default": False}}}


def width(scene: Dict[str, Any], parameters: Dict[str, Any]) -> int:
    image = multiplane.Image.open(multiplane.render(scene, parameters))
    return sum(scenes.pixel(image, x)[3] > 0 for x in range(8))


class Number(enum.IntEnum):
    THREE = 3


class Index:
    def __index__(self) -> int:
        return 3


class ValueTests(scenes.Case):
    def setUp(self) -> None:
        self.scene = bar()
        del self.scene["root"]["sublayers"][0]["frame"]

    def test_numbers_of_all_kinds(self) -> None:
        for value in (3, 3.0, decimal.Decimal(3), fractions.Fraction(6, 2), Number.THREE, Index(), "3", "3.0"):
            with self.subTest(repr(value)):
                self.assertEqual(width(self.scene, {"width": value}), 3)
        self.assertEqual(width(self.scene, {"width": None, "hidden": None}), 8)
        self.assertEqual(width(self.scene, {"hidden": "true"}), 0)
        moment: Any = decimal.Decimal("0.5")
        multiplane.render(self.scene, time=moment, scale=fractions.Fraction(3, 2).__float__())

    @unittest.skipUnless(has_numpy, "left out: there is no numpy")
    def test_numbers_of_numpy(self) -> None:
        import numpy

        for value in (numpy.int64(3), numpy.uint8(3), numpy.float32(3), numpy.float64(3), numpy.array(3)):
            self.assertEqual(width(self.scene, {"width": value, "hidden": numpy.bool_(False)}), 3)
        self.assertEqual(width({**self.scene, "size": numpy.array([8, 6])}, {}), 8)
        color = multiplane.render(scenes.card(), {"accent": numpy.array([0, 0, 1, 1])})
        self.assertEqual(scenes.color(color), (0, 0, 255, 255))
        with multiplane.Scene(self.scene) as scene:
            scene["box"].set(opacity=numpy.float32(0.5), position=numpy.array([1, 0]))
            self.assertEqual(scene["box"].number("opacity"), 0.5)

    def test_colors_of_all_forms(self) -> None:
        forms: List[Any] = ["blue", "#00f", "#00ff", "#0000ff", "rgb(0 0 255)", "rgb(0, 0, 255)", "hsl(240 100% 50%)",
                            [0, 0, 1], (0, 0, 1, 1)]
        with multiplane.Scene(scenes.box()) as scene:
            for form in forms:
                with self.subTest(repr(form)):
                    blue = (0, 0, 255, 255)
                    self.assertEqual(scenes.color(multiplane.render(scenes.card(), {"accent": form})), blue)
                    scene["box"].set(backgroundColor="red")
                    scene["box"].set(backgroundColor=form)
                    self.assertEqual(scenes.pixel(scene.image()), blue)
                    self.assertEqual(scenes.color(multiplane.render(scenes.box(backgroundColor=form))), blue)
            for wrong in ("bleu", "#12345", "rgb(1, 2)"):
                with self.subTest(repr(wrong)), self.fails("scene.invalid", "parameters.accent", "hsl(0"):
                    multiplane.render(scenes.card(), {"accent": wrong})

    def test_paths_are_those_of_images(self) -> None:
        scene = {**scenes.box(contents={"parameter": "photo"}),
                 "parameters": {"photo": {"type": "string", "format": "image"}}}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "blue.png")
            multiplane.render(scenes.plain("#0000ff"), output=path)
            self.assertEqual(scenes.color(multiplane.render(scene, {"photo": path})), (0, 0, 255, 255))

    def test_errors_name_the_parameter(self) -> None:
        for value in (float("nan"), float("inf"), decimal.Decimal("nan"), 10**400):
            with self.subTest(repr(value)), self.fails("scene.invalid", "parameters.width", "expected a finite number"):
                multiplane.render(self.scene, {"width": value})
        with self.fails("scene.invalid", "parameters.accent", "half of one, U+D83D, at index 1"):
            multiplane.render(scenes.card(), {"accent": "a\ud83d"})
        for wrong in (datetime.date(2026, 1, 2), 1j, object(), {1, 2}):
            with self.assertRaisesRegex(TypeError, "^parameters.width: expected a string, a number, .*, found "):
                multiplane.render(self.scene, {"width": wrong})
        with self.fails("scene.invalid", "parameters.width", 'expected a number from 0 to 8, found "wide"'):
            multiplane.render(self.scene, {"width": "wide"})
        with self.fails("scene.invalid", "size[0]", "scene: size[0]: expected a finite number, found nan"):
            multiplane.Scene({**scenes.plain(), "size": [float("nan"), 1]})
        loop: Dict[str, object] = scenes.plain()
        loop["root"] = loop
        with self.fails("scene.invalid", "scene", "contain themselves"):
            multiplane.Scene(loop)

    def test_none_is_the_default_again(self) -> None:
        with multiplane.Scene(self.scene, {"width": 2}) as scene:
            scene.parameters.update({"width": None})
            self.assertEqual((scene.parameters["width"], scene["box"].number("bounds.size.width")), (8, 8))
        required = bar()
        del required["root"]["sublayers"][0]["frame"], required["parameters"]["width"]["default"]
        with multiplane.Scene(required, {"width": 2}) as scene:
            with self.fails("scene.invalid", "parameters.width", "no default"):
                scene.parameters["width"] = None


class RowTests(scenes.Case):
    def setUp(self) -> None:
        self.scene = bar()
        del self.scene["root"]["sublayers"][0]["frame"]
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.csv = Path(folder.name, "rows.csv")

    def test_errors_name_the_row(self) -> None:
        rows: List[Any] = [("ada", {"width": float("nan")}), ("bob", {"width": object()}), ("cleo", {"width": 9}),
                           ("dora", {"width": decimal.Decimal(3)})]
        drawn = dict(multiplane.render_many(self.scene, rows, workers=1))
        lines = [str(drawn[name]) for name in ("ada", "bob", "cleo")]
        for line, parts in zip(lines, (("row 'ada': parameters.width: ", "found nan"),
                                       ("row 'bob': parameters.width: ", "found <object"),
                                       ("row 'cleo': ", "parameters.width: expected a number from 0 to 8, found 9"))):
            for part in parts:
                self.assertIn(part, line)
        self.assertIsInstance(drawn["dora"], bytes)

    def test_csv_files_are_read_as_batches(self) -> None:
        self.csv.write_text('\ufeffid,width,hidden,scale\r\n"ada",3,false,2\n\n,"4",true,\nbad,x,false,\nshort,1\n',
                            encoding="utf-8")
        drawn = list(multiplane.render_many(self.scene, csv=self.csv, workers=1))
        self.assertEqual([name for name, _ in drawn], ["ada", 4, "bad", "short"])
        sizes = [multiplane.Image.open(picture).size for _, picture in drawn if isinstance(picture, bytes)]
        self.assertEqual(sizes, [(16, 12), (8, 6)])
        self.assertIn('expected a number from 0 to 8, found "x"', str(drawn[2][1]))
        self.assertIn("row 'short': expected 4 fields, as in the header, found 2", str(drawn[3][1]))

    def test_wrong_csv_files(self) -> None:
        for text, part in (("a,a\n1,2\n", "'a', twice"), ("id,fps\n", "'fps', which `multiplane batch` reads")):
            self.csv.write_text(text)
            with self.subTest(text), self.fails("row.invalid", str(self.csv), part):
                list(multiplane.render_many(self.scene, csv=self.csv))
        with self.assertRaisesRegex(TypeError, "either rows or csv="):
            multiplane.render_many(self.scene)  # type: ignore[call-overload]
        with self.fails("row.invalid", str(self.csv.parent), "Is a directory"):
            list(multiplane.render_many(self.scene, csv=self.csv.parent))
        self.csv.write_bytes(b'a\n"1\n')
        with self.fails("row.invalid", str(self.csv), "row 2: "):
            list(multiplane.render_many(self.scene, csv=self.csv))
        self.csv.write_bytes(b"a\n\xff\n")
        with self.fails("row.invalid", str(self.csv), "UTF-8"):
            list(multiplane.render_many(self.scene, csv=self.csv))
