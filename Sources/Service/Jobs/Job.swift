#if Service
  import Foundation
  import HTTPTypes
  import MultiplaneBatch
  import MultiplaneDrawing
  import MultiplaneSceneFile

  /// A job on disk: a folder with the manifest, the templates that it names, and what was drawn.
  /// What is in the folder says how far it is, so that a service that was killed continues it.
  struct Job: Sendable {
    /// The hash of manifest, templates and program: the same job twice is one.
    let identifier: String
    let folder: String

    static let manifestName = "manifest.jsonl"
    private static let resultName = "result.json"
    private static let rowsName = "rows"
    private static let assetsName = "assets"
    private static let ownersName = "owners"

    var outputFolder: String { folder + "/outputs" }
    var manifest: String { "\(folder)/\(Self.manifestName)" }

    /// How a job ended.
    struct Result: Codable, Equatable, Sendable {
      /// The exit status of the batch: 0, 1 some rows failed, 75 some may succeed another time.
      var status: Int
      var drawn: Int
      var failed: Int
      /// Why, where it was not for rows that failed.
      var problem: String?
      /// The size of its folder on disk; nil before it was measured.
      var bytes: Int?

      /// Whether posting the job again begins it again: for want of room or time, or where no row
      /// is to blame.
      var mayBeTriedAgain: Bool { status == 75 || status != 0 && failed == 0 }
    }

    var result: Result? {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.resultName)") else {
        return nil
      }
      return try? JSONDecoder().decode(Result.self, from: data)
    }

    func finish(_ result: Result) throws {
      try writeFileAtomically(
        Array(JSONEncoder().encode(result)), to: "\(folder)/\(Self.resultName)")
    }

    /// Notes that a client has posted it (`AccessControl.owner`). Several may have posted the same
    /// job.
    func add(owner: String) {
      mkdir("\(folder)/\(Self.ownersName)", 0o700)
      let descriptor = open(
        "\(folder)/\(Self.ownersName)/\(owner.isEmpty ? "local" : owner)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
    }

    /// Whether a client has posted it. A job without owners, of an earlier release, belongs to
    /// clients without a token.
    func belongs(to owner: String) -> Bool {
      let owners = "\(folder)/\(Self.ownersName)"
      return access("\(owners)/\(owner.isEmpty ? "local" : owner)", F_OK) == 0
        || owner.isEmpty && access(owners, F_OK) != 0
    }

    /// When it was made, in nanoseconds since 1970.
    var creationTime: Int {
      var status = stat()
      guard stat("\(folder)/\(Self.rowsName)", &status) == 0 else { return 0 }
      return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }

    /// When it ended, in seconds since 1970; nil where it has not.
    var endTime: Double? {
      var status = stat()
      guard stat("\(folder)/\(Self.resultName)", &status) == 0 else { return nil }
      return Double(status.st_mtim.tv_sec)
    }

    /// The current size of its folder on disk.
    var bytes: Int {
      var sum = 0
      guard let names = FileManager.default.enumerator(atPath: folder) else { return 0 }
      while let name = names.nextObject() as? String {
        var status = stat()
        if lstat("\(folder)/\(name)", &status) == 0 { sum += Int(status.st_blocks) * 512 }
      }
      return sum
    }

    /// Takes the result away, so that it is begun again.
    func reopen() { unlink("\(folder)/\(Self.resultName)") }

    /// The number of its rows.
    var rowCount: Int { Int((try? String(contentsOfFile: "\(folder)/\(Self.rowsName)", encoding: .utf8)) ?? "") ?? 0 }

    /// The drawn files and the failed rows, in the order of their names.
    var outputs: [(name: String, bytes: Int)] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: outputFolder)) ?? []
      return names.filter(Self.isOutput).sorted().compactMap { name in
        var status = stat()
        guard lstat("\(outputFolder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return (name, Int(status.st_size))
      }
    }

    /// Most characters of an output's name: a batch takes identifiers of 128, and an ending comes
    /// behind them.
    private static let longestOutput = 160

    /// Whether a name may be of an output: neither a path, nor what a batch keeps for itself.
    static func isOutput(_ name: String) -> Bool {
      Templates.isName(name, longest: longestOutput) && !name.hasPrefix(".")
        && (name == "failed.jsonl" || !name.hasSuffix(".jsonl"))
    }

    // MARK: Making

    /// A job as a request says it: a manifest whose scenes are names of templates.
    struct Draft {
      let identifier: String
      let lines: [String]
      let templates: [Template]
      /// The images that its rows name.
      let images: [String: [UInt8]]

      /// Its size on disk before anything is drawn.
      var bytes: Int {
        lines.reduce(0) { $0 + $1.utf8.count } + images.values.reduce(0) { $0 + $1.count }
          + templates.reduce(0) { $0 + $1.files.values.reduce(0) { $0 + $1.count } }
      }
    }

    /// Most rows, and most lines, empty ones included.
    static let mostRows = 10_000
    private static let mostLines = 10 * mostRows

    /// Reads a manifest. What only a batch knows is checked by one.
    ///
    /// - Parameter images: by the names that rows have for them.
    static func draft(
      _ bytes: [UInt8], images: [String: [UInt8]] = [:], templates: Templates, program: String
    ) throws(Problem) -> Draft {
      for name in images.keys.sorted() where !Templates.isName(name) {
        throw Problem(
          .badRequest, "part.name",
          "expected the name of an image of letters, digits, dots, _ and -", place: OneLineText.cut(name))
      }
      func wrong(_ line: Int, _ problem: String, place: String? = nil) -> Problem {
        Problem(.unprocessableContent, "row.wrong", "line \(line): \(problem)", place: place)
      }
      var (lines, used): ([String], [String: Template]) = ([], [:])
      var (number, next) = (0, bytes.startIndex)
      // Line by line: 32 MiB of empty ones would take a gigabyte as slices.
      while next < bytes.endIndex {
        let line = bytes[next...].prefix { $0 != 0x0A }
        next = line.endIndex + 1
        number += 1
        guard number <= mostLines else {
          throw Problem(.contentTooLarge, "rows.many", "expected at most \(mostLines) lines, found more")
        }
        guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { continue }
        guard lines.count < mostRows else {
          throw Problem(
            .contentTooLarge, "rows.many", "expected at most \(mostRows) rows, found more")
        }
        guard case .object(var members)? = try? JSONValue.parse(Array(line), name: "manifest", limits: .request)
        else {
          throw wrong(number, "expected an object of JSON")
        }
        guard let index = members.firstIndex(where: { $0.key == "scene" }),
          case .string(let name) = members[index].value,
          let template = templates[name]
        else { throw wrong(number, "expected the name of a template", place: "scene") }
        used[name] = template
        members[index] = .init(key: "scene", value: .string("templates/\(name)/scene.json"))
        let identifier =
          if case .string(let text)? = members.first(where: { $0.key == "id" })?.value { text } else { "\(number)" }
        if let output = members.first(where: { $0.key == "output" })?.value {
          guard case .string(let text) = output, Templates.isName(text, longest: longestOutput) else {
            throw wrong(
              number, "expected a name of letters, digits, dots, _ and -, found \(output.found)",
              place: "output")
          }
        } else {
          let isVideo = members.contains { $0.key == "to" }
          members.append(
            .init(key: "output", value: .string("\(identifier).\(isVideo ? "mp4" : "png")")))
        }
        lines.append(JSONValue.object(members).flatText)
      }
      guard !lines.isEmpty else {
        throw Problem(.badRequest, "rows.none", "expected one row per line, found none")
      }
      var hash = SHA256()
      hash.add("multiplane job 1\n\(program)\n")
      for (name, template) in used.sorted(by: { $0.key < $1.key }) {
        hash.add("\(name) \(template.digest)\n")
      }
      for line in lines { hash.add(line + "\n") }
      for (name, image) in images.sorted(by: { $0.key < $1.key }) {
        hash.add("image \(name) \(SHA256.hex(of: image))\n")
      }
      return Draft(identifier: hash.hex(), lines: lines, templates: Array(used.values), images: images)
    }

    /// Writes the folder of a job, whole or not at all.
    ///
    /// - Parameter check: called with the folder before it has its name; what it throws leaves
    ///   nothing behind.
    static func make(_ draft: Draft, in parent: String, check: (String) throws -> Void) throws
      -> Job
    {
      let folder = "\(parent)/\(draft.identifier)"
      let temporary = "\(parent)/.new-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      let manager = FileManager.default
      do {
        for name in ["", "outputs", assetsName] {
          try manager.createDirectory(
            atPath: "\(temporary)/\(name)", withIntermediateDirectories: true)
        }
        for template in draft.templates {
          for (name, bytes) in template.files {
            let path =
              "\(temporary)/templates/\(template.name)/\(name.isEmpty ? "scene.json" : name)"
            guard !path.split(separator: "/").contains("..") else {
              throw Problem(
                .unprocessableContent, "template.paths",
                "the template names files outside its folder")
            }
            try manager.createDirectory(
              atPath: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]),
              withIntermediateDirectories: true)
            try writeFileAtomically(bytes, to: path)
          }
        }
        for (name, bytes) in draft.images { try writeFileAtomically(bytes, to: "\(temporary)/\(assetsName)/\(name)") }
        try writeFileAtomically(
          Array((draft.lines.joined(separator: "\n") + "\n").utf8),
          to: "\(temporary)/\(manifestName)")
        try writeFileAtomically(Array("\(draft.lines.count)".utf8), to: "\(temporary)/\(rowsName)")
        try check(temporary)
        guard rename(temporary, folder) == 0 || errno == EEXIST || errno == ENOTEMPTY else {
          throw Problem(
            .insufficientStorage, "jobs.disk", "the job cannot be stored; try again", retryAfter: 60)
        }
      } catch {
        try? manager.removeItem(atPath: temporary)
        guard !(error is Problem) else { throw error }
        throw Problem(
          .insufficientStorage, "jobs.disk", "the job cannot be stored; try again", retryAfter: 60)
      }
      try? manager.removeItem(atPath: temporary)
      return Job(identifier: draft.identifier, folder: folder)
    }
  }

  extension HTTPResponse.Status {
    /// The disk has no room (RFC 4918).
    static var insufficientStorage: HTTPResponse.Status {
      .init(code: 507, reasonPhrase: "Insufficient Storage")
    }
  }
#endif
