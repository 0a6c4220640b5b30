import Foundation
import MultiplaneDynamicLibraries

/// The functions of libinput that are called here, with the types that `libinput.h` gives them (1.19 and newer).
struct InputLibrary: Sendable {
  /// A `struct libinput`, an event or a device.
  typealias Handle = OpaquePointer
  typealias Number = @convention(c) (Handle) -> UInt32
  typealias Time = @convention(c) (Handle) -> UInt64
  typealias Coordinate = @convention(c) (Handle) -> Double
  typealias ScaledCoordinate = @convention(c) (Handle, UInt32) -> Double
  typealias Text = @convention(c) (Handle) -> UnsafePointer<CChar>?
  typealias Act = @convention(c) (Handle) -> Void
  typealias Attempt = @convention(c) (Handle) -> Int32
  typealias ValueOfAxis = @convention(c) (Handle, UInt32) -> Double

  /// `struct libinput_interface`: how libinput has files opened and closed. The last argument is the user's data.
  struct Interface {
    let open: @convention(c) (UnsafePointer<CChar>?, Int32, UnsafeMutableRawPointer?) -> Int32
    let close: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void
  }

  // MARK: Contexts

  let makeSeatContext: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?, OpaquePointer) -> Handle?
  let assignSeat: @convention(c) (Handle, UnsafePointer<CChar>) -> Int32
  let makePathContext: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Handle?
  let addPath: @convention(c) (Handle, UnsafePointer<CChar>) -> OpaquePointer?
  let release: @convention(c) (Handle) -> Handle?
  let descriptor: Attempt
  let dispatch: Attempt
  let suspend: Act
  let resume: Attempt

  // MARK: Events and devices

  let nextEvent: @convention(c) (Handle) -> Handle?
  let destroyEvent: Act
  let eventType: Number
  let eventDevice: @convention(c) (Handle) -> Handle?
  let deviceName: Text
  let deviceFile: Text
  let deviceOutput: Text
  let deviceHasCapability: @convention(c) (Handle, UInt32) -> Int32

  // MARK: Pointers. An event is also its own pointer, touch or keyboard event: the casts of libinput change nothing.

  let pointerTime: Time
  let pointerX: Coordinate
  let pointerY: Coordinate
  let pointerPlaceX: ScaledCoordinate
  let pointerPlaceY: ScaledCoordinate
  let pointerButton: Number
  let pointerButtonState: Number
  let pointerHasAxis: @convention(c) (Handle, UInt32) -> Int32
  let scrollValue: ValueOfAxis

  // MARK: Touch screens and keyboards

  let touchTime: Time
  let touchFinger: @convention(c) (Handle) -> Int32
  let touchX: ScaledCoordinate
  let touchY: ScaledCoordinate
  let keyTime: Time
  let keyCode: Number
  let keyState: Number

  // MARK: udev

  let makeUdev: @convention(c) () -> OpaquePointer?
  let releaseUdev: @convention(c) (OpaquePointer) -> OpaquePointer?

  /// The library; nil where it is not installed, or older.
  static let shared = InputLibrary()

  private init?() {
    do throws(MissingSymbol) {
      let (input, udev) = (try DynamicLibrary("libinput.so.10"), try DynamicLibrary("libudev.so.1"))
      makeSeatContext = try input.function("libinput_udev_create_context")
      assignSeat = try input.function("libinput_udev_assign_seat")
      makePathContext = try input.function("libinput_path_create_context")
      addPath = try input.function("libinput_path_add_device")
      release = try input.function("libinput_unref")
      descriptor = try input.function("libinput_get_fd")
      dispatch = try input.function("libinput_dispatch")
      suspend = try input.function("libinput_suspend")
      resume = try input.function("libinput_resume")
      nextEvent = try input.function("libinput_get_event")
      destroyEvent = try input.function("libinput_event_destroy")
      eventType = try input.function("libinput_event_get_type")
      eventDevice = try input.function("libinput_event_get_device")
      deviceName = try input.function("libinput_device_get_name")
      deviceFile = try input.function("libinput_device_get_sysname")
      deviceOutput = try input.function("libinput_device_get_output_name")
      deviceHasCapability = try input.function("libinput_device_has_capability")
      pointerTime = try input.function("libinput_event_pointer_get_time_usec")
      pointerX = try input.function("libinput_event_pointer_get_dx")
      pointerY = try input.function("libinput_event_pointer_get_dy")
      pointerPlaceX = try input.function("libinput_event_pointer_get_absolute_x_transformed")
      pointerPlaceY = try input.function("libinput_event_pointer_get_absolute_y_transformed")
      pointerButton = try input.function("libinput_event_pointer_get_button")
      pointerButtonState = try input.function("libinput_event_pointer_get_button_state")
      pointerHasAxis = try input.function("libinput_event_pointer_has_axis")
      scrollValue = try input.function("libinput_event_pointer_get_scroll_value")
      touchTime = try input.function("libinput_event_touch_get_time_usec")
      touchFinger = try input.function("libinput_event_touch_get_seat_slot")
      touchX = try input.function("libinput_event_touch_get_x_transformed")
      touchY = try input.function("libinput_event_touch_get_y_transformed")
      keyTime = try input.function("libinput_event_keyboard_get_time_usec")
      keyCode = try input.function("libinput_event_keyboard_get_key")
      keyState = try input.function("libinput_event_keyboard_get_key_state")
      makeUdev = try udev.function("udev_new")
      releaseUdev = try udev.function("udev_unref")
    } catch {
      return nil
    }
  }
}
