// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// What a font of a user interface is for; the numbers are Apple's.
public enum CTFontUIFontType: UInt32, Sendable {
  case user = 0
  case userFixedPitch = 1
  case system = 2
  case emphasizedSystem = 3
  case smallSystem = 4
  case smallEmphasizedSystem = 5
  case miniSystem = 6
  case miniEmphasizedSystem = 7
  case views = 8
  case application = 9
  case label = 10
  case menuTitle = 11
  case menuItem = 12
  case menuItemMark = 13
  case menuItemCmdKey = 14
  case windowTitle = 15
  case pushButton = 16
  case utilityWindowTitle = 17
  case alertHeader = 18
  case systemDetail = 19
  case emphasizedSystemDetail = 20
  case toolbar = 21
  case smallToolbar = 22
  case message = 23
  case palette = 24
  case toolTip = 25
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
