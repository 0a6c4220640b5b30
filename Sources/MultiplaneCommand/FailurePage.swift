/// The page of `multiplane test --report`: each failure with the actual and the expected picture
/// under a slider, and their difference. It needs no server and loads nothing but the pictures
/// beside it.
struct FailurePage {
  private var sections: [String] = []

  mutating func add(_ outcome: PictureOutcome) {
    guard outcome.result.isFailure else { return }
    let files = outcome.files
    func picture(_ path: String?, _ kind: String) -> String? {
      path.map { path in
        let name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
        return "<img class=\"\(kind)\" alt=\"\(kind)\" src=\"\(Self.address(name))\">"
      }
    }
    func figure(_ picture: String, _ caption: String) -> String {
      "<figure>\(picture)<figcaption>\(caption)</figcaption></figure>"
    }
    var figures: [String] = []
    let (actual, expected) = (picture(files.actual, "actual"), picture(files.expected, "expected"))
    if let actual { figures.append(figure(actual, "actual")) }
    if let expected { figures.append(figure(expected, "expected")) }
    if let difference = picture(files.difference, "difference") { figures.append(figure(difference, "difference")) }
    if let actual, let expected, files.difference != nil {
      let slider =
        "<input type=\"range\" min=\"0\" max=\"100\" value=\"50\" aria-label=\"from actual to expected\" "
        + "oninput=\"this.parentNode.style.setProperty('--x', this.value + '%')\">"
      figures.append(
        figure(
          "<div class=\"slide\"><div class=\"both\">\(expected)\(actual)</div>\(slider)</div>", "actual | expected"))
    }
    let facts = [outcome.scene] + (outcome.time.map { ["at \(numberText($0)) s"] } ?? [])
    sections.append(
      """
      <section class="\(outcome.result.rawValue)">
      <h2>\(Self.escaped(outcome.title))</h2>
      <p class="facts">\(Self.escaped(facts.joined(separator: ", ")))</p>
      <p>\(Self.escaped(outcome.problem ?? outcome.result.rawValue))</p>
      <div class="figures">\(figures.joined())</div>
      </section>
      """)
  }

  /// The page.
  ///
  /// - Parameter summary: the line of counts.
  func text(summary: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>multiplane test</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style>
    body { font: 14px/1.5 system-ui, sans-serif; margin: 2em; color-scheme: light dark; }
    h2 { font-size: 1.1em; margin: 2em 0 0; overflow-wrap: anywhere; }
    .facts { color: gray; margin: 0; }
    .figures { display: flex; flex-wrap: wrap; gap: 1em; }
    figure { margin: 0; }
    figcaption { color: gray; }
    img { display: block; max-width: 100%; min-width: 64px; image-rendering: pixelated;
      background: repeating-conic-gradient(#bbb 0 25%, #eee 0 50%) 0 0 / 16px 16px; }
    .both { position: relative; }
    .both .actual { position: absolute; inset: 0; clip-path: inset(0 calc(100% - var(--x, 50%)) 0 0); }
    .slide input { display: block; width: 100%; margin: 0; }
    </style></head><body>
    <h1>multiplane test</h1>
    <p>\(Self.escaped(summary))</p>
    \(sections.joined(separator: "\n"))
    </body></html>

    """
  }

  private static func escaped(_ text: String) -> String { JUnitReport.escaped(text) }

  /// A file name as a relative address. (Source: RFC 3986, 2.3: all but unreserved characters.)
  private static func address(_ name: String) -> String {
    "./"
      + name.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "~"):
          String(UnicodeScalar(byte))
        default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
      }.joined()
  }
}
