import Foundation
import HostileFiles
import MultiplaneDrawing
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import MultiplaneSceneFile
import TestTiers
import Testing

/// Scenes that were made by hand to take all that drawing can take: a picture, or one line, within
/// the limits of `HostileFiles`. `HostileDrawingTests` has the other renderers draw them.
@Suite struct DrawnBombTests {
  /// The quick tier draws every ninth, `HostileDrawingTests` others.
  @Test(arguments: DrawnBomb.all.indices.drawn { UInt64($0) + 6 })
  func bombs(number: Int) async {
    await TestProcesses.run(DrawnBomb.all[number].name) {
      await #expect(processExitsWith: .success) { [number] in
        let bomb = DrawnBomb.all[number]
        let folder =
          FileManager.default.temporaryDirectory.appendingPathComponent("hostile-\(UUID().uuidString)").path + "/"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try writeImage(
          premultipliedRGBA8: [UInt8](repeating: 255, count: 64), width: 4, height: 4, to: folder + "dot.png")
        let complaint = HostileFiles.complaint(about: bomb.name) {
          do {
            let start = ProcessTime.now
            let committed = try Scene.decode(bomb.bytes, name: "hostile", folder: folder).committed()
            let tree = try Self.limits.evaluating { committed.evaluate(at: 0.7) }
            let bytes = try ReferenceRenderer().bytes(of: tree, within: Self.limits.after(ProcessTime.now - start))
            #expect(bytes.count == tree.pixelWidth * tree.pixelHeight * 4)
          } catch {
            let line = "\(error)"
            #expect(!line.contains("\n") && !line.isEmpty && line.utf8.count < 1000, "\(line)")
          }
        }
        #expect(complaint == nil, "\(complaint ?? "")")
      }
    }
  }

  /// What a sanitizer takes for itself is not the scene's.
  private static var limits: DrawingLimits {
    HostileFiles.isSanitized ? DrawingLimits(bytes: 400 << 20, seconds: 4) : .onProcessor()
  }
}
