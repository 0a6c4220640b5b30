import Foundation
import TestTiers
import Testing

/// Trees as deep as scenes may have them: walking one takes the stack once more for each level. The
/// quick tier draws every ninth.
@Suite struct DeepTreeTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private static let members = [
    #""filters": [{"name": "CIColorInvert"}]"#, #""filters": [{"name": "CIGaussianBlur"}]"#, #""shadowOpacity": 1"#,
    #""mask": {"frame": [0, 0, 30, 30], "opacity": 0.5}"#, #""compositingFilter": "multiplyBlendMode""#,
    #""shouldRasterize": true"#, #""backgroundFilters": [{"name": "CIGaussianBlur"}]"#, #""opacity": 0.9"#,
    #""class": "CATransformLayer""#, #""class": "CAReplicatorLayer", "instanceCount": 1"#,
    #""masksToBounds": true, "transform": [{"rotate": 0.1}]"#,
  ]
  private static let renderers = [["--renderer", "gl", "--device", "software"], ["--renderer", "reference"]]
  private static let cases = members.flatMap { members in renderers.map { (members, $0) } }.drawn()

  @Test(arguments: cases)
  func isDrawnOrRefused(members: String, renderer: [String]) throws {
    let levels = 500
    let layer = #"{"frame": [0, 0, 40, 40], "backgroundColor": [1, 0, 0, 0.5], \#(members), "sublayers": ["#
    let inner = #"{"frame": [10, 10, 20, 20], "backgroundColor": [0, 0, 1, 1]}"#
    let root = String(repeating: layer, count: levels) + inner + String(repeating: "]}", count: levels)
    let scene = try folder.write(#"{"version": 1, "size": [40, 40], "root": \#(root)}"#, to: "deep.json")
    let result = try Command.run(["render", scene, "-o", folder.file("out.png")] + renderer)
    if result.status != 0 {
      expectFailure(result, status: 1, mentions: "drawing the scene needs at least", "expected at most")
    }
  }
}
