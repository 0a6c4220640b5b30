import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneFlattening
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

/// Expects the pictures that renderers make of a tree, OpenGL's in 16 bits a channel, to be the
/// reference's, within the tolerance of the project.
///
/// The reference, which is slow, draws once for all of them. A failure leaves three pictures in
/// `.build/pictures/parity`: actual, expected and difference.
///
/// - Parameters:
///   - renderers: who draws.
///   - name: what the pictures are called, before the renderer's name; such as the scene's path and
///     metamorphic variant.
///   - tolerance: that of the project, unless told.
///   - isNextByte: whether each byte of the CPU renderer is also to be the one that the reference
///     rounds to, or the next one; one more beside paths, where both round.
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
    let tolerance = tolerance == .parity && renderer == .cpu ? .neighbours : tolerance
    let neighbours = renderer == .gl ? tree.singlePrecisionNeighbours : []
    try expect(picture.bytes, toBe: expected, within: tolerance, orOf: neighbours, name, sourceLocation)
    guard isNextByte, renderer == .cpu else { continue }
    let difference = FrameDifference(picture.bytes, reference.bytes(), width: reference.width)
    let most = Flattener.flatten(tree).hasPaths ? 2 : 1
    #expect(difference.most <= most, "\(name): off by \(difference), \(most) allowed", sourceLocation: sourceLocation)
  }
}

extension DisplayList {
  fileprivate var hasPaths: Bool {
    !paths.isEmpty || clips.contains { if case .path = $0.region { true } else { false } }
  }
}

extension PictureDifference {
  /// That no more than one pixel in 25,000 is beyond 2/255: as many as may lie on an edge whose
  /// side single precision takes otherwise.
  fileprivate var isFewPixels: Bool {
    PictureTolerance(anywhere: [.init(beyond: 2, share: 0.00004)]).breaches(by: self).isEmpty
  }
}

extension RenderTree {
  /// Trees that single precision can hardly tell from this one: a scale that differs by some units
  /// in the last place moves each edge by less than a thousandth of a pixel.
  fileprivate var singlePrecisionNeighbours: [RenderTree] {
    [1 - 0x1p-21, 1 + 0x1p-21].map { factor in
      var tree = self
      tree.scale *= factor
      return tree
    }
  }
}

extension ExpectedPicture {
  /// The picture with those pixels of the reference's pictures of other trees that are nearer to
  /// what was drawn, where this one is beyond 2/255.
  ///
  /// Which side of a hard edge a pixel lies on is decided by the last digit where the edge goes
  /// through its centre.
  fileprivate func nearest(to bytes: [UInt8], among trees: [RenderTree]) -> ExpectedPicture {
    var values = values
    func distance(_ values: [Float], _ pixel: Int) -> Float {
      (4 * pixel..<4 * pixel + 4).reduce(0) { max($0, abs(values[$1] - Float(bytes[$1]))) }
    }
    for tree in trees {
      let picture = ReferenceRenderer().render(tree)
      guard picture.width == width, picture.height == height else { continue }
      let other = ExpectedPicture(width: width, height: height, realNumbers: picture.pixels).values
      for pixel in 0..<width * height
      where distance(values, pixel) > 2 && distance(other, pixel) < distance(values, pixel) {
        values.replaceSubrange(4 * pixel..<4 * pixel + 4, with: other[4 * pixel..<4 * pixel + 4])
      }
    }
    return ExpectedPicture(width: width, height: height, values: values)
  }
}

private func expect(
  _ bytes: [UInt8], toBe expected: ExpectedPicture, within tolerance: PictureTolerance,
  orOf neighbours: [RenderTree] = [], _ name: String, _ sourceLocation: SourceLocation
) throws {
  var difference = PictureDifference(of: bytes, from: expected)
  if !neighbours.isEmpty, !tolerance.breaches(by: difference).isEmpty, difference.isFewPixels {
    difference = PictureDifference(of: bytes, from: expected.nearest(to: bytes, among: neighbours))
  }
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
