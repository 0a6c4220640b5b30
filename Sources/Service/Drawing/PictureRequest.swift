#if Service
  import HTTPTypes
  import MultiplaneBatch
  import MultiplaneSceneFile
  import MultiplaneVideo

  /// A picture or a video, as a request asks for it: all that decides its bytes.
  struct PictureRequest: Sendable {
    /// The scene of a request.
    enum Scene: Sendable {
      case template(Template)
      /// A scene that came with the request, under the empty name, and its files.
      case own(files: [String: [UInt8]])
    }

    /// The formats of pictures and videos.
    enum Format: String, Sendable, CaseIterable {
      case png, jpg, webp, mp4, webm

      init?(_ text: String) {
        self.init(rawValue: text == "jpeg" ? "jpg" : text)
      }

      var isVideo: Bool { self == .mp4 || self == .webm }

      var contentType: String {
        switch self {
        case .png: "image/png"
        case .jpg: "image/jpeg"
        case .webp: "image/webp"
        case .mp4: "video/mp4"
        case .webm: "video/webm"
        }
      }
    }

    var scene: Scene
    var format: Format
    /// Seconds; of a video, its begin. Nil for the scene's poster time.
    var time: Double?
    /// Pixels per point; nil for the scene's own.
    var scale: Double?
    /// Values of parameters; those of images name `files`.
    var values: [String: ParameterValue]
    /// The files that values name.
    var files: [String: [UInt8]] = [:]
    /// Of a video: its end in seconds, and frames per second.
    var video: (end: Double, framesPerSecond: Double)?

    /// Pixels of the picture, or of each frame; nil for a scene of the request's own that is long
    /// or says no size that can be read.
    let pixels: Double?

    /// The options of a picture in a query or a body, by name.
    struct Options {
      var format: Format?
      var time: Double?
      var scale: Double?
      var from: Double?
      var to: Double?
      var framesPerSecond: Double?

      /// - Throws: where the value is none of the name's.
      mutating func set(_ name: String, _ value: JSONValue, place: String) throws(Problem) {
        if name == "format" {
          guard case .string(let text) = value, let format = Format(text) else {
            throw Self.wrong(
              place,
              "expected \(Format.allCases.map(\.rawValue).joined(separator: ", ")), found \(value.found)"
            )
          }
          self.format = format
          return
        }
        guard case .number(let number) = value, number.isFinite,
          abs(number) <= SceneLimits.standard.maximumMagnitude
        else {
          throw Self.wrong(place, "expected a number, found \(value.found)")
        }
        switch name {
        case "time": time = number
        case "from": from = number
        case "to": to = number
        case "fps": framesPerSecond = number
        default:
          guard number > 0 else {
            throw Self.wrong(place, "expected a number above 0, found \(value.found)")
          }
          scale = number
        }
      }

      static let names = ["format", "time", "scale", "from", "to", "fps"]

      static func wrong(_ place: String, _ detail: String) -> Problem {
        Problem(.badRequest, "value.wrong", detail, place: place)
      }
    }

    init(
      _ scene: Scene, _ options: Options, values: [String: ParameterValue],
      files: [String: [UInt8]] = [:]
    ) throws(Problem) {
      self.scene = scene
      format = options.format ?? .png
      scale = options.scale
      self.values = values
      self.files = files
      pixels = Self.pixels(of: scene, scale: options.scale)
      // Checked before the estimate, which would report it as too long for any time limit.
      if case .template(let template) = scene, let scale = options.scale,
        let problem = SceneLimits.standard.problem(size: template.size, scale: scale)
      {
        throw Problem(.unprocessableContent, "scene.invalid", problem, place: "scale")
      }
      let saysVideo = options.from != nil || options.to != nil || options.framesPerSecond != nil
      guard format.isVideo else {
        guard !saysVideo else {
          throw Options.wrong(
            "format", "expected mp4 or webm with from, to and fps, found \(format.rawValue)")
        }
        time = options.time
        return
      }
      guard options.time == nil else {
        throw Options.wrong("time", "not allowed with from and to")
      }
      // Those of an animation by default. A scene of the request's own is read only when it is
      // drawn.
      let timeline = if case .template(let template) = scene { template.timeline } else { SceneTimeline?.none }
      guard let end = options.to ?? timeline?.duration else {
        throw Options.wrong("to", "is missing; expected the end of the video in seconds")
      }
      let (from, framesPerSecond) = (options.from ?? 0, options.framesPerSecond ?? timeline?.frameRate ?? 30)
      do {
        _ = try FrameTimes(from: from, to: end, fps: framesPerSecond)
      } catch {
        guard case .times(let parameter, let problem) = error else {
          throw Options.wrong("to", "\(error)")
        }
        throw Options.wrong(parameter == .framesPerSecond ? "fps" : parameter.rawValue, problem)
      }
      time = from
      video = (end, framesPerSecond)
    }

    private static func pixels(of scene: Scene, scale: Double?) -> Double? {
      switch scene {
      case .template(let template):
        let enlargement = (scale ?? template.scale) / template.scale
        return template.pixels * enlargement * enlargement
      case .own(let files):
        guard let bytes = files[""], bytes.count <= longestLook,
          case .object(let members) = try? JSONValue.parse(bytes, name: "", limits: .standard)
        else { return nil }
        let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        guard case .array(let size) = values["size"], size.count == 2, case .number(let width) = size[0],
          case .number(let height) = size[1]
        else { return nil }
        var own = 1.0
        if case .number(let number) = values["scale"] { own = number }
        let pixels = width * height * (scale ?? own) * (scale ?? own)
        return pixels > 0 && pixels <= Double(SceneLimits.standard.maximumCanvasPixels) ? pixels : nil
      }
    }

    /// Bytes of a scene that is looked at before a worker reads it: a millisecond.
    private static let longestLook = 1 << 16

    /// The hash of the scene and of the files that it names.
    var digest: String {
      switch scene {
      case .template(let template): return template.digest
      case .own(let files):
        var hash = SHA256()
        Self.add(files, to: &hash)
        return hash.hex()
      }
    }

    /// Names are quoted, as a client may choose one with a line's end in it.
    private static func add(_ files: [String: [UInt8]], to hash: inout SHA256) {
      for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
        hash.add("\(JSONValue.string(name).flatText)\n\(SHA256.hex(of: bytes))\n")
      }
    }

    /// The hash of all that decides the bytes of the answer.
    ///
    /// - Parameters:
    ///   - digest: of the scene.
    ///   - program: what draws: version, build, renderer and fonts.
    ///   - encoder: what makes videos of the format; nil where nothing does, or it is none.
    func key(digest: String, program: String, encoder: String? = nil) -> String {
      var hash = SHA256()
      var text = "multiplane serve 1\n\(program)\n\(digest)\n\(format.rawValue) \(time.map { "\($0)" } ?? "poster") "
      text += scale.map { "\($0)" } ?? "own"
      if let video { text += " \(video.end) \(video.framesPerSecond)\n\(encoder ?? "")" }
      text += "\n"
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        text += "\(JSONValue.string(name).flatText) \(value.json?.flatText ?? "")\n"
      }
      hash.add(text + "files\n")
      Self.add(files, to: &hash)
      return hash.hex()
    }

    /// The request for a worker, with or without the scene's files.
    func order(digest: String, withFiles: Bool) -> (order: DrawingOrder, files: [[UInt8]]) {
      let members = values.sorted { $0.key < $1.key }.compactMap { name, value in
        value.json.map { JSONValue.Member(key: name, value: $0) }
      }
      let sceneFiles: [String: [UInt8]]
      let isTemplate: Bool
      switch scene {
      case .template(let template):
        (sceneFiles, isTemplate) = (withFiles ? template.files : [:], true)
      case .own(let files): (sceneFiles, isTemplate) = (files, false)
      }
      let (own, given) = (sceneFiles.sorted { $0.key < $1.key }, files.sorted { $0.key < $1.key })
      let order = DrawingOrder(
        scene: digest, isTemplate: isTemplate, sceneFiles: own.map(\.key),
        requestFiles: given.map(\.key),
        parameters: JSONValue.object(members).flatText, time: time, scale: scale,
        format: format.rawValue,
        end: video?.end, framesPerSecond: video?.framesPerSecond)
      return (order, own.map(\.value) + given.map(\.value))
    }

    /// Bytes of text that come with it: those of its own scene, and of values.
    var textBytes: Int {
      let own = if case .own(let files) = scene { files[""]?.count ?? 0 } else { 0 }
      return values.values.reduce(own) { sum, value in
        if case .string(let text) = value { sum + text.utf8.count } else { sum }
      }
    }

    /// Bytes that it holds in memory while it waits.
    var byteCount: Int {
      let own =
        if case .own(let files) = scene { files.values.reduce(0) { $0 + $1.count } } else { 0 }
      return own + files.values.reduce(0) { $0 + $1.count }
    }
  }

  extension Template {
    /// Checks values against the declarations, so that what is wrong waits for no worker.
    ///
    /// - Parameters:
    ///   - files: the files that came with the request, by parameter.
    /// - Returns: the values, those of images as names of files, and the files with those that
    ///   values name in the template's folder.
    /// - Throws: 422 with the parameter's place.
    func checked(_ values: [String: ParameterValue], files: [String: [UInt8]]) throws(Problem)
      -> (values: [String: ParameterValue], files: [String: [UInt8]])
    {
      func wrong(_ name: String, _ detail: String) -> Problem {
        Problem(.unprocessableContent, "parameter.wrong", detail, place: "parameters.\(name)")
      }
      if let problem = lookup.problem(withNames: Set(values.keys).union(files.keys)) {
        throw Problem(.unprocessableContent, "parameter.wrong", problem, place: "parameters")
      }
      // The parts of an animation that values name by key paths.
      var parts: [ParameterDeclaration] = []
      for name in Set(values.keys).union(files.keys).sorted() {
        let declaration = lookup.declaration(of: name)
        guard let declaration, files[name] == nil || declaration.kind == .image else {
          throw wrong(
            name,
            files[name] == nil
              ? "is not a parameter of this template" + lookup.suggestion(for: name)
              : "is not a parameter of this template that takes an image")
        }
        if !lookup.parameters.contains(where: { $0.name == name }) { parts.append(declaration) }
      }
      var (all, allFiles) = (values, files)
      for declaration in lookup.parameters + parts {
        let name = declaration.name
        if files[name] != nil {
          guard values[name] == nil, declaration.allowedValues == nil else {
            throw wrong(name, "expected one value, found a file and another one")
          }
          all[name] = .string(name)
          continue
        }
        guard let value = values[name] else {
          guard !declaration.isRequired else { throw wrong(name, "is missing, and has no default") }
          continue
        }
        if let problem = declaration.problem(with: value) { throw wrong(name, problem) }
        guard declaration.kind == .image, declaration.allowedValues == nil else { continue }
        // The same for a file that is missing, none of the folder's, or no image.
        guard case .string(let path) = value, let image = image(named: path) else {
          throw wrong(
            name,
            "expected the name of an image in the template's folder, or the image itself as a part of "
              + "multipart/form-data, found \(value.json?.found ?? "a value")")
        }
        allFiles[name] = image
        all[name] = .string(name)
      }
      return (all, allFiles)
    }
  }
#endif
