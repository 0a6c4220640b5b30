import Testing

/// Runs the tests of all targets. Without this file SwiftPM generates one that also runs tests of
/// XCTest. It finds those in the compiler's index, which then has to be written.
@main struct TestRunner {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
