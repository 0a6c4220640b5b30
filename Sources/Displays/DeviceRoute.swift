import Foundation
import MultiplaneGL

/// A way to open a drawing device. Several routes may lead to the same device.
public enum DeviceRoute: Hashable, Sendable, CustomStringConvertible {
  /// A device that EGL lists, by its index.
  case eglDevice(index: Int)
  /// A DRM node opened with GBM: its frames are buffers that other programs and displays can use.
  case gbm(path: String)
  /// Mesa without a device node, with the driver that it chooses.
  case surfaceless

  /// The form that `--device` accepts: `egl:0`, `gbm:/dev/dri/renderD128`, `surfaceless`.
  public var description: String {
    switch self {
    case .eglDevice(let index): "egl:\(index)"
    case .gbm(let path): "gbm:\(path)"
    case .surfaceless: "surfaceless"
    }
  }

  /// All ways that there may be, without opening any: EGL's devices, then render nodes, then
  /// primary nodes, then surfaceless.
  ///
  /// - Parameter nodeFolder: where the DRM nodes lie.
  package static func all(nodeFolder: String = "/dev/dri") -> [DeviceRoute] {
    let devices = (try? EnumeratedDevice.all()) ?? []
    let nodes = deviceNames(in: nodeFolder)
    let render = nodes.filter { $0.hasPrefix("renderD") }
    let primary = nodes.filter { $0.hasPrefix("card") }
    return devices.indices.map { .eglDevice(index: $0) }
      + (render + primary).map { .gbm(path: "\(nodeFolder)/\($0)") } + [.surfaceless]
  }

  /// Whether there may be a device that draws in hardware, told by the nodes of GPUs alone: no
  /// library is opened for it, and so neither Mesa nor LLVM where the answer is no.
  ///
  /// - Parameter deviceFolder: where device nodes lie.
  package static func mayDrawInHardware(deviceFolder: String = "/dev") -> Bool {
    let files = FileManager.default
    let nodes = (try? files.contentsOfDirectory(atPath: "\(deviceFolder)/dri")) ?? []
    if nodes.contains(where: { $0.hasPrefix("renderD") }) { return true }
    return vendorNodes.contains { files.fileExists(atPath: "\(deviceFolder)/\($0)") }
  }

  /// Nodes of drivers that have no render node of the kernel's own: NVIDIA's, Arm's, Qualcomm's,
  /// Imagination's, Windows' (WSL).
  private static let vendorNodes = ["nvidiactl", "mali0", "kgsl-3d0", "pvr_sync", "dxg"]
}

/// A route that was opened: a device ready to draw.
struct OpenRoute {
  let route: DeviceRoute
  let device: MultiplaneGL.Device
  /// The memory that frames are made of, if the route is a GBM node.
  let gbm: GBMDevice?
  /// The DRM node behind the device, as far as it is known.
  let node: String?

  /// Opens a route; the new context is current on this thread.
  init(_ route: DeviceRoute, debug: Bool) throws(DisplayError) {
    self.route = route
    let platform: Platform
    switch route {
    case .surfaceless:
      (platform, gbm, node) = (.surfaceless, nil, nil)
    case .eglDevice(let index):
      let devices = try onDevice("\(route)") { () throws(GLError) in try EnumeratedDevice.all() }
      guard devices.indices.contains(index) else {
        throw .selector(text: "\(route)", available: DeviceRoute.all().map(\.description))
      }
      (platform, gbm) = (.device(devices[index]), nil)
      node = devices[index].renderNode ?? devices[index].primaryNode
    case .gbm(let path):
      let opened = try GBMDevice(path: path)
      (platform, gbm, node) = (.gbm(opened.handle, owner: opened), opened, path)
    }
    device = try Self.makeDevice(platform, route: route, debug: debug)
  }

  /// Opens the GPU of a card that is open, so that what is drawn is the card's own memory.
  init(drawingOn card: Card, debug: Bool) throws(DisplayError) {
    route = .gbm(path: card.path)
    let opened = try GBMDevice(on: card)
    (gbm, node) = (opened, card.path)
    device = try Self.makeDevice(.gbm(opened.handle, owner: opened), route: route, debug: debug)
  }

  private static func makeDevice(
    _ platform: Platform, route: DeviceRoute, debug: Bool
  ) throws(DisplayError) -> MultiplaneGL.Device {
    try onDevice("\(route)") { () throws(GLError) in
      try MultiplaneGL.Device(context: Context(connection: Connection(platform: platform), debug: debug))
    }
  }
}
