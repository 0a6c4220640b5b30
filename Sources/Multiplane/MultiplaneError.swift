import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneSceneFile
import MultiplaneVideo

/// Why something could not be loaded, drawn or written.
///
/// `description` is the line that the command prints: where, what was found, how to mend it.
///
/// ```swift
/// do throws(MultiplaneError) {
///   _ = try Scene(contentsOf: URL(filePath: "card.json"))
/// } catch {
///   print(error)  // card.json: root.opacity: expected a number, found "half"
///   if error.code == .sceneInvalid { print(error.place ?? "") }  // root.opacity
/// }
/// ```
public struct MultiplaneError: Error, Equatable, CustomStringConvertible {
  /// What kind of error it is: a name that stays.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A scene file that cannot be read at all.
    public static let sceneUnreadable = Code(rawValue: "scene.unreadable")
    /// A scene file that is no JSON.
    public static let sceneMalformed = Code(rawValue: "scene.malformed")
    /// A value that the scene format does not have, or that is over a limit.
    public static let sceneInvalid = Code(rawValue: "scene.invalid")
    /// A tree that no scene file can hold.
    public static let sceneUnencodable = Code(rawValue: "scene.unencodable")
    /// No scene where one is needed.
    public static let sceneMissing = Code(rawValue: "scene.missing")
    /// More memory than drawing may take.
    public static let limitMemory = Code(rawValue: "limit.memory")
    /// More time than drawing may take.
    public static let limitTime = Code(rawValue: "limit.time")
    /// No device, or one that fails.
    public static let device = Code(rawValue: "device.failed")
    /// A tree that cannot be drawn.
    public static let render = Code(rawValue: "render.failed")
    /// A canvas that is too large, or none.
    public static let canvas = Code(rawValue: "canvas.invalid")
    /// A picture's file that cannot be read.
    public static let imageUnreadable = Code(rawValue: "image.unreadable")
    /// A picture that cannot be encoded, or its file not written.
    public static let imageUnwritable = Code(rawValue: "image.unwritable")
    /// Pictures of two sizes, which cannot be compared.
    public static let imageSizes = Code(rawValue: "image.sizes")
    /// Times that make no sequence.
    public static let times = Code(rawValue: "times.invalid")
    /// No program that makes videos, or one that fails.
    public static let video = Code(rawValue: "video.failed")
    /// What a program's own closure threw, or asked for.
    public static let cancelled = Code(rawValue: "cancelled")
  }

  /// The kind of error, by which a program tells errors apart.
  public let code: Code
  /// The place in a scene, such as `root.sublayers[2].cornerRadius`; nil where there is none.
  public let place: String?
  /// One line.
  public let description: String

  init(_ code: Code, place: String? = nil, _ description: String) {
    self.code = code
    self.place = place
    self.description = description
  }

  /// An error of the modules below.
  init(_ error: any Error) {
    switch error {
    case let error as MultiplaneError: self = error
    case let error as SceneError: self.init(scene: error)
    case let error as DrawingExcess: self.init(error, "\(error)")
    case let error as CompositorError: self.init(compositor: error)
    case let error as ImageError: self.init(image: error)
    case VideoError.times: self.init(.times, "\(error)")
    case is VideoError: self.init(.video, "\(error)")
    default: self.init(.cancelled, "\(error)")
    }
  }

  private init(_ excess: DrawingExcess, _ line: String) {
    if case .time = excess { self.init(.limitTime, line) } else { self.init(.limitMemory, line) }
  }

  private init(scene error: SceneError) {
    let line = "\(error)"
    switch error {
    case .unreadable: self.init(.sceneUnreadable, line)
    case .malformed: self.init(.sceneMalformed, line)
    case .invalid(_, let place, _): self.init(.sceneInvalid, place: place.isEmpty ? nil : place, line)
    case .excess(_, let excess): self.init(excess, line)
    case .unencodable(let place, _): self.init(.sceneUnencodable, place: place.isEmpty ? nil : place, line)
    }
  }

  private init(compositor error: CompositorError) {
    let line = "\(error)"
    switch error {
    case .render(_, .excess(let excess)): self.init(excess, line)
    case .render: self.init(.render, line)
    case .display, .contextLost: self.init(.device, line)
    case .canvas, .tiles: self.init(.canvas, line)
    }
  }

  private init(image error: ImageError) {
    switch error {
    case .unencodable, .unwritable: self.init(.imageUnwritable, "\(error)")
    default: self.init(.imageUnreadable, "\(error)")
    }
  }
}

/// Does something, and has what it throws be a `MultiplaneError`.
func translating<Result>(_ body: () throws -> Result) throws(MultiplaneError) -> Result {
  do {
    return try body()
  } catch {
    throw MultiplaneError(error)
  }
}
