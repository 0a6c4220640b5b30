import Foundation

// Events of libinput as ours. The numbers are those of `libinput.h`, which do not change.

extension InputDevices {
  /// `enum libinput_event_type`, of what is looked at.
  private enum EventType: UInt32 {
    case deviceAdded = 1
    case deviceRemoved = 2
    case key = 300
    case motion = 400
    case absoluteMotion = 401
    case button = 402
    case wheel = 404
    case fingerScroll = 405
    case continuousScroll = 406
    case touchDown = 500
    case touchUp = 501
    case touchMotion = 502
    case touchCancel = 503
  }

  /// `enum libinput_pointer_axis`.
  private static let (verticalAxis, horizontalAxis) = (UInt32(0), UInt32(1))

  /// - Parameter event: a `struct libinput_event`; nil comes back for what nobody here asks for, such as gestures.
  func makeEvent(_ event: OpaquePointer) -> InputEvent? {
    guard let type = EventType(rawValue: library.eventType(event)), let device = library.eventDevice(event) else {
      return nil
    }
    guard let kind = kind(of: event, type, device) else { return nil }
    return InputEvent(
      kind, time: time(of: event, type), output: library.deviceOutput(device).map { String(cString: $0) })
  }

  private func kind(of event: OpaquePointer, _ type: EventType, _ device: OpaquePointer) -> InputEvent.Kind? {
    switch type {
    case .deviceAdded:
      let added = self.device(device)
      if added.capabilities.contains(.keyboard), keyboard == nil { keyboard = KeyboardLayout() }
      return .deviceAdded(added)
    case .deviceRemoved: return .deviceRemoved(self.device(device))
    case .key: return key(event)
    case .motion: return .pointerMoved(byX: library.pointerX(event), y: library.pointerY(event))
    case .absoluteMotion:
      return .pointerPlaced(at: CGPoint(x: library.pointerPlaceX(event, 1), y: library.pointerPlaceY(event, 1)))
    case .button:
      let button = PointerButton(rawValue: Int(library.pointerButton(event)))
      return library.pointerButtonState(event) == 1 ? .buttonPressed(button) : .buttonReleased(button)
    case .wheel, .fingerScroll, .continuousScroll:
      return .scrolled(byX: scroll(event, Self.horizontalAxis), y: scroll(event, Self.verticalAxis))
    case .touchDown: return .touchBegan(finger: finger(event), at: touchPlace(event))
    case .touchMotion: return .touchMoved(finger: finger(event), at: touchPlace(event))
    case .touchUp: return .touchEnded(finger: finger(event))
    case .touchCancel: return .touchCancelled(finger: finger(event))
    }
  }

  /// libinput counts microseconds of the monotonic clock; what happens to devices has no time of its own.
  private func time(of event: OpaquePointer, _ type: EventType) -> Double {
    switch type {
    case .deviceAdded, .deviceRemoved:
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
    case .key: return Double(library.keyTime(event)) * 1e-6
    case .motion, .absoluteMotion, .button, .wheel, .fingerScroll, .continuousScroll:
      return Double(library.pointerTime(event)) * 1e-6
    case .touchDown, .touchMotion, .touchUp, .touchCancel: return Double(library.touchTime(event)) * 1e-6
    }
  }

  /// The finger's number: the slot, unique among all touch screens of the seat.
  private func finger(_ event: OpaquePointer) -> Int { Int(library.touchFinger(event)) }

  private func touchPlace(_ event: OpaquePointer) -> CGPoint {
    CGPoint(x: library.touchX(event, 1), y: library.touchY(event, 1))
  }

  private func scroll(_ event: OpaquePointer, _ axis: UInt32) -> Double {
    library.pointerHasAxis(event, axis) != 0 ? library.scrollValue(event, axis) : 0
  }

  private func key(_ event: OpaquePointer) -> InputEvent.Kind {
    let code = Int(library.keyCode(event))
    let isPressed = library.keyState(event) == 1
    let key = keyboard?.key(code: code, isPressed: isPressed) ?? Key(code: code)
    return isPressed ? .keyPressed(key) : .keyReleased(key)
  }

  private func device(_ device: OpaquePointer) -> InputDevice {
    // In the order of `enum libinput_device_capability`.
    let all: [InputDevice.Capabilities] = [.keyboard, .pointer, .touch]
    let capabilities = all.enumerated().filter { library.deviceHasCapability(device, UInt32($0.offset)) != 0 }
    return InputDevice(
      name: library.deviceName(device).map { String(cString: $0) } ?? "",
      file: library.deviceFile(device).map { String(cString: $0) } ?? "",
      capabilities: InputDevice.Capabilities(capabilities.map(\.element)))
  }
}
