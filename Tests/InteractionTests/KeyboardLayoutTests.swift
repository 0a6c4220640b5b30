import Testing

@testable import MultiplaneInteraction

/// Keys by the American layout, which is what xkbcommon takes when nothing else is said.
@Suite(.enabled(if: KeyboardLayout.isInstalled, "xkbcommon is not installed")) struct KeyboardLayoutTests {
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

  @Test("a compositor's keymap names keys by its layout, and it says which modifiers are down")
  func compositorKeymap() throws {
    let german = """
      xkb_keymap {
        xkb_keycodes { include "evdev+aliases(qwerty)" };
        xkb_types { include "complete" };
        xkb_compat { include "complete" };
        xkb_symbols { include "pc+de+inet(evdev)" };
      };
      """
    let keyboard = try #require(KeyboardLayout(keymap: german))
    #expect(keyboard.key(code: 21, isPressed: true) == Key(code: 21, name: "z", text: "z"))
    // Its own Shift key says nothing.
    _ = keyboard.key(code: 42, isPressed: true)
    #expect(keyboard.key(code: 21, isPressed: true).text == "z")
    keyboard.setModifiers(depressed: 1, latched: 0, locked: 0, layout: 0)
    #expect(keyboard.key(code: 21, isPressed: true).text == "Z")
    keyboard.setModifiers(depressed: 0, latched: 0, locked: 0, layout: 0)
    #expect(keyboard.key(code: 21, isPressed: true).text == "z")
    #expect(KeyboardLayout(keymap: "no keymap") == nil)
  }
}
