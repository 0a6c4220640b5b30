import Foundation

/// Something that happened to an input device.
public struct InputEvent: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// The pointer was moved by so much, in pixels of a screen that stands upright; y points down.
    case pointerMoved(byX: Double, y: Double)
    /// The pointer was put to a place of the output.
    case pointerPlaced(at: CGPoint)
    case buttonPressed(PointerButton)
    case buttonReleased(PointerButton)
    /// By a wheel in degrees, 15 a click as a rule, by fingers in pixels; right and down are positive.
    case scrolled(byX: Double, y: Double)
    /// A finger, told from others by its number, at a place of the output.
    case touchBegan(finger: Int, at: CGPoint)
    case touchMoved(finger: Int, at: CGPoint)
    case touchEnded(finger: Int)
    /// The finger's touch is to count as if it had not been: the device takes it for a palm, or is gone.
    case touchCancelled(finger: Int)
    case keyPressed(Key)
    case keyReleased(Key)
    case deviceAdded(InputDevice)
    case deviceRemoved(InputDevice)
  }

  /// Positions lie in the unit square of the output, from its top left as the panel counts its pixels.
  public var kind: Kind
  /// Seconds of the clock of `CACurrentMediaTime`.
  public var time: Double
  /// The connector of the screen that the device belongs to, such as `HDMI-A-1`, where udev says so (`WL_OUTPUT`).
  public var output: String?

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

  public static let left = PointerButton(rawValue: 0x110)
  public static let right = PointerButton(rawValue: 0x111)
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
  /// The name of the symbol by the keyboard's layout, such as `a`, `Return` or `XF86AudioPlay`; nil without xkbcommon.
  public var name: String?
  /// What the key writes when it is pressed; nil for nothing, and without xkbcommon.
  public var text: String?

  public init(code: Int, name: String? = nil, text: String? = nil) {
    self.code = code
    self.name = name
    self.text = text
  }
}

/// An input device.
public struct InputDevice: Sendable, Equatable {
  public struct Capabilities: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let keyboard = Capabilities(rawValue: 1)
    public static let pointer = Capabilities(rawValue: 2)
    public static let touch = Capabilities(rawValue: 4)
  }

  /// As the kernel names it.
  public var name: String
  /// Its file in `/dev/input`, such as `event3`.
  public var file: String
  public var capabilities: Capabilities

  public init(name: String, file: String, capabilities: Capabilities) {
    self.name = name
    self.file = file
    self.capabilities = capabilities
  }
}
