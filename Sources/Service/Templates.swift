#if Service
  import Foundation
  import MultiplaneBatch
  import MultiplaneCompositor
  import MultiplaneDrawing
  import MultiplaneRenderTree
  import MultiplaneSceneFile
  import Synchronization

  /// A scene that requests name, as it was when it was read.
  struct Template: Sendable {
    let name: String
    /// The hash of the scene and of the files that it names.
    let digest: String
    /// The declarations of the values of requests, by name.
    let lookup: ParameterLookup
    /// JSON Schema of the values of its parameters.
    let schema: JSONValue
    /// The scene's own canvas, in points, and pixels per point.
    let size: CGSize
    let scale: Double
    /// Whether its picture changes with time, with the default values of its parameters.
    let isAnimated: Bool
    /// The time of pictures for which none is given, in seconds.
    let posterTime: Double
    /// The frames of an animation, which its videos have by default; nil for a scene file.
    let timeline: SceneTimeline?
    /// The scene, under the empty name, and its files by the names that it uses.
    let files: [String: [UInt8]]
    /// Estimated core seconds to draw it, with the default values of its parameters; nil where some
    /// have none.
    let reckoned: Double?
    /// Seconds of a core that it took here to read it and to build its scene.
    let reading: Double
    /// The folder of the scene, in which values of image parameters are names.
    private let home: String

    /// The time limit of reading a template and building its scene, in seconds of one core.
    private static let mostSeconds = DrawingLimits.standardSeconds

    private static func tree(of committed: CommittedTree, at time: Double, path: String) throws -> RenderTree {
      let limits = DrawingLimits(bytes: .max, seconds: mostSeconds)
      do throws(DrawingExcess) {
        return try limits.evaluating { committed.evaluate(at: time) }
      } catch {
        throw ServiceError.file(path: path, problem: error.description)
      }
    }

    /// Reads a scene and all files that it names, whose paths may not lead out of its folder.
    init(name: String, path: String, root: FolderRoot) throws {
      // Whatever takes longer to read, the workers refuse.
      var limits = SceneLimits.standard.allowing(memory: nil, seconds: Self.mostSeconds)
      limits.root = root
      let folder = root.path + "/"
      let bytes = try SceneBytes.read(path: path, limits: limits)
      let start = ThreadTime.now
      let template = try SceneTemplate(bytes, name: path, folder: folder, limits: limits)
      // One without default values is estimated by its pixels.
      let scene = try? template.scene()
      let committed = try scene?.committedWithinLimits()
      (posterTime, timeline) = (template.posterTime, template.timeline)
      let tree = try committed.map { try Self.tree(of: $0, at: template.posterTime, path: path) }
      isAnimated = committed.map { $0.nextFrameTime(after: 0) < .infinity } ?? false
      reading = (ThreadTime.now - start) / .seconds(1)
      reckoned = tree.map { DrawingCost(of: $0).seconds }
      var files: [String: [UInt8]] = ["": bytes]
      var hash = SHA256()
      hash.add(SHA256.hex(of: bytes) + "\n")
      for file in try template.files() {
        guard !file.name.hasPrefix("/") else {
          throw ServiceError.file(
            path: path, problem: "expected paths relative to the template, found \"\(file.name)\"")
        }
        let content = try readFile(
          path: file.path, limits: ImageLimits(maximumFileBytes: FontFile.maximumBytes), root: root)
        files[file.name] = content
        hash.add("\(file.name)\n\(SHA256.hex(of: content))\n")
      }
      let length = files.values.reduce(0) { $0 + $1.count }
      guard files.count <= MessagePipe.mostFiles, length <= MessagePipe.mostBytes else {
        throw ServiceError.file(
          path: path,
          problem:
            "expected at most \(MessagePipe.mostFiles - 1) files of \(MessagePipe.mostBytes >> 20) MiB together, "
            + "found \(files.count - 1) of \(length >> 20) MiB")
      }
      self.name = name
      self.files = files
      home = root.path
      digest = hash.hex()
      lookup = template.lookup
      schema = template.parametersSchema
      size = template.size
      scale = template.ownScale
    }

    /// The image that a value names: a file in the template's folder, without hidden names on the
    /// way, read now.
    func image(named name: String) -> [UInt8]? {
      guard !name.hasPrefix("/"), !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
        let root = try? FolderRoot(home),
        let bytes = try? readFile(path: "\(home)/\(name)", limits: .standard, root: root),
        ImageFileFormat(firstBytes: bytes) != nil
      else { return nil }
      return bytes
    }

    /// Of a picture at its own scale.
    var pixels: Double { max(1, size.width * scale * size.height * scale) }
  }

  /// The templates of a folder. They are read at the start and on SIGHUP; later, only images that
  /// values name are read from disk.
  final class Templates: Sendable {
    private let folder: String?
    private let all: Mutex<[String: Template]>

    /// Whether a text is a valid template name.
    static func isName(_ text: some StringProtocol, longest: Int = 64) -> Bool {
      text.utf8.count <= longest && String(text).wholeMatch(of: /[A-Za-z0-9_-][A-Za-z0-9._-]*/) != nil
    }

    /// Reads a folder.
    ///
    /// - Parameter folder: nil for no templates.
    /// - Throws: for the first template that is wrong.
    init(folder: String?) throws {
      self.folder = folder
      all = Mutex(try Self.read(folder))
    }

    /// Reads the folder again; when one is wrong, all stay as they were.
    func reload() throws {
      let templates = try Self.read(folder)
      all.withLock { $0 = templates }
    }

    subscript(name: String) -> Template? { all.withLock { $0[name] } }

    /// In the order of their names.
    var list: [Template] { all.withLock { $0.values.sorted { $0.name < $1.name } } }

    /// Scene files and Lottie animations, and archives of these.
    private static let extensions = [".json", ".lottie"]

    private static func read(_ folder: String?) throws -> [String: Template] {
      guard let folder else { return [:] }
      let root = try FolderRoot(folder)
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: root.path) else {
        throw ServiceError.file(
          path: folder, problem: "expected a readable folder of scenes")
      }
      var templates: [String: Template] = [:]
      // A template may also have a folder of its own, with its files: card/card.json.
      for entry in names.sorted() where !entry.hasPrefix(".") {
        let (name, path): (String, String)
        let own = extensions.map { "\(root.path)/\(entry)/\(entry)\($0)" }
        if let type = extensions.first(where: { entry.hasSuffix($0) }) {
          (name, path) = (String(entry.dropLast(type.count)), "\(root.path)/\(entry)")
        } else if let file = own.first(where: { FileManager.default.fileExists(atPath: $0) }) {
          (name, path) = (entry, file)
        } else {
          continue
        }
        guard isName(name) else {
          throw ServiceError.file(
            path: path,
            problem: "expected a name of at most 64 letters, digits, dots, _ and -; rename it")
        }
        let home = try FolderRoot(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        // The folder of a template may be a link, too.
        guard home == root || home.path.hasPrefix(root.path == "/" ? "/" : root.path + "/") else {
          throw ServiceError.file(
            path: path, problem: "expected a folder in the folder of templates, found a link that leads out of it")
        }
        guard templates[name] == nil else {
          throw ServiceError.file(
            path: path, problem: "there is another template \"\(name)\"; rename one")
        }
        templates[name] = try Template(name: name, path: path, root: home)
      }
      return templates
    }
  }
#endif
