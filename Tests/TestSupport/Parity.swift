import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

/// Expects the device's picture of a tree, in 16 bits a channel, and the CPU renderer's to be the reference's, within the tolerance of the
/// project.
///
/// A failure leaves three pictures in `.build/pictures/parity`: actual, expected and difference.
///
/// - Parameters:
///   - name: what the pictures are called; such as the scene's path and disguise.
///   - tolerance: that of the project, unless told.
///   - tiling: how the device draws canvases that are large for it.
package func expectParity(
  _ tree: RenderTree, name: String, within tolerance: PictureTolerance = .parity, tiling: CanvasTiling = CanvasTiling(),
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let picture = try await RenderThread.shared.picture(of: tree, tiling: tiling)
  let reference = ReferenceRenderer().render(tree)
  let expected = ExpectedPicture(
    width: reference.width, height: reference.height, realNumbers: reference.pixels)
  #expect(picture.complaints.isEmpty, "\(name): the driver complains", sourceLocation: sourceLocation)
  try expect(
    picture.bytes, toBe: expected, within: tolerance == .parity ? .shaders : tolerance, name, sourceLocation)
  let bytes = try CPUPicture.bytes(of: tree)
  try expect(bytes, toBe: expected, within: tolerance, name + " cpu", sourceLocation)
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
  fileprivate static let bytes = PictureTolerance(
    anywhere: [Budget(beyond: 3, share: 0), Budget(beyond: 2, share: 0.001)], inside: [])
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
