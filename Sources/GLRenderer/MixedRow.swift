import Graphics

/// A row of pixels between those of an image, mixed in 16 bits a number: the colours are then off by less than a twentieth of a
/// 255th, all roundings together.
///
/// Two pixels at once are what compilers turn into instructions that all processors of a kind have. What they make of these
/// operations in one loop, or of weights that they know, is several times slower: so each step leaves its numbers in memory, and
/// finds its weights there.
struct MixedRow: ~Copyable {
  private typealias Pair = SIMD8<UInt16>

  /// The numbers of each step, 0…65,535, of four a pixel: of the upper and the lower row of the image, between columns; and between
  /// these rows. The alpha of the last is then one, and is in `alphas` for each of the four.
  private var above: UnsafeMutablePointer<UInt64>
  private var below: UnsafeMutablePointer<UInt64>
  private let mixed: UnsafeMutablePointer<UInt64>
  private let alphas: UnsafeMutablePointer<UInt64>
  private let memory: UnsafeMutablePointer<UInt64>
  /// Two pixels' weights of the left, the right, the upper and the lower pixels, and the factor.
  private let weights: UnsafeMutablePointer<UInt64>

  private static let left = 0
  private static let right = 2
  private static let upper = 4
  private static let lower = 6
  private static let factor = 8
  private static let everyNumber: UInt64 = 0x0001_0001_0001_0001

  /// What a pixel is multiplied by, of a share of 0…1: one is 65,280, a byte's 255, so that rounding leaves no carry.
  static func factor(_ share: Float) -> UInt16 { UInt16(Float.minimum(Float.maximum(share, 0), 1) * 65_280 + 0.5) }

  /// A half of a byte's last bit, and what the steps before cut off on average.
  private static let half: UInt16 = 128 + 4

  /// - Parameters:
  ///   - width: of the longest row, in pixels.
  ///   - share: how far right of the left pixels' middles and below the upper ones' the row's are, 0…1.
  init(width: Int, share: Vector2) {
    // An even number: pairs then lie where processors read them best.
    let length = (width + 5) & ~1
    memory = .allocate(capacity: 4 * length + 10)
    memory.initialize(repeating: 0, count: 4 * length + 10)
    (above, below, mixed) = (memory, memory + length, memory + 2 * length)
    (alphas, weights) = (memory + 3 * length, memory + 4 * length)
    let (right, lower) = (UInt16(share.x * 65_535), UInt16(share.y * 65_535))
    for (place, weight) in [(Self.left, ~right), (Self.right, right), (Self.upper, ~lower), (Self.lower, lower)] {
      setWeight(place, weight)
    }
  }

  deinit { memory.deallocate() }

  private func setWeight(_ place: Int, _ weight: UInt16) {
    weights[place] = UInt64(weight) * Self.everyNumber
    weights[place + 1] = weights[place]
  }

  /// Takes the next row of the image, below the last that was taken: so many pixels, one more and another that does not matter.
  mutating func take(_ row: UnsafePointer<UInt32>, count: Int) {
    swap(&above, &below)
    let below = below
    var x = 0
    while x < count {
      let (before, after) = (Self.widened(row + x), Self.widened(row + x + 1))
      Self.store(
        Self.high(before, Self.load(weights + Self.left)) &+ Self.high(after, Self.load(weights + Self.right)),
        at: below + x)
      x &+= 2
    }
  }

  /// Mixes so many pixels of the last two rows that were taken.
  func mix(_ count: Int) {
    var x = 0
    while x < count {
      let (upper, lower) = (Self.load(above + x), Self.load(below + x))
      Self.store(
        Self.high(upper, Self.load(weights + Self.upper)) &+ Self.high(lower, Self.load(weights + Self.lower)),
        at: mixed + x)
      x &+= 2
    }
    x = 0
    while x < count {
      let pair = Self.load(mixed + x)
      Self.store(Self.alphas(of: pair), at: alphas + x)
      Self.store(pair | Pair(0, 0, 0, .max, 0, 0, 0, .max), at: mixed + x)
      x &+= 2
    }
  }

  /// Writes pixels, premultiplied by their alpha and a factor; one more where their number is odd.
  func write(_ count: Int, times factor: UInt16, to pixels: UnsafeMutablePointer<UInt32>) {
    setWeight(Self.factor, factor)
    let half = Pair(repeating: Self.half)
    var x = 0
    while x < count {
      let factors = Self.high(Self.load(alphas + x), Self.load(weights + Self.factor))
      let numbers = (Self.high(Self.load(mixed + x), factors) &+ half) &>> 8
      UnsafeMutableRawPointer(pixels + x).storeBytes(
        of: SIMD8<UInt8>(truncatingIfNeeded: numbers), as: SIMD8<UInt8>.self)
      x &+= 2
    }
  }

  /// One pixel, in the same way.
  func pixel(_ index: Int, times factor: UInt16) -> UInt32 {
    let share = ((alphas[index] & 0xFFFF) * UInt64(factor)) >> 16
    func byte(_ number: UInt64) -> UInt32 {
      let product = ((mixed[index] >> (16 * number) & 0xFFFF) * share) >> 16
      return UInt32((product + UInt64(Self.half)) >> 8) << UInt32(8 * number)
    }
    return byte(0) | byte(1) | byte(2) | byte(3)
  }

  // MARK: Steps

  /// The upper halves of products.
  @inline(__always)
  private static func high(_ a: Pair, _ b: Pair) -> Pair {
    let products = SIMD8<UInt32>(truncatingIfNeeded: a) &* SIMD8<UInt32>(truncatingIfNeeded: b)
    return Pair(truncatingIfNeeded: products &>> 16)
  }

  /// Two pixels, each byte times 257.
  @inline(__always)
  private static func widened(_ pixels: UnsafePointer<UInt32>) -> Pair {
    let bytes = UnsafeRawPointer(pixels).loadUnaligned(as: SIMD8<UInt8>.self)
    var twice = SIMD16<UInt8>()
    twice.evenHalf = bytes
    twice.oddHalf = bytes
    return unsafeBitCast(twice, to: Pair.self)
  }

  /// The last number of each pixel in place of all.
  @inline(__always)
  private static func alphas(of pair: Pair) -> Pair {
    let b = unsafeBitCast(pair, to: SIMD16<UInt8>.self)
    let alphas = SIMD16(
      b[6], b[7], b[6], b[7], b[6], b[7], b[6], b[7], b[14], b[15], b[14], b[15], b[14], b[15], b[14], b[15])
    return unsafeBitCast(alphas, to: Pair.self)
  }

  @inline(__always)
  private static func load(_ pixels: UnsafePointer<UInt64>) -> Pair {
    UnsafeRawPointer(pixels).loadUnaligned(as: Pair.self)
  }

  @inline(__always)
  private static func store(_ pair: Pair, at pixels: UnsafeMutablePointer<UInt64>) {
    UnsafeMutableRawPointer(pixels).storeBytes(of: pair, as: Pair.self)
  }
}
