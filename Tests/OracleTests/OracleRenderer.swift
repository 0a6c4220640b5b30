import Compositor
import Drawing
import Foundation
import ReferenceRenderer
import RenderTree
import SceneFile
import TestSupport

/// Who draws a case.
enum OracleRenderer: String, Sendable, CaseIterable {
  case gl, reference

  /// RGBA8 premultiplied, rows tight, the top row first.
  func draw(_ tree: RenderTree) throws -> [UInt8] {
    switch self {
    case .gl: try OffscreenCompositor().picture(of: tree).pixels
    case .reference: ReferenceRenderer().render(tree).bytes()
    }
  }
}

extension OracleCase {
  /// A case that was drawn, with the picture that it should be.
  struct Outcome {
    let name: String
    let width: Int
    let height: Int
    let expected: [UInt8]
    let actual: [UInt8]
    let comparison: OracleComparison

    /// Writes expected, actual and difference for a person to look at.
    ///
    /// - Returns: the paths, in that order.
    func writePictures() throws -> [String] {
      let folder = OracleCase.root.appending(path: ".build/pictures/oracle")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let pictures = [("expected", expected), ("actual", actual), ("difference", comparison.picture())]
      return try pictures.map { kind, pixels in
        let path = folder.appending(path: "\(name)-\(kind).png").path
        try writeImage(premultipliedRGBA8: pixels, width: width, height: height, to: path)
        return path
      }
    }
  }

  /// The picture has another size than the one expected.
  struct SizeMismatch: Error, CustomStringConvertible {
    let description: String
  }

  /// Loads the scene, draws it at the case's time and compares.
  func outcome(by renderer: OracleRenderer) throws -> Outcome {
    let tree = try Scene.load(path: scenePath).committed().evaluate(at: time)
    let expected = try loadImage(path: expectedPath)
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    guard width == expected.width, height == expected.height else {
      throw SizeMismatch(
        description: "\(name): expected \(expected.width) x \(expected.height) px, found \(width) x \(height) px")
    }
    let expectedPixels = expected.premultipliedRGBA8()
    let actual = try renderer.draw(tree)
    return Outcome(
      name: "\(name)-\(renderer.rawValue)", width: width, height: height, expected: expectedPixels, actual: actual,
      comparison: OracleComparison(of: actual, with: expectedPixels, width: width, height: height))
  }
}
