import ArgumentParser
import Foundation
import MultiplaneCompositor
import MultiplaneDisplays

/// `multiplane devices`: every way to a GL context on this machine, and what is the matter with those that fail.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Lists every way to draw with OpenGL ES on this machine.",
    discussion: """
      Tries each EGL device, each DRM node through GBM, and Mesa without a node. For each: the renderer, its version and \
      limits (texture sides in pixels); or the call that failed, why, and what to do. Where none draws in hardware a line says why \
      and what to do, with --json on standard error. The last line is what --renderer automatic draws with, and why. \
      Exit status: 0 when at least one works, else 1.
      """)

  @Flag(help: "Print JSON.")
  var json = false
  @OptionGroup var log: LogOption

  func run() throws {
    let reports = DeviceProbe.reports()
    let working = reports.filter(\.isWorking)
    // As `OffscreenDisplay.open` does for `.automatic`.
    let standard = working.first { $0.properties?.isSoftware == false } ?? working.first
    let diagnosis = HardwareDiagnosis.drawing(reports).map { "no device draws in hardware: \($0)" }
    var printer = StandardOutput()
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let entries = reports.map { DeviceEntry($0, isDefault: $0.route == standard?.route) }
      try printer.line(String(decoding: encoder.encode(entries), as: UTF8.self))
    } else {
      for report in reports {
        try printer.line("\(report)")
        for fault in report.properties?.faults ?? [] { try printer.line("  known fault: \(fault)") }
      }
      if let diagnosis { try printer.line(diagnosis) }
      try printer.line(Self.standard(standard))
    }
    try printer.flush()
    if json, let diagnosis { StandardError.write(diagnosis) }
    if working.isEmpty { throw ExitCode(1) }
  }
}

extension DevicesCommand {
  /// What draws unless something else is asked for, and why.
  private static func standard(_ device: DeviceReport?) -> String {
    if let device, device.properties?.isSoftware == false { return "the default is \(device.route)" }
    let others = device.map { "; --renderer gl would draw on \($0.route)" } ?? ""
    return "the default is \(CPUDrawing.name()), as no device draws in hardware\(others)"
  }
}

/// A device as JSON shows it.
private struct DeviceEntry: Encodable {
  /// As `--device` takes it.
  let device: String
  let works: Bool
  let isDefault: Bool
  /// What failed and what to do; only where it does not work. All the following only where it does.
  let error: String?
  let renderer: String?
  let vendor: String?
  let version: String?
  let driver: String?
  let node: String?
  let isSoftware: Bool?
  /// Pixels.
  let maxTextureSize: Int?
  let maxSamples: Int?
  let faults: [String]?

  init(_ report: DeviceReport, isDefault: Bool) {
    device = "\(report.route)"
    works = report.isWorking
    self.isDefault = isDefault
    if case .failing(let failure) = report.outcome { error = "\(failure)" } else { error = nil }
    let properties = report.properties
    renderer = properties?.renderer
    vendor = properties?.vendor
    version = properties?.version
    driver = properties?.driver
    node = properties?.node
    isSoftware = properties?.isSoftware
    maxTextureSize = properties?.maxTextureSize
    maxSamples = properties?.maxSamples
    faults = properties?.faults
  }
}
