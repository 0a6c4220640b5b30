import Foundation

/// Something that happened to an input device.
public struct InputEvent: Sendable, Equatable {
  /// The kinds of event, with their values.
  public enum Kind: Sendable, Equatable {
    /// The pointer was moved by so much, in pixels of a screen that stands upright; y points down.
    case pointerMoved(byX: Double, y: Double)
    /// The pointer was put to a place of the output.
    case pointerPlaced(at: CGPoint)
    /// A button of the pointer went down.
    case buttonPressed(PointerButton)
    /// A button of the pointer went up.
    case buttonReleased(PointerButton)
    /// By a wheel in degrees, 15 a click as a rule, by fingers in pixels; right and down are
    /// positive.
    case scrolled(byX: Double, y: Double)
    /// A finger, told from others by its number, at a place of the output.
    case touchBegan(finger: Int, at: CGPoint)
    /// A finger moved to a place of the output.
    case touchMoved(finger: Int, at: CGPoint)
    /// A finger was lifted.
    case touchEnded(finger: Int)
    /// The finger's touch is to count as if it had not been: the device takes it for a palm, or is
    /// gone.
    case touchCancelled(finger: Int)
    /// A key went down.
    case keyPressed(Key)
    /// A key went up.
    case keyReleased(Key)
    /// A device was plugged in, or found at the start.
    case deviceAdded(InputDevice)
    /// A device was unplugged, or let go of.
    case deviceRemoved(InputDevice)
  }

  /// Positions lie in the unit square of the output, from its top left as the panel counts its
  /// pixels.
  public var kind: Kind
  /// Seconds of the clock of `CACurrentMediaTime`.
  public var time: Double
  /// The connector of the screen that the device belongs to, such as `HDMI-A-1`, where udev says so
  /// (`WL_OUTPUT`).
  public var output: String?

  /// An event at `time` seconds of the clock of `CACurrentMediaTime`; default of no certain screen.
  public init(_ kind: Kind, time: Double, output: String? = nil) {
    self.kind = kind
    self.time = time
    self.output = output
  }
}

/// A button of a pointer, by the number that the kernel gives it (`BTN_LEFT` and its kin).
public struct PointerButton: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The left button (`BTN_LEFT`).
  public static let left = PointerButton(rawValue: 0x110)
  /// The right button (`BTN_RIGHT`).
  public static let right = PointerButton(rawValue: 0x111)
  /// The middle button (`BTN_MIDDLE`).
  public static let middle = PointerButton(rawValue: 0x112)

  /// `left`, `right`, `middle`, or the kernel's number.
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
  /// The kernel's number (`KEY_A` is 30), whatever the layout.
  public var code: Int
  /// The name of the symbol by the keyboard's layout, such as `a`, `Return` or `XF86AudioPlay`; nil
  /// without xkbcommon.
  public var name: String?
  /// What the key writes when it is pressed; nil for nothing, and without xkbcommon.
  public var text: String?

  /// A key by the kernel's number; default without name and text.
  public init(code: Int, name: String? = nil, text: String? = nil) {
    self.code = code
    self.name = name
    self.text = text
  }
}

/// An input device.
public struct InputDevice: Sendable, Equatable {
  /// The kinds of input that a device has.
  public struct Capabilities: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Keys.
    public static let keyboard = Capabilities(rawValue: 1)
    /// A pointer: a mouse, or a touch pad.
    public static let pointer = Capabilities(rawValue: 2)
    /// A touch screen.
    public static let touch = Capabilities(rawValue: 4)
  }

  /// As the kernel names it.
  public var name: String
  /// Its file in `/dev/input`, such as `event3`.
  public var file: String
  /// The kinds of input that the device has.
  public var capabilities: Capabilities

  /// A device with its name, its file in `/dev/input` and its kinds of input.
  public init(name: String, file: String, capabilities: Capabilities) {
    self.name = name
    self.file = file
    self.capabilities = capabilities
  }
}
