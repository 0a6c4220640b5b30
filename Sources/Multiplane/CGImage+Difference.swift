import MultiplaneCompositor
import MultiplaneGraphics

extension CGImage {
  /// The difference from another image of the same size.
  ///
  /// ```swift
  /// let difference = try image.difference(from: expected)
  /// print(difference.largest, difference.share(beyond: 1))
  /// ```
  ///
  /// - Throws: `MultiplaneError` (`imageSizes`) if the sizes differ.
  public func difference(from expected: CGImage) throws(MultiplaneError) -> PictureDifference {
    guard width == expected.width, height == expected.height else {
      throw MultiplaneError(
        .imageSizes,
        "the picture: expected \(expected.width) x \(expected.height) px, found \(width) x \(height) px; compare pictures of "
          + "one size")
    }
    return PictureDifference(
      of: premultipliedRGBA8(),
      from: ExpectedPicture(width: width, height: height, bytes: expected.premultipliedRGBA8()))
  }
}

extension PictureDifference {
  /// The violations of a tolerance, as phrases; empty if the pictures are alike.
  ///
  /// ```swift
  /// for breach in difference.breaches(of: .parity) {
  ///   print(breach)  // 12 of 3200 pixels differ by more than 1/255, 3 may
  /// }
  /// ```
  public func breaches(of tolerance: PictureTolerance) -> [String] { tolerance.breaches(by: self) }

  /// An image of the differences: black for none, brighter for larger ones, red for pixels beyond
  /// `tolerance`.
  ///
  /// ```swift
  /// try difference.image(marking: .parity)?.write(to: URL(filePath: "difference.png"))
  /// ```
  ///
  /// - Parameters:
  ///   - tolerance: marks pixels that differ by more than it allows anywhere; nil marks none.
  ///   - amplification: a factor; with 16, a difference of 16/255 has full brightness.
  public func image(marking tolerance: PictureTolerance? = nil, amplification: Int = 16) -> CGImage? {
    CGImage(
      premultipliedRGBA8: picture(marking: tolerance, amplification: amplification), width: width, height: height)
  }
}
