// What the examples of docstrings take for granted: a scene, what draws it, pictures, a folder.

import Foundation
import Multiplane

nonisolated(unsafe) var scene: Scene!
nonisolated(unsafe) var template: Scene!
nonisolated(unsafe) var card: URL!
nonisolated(unsafe) var renderer: LayerImageRenderer!
nonisolated(unsafe) var root = CALayer()
nonisolated(unsafe) var layer = CALayer()
nonisolated(unsafe) var logo: LottieLayer!
nonisolated(unsafe) var badge: LottieLayer!
nonisolated(unsafe) var image: CGImage!
nonisolated(unsafe) var expected: CGImage!
nonisolated(unsafe) var difference: PictureDifference!
nonisolated(unsafe) var session: KioskSession!
nonisolated(unsafe) var options = KioskOptions()
nonisolated(unsafe) var folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)

/// Recreates them, so that no example depends on another.
func prepare() throws {
  layer = CALayer()
  layer.name = "title"
  layer.frame = CGRect(x: 10, y: 10, width: 40, height: 20)
  layer.backgroundColor = CGColor(red: 1, green: 0.3, blue: 0.2, alpha: 1)
  let move = CABasicAnimation(keyPath: "position.x")
  move.toValue = 90.0
  move.duration = 2
  layer.add(move, forKey: "move")
  root = CALayer()
  root.bounds = CGRect(x: 0, y: 0, width: 100, height: 40)
  root.addSublayer(layer)
  let text = """
    {"version": 1, "size": [100, 40], "parameters": {
      "name": {"type": "string", "default": "Ada"}, "score": {"type": "number", "minimum": 0, "maximum": 100, "default": 0},
      "isMember": {"type": "boolean", "default": false}},
     "root": {"frame": [0, 0, 100, 40], "sublayers": [
       {"class": "CATextLayer", "frame": [0, 0, 100, 20], "string": {"parameter": "name"}, "fontSize": 12},
       {"bounds": [0, 0, {"parameter": "score"}, 8], "position": [50, 30], "hidden": {"parameter": "isMember"}}]}}
    """
  try Data(text.utf8).write(to: folder.appendingPathComponent("card.json"))
  card = folder.appendingPathComponent("card.json")
  template = try Scene(contentsOf: card)
  let animation = """
    {"fr": 30, "ip": 0, "op": 60, "w": 100, "h": 40,
     "markers": [{"cm": "intro", "tm": 0, "dr": 20}, {"cm": "outro", "tm": 40, "dr": 20}],
     "slots": {"accent": {"p": {"a": 0, "k": [1, 0, 0]}}}, "fonts": {"list": [{"fName": "Sans", "fFamily": "Sans"}]},
     "layers": [
       {"ty": 5, "nm": "Title", "ip": 0, "op": 60, "ks": {},
        "t": {"d": {"k": [{"t": 0, "s": {"s": 20, "f": "Sans", "t": "Ada", "fc": [1, 0, 0]}}]}}},
       {"ty": 4, "ip": 0, "op": 60, "ks": {}, "shapes": [
         {"ty": "rc", "p": {"a": 0, "k": [50, 20]}, "s": {"a": 0, "k": [80, 20]}, "r": {"a": 0, "k": 4}},
         {"ty": "fl", "c": {"sid": "accent"}, "o": {"a": 0, "k": 100}}]}]}
    """
  for name in ["logo.json", "badge.json"] { try Data(animation.utf8).write(to: folder.appendingPathComponent(name)) }
  logo = try LottieLayer(contentsOf: folder.appendingPathComponent("logo.json"))
  badge = try LottieLayer(contentsOf: folder.appendingPathComponent("badge.json"))
  scene = Scene(root: root, background: CGColor(gray: 1, alpha: 1))
  renderer = try LayerImageRenderer(.cpu)
  image = try renderer.image(of: scene)
  expected = try renderer.image(of: scene, at: 1)
  difference = try image.difference(from: expected)
  options = KioskOptions()
  options.simulated = ModeRequest("320x200@60")
  // With layers of its own, which belong to it.
  let shown = CALayer()
  shown.bounds = root.bounds
  session = try KioskSession([Scene(root: shown)], options: options)
}
