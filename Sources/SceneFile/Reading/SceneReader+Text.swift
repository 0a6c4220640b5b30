import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree

// The `fonts` of a scene and its layers of text. All files are read, also those that no layer
// names.

extension SceneReader {
  /// Reads each file once, however many names it has.
  mutating func loadFonts(_ json: JSONValue, _ place: Place) throws(SceneError) -> [SceneFont] {
    guard case .object(let members) = json else { throw expected("an object of {family: file}", place, found: json) }
    guard members.count <= limits.maximumFonts else {
      throw invalid(place, "expected at most \(limits.maximumFonts) fonts, found \(members.count)")
    }
    var loaded: [String: FontFile] = [:]
    var bytes = 0
    var entries: [FontCollection.Entry] = []
    var definitions: [SceneFont] = []
    for member in members {
      let place = place.key(member.key)
      let path = try string(member.value, place)
      guard !path.isEmpty else { throw expected("the path of a font file", place, found: member.value) }
      guard !member.key.isEmpty else { throw invalid(place, "expected a family, found an empty name") }
      let fullPath = files.path(of: path)
      let file: FontFile
      if let known = loaded[fullPath] {
        file = known
      } else {
        file = try loadFont(at: fullPath, place)
        bytes += file.byteCount
      }
      guard bytes <= limits.maximumFontBytes else {
        throw invalid(place, "expected at most \(limits.maximumFontBytes) bytes in all fonts together, found more")
      }
      loaded[fullPath] = file
      entries.append(FontCollection.Entry(family: member.key, file: file))
      definitions.append(SceneFont(family: member.key, path: path))
    }
    if !entries.isEmpty { fonts = try fontCollection(entries, place) }
    return definitions
  }

  private func loadFont(at path: String, _ place: Place) throws(SceneError) -> FontFile {
    do {
      return try FontFile(path: path, root: files.root)
    } catch {
      throw invalid(place, error.description)
    }
  }

  /// Fails at the first file that is no font.
  private func fontCollection(
    _ entries: [FontCollection.Entry], _ place: Place
  ) throws(SceneError) -> FontCollection {
    do {
      return try FontCollection(entries)
    } catch {
      let place = entries.first { $0.file.name == error.path }?.family.map(place.key) ?? place
      throw invalid(place, error.description)
    }
  }

  // MARK: Layers

  /// A layer that finds the scene's fonts, and is crisp on the scene's canvas unless the file says
  /// otherwise.
  func textLayer() -> CATextLayer {
    let layer = CATextLayer()
    layer.fonts = fonts
    layer.isMadeByScene = true
    layer.contentsScale = textScale
    return layer
  }

  /// Reads a key of a layer of text that is in no table.
  ///
  /// - Returns: whether it is one.
  func readText(_ member: JSONValue.Member, of layer: CALayer, in place: Place) throws(SceneError) -> Bool {
    guard let layer = layer as? CATextLayer, SceneKeys.text.contains(member.key) else { return false }
    let place = place.key(member.key)
    if member.key == "string" {
      layer.string = try text(member.value, place)?.object
    } else {
      let name = try string(member.value, place)
      guard !name.isEmpty else { throw expected("the name of a font", place, found: member.value) }
      layer.font = name as AnyObject
    }
    return true
  }

  /// Counts the pixels that a layer's text takes.
  mutating func countText(of layer: CALayer, _ place: Place) throws(SceneError) {
    guard let size = TextPixels(of: layer) else { return }
    try checkText(size, place)
    // A caller that sets a larger scale accepts the pixels.
    let enlargement = max(1, textScale / ownScale)
    barePixels += Int(size.count / (enlargement * enlargement))
    guard barePixels <= limits.maximumBarePixels else { throw tooMuchText(place) }
  }

  /// Checks the pixels of one layer's text.
  func checkText(_ size: TextPixels, _ place: Place) throws(SceneError) {
    let (width, height) = (size.width, size.height)
    let most = limits.image
    guard width <= Double(most.maximumSide), height <= Double(most.maximumSide),
      width * height <= Double(most.maximumPixels)
    else {
      throw invalid(
        place,
        "expected text of at most \(most.maximumSide) px per side and \(most.maximumPixels) px, found "
          + "\(JSONValue.number(width).flatText) x \(JSONValue.number(height).flatText) px")
    }
  }

  func tooMuchText(_ place: Place) -> SceneError {
    invalid(place, "expected at most \(limits.maximumBarePixels) px of text and small image files together, found more")
  }
}

/// The pixels of a layer's text, whole numbers; nil for a layer without.
struct TextPixels {
  let width: Double
  let height: Double

  var count: Double { width * height }

  /// - Parameter animated: whose animations may show text; the layer's own if nil.
  init?(of layer: CALayer, animated: CALayer? = nil) {
    guard let layer = layer as? CATextLayer,
      Self.hasText(layer) || Self.changesString(layer) || animated.map(Self.changesString) ?? false
    else { return nil }
    let scale = layer.contentsScale > 0 ? layer.contentsScale : 1
    (width, height) = ((layer.bounds.width * scale).rounded(.up), (layer.bounds.height * scale).rounded(.up))
    guard width > 0, height > 0 else { return nil }
  }

  private static func hasText(_ layer: CATextLayer) -> Bool {
    if let text = layer.string as? NSAttributedString { return text.length > 0 }
    return (layer.string as? String)?.isEmpty == false
  }

  private static func changesString(_ layer: CALayer) -> Bool {
    (layer.animationKeys() ?? []).contains { layer.animation(forKey: $0).map(changesString) ?? false }
  }

  private static func changesString(_ animation: CAAnimation) -> Bool {
    if let group = animation as? CAAnimationGroup { return group.animations?.contains(where: changesString) ?? false }
    return (animation as? CAPropertyAnimation)?.keyPath == "string"
  }
}

extension FontError {
  /// The file that is wrong; nil when it is none.
  fileprivate var path: String? {
    switch self {
    case .unreadable(let path, _, _), .tooLarge(let path, _), .damaged(let path, _): path
    case .unavailable: nil
    }
  }
}
