import Glibc
import MultiplaneCWayland

/// What people do in a window: the pointer, the keyboard and the touch screen of a Wayland seat,
/// which come and go.
final class WaylandSeat {
  /// Told of what happens.
  var handler: (WindowEvent) -> Void = { _ in }

  private let seat: WaylandConnection.Object
  private let version: UInt32
  /// Its current devices.
  private var pointer, keyboard, touchScreen: WaylandConnection.Object?
  private var pressedKeys: Set<Int> = []

  /// The first seat; nil where the compositor has none.
  init?(_ connection: WaylandConnection) throws(DisplayError) {
    guard let global = connection.global("wl_seat") else { return nil }
    // From the third version on devices can be given back.
    version = min(3, global.version)
    seat = try connection.bind("wl_seat", version: version, multiplane_bind_wl_seat)
    wl_seat_add_listener(seat, Self.seatListener.functions, listenerData(self))
  }

  /// Version 3, like those of its devices.
  private static let seatListener = WaylandListener(wl_seat_listener()) {
    $0.capabilities = { data, _, capabilities in
      guard let seat = listener(data, as: WaylandSeat.self) else { return }
      seat.renewPointer(isThere: capabilities & WL_SEAT_CAPABILITY_POINTER.rawValue != 0)
      seat.renewKeyboard(isThere: capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue != 0)
      seat.renewTouchScreen(isThere: capabilities & WL_SEAT_CAPABILITY_TOUCH.rawValue != 0)
    }
    $0.name = { _, _, _ in }
  }

  // MARK: Pointer

  private func renewPointer(isThere: Bool) {
    guard isThere != (pointer != nil) else { return }
    if let pointer {
      if version >= 3 { wl_pointer_release(pointer) } else { wl_pointer_destroy(pointer) }
      self.pointer = nil
      handler(.pointerLeft)
    } else if let pointer = wl_seat_get_pointer(seat) {
      self.pointer = pointer
      wl_pointer_add_listener(pointer, Self.pointerListener.functions, listenerData(self))
    }
  }

  private static let pointerListener = WaylandListener(wl_pointer_listener()) {
    $0.enter = { data, _, _, _, x, y in
      listener(data, as: WaylandSeat.self)?
        .handler(.pointerMoved(x: wl_fixed_to_double(x), y: wl_fixed_to_double(y)))
    }
    $0.leave = { data, _, _, _ in listener(data, as: WaylandSeat.self)?.handler(.pointerLeft) }
    $0.motion = { data, _, _, x, y in
      listener(data, as: WaylandSeat.self)?
        .handler(.pointerMoved(x: wl_fixed_to_double(x), y: wl_fixed_to_double(y)))
    }
    $0.button = { data, _, _, _, button, state in
      listener(data, as: WaylandSeat.self)?
        .handler(.button(number: Int(button), isPressed: state != WL_POINTER_BUTTON_STATE_RELEASED.rawValue))
    }
    $0.axis = { data, _, _, axis, value in
      let distance = wl_fixed_to_double(value)
      let isVertical = axis == WL_POINTER_AXIS_VERTICAL_SCROLL.rawValue
      listener(data, as: WaylandSeat.self)?
        .handler(isVertical ? .scrolled(x: 0, y: distance) : .scrolled(x: distance, y: 0))
    }
  }

  // MARK: Touch screen

  private func renewTouchScreen(isThere: Bool) {
    guard isThere != (touchScreen != nil) else { return }
    if let touchScreen {
      if version >= 3 { wl_touch_release(touchScreen) } else { wl_touch_destroy(touchScreen) }
      self.touchScreen = nil
      handler(.touchesCancelled)
    } else if let touchScreen = wl_seat_get_touch(seat) {
      self.touchScreen = touchScreen
      wl_touch_add_listener(touchScreen, Self.touchListener.functions, listenerData(self))
    }
  }

  private static let touchListener = WaylandListener(wl_touch_listener()) {
    $0.down = { data, _, _, _, _, finger, x, y in
      listener(data, as: WaylandSeat.self)?
        .handler(.touchBegan(finger: Int(finger), x: wl_fixed_to_double(x), y: wl_fixed_to_double(y)))
    }
    $0.up = { data, _, _, _, finger in
      listener(data, as: WaylandSeat.self)?.handler(.touchEnded(finger: Int(finger)))
    }
    $0.motion = { data, _, _, finger, x, y in
      listener(data, as: WaylandSeat.self)?
        .handler(.touchMoved(finger: Int(finger), x: wl_fixed_to_double(x), y: wl_fixed_to_double(y)))
    }
    $0.frame = { _, _ in }
    $0.cancel = { data, _ in listener(data, as: WaylandSeat.self)?.handler(.touchesCancelled) }
  }

  // MARK: Keyboard

  private func renewKeyboard(isThere: Bool) {
    guard isThere != (keyboard != nil) else { return }
    if let keyboard {
      if version >= 3 { wl_keyboard_release(keyboard) } else { wl_keyboard_destroy(keyboard) }
      self.keyboard = nil
      releaseKeys()
    } else if let keyboard = wl_seat_get_keyboard(seat) {
      self.keyboard = keyboard
      wl_keyboard_add_listener(keyboard, Self.keyboardListener.functions, listenerData(self))
    }
  }

  private static let keyboardListener = WaylandListener(wl_keyboard_listener()) {
    $0.keymap = { data, _, format, file, count in
      // There may be none.
      let isText = format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue
      listener(data, as: WaylandSeat.self)?.handler(
        .keymap(isText ? WaylandSeat.text(of: file, bytes: Int(count)) : nil))
      _ = close(file)
    }
    $0.enter = { _, _, _, _, _ in }
    $0.leave = { data, _, _, _ in listener(data, as: WaylandSeat.self)?.releaseKeys() }
    $0.key = { data, _, _, _, key, state in
      listener(data, as: WaylandSeat.self)?
        .setKey(Int(key), isPressed: state != WL_KEYBOARD_KEY_STATE_RELEASED.rawValue)
    }
    $0.modifiers = { data, _, _, depressed, latched, locked, layout in
      listener(data, as: WaylandSeat.self)?
        .handler(.modifiers(depressed: depressed, latched: latched, locked: locked, layout: layout))
    }
  }

  private func setKey(_ code: Int, isPressed: Bool) {
    // One that went down in another window comes up in silence.
    guard isPressed ? pressedKeys.insert(code).inserted : pressedKeys.remove(code) != nil else { return }
    handler(.key(code: code, isPressed: isPressed))
  }

  /// Reports the release of all pressed keys, when the keyboard goes to another window.
  private func releaseKeys() {
    for code in pressedKeys.sorted() { handler(.key(code: code, isPressed: false)) }
    pressedKeys = []
  }

  /// What a file begins with, to the first zero byte; nil where it is shorter than was said, or no
  /// keymap is so long.
  private static func text(of file: Int32, bytes count: Int) -> String? {
    guard (1...mostKeymapBytes).contains(count) else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    var length = 0
    while length < count {
      let read = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress?.advanced(by: length), count - length, off_t(length))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { return nil }
      length += read
    }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Those of xkeyboard-config are below 100 KiB.
  private static let mostKeymapBytes = 4 << 20
}
