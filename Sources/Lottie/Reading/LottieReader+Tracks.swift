import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneSceneFile

// Properties: a value, or key frames.

/// The keys of a property.
private struct TrackKeys {
  let value, frames, start, time, hold, out, into: JSONDocument.Key

  static let property = TrackKeys(value: "k", frames: "k", start: "s", time: "t", hold: "h", out: "o", into: "i")
  /// Those of a rule of a theme. (Source: dotLottie 2.0, "Theming".)
  static let rule = TrackKeys(
    value: "value", frames: "keyframes", start: "value", time: "frame", hold: "hold", out: "outTangent",
    into: "inTangent")
}

extension LottieNode {
  /// A property of numbers.
  func numberTrack() throws(SceneError) -> Track<Double> {
    let track = try track { (node) throws(SceneError) in try node.number() }
    guard let slot = slotName,
      case .number(let value)? = reading.value(
        ofParameter: slot, .number, default: .number(track.first))
    else { return track }
    return Track(value)
  }

  /// A property of points or scales.
  ///
  /// - Parameter missing: y and z if they are not in the file.
  func vectorTrack(missing: Double = 0) throws(SceneError) -> Track<Vector> {
    try track { (node) throws(SceneError) in try node.vector(missing: missing) }
  }

  func colorTrack() throws(SceneError) -> Track<Color> {
    if let replacedColor { return Track(replacedColor) }
    let track = try track { (node) throws(SceneError) in try node.color() }
    guard let slot = slotName,
      case .color(let value)? = reading.value(
        ofParameter: slot, .color, default: .color(track.first.cgColor))
    else { return track }
    let color = value.straight
    return Track(Color(color.red, color.green, color.blue, color.alpha))
  }

  /// The name of the slot that has the property's value; nil for none.
  var slotName: String? {
    self["sid"]?.text
  }

  /// The value of the part's slot, or else the part itself. Rules of themes are of properties only.
  var inSlot: LottieNode {
    guard let value = slotName.flatMap({ reading.slot($0) }), !value.isRule else { return self }
    return value
  }

  func numbersTrack() throws(SceneError) -> Track<Numbers> {
    try track { (node) throws(SceneError) in Numbers(values: try node.numbers()) }
  }

  func outlineTrack() throws(SceneError) -> Track<Outline> {
    try track { (node) throws(SceneError) in
      // A path among key frames is in a list of one.
      try (node.firstElement ?? node).outline()
    }
  }

  /// - Parameter read: reads a value.
  private func track<Value>(
    _ read: (LottieNode) throws(SceneError) -> Value
  ) throws(SceneError) -> Track<Value> {
    try (slotName.flatMap { reading.slot($0) } ?? self).ownTrack(read)
  }

  /// - Parameter read: reads a value.
  private func ownTrack<Value>(
    _ read: (LottieNode) throws(SceneError) -> Value
  ) throws(SceneError) -> Track<Value> {
    // A bare value instead of a property.
    guard isObject else { return Track(try read(self)) }
    if let expression = self["x"], expression.text?.isEmpty == false {
      expression.warn("expressions are not supported; the stored value is shown")
    }
    let names = isRule ? TrackKeys.rule : .property
    let list: LottieNode
    if isRule, let frames = self[names.frames] {
      list = frames
    } else {
      let value = try required(names.value, "a value or key frames")
      guard !isRule, let first = value.firstElement, first["t"] != nil else { return Track(try read(value)) }
      list = value
    }
    let nodes = try list.elements("key frames")
    try reading.addKeys(nodes.count, list.place)
    var keys: [Track<Value>.Key] = []
    keys.reserveCapacity(nodes.count)
    // Early exporters write the end of each segment instead of a last key's value.
    var lastEnd: LottieNode?
    for node in nodes {
      guard let source = node[names.start] ?? lastEnd else {
        throw reading.invalid(
          node.place.key("\(names.start)"), "expected the value of the key frame, found nothing")
      }
      var key = Track<Value>.Key(
        time: try node.required(names.time, "the frame of the key").number(), value: try read(source))
      key.isHold = try node[names.hold]?.flag() ?? false
      if let out = node[names.out], let into = node[names.into] {
        let (first, second) = (try out.ease(), try into.ease())
        key.curve = TimingCurve(min(max(first.x, 0), 1), first.y, min(max(second.x, 0), 1), second.y)
      }
      if let out = node["to"], let into = node["ti"] {
        key.tangents = Tangents(out: try out.vector(), into: try into.vector())
      }
      lastEnd = node["e"]
      keys.append(key)
    }
    if !zip(keys, keys.dropFirst()).allSatisfy({ $0.time <= $1.time }) {
      let order = keys.indices.sorted { (keys[$0].time, $0) < (keys[$1].time, $1) }
      keys = order.map { keys[$0] }
    }
    guard let track = Track(keys: keys) else { throw list.invalid("at least one key frame") }
    return track
  }

  /// A control point of a pace. Of separate ones for each dimension, the first counts.
  private func ease() throws(SceneError) -> (x: Double, y: Double) {
    (
      try required("x", "the time of the control point").number(),
      try required("y", "the value of the control point").number()
    )
  }

  /// A path: vertices, and tangents relative to them.
  private func outline() throws(SceneError) -> Outline {
    let points = try required("v", "a list of vertices").elements("vertices")
    let tangents = try (required("i", "a list of tangents"), required("o", "a list of tangents"))
    let (ins, outs) = (try tangents.0.elements("tangents"), try tangents.1.elements("tangents"))
    let counts = (points.count, ins.count, outs.count)
    guard counts.1 == counts.0, counts.2 == counts.0 else {
      throw reading.invalid(
        place,
        "expected as many tangents as vertices, found \(counts.0) vertices, \(counts.1) and \(counts.2) tangents")
    }
    var vertices: [Outline.Vertex] = []
    vertices.reserveCapacity(counts.0)
    var (nextIn, nextOut) = (ins.makeIterator(), outs.makeIterator())
    for point in points {
      let point = try point.point()
      let (into, out) = (try nextIn.next()?.point() ?? .zero, try nextOut.next()?.point() ?? .zero)
      vertices.append(
        Outline.Vertex(
          point: point, into: CGPoint(x: point.x + into.x, y: point.y + into.y),
          out: CGPoint(x: point.x + out.x, y: point.y + out.y)))
    }
    return Outline(vertices: vertices, isClosed: try self["c"]?.flag() ?? false)
  }
}

extension LottieNode {
  /// A property that may be missing.
  func numberTrack(_ key: JSONDocument.Key, default value: Double) throws(SceneError) -> Track<Double> {
    guard let node = self[key] else { return Track(value) }
    return try node.numberTrack()
  }

  /// A property that may be missing.
  func vectorTrack(_ key: JSONDocument.Key, default value: Double) throws(SceneError) -> Track<Vector> {
    guard let node = self[key] else { return Track(Vector(repeating: value)) }
    return try node.vectorTrack(missing: value)
  }

  /// The transform of a layer, a group or a repeater.
  func transform() throws(SceneError) -> TransformModel {
    var transform = TransformModel()
    transform.anchor = try vectorTrack("a", default: 0)
    if let position = self["p"] {
      if let x = position["x"], let y = position["y"], x.isObject, try position["s"]?.flag() ?? true {
        transform.separate = (try x.numberTrack(), try y.numberTrack())
      } else {
        transform.position = try position.vectorTrack()
      }
    }
    transform.scale = try vectorTrack("s", default: 100)
    transform.rotation = try numberTrack(self["rz"] == nil ? "r" : "rz", default: 0)
    transform.rotationX = try numberTrack("rx", default: 0)
    transform.rotationY = try numberTrack("ry", default: 0)
    transform.opacity = try numberTrack("o", default: 100)
    transform.skew = try numberTrack("sk", default: 0)
    transform.skewAxis = try numberTrack("sa", default: 0)
    transform.orientation = try vectorTrack("or", default: 0)
    if let orientation = self["or"], !transform.isFlat, !transform.orientation.allSatisfy({ $0.x == 0 && $0.y == 0 }) {
      orientation.warn("orientation and rotation both about x or y are not supported; the layer is flat between them")
    }
    return transform
  }
}
