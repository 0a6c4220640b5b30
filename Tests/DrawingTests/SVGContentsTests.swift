import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// Warnings for the parts of a document that librsvg leaves out. Each case was compared with
/// librsvg's own log (`RSVG_LOG=1`) and picture.
@Suite struct SVGContentsTests {
  /// A red pixel.
  private static let pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"

  private func contents(_ inner: String, head: String = "") -> SVGContents {
    let namespaces = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
    return SVGContents(of: Array("\(head)<svg \(namespaces) width='60' height='40'>\(inner)</svg>".utf8))
  }

  @Test(arguments: [
    ("<text>a<textPath href='#p'>b</textPath></text><path id='p'/>", "<textPath>, which is left out"),
    ("<foreignObject><div xmlns='http://www.w3.org/1999/xhtml'>a</div></foreignObject>", "<foreignObject>"),
    ("<filter id='f'><feFoo/></filter><rect filter='url(#f)'/>", "<feFoo>"),
    ("<filter id='f'><feFoo/></filter><g style='filter: url(\"#f\")'/>", "<feFoo>"),
    ("<rect filter='url(#none)'/>", "a reference to #none, which is nowhere in it"),
    ("<rect fill='url(#none)'/>", "#none"), ("<use xlink:href='#none'/>", "#none"),
    ("<style>rect { fill: url(#none) }</style>", "#none"),
    ("<image href='logo.png'/>", "a reference to \"logo.png\", which is not loaded"),
    ("<image xlink:href='https://example.com/a.png'/>", "\"https://example.com/a.png\""),
    ("<use href='other.svg#a'/>", "\"other.svg#a\""),
    ("<rect fill='url(other.svg#a) red'/>", "\"other.svg#a\""),
    ("<style>@import url('a.css'); rect { fill: red }</style>", "\"a.css\""),
    ("<style><![CDATA[ @import \"b.css\"; ]]></style>", "\"b.css\""),
    ("<image href='data:image/webp;base64,UklGRqoAAABXRUJQ'/>", "an embedded image of image/webp"),
    ("<image href='data:image/png;base64,iVBORw0KGgoAAAAN'/>", "an embedded image that is damaged"),
    ("<text textLength='9'>a</text>", "\"textLength\", which is left out"),
    ("<rect><animate attributeName='x' to='9'/></rect>", "<animate>, an animation"),
    ("<style>@keyframes a { from { opacity: 0 } }</style>", "@keyframes"),
    ("<rect fill='var(--a, red)'/>", "\"fill\" with var(…)"),
    ("<defs><g id='a'><image href='x.png'/></g></defs><use href='#a'/>", "\"x.png\""),
  ])
  func leftOut(inner: String, found: String) {
    let contents = contents(inner)
    #expect(contents.omissions.count == 1 && contents.omissions.first?.contains(found) == true, "\(contents.omissions)")
  }

  @Test(arguments: [
    "", "<rect fill='url(#g)'/><linearGradient id='g'/>", "<rect fill='url(#none) red'/>",
    "<image href='data:image/png;base64,\(Self.pixel)'/>", "<a href='https://example.com'><rect/></a>",
    "<title>t</title><metadata><x:RDF xmlns:x='rdf'><x:Work/></x:RDF></metadata><!-- <textPath/> -->",
    "<switch><foreignObject requiredExtensions='http://ns.adobe.com/'><i:p xmlns:i='adobe'/></foreignObject><g/></switch>",
    // Of what nothing shows.
    "<defs><image href='x.png'/><symbol id='s'><textPath/></symbol></defs>",
    "<g display='none'><image href='x.png'/></g>", "<g style='display:none'><text font-family='None'>a</text></g>",
    "<style>.off{display:none}</style><g class='on off'><image href='x.png'/></g>",
    "<sodipodi:namedview xmlns:sodipodi='inkscape'><image xmlns='' href='x'/></sodipodi:namedview>",
    "<style>@font-face { font-family: A; src: url(a.woff) } .a { fill: red }</style>",
  ])
  func drawnAsAWhole(inner: String) {
    let contents = contents(inner)
    #expect(contents.omissions == [] && contents.texts == [:], "\(contents)")
  }

  @Test(arguments: [
    (
      "<text font-family='Inter, sans-serif'>ab <tspan font-family='X'>c</tspan>d</text>",
      ["Inter, sans-serif": "abd", "X": "c"]
    ),
    (
      "<style>text, .a { font: bold 12px/1.5 'A B', serif } #i { font-family: C }</style><text>a<tspan id='i'>b</tspan></text>",
      ["'A B', serif": "a", "C": "b"]
    ),
    ("<g font-family='F'><path/><text>&#x4f60;&amp;&#110;</text></g>", ["F": "你&n"]), ("<text> \n </text>", [:]),
    ("<text style='font-family:\"Q\"'>q</text><title font-family='T'>t</title>", ["\"Q\"": "q"]),
  ])
  func texts(inner: String, expected: [String: String]) {
    #expect(contents(inner).texts == expected)
  }

  /// Illustrator declares its namespaces as entities.
  @Test func entities() {
    let head = """
      <?xml version="1.0"?><!-- a --><!DOCTYPE svg PUBLIC "-//W3C//DTD" "svg.dtd" [
      <!ENTITY ns_svg "http://www.w3.org/2000/svg"> <!ENTITY one "&two;"> <!ENTITY two '<textPath/>'> ]>
      """
    #expect(contents("<s:text xmlns:s='&ns_svg;'>&one;</s:text>", head: head).omissions.count == 1)
    #expect(
      contents("", head: "<?xml-stylesheet href='a.css'?><!DOCTYPE svg>").omissions.first?.contains("a.css") == true)
  }

  /// Whatever the document, the look at it ends, and soon.
  @Test func anyBytes() throws {
    var generator = SplitMix64(seed: 46)
    let whole = Array(
      """
      <!DOCTYPE svg [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><style>a.b#c, d > e
      {font:1px "F";fill:url(#x)} @media x { y { z } }</style><g id="x" style="font-family:'A'"><text>&a;t</text></g></svg>
      """.utf8)
    for _ in 0..<2000 {
      var changed = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        changed[.random(in: changed.indices, using: &generator)] = .random(in: 32...127, using: &generator)
      }
      let contents = SVGContents(of: Array(changed[..<Int.random(in: 0...changed.count, using: &generator)]))
      #expect(contents.omissions.count <= 2 * SVGContents.mostOmissions)
    }
    let rules = (0..<500).map { "rect.a\($0){display:none}" }.joined()
    let many = "<style>\(rules)</style>" + String(repeating: "<rect class='a1 b'/>", count: 100_000)
    let clock = ContinuousClock()
    #expect(clock.measure { _ = contents(many) } < .seconds(40))
  }

  @Test(.enabled(if: FontCollection.isAvailable)) func problems() {
    let found = contents("<text font-family='No Such Family'>a\u{378}</text><image href='a.png'/>").problems
    #expect(found.count == 3)
    #expect(
      found.first == "expected an SVG that librsvg draws as a whole, found a reference to \"a.png\", which is not "
        + "loaded; embed it as a data: URL")
    #expect(found.contains { $0.hasPrefix("expected a family of this system, found \"No Such Family\"; ") })
    #expect(found.contains { $0.hasPrefix("expected characters that a font has, found U+0378, shown as boxes; ") })
    #expect(contents("<text font-family='None, sans-serif'>a</text><text>b</text>").problems == [])
  }
}
