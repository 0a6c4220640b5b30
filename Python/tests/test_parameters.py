from __future__ import annotations

import tempfile
from pathlib import Path

import multiplane

import scenes
from scenes import RED, pixel

BLUE = (0, 0, 255, 255)


class ParameterTests(scenes.Case):
    def test_parameters_are_given_when_a_scene_is_loaded(self) -> None:
        self.assertEqual(scenes.color(multiplane.render(scenes.card())), RED)
        self.assertEqual(scenes.color(multiplane.render(scenes.card(), {"accent": "#0000ff"})), BLUE)
        with multiplane.Scene(scenes.card(), {"accent": "#0000ff"}) as scene:
            self.assertEqual(scene.parameters["accent"], "#0000ff")

    def test_parameters_are_a_mapping_that_changes_what_is_drawn(self) -> None:
        with multiplane.Scene(scenes.card()) as scene:
            parameters = scene.parameters
            self.assertEqual(dict(parameters), {"accent": "#ff0000"})
            self.assertEqual((len(parameters), "accent" in parameters, "acent" in parameters), (1, True, False))
            self.assertEqual(pixel(scene.image()), RED)
            parameters["accent"] = "#0000ff"
            self.assertEqual((pixel(scene.image()), parameters["accent"]), (BLUE, "#0000ff"))
            parameters.update({"accent": "#ff0000"})
            self.assertEqual(pixel(scene.image()), RED)
            with self.assertRaises(KeyError):
                parameters["acent"]

    def test_what_else_was_changed_stays(self) -> None:
        with multiplane.Scene(scenes.card()) as scene:
            scene.time = 2
            scene["box"].set(opacity=0.5)
            scene.parameters["accent"] = "#0000ff"
            self.assertEqual((scene.time, scene["box"].number("opacity")), (2, 0.5))
            scene["box"].set(opacity=1)
            self.assertEqual(pixel(scene.image()), BLUE)
            scene["box"].set(opacity=0, animate=1, timing="linear")
            self.assertAlmostEqual(pixel(scene.image(2.5))[3], 127.5, delta=1)

    def test_the_schema_tells_of_them(self) -> None:
        with multiplane.Scene(scenes.card()) as scene:
            schema = scene.parameters.schema
            self.assertEqual(schema["properties"]["accent"]["default"], "#ff0000")
        with multiplane.Scene(scenes.plain()) as scene:
            self.assertEqual(dict(scene.parameters), {})

    def test_paths_in_json_are_relative_to_its_folder(self) -> None:
        card = {**scenes.card(), "images": {"logo": "logo.png"}}
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "logo.png").write_bytes(multiplane.render(scenes.plain()))
            with multiplane.Scene(card, folder=folder) as scene:
                self.assertEqual(scene.parameters["accent"], "#ff0000")
                self.assertEqual(list(scene.parameters), ["accent"])

    def test_what_is_wrong_changes_nothing(self) -> None:
        with multiplane.Scene(scenes.card()) as scene:
            with self.fails("scene.invalid", "parameters.acent", 'did you mean "accent"?'):
                scene.parameters["acent"] = "#0000ff"
            with self.fails("scene.invalid", "parameters.accent"):
                scene.parameters.update({"accent": 3})
            with self.assertRaisesRegex(TypeError, "^a parameter's name: "):
                scene.parameters[3] = "#0000ff"  # type: ignore[index]
            self.assertEqual((pixel(scene.image()), scene.parameters["accent"]), (RED, "#ff0000"))
        with self.fails("scene.invalid", "parameters.acent"):
            multiplane.render(scenes.card(), {"acent": "#0000ff"})
        with multiplane.Scene(scenes.card()) as scene, self.assertRaisesRegex(TypeError, "^parameters: "):
            multiplane.render(scene, {"accent": "#0000ff"})
