import Foundation
import MultiplaneCompositor

/// The identity of the renderer, as far as it decides bytes.
package struct ProgramIdentity: Codable, Sendable, Equatable {
  package var version: String
  /// The build identifier from the linker.
  package var build: String
  /// `cpu`, `reference`, or the OpenGL name of the device.
  package var renderer: String
  /// The processor model if it decides bytes: software OpenGL compiles for the processor that it
  /// finds, and the reference renderer uses the C math library. `any` for the CPU renderer, whose
  /// bytes are the same on every processor and with any number of threads.
  package var processor: String

  package init(of compositor: OffscreenCompositor, version: String) {
    self.version = version
    build = ProgramBuild.identifier
    let choice = compositor.choice
    renderer = choice == .gl ? "\(compositor.rendererName), \(compositor.precision)" : choice.rawValue
    processor = choice == .cpu ? "any" : Self.processorKind
  }

  /// The value of `--renderer`.
  package var choice: RendererChoice { RendererChoice(rawValue: renderer) ?? .gl }

  init(version: String, build: String, renderer: String, processor: String) {
    (self.version, self.build, self.renderer, self.processor) = (version, build, renderer, processor)
  }

  /// The identity in one line, for hashes.
  package var text: String { "\(version) \(build) \(renderer) \(processor)" }

  /// Maker, and the widest vectors.
  private static let processorKind: String = {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    func value(_ key: String) -> Substring? {
      text.split(separator: "\n").first { $0.hasPrefix(key) }.flatMap { $0.split(separator: ":", maxSplits: 1).last }
    }
    let maker = value("vendor_id") ?? value("CPU implementer") ?? "unknown"
    let flags = Set((value("flags") ?? value("Features") ?? "").split(separator: " "))
    let widest =
      ["avx512f", "avx2", "avx", "sse4_2", "sve", "asimd"].first { flags.contains(Substring($0)) } ?? "plain"
    return "\(maker.trimmingCharacters(in: .whitespaces)) \(widest)"
  }()
}
