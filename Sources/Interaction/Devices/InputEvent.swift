import Foundation

/// An event of an input device.
public struct InputEvent: Sendable, Equatable {
  /// The kinds of event, with their values.
  public enum Kind: Sendable, Equatable {
    /// Relative motion of the pointer, in pixels of an upright screen; y points down.
    case pointerMoved(byX: Double, y: Double)
    /// Absolute position of the pointer on the output.
    case pointerPlaced(at: CGPoint)
    /// A button of the pointer went down.
    case buttonPressed(PointerButton)
    /// A button of the pointer went up.
    case buttonReleased(PointerButton)
    /// Scrolling: by a wheel in degrees, typically 15 per click, by fingers in pixels. Positive
    /// values are right and down.
    case scrolled(byX: Double, y: Double)
    /// A finger, identified by its number, touched a position of the output.
    case touchBegan(finger: Int, at: CGPoint)
    /// A finger moved to a position of the output.
    case touchMoved(finger: Int, at: CGPoint)
    /// A finger was lifted.
    case touchEnded(finger: Int)
    /// A touch that must be ignored from its start: the device takes it for a palm, or was removed.
    case touchCancelled(finger: Int)
    /// A key went down.
    case keyPressed(Key)
    /// A key went up.
    case keyReleased(Key)
    /// A device was plugged in, or found at the start.
    case deviceAdded(InputDevice)
    /// A device was unplugged or released.
    case deviceRemoved(InputDevice)
  }

  /// The kind of event. Positions are in the unit square of the output, from its top left in the
  /// panel's pixel order.
  public var kind: Kind
  /// The time in seconds, of the clock of `CACurrentMediaTime`.
  public var time: Double
  /// The connector of the device's screen, such as `HDMI-A-1`, if udev assigns one (`WL_OUTPUT`);
  /// else nil.
  public var output: String?

  /// Creates an event at `time` seconds of the clock of `CACurrentMediaTime`, by default without a
  /// screen.
  public init(_ kind: Kind, time: Double, output: String? = nil) {
    self.kind = kind
    self.time = time
    self.output = output
  }
}

/// A button of a pointer, by the kernel's number (`BTN_LEFT` and the like).
public struct PointerButton: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The left button (`BTN_LEFT`).
  public static let left = PointerButton(rawValue: 0x110)
  /// The right button (`BTN_RIGHT`).
  public static let right = PointerButton(rawValue: 0x111)
  /// The middle button (`BTN_MIDDLE`).
  public static let middle = PointerButton(rawValue: 0x112)

  /// The name: `left`, `right`, `middle`, or the kernel's number.
  public var name: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .middle: "middle"
    default: "\(rawValue)"
    }
  }
}

/// A key of a keyboard.
public struct Key: Sendable, Equatable {
  /// The kernel's number of the key, independent of the layout: `KEY_A` is 30.
  public var code: Int
  /// The name of the key's symbol in the keyboard layout, such as `a`, `Return` or `XF86AudioPlay`;
  /// nil without xkbcommon.
  public var name: String?
  /// The text that pressing the key produces; nil for none, and without xkbcommon.
  public var text: String?

  /// Creates a key by the kernel's number, by default without name and text.
  public init(code: Int, name: String? = nil, text: String? = nil) {
    self.code = code
    self.name = name
    self.text = text
  }
}

/// An input device.
public struct InputDevice: Sendable, Equatable {
  /// The kinds of input of a device.
  public struct Capabilities: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Keys.
    public static let keyboard = Capabilities(rawValue: 1)
    /// A pointer: a mouse or a touch pad.
    public static let pointer = Capabilities(rawValue: 2)
    /// A touch screen.
    public static let touch = Capabilities(rawValue: 4)
  }

  /// The kernel's name of the device.
  public var name: String
  /// The name of its file in `/dev/input`, such as `event3`.
  public var file: String
  /// The kinds of input of the device.
  public var capabilities: Capabilities

  /// Creates a device with its name, its file in `/dev/input` and its kinds of input.
  public init(name: String, file: String, capabilities: Capabilities) {
    self.name = name
    self.file = file
    self.capabilities = capabilities
  }
}
