import MultiplaneGraphics
import MultiplaneSceneFile

/// The pictures of a failure, by path; nil for those that there are none of.
struct FailurePictures {
  var actual: String?
  var expected: String?
  var difference: String?

  /// With their kinds.
  var all: [(kind: String, path: String)] {
    [("actual", actual), ("expected", expected), ("difference", difference)].compactMap { kind, path in
      path.map { (kind, $0) }
    }
  }
}

/// The outcome of one picture and renderer in `multiplane test`.
struct PictureOutcome {
  enum Result: String, CaseIterable {
    case alike, different, missing, broken, written

    /// Whether it makes the run fail.
    var isFailure: Bool { self == .different || self == .missing || self == .broken }
  }

  var result: Result
  /// The scene file, even if it is missing.
  var scene: String
  /// The picture's file; nil if the scene itself could not be read.
  var picture: String?
  /// Scene time, in seconds.
  var time: Double?
  /// The renderer's name.
  var renderer: String?
  /// One line; nil on success.
  var problem: String?
  /// The differences; empty if nothing was compared.
  var figures: [JSONValue.Member] = []
  /// Seconds to draw and compare.
  var seconds = 0.0
  /// The pictures of a failure that were written.
  var files = FailurePictures()

  /// Picture and renderer, such as `Scenes/card.png (cpu)`.
  var title: String { (picture ?? scene) + (renderer.map { " (\($0))" } ?? "") }

  /// The line of text; nil for pictures that are alike.
  var line: String? {
    guard result != .alike else { return nil }
    // Problems of a scene begin with its file name.
    let told = problem.map { $0.hasPrefix(title + ":") ? $0 : "\(title): \($0)" } ?? title
    return trailing(result == .written ? "written" : "FAILED", 8) + OneLine.escaped(told)
  }

  /// The line of JSON.
  var json: String {
    var members: [JSONValue.Member] = [
      .init(key: "result", value: .string(result.rawValue)), .init(key: "scene", value: .string(scene)),
    ]
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(.init(key: key, value: value)) }
    }
    add("picture", picture.map(JSONValue.string))
    add("time", time.map(JSONValue.number))
    add("renderer", renderer.map(JSONValue.string))
    add("problem", problem.map(JSONValue.string))
    add("seconds", .number(seconds))
    return JSONValue.object(members + figures).flatText
  }
}

/// The number of pictures by result.
struct OutcomeCounts {
  private var counts: [PictureOutcome.Result: Int] = [:]

  mutating func add(_ outcome: PictureOutcome) { counts[outcome.result, default: 0] += 1 }

  var total: Int { counts.values.reduce(0, +) }
  var failed: Int { counts.filter(\.key.isFailure).values.reduce(0, +) }

  /// A line such as `12 pictures of 10 scenes: 11 alike, 1 missing`.
  func summary(scenes: Int) -> String {
    let parts = PictureOutcome.Result.allCases.compactMap { result in counts[result].map { "\($0) \(result.rawValue)" }
    }
    return "\(total) \(total == 1 ? "picture" : "pictures") of \(scenes) \(scenes == 1 ? "scene" : "scenes"): "
      + parts.joined(separator: ", ")
  }
}
