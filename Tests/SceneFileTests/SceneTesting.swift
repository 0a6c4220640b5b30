import Foundation
import MultiplaneDrawing
import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneRenderTree
import MultiplaneSceneFile

/// A scene around the text of a root layer, read with short file names in messages.
func scene(root: String, images: String = "{}", folder: String = "") throws(SceneError) -> Scene {
  try scene("{\"version\": 1, \"size\": [100, 80], \"images\": \(images), \"root\": \(root)}", folder: folder)
}

func scene(_ text: String, folder: String = "", limits: SceneLimits = .standard) throws(SceneError) -> Scene {
  try Scene.decode(Array(text.utf8), name: "scene.json", folder: folder, limits: limits)
}

/// The error that a call throws, as its line; nil if it throws none.
func errorLine<Result>(_ call: () throws(SceneError) -> Result) -> String? {
  do {
    _ = try call()
    return nil
  } catch {
    return error.description
  }
}

/// A new folder that is removed, with all that is in it, when the last reference goes.
final class SceneFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/scene-tests-\(UUID().uuidString)/"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + name))
  }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// A picture of one opaque colour.
  func writeImage(to name: String, width: Int, height: Int) throws {
    let pixels = [UInt8](repeating: 255, count: width * height * 4)
    try write(try encodeImage(premultipliedRGBA8: pixels, width: width, height: height, format: .png), to: name)
  }
}

/// Every place where two committed trees differ, but for identifiers; empty when they are the same.
func differences(_ a: CommittedLayer, _ b: CommittedLayer, _ place: String = "root") -> [String] {
  var places: [String] = []
  func compare<Value: Equatable>(_ name: String, _ a: Value, _ b: Value) {
    if a != b { places.append("\(place).\(name): \(a), \(b)") }
  }
  compare("name", a.name, b.name)
  compare("class", a.kind, b.kind)
  for row in LayerProperties.rows(of: a.kind) {
    if row.key == "contents", a.values.text.shown?.isDrawn == true {
      compare("picture", a.values.contents?.premultipliedRGBA8(), b.values.contents?.premultipliedRGBA8())
    } else {
      compare(row.key, row.get(a.values), row.get(b.values))
    }
  }
  compare("timing", a.timing, b.timing)
  compare("animations", a.animations.count, b.animations.count)
  for (index, (a, b)) in zip(a.animations, b.animations).enumerated() {
    places += differences(a, b, "\(place).animations[\(index)]")
  }
  compare("mask", a.mask == nil, b.mask == nil)
  if let mask = a.mask, let other = b.mask { places += differences(mask, other, "\(place).mask") }
  compare("sublayers", a.sublayers.count, b.sublayers.count)
  for (index, (a, b)) in zip(a.sublayers, b.sublayers).enumerated() {
    places += differences(a, b, "\(place).sublayers[\(index)]")
  }
  return places
}

/// Every place where two committed animations differ.
func differences(_ a: CommittedAnimation, _ b: CommittedAnimation, _ place: String) -> [String] {
  var places: [String] = []
  func compare<Value: Equatable>(_ name: String, _ a: Value, _ b: Value) {
    if a != b { places.append("\(place).\(name): \(a), \(b)") }
  }
  compare("key", a.key, b.key)
  compare("timing", a.timing, b.timing)
  compare("curve", a.curve, b.curve)
  compare("removedOnCompletion", a.isRemovedOnCompletion, b.isRemovedOnCompletion)
  compare("property", a.change?.keyPath.property.key, b.change?.keyPath.property.key)
  compare("component", a.change?.keyPath.component, b.change?.keyPath.component)
  compare("additive", a.change?.isAdditive, b.change?.isAdditive)
  compare("cumulative", a.change?.isCumulative, b.change?.isCumulative)
  compare("valueFunction", a.change?.valueFunction, b.change?.valueFunction)
  switch (a.change?.course, b.change?.course) {
  case (.spring(_, let a), .spring(_, let b)): compare("spring", a, b)
  case (.keyframes(let a), .keyframes(let b)):
    compare("values", a.values, b.values)
    compare("mode", a.mode, b.mode)
    compare("keyTimes", a.keyTimes, b.keyTimes)
    compare("curves", a.curves, b.curves)
    compare("tangents", a.tangents, b.tangents)
  case (.path(let a), .path(let b)):
    compare("path", a.path.elements, b.path.elements)
    compare("mode", a.mode, b.mode)
    compare("keyTimes", a.keyTimes, b.keyTimes)
    compare("curves", a.curves, b.curves)
    compare("rotation", a.rotation, b.rotation)
  case (.basic, .basic), (nil, nil): break
  default: places.append("\(place).class")
  }
  compare("fromValue", a.change?.ends?.from, b.change?.ends?.from)
  compare("toValue", a.change?.ends?.to, b.change?.ends?.to)
  compare("byValue", a.change?.ends?.by, b.change?.ends?.by)
  compare("transition", a.transition?.kind, b.transition?.kind)
  compare("subtype", a.transition?.side, b.transition?.side)
  compare("startProgress", a.transition?.startProgress, b.transition?.startProgress)
  compare("endProgress", a.transition?.endProgress, b.transition?.endProgress)
  compare("from", a.transition?.old == nil, b.transition?.old == nil)
  if let old = a.transition?.old, let other = b.transition?.old { places += differences(old, other, "\(place).from") }
  compare("children", a.children.count, b.children.count)
  for (index, (a, b)) in zip(a.children, b.children).enumerated() {
    places += differences(a, b, "\(place).animations[\(index)]")
  }
  return places
}
