import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneFlattening
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

/// Expects the pictures that renderers make of a tree, OpenGL's in 16 bits a channel, to be the reference's, within the tolerance of the
/// project.
///
/// The reference, which is slow, draws once for all of them. A failure leaves three pictures in `.build/pictures/parity`: actual, expected
/// and difference.
///
/// - Parameters:
///   - renderers: who draws.
///   - name: what the pictures are called, before the renderer's name; such as the scene's path and metamorphic variant.
///   - tolerance: that of the project, unless told.
///   - isNextByte: whether each byte of the CPU renderer is also to be the one that the reference rounds to, or the next one; one more beside paths,
///     where both round.
///   - tiling: how the device draws canvases that are large for it.
package func expectParity(
  _ tree: RenderTree, by renderers: [TestRenderer] = TestRenderer.backEnds, name: String,
  within tolerance: PictureTolerance = .parity, isNextByte: Bool = false, tiling: CanvasTiling = CanvasTiling(),
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  var pictures: [(renderer: TestRenderer, picture: TestPicture)] = []
  for renderer in renderers { pictures.append((renderer, try await renderer.picture(of: tree, tiling: tiling))) }
  let reference = ReferenceRenderer().render(tree)
  let expected = ExpectedPicture(
    width: reference.width, height: reference.height, realNumbers: reference.pixels)
  for (renderer, picture) in pictures {
    let name = "\(name) \(renderer)"
    #expect(picture.complaints.isEmpty, "\(name): the driver complains", sourceLocation: sourceLocation)
    try expect(picture.bytes, toBe: expected, within: renderer.tolerance(tolerance), name, sourceLocation)
    guard isNextByte, renderer == .cpu else { continue }
    let difference = FrameDifference(picture.bytes, reference.bytes(), width: reference.width)
    let most = Flattener.flatten(tree).hasPaths ? 2 : 1
    #expect(difference.most <= most, "\(name): off by \(difference), \(most) allowed", sourceLocation: sourceLocation)
  }
}

extension TestRenderer {
  /// What pictures of this renderer may differ by from the reference's, where the project's renderers may by `tolerance`.
  fileprivate func tolerance(_ tolerance: PictureTolerance) -> PictureTolerance {
    guard tolerance == .parity else { return tolerance }
    return self == .cpu ? .neighbours : .shaders
  }
}

extension DisplayList {
  fileprivate var hasPaths: Bool {
    !paths.isEmpty || clips.contains { if case .path = $0.region { true } else { false } }
  }
}

extension PictureTolerance {
  /// As `parity`, but for one pixel in 25,000, where single precision decides otherwise on which side of a hard edge in perspective it lies: of some 8,000
  /// pictures two have one.
  fileprivate static let shaders = PictureTolerance(
    anywhere: [Budget(beyond: 1, share: 0.0001), Budget(beyond: 2, share: 0.00004)])
}

private func expect(
  _ bytes: [UInt8], toBe expected: ExpectedPicture, within tolerance: PictureTolerance, _ name: String,
  _ sourceLocation: SourceLocation
) throws {
  let difference = PictureDifference(of: bytes, from: expected)
  let breaches = tolerance.breaches(by: difference)
  guard !breaches.isEmpty else { return }
  let folder = try FailurePictures.write(
    name, in: "parity", width: expected.width, height: expected.height,
    ["actual": bytes, "expected": expected.bytes(), "difference": difference.picture(marking: tolerance)])
  let worst = difference.worstPixels(4).map(\.description).joined(separator: "; ")
  Issue.record(
    "\(name): \(breaches.joined(separator: "; ")); worst: \(worst); pictures: \(folder)",
    sourceLocation: sourceLocation)
}

/// Expects the device's picture of a tree in bytes to be the reference's within 2/255.
package func expectParityInBytes(
  _ tree: RenderTree, name: String, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let picture = try await RenderThread.shared.picture(of: tree, precision: .bytes)
  let reference = ReferenceRenderer().render(tree)
  let expected = ExpectedPicture(
    width: reference.width, height: reference.height, realNumbers: reference.pixels)
  #expect(picture.complaints.isEmpty, "\(name): the driver complains", sourceLocation: sourceLocation)
  try expect(picture.bytes, toBe: expected, within: .bytes, name + " in bytes", sourceLocation)
}

extension PictureTolerance {
  /// Each blend rounds to a byte.
  fileprivate static let bytes = PictureTolerance(anywhere: [Budget(beyond: 2, share: 0)])
}

/// Where failing tests leave their pictures.
package enum FailurePictures {
  /// Writes PNGs `NAME-actual.png` and so on.
  ///
  /// - Returns: what they have in common, for the message.
  package static func write(
    _ name: String, in folder: String, width: Int, height: Int, _ pictures: [String: [UInt8]]
  ) throws -> String {
    let folder = SceneLibrary.project + "/.build/pictures/" + folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let base = folder + "/" + name.replacing("/", with: "_").replacing(" ", with: "_")
    for (kind, bytes) in pictures {
      try writeImage(premultipliedRGBA8: bytes, width: width, height: height, to: "\(base)-\(kind).png")
    }
    return base
  }
}
