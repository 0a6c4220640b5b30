import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneSceneFile
import MultiplaneVideo

/// An error of loading, drawing or writing.
///
/// `description` is the line that the command prints: where, what was found, how to fix it.
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
  /// The kind of an error: a stable name.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A scene file cannot be read.
    public static let sceneUnreadable = Code(rawValue: "scene.unreadable")
    /// A scene file is not valid JSON.
    public static let sceneMalformed = Code(rawValue: "scene.malformed")
    /// A value is invalid in the scene format, or exceeds a limit.
    public static let sceneInvalid = Code(rawValue: "scene.invalid")
    /// A layer tree cannot be written as a scene file.
    public static let sceneUnencodable = Code(rawValue: "scene.unencodable")
    /// A scene is required and missing.
    public static let sceneMissing = Code(rawValue: "scene.missing")
    /// Drawing exceeds the memory limit.
    public static let limitMemory = Code(rawValue: "limit.memory")
    /// Drawing exceeds the time limit.
    public static let limitTime = Code(rawValue: "limit.time")
    /// A device is missing or fails.
    public static let device = Code(rawValue: "device.failed")
    /// A tree cannot be drawn.
    public static let render = Code(rawValue: "render.failed")
    /// The canvas is too large or empty.
    public static let canvas = Code(rawValue: "canvas.invalid")
    /// An image file cannot be read.
    public static let imageUnreadable = Code(rawValue: "image.unreadable")
    /// An image cannot be encoded, or its file cannot be written.
    public static let imageUnwritable = Code(rawValue: "image.unwritable")
    /// Two images have different sizes and cannot be compared.
    public static let imageSizes = Code(rawValue: "image.sizes")
    /// The times of a sequence are invalid.
    public static let times = Code(rawValue: "times.invalid")
    /// The video encoder is missing or fails.
    public static let video = Code(rawValue: "video.failed")
    /// The program's closure threw an error or cancelled the work.
    public static let cancelled = Code(rawValue: "cancelled")
  }

  /// The kind of the error, for programs.
  public let code: Code
  /// The place in the scene, such as `root.sublayers[2].cornerRadius`; nil if there is none.
  public let place: String?
  /// The message, one line.
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
