import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree

/// Writes primitives as records: one way for each kind.
///
/// What a record has beyond its 64 bytes stands in the data table: `data` grows by what each needs.
struct RecordWriter {
  var data: [SIMD4<Float>] = []
  /// Where the data of an image stand that is shown as a whole, by the image's number in the frame;
  /// −1 for nowhere. Very many sprites of one image share them.
  private var shared: [Int32] = []
  /// By kind, the data of the last record: those of layers of one style are alike.
  private var lastData = [Range<Int>](repeating: 0..<0, count: RecordKind.Paint.allCases.count)

  /// Empties the list.
  mutating func removeAll() {
    data.removeAll(keepingCapacity: true)
    shared.removeAll(keepingCapacity: true)
    for kind in lastData.indices { lastData[kind] = 0..<0 }
  }

  /// Where a primitive's pixels go.
  struct Place {
    /// Device pixels that are painted.
    var box: PixelBox
    /// From device pixels to those of the target.
    var offset: (x: Int32, y: Int32)
    /// Whether colours are cut to 0…1: on the canvas.
    var isCut = false
    /// The device pixel that clips count from; nil where there are none.
    var origin: (x: Int32, y: Int32)?

    func record(_ kind: RecordKind) -> Record {
      Record(
        box: box, movedBy: offset, from: origin ?? (box.minX, box.minY), isCut ? kind.union(.isCut) : kind)
    }

    @inline(__always)
    func rows(_ plane: Plane) -> PlaneRows { PlaneRows(plane, from: Double(box.minX), Double(box.minY)) }
  }

  /// A picture in a texture, and where its first pixel lies on the device.
  struct PictureUse {
    var region: PictureRegion
    var slot: Int

    /// From a box to the picture.
    func offset(from box: PixelBox) -> SIMD2<Float> {
      SIMD2(Float(box.minX - region.box.minX), Float(box.minY - region.box.minY))
    }
  }

  private mutating func setColor(_ color: SIMD4<Float>, of record: inout Record) {
    record.data = Int32(data.count)
    guard !record.setColor(color) else { return }
    record.kind.insert(.isWide)
    data.append(color)
  }

  private mutating func setShape(_ shape: BoxShape, on rows: PlaneRows, of record: inout Record) -> Bool {
    guard let numbers = ShapeNumbers(shape, on: rows, data: &data) else { return false }
    (record.x, record.y) = (numbers.x, numbers.y)
    record.kind.formUnion(numbers.bits)
    return true
  }

  /// A rectangle of one colour; nil for one that shows nothing.
  mutating func box(_ box: Box, on rows: PlaneRows, opacity: Float, in place: Place) -> Record? {
    var record = place.record(.box)
    guard box.color.isFinite else { return nil }
    setColor(SIMD4(box.color) * opacity, of: &record)
    return setShape(box.shape, on: rows, of: &record) ? sharingData(record) : nil
  }

  mutating func border(_ border: BorderBox, on rows: PlaneRows, opacity: Float, in place: Place) -> Record? {
    var record = place.record(.border)
    guard border.color.isFinite else { return nil }
    setColor(SIMD4(border.color) * opacity, of: &record)
    guard setShape(border.outer, on: rows, of: &record) else { return nil }
    guard let inner = border.inner else { return sharingData(record) }
    let outer = border.outer
    record.kind.insert(.hasInner)
    data.append(
      SIMD4(
        Float(inner.minX - outer.minX), Float(outer.maxX - inner.maxX), Float(inner.minY - outer.minY),
        Float(outer.maxY - inner.maxY)))
    guard !inner.radii.isSquare else { return sharingData(record) }
    record.kind.insert(.isInnerRounded)
    data.append(SIMD4(inner.radii))
    data.append(SIMD4(Float(inner.radii.smoothing), 0, 0, 0))
    if inner.radii.smoothing > 0, !record.kind.contains(.isRounded) { record.kind.insert(.isContinuous) }
    return sharingData(record)
  }

  mutating func gradient(_ box: GradientBox, on rows: PlaneRows, opacity: Float, in place: Place) -> Record? {
    var record = place.record(.gradient)
    setColor(SIMD4(repeating: opacity), of: &record)
    guard setShape(box.shape, on: rows, of: &record) else { return nil }
    data.append(SIMD4(box.x.x * rows.x + box.x.y * rows.y + box.x.z * rows.w, Double(box.type.number)))
    data.append(SIMD4(box.y.x * rows.x + box.y.y * rows.y + box.y.z * rows.w, Double(box.stops.count)))
    for stop in box.stops {
      let color = stop.color
      data.append(SIMD4(Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha)))
      data.append(SIMD4(Float(stop.location), 0, 0, 0))
    }
    return record
  }

  // MARK: Images

  /// - Parameter image: where the list has it: a copy would count references.
  mutating func image(
    _ image: UnsafePointer<ImageBox>, _ allocation: ImageAllocation, slot: Int, on rows: PlaneRows,
    opacity: Float, in place: Place
  ) -> Record? {
    var record = place.record(.image)
    record.kind.insert(.slot(slot, ofTexture: 0))
    // Alpha is in all of an image's components already (§17).
    let tint = image.pointee.tint
    let alpha = Float(tint.alpha) * opacity
    setColor(
      SIMD4(Float(tint.red) * alpha, Float(tint.green) * alpha, Float(tint.blue) * alpha, alpha), of: &record)
    let isParted = !image.pointee.columns.isOnePart || !image.pointee.rows.isOnePart
    let (column, row, shape) = (image.pointee.columns.first, image.pointee.rows.first, image.pointee.shape)
    // In source pixels, where there is one linear part with an extent; else in points.
    let inPoints = isParted || column.slope == 0 || row.slope == 0
    let scale = inPoints ? SIMD2(1, 1) : SIMD2(abs(column.slope), abs(row.slope))
    guard let numbers = ShapeNumbers(shape, on: rows, scale: scale, data: &data) else { return nil }
    (record.x, record.y) = (numbers.x, numbers.y)
    record.kind.formUnion(numbers.bits)
    let start = data.count
    data.append(allocation.area)
    data.append(
      SIMD4(
        Float(allocation.firstLevel + allocation.levelCount), Float(min(max(image.pointee.minificationBias, -64), 64)),
        Self.filters(image.pointee.minification, image.pointee.magnification, allocation.isBeneath ? .isBeneath : nil),
        Float(allocation.firstLevel)))
    guard inPoints else {
      data.append(SIMD4(Float(column.low), Float(column.high), Float(row.low), Float(row.high)))
      data.append(
        SIMD4(
          Float(column.source + (shape.minX - column.start) * column.slope),
          Float(row.source + (shape.minY - row.start) * row.slope), column.slope < 0 ? -1 : 1,
          row.slope < 0 ? -1 : 1))
      if Int(record.data) == start, allocation.number >= 0 { share(&record, from: start, allocation.number) }
      return record
    }
    record.kind.insert(.isParted)
    append(image.pointee.columns, from: shape.minX)
    append(image.pointee.rows, from: shape.minY)
    return record
  }

  /// The filters of an image, two bits each, and a flag.
  private static func filters(
    _ minification: SamplingFilter, _ magnification: SamplingFilter, _ flag: ImageFlag?
  ) -> Float {
    Float(minification.number | min(magnification.number, 1) << 2 | (flag?.bit ?? 0))
  }

  /// The record with the data of the last one of its kind, where it has written the same: layers of
  /// one style differ in their places and colours alone.
  private mutating func sharingData(_ record: Record) -> Record {
    let own = Int(record.data)..<data.count
    let kind = Int(record.kind.rawValue & RecordKind.paintBits)
    let last = lastData[kind]
    guard !own.isEmpty, last.count == own.count, data[last].elementsEqual(data[own]) else {
      lastData[kind] = own
      return record
    }
    data.removeLast(own.count)
    var record = record
    record.data = Int32(last.lowerBound)
    return record
  }

  /// Takes back what a record has written since `start` where the last record of the same image has
  /// written the same.
  private mutating func share(_ record: inout Record, from start: Int, _ image: Int) {
    while shared.count <= image { shared.append(-1) }
    let (known, count) = (Int(shared[image]), data.count - start)
    if known >= 0, known + count <= start, (0..<count).allSatisfy({ data[known + $0] == data[start + $0] }) {
      record.data = Int32(known)
      data.removeLast(count)
    } else {
      shared[image] = record.data
    }
  }

  /// The parts of one axis: where each begins, the source pixel there, the rate, and where it lies;
  /// what may be sampled.
  private mutating func append(_ axis: StretchAxis, from start: Double) {
    for (index, part) in [axis.first, axis.second ?? axis.first, axis.third ?? axis.first].enumerated() {
      let isThere = index == 0 || (index == 1 ? axis.second : axis.third) != nil
      data.append(
        SIMD4(
          isThere ? Float(part.start - start - StretchAxis.seamStep) : .greatestFiniteMagnitude, Float(part.source),
          Float(part.slope), Float(part.start - start)))
      data.append(SIMD4(Float(part.low), Float(part.high), 0, 0))
    }
  }

  /// A raster's picture on its plane.
  mutating func raster(
    _ use: RasterUse, _ picture: PictureRegion, slot: Int, on rows: PlaneRows, opacity: Float, in place: Place
  ) -> Record? {
    var record = place.record(.image)
    record.kind.insert(.slot(slot, ofTexture: 0))
    setColor(SIMD4(repeating: opacity), of: &record)
    // The plane's origin is the raster's first pixel; it has no edge.
    let scale = SIMD2(abs(use.scaleX), abs(use.scaleY))
    let shape = BoxShape(
      minX: use.offset.x, minY: use.offset.y, maxX: use.offset.x + 1, maxY: use.offset.y + 1, radii: .square,
      hardEdges: [], openEdges: [.minX, .maxX, .minY, .maxY])
    guard let numbers = ShapeNumbers(shape, on: rows, scale: scale, data: &data) else { return nil }
    (record.x, record.y) = (numbers.x, numbers.y)
    record.kind.formUnion(numbers.bits)
    data.append(picture.area)
    data.append(SIMD4(1, 0, Self.filters(use.minification, use.magnification, .isRaster), 0))
    data.append(SIMD4(-1e6, 1e6, -1e6, 1e6))
    data.append(
      SIMD4(
        -Float(picture.box.minX), -Float(picture.box.minY), use.scaleX < 0 ? -1 : 1, use.scaleY < 0 ? -1 : 1))
    return record
  }

  // MARK: Paths

  /// - Parameter texel: where the coverage of the box's first pixel lies.
  mutating func path(
    _ color: PremultipliedColor, texel: (x: Int32, y: Int32), opacity: Float, in place: Place
  ) -> Record? {
    var record = place.record(.path)
    guard color.isFinite else { return nil }
    setColor(SIMD4(color) * opacity, of: &record)
    record.x = SIMD4(Float(texel.x), Float(texel.y), 0, 0)
    return record
  }

  /// - Parameter tables: where the numbers of each corner lie, the edges' in the first two rows of
  ///   each.
  mutating func shadow(
    _ shadow: BoxShadow, _ tables: ShadowTables, opacity: Float, in place: Place
  ) -> Record? {
    var record = place.record(.shadow)
    guard shadow.color.isFinite else { return nil }
    setColor(SIMD4(shadow.color) * opacity, of: &record)
    let (x, y) = (Double(place.box.minX), Double(place.box.minY))
    record.x = SIMD4(
      Float(shadow.minX - x), Float(shadow.maxX - x), Float(shadow.minY - y), Float(shadow.maxY - y))
    record.y = SIMD4(
      Float(shadow.kernel.reachAcross), Float(shadow.kernel.reachDown), Float(tables[0].x), Float(tables[0].y))
    for pair in [0, 2] {
      let (left, right) = (tables[pair], tables[pair + 1])
      data.append(SIMD4(Float(left.x), Float(left.y), Float(right.x), Float(right.y)))
    }
    data.append(SIMD4(Float(tables[0].side), Float(tables[1].side), Float(tables[2].side), Float(tables[3].side)))
    return sharingData(record)
  }

  // MARK: Pictures

  /// A picture on its own pixels.
  mutating func picture(
    _ picture: PictureUse, mask: PictureUse?, shadow: PremultipliedColor?, opacity: Float, in place: Place
  ) -> Record {
    var record = place.record(.picture)
    setColor(shadow.map { SIMD4($0) * opacity } ?? SIMD4(repeating: opacity), of: &record)
    if shadow != nil { record.kind.insert(.isShadow) }
    append(picture, mask, to: &record, place.box)
    return record
  }

  /// A picture that meets what is beneath by a mode.
  mutating func blend(
    _ picture: PictureUse, mask: PictureUse?, beneath: PictureUse, mode: BlendMode, opacity: Float, in place: Place
  ) -> Record {
    var record = place.record(.blend)
    record.data = Int32(data.count)
    append(picture, mask, to: &record, place.box)
    append(beneath, amount: opacity, mode: mode, to: &record, place.box)
    return record
  }

  /// What is beneath, through filters, in a shape.
  mutating func backdrop(
    _ picture: PictureUse, mask: PictureUse?, beneath: PictureUse, shape: BoxShape, on rows: PlaneRows, opacity: Float,
    in place: Place
  ) -> Record? {
    var record = place.record(.backdrop)
    record.data = Int32(data.count)
    guard setShape(shape, on: rows, of: &record) else { return nil }
    append(picture, mask, to: &record, place.box)
    append(beneath, amount: opacity, mode: .normal, to: &record, place.box)
    return record
  }

  private mutating func append(
    _ picture: PictureUse, _ mask: PictureUse?, to record: inout Record, _ box: PixelBox
  ) {
    let (offset, maskOffset) = (picture.offset(from: box), mask?.offset(from: box) ?? .zero)
    data.append(SIMD4(lowHalf: offset, highHalf: maskOffset))
    data.append(picture.region.area)
    record.kind.insert(.slot(picture.slot, ofTexture: 0))
    guard let mask else { return }
    data.append(mask.region.area)
    record.kind.formUnion([.isMasked, .slot(mask.slot, ofTexture: 1)])
  }

  private mutating func append(
    _ beneath: PictureUse, amount: Float, mode: BlendMode, to record: inout Record, _ box: PixelBox
  ) {
    data.append(SIMD4(lowHalf: beneath.offset(from: box), highHalf: SIMD2(Float(mode.number), amount)))
    data.append(beneath.region.area)
    record.kind.insert(.slot(beneath.slot, ofTexture: 2))
  }
}

extension RecordWriter {
  /// Pixels of a picture over a box, each as near as there is one among those `from`.
  mutating func stretched(_ picture: PictureRegion, from: PixelBox, slot: Int, in place: Place) -> Record {
    var record = place.record(.image)
    record.kind.insert(.slot(slot, ofTexture: 0))
    record.kind.insert(.edges(hard: 0, open: 15))
    setColor(SIMD4(repeating: 1), of: &record)
    record.x = SIMD4(1, 0, Float(place.box.minX - picture.box.minX), 0)
    record.y = SIMD4(0, 1, Float(place.box.minY - picture.box.minY), 0)
    data.append(picture.area)
    // Nearest, and transparent beyond the picture.
    data.append(SIMD4(1, 0, Self.filters(.nearest, .nearest, .isRaster), 0))
    let (x, y) = (from.minX - picture.box.minX, from.minY - picture.box.minY)
    data.append(
      SIMD4(Float(x), Float(x + Int32(from.width)), Float(y), Float(y + Int32(from.height))))
    data.append(SIMD4(0, 0, 1, 1))
    return record
  }
}
