import Foundation

// Spaces that a program defines: colour tables, calibrated spaces, profiles with an alternative.

extension CGColorSpace {
  /// Creates an indexed space: components are indices 0…`last` into a table of colours of a base
  /// space.
  ///
  /// - Parameters:
  ///   - baseSpace: the space of the table; nil is returned for a pattern or indexed space.
  ///   - last: the greatest index, 0…255.
  ///   - colorTable: (`last` + 1) · components bytes, 0…255 for the range of each component.
  public convenience init?(indexedBaseSpace baseSpace: CGColorSpace, last: Int, colorTable: UnsafePointer<UInt8>) {
    guard (0...255).contains(last), baseSpace.model != .pattern, baseSpace.model != .indexed else { return nil }
    var encoding = ColorEncoding(transfer: .linear)
    encoding.table = Array(
      UnsafeBufferPointer(start: colorTable, count: (last + 1) * baseSpace.numberOfComponents))
    self.init(name: nil, .indexed, encoding, base: baseSpace)
  }

  /// The bytes of an indexed space's table, as given to `init(indexedBaseSpace:last:colorTable:)`;
  /// nil for other spaces.
  public var colorTable: [UInt8]? { encoding.table }

  /// The greatest index of an indexed space; 0 for others.
  var lastIndex: Int {
    guard let table = encoding.table, let base = baseColorSpace else { return 0 }
    return table.count / base.numberOfComponents - 1
  }

  /// Creates a calibrated grey space.
  ///
  /// - Parameters:
  ///   - whitePoint: X, Y and Z of white; nil is returned unless Y is 1.
  ///   - blackPoint: has no effect.
  ///   - gamma: the power from number to light, above 0.
  public convenience init?(
    calibratedGrayWhitePoint whitePoint: UnsafePointer<CGFloat>, blackPoint: UnsafePointer<CGFloat>?, gamma: CGFloat
  ) {
    let calibration = CalibratedEncoding(white: Self.numbers(whitePoint, 3), gamma: [Double(gamma)])
    self.init(.monochrome, calibration)
  }

  /// Creates a calibrated RGB space.
  ///
  /// - Parameters:
  ///   - whitePoint: X, Y and Z of white; nil is returned unless Y is 1.
  ///   - blackPoint: has no effect.
  ///   - gamma: the powers from numbers to light, above 0; nil for 1.
  ///   - matrix: X, Y and Z of red, then of green and of blue; nil for the identity.
  public convenience init?(
    calibratedRGBWhitePoint whitePoint: UnsafePointer<CGFloat>, blackPoint: UnsafePointer<CGFloat>?,
    gamma: UnsafePointer<CGFloat>?, matrix: UnsafePointer<CGFloat>?
  ) {
    let calibration = CalibratedEncoding(
      white: Self.numbers(whitePoint, 3), gamma: gamma.map { Self.numbers($0, 3) } ?? [1, 1, 1],
      matrix: matrix.map { Self.numbers($0, 9) } ?? [1, 0, 0, 0, 1, 0, 0, 0, 1])
    self.init(.rgb, calibration)
  }

  private convenience init?(_ model: CGColorSpaceModel, _ calibration: CalibratedEncoding?) {
    guard let calibration else { return nil }
    var encoding = ColorEncoding(transfer: .linear)
    encoding.calibration = calibration
    self.init(name: nil, model, encoding)
  }

  private static func numbers(_ start: UnsafePointer<CGFloat>, _ count: Int) -> [Double] {
    UnsafeBufferPointer(start: start, count: count).map { Double($0) }
  }

  /// Creates a space of an ICC profile with `nComponents` components; if the profile cannot be
  /// used, the alternative space. Nil if neither has that many components. `range` has no effect.
  public convenience init?(
    iccBasedNComponents nComponents: Int, range: UnsafePointer<CGFloat>?, profile: CGDataProvider,
    alternate: CGColorSpace?
  ) {
    let candidates = [CGColorSpace(iccData: profile), alternate].compactMap { $0 }
    guard let space = candidates.first(where: { $0.numberOfComponents == nComponents && $0.model != .pattern }) else {
      return nil
    }
    self.init(space)
  }

  /// Whether the space has colours brighter than white: PQ, HLG, or components above 1.
  public func isHDR() -> Bool { CGColorSpaceIsHDR(self) }
}

// MARK: - Property lists

extension CGColorSpace {
  /// The space as an object of property lists: its name, the data of its profile, or an array for
  /// an indexed space. Nil for patterns, calibrated and Lab spaces.
  public func copyPropertyList() -> CFPropertyList? {
    if let knownName { return NSString(string: knownName) }
    if let table = encoding.table, let base = baseColorSpace?.copyPropertyList() {
      return NSArray(array: [Self.indexedMark, base, NSData(data: Data(table))])
    }
    return model == .pattern ? nil : copyICCData()
  }

  /// Creates the space of an object from `copyPropertyList()`; nil for other objects.
  public convenience init?(propertyListPlist plist: CFPropertyList) {
    switch plist {
    case let name as NSString: self.init(name: name)
    case let data as NSData: self.init(iccData: data)
    case let list as NSArray:
      guard list.count == 3, (list[0] as? NSString) == Self.indexedMark || (list[0] as? String) == "Indexed",
        let base = CGColorSpace(propertyListPlist: list[1] as AnyObject),
        let table = list[2] as? Data ?? (list[2] as? NSData).map({ Data(referencing: $0) }),
        !table.isEmpty, table.count % base.numberOfComponents == 0
      else { return nil }
      let last = table.count / base.numberOfComponents - 1
      self.init(indexedBaseSpace: base, last: last, colorTable: [UInt8](table))
    default: return nil
    }
  }

  private static var indexedMark: NSString { "Indexed" }
}
