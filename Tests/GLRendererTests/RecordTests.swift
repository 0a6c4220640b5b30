import GL
import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// What Swift writes is what the shaders' attributes and texels read.
@Suite struct RecordTests {
  @Test func fillRecord() {
    #expect(MemoryLayout<FillRecord>.size == 128)
    #expect(MemoryLayout<FillRecord>.stride == FillRecord.layout.stride)
    let offsets = Dictionary(uniqueKeysWithValues: FillRecord.layout.attributes.map { ($0.name, $0.offset) })
    #expect(offsets["a_corners01"] == MemoryLayout<FillRecord>.offset(of: \.corners))
    #expect(offsets["a_column0"] == MemoryLayout<FillRecord>.offset(of: \.matrix))
    #expect(offsets["a_line"] == MemoryLayout<FillRecord>.offset(of: \.borderWidth))
    #expect(offsets["a_rect"] == MemoryLayout<FillRecord>.offset(of: \.rect))
    #expect(offsets["a_radii"] == MemoryLayout<FillRecord>.offset(of: \.radii))
    #expect(offsets["a_color"] == MemoryLayout<FillRecord>.offset(of: \.color))
  }

  @Test func imageRecord() {
    #expect(MemoryLayout<ImageRecord>.size == 176)
    #expect(MemoryLayout<ImageRecord>.stride == ImageRecord.layout.stride)
    let offsets = Dictionary(uniqueKeysWithValues: ImageRecord.layout.attributes.map { ($0.name, $0.offset) })
    #expect(offsets["a_corners01"] == MemoryLayout<ImageRecord>.offset(of: \.corners))
    #expect(offsets["a_column0"] == MemoryLayout<ImageRecord>.offset(of: \.matrix))
    #expect(offsets["a_blend"] == MemoryLayout<ImageRecord>.offset(of: \.opacity))
    #expect(offsets["a_rect"] == MemoryLayout<ImageRecord>.offset(of: \.rect))
    #expect(offsets["a_mapping"] == MemoryLayout<ImageRecord>.offset(of: \.mapping))
    #expect(offsets["a_part"] == MemoryLayout<ImageRecord>.offset(of: \.part))
    #expect(offsets["a_sampling"] == MemoryLayout<ImageRecord>.offset(of: \.sampling))
    #expect(offsets["a_cell"] == MemoryLayout<ImageRecord>.offset(of: \.cell))
    #expect(offsets["a_tint"] == MemoryLayout<ImageRecord>.offset(of: \.tint))
  }

  @Test func gradientRecord() {
    #expect(MemoryLayout<GradientRecord>.size == 160)
    #expect(MemoryLayout<GradientRecord>.stride == GradientRecord.layout.stride)
    let offsets = Dictionary(uniqueKeysWithValues: GradientRecord.layout.attributes.map { ($0.name, $0.offset) })
    #expect(offsets["a_corners01"] == MemoryLayout<GradientRecord>.offset(of: \.corners))
    #expect(offsets["a_column0"] == MemoryLayout<GradientRecord>.offset(of: \.matrix))
    #expect(offsets["a_kind"] == MemoryLayout<GradientRecord>.offset(of: \.opacity))
    #expect(offsets["a_rect"] == MemoryLayout<GradientRecord>.offset(of: \.rect))
    #expect(offsets["a_radii"] == MemoryLayout<GradientRecord>.offset(of: \.radii))
    #expect(offsets["a_axes"] == MemoryLayout<GradientRecord>.offset(of: \.axes))
    #expect(offsets["a_stops"] == MemoryLayout<GradientRecord>.offset(of: \.stops))
  }

  @Test("Records have no gaps", arguments: [FillRecord.layout, ImageRecord.layout, GradientRecord.layout])
  func attributesAreInOrder(layout: VertexLayout) {
    for (one, next) in zip(layout.attributes, layout.attributes.dropFirst()) {
      let gap = next.offset - one.offset - one.components * 4
      // One float keeps the vectors at multiples of 16 bytes.
      #expect(gap == 0 || (gap == 4 && next.offset % 16 == 0), "\(one.name), \(next.name)")
    }
  }

  @Test func clipRecord() {
    #expect(MemoryLayout<ClipRecord>.stride == ClipRecord.texelCount * 16)
    #expect(ClipRecord.columns == 64)
  }

  @Test func matricesCountFromTheOrigin() throws {
    // Device to plane: (X/2 + 5, Y/4 − 1); counted from (5, −1) nothing is added.
    var t = CATransform3DMakeScale(2, 4, 1)
    (t.m41, t.m42) = (-10, 4)
    let plane = try #require(Plane(t, in: Plane(scale: 1)))
    let columns = DeviceMatrix(plane.fromDevice, from: Vector2(5, -1)).columns
    #expect(SIMD3(columns.0, columns.1, columns.2) == SIMD3<Float>(0.5, 0, 0))
    #expect(SIMD3(columns.3, columns.4, columns.5) == SIMD3<Float>(0, 0.25, 0))
    #expect(SIMD3(columns.6, columns.7, columns.8) == SIMD3<Float>(0, 0, 1))
    #expect(CGRect(x: 6, y: 1, width: 3, height: 4).vector(from: Vector2(5, -1)) == [1, 2, 4, 6])
  }
}

@Suite struct CommandStreamTests {
  private func stream() throws -> CommandStream {
    let picture = try image(8, 4)
    return flatten(
      layer(10, 10, 20, 20, color: .red, identifier: 5) {
        $0.opacity = 0.5
        $0.borderWidth = 2
      },
      layer(50, 50, 8, 4) {
        $0.contents = picture
        $0.masksToBounds = true
        $0.cornerRadius = 2
      })
  }

  @Test func oneLineAPass() throws {
    #expect(
      try stream().lines(batches: false) == [
        "pass 0: group of layer #5, 20x20 at 10,10, 2 batches, 2 quads",
        "pass 1: frame, 100x100 at 0,0, 2 batches, 2 quads",
      ])
  }

  @Test func oneLineABatchBelowItsPass() throws {
    // 21.03125² is 442.3, and 19.03125² of the background, which ends beneath the border, 362.2; the clipped image is cut to
    // the clip's pixels.
    #expect(
      try stream().lines(batches: true) == [
        "pass 0: group of layer #5, 20x20 at 10,10, 2 batches, 2 quads",
        "  fill: 1 quad, 363 pixels", "  border: 1 quad, 443 pixels",
        "pass 1: frame, 100x100 at 0,0, 2 batches, 2 quads",
        "  surface: 1 quad, 400 pixels, surface of pass 0", "  image+clipped: 1 quad, 32 pixels, image 8x4",
      ])
    #expect(try stream().description == stream().lines(batches: true).joined(separator: "\n"))
  }

  @Test func counts() throws {
    let stream = try stream()
    #expect(stream.passCount == 2 && stream.batchCount == 4 && stream.quadCount == 4 && stream.clipCount == 1)
    #expect(stream.layerCount == 3)
    // Quads of 442.3 and 362.2, and of 400 and 32, rounded up a pass.
    #expect(stream.pixelsShaded == 805 + 432)
  }
}
