import Foundation
import MultiplaneDynamicLibraries

/// What the keys of a keyboard mean, by xkbcommon.
package final class KeyboardLayout {
  private let library: KeyboardLibrary
  /// A `struct xkb_state`: which modifiers are down.
  private let state: OpaquePointer

  /// Whether who has the keyboard says which modifiers are down; otherwise they follow the keys.
  private let modifiersAreTold: Bool

  /// The layout that the variables `XKB_DEFAULT_LAYOUT` and its kin name, the American one without them; nil where xkbcommon or its
  /// layouts are not installed.
  package convenience init?() {
    self.init(modifiersAreTold: false) { library, context in library.makeKeymap(context, nil, 0) }
  }

  /// The layout of a compositor, which also says which modifiers are down.
  ///
  /// - Parameter keymap: in xkbcommon's text format. Nil is returned for what it does not read, and where it is not installed.
  package convenience init?(keymap: String) {
    self.init(modifiersAreTold: true) { library, context in
      keymap.withCString { library.readKeymap(context, $0, KeyboardLibrary.textFormat, 0) }
    }
  }

  private init?(modifiersAreTold: Bool, _ makeKeymap: (KeyboardLibrary, KeyboardLibrary.Handle) -> OpaquePointer?) {
    guard let library = KeyboardLibrary.shared, let context = library.makeContext(0) else { return nil }
    // Each holds on to the one that it is made of.
    defer { library.releaseContext(context) }
    guard let keymap = makeKeymap(library, context) else { return nil }
    defer { library.releaseKeymap(keymap) }
    guard let state = library.makeState(keymap) else { return nil }
    self.library = library
    self.state = state
    self.modifiersAreTold = modifiersAreTold
  }

  deinit { library.releaseState(state) }

  /// Takes what the compositor says of modifiers: masks, and the number of the layout that counts.
  package func setModifiers(depressed: UInt32, latched: UInt32, locked: UInt32, layout: UInt32) {
    _ = library.updateMask(state, depressed, latched, locked, 0, 0, layout)
  }

  /// What a key means as it is pressed or released, after which modifiers count as they then are.
  ///
  /// - Parameter code: the kernel's number.
  package func key(code: Int, isPressed: Bool) -> Key {
    // XKB counts from 8, as the X server did.
    let keycode = UInt32(code + 8)
    let symbol = library.symbol(state, keycode)
    let text = isPressed ? Self.text { self.library.text(self.state, keycode, $0, $1) } : nil
    if !modifiersAreTold { _ = library.updateKey(state, keycode, isPressed ? 1 : 0) }
    return Key(
      code: code, name: symbol == 0 ? nil : Self.text { self.library.name(symbol, $0, $1) },
      text: text?.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } == true ? text : nil)
  }

  /// The text that a function writes into a buffer; nil for none.
  private static func text(_ write: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer -> String? in
      guard let start = buffer.baseAddress, write(start, buffer.count) > 0 else { return nil }
      return String(cString: start)
    }
  }
}

/// The functions of xkbcommon that are called here, with the types that `xkbcommon.h` gives them.
struct KeyboardLibrary: Sendable {
  typealias Handle = OpaquePointer

  let makeContext: @convention(c) (UInt32) -> Handle?
  let releaseContext: @convention(c) (Handle) -> Void
  /// `xkb_keymap_new_from_names`: a context, the names (nil for the usual ones), flags.
  let makeKeymap: @convention(c) (Handle, UnsafeRawPointer?, UInt32) -> Handle?
  /// `xkb_keymap_new_from_string`: a context, the text, its format, flags.
  let readKeymap: @convention(c) (Handle, UnsafePointer<CChar>, UInt32, UInt32) -> Handle?
  let releaseKeymap: @convention(c) (Handle) -> Void
  let makeState: @convention(c) (Handle) -> Handle?
  let releaseState: @convention(c) (Handle) -> Void
  /// `xkb_state_update_key`: a state, a key, 1 as it goes down and 0 as it goes up.
  let updateKey: @convention(c) (Handle, UInt32, UInt32) -> UInt32
  /// `xkb_state_update_mask`: a state, the modifiers that are depressed, latched and locked, then the layouts that are.
  let updateMask: @convention(c) (Handle, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) -> UInt32
  let symbol: @convention(c) (Handle, UInt32) -> UInt32
  let name: @convention(c) (UInt32, UnsafeMutablePointer<CChar>, Int) -> Int32
  let text: @convention(c) (Handle, UInt32, UnsafeMutablePointer<CChar>, Int) -> Int32

  /// `XKB_KEYMAP_FORMAT_TEXT_V1`.
  static let textFormat: UInt32 = 1

  /// The library; nil where it is not installed.
  static let shared = KeyboardLibrary()

  private init?() {
    do throws(MissingSymbol) {
      let library = try DynamicLibrary("libxkbcommon.so.0")
      makeContext = try library.function("xkb_context_new")
      releaseContext = try library.function("xkb_context_unref")
      makeKeymap = try library.function("xkb_keymap_new_from_names")
      readKeymap = try library.function("xkb_keymap_new_from_string")
      releaseKeymap = try library.function("xkb_keymap_unref")
      makeState = try library.function("xkb_state_new")
      releaseState = try library.function("xkb_state_unref")
      updateKey = try library.function("xkb_state_update_key")
      updateMask = try library.function("xkb_state_update_mask")
      symbol = try library.function("xkb_state_key_get_one_sym")
      name = try library.function("xkb_keysym_get_name")
      text = try library.function("xkb_state_key_get_utf8")
    } catch {
      return nil
    }
  }
}
