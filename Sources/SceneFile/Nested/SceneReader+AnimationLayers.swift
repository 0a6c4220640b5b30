import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion

// The `animations` of a scene, which are files of other formats, and the layers that show them.

extension SceneReader {
  /// Reads the files. All are read, also those that no layer shows.
  mutating func loadAnimations(_ json: JSONValue, _ place: Place) throws(SceneError) {
    guard case .object(let members) = json else { throw expected("an object of {name: file}", place, found: json) }
    guard members.count <= limits.maximumAnimations else {
      throw invalid(place, "expected at most \(limits.maximumAnimations) animations, found \(members.count)")
    }
    var loaded: [String: ImportedScene] = [:]
    for member in members {
      let place = place.key(member.key)
      let path = try string(member.value, place)
      guard !path.isEmpty else { throw expected("the path of an animation", place, found: member.value) }
      let content: ImportedScene
      if let known = loaded[path] { content = known } else { content = try animation(at: path, place) }
      loaded[path] = content
      animations.append(SceneAnimation(name: member.key, path: path, content: content))
    }
  }

  private mutating func animation(at path: String, _ place: Place) throws(SceneError) -> ImportedScene {
    let bytes: [UInt8]
    do {
      var file = limits.image
      file.maximumFileBytes = limits.maximumFileBytes
      bytes = try readFile(path: files.path(of: path), limits: file, root: files.root)
    } catch {
      guard case .unreadable(let path, let found, let remedy) = error else {
        throw invalid(place, "expected an animation of at most \(limits.maximumFileBytes) bytes, found a longer file")
      }
      throw invalid(
        place, "\(OneLine.escaped(path)): expected a readable animation file, found \(found); \(remedy)")
    }
    // Decoded images are part of what the scene's own may take.
    let earned = bytes.count * limits.pixelsPerFileByte
    var limits = limits
    limits.maximumImagePixels = max(
      0, min(limits.maximumImagePixels - imagePixels, limits.maximumBarePixels - barePixels + earned))
    let content: ImportedScene
    do {
      content = try ImportedScene.read(bytes, name: path, files: files.beside(path), limits: limits)
    } catch {
      throw invalid(place, "\(error)")
    }
    imagePixels += content.imagePixels
    barePixels += max(0, content.imagePixels - earned)
    return content
  }

  // MARK: Layers

  /// A layer of the class `LottieLayer`.
  mutating func animationLayer(_ members: [JSONValue.Member], _ place: Place) throws(SceneError) -> CALayer {
    guard let member = members.first(where: { $0.key == "animation" }) else {
      throw invalid(place.key("animation"), "is missing; expected the name of one of the scene's \"animations\"")
    }
    let name = try string(member.value, place.key("animation"))
    guard let animation = animations.first(where: { $0.name == name }) else {
      let hint =
        animations.isEmpty
        ? "; the scene declares its animations: \"animations\": {\"logo\": \"logo.json\"}"
        : Suggestion.sentence(for: name, among: animations.map(\.name))
      throw invalid(
        place.key("animation"), "expected the name of an animation, found \(OneLine.quoted(name))" + hint)
    }
    let layer = animation.content.makeLayer()
    layer.sceneUse = AnimationUse(animation: name)
    let values = members.first { $0.key == "values" }
    try show(animation.content, values?.value ?? .object([]), in: layer, place)
    return layer
  }

  /// Reads a key of an animation layer that is in no table.
  ///
  /// - Returns: whether it is one.
  mutating func readAnimationMember(
    _ member: JSONValue.Member, of layer: CALayer, in place: Place
  ) throws(SceneError) -> Bool {
    guard let layer = layer as? any AnimationLayer else { return false }
    let layerPlace = place
    let place = place.key(member.key)
    switch member.key {
    case "animation":
      guard isChange else { break }
      throw invalid(place, "cannot change while the scene is shown; change the scene file and reload it")
    case "values":
      guard isChange, let animation = layer.importedScene else { break }
      try show(animation, member.value, in: layer, layerPlace)
      if let content = layer.content { try count(content, copies: 1, level: 1, place) }
    case "progress":
      if member.value != .null {
        layer.playback.progress = try fraction(member.value, place)
      } else if isChange, layer.playback.progress != nil {
        layer.resume(at: changeTime(in: layer))
      }
    case "marker":
      layer.playback.markers = try markers(member.value, of: layer, place)
      if isChange { layer.restart(at: changeTime(in: layer)) }
    case "loop": layer.playback.loop = try loop(member.value, place)
    case "contentsGravity":
      // The layout depends on it.
      layer.setNeedsLayout()
      return false
    default: return false
    }
    return true
  }

  private func fraction(_ json: JSONValue, _ place: Place) throws(SceneError) -> Double {
    let number = try number(json, place)
    guard (0...1).contains(number) else { throw expected("a number from 0 to 1", place, found: json) }
    return number
  }

  /// One marker, a list of two, or none.
  private func markers(
    _ json: JSONValue, of layer: any AnimationLayer, _ place: Place
  ) throws(SceneError) -> [String] {
    switch json {
    case .null: return []
    case .array(let items):
      guard items.count == 2 else { throw expected("a marker, or a list of two", place, found: json) }
      return try items.enumerated().map { index, item throws(SceneError) in
        try marker(item, of: layer, place.index(index))
      }
    default: return [try marker(json, of: layer, place)]
    }
  }

  private func marker(
    _ json: JSONValue, of layer: any AnimationLayer, _ place: Place
  ) throws(SceneError) -> String {
    let name = try string(json, place)
    let names = layer.importedScene?.timeline?.markers.map(\.name) ?? []
    guard names.contains(name) else {
      let hint = names.isEmpty ? "; the animation has no markers" : Suggestion.sentence(for: name, among: names)
      throw invalid(place, "expected a marker of the animation, found \(json.found)" + hint)
    }
    return name
  }

  private func loop(_ json: JSONValue, _ place: Place) throws(SceneError) -> AnimationPlayback.Loop {
    switch json {
    case .boolean(let isForever): return isForever ? .forever : .once
    case .number:
      let count = try number(json, place)
      guard count > 0 else { break }
      return .count(count)
    case .string("autoreverse"): return .autoreverse
    default: break
    }
    throw expected("true, false, \"autoreverse\" or a number of runs above 0", place, found: json)
  }

  // MARK: Values

  /// Shows an animation with the values of a layer.
  private mutating func show(
    _ animation: ImportedScene, _ json: JSONValue, in layer: any AnimationLayer, _ layerPlace: Place
  ) throws(SceneError) {
    let place = layerPlace.key("values")
    guard case .object(let members) = json else { throw expected("an object of {name: value}", place, found: json) }
    if let problem = animation.lookup.problem(withNames: members.lazy.map(\.key)) { throw invalid(place, problem) }
    var values: [String: ParameterValue] = [:]
    for member in members {
      values[member.key] = try value(member, of: animation, place.key(member.key))
    }
    // An animation with values reads its images again.
    if !values.isEmpty { imagePixels += animation.imagePixels }
    guard imagePixels <= limits.maximumImagePixels else {
      throw invalid(
        place, "expected at most \(limits.maximumImagePixels) px in all images together, found \(imagePixels)")
    }
    do {
      for warning in try layer.show(animation, values: values) where !importWarnings.contains(warning) {
        guard importWarnings.count < Scene.mostWarnings else { break }
        importWarnings.append(warning)
      }
    } catch {
      throw invalid(layerPlace, "\(error)")
    }
    layer.sceneUse?.values = members
  }

  private func value(
    _ member: JSONValue.Member, of animation: ImportedScene, _ place: Place
  ) throws(SceneError) -> ParameterValue {
    guard let parameter = animation.lookup.declaration(of: member.key) else {
      throw invalid(
        place, "is not a part of the animation that can be replaced" + animation.lookup.suggestion(for: member.key))
    }
    switch parameter.kind {
    // As long as the scene allows.
    case .text: return .string(try string(member.value, place))
    case .color:
      guard let color = try color(member.value, place) else {
        throw expected(ColorText.expectation, place, found: member.value)
      }
      return .color(color)
    case .image:
      guard case .image(let image) = try value(member.value, of: .image, place) else {
        throw expected("the name of an image", place, found: member.value)
      }
      return .image(image)
    default:
      let number = try number(member.value, place)
      guard parameter.allows(.number(number)) else {
        throw expected(parameter.expectation, place, found: member.value)
      }
      return .number(number)
    }
  }

  /// Counts the layers and key frames of an animation, as often as it is drawn.
  mutating func count(
    _ content: CALayer, copies: Int, level: Int, _ place: Place
  ) throws(SceneError) {
    var pending = [(layer: content, level: level)]
    while let (layer, level) = pending.popLast() {
      layerCount += copies
      keyframeCount += layer.keyframes(except: [])
      vertexCount += layer.pathElements
      guard layerCount <= limits.maximumLayers else {
        throw invalid(place, "expected at most \(limits.maximumLayers) layers in a scene, found more")
      }
      guard keyframeCount <= limits.maximumKeyframes else {
        throw invalid(place, "expected at most \(limits.maximumKeyframes) animations and key frames, found more")
      }
      guard vertexCount <= limits.maximumVertices else {
        throw invalid(place, "expected at most \(limits.maximumVertices) path elements in all animations, found more")
      }
      guard level <= limits.maximumLevels else {
        throw invalid(place, "expected at most \(limits.maximumLevels) levels of layers, found more")
      }
      try checkTime()
      for sublayer in layer.sublayers ?? [] { pending.append((sublayer, level + 1)) }
      if let mask = layer.mask { pending.append((mask, level + 1)) }
    }
  }

  /// The time of a change in a layer's time: now in a tree on a display, whose uppermost layer
  /// begins at a media time, else scene time 0.
  private func changeTime(in layer: CALayer) -> Double {
    var top: CALayer = layer
    while let superlayer = top.superlayer { top = superlayer }
    guard top.beginTime != 0 || top.speed == 0 else { return 0 }
    return layer.convertTime(CACurrentMediaTime(), from: nil)
  }
}

extension CALayer {
  /// The elements of its paths, in all key frames.
  fileprivate var pathElements: Int {
    let own = (self as? CAShapeLayer)?.path?.elements.count ?? 0
    return (animationKeys() ?? []).reduce(own) { sum, key in
      let values = (animation(forKey: key) as? CAKeyframeAnimation)?.values ?? []
      return sum + values.reduce(0) { $0 + (($1 as? CGPath)?.elements.count ?? 0) }
    }
  }
}

extension FilePlace {
  /// The place of the files beside a file of this place.
  ///
  /// - Parameter path: the path of the file here.
  func beside(_ path: String) -> FilePlace {
    let inner = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard let names else { return FilePlace(folder: folder(of: path), root: root) }
    let inside = names.compactMap { name, hash in
      name.hasPrefix(inner) ? (String(name.dropFirst(inner.count)), hash) : nil
    }
    return FilePlace(folder: folder, root: root, names: Dictionary(inside) { first, _ in first })
  }

  private func folder(of path: String) -> String {
    let full = self.path(of: path)
    return full.lastIndex(of: "/").map { String(full[...$0]) } ?? ""
  }
}
