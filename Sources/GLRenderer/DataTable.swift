import GL

/// Records of numbers that shaders look up by index: a texture of 32-bit numbers, so many records a row.
///
/// Uniform blocks hold a hundred such records on some drivers; a texture holds as many as there are.
final class DataTable {
  private let device: Device
  private let recordTexels: Int
  private let columns: Int
  private let label: String
  private(set) var texture: Texture

  /// - Parameters:
  ///   - recordTexels: texels of four numbers in a record.
  ///   - columns: records in a row.
  init(device: Device, recordTexels: Int, columns: Int, label: String) throws(GLError) {
    self.device = device
    self.recordTexels = recordTexels
    self.columns = columns
    self.label = label
    texture = try Self.make(device, width: columns * recordTexels, rows: 1, label)
  }

  /// Fills the table from its beginning. It grows by doubling.
  func upload<Record>(_ records: [Record]) throws(GLError) {
    guard !records.isEmpty else { return }
    let rows = (records.count + columns - 1) / columns
    if texture.height < rows {
      var height = texture.height
      while height < rows { height *= 2 }
      texture = try Self.make(device, width: columns * recordTexels, rows: height, label)
    }
    let whole = records.count / columns
    let rest = records.count - whole * columns
    records.withUnsafeBytes { bytes in
      let wholeBytes = whole * columns * MemoryLayout<Record>.stride
      if whole > 0 {
        device.upload(UnsafeRawBufferPointer(rebasing: bytes[..<wholeBytes]), to: texture, height: whole)
      }
      if rest > 0 {
        device.upload(
          UnsafeRawBufferPointer(rebasing: bytes[wholeBytes...]), to: texture, y: whole, width: rest * recordTexels,
          height: 1)
      }
    }
  }

  private static func make(_ device: Device, width: Int, rows: Int, _ label: String) throws(GLError) -> Texture {
    try device.makeTexture(width: width, height: rows, format: .rgba32Float, levels: 1, label: label)
  }
}
