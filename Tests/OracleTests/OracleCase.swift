import Foundation
import TestSupport
import Testing

/// A scene and the picture of it that another renderer drew. `Tests/Oracle` holds them; its README
/// says what they are.
struct OracleCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// The scene time at which the picture is taken, in seconds.
  let time: Double
  let allowance: OracleComparison.Allowance

  var testDescription: String { name }
  var scenePath: String { Self.folder.appending(path: "\(name)/scene.json").path }
  var expectedPath: String { Self.folder.appending(path: "\(name)/expected.png").path }

  static let folder = URL(filePath: SceneLibrary.project).appending(path: "Tests/Oracle")

  /// What `cases.json` lists, or why it cannot be read.
  static let listed: Result<[OracleCase], any Error> = Result {
    try Manifest.read(folder.appending(path: "cases.json")).oracleCases
  }

  /// The cases that are drawn and compared.
  static let all = (try? listed.get()) ?? []
}

/// `cases.json`.
private struct Manifest: Decodable {
  struct Allowance: Decodable {
    let bad: Double
    let mean: Double
  }

  struct Case: Decodable {
    let name: String
    let time: Double?
    let bad: Double?
    let mean: Double?
  }

  let defaults: Allowance
  let cases: [Case]

  static func read(_ file: URL) throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: file))
  }

  var oracleCases: [OracleCase] {
    cases.map {
      OracleCase(
        name: $0.name, time: $0.time ?? 0,
        allowance: OracleComparison.Allowance(bad: $0.bad ?? defaults.bad, mean: $0.mean ?? defaults.mean))
    }
  }
}
