import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneSceneFile
import TestSupport

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
    /// - Returns: what their paths have in common.
    func writePictures() throws -> String {
      try FailurePictures.write(
        name, in: "oracle", width: width, height: height,
        ["expected": expected, "actual": actual, "difference": comparison.picture()])
    }
  }

  /// The picture has another size than the one expected.
  struct SizeMismatch: Error, CustomStringConvertible {
    let description: String
  }

  /// Loads the scene, draws it at the case's time and compares. To be called within
  /// `DrawingThreads.run`.
  func outcome(by renderer: TestRenderer) throws -> Outcome {
    let tree = try Scene.load(path: scenePath).committed().evaluate(at: time)
    let expected = try loadImage(path: expectedPath)
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    guard width == expected.width, height == expected.height else {
      throw SizeMismatch(
        description: "\(name): expected \(expected.width) x \(expected.height) px, found \(width) x \(height) px")
    }
    let expectedPixels = expected.premultipliedRGBA8()
    let actual = try renderer.picture(of: tree).bytes
    return Outcome(
      name: "\(name)-\(renderer.rawValue)", width: width, height: height, expected: expectedPixels, actual: actual,
      comparison: OracleComparison(of: actual, with: expectedPixels, width: width, height: height))
  }
}
