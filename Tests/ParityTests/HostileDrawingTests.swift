import Foundation
import HostileFiles
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import MultiplaneSceneFile
import TestSupport
import TestTiers
import Testing

/// Scenes that may be written to stop a program are drawn by every renderer, within what
/// `HostileFiles` allows a process, or refused with one line.
///
/// The process is the test's own, and OpenGL draws on the device that the command would take. All
/// that it takes counts: also what the driver takes for itself, and for compiling shaders.
@Suite struct HostileDrawingTests {
  /// `DrawnBombTests` has the reference renderer draw them.
  @Test(arguments: bombCases)
  func bombs(number: Int, renderer: TestRenderer) async {
    await TestProcesses.run("\(DrawnBomb.all[number].name) \(renderer)") {
      await #expect(processExitsWith: .success) { [number, renderer] in
        let bomb = DrawnBomb.all[number]
        let folder = try HostilePicture.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let complaint = HostilePicture(renderer).complaint(about: bomb.name, bomb.bytes, in: folder)
        #expect(complaint == nil, "\(complaint ?? "")")
      }
    }
  }

  /// The quick tier draws every ninth, `DrawnBombTests` others than the back ends.
  private static let bombCases = TestRenderer.backEnds.flatMap { renderer in
    DrawnBomb.all.indices.map { ($0, renderer) }
  }.drawn { number, renderer in UInt64(number) + renderer.rotation }

  /// Each scene of the project is within the limits by far, so that none like them is ever refused:
  /// a fifth of the time and half of the memory are enough.
  @Test(arguments: SceneLibrary.all)
  func scenesOfTheProjectAreFarWithin(scene: SceneName) throws {
    let committed = try scene.committed()
    let limits = DrawingLimits(bytes: DrawingLimits.standardMemory / 2, seconds: DrawingLimits.standardSeconds / 5)
    for time in [0, 0.37, 1.9] {
      #expect(DrawingCost(of: committed.evaluate(at: time)).excess(over: limits) == nil)
    }
  }

  /// Scenes of the project, a few bytes changed: half of them by a digit for a digit, which keeps
  /// most readable. The quick tier draws every ninth part.
  @Test(arguments: TestRenderer.cases(0..<8, by: [.cpu, .reference], onDevice: { $0 < 3 }).drawn())
  func changedScenes(part: Int, renderer: TestRenderer) async {
    await TestProcesses.run("changed scenes \(part) \(renderer)") {
      await #expect(processExitsWith: .success) { [part, renderer] in
        let picture = HostilePicture(renderer)
        var generator = SeededGenerator(seed: UInt64(part))
        var outcomes: Set<HostilePicture.Outcome> = []
        for round in 0..<64 {
          let scene = SceneLibrary.all[Int.random(in: SceneLibrary.all.indices, using: &generator)]
          let path = SceneLibrary.folder + "/" + scene.path
          var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
          for _ in 0..<Int.random(in: 1...4, using: &generator) { Self.change(&bytes, using: &generator) }
          let folder = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
          let name = "\(scene.path), part \(part), round \(round)"
          let complaint = picture.complaint(about: name, bytes, in: folder) { outcomes.insert($0) }
          #expect(complaint == nil, "\(complaint ?? "")")
        }
        #expect(outcomes.contains(.picture) && outcomes.contains(.line))
      }
    }
  }

  private static func change(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
    let digit = UInt8.random(in: 48...57, using: &generator)
    switch (Int.random(in: 0..<4, using: &generator), digits.randomElement(using: &generator)) {
    case (0...1, let place?): bytes[place] = digit
    case (2, let place?): bytes.insert(digit, at: place)
    default: bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
    }
  }
}

/// What becomes of the bytes of a scene file on their way to a picture.
struct HostilePicture {
  enum Outcome {
    case picture, line
  }

  private let renderer: TestRenderer
  /// None for the reference.
  private let compositor: OffscreenCompositor?

  /// Opens what draws, and draws something with it.
  init(_ renderer: TestRenderer) {
    self.renderer = renderer
    let choice: RendererChoice? =
      switch renderer {
      case .gl: .gl
      case .cpu: .cpu
      case .reference: nil
      }
    var opened: OffscreenCompositor?
    do {
      opened = try choice.map { try OffscreenCompositor(RendererOptions($0)) }
      _ = try opened?.picture(
        of: RenderTree(size: CGSize(width: 9, height: 9), scale: 1, background: nil, root: nil, time: 0))
    } catch {
      Issue.record("\(renderer): \(error)")
    }
    compositor = opened
  }

  /// What was exceeded; nil if all went well.
  ///
  /// - Parameters:
  ///   - folder: that of the images, ending in a slash.
  ///   - tell: is told what became of the file.
  func complaint(
    about name: String, _ bytes: [UInt8], in folder: String, tell: (Outcome) -> Void = { _ in }
  ) -> String? {
    // The estimates are the CPU renderer's seconds; Mesa's shaders take several times as long on
    // a processor.
    HostileFiles.complaint(
      about: "\(renderer): \(name)", within: HostileFiles.seconds * (renderer == .gl ? 4 : 1)
    ) {
      do {
        let start = ProcessTime.now
        let committed = try Scene.decode(bytes, name: "hostile", folder: folder).committed()
        let tree = try DrawingLimits.onProcessor().evaluating { committed.evaluate(at: 0.7) }
        try draw(tree, within: .onProcessor().after(ProcessTime.now - start))
        tell(.picture)
      } catch {
        let line = "\(error)"
        #expect(!line.contains("\n") && !line.isEmpty && line.utf8.count < 1000, "\(name): \(line)")
        FileHandle.standardError.write(Data("  \(line)\n".utf8))
        tell(.line)
      }
    }
  }

  /// As `multiplane render` does, but for the file.
  private func draw(_ tree: RenderTree, within limits: DrawingLimits) throws {
    guard let compositor else {
      let bytes = try ReferenceRenderer().bytes(of: tree, within: limits)
      #expect(bytes.count == tree.pixelWidth * tree.pixelHeight * 4)
      return
    }
    compositor.limits = limits
    guard var bands = try compositor.bands(of: tree) else {
      #expect(try compositor.picture(of: tree).pixels.count == tree.pixelWidth * tree.pixelHeight * 4)
      return
    }
    var rows: [UInt8] = []
    while try bands.next(&rows) {}
  }

  /// A folder with an image, for the caller to remove.
  static func temporaryFolder() throws -> String {
    let folder =
      FileManager.default.temporaryDirectory.appendingPathComponent("hostile-\(UUID().uuidString)").path + "/"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try writeImage(
      premultipliedRGBA8: [UInt8](repeating: 255, count: 64), width: 4, height: 4, to: folder + "dot.png")
    return folder
  }
}
