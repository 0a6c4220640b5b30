import Foundation

/// What a machine has to draw and to show with, as far as files tell: no library is opened, and no
/// device.
package struct GraphicsHardware: Equatable, Sendable {
  /// A DRM node.
  package struct Node: Equatable, Sendable {
    /// Such as `/dev/dri/renderD128`.
    package var path: String
    /// Whether this program may read and write it.
    package var isAllowed: Bool
    /// The group that it belongs to; nil where that has no name.
    package var group: String?
    /// The kernel's driver of it, such as `i915`; nil where nothing tells.
    package var driver: String?

    /// Whether it is for drawing alone, without a screen.
    var isRender: Bool { name.hasPrefix("renderD") }
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  }

  /// A graphics card on the PCI bus.
  package struct Card: Equatable, Sendable {
    /// Its address, such as `0000:01:00.0`.
    package var address: String
    /// Its maker's number on the bus.
    package var vendor: Int
    /// The kernel's driver of it; nil for none.
    package var driver: String?
  }

  /// In the order of their names.
  package var nodes: [Node] = []
  package var cards: [Card] = []
  /// Whether this program seems to run in a container.
  package var isContained = false
  /// The variable that has Mesa draw in software, with its value; nil for none.
  package var softwareVariable: String?

  package init() {}

  /// Looks around.
  ///
  /// - Parameters:
  ///   - root: what stands before the paths of `/dev`, `/sys` and `/run`.
  ///   - environment: this program's variables.
  package init(root: String = "", environment: [String: String] = ProcessInfo.processInfo.environment) {
    nodes = deviceNames(in: root + "/dev/dri").filter { $0.hasPrefix("renderD") || $0.hasPrefix("card") }.map { name in
      Node(
        path: "/dev/dri/\(name)", isAllowed: access("\(root)/dev/dri/\(name)", R_OK | W_OK) == 0,
        group: Self.group(of: "\(root)/dev/dri/\(name)"),
        driver: Self.target(of: "\(root)/sys/class/drm/\(name)/device/driver"))
    }
    cards = deviceNames(in: root + "/sys/bus/pci/devices").compactMap { address in
      let folder = "\(root)/sys/bus/pci/devices/\(address)"
      // Class 03 is what shows.
      guard let kind = Self.number(in: "\(folder)/class"), kind >> 16 == 0x03 else { return nil }
      return Card(
        address: address, vendor: Self.number(in: "\(folder)/vendor") ?? 0, driver: Self.target(of: "\(folder)/driver"))
    }
    isContained = ["/.dockerenv", "/run/.containerenv"].contains { FileManager.default.fileExists(atPath: root + $0) }
    softwareVariable = Self.softwareVariable(in: environment)
  }

  /// The name that a link points to.
  private static func target(of link: String) -> String? {
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else { return nil }
    return path.split(separator: "/").last.map(String.init)
  }

  /// A number such as `0x030000` in a file of its own.
  private static func number(in path: String) -> Int? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let digits = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return Int(digits.hasPrefix("0x") ? String(digits.dropFirst(2)) : digits, radix: 16)
  }

  private static func group(of path: String) -> String? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.groupOwnerAccountName] as? String
  }

  private static func softwareVariable(in environment: [String: String]) -> String? {
    if let value = environment["LIBGL_ALWAYS_SOFTWARE"], ["1", "true", "yes"].contains(value.lowercased()) {
      return "LIBGL_ALWAYS_SOFTWARE=\(value)"
    }
    for name in ["GALLIUM_DRIVER", "MESA_LOADER_DRIVER_OVERRIDE"] {
      if let value = environment[name], ["llvmpipe", "softpipe", "swrast", "kms_swrast"].contains(value) {
        return "\(name)=\(value)"
      }
    }
    return nil
  }
}
