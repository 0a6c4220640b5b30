// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// What a font of a user interface is for; the numbers are Apple's.
public enum CTFontUIFontType: UInt32, Sendable {
  /// Text of documents: 12 points.
  case user = 0
  /// Text of documents with glyphs of equal widths: 10 points.
  case userFixedPitch = 1
  /// Text of the system: 13 points.
  case system = 2
  /// Emphasized text of the system: 13 points, bold.
  case emphasizedSystem = 3
  /// Small text of the system: 11 points.
  case smallSystem = 4
  /// Small emphasized text of the system: 11 points, bold.
  case smallEmphasizedSystem = 5
  /// The smallest text of the system: 9 points.
  case miniSystem = 6
  /// The smallest emphasized text of the system: 9 points, bold.
  case miniEmphasizedSystem = 7
  /// Lists and other views: 12 points.
  case views = 8
  /// Text of applications: 13 points.
  case application = 9
  /// Labels of controls: 10 points.
  case label = 10
  /// Titles of menus: 14 points.
  case menuTitle = 11
  /// Items of menus: 14 points.
  case menuItem = 12
  /// Marks beside items of menus: 14 points.
  case menuItemMark = 13
  /// Key equivalents of items of menus: 14 points.
  case menuItemCmdKey = 14
  /// Titles of windows: 13 points, bold.
  case windowTitle = 15
  /// Titles of push buttons: 13 points.
  case pushButton = 16
  /// Titles of utility windows: 11 points.
  case utilityWindowTitle = 17
  /// First lines of alerts: 13 points, bold.
  case alertHeader = 18
  /// Details: 11 points.
  case systemDetail = 19
  /// Emphasized details: 11 points, bold.
  case emphasizedSystemDetail = 20
  /// Labels of toolbars: 11 points.
  case toolbar = 21
  /// Labels of small toolbars: 11 points.
  case smallToolbar = 22
  /// Messages of alerts: 13 points.
  case message = 23
  /// Palettes: 11 points.
  case palette = 24
  /// Tool tips: 11 points.
  case toolTip = 25
  /// Contents of controls: 12 points.
  case controlContent = 26

  /// macOS's, in points.
  fileprivate var size: CGFloat {
    switch self {
    case .user, .views, .controlContent: 12
    case .userFixedPitch, .label: 10
    case .smallSystem, .smallEmphasizedSystem, .utilityWindowTitle, .systemDetail, .emphasizedSystemDetail, .toolbar,
      .smallToolbar, .palette, .toolTip:
      11
    case .miniSystem, .miniEmphasizedSystem: 9
    case .menuTitle, .menuItem, .menuItemMark, .menuItemCmdKey: 14
    default: 13
    }
  }

  fileprivate var isBold: Bool {
    switch self {
    case .emphasizedSystem, .smallEmphasizedSystem, .miniEmphasizedSystem, .emphasizedSystemDetail, .alertHeader,
      .windowTitle:
      true
    default: false
    }
  }
}

/// The font of a user interface: Helvetica, or a font of equal widths, in the size that is usual on macOS for one that is
/// not above 0. The language changes nothing.
public func CTFontCreateUIFontForLanguage(
  _ uiType: CTFontUIFontType, _ size: CGFloat, _ language: CFString?
) -> CTFont? {
  let name = uiType == .userFixedPitch ? "monospace" : "Helvetica"
  let descriptor = FontDescriptor(name: name, weight: uiType.isBold ? 700 : nil)
  return CTFont(descriptor, size: size.isFinite && size > 0 ? size : uiType.size)
}
