import MultiplaneGraphics

/// The text of a `CATextLayer` as a commit found it. Its picture is the layer's contents.
package struct ShownText: Sendable, Equatable {
  /// Nil for none.
  package var text: TextString?
  /// Nil for the default font, and for one that has no name.
  package var fontName: String?
  /// Whether the contents are the layer's picture of the text, rather than an image that a program
  /// gave it.
  package var isDrawn: Bool
  /// Draws the text as animations make it look; nil when none does, and the contents are the
  /// picture.
  package var pictures: (any TextPictures)?

  package init(
    text: TextString?, fontName: String?, isDrawn: Bool, pictures: (any TextPictures)? = nil
  ) {
    self.text = text
    self.fontName = fontName
    self.isDrawn = isDrawn
    self.pictures = pictures
  }

  package static func == (a: ShownText, b: ShownText) -> Bool {
    a.text == b.text && a.fontName == b.fontName && a.isDrawn == b.isDrawn && a.pictures === b.pictures
  }
}

/// The string of a text layer.
package struct TextString: Sendable, Equatable {
  package let string: String
  /// The attributes of its runs, which only the layer modules can read; nil for plain text.
  package let attributed: (any Hashable & Sendable)?

  package init(_ string: String, attributed: (any Hashable & Sendable)? = nil) {
    (self.string, self.attributed) = (string, attributed)
  }

  package static func == (a: TextString, b: TextString) -> Bool {
    a.string == b.string && a.attributed.map { AnyHashable($0) } == b.attributed.map { AnyHashable($0) }
  }
}

/// Pictures of one text that differ in string, size, colour and bounds: what evaluation asks of the
/// room that can draw text.
package protocol TextPictures: AnyObject, Sendable {
  /// The contents of a layer with these values; nil where no text can be drawn. It follows from the
  /// values alone.
  func picture(of values: LayerValues) -> CGImage?
}

extension LayerValues {
  /// What is shown as contents: the image, or the text as it looks at the time that the values are
  /// those of.
  var shownContents: CGImage? {
    guard let pictures = text.shown?.pictures else { return contents }
    return pictures.picture(of: self)
  }
}
