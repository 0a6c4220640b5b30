// MultiplaneTesting: snapshot tests of layer trees, with Swift Testing.
//
// In:   a layer, a scene or an image; the expected picture next to the test's source file.
// Out:  an issue if they differ, with both pictures and their difference as attachments.

import Foundation
import Multiplane
import Testing

/// Compares a layer's picture with the expected one, and records an issue if they differ.
///
/// The expected picture is `Pictures/FILE/[SUITE.]FUNCTION[-NAME].png` next to the test's source
/// file. `SUITE` is left out for a suite with the name of the file. Each picture needs a name of
/// its own: pass `named` to the cases of a parameterised test, and to each of several pictures of a
/// test. Two different pictures of one name are an issue, and the second one is not recorded. The
/// environment variable `MULTIPLANE_RECORD=missing` writes missing pictures,
/// `MULTIPLANE_RECORD=all` writes all; without it a missing picture is an issue. The CPU renderer
/// draws, with the same bytes on every machine.
///
/// ```swift
/// @Test func aBadge() {
///   expectPicture(of: Badge(name: "Ada").layer, scale: 2)
/// }
/// ```
///
/// - Parameters:
///   - layer: the layer; the picture covers its bounds.
///   - time: seconds since the start of its animations.
///   - scale: device pixels per point.
///   - name: distinguishes several pictures of one test, and the cases of a parameterised test.
/// - Returns: whether the picture is as expected.
@discardableResult
public func expectPicture(
  of layer: @autoclosure () throws -> CALayer, at time: TimeInterval = 0, scale: CGFloat = 1, named name: String? = nil,
  tolerance: PictureTolerance = .parity, renderer: RendererChoice = .cpu,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: StaticString = #filePath,
  function: StaticString = #function
) -> Bool {
  let test = TestedPicture(sourceLocation, "\(filePath)", function: "\(function)", name, tolerance)
  return test.expect { try LayerImageRenderer(renderer).image(of: layer(), at: time, scale: scale) }
}

/// Compares a scene's picture with the expected one, and records an issue if they differ. Its time
/// is the scene's poster time unless one is given.
@discardableResult
public func expectPicture(
  of scene: @autoclosure () throws -> Scene, at time: TimeInterval? = nil, scale: CGFloat? = nil,
  named name: String? = nil,
  tolerance: PictureTolerance = .parity, renderer: RendererChoice = .cpu,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: StaticString = #filePath,
  function: StaticString = #function
) -> Bool {
  let test = TestedPicture(sourceLocation, "\(filePath)", function: "\(function)", name, tolerance)
  return test.expect { try LayerImageRenderer(renderer).image(of: scene(), at: time, scale: scale) }
}

/// Compares an image with the expected one, and records an issue if they differ.
@discardableResult
public func expectPicture(
  of image: @autoclosure () throws -> CGImage, named name: String? = nil, tolerance: PictureTolerance = .parity,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: StaticString = #filePath,
  function: StaticString = #function
) -> Bool {
  TestedPicture(sourceLocation, "\(filePath)", function: "\(function)", name, tolerance).expect(image)
}
