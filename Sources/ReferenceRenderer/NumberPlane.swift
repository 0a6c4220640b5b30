import Foundation

/// Numbers for each pixel of a box: four for a colour, one for a coverage or an alpha.
///
/// A class over `calloc`, which provides zeroed pages as they are touched, so that an unused row
/// costs nothing.
final class NumberPlane {
  /// Empty when there is no memory for it.
  let box: PixelBox
  /// The numbers per pixel.
  let channels: Int
  private let memory: UnsafeMutablePointer<Double>?
  private let meter = DrawingMeter.current
  /// The bytes that the meter counts.
  private var countedBytes = 0

  /// A plane of zeros.
  ///
  /// - Parameter isSparse: whether its memory counts only as it is touched (`admits(touched:)`),
  ///   rather than whole.
  init(_ box: PixelBox, channels: Int, isSparse: Bool = false) {
    let count = box.pixelCount * channels
    let bytes = isSparse ? 0 : count * MemoryLayout<Double>.stride
    let isAdmitted = meter?.admits(bytes: bytes) ?? true
    countedBytes = bytes
    memory =
      isAdmitted
      ? calloc(count, MemoryLayout<Double>.stride)?.bindMemory(to: Double.self, capacity: count) : nil
    if isAdmitted, memory == nil, count > 0 { meter?.lacks(bytes: count * MemoryLayout<Double>.stride) }
    self.box = memory == nil ? .empty : box
    self.channels = channels
  }

  deinit {
    meter?.release(bytes: countedBytes)
    free(memory)
  }

  /// Counts the memory of a part that is about to be touched; false when that is too much.
  func admits(touched part: PixelBox) -> Bool {
    guard let meter else { return true }
    let row = (box.maxX - box.minX) * channels * MemoryLayout<Double>.stride
    // Memory comes in pages.
    let touched = min(row, (part.maxX - part.minX) * channels * MemoryLayout<Double>.stride + 4096)
    let bytes = (part.maxY - part.minY) * touched
    guard bytes > countedBytes else { return true }
    defer { countedBytes = bytes }
    return meter.admits(bytes: bytes - countedBytes)
  }

  /// Counts work on the plane before it is done; false when it is too much for the picture.
  @inline(__always)
  func admits(steps: Int) -> Bool { meter?.admits(steps: steps) ?? true }

  /// All numbers, row after row, the top row first.
  var numbers: [Double] {
    withNumbers { Array($0) }
  }

  /// All numbers, row after row, the top row first, where they lie.
  func withNumbers<Result>(_ body: (UnsafeBufferPointer<Double>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: memory, count: box.pixelCount * channels))
  }

  /// The address of the numbers of a pixel in the box; those of the pixels to its right follow.
  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Double> {
    guard let memory else { preconditionFailure("an empty plane has no pixels") }
    return memory + ((y - box.minY) * (box.maxX - box.minX) + x - box.minX) * channels
  }

  /// The first number of the pixel whose centre is (x, y); 0 outside of the box.
  @inline(__always)
  func value(_ x: Double, _ y: Double) -> Double {
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    return box.contains(column, row) ? pixel(column, row)[0] : 0
  }

  /// Whether two rows of the box have the same numbers.
  func isRow(_ row: Int, sameAs other: Int) -> Bool {
    let bytes = (box.maxX - box.minX) * channels * MemoryLayout<Double>.stride
    return memcmp(pixel(box.minX, row), pixel(box.minX, other), bytes) == 0
  }

  func copyRow(_ row: Int, to other: Int) {
    pixel(box.minX, other).update(from: pixel(box.minX, row), count: (box.maxX - box.minX) * channels)
  }

  /// Adds `weight` times the pixels of a row of another plane: those that lie `dx` to the right of
  /// this row's, as far as they lie in `part` of the other plane.
  func addRow(_ row: Int, weight: Double, of other: NumberPlane, row otherRow: Int, dx: Int, within part: PixelBox) {
    let first = max(box.minX, part.minX - dx)
    let end = min(box.maxX, part.maxX - dx)
    guard first < end, weight != 0, admits(steps: (end - first) * channels) else { return }
    let target = pixel(first, row)
    let source = other.pixel(first + dx, otherRow)
    let count = (end - first) * channels
    var index = 0
    while index < count {
      target[index] += weight * source[index]
      index += 1
    }
  }
}
