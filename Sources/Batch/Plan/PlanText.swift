import Foundation
import MultiplaneSceneFile
import MultiplaneVideo

// How a plan is written and read: JSON, of which a reader believes nothing.

/// The members of an object in a file of a plan.
struct PlanMembers {
  private let values: [String: JSONValue]
  private let place: String

  init(_ json: JSONValue, _ place: String) throws(BatchError) {
    guard case .object(let members) = json else {
      throw .plan(path: place, problem: "expected an object, found \(json.found)")
    }
    values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    self.place = place
  }

  private func wrong(_ key: String, _ expected: String) -> BatchError {
    .plan(path: place, problem: "\(key): expected \(expected), found \(values[key]?.found ?? "none")")
  }

  func has(_ key: String) -> Bool { values[key] != nil }

  func text(_ key: String) throws(BatchError) -> String {
    guard case .string(let text)? = values[key] else { throw wrong(key, "a string") }
    return text
  }

  func number(_ key: String) throws(BatchError) -> Double {
    guard case .number(let number)? = values[key], number.isFinite else { throw wrong(key, "a number") }
    return number
  }

  func positive(_ key: String) throws(BatchError) -> Double {
    let number = try number(key)
    guard number > 0 else { throw wrong(key, "a number above 0") }
    return number
  }

  func integer(_ key: String, _ range: ClosedRange<Int>) throws(BatchError) -> Int {
    guard case .number(let number)? = values[key], let whole = Int(exactly: number), range.contains(whole) else {
      throw wrong(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  /// False if there is none.
  func boolean(_ key: String) throws(BatchError) -> Bool {
    guard let value = values[key] else { return false }
    guard case .boolean(let boolean) = value else { throw wrong(key, "true or false") }
    return boolean
  }

  func object(_ key: String) throws(BatchError) -> PlanMembers {
    try PlanMembers(values[key] ?? .null, "\(place): \(key)")
  }

  func json(_ key: String) -> JSONValue { values[key] ?? .null }

  /// Names among the assets, by what scenes call them.
  func hashes(_ key: String) throws(BatchError) -> [String: String] {
    guard case .object(let members)? = values[key] else { throw wrong(key, "an object of hashes") }
    var result: [String: String] = [:]
    for member in members {
      guard case .string(let hash) = member.value, Self.isHash(hash) else { throw wrong(key, "an object of hashes") }
      result[member.key] = hash
    }
    return result
  }

  func hash(_ key: String) throws(BatchError) -> String {
    guard case .string(let hash)? = values[key], Self.isHash(hash) else { throw wrong(key, "64 hexadecimal digits") }
    return hash
  }

  /// Whether a text is a hash, as it becomes part of a path.
  private static func isHash(_ text: String) -> Bool { text.wholeMatch(of: /[0-9a-f]{64}/) != nil }
}

extension JSONValue {
  fileprivate static func members(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { Member(key: $0.0, value: $0.1) })
  }

  fileprivate static func whole(_ number: Int) -> JSONValue { .number(Double(number)) }

  fileprivate static func texts(_ values: [String: String]) -> JSONValue {
    members(values.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }
}

extension Plan.Head {
  private var accepted: [(String, JSONValue)] {
    [("allowWarnings", limits.allowsWarnings), ("allowBlank", limits.allowsBlank)].compactMap { key, isAllowed in
      isAllowed ? (key, .boolean(true)) : nil
    }
  }

  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("version", .whole(1)),
      ("tool", .members([("version", .string(program.version)), ("build", .string(program.build))])),
      (
        "renderer",
        .members([
          ("policy", .string(policy.rawValue)), ("name", .string(program.renderer)),
          ("cpu", .string(program.processor)),
        ])
      ),
      ("limits", .members([("memory", .whole(limits.memory)), ("seconds", .number(limits.seconds))] + accepted)),
      ("threads", .whole(threads)),
    ]
    if let encoder {
      members.append(
        ("ffmpeg", .members([("version", .string(encoder.version)), ("encoders", .texts(encoder.probes))])))
    }
    for (name, file) in [("jobs", jobs), ("chunks", chunks)] {
      members.append((name, .members([("count", .whole(file.count)), ("sha256", .string(file.sha256))])))
    }
    return .members(members)
  }

  init(_ json: JSONValue, _ path: String) throws(BatchError) {
    let values = try PlanMembers(json, path)
    guard case .number(1) = values.json("version") else {
      throw .machine(
        problem:
          "\(path): version: expected 1, found \(values.json("version").found); use the version that made the plan")
    }
    let (tool, renderer, limits) = (
      try values.object("tool"), try values.object("renderer"), try values.object("limits")
    )
    program = ProgramIdentity(
      version: try tool.text("version"), build: try tool.text("build"), renderer: try renderer.text("name"),
      processor: try renderer.text("cpu"))
    guard let policy = Plan.Policy(rawValue: try renderer.text("policy")) else {
      throw .plan(path: path, problem: "renderer.policy: expected same or any, found \(renderer.json("policy").found)")
    }
    self.policy = policy
    // As the options say them (`--memory-limit`, `--time-limit`).
    self.limits = PictureLimits(
      memory: try limits.integer("memory", 1 << 20...1 << 40), seconds: try limits.positive("seconds"))
    self.limits.allowsWarnings = try limits.boolean("allowWarnings")
    self.limits.allowsBlank = try limits.boolean("allowBlank")
    threads = try values.integer("threads", 1...256)
    if values.has("ffmpeg") {
      let ffmpeg = try values.object("ffmpeg")
      encoder = EncoderIdentity(version: try ffmpeg.text("version"), probes: try ffmpeg.hashes("encoders"))
    }
    func file(_ key: String) throws(BatchError) -> Plan.FileHash {
      let members = try values.object(key)
      return Plan.FileHash(count: try members.integer("count", 0...100_000_000), sha256: try members.hash("sha256"))
    }
    (jobs, chunks) = (try file("jobs"), try file("chunks"))
  }
}

extension Plan.Job {
  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("id", .string(shot.id)), ("scene", .string(shot.scene)), ("files", .texts(shot.files ?? [:])),
      ("parameters", (try? JSONValue.parse([UInt8](shot.parameters.utf8), name: shot.id)) ?? .object([])),
      ("images", .texts(shot.images ?? [:])),
    ]
    if let scale = shot.scale { members.append(("scale", .number(scale))) }
    if let quality = shot.quality { members.append(("quality", .number(quality))) }
    if let effort = shot.effort { members.append(("effort", .number(effort))) }
    if kind == .picture {
      members.append(("time", .number(shot.from)))
    } else {
      members += [
        ("from", .number(shot.from)), ("fps", .list(shot.rate.map(Double.init))), ("frames", .whole(shot.count)),
        ("group", .whole(group)),
      ]
    }
    members += [("size", .list([Double(width), Double(height)])), ("isTransparent", .boolean(isTransparent))]
    members.append(("output", .string(output)))
    return .members(members)
  }

  init(_ values: PlanMembers) throws(BatchError) {
    let isPicture = values.has("time")
    output = try values.text("output")
    guard let kind = Self.kind(isPicture: isPicture, output: output), OutputPattern.isWithinFolder(output) else {
      throw .plan(path: output, problem: "expected the path of an output, found another")
    }
    self.kind = kind
    shot = Shot(
      id: try values.text("id"), scene: try values.hash("scene"), files: try values.hashes("files"),
      parameters: values.json("parameters").flatText, images: try values.hashes("images"),
      scale: try values.has("scale") ? values.number("scale") : nil,
      from: try values.number(isPicture ? "time" : "from"), rate: [1, 1], first: 0, count: 1,
      quality: try values.has("quality") ? values.number("quality") : nil,
      effort: try values.has("effort") ? values.number("effort") : nil)
    if !isPicture {
      guard case .array(let rate) = values.json("fps"), rate.count == 2, case .number(let a) = rate[0],
        case .number(let b) = rate[1], let a = Int(exactly: a), let b = Int(exactly: b), FrameRate(a, b) != nil
      else { throw .plan(path: output, problem: "fps: expected two whole numbers, found \(values.json("fps").found)") }
      shot.rate = [a, b]
      shot.count = try values.integer("frames", 1...FrameTimes.mostFrames)
    }
    group = try isPicture ? 1 : values.integer("group", 1...FrameTimes.mostFrames)
    guard case .array(let size) = values.json("size"), size.count == 2, case .number(let w) = size[0],
      case .number(let h) = size[1], let w = Int(exactly: w), let h = Int(exactly: h), (0...1 << 20).contains(w),
      (0...1 << 20).contains(h)
    else { throw .plan(path: output, problem: "size: expected two whole numbers, found \(values.json("size").found)") }
    (width, height) = (w, h)
    isTransparent = values.json("isTransparent") == .boolean(true)
  }
}

extension Plan.Part {
  var json: JSONValue {
    var members: [(String, JSONValue)] = [("key", .string(key)), ("job", .whole(job))]
    if jobs > 1 { members.append(("jobs", .whole(jobs))) }
    members += [
      ("first", .whole(first)), ("count", .whole(count)), ("seconds", .number((seconds * 1000).rounded() / 1000)),
      ("file", .string(fileExtension)),
    ]
    return .members(members)
  }

  init(_ values: PlanMembers) throws(BatchError) {
    key = try values.hash("key")
    job = try values.integer("job", 0...100_000_000)
    jobs = try values.has("jobs") ? values.integer("jobs", 1...1_000_000) : 1
    first = try values.integer("first", 0...FrameTimes.mostFrames)
    count = try values.integer("count", 1...FrameTimes.mostFrames)
    seconds = try values.number("seconds")
    fileExtension = try values.text("file")
    guard fileExtension.wholeMatch(of: /[a-z0-9]{1,8}/) != nil else {
      throw .plan(path: key, problem: "file: expected an extension, found \(JSONValue.string(fileExtension).found)")
    }
  }
}
