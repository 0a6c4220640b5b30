import ArgumentParser
import Foundation
import MultiplaneCompositor
import MultiplaneDisplays

/// `multiplane devices`: the OpenGL ES devices of this machine, and why some fail.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Lists the OpenGL ES devices of this machine.",
    discussion: """
      Tries each EGL device, each DRM node through GBM, and Mesa without a node (surfaceless). Prints the renderer, \
      version and limits (texture sizes in pixels) of each; or the call that failed, the reason and the fix. If none \
      draws in hardware, one more line says why (with --json on standard error). The last line is the default of \
      --renderer automatic.

      Exit status: 0 if at least one device works, else 1.
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
        for sentence in report.properties?.shortcomings ?? [] { try printer.line("  \(sentence)") }
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
  /// The line about the default renderer.
  private static func standard(_ device: DeviceReport?) -> String {
    if let device, device.properties?.isSoftware == false { return "the default is \(device.route)" }
    let others = device.map { "; --renderer gl would draw on \($0.route)" } ?? ""
    return "the default is \(CPUDrawing.name()), because no device draws in hardware\(others)"
  }
}

/// A device as JSON shows it.
private struct DeviceEntry: Encodable {
  /// As `--device` takes it.
  let device: String
  let works: Bool
  let isDefault: Bool
  /// The failure and its fix; nil if the device works. All the following are nil if it does not.
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
  let shortcomings: [String]?

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
    shortcomings = properties?.shortcomings
  }
}
