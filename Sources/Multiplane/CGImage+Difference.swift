import MultiplaneCompositor
import MultiplaneGraphics

extension CGImage {
  /// How far this picture is from another of its size.
  ///
  /// ```swift
  /// let difference = try image.difference(from: expected)
  /// print(difference.largest, difference.share(beyond: 1))
  /// ```
  ///
  /// - Throws: when the sizes differ.
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
  /// What a tolerance does not allow, a phrase each; empty where the pictures are alike.
  ///
  /// ```swift
  /// for breach in difference.breaches(of: .parity) {
  ///   print(breach)  // 12 of 3200 pixels differ by more than 1/255, 3 may
  /// }
  /// ```
  public func breaches(of tolerance: PictureTolerance) -> [String] { tolerance.breaches(by: self) }

  /// A picture of the differences, to view: black where there is none, brighter the larger, red where a pixel is farther off
  /// than `tolerance` allows any to be.
  ///
  /// ```swift
  /// try difference.image(marking: .parity)?.write(to: URL(filePath: "difference.png"))
  /// ```
  ///
  /// - Parameters:
  ///   - tolerance: nil marks nothing.
  ///   - amplification: by 16, 16/255 and more shows at full brightness.
  public func image(marking tolerance: PictureTolerance? = nil, amplification: Int = 16) -> CGImage? {
    CGImage(
      premultipliedRGBA8: picture(marking: tolerance, amplification: amplification), width: width, height: height)
  }
}
