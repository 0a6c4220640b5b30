extension PictureDifference {
  /// A picture of the differences: black for none, brighter for larger ones, red for pixels beyond
  /// `tolerance`.
  ///
  /// - Parameter amplification: a factor; with 16, a difference of 16/255 has full brightness.
  /// - Returns: RGBA8, opaque, tight rows, top row first.
  package func picture(marking tolerance: PictureTolerance? = nil, amplification: Int = 16) -> [UInt8] {
    let limits = tolerance?.largest ?? (anywhere: 255, inside: 255)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * 4)
    for (index, pixel) in pixels.enumerated() {
      let difference = Int(pixel)
      let (amplified, overflows) = difference.multipliedReportingOverflow(by: max(0, amplification))
      let grey = overflows ? 255 : UInt8(min(amplified, 255))
      let isBreach = difference > limits.anywhere || (difference > limits.inside && isInside(index))
      bytes += isBreach ? [255, 0, 0, 255] : [grey, grey, grey, 255]
    }
    return bytes
  }
}
