// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// The roles of user interface fonts. Raw values are Apple's.
public enum CTFontUIFontType: UInt32, Sendable {
  /// Documents: 12 points.
  case user = 0
  /// Documents, monospaced: 10 points.
  case userFixedPitch = 1
  /// System text: 13 points.
  case system = 2
  /// Emphasised system text: 13 points, bold.
  case emphasizedSystem = 3
  /// Small system text: 11 points.
  case smallSystem = 4
  /// Small emphasised system text: 11 points, bold.
  case smallEmphasizedSystem = 5
  /// Mini system text: 9 points.
  case miniSystem = 6
  /// Mini emphasised system text: 9 points, bold.
  case miniEmphasizedSystem = 7
  /// Lists and other views: 12 points.
  case views = 8
  /// Applications: 13 points.
  case application = 9
  /// Labels of controls: 10 points.
  case label = 10
  /// Menu titles: 14 points.
  case menuTitle = 11
  /// Menu items: 14 points.
  case menuItem = 12
  /// Marks of menu items: 14 points.
  case menuItemMark = 13
  /// Key equivalents of menu items: 14 points.
  case menuItemCmdKey = 14
  /// Window titles: 13 points, bold.
  case windowTitle = 15
  /// Push buttons: 13 points.
  case pushButton = 16
  /// Titles of utility windows: 11 points.
  case utilityWindowTitle = 17
  /// Headers of alerts: 13 points, bold.
  case alertHeader = 18
  /// Details: 11 points.
  case systemDetail = 19
  /// Emphasised details: 11 points, bold.
  case emphasizedSystemDetail = 20
  /// Toolbars: 11 points.
  case toolbar = 21
  /// Small toolbars: 11 points.
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
  var size: CGFloat {
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

  /// Helvetica or a monospaced font, bold where the role is.
  var descriptor: FontDescriptor {
    FontDescriptor(name: self == .userFixedPitch ? "monospace" : "Helvetica", weight: isBold ? 700 : nil)
  }

  private var isBold: Bool {
    switch self {
    case .emphasizedSystem, .smallEmphasizedSystem, .miniEmphasizedSystem, .emphasizedSystemDetail, .alertHeader,
      .windowTitle:
      true
    default: false
    }
  }
}

/// Creates a user interface font: Helvetica or a monospaced font, in macOS's default size if `size`
/// is not above 0. The language is ignored.
public func CTFontCreateUIFontForLanguage(
  _ uiType: CTFontUIFontType, _ size: CGFloat, _ language: CFString?
) -> CTFont? {
  CTFont(uiType, size: size, language: language)
}
