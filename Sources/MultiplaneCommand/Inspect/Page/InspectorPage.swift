// InspectorPage: what `multiplane inspect --html` writes, embedded in the program.
//
// In:   a scene's name, and its data: one object of JSON on one line, as the command makes it.
// Out:  one file of HTML with everything in it: style, scripts, data. It asks for nothing, as its
//       policy says too.
// Path: `InspectorPage.html` puts the parts in the places that `inspector.html` has for them.
//       `inspector.js` reads the data, shows the tree and the layer that is chosen, and calls the
//       views of `views.js`.

/// The page that shows a scene's way to a picture.
package enum InspectorPage {
  /// The whole file.
  ///
  /// - Parameters:
  ///   - title: what the page is called: the scene.
  ///   - data: JSON.
  package static func html(title: String, data: String) -> String {
    let parts: [(mark: String, text: String)] = [
      ("title", escaped(title, ["&": "&amp;", "<": "&lt;", ">": "&gt;"])),
      ("style", text(PackageResources.inspector_css)),
      // In a script element only its end, and what begins a comment, mean anything.
      ("data", escaped(data, ["<": "\\u003c"])),
      ("script", text(PackageResources.views_js) + text(PackageResources.inspector_js)),
    ]
    var rest = Substring(text(PackageResources.inspector_html))
    var page = ""
    // In their order, so that nothing is looked for in what was put in.
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      page += rest[..<start.lowerBound]
      let mark = rest[start.upperBound..<end.lowerBound]
      page += parts.first { $0.mark == mark }?.text ?? ""
      rest = rest[end.upperBound...]
    }
    return page + rest
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Scalar by scalar: one before a sign may make a character with it, which is another one for
  /// Swift and not for a browser.
  private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let escape = escapes[scalar] {
        escaped.append(contentsOf: escape.unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
