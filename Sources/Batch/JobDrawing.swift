import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneSceneFile
import MultiplaneVideo

/// Draws jobs in a worker: scenes that come again are read once.
package final class JobDrawing {
  private let compositor: OffscreenCompositor
  private let assets: FilePlace
  private let sceneLimits: SceneLimits
  /// What evaluating a tree may take.
  private let limits: DrawingLimits
  /// What draws, as far as it decides bytes.
  package let program: String
  /// The scenes that were drawn last, the latest at the end.
  private var scenes: [KnownScene] = []

  private struct KnownScene {
    let path: String
    let scale: Double?
    let template: SceneTemplate
    let digest: String
  }

  /// Scenes that are kept: jobs of one manifest mostly are of one or a few.
  private static let mostScenes = 8

  /// - Parameters:
  ///   - compositor: with the limits of a picture.
  ///   - assets: where the images that parameters name lie.
  ///   - version: of the program.
  package init(
    _ compositor: OffscreenCompositor, assets: FilePlace, sceneLimits: SceneLimits, limits: DrawingLimits,
    version: String
  ) {
    self.compositor = compositor
    self.assets = assets
    self.sceneLimits = sceneLimits
    self.limits = limits
    // The CPU renderer makes the same bytes with any number of threads and on any processor.
    let renderer = compositor.display == nil ? "cpu" : "gl \(compositor.rendererName) \(compositor.precision)"
    program = "\(version) \(ProgramBuild.identifier) \(renderer)"
  }

  /// Draws a job and writes its output.
  package func draw(_ request: WorkerMessage.Request) -> WorkerMessage.Reply {
    let start = ContinuousClock().now
    var reply = WorkerMessage.Reply(seconds: 0, resident: 0, isTemporary: false)
    do {
      let values = try ParameterValue.values(json: [UInt8](request.parameters.utf8), name: request.id)
      let scene = try scene(at: request.scene, scale: request.scale)
      let tree = try scene.template.scene(SceneParameters(values, assets: assets)).committedWithinLimits()
      switch request.moment {
      case .picture(let time): (reply.size, reply.sha256) = try draw(tree, at: time, to: request.output)
      case .video(let from, let to, let framesPerSecond):
        try draw(tree, FrameTimes(from: from, to: to, fps: framesPerSecond), to: request.output)
        reply.sha256 = SHA256.hex(ofFile: request.output)
        reply.size = (try? FileManager.default.attributesOfItem(atPath: request.output))?[.size] as? Int
      }
      let job = BatchJob(
        line: 0, id: request.id, scene: request.scene, parameters: values, moment: request.moment, scale: request.scale,
        output: request.output)
      reply.key = job.key(
        digest: scene.digest, program: program, declarations: scene.template.parameters,
        assets: SceneParameters(assets: assets))
    } catch {
      reply.error = "\(error)"
      reply.isTemporary = Self.isTemporary(error)
    }
    reply.seconds = (ContinuousClock().now - start) / .seconds(1)
    reply.resident = ProgramBuild.residentBytes
    return reply
  }

  private static func isTemporary(_ error: any Error) -> Bool {
    switch error {
    case ImageError.unwritable, VideoError.encoder, CompositorError.contextLost: true
    default: false
    }
  }

  private func scene(at path: String, scale: Double?) throws(SceneError) -> KnownScene {
    if let index = scenes.firstIndex(where: { $0.path == path && $0.scale == scale }) {
      let known = scenes.remove(at: index)
      scenes.append(known)
      return known
    }
    let template = try SceneTemplate(path: path, scale: scale, limits: sceneLimits)
    let known = KnownScene(
      path: path, scale: scale, template: template, digest: SceneFacts.digest(of: template, at: path))
    if scenes.count >= Self.mostScenes { scenes.removeFirst() }
    scenes.append(known)
    return known
  }

  private func draw(_ committed: CommittedTree, at time: Double, to output: String) throws -> (Int, String) {
    let tree = try limits.evaluating { committed.evaluate(at: time) }
    let picture = try compositor.picture(of: tree)
    let bytes = try encodeImage(
      premultipliedRGBA8: picture.pixels, width: tree.pixelWidth, height: tree.pixelHeight,
      format: ImageFileFormat(path: output), name: output)
    try makeFolder(of: output)
    try writeFileAtomically(bytes, to: output)
    return (bytes.count, SHA256.hex(of: bytes))
  }

  private func draw(_ committed: CommittedTree, _ times: FrameTimes, to output: String) throws {
    guard let format = VideoFormat(path: output) else { throw VideoError.noEncoder(path: output) }
    let first = try limits.evaluating { committed.evaluate(at: times.from) }
    try makeFolder(of: output)
    let encoder = try VideoEncoder(
      format, path: output, width: first.pixelWidth, height: first.pixelHeight, rate: times.rate,
      transparent: (committed.background?.alpha ?? 0) < 1)
    do {
      try SequenceDrawing(committed, times, by: .compositor(compositor), limits: limits).run(into: encoder) { _ in }
      try encoder.finish()
    } catch {
      encoder.discard()
      throw error
    }
  }

  /// Makes the folders between that of the batch and the output.
  private func makeFolder(of output: String) throws(ImageError) {
    guard let slash = output.lastIndex(of: "/"), slash != output.startIndex else { return }
    let folder = String(output[..<slash])
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: folder, found: "a folder that cannot be made", remedy: "choose another place")
    }
  }
}
