import Foundation
import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree
import MultiplaneLiveControl
import Testing

@Suite("events as lines") struct EventLinesTests {
  private let scene = FakeScene()
  private let interaction: Interaction

  init() {
    interaction = Interaction(root: scene.root, mapping: OutputMapping(size: CGSize(width: 200, height: 100)))
    scene.root.mask = nil
    _ = scene.root.commit(at: 0)
  }

  /// The lines for some input at canvas points, all at the time 1.25.
  private func lines(_ kinds: InputEvent.Kind...) -> [String] {
    var lines: [String] = []
    interaction.observer = { event in if let json = EventLines.json(event) { lines.append(json.flatText) } }
    interaction.handle(kinds.map { InputEvent($0, time: 1.25) }, at: 0)
    return lines
  }

  private func place(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x / 200, y: y / 100) }

  @Test("a tap, with its place")
  func tap() {
    let lines = lines(.touchBegan(finger: 2, at: place(15, 30)), .touchEnded(finger: 2))
    #expect(
      lines.last == """
        {"event": "tap", "layer": "clock", "path": ["root", "clock"], "time": 1.25, "point": [5, 10], \
        "canvas": [15, 30], "inside": true, "touch": 2}
        """)
    #expect(lines.count == 3)
  }

  @Test("a layer without a name is told by the nearest above that has one, in its coordinates")
  func unnamed() {
    let inner = CALayer()
    inner.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
    scene.clock.addSublayer(inner)
    _ = scene.root.commit(at: 0)
    let lines = lines(.pointerPlaced(at: place(18, 28)), .buttonPressed(.left))
    #expect(
      lines == [
        #"{"event": "enter", "layer": "root", "path": ["root"], "time": 1.25, "point": [18, 28], "canvas": [18, 28]}"#,
        """
        {"event": "enter", "layer": "clock", "path": ["root", "clock"], "time": 1.25, "point": [8, 8], \
        "canvas": [18, 28]}
        """,
        """
        {"event": "move", "layer": "clock", "path": ["root", "clock"], "time": 1.25, "point": [8, 8], \
        "canvas": [18, 28], "inside": true}
        """,
        """
        {"event": "press", "layer": "clock", "path": ["root", "clock"], "time": 1.25, "point": [8, 8], \
        "canvas": [18, 28], "inside": true, "button": "left"}
        """,
      ])
  }

  @Test("keys and scrolling")
  func keys() {
    #expect(
      lines(.keyPressed(Key(code: 30, name: "a", text: "a"))) == [
        """
        {"event": "keyDown", "layer": "root", "path": ["root"], "time": 1.25, "code": 30, "key": "a", "text": "a"}
        """
      ])
    #expect(
      lines(.pointerPlaced(at: place(15, 30)), .scrolled(byX: 0, y: -15)).last?.contains(#""scroll": [0, -15]"#) == true
    )
  }

  @Test("a path that is too long for a line is told by its last names")
  func longPath() throws {
    var layer = scene.clock
    for index in 0..<40 {
      let inner = CALayer()
      inner.name = String(repeating: "n", count: 200) + "\(index)"
      inner.frame = scene.clock.bounds
      layer.addSublayer(inner)
      layer = inner
    }
    _ = scene.root.commit(at: 0)
    let line = try #require(lines(.touchBegan(finger: 0, at: place(15, 30))).last)
    // With the end of the line no more than a pipe takes whole.
    #expect((3800...4095).contains(line.utf8.count))
    #expect(line.hasPrefix(#"{"event": "press", "layer": "nnn"#) && line.contains(#"n39"], "time": "#))
    #expect(!line.contains("\"root\"") && !line.contains("\"clock\""))
  }

  @Test("events without room are dropped and counted, without waiting")
  func fullPipe() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let lines = EventLines(descriptor: ends[1])
    interaction.observer = { lines.write($0) }
    // More than the 64 KiB that a pipe holds: some 130 bytes for each of these.
    for _ in 0..<1000 { interaction.handle([InputEvent(.keyPressed(Key(code: 30)), time: 0)], at: 0) }
    let first = drain(ends[0])
    #expect((100..<1000).contains(first.count))
    #expect(first.allSatisfy { $0.hasPrefix(#"{"event": "keyDown""#) && $0.hasSuffix("}") })
    interaction.handle([InputEvent(.keyReleased(Key(code: 30)), time: 0)], at: 0)
    let second = drain(ends[0])
    #expect(second.count == 2)
    #expect(second.first == "{\"event\": \"dropped\", \"count\": \(1000 - first.count)}")
    close(ends[0])
    // The reader is gone.
    signal(SIGPIPE, SIG_IGN)
    interaction.handle([InputEvent(.keyReleased(Key(code: 30)), time: 0)], at: 0)
    #expect(lines.isClosed)
    close(ends[1])
  }

  /// The lines that lie in a pipe.
  private func drain(_ descriptor: Int32) -> [String] {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
