extension PictureDifference {
  /// A picture of the differences, to view: black where there is none, the greyer the larger, red where a pixel is
  /// further off than `tolerance` allows any to be.
  ///
  /// - Parameter amplification: of differences; by 16, 16/255 and more shows at full brightness.
  /// - Returns: RGBA8, opaque, rows tight, the top row first.
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
