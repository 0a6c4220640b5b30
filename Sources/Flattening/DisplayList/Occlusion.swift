import MultiplaneGraphics

/// Which primitives of a list later opaque ones hide whole, so that no back end has to draw them,
/// nor the passes that only they show.
///
/// Occluders are opaque boxes and images on planes along the device's axes, less their anti-aliased
/// edges. A few of the largest count; what is hidden in part is the back ends' own business.
struct Occlusion {
  /// By primitive; empty where nothing is hidden.
  private(set) var isHidden: [Bool] = []
  private var own: [Int] = []
  private var occluders: [PixelBox] = []

  /// More hide little that these do not, and each costs every primitive a comparison.
  private static let mostOccluders = 4

  mutating func find(in list: DisplayList) {
    isHidden.removeAll(keepingCapacity: true)
    for pass in list.passes.indices { find(in: pass, of: list) }
  }

  private mutating func find(in pass: Int, of list: DisplayList) {
    own.removeAll(keepingCapacity: true)
    occluders.removeAll(keepingCapacity: true)
    list.forEachPrimitive(of: pass) { own.append($0) }
    for index in own.reversed() {
      let primitive = list.primitives[index]
      if occluders.contains(where: { $0.contains(primitive.box) }) {
        if isHidden.isEmpty { isHidden = [Bool](repeating: false, count: list.primitives.count) }
        isHidden[index] = true
        continue
      }
      // The pixels that it reads may be hidden by later primitives and still be visible through it.
      if primitive.kind == .backdrop { occluders.removeAll(keepingCapacity: true) }
      add(list.interior(ofOpaque: primitive))
    }
  }

  private mutating func add(_ box: PixelBox) {
    guard !box.isEmpty else { return }
    if occluders.count < Self.mostOccluders { return occluders.append(box) }
    guard let least = occluders.indices.min(by: { occluders[$0].pixelCount < occluders[$1].pixelCount }),
      occluders[least].pixelCount < box.pixelCount
    else { return }
    occluders[least] = box
  }
}

extension DisplayList {
  /// The device pixels that an opaque primitive certainly replaces; empty for all others, and where
  /// that is not known.
  fileprivate func interior(ofOpaque primitive: Primitive) -> PixelBox {
    guard primitive.opacity >= 1, primitive.blend == .normal else { return .empty }
    let payload = Int(primitive.payload)
    let shape: BoxShape
    switch primitive.kind {
    case .box:
      let color = boxes[payload].color
      guard color.alpha == 1, (color.red + color.green + color.blue).isFinite else { return .empty }
      shape = boxes[payload].shape
    case .image:
      guard images[payload].image.isOpaque, !images[payload].image.hasHalfFloats, images[payload].tint == .white
      else { return .empty }
      shape = images[payload].shape
    default: return .empty
    }
    var interior = shape.interior(on: planes[Int(primitive.plane)]).intersection(primitive.box)
    var clip = primitive.clip
    while clip >= 0, !interior.isEmpty {
      guard case .shape(let shape, let plane) = clips[Int(clip)].region else { return .empty }
      interior = interior.intersection(shape.interior(on: planes[Int(plane)]))
      clip = clips[Int(clip)].outer
    }
    return interior
  }
}
