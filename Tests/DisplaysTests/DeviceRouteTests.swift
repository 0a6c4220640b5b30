import Foundation
import MultiplaneDisplays
import Testing

@Suite struct DeviceRouteTests {
  @Test func nodesComeInOrderRenderNodesFirst() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("routes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["card10", "card9", "renderD129", "renderD128", "by-path"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    let nodes = DeviceRoute.all(nodeFolder: folder.path).compactMap { route in
      if case .gbm(let path) = route { path } else { nil }
    }
    #expect(nodes == ["renderD128", "renderD129", "card9", "card10"].map { "\(folder.path)/\($0)" })
  }

  @Test func withoutNodesSurfacelessIsLeft() {
    let routes = DeviceRoute.all(nodeFolder: "/nowhere")
    #expect(routes.last == .surfaceless)
    #expect(!routes.contains { if case .gbm = $0 { true } else { false } })
  }
}
