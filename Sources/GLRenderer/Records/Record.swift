import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// One quad as the shaders read it (record.vert): 64 bytes for a primitive, or for a filter's box.
struct Record {
  /// Device pixels from the record's origin, two signed words each.
  var low, high: UInt32
  /// What moves the box to where it lies in its target; two signed words.
  var offset: UInt32
  var kind: RecordKind
  /// Where a pixel lies along x and along y (region.glsl).
  var x = SIMD4<Float>.zero
  var y = SIMD4<Float>.zero
  /// Premultiplied, times the opacity; a word each.
  var redGreen: UInt32 = 0
  var blueAlpha: UInt32 = 0
  /// Texels of the data table; −1 for no clip.
  var data: Int32 = 0
  var clip: Int32 = -1

  /// - Parameters:
  ///   - offset: from device pixels to those of the target.
  ///   - origin: the device pixel that its words, and its clips, count from: canvases may be larger
  ///     than words are.
  init(
    box: PixelBox, movedBy offset: (x: Int32, y: Int32), from origin: (x: Int32, y: Int32) = (0, 0), _ kind: RecordKind
  ) {
    low = Self.pair(box.minX - origin.x, box.minY - origin.y)
    high = Self.pair(box.maxX - origin.x, box.maxY - origin.y)
    self.offset = Self.pair(offset.x + origin.x, offset.y + origin.y)
    self.kind = kind
  }

  /// Of its box.
  var pixelCount: Int {
    func side(_ shift: UInt32) -> Int {
      Int(Int16(truncatingIfNeeded: high >> shift)) - Int(Int16(truncatingIfNeeded: low >> shift))
    }
    return side(0) * side(16)
  }

  private static func pair(_ x: Int32, _ y: Int32) -> UInt32 {
    UInt32(truncatingIfNeeded: x) & 0xffff | UInt32(truncatingIfNeeded: y) << 16
  }

  /// - Returns: false when a component is not within 0…1, and has to stand in the data.
  mutating func setColor(_ color: SIMD4<Float>) -> Bool {
    guard all(color .>= 0), all(color .<= 1) else { return false }
    // One by one: vectors convert by a generic loop.
    func word(_ component: Float) -> UInt32 { UInt32(component * 65535 + 0.5) }
    redGreen = word(color.x) | word(color.y) << 16
    blueAlpha = word(color.z) | word(color.w) << 16
    return true
  }

  static let layout = VertexLayout(
    stride: 64,
    attributes: [
      VertexLayout.Attribute("a_place", components: 4, kind: .uint, offset: 0),
      VertexLayout.Attribute("a_x", components: 4, offset: 16),
      VertexLayout.Attribute("a_y", components: 4, offset: 32),
      VertexLayout.Attribute("a_paint", components: 4, kind: .uint, offset: 48),
    ])
}

/// What a record paints, and which of its parts there are. Shaders get the same numbers
/// (`ShaderNumbers`).
struct RecordKind: OptionSet {
  let rawValue: UInt32

  /// What a record paints: the number in the lowest four bits.
  enum Paint: String, NumberedCases {
    case box, border, gradient, image, path, shadow, picture, blend, backdrop
  }

  /// A bit each, from `flagBits` on.
  enum Flag: String, NumberedCases {
    case isProjective, isRounded, isContinuous, hasInner, isInnerRounded, isParted, isShadow, isMasked, isCut
    /// The colour is the first texel of the data.
    case isWide

    /// Where the flags begin.
    static let firstBit = 12
  }

  /// Where the bits of edges that are not anti-aliased begin.
  static let hardBits = 4
  /// Where the bits of edges that do not end the shape begin.
  static let openBits = 8
  /// Where the numbers of textures begin, two bits each.
  static let slotBits = Flag.firstBit + Flag.allCases.count

  static let box = RecordKind(.box)
  static let border = RecordKind(.border)
  static let gradient = RecordKind(.gradient)
  static let image = RecordKind(.image)
  static let path = RecordKind(.path)
  static let shadow = RecordKind(.shadow)
  static let picture = RecordKind(.picture)
  static let blend = RecordKind(.blend)
  static let backdrop = RecordKind(.backdrop)

  static let isProjective = RecordKind(.isProjective)
  static let isRounded = RecordKind(.isRounded)
  static let isContinuous = RecordKind(.isContinuous)
  static let hasInner = RecordKind(.hasInner)
  static let isInnerRounded = RecordKind(.isInnerRounded)
  static let isParted = RecordKind(.isParted)
  static let isShadow = RecordKind(.isShadow)
  static let isMasked = RecordKind(.isMasked)
  static let isCut = RecordKind(.isCut)
  static let isWide = RecordKind(.isWide)

  init(rawValue: UInt32) { self.rawValue = rawValue }
  private init(_ paint: Paint) { rawValue = UInt32(paint.number) }
  private init(_ flag: Flag) { rawValue = 1 << UInt32(Flag.firstBit + flag.number) }

  var paint: Paint { Self.paints[Int(rawValue & Self.paintBits)] }
  static let paintBits: UInt32 = 15
  private static let paints = Paint.allCases

  /// Edges that are not anti-aliased, and edges that do not end the shape.
  static func edges(hard: UInt32, open: UInt32) -> RecordKind {
    RecordKind(rawValue: hard << hardBits | open << openBits)
  }

  /// Which texture of the batch something is read from: 0 the image or picture, 1 the mask, 2 what
  /// is beneath.
  static func slot(_ slot: Int, ofTexture number: Int) -> RecordKind {
    RecordKind(rawValue: UInt32(slot) << UInt32(slotBits + 2 * number))
  }
}
