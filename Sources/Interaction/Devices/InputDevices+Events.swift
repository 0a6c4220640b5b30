import Foundation
import MultiplaneCLibInput

// Events of libinput as ours.

extension InputDevices {
  /// - Parameter event: a `struct libinput_event`; returns nil for unused events,
  ///   such as gestures.
  func makeEvent(_ event: OpaquePointer) -> InputEvent? {
    guard let device = libinput_event_get_device(event), let (kind, time) = content(of: event, device) else {
      return nil
    }
    return InputEvent(
      kind, time: time, output: libinput_device_get_output_name(device).map { String(cString: $0) })
  }

  private typealias Content = (kind: InputEvent.Kind, time: Double)

  /// What an event says, and its time. An event is asked for its pointer, touch or key only if its
  /// type has one: libinput reports other questions on standard error.
  private func content(of event: OpaquePointer, _ device: OpaquePointer) -> Content? {
    let type = libinput_event_get_type(event)
    switch type {
    case LIBINPUT_EVENT_DEVICE_ADDED:
      let added = inputDevice(device)
      if added.capabilities.contains(.keyboard), keyboard == nil { keyboard = KeyboardLayout() }
      return (.deviceAdded(added), Self.now)
    case LIBINPUT_EVENT_DEVICE_REMOVED:
      return (.deviceRemoved(inputDevice(device)), Self.now)
    case LIBINPUT_EVENT_KEYBOARD_KEY:
      return libinput_event_get_keyboard_event(event).map {
        (key($0), Self.seconds(libinput_event_keyboard_get_time_usec($0)))
      }
    case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE, LIBINPUT_EVENT_POINTER_BUTTON,
      LIBINPUT_EVENT_POINTER_SCROLL_WHEEL, LIBINPUT_EVENT_POINTER_SCROLL_FINGER,
      LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS:
      return libinput_event_get_pointer_event(event).map {
        (pointer($0, type), Self.seconds(libinput_event_pointer_get_time_usec($0)))
      }
    case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL:
      return libinput_event_get_touch_event(event).map {
        (touch($0, type), Self.seconds(libinput_event_touch_get_time_usec($0)))
      }
    default: return nil
    }
  }

  /// libinput counts microseconds of the monotonic clock.
  private static func seconds(_ microseconds: UInt64) -> Double { Double(microseconds) * 1e-6 }

  /// What happens to devices has no time of its own.
  private static var now: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }

  private func key(_ event: OpaquePointer) -> InputEvent.Kind {
    let code = Int(libinput_event_keyboard_get_key(event))
    let isPressed = libinput_event_keyboard_get_key_state(event) == LIBINPUT_KEY_STATE_PRESSED
    let key = keyboard?.key(code: code, isPressed: isPressed) ?? Key(code: code)
    return isPressed ? .keyPressed(key) : .keyReleased(key)
  }

  private func pointer(_ event: OpaquePointer, _ type: libinput_event_type) -> InputEvent.Kind {
    switch type {
    case LIBINPUT_EVENT_POINTER_MOTION:
      return .pointerMoved(byX: libinput_event_pointer_get_dx(event), y: libinput_event_pointer_get_dy(event))
    case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
      // Scaled to a width and height of 1, the unit square.
      return .pointerPlaced(
        at: CGPoint(
          x: libinput_event_pointer_get_absolute_x_transformed(event, 1),
          y: libinput_event_pointer_get_absolute_y_transformed(event, 1)))
    case LIBINPUT_EVENT_POINTER_BUTTON:
      let button = PointerButton(rawValue: Int(libinput_event_pointer_get_button(event)))
      let isPressed = libinput_event_pointer_get_button_state(event) == LIBINPUT_BUTTON_STATE_PRESSED
      return isPressed ? .buttonPressed(button) : .buttonReleased(button)
    default:
      return .scrolled(
        byX: scroll(event, LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL),
        y: scroll(event, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL))
    }
  }

  private func scroll(_ event: OpaquePointer, _ axis: libinput_pointer_axis) -> Double {
    libinput_event_pointer_has_axis(event, axis) != 0 ? libinput_event_pointer_get_scroll_value(event, axis) : 0
  }

  private func touch(_ event: OpaquePointer, _ type: libinput_event_type) -> InputEvent.Kind {
    // The slot is unique among all touch screens of the seat.
    let finger = Int(libinput_event_touch_get_seat_slot(event))
    switch type {
    case LIBINPUT_EVENT_TOUCH_DOWN: return .touchBegan(finger: finger, at: touchPosition(event))
    case LIBINPUT_EVENT_TOUCH_MOTION: return .touchMoved(finger: finger, at: touchPosition(event))
    case LIBINPUT_EVENT_TOUCH_UP: return .touchEnded(finger: finger)
    default: return .touchCancelled(finger: finger)
    }
  }

  private func touchPosition(_ event: OpaquePointer) -> CGPoint {
    CGPoint(x: libinput_event_touch_get_x_transformed(event, 1), y: libinput_event_touch_get_y_transformed(event, 1))
  }

  private func inputDevice(_ device: OpaquePointer) -> InputDevice {
    var capabilities: InputDevice.Capabilities = []
    for (number, capability) in [
      (LIBINPUT_DEVICE_CAP_KEYBOARD, .keyboard), (LIBINPUT_DEVICE_CAP_POINTER, .pointer),
      (LIBINPUT_DEVICE_CAP_TOUCH, .touch),
    ] as [(libinput_device_capability, InputDevice.Capabilities)]
    where libinput_device_has_capability(device, number) != 0 {
      capabilities.formUnion(capability)
    }
    return InputDevice(
      name: libinput_device_get_name(device).map { String(cString: $0) } ?? "",
      file: libinput_device_get_sysname(device).map { String(cString: $0) } ?? "", capabilities: capabilities)
  }
}
