import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneFlattening
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

/// Expects the pictures that renderers make of a tree, OpenGL's in 16 bits per channel, to be the
/// reference's, within the tolerance of the project.
///
/// All of it happens on a drawing thread. The reference, which is slow, draws once for all
/// renderers. A failure leaves three pictures in `.build/pictures/parity`: actual, expected and
/// difference.
///
/// - Parameters:
///   - name: of the pictures, before the renderer's name; such as the scene's path and metamorphic
///     variant.
///   - renderers: whose pictures are compared.
///   - magnification: what the CPU renderer is allowed where a scene magnifies what its pixels
///     round off; nil for the project's tolerance.
///   - isNextByte: whether each byte of the CPU renderer must also be the one that the reference
///     rounds to, or the next one; one more beside paths, where both round.
///   - makeTree: makes the tree when its turn comes, so that waiting cases hold none.
package func expectParity(
  _ name: String, by renderers: [TestRenderer] = TestRenderer.backEnds, magnification: PictureTolerance? = nil,
  isNextByte: Bool = false, sourceLocation: SourceLocation = #_sourceLocation, of makeTree: () throws -> RenderTree
) async throws {
  try await DrawingThreads.run(name) {
    let tree = try makeTree()
    let pictures = try renderers.map { (renderer: $0, picture: try $0.picture(of: tree)) }
    let reference = ReferenceRenderer().render(tree)
    let expected = ExpectedPicture(width: reference.width, height: reference.height, realNumbers: reference.pixels)
    for (renderer, picture) in pictures {
      let name = "\(name) \(renderer)"
      #expect(picture.complaints.isEmpty, "\(name): the driver complains", sourceLocation: sourceLocation)
      let tolerance = renderer == .cpu ? magnification ?? PictureTolerance.neighbours : .parity
      let neighbours = renderer == .gl ? tree.singlePrecisionNeighbours : []
      try expect(picture.bytes, toBe: expected, within: tolerance, orOf: neighbours, name, sourceLocation)
      guard isNextByte, renderer == .cpu, magnification == nil else { continue }
      let difference = FrameDifference(picture.bytes, reference.bytes(), width: reference.width)
      let most = Flattener.flatten(tree).hasPaths ? 2 : 1
      #expect(difference.most <= most, "\(name): off by \(difference), \(most) allowed", sourceLocation: sourceLocation)
    }
  }
}

extension SceneName {
  /// What the CPU renderer is allowed on a scene that magnifies what its pixels round off
  /// (rendering rules §2); nil for all but three.
  package var magnification: PictureTolerance? {
    switch path {
    // Opaque pixels get the luminance of colours whose own alpha is about 1/255.
    case "filter/filter-alpha-from-luminance.json":
      PictureTolerance(anywhere: [.init(beyond: 1, share: 0.002), .init(beyond: 3, share: 0)])
    // Saturation and hue of colours that are nearly grey.
    case "blend/blend-saturation-beneath-opacity.json", "blend/blend-modes-over-images-in-groups.json":
      PictureTolerance(anywhere: [.init(beyond: 1, share: 0.001), .init(beyond: 4, share: 0)])
    default: nil
    }
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

/// Expects OpenGL's picture of a tree in bytes to be the reference's within 2/255.
package func expectParityInBytes(
  _ name: String, sourceLocation: SourceLocation = #_sourceLocation, of makeTree: () throws -> RenderTree
) async throws {
  try await DrawingThreads.run(name) {
    let tree = try makeTree()
    let picture = try TestRenderer.gl.picture(of: tree, precision: .bytes)
    let reference = ReferenceRenderer().render(tree)
    let expected = ExpectedPicture(width: reference.width, height: reference.height, realNumbers: reference.pixels)
    #expect(picture.complaints.isEmpty, "\(name): the driver complains", sourceLocation: sourceLocation)
    try expect(picture.bytes, toBe: expected, within: .bytes, name + " in bytes", sourceLocation)
  }
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
