import Foundation

/// The outcomes of `multiplane test` as a JUnit file for continuous integration: one test case per
/// picture and renderer, with the scene's folder as its class.
struct JUnitReport {
  private var cases: [String] = []
  private var failures = 0
  private var errors = 0
  private var seconds = 0.0

  mutating func add(_ outcome: PictureOutcome) {
    seconds += outcome.seconds
    let name = Self.parts(outcome.picture ?? outcome.scene).name + (outcome.renderer.map { " (\($0))" } ?? "")
    let attributes = [
      ("classname", Self.parts(outcome.scene).folder), ("name", name), ("file", outcome.scene),
      ("time", Self.text(outcome.seconds)),
    ]
    let start = "    <testcase" + attributes.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
    guard outcome.result.isFailure else {
      cases.append(start + "/>")
      return
    }
    // A failure is a different or missing picture; an error is one that could not be drawn or read.
    let element = outcome.result == .broken ? "error" : "failure"
    if outcome.result == .broken { errors += 1 } else { failures += 1 }
    let problem = Self.escaped(outcome.problem ?? outcome.result.rawValue)
    let failure = "      <\(element) type=\"\(outcome.result.rawValue)\" message=\"\(problem)\"/>\n"
    cases.append("\(start)>\n\(failure)\(Self.attachments(outcome.files))    </testcase>")
  }

  /// The pictures as Jenkins and GitLab read attachments, by absolute paths.
  private static func attachments(_ files: FailurePictures) -> String {
    guard !files.all.isEmpty else { return "" }
    let lines = files.all.map { "[[ATTACHMENT|\(escaped(URL(fileURLWithPath: $0.path).standardizedFileURL.path))]]" }
    return "      <system-out>\(lines.joined(separator: "\n"))</system-out>\n"
  }

  /// The contents of the file.
  var text: String {
    let figures =
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\" time=\"\(Self.text(seconds))\""
    let lines =
      [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(figures)>",
        "  <testsuite name=\"multiplane test\" \(figures)>",
      ] + cases + ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A path's folder, empty for the current one, and its last component.
  private static func parts(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  private static func text(_ seconds: Double) -> String { String(format: "%.3f", seconds) }

  /// The text escaped as an attribute value. (Source: XML 1.0, 2.2 and 2.3, which exclude other
  /// control characters.)
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
