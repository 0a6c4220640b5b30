from __future__ import annotations

import json
import os
import tempfile
import threading
from pathlib import Path
from typing import Any, List, cast

import multiplane

import scenes
from scenes import RED, pixel


class SourceTests(scenes.Case):
    def test_scenes_are_paths_and_json(self) -> None:
        scene = scenes.plain()
        text = json.dumps(scene)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "red.json")
            path.write_text(text)
            for source in (str(path), path, scene, " " + text, text.encode(), bytearray(text.encode())):
                with self.subTest(type(source).__name__), multiplane.Scene(source) as loaded:
                    self.assertEqual(loaded.size, (8, 6))
                    self.assertEqual(pixel(loaded.image()), RED)

    def test_paths_in_json_are_relative_to_the_folder(self) -> None:
        scene = scenes.box(contents="blue")
        scene["images"] = {"blue": "blue.png"}
        with tempfile.TemporaryDirectory() as folder:
            multiplane.render(scenes.plain("#0000ff"), output=os.path.join(folder, "blue.png"))
            with multiplane.Scene(scene, folder=folder) as loaded:
                self.assertEqual(pixel(loaded.image()), (0, 0, 255, 255))
        with self.fails("scene.invalid", "images.blue", "blue.png"):
            multiplane.Scene(scene, folder=folder)

    def test_other_types_are_refused(self) -> None:
        scene = scenes.plain()
        with self.assertRaisesRegex(TypeError, "^scene: .* found 3$"):
            multiplane.Scene(3)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "^folder: "):
            multiplane.Scene("card.json", folder=".")
        with self.assertRaisesRegex(TypeError, "^parameters: .* found 'Ada'$"):
            multiplane.Scene(scene, "Ada")  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "^time: .* found '1'$"):
            multiplane.render(scene, time="1")  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "^scale: .* found True$"):
            multiplane.render(scene, scale=True)
        with self.assertRaisesRegex(TypeError, "^scene: root: expected a value of JSON, found <object"):
            multiplane.Scene({**scene, "root": object()})

    def test_what_is_wrong_with_a_scene_has_its_code_and_place(self) -> None:
        with self.fails("scene.invalid", "root.sublayers[0].cornerRadus", 'did you mean "cornerRadius"?'):
            multiplane.Scene(scenes.box(cornerRadus=3))
        with self.fails("scene.malformed", "line 1, column 13", "scene: line 1"):
            multiplane.Scene('{"version": }')
        with self.fails("scene.invalid", "size", "scene: size: "):
            multiplane.Scene({**scenes.plain(), "size": float("nan")})
        with tempfile.TemporaryDirectory() as folder:
            missing = os.path.join(folder, "a card.json")
            with self.fails("scene.unreadable", missing, "found nothing at this path"):
                multiplane.Scene(missing)
            with self.fails("scene.unreadable", folder, "found a folder"):
                multiplane.Scene(Path(folder))
            Path(missing).write_text('{"version": 1, "size": [8, 8], "root": {"opacity": "x"}}')
            with self.fails("scene.invalid", "root.opacity", f"{missing}: root.opacity: expected a number"):
                multiplane.Scene(missing)
        with self.fails("error", repr("a\0b"), "zero byte"):
            multiplane.Scene("a\0b")


class PictureTests(scenes.Case):
    def test_times_are_exact(self) -> None:
        with multiplane.Scene(scenes.fading()) as scene:
            alphas = [pixel(scene.image(time))[3] for time in (0, 0.5, 1)]
            self.assertEqual([alphas[0], alphas[2]], [255, 0])
            self.assertAlmostEqual(alphas[1], 127.5, delta=1)
            frames = list(scene.frames(0, 1, 4))
            self.assertEqual([pixel(frame)[3] for frame in frames],
                             [pixel(scene.image(index / 4))[3] for index in range(4)])
            self.assertEqual(len(list(scene.frames(0.25, 1, 4))), 3)

    def test_the_poster_time_is_that_of_pictures_without_one(self) -> None:
        with multiplane.Scene({**scenes.fading(), "poster": 1}) as scene:
            self.assertEqual((scene.poster_time, scene.time), (1, 0))
            self.assertEqual([pixel(picture)[3] for picture in (scene.image(), scene.image(0))], [0, 255])
            self.assertEqual(multiplane.render(scene, format="png"), scene.image(1).png())
            scene.time = 0
            self.assertEqual(pixel(scene.image())[3], 255)
        card = {**scenes.fading(), "poster": 1}
        (_, picture), = multiplane.render_many(card, [{}], workers=1)
        self.assertEqual(pixel(multiplane.Image.open(cast(bytes, picture)))[3], 0)

    def test_the_own_time_is_that_of_pictures_without_one(self) -> None:
        with multiplane.Scene(scenes.fading()) as scene:
            scene.time = 1
            self.assertEqual(pixel(scene.image())[3], 0)
            self.assertEqual((scene.time, scene["box"].number("opacity", shown=True)), (1, 0))

    def test_the_scale_is_the_scenes_own_unless_given(self) -> None:
        with multiplane.Scene({**scenes.plain(), "scale": 2}) as scene:
            self.assertEqual(scene.image().size, (16, 12))
            self.assertEqual(scene.image(scale=1.5).size, (12, 9))
            with self.fails("canvas.invalid", None, "the canvas"):
                scene.image(scale=1e6)
            with self.fails("canvas.invalid", "scale"):
                scene.image(scale=0)
            self.assertEqual(pixel(scene.image()), RED)

    def test_wrong_times_are_refused(self) -> None:
        with multiplane.Scene(scenes.plain()) as scene:
            with self.fails("times.invalid", "time"):
                scene.image(time=float("inf"))
            with self.fails("times.invalid", "time"):
                scene.image(time=10**400)
            with self.fails("times.invalid", None, "frames: "):
                scene.frames(2, 1, 10)
            with self.fails("times.invalid", None, "frames: "):
                scene.frames(0, 1e308, 60)
            with self.assertRaisesRegex(TypeError, "to="):
                scene.frames(0)

    def test_renderers_agree_and_unknown_ones_are_refused(self) -> None:
        scene = scenes.box(cornerRadius=3)
        names: List[Any] = ["automatic", "CPU", "reference"]
        pictures = [multiplane.render(scene, scale=4, renderer=name) for name in names]
        for picture in pictures[1:]:
            self.assertEqual(multiplane.compare(picture, pictures[0]).breaches(), "")
        with self.fails("error", "renderer", "automatic, gl, cpu, reference", "'vulkan'"):
            multiplane.Scene(scene, renderer="vulkan")  # type: ignore[arg-type]

    def test_a_closed_scene_draws_no_more(self) -> None:
        scene = multiplane.Scene(scenes.box())
        box, image = scene["box"], scene.image()
        scene.close()
        scene.close()
        self.assertEqual(pixel(image), RED)
        for use in (scene.image, lambda: scene.size, lambda: box.set(opacity=0), lambda: scene["box"],
                    lambda: scene.parameters.update({}), lambda: multiplane.render(scene)):
            with self.fails("scene.closed", "scene", "the scene is closed"):
                use()


class LayerTests(scenes.Case):
    def test_keys_change_every_layer_of_the_name(self) -> None:
        half = {"name": "half", "frame": [0, 0, 4, 6], "backgroundColor": "#ff0000"}
        tree = {"version": 1, "size": [8, 6], "root": {"sublayers": [half, {**half, "frame": [4, 0, 4, 6]}]}}
        with multiplane.Scene(tree) as scene:
            scene["half"].set(backgroundColor="#0000ff")
            self.assertEqual([pixel(scene.image(), x) for x in (0, 7)], [(0, 0, 255, 255)] * 2)

    def test_changes_are_animated_from_the_scenes_time_on(self) -> None:
        with multiplane.Scene(scenes.box()) as scene:
            scene.time = 2
            scene["box"].set(opacity=0, animate=1, timing="linear")
            self.assertAlmostEqual(pixel(scene.image(2.5))[3], 127.5, delta=1)
            self.assertEqual([pixel(scene.image(time))[3] for time in (2, 3)], [255, 0])
            self.assertEqual(scene["box"].number("opacity"), 0)

    def test_key_paths_and_names_of_images(self) -> None:
        scene = scenes.box()
        scene["images"] = {"blue": "blue.png"}
        with tempfile.TemporaryDirectory() as folder:
            multiplane.render(scenes.plain("#0000ff"), output=os.path.join(folder, "blue.png"))
            with multiplane.Scene(scene, folder=folder) as loaded:
                loaded["box"].set({"position.x": 8}, contents="blue")
                self.assertEqual([pixel(loaded.image(), x)[3] for x in (3, 4)], [0, 255])
                self.assertEqual(pixel(loaded.image(), 7), (0, 0, 255, 255))

    def test_a_wrong_change_changes_nothing(self) -> None:
        with multiplane.Scene(scenes.box()) as scene:
            box = scene["box"]
            with self.fails("change.invalid", "opacit", "box: opacit: ", 'did you mean "opacity"?'):
                box.set(cornerRadius=2, opacit=0)
            self.assertEqual(box.number("cornerRadius"), 0)
            with self.fails("change.invalid", "opacity", 'found "half"'):
                box.set(opacity="half")
            with self.assertRaisesRegex(TypeError, "^layer: "):
                box.set(layer="root")
            with self.fails("change.invalid", "colour"):
                box.number("colour")
            with self.fails("layer.unknown", "scene", "'bax'"):
                scene["bax"]
            with self.fails("layer.unknown", "scene"):
                scene["box\0"]
            with self.assertRaisesRegex(TypeError, "^a layer's name: "):
                scene[0]  # type: ignore[index]


    def test_attributes_are_properties(self) -> None:
        scene = multiplane.Scene(scenes.box())
        box = scene["box"]
        box.opacity = 0.5
        box.contents = multiplane.Image.open(multiplane.render(scenes.plain("#0000ff")))
        self.assertEqual(pixel(scene.image())[:3], (0, 0, 255))
        self.assertEqual((box.opacity, box.number("opacity"), box.contents, box.hidden), (0.5, 0.5, None, False))
        with self.fails("change.invalid", "opacty", 'did you mean "opacity"?'):
            box.opacty = 1
        with self.assertRaisesRegex(AttributeError, 'box: opacty: .* did you mean "opacity"?'):
            box.opacty
        self.assertFalse(hasattr(box, "string"))
        self.assertEqual(getattr(box, "opacty", 3), 3)
        for fixed in ("name", "set"):
            with self.assertRaisesRegex(AttributeError, "cannot be set"):
                setattr(box, fixed, 1)
        scene.close()
        with self.fails("scene.closed", "scene"):
            box.opacity

    def test_values_are_read_back(self) -> None:
        title = {"name": "title", "class": "CATextLayer", "string": "Ada", "font": "DejaVu Sans", "fontSize": 20,
                 "foregroundColor": "#12345678", "frame": [10, 20, 100, 30]}
        scene = multiplane.Scene({"version": 1, "size": [200, 100], "root": {
            "name": "root", "frame": [0, 0, 200, 100], "sublayers": [title]}})
        found = {key: scene["title"].get(key) for key in title}
        self.assertEqual(found, title)
        self.assertEqual(scene["title"].get("position.x"), 60)
        width, height = scene["title"].text_size()
        self.assertTrue(20 < width < 60 and 15 < height < 40, (width, height))
        lines = scene["title"].text_lines()
        self.assertEqual(([line["text"] for line in lines["lines"]], lines["cut"]), ([title["string"]], False))
        self.assertTrue(0 < lines["ink"][2] < lines["lines"][0]["width"] + 2, lines)
        with self.fails("change.invalid", "root", "expected a CATextLayer"):
            scene["root"].text_lines()
        scene["title"].string = "Ada Lovelace"
        self.assertGreater(scene["title"].text_size()[0], width)
        self.assertEqual(scene["title"].string, "Ada Lovelace")
        runs = [{"text": "Ada", "fontSize": 30, "foregroundColor": "#ff0000", "underline": True}, " Lovelace"]
        scene["title"].string = runs
        self.assertEqual(scene["title"].string, runs)
        self.assertEqual(scene["title"].text_lines()["lines"][0]["text"], "Ada Lovelace")
        with self.fails("change.invalid", "string[0].text", "title: string[0].text: is missing"):
            scene["title"].string = [{"fontSize": 30}]
        scene["title"].set(string="hyphenation", frame=[0, 0, 95, 60], wrapped=True, hyphenation="en-US")
        self.assertEqual([line["text"] for line in scene["title"].text_lines()["lines"]], ["hyphen", "ation"])
        self.assertEqual(scene["title"].get("hyphenation"), "en-US")
        scene["title"].string = "Ada Lovelace"
        self.assertEqual(scene["root"].text_size(), (200, 100))
        scene["title"].set(opacity=0, animate=1, timing="linear")
        scene.time = 0.5
        self.assertEqual((scene["title"].get("opacity"), scene["title"].get("opacity", shown=True)), (0, 0.5))
        with self.fails("change.invalid", "title", "title: "):
            scene["title"].get("\0")

    def test_names_of_layers(self) -> None:
        tree = {"name": "root", "mask": {"name": "mask", "backgroundColor": "#000"},
                "sublayers": [{"name": "a", "sublayers": [{"name": "b"}, {}]}, {"name": "a"}]}
        scene = multiplane.Scene({"version": 1, "size": [8, 8], "root": tree})
        self.assertEqual((scene.names, list(scene)), (["root", "mask", "a", "b"],) * 2)
        self.assertEqual([name in scene for name in ("b", "c", 3)], [True, False, False])
        with self.fails("layer.unknown", "scene", "found 'maks'; did you mean 'mask'?"):
            scene["maks"]


class ThreadTests(scenes.Case):
    def run_all(self, *bodies: object) -> None:
        """Runs each on a thread of its own; what one of them raises is raised."""
        raised: List[BaseException] = []

        def catching(body: object) -> None:
            try:
                body()  # type: ignore[operator]
            except BaseException as error:
                raised.append(error)

        threads = [threading.Thread(target=catching, args=(body,)) for body in bodies]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if raised:
            raise raised[0]

    def test_two_threads_draw_two_scenes(self) -> None:
        renderers: List[Any] = ["automatic", "gl"]
        for renderer in renderers:
            with self.subTest(renderer):
                try:
                    multiplane.render(scenes.plain(), renderer=renderer)
                except multiplane.Error as error:
                    self.assertEqual(error.code, "device.failed")
                    continue
                self.draw_two_scenes(renderer)

    def draw_two_scenes(self, renderer: Any) -> None:
        def draw(color: str, expected: object) -> None:
            with multiplane.Scene(scenes.plain(color), renderer=renderer) as scene:
                for _ in range(100):
                    self.assertEqual(pixel(scene.image()), expected)
                with self.fails("canvas.invalid", None):  # of this thread, not of the other
                    scene.image(scale=1e6)

        for _ in range(3):
            self.run_all(lambda: draw("#ff0000", RED), lambda: draw("#0000ff", (0, 0, 255, 255)))

    def test_threads_share_a_scene(self) -> None:
        with multiplane.Scene(scenes.box()) as scene:
            def blink() -> None:
                for index in range(100):
                    scene["box"].set(opacity=index % 2)

            def draw() -> None:
                for _ in range(100):
                    self.assertIn(pixel(scene.image())[3], (0, 255))

            self.run_all(blink, draw, draw)

    def test_a_scene_draws_one_picture_at_a_time(self) -> None:
        order: List[str] = []
        with multiplane.Scene(scenes.plain()) as scene:
            def draw() -> None:
                scene.image()
                order.append("drawn")

            thread = threading.Thread(target=draw)
            with scene._lock:
                thread.start()
                thread.join(0.3)
                order.append("let go")
            thread.join()
        self.assertEqual(order, ["let go", "drawn"])

    def test_what_one_thread_changes_another_draws(self) -> None:
        with multiplane.Scene(scenes.box()) as scene:
            scene.image()
            self.run_all(lambda: scene["box"].set(opacity=0))
            self.assertEqual(pixel(scene.image())[3], 0)
            scene["box"].set(opacity=1, animate=1, timing="linear")
            alphas: List[int] = []
            self.run_all(lambda: alphas.append(pixel(scene.image(0.5))[3]))
            self.assertAlmostEqual(alphas[0], 127.5, delta=1)
