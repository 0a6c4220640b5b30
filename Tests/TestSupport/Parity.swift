import Compositor
import Drawing
import Foundation
import ReferenceRenderer
import RenderTree
import Testing

/// Expects the device's picture of a tree to be the reference's, within the tolerance of the project.
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
  let difference = PictureDifference(of: picture.bytes, from: expected)
  let breaches = tolerance.breaches(by: difference)
  #expect(picture.complaints.isEmpty, "\(name): the driver complains", sourceLocation: sourceLocation)
  guard !breaches.isEmpty else { return }
  let folder = try FailurePictures.write(
    name, in: "parity", width: picture.width, height: picture.height,
    [
      "actual": picture.bytes, "expected": expected.bytes(), "difference": difference.picture(marking: tolerance),
    ])
  let worst = difference.worst(4).map(\.description).joined(separator: "; ")
  Issue.record(
    "\(name): \(breaches.joined(separator: "; ")); worst: \(worst); pictures: \(folder)",
    sourceLocation: sourceLocation)
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
