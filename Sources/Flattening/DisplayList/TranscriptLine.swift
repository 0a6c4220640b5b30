import MultiplaneGraphics

/// A line of a renderer's transcript: one step of drawing a frame.
package struct TranscriptLine: Sendable, Equatable {
  package enum Kind: String, Sendable {
    /// A pass of the device begins.
    case pass
    /// Pixels are copied from one image to another.
    case copy
    /// Primitives are drawn by one call.
    case batch
    /// Passes of the display list are drawn as a whole, before what shows them.
    case level
    /// A canvas is drawn in tiles.
    case tiles
    /// The render tree is drawn layer by layer.
    case walk
  }

  package let kind: Kind
  /// Counters and sizes by name, such as `quads`; lengths are in pixels.
  package let numbers: [(name: String, value: Int)]
  /// The whole line as text.
  package let text: String
  /// The images that it shows, each once, in the order of drawing.
  package let images: [CGImage]

  package init(
    _ kind: Kind, _ text: String, _ numbers: [(name: String, value: Int)] = [], images: [CGImage] = []
  ) {
    self.kind = kind
    self.text = text
    self.numbers = numbers
    var known: Set<ObjectIdentifier> = []
    self.images = images.filter { known.insert(ObjectIdentifier($0)).inserted }
  }

  package static func == (a: TranscriptLine, b: TranscriptLine) -> Bool { a.kind == b.kind && a.text == b.text }
}
