import MultiplaneLottie
import MultiplaneSceneFile
import Testing

@Suite("Lottie: layers and time")
struct LottieDrawingTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let none: [UInt8] = [0, 0, 0, 0]

  @Test("A layer is visible from its in point to before its out point")
  func visibility() throws {
    let layer = Animations.solid(more: "").replacing(#""ip": 0, "op": 10"#, with: #""ip": 3, "op": 7"#)
    let scene = try Animations.scene(Animations.json(layer))
    for (frame, color) in [(2.9, none), (3, red), (6.9, red), (7, none)] {
      #expect(try Animations.picture(scene, frame: frame)[5, 5] == color, "frame \(frame)")
    }
  }

  @Test("A layer that ends with the animation stays visible after it")
  func end() throws {
    #expect(try Animations.picture(Animations.json(Animations.solid()), frame: 10)[5, 5] == red)
  }

  @Test("Positions move evenly between key frames, and stay before and after them")
  func position() throws {
    let json = Animations.json(
      Animations.solid(transform: #""p": \#(Animations.track([(2, "0, 0"), (8, "30, 0")]))"#))
    let scene = try Animations.scene(json)
    for (frame, left) in [(0.0, 0), (2, 0), (4, 10), (6, 20), (8, 30), (10, 30)] {
      let picture = try Animations.picture(scene, frame: frame)
      #expect(picture[left, 5] == red, "frame \(frame)")
      #expect(picture[left + 9, 5] == red, "frame \(frame)")
      if left > 0 { #expect(picture[left - 1, 5] == none, "frame \(frame)") }
    }
  }

  @Test("A hold jumps at its next key frame")
  func hold() throws {
    let json = Animations.json(
      Animations.solid(transform: #""p": \#(Animations.track([(0, "0, 0"), (3, "20, 0"), (6, "0, 0")], hold: true))"#))
    let scene = try Animations.scene(json)
    for (frame, isRight) in [(0.0, false), (2.9, false), (3, true), (5.9, true), (6, false), (9, false)] {
      #expect(try Animations.picture(scene, frame: frame)[25, 5] == (isRight ? red : none), "frame \(frame)")
    }
  }

  @Test("Scale and rotation are around the anchor, also with a negative scale that is animated")
  func transforms() throws {
    let turned = Animations.solid(
      transform: #""a": {"k": [0, 10]}, "p": {"k": [20, 10]}, "r": {"k": 180}, "s": {"k": [50, 100]}"#)
    let picture = try Animations.picture(Animations.json(turned))
    #expect(picture[16, 11] == red)
    #expect(picture[14, 11] == none)
    let flipped = Animations.solid(
      transform: #""p": {"k": [20, 0]}, "s": \#(Animations.track([(0, "100, 100"), (10, "-100, 100")]))"#)
    let scene = try Animations.scene(Animations.json(flipped))
    #expect(try Animations.picture(scene, frame: 0)[25, 5] == red)
    let end = try Animations.picture(scene, frame: 10)
    #expect(end[15, 5] == red)
    #expect(end[25, 5] == none)
  }

  @Test("A layer moves with its parent, and not with its opacity")
  func parent() throws {
    let json = Animations.json(
      Animations.solid(more: #", "parent": 7"#)
        + #", {"ty": 3, "ind": 7, "ip": 0, "op": 1, "ks": {"p": {"k": [20, 0]}, "o": {"k": 0}}}"#)
    let picture = try Animations.picture(json, frame: 5)
    #expect(picture[25, 5] == red)
    #expect(picture[5, 5] == none)
  }

  @Test("A composition starts later, runs slower, and clips")
  func composition() throws {
    let inner = Animations.solid(transform: #""p": \#(Animations.track([(0, "0, 0"), (4, "20, 0")]))"#)
    let json = Animations.json(
      #"{"ty": 0, "refId": "c", "w": 25, "h": 20, "ip": 2, "op": 10, "st": 2, "sr": 2, "ks": {}}"#,
      assets: #"{"id": "c", "layers": [\#(inner)]}"#)
    let scene = try Animations.scene(json)
    #expect(try Animations.picture(scene, frame: 1)[5, 5] == none)
    // Frame 6 is its frame 2.
    let picture = try Animations.picture(scene, frame: 6)
    #expect(picture[10, 5] == red)
    #expect(picture[9, 5] == none)
    let last = try Animations.picture(scene, frame: 9.9)
    #expect(last[24, 5] == red)
    #expect(last[25, 5] == none)
  }

  @Test("Time remapping runs backwards, and jumps where it holds")
  func remapping() throws {
    let inner = Animations.solid(transform: #""p": \#(Animations.track([(0, "0, 0"), (5, "25, 0")]))"#)
    let remap = #""tm": \#(Animations.track([(0, "0.5"), (5, "0")]))"#
    let json = Animations.json(
      #"{"ty": 0, "refId": "c", "w": 40, "h": 20, "ip": 0, "op": 10, "ks": {}, \#(remap)}"#,
      assets: #"{"id": "c", "layers": [\#(inner)]}"#)
    let scene = try Animations.scene(json)
    for (frame, left) in [(0.0, 25), (2, 15), (4, 5), (5, 0), (9, 0)] {
      let picture = try Animations.picture(scene, frame: frame)
      #expect(picture[left, 5] == red, "frame \(frame)")
      #expect(picture[left + 10, 5] == none, "frame \(frame)")
    }
  }

  @Test("A frame alone has the same bytes as after others")
  func anyOrder() throws {
    let json = Animations.json(
      Animations.solid(
        transform:
          #""p": \#(Animations.track([(0, "0, 0"), (7, "21.3, 4.7")])), "r": \#(Animations.track([(1, "0"), (9, "70")]))"#
      ))
    let scene = try Animations.scene(json)
    _ = try Animations.picture(scene, frame: 8)
    _ = try Animations.picture(scene, frame: 1)
    let after = try Animations.picture(scene, frame: 5)
    #expect(try Animations.picture(json, frame: 5).pixels == after.pixels)
  }
}
