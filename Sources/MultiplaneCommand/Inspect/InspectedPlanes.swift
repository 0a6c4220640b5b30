import MultiplaneCompositor
import MultiplaneGraphics
import MultiplaneRenderTree
import MultiplaneSceneFile

/// The layers of a render tree as planes in space, each with what it draws by itself.
struct InspectedPlanes {
  /// Planes that are shown at most: those that are drawn first.
  static let most = 500
  /// Pixels of a picture's longer side at most.
  private static let longestSide = 512

  private let painter: InspectionPainter
  private let scale: Double
  private var planes: [JSONValue] = []
  private var pictures: [JSONValue] = []
  /// The existing files by their text: instances of a layer share one.
  private var known: [String: Int] = [:]
  /// How many there are more.
  private var leftOut = 0

  /// The planes, and pictures that they name by number.
  static func json(of tree: RenderTree, with painter: InspectionPainter) throws -> [JSONValue.Member] {
    var all = InspectedPlanes(painter: painter, scale: tree.scale)
    if let root = tree.root {
      try LayerPlacement.forEach(in: root) { placement in
        try all.add(placement)
        return true
      }
    }
    return [
      .init(key: "planes", value: .array(all.planes)), .init(key: "pictures", value: .array(all.pictures)),
      .init(key: "planesLeftOut", value: .of(all.leftOut)),
    ]
  }

  private init(painter: InspectionPainter, scale: Double) {
    (self.painter, self.scale) = (painter, scale)
  }

  private mutating func add(_ placement: LayerPlacement) throws {
    guard planes.count < Self.most else {
      leftOut += 1
      return
    }
    let node = placement.node
    var (picture, frame): (Int?, CGRect?) = (nil, nil)
    if let drawn = try painter.picture(ofLayer: node, scale: scale, longestSide: Self.longestSide) {
      picture = try number(of: drawn.picture)
      frame = drawn.frame
    }
    planes.append(
      .members([
        "render": .of(placement.index), "layer": .of(Int(clamping: node.identifier.rawValue)),
        "mask": placement.isMask ? .boolean(true) : nil,
        "backdrop": node.backgroundFilters.isEmpty ? nil : .boolean(true), "bounds": .of(node.bounds),
        "matrix": .of(placement.toCanvas),
        "corners": .of(placement.corners.flatMap { [Double($0.x), Double($0.y)] }),
        "picture": picture.map { .of($0) }, "frame": frame.map { .of($0) },
      ]))
  }

  private mutating func number(of picture: InspectionPicture) throws -> Int {
    let json = try PictureData.json(of: picture)
    let text = json.flatText
    if let number = known[text] { return number }
    known[text] = pictures.count
    pictures.append(json)
    return pictures.count - 1
  }
}
