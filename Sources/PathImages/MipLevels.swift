/// The mip levels of an image (rendering rules §10), one after another, in single precision.
package struct MipLevels {
  /// Texels of the present level.
  package private(set) var width: Int
  /// Texels of the present level.
  package private(set) var height: Int
  /// The present level: premultiplied RGBA, 0…1 for bytes and integers, half floats as they are;
  /// rows tight.
  package private(set) var texels: [SIMD4<Float>]

  /// What a component of an image is.
  package enum Component {
    /// 0…255.
    case byte
    /// Half floats, which are finite.
    case half
    /// Signed 16-bit integers of which this one is 1.
    case integer(one: Int16)
  }

  /// The image itself.
  ///
  /// - Parameters:
  ///   - rows: premultiplied RGBA.
  ///   - stride: texels from one row to the next.
  package init(of rows: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, component: Component) {
    (self.width, self.height) = (width, height)
    texels = [SIMD4<Float>](unsafeUninitializedCapacity: width * height) { texels, count in
      count = width * height
      for y in 0..<height {
        for x in 0..<width {
          let place = y * stride + x
          texels[y * width + x] =
            switch component {
            case .byte: SIMD4<Float>(rows.loadUnaligned(fromByteOffset: 4 * place, as: SIMD4<UInt8>.self)) / 255
            case .half: Self.number(rows.loadUnaligned(fromByteOffset: 8 * place, as: SIMD4<UInt16>.self))
            case .integer(let one):
              SIMD4<Float>(rows.loadUnaligned(fromByteOffset: 8 * place, as: SIMD4<Int16>.self)) / Float(one)
            }
        }
      }
    }
  }

  /// The numbers of finite half floats, without a call into a library for each.
  private static func number(_ halves: SIMD4<UInt16>) -> SIMD4<Float> {
    let magnitudes = SIMD4<UInt32>(truncatingIfNeeded: halves & 0x7FFF) &<< 13
    let signs = SIMD4<UInt32>(truncatingIfNeeded: halves & 0x8000) &<< 16
    let numbers = unsafeBitCast(magnitudes, to: SIMD4<Float>.self) * 0x1p112
    return unsafeBitCast(unsafeBitCast(numbers, to: SIMD4<UInt32>.self) | signs, to: SIMD4<Float>.self)
  }

  /// Goes on to the next level: half each side, rounded down, at least 1; means weighted by area.
  ///
  /// - Returns: false at the last level, of one texel.
  package mutating func next() -> Bool {
    guard max(width, height) > 1 else { return false }
    let columns = Side(width)
    let rows = Side(height)
    let (from, width) = (texels, width)
    texels = [SIMD4<Float>](unsafeUninitializedCapacity: columns.half * rows.half) { texels, count in
      count = columns.half * rows.half
      from.withUnsafeBufferPointer { from in
        for y in 0..<rows.half {
          let covered = rows.covered(by: y)
          for x in 0..<columns.half {
            var sum = SIMD4<Double>.zero
            let across = columns.covered(by: x)
            for v in covered {
              let share = rows.share(of: v, in: y)
              for u in across {
                let area = columns.share(of: u, in: x) * share
                if area > 0 { sum += SIMD4<Double>(from[v * width + u]) * area }
              }
            }
            texels[y * columns.half + x] = SIMD4<Float>(sum / (columns.size * rows.size))
          }
        }
      }
    }
    (self.width, self.height) = (columns.half, rows.half)
    return true
  }

  /// One direction of a level and the next.
  private struct Side {
    let count: Int
    /// Texels of the next level.
    let half: Int
    /// How many texels one of the next level covers, 1 to 3.
    let size: Double

    init(_ count: Int) {
      self.count = count
      half = max(1, count / 2)
      size = Double(count) / Double(half)
    }

    /// The texels that one of the next level covers, some of them in part.
    func covered(by index: Int) -> Range<Int> {
      Int(Double(index) * size)..<min(count, Int(Double(index + 1) * size + 0.999999))
    }

    /// How much of a texel one of the next level covers.
    func share(of texel: Int, in index: Int) -> Double {
      let (start, end) = (Double(index) * size, Double(index + 1) * size)
      return min(Double(texel + 1), end) - max(Double(texel), start)
    }
  }
}
