import Compositor
import Drawing
import Foundation
import ReferenceRenderer
import RenderTree
import Testing

/// Expects the device's picture of a tree to be the reference's, within the tolerance of the project, and the CPU renderer's within its own.
///
/// A failure leaves three pictures in `.build/pictures/parity`: actual, expected and difference.
///
/// - Parameters:
///   - name: what the pictures are called; such as the scene's path and disguise.
///   - tolerance: that of the project, unless told.
///   - tiling: how the device draws canvases that are large for it.
///   - frames: how often it is drawn: the last time is judged. What is seen again may be kept from one frame for the next.
///   - isLive: whether it is drawn as one that is seen as it comes.
package func expectParity(
  _ tree: RenderTree, name: String, within tolerance: PictureTolerance = .parity, tiling: CanvasTiling = CanvasTiling(),
  frames: Int = 1, isLive: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let picture = try await RenderThread.shared.picture(of: tree, tiling: tiling, frames: frames, isLive: isLive)
  let reference = ReferenceRenderer().render(tree)
  let expected = ExpectedPicture(
    width: reference.width, height: reference.height, realNumbers: reference.pixels)
  #expect(picture.complaints.isEmpty, "\(name): the driver complains", sourceLocation: sourceLocation)
  try expect(picture.bytes, toBe: expected, within: tolerance, name, sourceLocation)
  let bytes = try CPUPicture.bytes(of: tree)
  try expect(bytes, toBe: expected, within: .cpu, name + " cpu", sourceLocation)
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
  let worst = difference.worst(4).map(\.description).joined(separator: "; ")
  Issue.record(
    "\(name): \(breaches.joined(separator: "; ")); worst: \(worst); pictures: \(folder)",
    sourceLocation: sourceLocation)
}

extension PictureTolerance {
  /// What the CPU renderer may differ from the reference by: a byte, whose neighbour a number near the middle between two may become.
  ///
  /// Beside paths, whose coverage is of sixteen rows a pixel, and where continuous corners meet sides, it is up to 3/255 at few pixels: no
  /// scene, variant or random tree has more than 0.07 % of them.
  package static let cpu = PictureTolerance(
    anywhere: [Budget(beyond: 1, share: 0.001), Budget(beyond: 3, share: 0)], inside: [])
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
