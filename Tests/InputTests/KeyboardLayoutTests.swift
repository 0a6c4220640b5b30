import Testing

@testable import MultiplaneInput

/// Keys by the American layout, which is what xkbcommon takes when nothing else is said.
@Suite(.enabled(if: KeyboardLibrary.shared != nil, "xkbcommon is not installed")) struct KeyboardLayoutTests {
  private let keyboard: KeyboardLayout

  init() throws { keyboard = try #require(KeyboardLayout()) }

  @Test(
    arguments: [
      (30, "a", "a"), (2, "1", "1"), (57, "space", " "), (28, "Return", nil), (1, "Escape", nil), (105, "Left", nil),
    ] as [(Int, String, String?)])
  func names(code: Int, name: String, text: String?) {
    #expect(keyboard.key(code: code, isPressed: true) == Key(code: code, name: name, text: text))
    #expect(keyboard.key(code: code, isPressed: false) == Key(code: code, name: name))
  }

  @Test("modifiers change what other keys mean while they are down")
  func modifiers() {
    #expect(keyboard.key(code: 42, isPressed: true).name == "Shift_L")
    #expect(keyboard.key(code: 30, isPressed: true) == Key(code: 30, name: "A", text: "A"))
    _ = keyboard.key(code: 30, isPressed: false)
    _ = keyboard.key(code: 42, isPressed: false)
    #expect(keyboard.key(code: 30, isPressed: true).text == "a")
  }

  @Test("a key that the layout does not know has no name")
  func unknown() {
    #expect(keyboard.key(code: 2000, isPressed: true) == Key(code: 2000))
  }
}
