import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneSceneFile

/// Reads an animation: the top level and its assets.
struct LottieReader {
  let reading: LottieReading
  /// The place of the images.
  let files: FilePlace
  /// The files of the images, by the names in the animation.
  private(set) var fileNames: Set<String> = []
  private var imagePixels = 0

  /// - Parameter values: of parameters, which replace parts of the file.
  init(
    file: String, _ document: JSONDocument, files: FilePlace, limits: SceneLimits,
    values: [String: ParameterValue] = [:]
  ) {
    reading = LottieReading(file: file, document, limits: limits, values: values)
    self.files = files
  }

  /// An animation, and what was found while it was read.
  struct Result: Sendable {
    let animation: LottieAnimation
    let warnings: [SceneWarning]
    /// The files of the images, by the names in the animation.
    let fileNames: Set<String>
    /// The pixels of the images.
    let imagePixels: Int
    let parameters: [ParameterDeclaration]
    /// The text, for the places of messages.
    let document: JSONDocument
  }

  /// - Parameters:
  ///   - theme: the values of slots; nil for the file's own.
  ///   - marker: the marker whose part is the animation; nil for the whole.
  mutating func result(theme: LottieTheme? = nil, marker: String? = nil) throws(SceneError) -> Result {
    let animation = try animation(theme).part(ofMarker: marker)
    return Result(
      animation: animation, warnings: reading.warnings + (theme?.node.reading.warnings ?? []), fileNames: fileNames,
      imagePixels: imagePixels, parameters: reading.parameters, document: reading.document)
  }

  /// Whether a text is an animation: it has layers, and the frames of its beginning and end.
  static func recognizes(_ document: JSONDocument) -> Bool {
    document.member("layers", of: 0) != nil && document.member("op", of: 0) != nil
      && document.member("root", of: 0) == nil
  }

  private mutating func animation(_ theme: LottieTheme?) throws(SceneError) -> LottieAnimation {
    let top = LottieNode(reading: reading, index: 0)
    for slot in top["slots"]?.members ?? [] {
      if let value = slot.value["p"] { reading.addSlot(slot.key, value) }
    }
    if let theme {
      let (properties, texts) = try theme.slots()
      for (name, value) in properties { reading.addSlot(name, value) }
      reading.themeTexts = texts
    }
    let size = CGSize(
      width: try top.required("w", "a width in points").number(),
      height: try top.required("h", "a height in points").number())
    if let problem = reading.limits.problem(size: size, scale: 1, isAsked: false) {
      throw reading.invalid(.scene, problem)
    }
    let rate = try top.required("fr", "the frames per second")
    let (first, end) = (try top["ip"]?.number() ?? 0, try top.required("op", "the frame after the last"))
    guard try rate.number() > 0, try rate.number() <= 1000 else { throw rate.invalid("0 to 1000 frames per second") }
    guard try end.number() >= first else { throw end.invalid("a frame after the first, \(first)") }
    var compositions: [String: [LayerModel]] = [:]
    var images: [String: ImageAsset] = [:]
    for asset in try top["assets"]?.elements("assets") ?? .empty {
      guard let id = asset["id"] else { continue }
      let name = if case .number = id.json { id.json.flatText } else { try id.string() }
      if let layers = asset["layers"] {
        compositions[name] = try layers.layers()
      } else if asset["p"] != nil, asset["w"] != nil {
        let slot = asset.inSlot
        images[name] = try image(slot["p"] != nil && slot["w"] != nil ? slot : asset, slot: asset.slotName)
      }
    }
    return LottieAnimation(
      size: size, frameRate: try rate.number(), frames: first...(try end.number()),
      layers: try top.required("layers", "a list of layers").layers(), compositions: compositions, images: images,
      markers: try markers(top), fonts: try top["fonts"]?.fonts() ?? [:], glyphs: try top["chars"]?.glyphs() ?? [:])
  }

  private func markers(_ top: LottieNode) throws(SceneError) -> [SceneTimeline.Marker] {
    var markers: [SceneTimeline.Marker] = []
    for node in try top["markers"]?.elements("markers") ?? .empty {
      guard let name = node["cm"] else { continue }
      markers.append(
        SceneTimeline.Marker(
          name: try name.string(), frame: try node.required("tm", "the frame of the marker").number(),
          duration: try node["dr"]?.number() ?? 0))
    }
    return markers
  }

  /// Reads an image, embedded or of a file. One that cannot be read is a warning.
  ///
  /// - Parameter slot: the name of the parameter that may replace it.
  private mutating func image(_ asset: LottieNode, slot: String?) throws(SceneError) -> ImageAsset {
    let size = CGSize(
      width: try asset.required("w", "a width").number(), height: try asset.required("h", "a height").number())
    if let slot, case .image(let image)? = reading.value(ofParameter: slot, .image, default: nil) {
      return ImageAsset(size: size, image: image)
    }
    let path = try asset.required("p", "a path")
    var limits = reading.limits.image
    limits.maximumPixels = min(limits.maximumPixels, reading.limits.maximumImagePixels - imagePixels)
    do {
      let image = try decoded(try path.string(), folder: asset["u"]?.string() ?? "", path, limits)
      imagePixels += image.width * image.height
      return ImageAsset(size: size, image: image)
    } catch let error as ImageError {
      path.warn("\(error); the image is left out")
    } catch let error as SceneError {
      throw error
    } catch {
      path.warn("\(error); the image is left out")
    }
    return ImageAsset(size: size, image: nil)
  }

  private mutating func decoded(
    _ path: String, folder: String, _ node: LottieNode, _ limits: ImageLimits
  ) throws -> CGImage {
    if path.hasPrefix("data:") {
      guard let comma = path.firstIndex(of: ","), path[..<comma].hasSuffix(";base64"),
        let data = Data(base64Encoded: String(path[path.index(after: comma)...]), options: .ignoreUnknownCharacters)
      else { throw reading.invalid(node.place, "expected a path or base64 data of an image, found other data") }
      return try decodeImage([UInt8](data), name: "the embedded image", limits: limits)
    }
    let relative = folder.isEmpty || folder.hasSuffix("/") ? folder + path : folder + "/" + path
    // Folders that begin with a slash are relative to the animation, too.
    let names = [String(relative.drop { $0 == "/" }), "images/" + path]
    let name = names.first { files.byteCount(at: files.path(of: $0)) != nil } ?? names[0]
    fileNames.insert(name)
    return try loadImage(path: files.path(of: name), limits: limits, root: files.root)
  }
}
