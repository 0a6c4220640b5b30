import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile
import Testing

@testable import MultiplaneLottie

@Suite("Lottie: layers of programs")
struct LottieLayerTests {
  /// A square of 10 points that moves from x = 0 to x = 30 in a second, with two markers.
  static let moving = Animations.json(
    Animations.solid(
      transform: #""p": {"a": 1, "k": [{"t": 0, "s": [0, 0], "i": {"x": [1], "y": [1]}, "o": {"x": [0], "y": [0]}}, "#
        + #"{"t": 10, "s": [30, 0]}]}"#),
    more: #", "markers": [{"cm": "a", "tm": 2, "dr": 4}, {"cm": "b", "tm": 8, "dr": 0}]"#)

  private func layer(_ json: String = moving, values: [String: ParameterValue] = [:]) throws -> LottieLayer {
    SceneFormats.register([LottieFormat()])
    let animation = try ImportedScene.read(Array(json.utf8), name: "a.json", files: FilePlace(), limits: .standard)
    let layer = LottieLayer()
    layer.bounds = CGRect(origin: .zero, size: animation.size)
    try layer.show(animation, values: animation.values(from: values, name: "a.json", limits: .standard))
    return layer
  }

  /// The left edge of the red square in a picture at a time, in pixels.
  static func left(_ scene: Scene, at time: Double, row: Int = 5) throws -> Int? {
    let tree = scene.committed().evaluate(at: time)
    let pixels = try OffscreenCompositor(RendererOptions(.cpu)).picture(of: tree).pixels
    return (0..<tree.pixelWidth).first { pixels[4 * (row * tree.pixelWidth + $0) + 3] >= 128 }
  }

  private func lefts(_ layer: LottieLayer, _ times: [Double]) throws -> [Int?] {
    let scene = Scene(root: layer)
    return try times.map { try Self.left(scene, at: $0) }
  }

  @Test("A new layer plays once, from time 0")
  func once() throws {
    let layer = try layer()
    #expect(try lefts(layer, [0, 0.5, 1, 7]) == [0, 15, 30, 30])
    #expect(layer.animationDuration == 1)
    #expect(layer.frameRate == 10)
    #expect(layer.compositionSize == CGSize(width: 40, height: 20))
    #expect(layer.markers.map(\.name) == ["a", "b"])
    #expect(layer.markers.map(\.time) == [0.2, 0.8])
    #expect(layer.markers.map(\.duration) == [0.4, 0])
  }

  @Test("Loops repeat at exact times, in any order")
  func loops() throws {
    let layer = try layer()
    layer.loopMode = .loop
    #expect(try lefts(layer, [2.5, 0, 1.1, 0.5]) == [15, 0, 3, 15])
    layer.loopMode = .autoreverse
    #expect(try lefts(layer, [0.5, 1.5, 1.9, 2.1]) == [15, 15, 3, 3])
    layer.loopMode = .count(2)
    #expect(try lefts(layer, [1.5, 2, 9]) == [15, 30, 30])
    layer.loopMode = .once
    #expect(try lefts(layer, [0.5, 1.5]) == [15, 30])
  }

  @Test("Parts play between positions, also backwards, and then stay")
  func parts() throws {
    let layer = try layer()
    #expect(layer.play(from: .progress(0.2), to: .frame(6), at: 0))
    #expect(try lefts(layer, [0, 0.2, 0.4, 5]) == [6, 12, 18, 18])
    layer.loopMode = .loop
    #expect(try lefts(layer, [0.6, 0.8]) == [12, 6])
    #expect(layer.play(from: .time(0.6), to: .time(0.2), at: 0))
    #expect(try lefts(layer, [0, 0.1, 0.3, 0.5]) == [18, 15, 9, 15])
    layer.loopMode = .once
    #expect(try lefts(layer, [0.1, 3]) == [15, 6])
    #expect(layer.play(marker: "a", at: 1))
    #expect(try lefts(layer, [0.5, 1, 1.2, 4]) == [6, 6, 12, 18])
    // Without a duration, up to the end.
    #expect(layer.play(marker: "b", at: 0))
    #expect(try lefts(layer, [0, 9]) == [24, 30])
    #expect(!layer.play(marker: "c", at: 0))
    #expect(!layer.play(from: .marker("a"), to: .marker("none")))
    #expect(try lefts(layer, [0]) == [24])
  }

  @Test("A set position stays, and playing goes on from it")
  func progress() throws {
    let layer = try layer()
    layer.loopMode = .loop
    layer.progress = 0.5
    #expect(try lefts(layer, [0, 3]) == [15, 15])
    #expect(layer.progress == 0.5)
    #expect(layer.currentTime == 0.5)
    #expect(layer.currentFrame == 5)
    #expect(!layer.isPlaying)
    // The last frame, though the loop would begin again.
    layer.progress = 1
    #expect(try lefts(layer, [0]) == [30])
    layer.currentFrame = 2
    #expect(try lefts(layer, [0]) == [6])
    layer.play(at: 10)
    #expect(try lefts(layer, [10, 10.2, 11]) == [6, 12, 6])
    layer.stop()
    #expect(try lefts(layer, [0, 10]) == [0, 0])
  }

  @Test("Pausing in a running tree keeps the position, and playing continues")
  func pausing() throws {
    let layer = try layer()
    layer.loopMode = .loop
    // So slow that a loaded machine does not matter.
    layer.speed = 0.001
    layer.play(at: layer.convertTime(CACurrentMediaTime(), from: nil) - 10.25)
    #expect(layer.isPlaying)
    layer.pause()
    #expect(!layer.isPlaying)
    let progress = layer.progress
    #expect(abs(progress - 0.25) < 0.1)
    layer.speed = 1
    #expect(try lefts(layer, [0, 5]) == Array(repeating: try lefts(layer, [1])[0], count: 2))
    layer.play(at: 2)
    let start = try #require(try lefts(layer, [2])[0])
    #expect(abs(Double(start) - progress * 30) <= 1)
    #expect(try lefts(layer, [3])[0] == start)
  }

  @Test("The layer's own speed and time offset apply")
  func speed() throws {
    let layer = try layer()
    layer.speed = 2
    #expect(try lefts(layer, [0.25]) == [15])
    layer.speed = 0
    layer.timeOffset = 0.8
    #expect(try lefts(layer, [0, 3]) == [24, 24])
  }

  @Test(
    "The composition fits into the bounds like an image",
    arguments: [
      (.resize, CGRect(x: 0, y: 0, width: 2, height: 4)), (.resizeAspect, CGRect(x: 0, y: 20, width: 2, height: 2)),
      (.resizeAspectFill, CGRect(x: -40, y: 0, width: 4, height: 4)),
      (.center, CGRect(x: 20, y: 30, width: 1, height: 1)), (.topRight, CGRect(x: 40, y: 60, width: 1, height: 1)),
      (.bottomLeft, CGRect(x: 0, y: 0, width: 1, height: 1)),
    ] as [(CALayerContentsGravity, CGRect)])
  func fit(gravity: CALayerContentsGravity, expected: CGRect) throws {
    let layer = try layer()
    layer.bounds = CGRect(x: 0, y: 0, width: 80, height: 80)
    layer.contentsGravity = gravity
    layer.layoutIfNeeded()
    let content = try #require(layer.content)
    #expect(content.position == expected.origin)
    #expect(content.transform.m11 == expected.width)
    #expect(content.transform.m22 == expected.height)
  }

  @Test("Values replace parts of the animation")
  func values() throws {
    let json = Animations.json(
      Animations.shapes(
        Animations.rectangle(0, 0, 40, 20) + #", {"ty": "fl", "c": {"sid": "accent"}, "o": {"k": 100}}"#),
      more: #", "slots": {"accent": {"p": {"a": 0, "k": [1, 0, 0]}}}"#)
    let layer = try layer(json, values: ["accent": "#0000ff"])
    #expect(layer.parameters.map(\.name) == ["accent"])
    let picture = try Animations.picture(Scene(root: layer), frame: 0)
    #expect(picture[20, 10] == [0, 0, 255, 255])
    let error = #expect(throws: SceneError.self) { try self.layer(json, values: ["acent": "#fff"]) }
    #expect(error?.description.contains("did you mean \"accent\"?") == true, "\(error?.description ?? "")")
  }

  @Test("A presentation layer has the position, and an archive the layers")
  func copies() throws {
    let layer = try layer()
    layer.progress = 0.5
    let root = CALayer()
    root.bounds = layer.bounds
    root.addSublayer(layer)
    _ = root.commit(at: 0)
    #expect(layer.presentation()?.progress == 0.5)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: LottieLayer.self, from: data))
    #expect(copy.sublayers?.count == 1)
    #expect(copy.animationDuration == 0)
    #expect(try lefts(copy, [0]) == [15])
  }
}
