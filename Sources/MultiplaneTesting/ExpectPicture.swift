// MultiplaneTesting: snapshot tests of layer trees, with Swift Testing.
//
// In:   a layer, a scene or an image; the expected picture next to the test's source file.
// Out:  an issue if they differ, with both pictures and their difference as attachments.

import Foundation
import Multiplane
import MultiplaneDrawing
import Testing

/// The recording mode of reference pictures: the environment variable `MULTIPLANE_RECORD`.
private enum Recording: String {
  /// Writes pictures that are missing.
  case missing
  /// Rewrites all of them.
  case all

  static var wanted: Recording? { ProcessInfo.processInfo.environment["MULTIPLANE_RECORD"].flatMap(Self.init) }
}

/// Compares a layer's picture with the expected one, and records an issue if they differ.
///
/// The expected picture is `Pictures/FILE/FUNCTION[-NAME].png` next to the test's source file. The
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
///   - name: distinguishes several pictures of one test.
/// - Returns: whether the picture is as expected.
@discardableResult
public func expectPicture(
  of layer: @autoclosure () throws -> CALayer, at time: TimeInterval = 0, scale: CGFloat = 1, named name: String? = nil,
  tolerance: PictureTolerance = .parity, renderer: RendererChoice = .cpu,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: StaticString = #filePath,
  function: StaticString = #function
) -> Bool {
  let test = TestedPicture(sourceLocation, "\(filePath)", "\(function)", name, tolerance)
  return test.expect { try LayerImageRenderer(renderer).image(of: layer(), at: time, scale: scale) }
}

/// Compares a scene's picture with the expected one, and records an issue if they differ.
@discardableResult
public func expectPicture(
  of scene: @autoclosure () throws -> Scene, at time: TimeInterval = 0, scale: CGFloat? = nil,
  named name: String? = nil,
  tolerance: PictureTolerance = .parity, renderer: RendererChoice = .cpu,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: StaticString = #filePath,
  function: StaticString = #function
) -> Bool {
  let test = TestedPicture(sourceLocation, "\(filePath)", "\(function)", name, tolerance)
  return test.expect { try LayerImageRenderer(renderer).image(of: scene(), at: time, scale: scale) }
}

/// Compares an image with the expected one, and records an issue if they differ.
@discardableResult
public func expectPicture(
  of image: @autoclosure () throws -> CGImage, named name: String? = nil, tolerance: PictureTolerance = .parity,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: StaticString = #filePath,
  function: StaticString = #function
) -> Bool {
  TestedPicture(sourceLocation, "\(filePath)", "\(function)", name, tolerance).expect(image)
}

/// One picture of one test.
private struct TestedPicture {
  private let location: SourceLocation
  private let tolerance: PictureTolerance
  private let path: String
  private let name: String

  init(
    _ location: SourceLocation, _ file: String, _ function: String, _ name: String?, _ tolerance: PictureTolerance
  ) {
    self.location = location
    self.tolerance = tolerance
    let test = URL(fileURLWithPath: file)
    let own = function.prefix { $0 != "(" } + (name.map { "-" + $0 } ?? "")
    self.name = String(own)
    path =
      test.deletingLastPathComponent()
      .appendingPathComponent("Pictures/\(test.deletingPathExtension().lastPathComponent)/\(own).png").path
  }

  func expect(_ draw: () throws -> CGImage) -> Bool {
    let actual: CGImage
    do {
      actual = try draw()
    } catch {
      return fail("\(error)")
    }
    let isThere = FileManager.default.fileExists(atPath: path)
    if let recording = Recording.wanted, recording == .all || !isThere { return record(actual) }
    guard isThere else {
      attach(actual, "actual")
      return fail("\(path): expected a recorded picture, found none; MULTIPLANE_RECORD=missing writes it")
    }
    do {
      let expected = try loadImage(path: path)
      let difference = try actual.difference(from: expected)
      let breaches = difference.breaches(of: tolerance)
      guard !breaches.isEmpty else { return true }
      attach(actual, "actual")
      attach(expected, "expected")
      if let image = difference.image(marking: tolerance) { attach(image, "difference") }
      let worst = difference.worstPixels(3).map(\.description).joined(separator: "; ")
      return fail("\(path): \(breaches.joined(separator: "; ")); worst: \(worst)")
    } catch {
      attach(actual, "actual")
      return fail("\(error)")
    }
  }

  private func record(_ image: CGImage) -> Bool {
    do {
      let url = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try image.write(to: url)
      return true
    } catch {
      return fail("\(error)")
    }
  }

  private func fail(_ line: String) -> Bool {
    Issue.record("\(line)", sourceLocation: location)
    return false
  }

  private func attach(_ image: CGImage, _ kind: String) {
    guard let data = image.pngData() else { return }
    Attachment.record([UInt8](data), named: "\(name)-\(kind).png", sourceLocation: location)
  }
}
