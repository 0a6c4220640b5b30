import MultiplaneSceneFile

/// What came of one picture of `multiplane test`, drawn by one renderer.
struct PictureOutcome {
  enum Result: String, CaseIterable {
    case alike, different, missing, broken, written

    /// Whether it lets the run fail.
    var isFailure: Bool { self == .different || self == .missing || self == .broken }
  }

  var result: Result
  /// The scene file; of a picture without one, where it should be.
  var scene: String
  /// The picture's file; nil where the scene itself could not be read.
  var picture: String?
  /// Of the scene, in seconds.
  var time: Double?
  /// What drew.
  var renderer: String?
  /// One line; nil where all is well.
  var problem: String?
  /// How far it is off; empty where there was nothing to compare.
  var figures: [JSONValue.Member] = []
  /// Of drawing and comparing.
  var seconds = 0.0

  /// What people call it: `Scenes/card.png (cpu)`.
  var title: String { (picture ?? scene) + (renderer.map { " (\($0))" } ?? "") }

  /// The line for people; nil where there is nothing to tell.
  var line: String? {
    guard result != .alike else { return nil }
    // What is wrong with a scene begins with its file.
    let told = problem.map { $0.hasPrefix(title + ":") ? $0 : "\(title): \($0)" } ?? title
    return trailing(result == .written ? "written" : "FAILED", 8) + told
  }

  /// The line for machines.
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

/// How many pictures had which result.
struct OutcomeCounts {
  private var counts: [PictureOutcome.Result: Int] = [:]

  mutating func add(_ outcome: PictureOutcome) { counts[outcome.result, default: 0] += 1 }

  var total: Int { counts.values.reduce(0, +) }
  var failed: Int { counts.filter(\.key.isFailure).values.reduce(0, +) }

  /// Such as `12 pictures of 10 scenes: 11 alike, 1 missing`.
  func summary(scenes: Int) -> String {
    let parts = PictureOutcome.Result.allCases.compactMap { result in counts[result].map { "\($0) \(result.rawValue)" }
    }
    return "\(total) \(total == 1 ? "picture" : "pictures") of \(scenes) \(scenes == 1 ? "scene" : "scenes"): "
      + parts.joined(separator: ", ")
  }
}
