import MultiplaneLottie
import MultiplaneSceneFile
import Testing

@Suite("Lottie: mutated files")
struct LottieMutationTests {
  /// An animation with many features.
  private var animation: String {
    let moving = Animations.track([(0, "0, 0"), (4, "20, 5"), (9, "0, 0")])
    let growing = Animations.track([(1, "10"), (3, "90"), (8, "40")])
    let path =
      #"{"c": true, "v": [[0, 0], [9, 0], [9, 9]], "i": [[0, 0], [1, 0], [0, 0]], "o": [[0, 0], [0, 1], [0, 0]]}"#
    let stroke =
      #"{"ty": "st", "c": {"k": [0, 1, 0]}, "o": \#(growing), "w": \#(growing), "d": [{"n": "d", "v": {"k": 4}}]}"#
    let gradient = """
      {"ty": "gf", "t": 2, "o": {"k": 90}, "s": \(moving), "e": {"k": [9, 9]}, \
      "g": {"p": 2, "k": {"k": [0, 0, 0, 1, 1, 1, 0, 0, 0, 0.5, 1, 1]}}}
      """
    let star = """
      {"ty": "sr", "sy": 1, "p": {"k": [9, 9]}, "pt": \(growing), "r": \(growing), "or": {"k": 9}, "ir": {"k": 4}, \
      "os": {"k": 30}, "is": {"k": 10}}
      """
    let modifiers = """
      {"ty": "gr", "it": [{"ty": "sh", "ks": {"k": \(path)}}, {"ty": "rc", "p": \(moving), "s": {"k": [9, 9]}}, \
      {"ty": "mm", "mm": 3}, {"ty": "pb", "a": \(growing)}, {"ty": "zz", "s": {"k": 2}, "r": \(growing), "pt": 2}, \
      {"ty": "tm", "s": \(growing), "e": {"k": 80}, "m": 2}, {"ty": "fl", "c": {"sid": "c", "k": [0, 0, 0]}}]}, \
      {"ty": "gr", "it": [{"ty": "sh", "ks": {"k": \(path)}}, {"ty": "op", "a": {"k": 3}, "lj": 1}, \(stroke)]}
      """
    let glyph =
      #"{"ch": "a", "size": 100, "fFamily": "S", "w": 60, "data": {"shapes": [{"ty": "sh", "ks": {"k": \#(path)}}]}}"#
    let document =
      #"{"s": 20, "f": "S", "t": "aa a", "j": 2, "tr": 9, "lh": 20, "fc": [1, 0, 0], "sc": [0, 0, 1], "sw": 2, "#
      + #""sz": [30, 20], "ps": [0, 0]}"#
    let animator = """
      {"s": {"t": 0, "s": \(growing), "sh": 2, "b": 1, "xe": {"k": 20}, "sm": {"k": 50}}, \
      "a": {"p": \(moving), "o": {"k": 10}, "t": {"k": 40}, "fc": {"k": [0, 1, 0]}}}
      """
    let text = """
      {"ty": 5, "nm": "t", "ao": 1, "ip": 0, "op": 9, "ks": {"p": \(moving), "or": {"k": [0, 0, 20]}}, \
      "t": {"d": {"k": [{"t": 0, "s": \(document)}, {"t": 4, "s": \(document)}]}, "a": [\(animator)], "m": {"g": 2}}}
      """
    let effects = """
      , "ef": [{"ty": 29, "ef": [{"v": \(growing)}]}, {"ty": 20, "ef": [{"v": {"k": [0, 0, 0]}}, {"v": {"k": [1, 0, 0]}}, \
      {"v": \(growing)}]}]
      """
    let group = """
      {"ty": "gr", "it": [{"ty": "sh", "ks": {"k": \(path)}}, \(star), {"ty": "rd", "r": \(growing)}, \(stroke), \
      {"ty": "tm", "s": \(growing), "e": {"k": 80}, "o": \(growing)}, \(gradient), \
      {"ty": "tr", "sk": \(growing), "sa": {"k": 20}, "s": \(moving)}]}, \
      {"ty": "rp", "c": {"k": 3}, "o": {"k": 0.5}, "tr": {"p": {"k": [4, 4]}, "s": {"k": [90, 80]}}}
      """
    let mask =
      #"{"mode": "a", "pt": {"k": \#(path)}, "o": \#(growing)}, {"mode": "s", "pt": {"k": \#(path)}, "x": \#(growing), "f": {"k": [4, 4]}}"#
    let layers = [
      Animations.shapes(
        group, transform: #""p": \#(moving), "r": \#(growing)"#, more: #", "masksProperties": [\#(mask)]"#),
      text, Animations.shapes(modifiers, more: effects),
      Animations.solid(more: #", "tt": 2, "parent": 3, "bm": 2"#),
      #"{"ty": 3, "ind": 3, "ip": 0, "op": 9, "ks": {"p": {"s": true, "x": \#(growing), "y": {"k": 4}}}}"#,
      #"{"ty": 0, "refId": "c", "w": 30, "h": 20, "ip": 1, "op": 9, "st": 1, "sr": 2, "ks": {"o": \#(growing)}}"#,
      #"{"ty": 0, "refId": "c", "w": 30, "h": 20, "ip": 0, "op": 9, "ks": {}, "tm": \#(Animations.track([(0, "0"), (9, "0.5")]))}"#,
    ]
    return Animations.json(
      layers.joined(separator: ", "), assets: #"{"id": "c", "layers": [\#(Animations.shapes(group))]}"#,
      more: #", "slots": {"c": {"p": {"k": [0, 0, 1]}}}, "fonts": {"list": [{"fName": "S", "fFamily": "S"}]}, "#
        + #""chars": [\#(glyph)]"#)
  }

  @Test("Mutated files are drawn or refused", arguments: 0..<8)
  func mutations(part: Int) throws {
    let original = Array(animation.utf8)
    try #require(Animations.error(animation) == nil)
    var state = UInt64(part + 1)
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let numbers = ["0", "-1", "1e9", "-1e9", "1e-9", "0.5", "100", "null", "[]", "{}", "\"a\"", "1e400", "true"]
    for _ in 0..<8 {
      var bytes = original
      for _ in 0...random(3) {
        let position = random(bytes.count)
        if random(4) == 0 {
          bytes.remove(at: position)
        } else if let start = bytes[position...].firstIndex(where: { (0x30...0x39).contains($0) }) {
          let end = bytes[start...].firstIndex { !(0x30...0x39).contains($0) && $0 != 0x2E } ?? bytes.count
          bytes.replaceSubrange(start..<end, with: numbers[random(numbers.count)].utf8)
        }
      }
      guard let scene = try? Animations.scene(String(decoding: bytes, as: UTF8.self)) else { continue }
      let tree = scene.committed()
      for time in [0, 0.35, 0.9] { _ = tree.evaluate(at: time) }
    }
  }
}
