import MultiplaneGL
import MultiplaneShaders

/// Which program draws a batch: a stage, and what its records need of it.
struct ProgramKey: Hashable {
  enum Stage: String {
    case paint, convolve, squares, colors, bloom

    /// The fragment stage, and the shared files that this uses, in order.
    var files: (fragment: ShaderFile, pieces: [ShaderFile]) {
      switch self {
      case .paint: (.paint, [.record, .corners, .region, .clips, .gradients, .images, .shadows, .modes])
      case .convolve: (.convolve, [.record])
      case .squares: (.squares, [.record])
      case .colors: (.colors, [.record])
      case .bloom: (.bloom, [.record])
      }
    }

    /// What Swift generates for the fragment stage.
    var generated: String { ShaderNumbers.constants + (self == .colors ? ShaderNumbers.colorFilters : "") }
  }

  let stage: Stage
  var features = ShaderLibrary.Features([])
  /// Textures that it reads.
  var slots = 0

  init(_ stage: Stage, for needs: RecordNeeds, slots: Int) {
    self.stage = stage
    self.slots = slots
    if needs.isClipped { features.insert(.clipped) }
    guard stage == .paint else { return }
    for paint in RecordKind.Paint.allCases where needs.contains(paint) {
      switch paint {
      case .box: break
      case .border: features.insert(.rounded)
      case .gradient: features.insert(.gradients)
      case .image: features.insert(.images)
      case .path, .shadow: features.insert(.coverage)
      case .picture: features.insert(.pictures)
      case .blend, .backdrop: features.formUnion([.pictures, .blends])
      }
    }
    if needs.flags.contains(.isProjective) { features.insert(.projective) }
    if needs.flags.contains(.isRounded) { features.insert(.rounded) }
    if needs.flags.contains(.isContinuous) { features.insert(.continuous) }
  }

  /// The program that draws it, which may be able to do more: drivers take long to build one, and
  /// keep it, so that mixtures that come and go must not each have their own. What is rounded, and
  /// what reads textures, comes together.
  var shared: ProgramKey {
    guard stage == .paint else { return self }
    var key = self
    key.features.insert(.rounded)
    if slots > 0 {
      key.features.formUnion([.images, .pictures])
      if slots > 1 { key.slots = CommandList.mostSlots }
    }
    return key
  }

  var label: String { "\(stage.rawValue) \(features.description) \(slots)" }
}

/// What some records need of the program that draws them.
struct RecordNeeds {
  /// A bit for each `RecordKind.Paint` by its number.
  private var paints: UInt32 = 0
  /// The flags of all records, and of the shapes that clip them.
  private(set) var flags = RecordKind([])
  private(set) var isClipped = false

  func contains(_ paint: RecordKind.Paint) -> Bool { paints & 1 << UInt32(paint.number) != 0 }

  mutating func add(_ record: Record) {
    paints |= 1 << (record.kind.rawValue & RecordKind.paintBits)
    flags.formUnion(record.kind)
  }

  /// Adds what a chain of clips needs.
  mutating func add(clips: RecordKind) {
    isClipped = true
    flags.formUnion(clips)
  }
}

extension ShaderLibrary.Features {
  /// Those that read the texture of coverage.
  static let readingCoverage: ShaderLibrary.Features = [.clipped, .coverage]
}

/// A linked program and the places of its uniforms.
struct LinkedProgram {
  let program: Program
  let target, rows: Uniform
}

/// The programs of a device, each built when it is first needed.
final class ProgramCache {
  static let dataUnit = 4
  static let coverageUnit = 5

  private let device: Device
  private let library = ShaderLibrary()
  private var programs: [ProgramKey: LinkedProgram] = [:]

  init(device: Device) {
    self.device = device
  }

  func program(_ wanted: ProgramKey) throws(RenderError) -> LinkedProgram {
    let key = wanted.shared
    if let known = programs[key] { return known }
    let made = try build(key)
    programs[key] = made
    return made
  }

  private func build(_ key: ProgramKey) throws(RenderError) -> LinkedProgram {
    let vertex: ShaderSource
    let fragment: ShaderSource
    do throws(ShaderError) {
      vertex = ShaderSource(
        name: ShaderFile.recordVertex.name, text: try library.source(.recordVertex, slots: 0))
      let (file, pieces) = key.stage.files
      fragment = ShaderSource(
        name: file.name,
        text: try library.source(
          file, pieces: pieces, features: key.features, slots: key.slots, generated: key.stage.generated))
    } catch {
      throw .shader(error)
    }
    do throws(GLError) {
      let program = try device.makeProgram(
        vertex: vertex, fragment: fragment, layout: Record.layout, label: key.label)
      try connect(program, key)
      return LinkedProgram(
        program: program, target: try program.uniform("u_target"), rows: try program.uniform("u_rows"))
    } catch {
      throw .device(error)
    }
  }

  private func connect(_ program: Program, _ key: ProgramKey) throws(GLError) {
    for slot in 0..<key.slots {
      // A program of images alone may not read all that a batch has.
      guard let uniform = try? program.uniform("u_texture\(slot)") else { continue }
      device.set(uniform, of: program, to: .sampler(unit: slot))
    }
    if let data = try? program.uniform("u_data") {
      device.set(data, of: program, to: .sampler(unit: Self.dataUnit))
    }
    if !key.features.isDisjoint(with: .readingCoverage) {
      device.set(try program.uniform("u_coverage"), of: program, to: .sampler(unit: Self.coverageUnit))
    }
  }
}
