import Foundation
import Testing

@testable import MultiplaneDisplays

/// Why a machine draws in software, or shows nothing, told by its files.
@Suite struct HardwareDiagnosisTests {
  private typealias Node = GraphicsHardware.Node

  private static func machine(_ change: (inout GraphicsHardware) -> Void) -> GraphicsHardware {
    var machine = GraphicsHardware()
    change(&machine)
    return machine
  }

  private static func node(_ name: String, isAllowed: Bool = true, _ driver: String? = nil) -> Node {
    Node(
      path: "/dev/dri/\(name)", isAllowed: isAllowed, group: name.hasPrefix("render") ? "render" : "video",
      driver: driver)
  }

  private static let machines: [(machine: GraphicsHardware, reason: String)] = [
    (
      machine { $0.softwareVariable = "LIBGL_ALWAYS_SOFTWARE=1" },
      "LIBGL_ALWAYS_SOFTWARE=1 has Mesa draw in software: unset it"
    ),
    (machine { _ in }, "there is no render node (/dev/dri/renderD*), and no graphics card on the PCI bus"),
    (
      machine { $0.nodes = [node("renderD128", isAllowed: false)] },
      "/dev/dri/renderD128 cannot be opened by this user: add the user to its group (usermod -aG render NAME)"
    ),
    (
      machine {
        $0.nodes = [node("renderD128", isAllowed: false)]
        $0.isContained = true
      }, "docker run --group-add"
    ),
    (
      machine { $0.nodes = [node("card0", "ast")] },
      "only /dev/dri/card0 (kernel driver ast): it shows pictures and draws none"
    ),
    (
      machine { $0.cards = [.init(address: "0000:01:00.0", vendor: 0x1002, driver: nil)] },
      "graphics card 0000:01:00.0 (AMD) has no kernel driver: load it (modprobe amdgpu)"
    ),
    (
      machine {
        $0.cards = [.init(address: "0000:01:00.0", vendor: 0x8086, driver: "i915")]
        $0.isContained = true
      }, "pass /dev/dri into the container (docker run --device /dev/dri)"
    ),
    (machine { $0.nodes = [node("renderD128", "i915")] }, "install Mesa's driver for it (Debian: libgl1-mesa-dri)"),
    (machine { $0.nodes = [node("renderD128", "nvidia")] }, "install NVIDIA's EGL"),
    (machine { $0.nodes = [node("renderD128", "vgem")] }, "it has no GPU, so there is nothing to fix"),
    (
      machine { $0.nodes = [node("renderD128", isAllowed: false), node("renderD129", "amdgpu")] },
      "/dev/dri/renderD129 opens (kernel driver amdgpu)"
    ),
  ]

  @Test(arguments: machines)
  func reasonIsToldWithWhatToDo(machine: GraphicsHardware, reason: String) {
    let line = HardwareDiagnosis.drawing([], on: machine)
    #expect(line?.contains(reason) == true, "\(line ?? "none")")
    #expect(line?.contains("\n") == false)
  }

  @Test func cardsToShowWith() {
    func line(_ change: (inout GraphicsHardware) -> Void) -> String {
      HardwareDiagnosis.showing(on: Self.machine(change))
    }
    #expect(line { _ in }.hasPrefix("there is no card (/dev/dri/card*), and no graphics card"))
    #expect(line { $0.nodes = [Self.node("renderD128")] }.contains("it draws and has no screen"))
    #expect(line { $0.nodes = [Self.node("card1", isAllowed: false)] }.contains("usermod -aG video NAME"))
  }

  @Test func filesAreRead() throws {
    let root = NSTemporaryDirectory() + "hardware-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    func file(_ path: String, _ text: String = "") throws {
      let url = URL(fileURLWithPath: root + path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    func link(_ path: String, to target: String) throws {
      try file(path + ".made")
      try FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: target)
    }
    try file("/dev/dri/renderD128")
    try file("/dev/dri/card0")
    try file("/dev/dri/by-path")
    try link("/sys/class/drm/renderD128/device/driver", to: "../../../bus/pci/drivers/i915")
    try file("/sys/bus/pci/devices/0000:00:02.0/class", "0x030000\n")
    try file("/sys/bus/pci/devices/0000:00:02.0/vendor", "0x8086\n")
    try link("/sys/bus/pci/devices/0000:00:02.0/driver", to: "../../drivers/i915")
    try file("/sys/bus/pci/devices/0000:00:03.0/class", "0x020000\n")
    try file("/.dockerenv")
    let machine = GraphicsHardware(root: root, environment: ["GALLIUM_DRIVER": "llvmpipe"])
    #expect(machine.nodes.map(\.path) == ["/dev/dri/card0", "/dev/dri/renderD128"])
    #expect(machine.nodes.map(\.isAllowed) == [true, true] && machine.nodes.map(\.driver) == [nil, "i915"])
    #expect(machine.cards == [.init(address: "0000:00:02.0", vendor: 0x8086, driver: "i915")])
    #expect(machine.isContained && machine.softwareVariable == "GALLIUM_DRIVER=llvmpipe")
    #expect(GraphicsHardware(root: root + "/none", environment: [:]) == GraphicsHardware())
  }
}
