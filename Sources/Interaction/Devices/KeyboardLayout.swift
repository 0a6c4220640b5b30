import Foundation
import MultiplaneCDynamicLibraries
import MultiplaneCXKBCommon

/// What the keys of a keyboard mean, by xkbcommon.
package final class KeyboardLayout {
  /// A `struct xkb_state`: which modifiers are down.
  private let state: OpaquePointer

  /// Whether who has the keyboard says which modifiers are down; otherwise they follow the keys.
  private let modifiersAreTold: Bool

  /// Whether xkbcommon can be opened.
  static var isInstalled: Bool { cdl_missing_xkbcommon() == nil }

  /// Whether a key's symbol has this name, such as `Return` or `XF86AudioPlay`. True for every name
  /// where xkbcommon is not installed.
  package static func hasSymbol(named name: String) -> Bool {
    !isInstalled || xkb_keysym_from_name(name, XKB_KEYSYM_NO_FLAGS) != XKB_KEY_NoSymbol
  }

  /// The layout that the variables `XKB_DEFAULT_LAYOUT` and the like name, the American one without
  /// them; nil where xkbcommon or its layouts are not installed.
  package convenience init?() {
    self.init(modifiersAreTold: false) { context in
      xkb_keymap_new_from_names(context, nil, XKB_KEYMAP_COMPILE_NO_FLAGS)
    }
  }

  /// The layout of a compositor, which also says which modifiers are down.
  ///
  /// - Parameter keymap: in xkbcommon's text format. Nil is returned for what it does not read, and
  ///   where it is not installed.
  package convenience init?(keymap: String) {
    self.init(modifiersAreTold: true) { context in
      xkb_keymap_new_from_string(context, keymap, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    }
  }

  private init?(modifiersAreTold: Bool, _ makeKeymap: (OpaquePointer) -> OpaquePointer?) {
    guard Self.isInstalled, let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    // Each holds on to the one that it is made of.
    defer { xkb_context_unref(context) }
    guard let keymap = makeKeymap(context) else { return nil }
    defer { xkb_keymap_unref(keymap) }
    guard let state = xkb_state_new(keymap) else { return nil }
    self.state = state
    self.modifiersAreTold = modifiersAreTold
  }

  deinit { xkb_state_unref(state) }

  /// Takes what the compositor says of modifiers: masks, and the number of the layout that counts.
  package func setModifiers(depressed: UInt32, latched: UInt32, locked: UInt32, layout: UInt32) {
    _ = xkb_state_update_mask(state, depressed, latched, locked, 0, 0, layout)
  }

  /// What a key means as it is pressed or released, after which modifiers count as they then are.
  ///
  /// - Parameter code: the kernel's number.
  package func key(code: Int, isPressed: Bool) -> Key {
    // XKB counts from 8, as the X server did.
    let keycode = UInt32(code + 8)
    let symbol = xkb_state_key_get_one_sym(state, keycode)
    let text = isPressed ? Self.text { xkb_state_key_get_utf8(self.state, keycode, $0, $1) } : nil
    if !modifiersAreTold { _ = xkb_state_update_key(state, keycode, isPressed ? XKB_KEY_DOWN : XKB_KEY_UP) }
    return Key(
      code: code, name: symbol == XKB_KEY_NoSymbol ? nil : Self.text { xkb_keysym_get_name(symbol, $0, $1) },
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
