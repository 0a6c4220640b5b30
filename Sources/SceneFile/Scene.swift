import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// A canvas with a layer tree, from a scene file or built by a program.
///
/// Scene time starts at 0, and so do animations without a begin time. A scene and its layers belong
/// to one thread at a time.
public struct Scene {
  /// The size of the canvas, in points; origin at the top left, y down.
  public var size: CGSize
  /// Device pixels per point, above 0.
  public var scale: Double
  /// The background colour of the canvas; nil is transparent.
  public var background: CGColor?
  /// The images of the layers with their files; an image without a file cannot be written.
  package var images: [SceneImage]
  /// The font files that text layers name.
  package var fonts: [SceneFont]
  /// The animations that layers name.
  package var animations: [SceneAnimation] = []
  /// The root layer. Changes are visible in the next picture.
  public var root: CALayer
  /// The layer time of scene time 0, in seconds. With 0, the default, the animations that a run
  /// loop or `CATransaction.flush()` has begun on the media clock count: scene time 0 is the start
  /// of the first one.
  public var timeOrigin: Double = 0
  /// The layer time of scene time 0 of a tree that is about to be shown.
  package var settledTimeOrigin: Double { timeOrigin != 0 ? timeOrigin : root.firstBeginOnMediaClock ?? 0 }
  /// Whether the root fills the canvas, regardless of its position.
  package private(set) var isRootCanvas = false
  /// The poster time in seconds: the scene time of each still for which no time is given. 0 by
  /// default; `"poster"` in a scene file, the middle of a Lottie animation.
  public var posterTime: Double = 0
  /// The file, for messages.
  package var name = ""
  /// The frames, length and markers of a scene from an animation format; nil for a scene file.
  package var timeline: SceneTimeline?
  /// The parts of another format that its importer left out.
  package var importWarnings: [SceneWarning] = []
  /// Its source; nil without parameters.
  var parameterSource: ParameterSource?
  /// The shared budget of its tiled layers; nil for a scene that was not read.
  private(set) var tileAllowance: TileAllowance?

  /// Creates a scene from a layer tree.
  package init(
    size: CGSize, scale: Double = 1, background: CGColor? = nil, images: [SceneImage] = [], fonts: [SceneFont] = [],
    root: CALayer
  ) {
    self.size = size
    self.scale = scale
    self.background = background
    self.images = images
    self.fonts = fonts
    self.root = root
  }

  /// Creates a scene from a layer tree. The canvas is the root's bounds; the root's position is
  /// ignored, as in `CARenderer`.
  ///
  /// ```swift
  /// let root = CALayer()
  /// root.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
  /// let scene = Scene(root: root, scale: 2, background: CGColor(gray: 1, alpha: 1))
  /// ```
  ///
  /// - Parameters:
  ///   - root: the root layer. Its bounds are the canvas, in points.
  ///   - scale: device pixels per point, above 0.
  ///   - background: the background colour of the canvas; nil is transparent.
  ///   - timeOrigin: the layer time of scene time 0, in seconds; see the property. If animations
  ///     have a `beginTime` in media time, pass the `CACurrentMediaTime()` from which they count.
  public init(root: CALayer, scale: Double = 1, background: CGColor? = nil, timeOrigin: Double = 0) {
    self.init(size: root.bounds.size, scale: scale, background: background, root: root)
    self.timeOrigin = timeOrigin
    isRootCanvas = true
  }

  init(
    name: String, size: CGSize, scale: Double, background: CGColor?, images: [SceneImage], fonts: [SceneFont],
    root: CALayer, tileAllowance: TileAllowance
  ) {
    self.init(size: size, scale: scale, background: background, images: images, fonts: fonts, root: root)
    self.name = name
    self.tileAllowance = tileAllowance
  }

  /// Loads a scene file with its images and fonts. Everything is validated.
  ///
  /// - Parameters:
  ///   - scale: device pixels per point; nil for the scene's. Check the canvas with
  ///     `SceneLimits.problem(size:scale:)`.
  ///   - parameters: values of the scene's parameters.
  package static func load(
    path: String, scale: Double? = nil, parameters: SceneParameters = SceneParameters(),
    limits: SceneLimits = .standard
  ) throws(SceneError) -> Scene {
    try SceneTemplate(path: path, scale: SceneScale(scale), limits: limits).scene(parameters)
  }

  /// Parses a scene.
  ///
  /// - Parameters:
  ///   - name: the name of the file in messages.
  ///   - folder: the folder for relative paths of images and fonts: empty, or ending in a slash.
  ///   - scale: device pixels per point; nil for the scene's.
  ///   - parameters: values of the scene's parameters.
  package static func decode(
    _ bytes: [UInt8], name: String, folder: String = "", scale: Double? = nil,
    parameters: SceneParameters = SceneParameters(), limits: SceneLimits = .standard
  ) throws(SceneError) -> Scene {
    try SceneTemplate(bytes, name: name, folder: folder, scale: SceneScale(scale), limits: limits).scene(parameters)
  }

  /// The committed tree at scene time 0.
  package func committed() -> CommittedTree {
    var tree = root.commit(at: settledTimeOrigin)
    if isRootCanvas {
      let (anchor, place) = (root.anchorPoint, root.position)
      let origin = CGPoint(x: place.x - anchor.x * size.width, y: place.y - anchor.y * size.height)
      tree = tree.onCanvas(CGRect(origin: origin, size: size))
    }
    return CommittedTree(size: size, scale: scale, background: background?.straight, root: tree)
  }

  /// The committed tree at scene time 0, with its texts and the first visible tiles.
  ///
  /// - Throws: if those exceed the limits of the scene, or the system has no memory for them. Later
  ///   tiles beyond the limits stay empty.
  package func committedWithinLimits() throws(SceneError) -> CommittedTree {
    let watch = ContentsWatch { [tileAllowance] in tileAllowance?.refuses ?? false }
    let tree = ContentsWatch.$current.withValue(watch) { committed() }
    if let bytes = watch.missingBytes { throw .excess(file: name, .unavailable(bytes: bytes)) }
    switch tileAllowance?.excess {
    case .memory(_, let bytes):
      throw .invalid(
        file: name, place: "",
        problem: "expected tiles that take at most \(bytes >> 20) MiB together with images and text, found more; show "
          + "fewer at a time, or allow more with --memory-limit")
    case let excess?: throw .excess(file: name, excess)
    case nil: break
    }
    tileAllowance?.endLoading()
    return tree
  }

  /// The scene as the text of a scene file, with only the values that differ from Core Animation's
  /// defaults.
  ///
  /// - Throws: `SceneError.unencodable` for numbers that are not finite or exceed the limits, and
  ///   for an image without a file.
  package func encoded() throws(SceneError) -> String {
    var writer = SceneWriter(images: images, limits: .standard)
    return try writer.scene(self).text
  }
}

/// An image of a scene.
package struct SceneImage: Sendable {
  /// The name in layers.
  package var name: String
  /// The path in the scene, relative to the scene file.
  package var path: String
  package var image: CGImage
  /// The number of pixels beyond what its file size allows, which count towards
  /// `SceneLimits.maximumBarePixels`.
  package var barePixels: Int
  /// The contents of an SVG; nil for other formats.
  package var drawing: SVGContents?

  package init(name: String, path: String, image: CGImage, barePixels: Int = 0, drawing: SVGContents? = nil) {
    self.barePixels = barePixels
    self.drawing = drawing
    self.name = name
    self.path = path
    self.image = image
  }
}

/// A font file of a scene.
package struct SceneFont: Sendable {
  /// The family name in layers.
  package var family: String
  /// The path in the scene, relative to the scene file.
  package var path: String

  package init(family: String, path: String) {
    self.family = family
    self.path = path
  }
}
