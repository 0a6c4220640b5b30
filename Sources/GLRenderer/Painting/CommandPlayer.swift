import MultiplaneFlattening
import MultiplaneGL

/// Has the device do what a command list says.
final class CommandPlayer {
  private let device: Device
  private let programs: ProgramCache
  private let records: Buffer
  private var data: Texture
  /// Lines of what was played; nil to write none.
  var transcript: [TranscriptLine]?

  /// Texels in a row of the data table.
  private static let columns = 1024

  init(device: Device) throws(GLError) {
    self.device = device
    programs = ProgramCache(device: device)
    records = device.makeBuffer(label: "records")
    data = try Self.makeTable(device, rows: 16)
  }

  private static func makeTable(_ device: Device, rows: Int) throws(GLError) -> Texture {
    try device.makeTexture(width: columns, height: rows, format: .rgba32Float, label: "data of records")
  }

  func play(
    _ list: CommandList, data numbers: [SIMD4<Float>], coverage: Texture, statistics: inout DrawStatistics
  ) throws(RenderError) {
    transcript? += list.lines
    let start = ContinuousClock.now
    do throws(GLError) {
      try list.records.withUnsafeBufferPointer { bytes throws(GLError) in
        try device.upload(UnsafeRawBufferPointer(bytes), to: records)
      }
      try upload(numbers)
    } catch {
      throw .device(error)
    }
    let middle = ContinuousClock.now
    let earlierLoads = device.statistics.loads
    defer { statistics.loads += device.statistics.loads - earlierLoads }
    statistics.upload += middle - start
    var frame: Frame?
    for command in list.commands {
      switch command {
      case .begin(let target, let load, let area):
        frame = target
        device.beginPass(on: target, load: load, area: target.turned(area), label: "pass")
        statistics.passes += 1
      case .end: device.endPass()
      case .copy(let part, let source, let surface, let x, let y):
        device.copy(part, of: source, to: surface, x: x, y: y)
      case .draw(let index):
        let batch = list.batches[index]
        guard let frame, !batch.records.isEmpty else { continue }
        do throws(RenderError) {
          try draw(batch, into: frame, coverage)
        } catch {
          device.endPass()
          throw error
        }
        statistics.batches += 1
        statistics.drawCalls += 1
        statistics.quads += batch.records.count
        for record in list.records[batch.records] { statistics.pixelsShaded += record.pixelCount }
      }
    }
    statistics.draw += ContinuousClock.now - middle
  }

  private func draw(_ batch: CommandList.Batch, into frame: Frame, _ coverage: Texture) throws(RenderError) {
    let program = batch.program
    let linked = try programs.program(program)
    let (width, height) = (Float(frame.width), Float(frame.height))
    let isUpsideDown = frame.rowOrder == .bottomRowFirst
    device.set(
      linked.target, of: linked.program,
      to: .vec4(SIMD4(2 / width, isUpsideDown ? -2 / height : 2 / height, -1, isUpsideDown ? 1 : -1)))
    let rows = isUpsideDown ? SIMD4(height, -1, width, height) : SIMD4(0, 1, width, height)
    device.set(linked.rows, of: linked.program, to: .vec4(rows))
    var bindings: [TextureBinding] = []
    bindings.reserveCapacity(batch.textures.count + 2)
    for (slot, texture) in batch.textures.enumerated() {
      bindings.append(TextureBinding(unit: slot, texture: texture, sampler: .nearest))
    }
    // What the program could read more, and no record does: a texture that nothing is drawn into.
    for slot in batch.textures.count..<max(batch.textures.count, program.shared.slots) {
      bindings.append(TextureBinding(unit: slot, texture: data, sampler: .nearest))
    }
    bindings.append(TextureBinding(unit: ProgramCache.dataUnit, texture: data, sampler: .nearest))
    if !program.features.isDisjoint(with: .readingCoverage) {
      bindings.append(TextureBinding(unit: ProgramCache.coverageUnit, texture: coverage, sampler: .nearest))
    }
    device.draw(
      linked.program, instances: records, firstInstance: batch.records.lowerBound,
      instanceCount: batch.records.count, textures: bindings, blend: batch.blend)
  }

  private func upload(_ numbers: [SIMD4<Float>]) throws(GLError) {
    guard !numbers.isEmpty else { return }
    let rows = (numbers.count + Self.columns - 1) / Self.columns
    if data.height < rows {
      var height = data.height
      while height < rows { height *= 2 }
      data = try Self.makeTable(device, rows: height)
    }
    let whole = numbers.count / Self.columns
    let rest = numbers.count - whole * Self.columns
    numbers.withUnsafeBytes { bytes in
      let size = whole * Self.columns * MemoryLayout<SIMD4<Float>>.stride
      if whole > 0 { device.upload(UnsafeRawBufferPointer(rebasing: bytes[..<size]), to: data, height: whole) }
      if rest > 0 {
        device.upload(UnsafeRawBufferPointer(rebasing: bytes[size...]), to: data, y: whole, width: rest, height: 1)
      }
    }
  }
}

extension Frame {
  /// A rectangle whose rows count from the picture's top, in the framebuffer's own order.
  fileprivate func turned(_ rect: PixelRect) -> PixelRect {
    guard rowOrder == .bottomRowFirst else { return rect }
    return PixelRect(x: rect.x, y: height - rect.y - rect.height, width: rect.width, height: rect.height)
  }
}
